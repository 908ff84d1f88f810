"""The site made of these pages: `make docs` builds it, and refuses a link that leads nowhere."""

import sys
from pathlib import Path
from typing import Any

from hexdeck import __version__

sys.path.insert(0, str(Path(__file__).parent))
import module_tables

module_tables.write()

project = "Hexdeck"
version = release = __version__
project_copyright = "the Hexdeck developers"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3
default_role = "code"  # docstrings write `names` as everything else here does
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_default_options = {"members": True, "undoc-members": True, "exclude-members": "__init__, __new__"}
autodoc_typehints_format = "short"
html_theme = "furo"
html_title = f"Hexdeck {__version__}"
html_show_sphinx = False
html_copy_source = False


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", leave_out_generated)


def leave_out_generated(
    _app: Any, _what: str, name: str, _found: Any, _options: Any, lines: list[str]
) -> None:
    """A dataclass without a docstring gets its signature for one, which says what its fields say below."""
    if lines and lines[0].startswith(f"{name.rpartition('.')[2]}("):
        lines.clear()
