"""What is wrong with the page on show: it is asked by the scripts beside this file."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

SCRIPTS: Final = Path(__file__).parent / "scripts"
AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def faults(page: Page, *names: str) -> list[str]:
    """A line for each thing that one of the scripts has found."""
    return [fault for name in names for fault in page.evaluate((SCRIPTS / f"{name}.js").read_text())]


def axe_faults(page: Page) -> list[str]:
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text())
    return faults(page, "violations")
