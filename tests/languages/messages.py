"""The messages in the source, and the catalogues that translate them."""

from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from hexdeck.server.base.refusals import refusal_kinds
from hexdeck.text.house_words import HAS_OWN_MESSAGE
from languages.web_messages import web_messages

SOURCE = Path(__file__).parents[2] / "src" / "hexdeck"
REFUSALS = [kind.__name__ for kind in refusal_kinds() if kind.code in HAS_OWN_MESSAGE]
METHODS = [("**.py", "python"), ("server/web/plain/templates/**.html", "jinja2")]
SINGLE = dict.fromkeys(["_", "N_", "saying", *REFUSALS])
PLURAL = dict.fromkeys(["ngettext", "N_n", "saying_n"], (1, 2))
KEYWORDS = {**SINGLE, **PLURAL}
TRANSLATED = sorted(folder.parent.name for folder in SOURCE.glob("locale/*/LC_MESSAGES"))


@cache
def extracted() -> Catalog:
    """Every message that the source asks for; it is to be read only."""
    catalogue = Catalog(project="hexdeck", charset="utf-8")
    for name, _line, message, _comments, _context in extract_from_dir(
        str(SOURCE), METHODS, keywords=KEYWORDS
    ):
        catalogue.add(message, locations=[(name, 0)])
    for name, message in web_messages():
        catalogue.add(message, locations=[(name, 0)])
    return catalogue


def path_of(code: str) -> Path:
    return SOURCE / "locale" / code / "LC_MESSAGES" / "hexdeck.po"


def catalogue_of(code: str) -> Catalog:
    with path_of(code).open("rb") as file:
        return read_po(file, locale=code)
