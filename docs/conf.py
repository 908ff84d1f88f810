"""The site made of these pages: `make docs` builds it, and refuses a link that leads nowhere."""

from hexdeck import __version__

project = "Hexdeck"
version = release = __version__
project_copyright = "the Hexdeck developers"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3
nitpicky = False  # annotations name types of other libraries, whose pages are not here
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
html_theme = "furo"
html_title = f"Hexdeck {__version__}"
html_show_sphinx = False
html_copy_source = False
