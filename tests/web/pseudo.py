"""A language in which every text is in brackets, accented and 40 % longer, in the place of German.

What has no brackets on a page was not translated; what is cut does not fit.
"""

import re
from typing import Any, Final

from playwright.sync_api import BrowserContext, Route

LONGER: Final = str.maketrans(
    {
        "a": "áa",
        "e": "éë",
        "i": "íi",
        "o": "óo",
        "u": "úu",
        "A": "Áa",
        "E": "Éë",
        "I": "Íi",
        "O": "Óo",
        "U": "Úu",
    }
)
HOLE: Final = re.compile(r"(\{\w+\})")
PRINTED: Final = ("name", "act", "flavour")  # on a card of Voodoo


def pseudo(text: str) -> str:
    """The text with its {holes} as they were; what it begins with stays where it was."""
    bare = text.lstrip(" ")
    longer = "".join(part if HOLE.fullmatch(part) else part.translate(LONGER) for part in HOLE.split(bare))
    return f"{text[: len(text) - len(bare)]}⟦{longer}⟧"


def speak_pseudo(context: BrowserContext) -> None:
    """Everything that is loaded from now on; the browser must ask for German, and have no service worker."""
    context.route(re.compile(r"/assets/de-[^/]*\.json$"), _words)
    context.route(re.compile(r"/assets/voodoo-de-[^/]*\.json$"), _cards)


def _words(route: Route) -> None:
    known: dict[str, dict[str, Any]] = route.fetch().json()
    texts = {
        text: pseudo(text) if isinstance(form, str) else [pseudo(text)] * len(form)
        for text, form in known["texts"].items()
    }
    route.fulfill(json={**known, "texts": texts})


def _cards(route: Route) -> None:
    """The German on them is long enough."""
    cards: list[dict[str, Any]] = route.fetch().json()
    bracketed = [
        {name: f"⟦{text}⟧" if name in PRINTED and text else text for name, text in card.items()}
        for card in cards
    ]
    route.fulfill(json=bracketed)
