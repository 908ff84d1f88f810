"""Writes modules.md: every folder of the package and its modules, by their docstrings."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
SOURCE: Final = HERE.parent / "src" / "hexdeck"
HEAD: Final = """# Every module

This page is made from the docstrings of the source each time the site is built. \
[How Hexdeck is built](architecture.md) explains the folders.
"""


def page() -> str:
    """Return the page as Markdown."""
    folders = sorted({path.parent for path in SOURCE.rglob("*.py")})
    return "\n".join([HEAD, *(line for folder in folders for line in _table(folder))]) + "\n"


def _table(folder: Path) -> Iterator[str]:
    name = folder.relative_to(SOURCE.parent).as_posix()
    yield f"## `{name}/`\n"
    if about := _docstring(folder / "__init__.py"):
        yield f"{about}\n"
    modules = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
    if modules:
        yield from ("| module | |", "|---|---|")
        yield from (f"| `{path.name}` | {_docstring(path)} |" for path in modules)
        yield ""


def _docstring(path: Path) -> str:
    """Return the first paragraph of a module's docstring on one line."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("|", "\\|")


def write() -> None:
    """Write the page beside the others, for Sphinx to read."""
    (HERE / "modules.md").write_text(page(), "utf-8")
