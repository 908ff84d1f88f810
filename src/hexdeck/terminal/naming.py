"""What somebody means who types a number, a name, or some words of a choice."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final
from unicodedata import combining, normalize

from hexdeck.core.cards import Action
from hexdeck.core.errors import NameUnknown
from hexdeck.core.game import AnyGame, View
from hexdeck.text.console import number_typed
from hexdeck.text.screen import AnyScreen

SHORTEST_BEGINNING: Final = 3  # letters that may stand for a longer word


class Unclear(NameUnknown):
    """More than one choice can be meant; `choices` are their numbers."""

    def __init__(self, text: str, choices: Sequence[int]) -> None:
        super().__init__(f"{text!r} can mean more than one choice: type # and the number of one")
        self.choices = choices


def meant(text: str, view: View, screen: AnyScreen, game: AnyGame) -> Action:
    """The action that `text` stands for, legal or not; or NameUnknown."""
    offers = screen.offers(view)
    if text.startswith("#"):
        return _numbered(text.removeprefix("#").strip(), offers)
    if number_typed(text) is not None:
        return _number_or_card(text, offers, game)
    bare = text.strip("[]").strip().lower()
    said = screen.said(view, bare)
    if said is not None:
        return said
    named = _named(bare, game)
    return _in_words(text, offers, screen) if named is None else named


def _numbered(text: str, offers: Sequence[Action]) -> Action:
    number = number_typed(text)
    if number is None or not 1 <= number <= len(offers):
        raise NameUnknown(f"there is no choice {text!r}: choose 1 to {len(offers)}")
    return offers[number - 1]


def _number_or_card(text: str, offers: Sequence[Action], game: AnyGame) -> Action:
    """A bare number is a choice; where it is the name of another card too, nobody guesses."""
    card = _named(text, game)
    if card is None or card not in offers:
        return _numbered(text, offers)
    try:
        choice = _numbered(text, offers)
    except NameUnknown:
        return card
    if choice != card:
        raise Unclear(text, [offers.index(choice) + 1, offers.index(card) + 1])
    return card


def _named(text: str, game: AnyGame) -> Action | None:
    try:
        return game.action_named(text)
    except NameUnknown:
        return None


def _in_words(text: str, offers: Sequence[Action], screen: AnyScreen) -> Action:
    """The only choice with this name, with its words in another order, or with all these words in it."""
    typed = _words(text)
    names = {
        number: [_words(name) for name in screen.names(action)]
        for number, action in enumerate(offers, start=1)
    }
    ways: tuple[Callable[[list[str]], bool], ...] = (
        lambda name: name == typed,
        lambda name: sorted(name) == sorted(typed),
        partial(_fits, typed),
    )
    matches = ([number for number, named in names.items() if any(map(way, named))] for way in ways)
    found = next(filter(None, matches), [])
    if not typed or not found:
        raise NameUnknown(f"no choice is called {text!r}: type its number, or words that are shown")
    if len(found) > 1:
        raise Unclear(text, found)
    return offers[found[0] - 1]


def _fits(typed: Sequence[str], name: Sequence[str]) -> bool:
    return all(any(_means(one, word) for word in name) for one in typed)


def _means(typed: str, word: str) -> bool:
    """A word or its beginning; a value only if it is whole, for b1 is not b12."""
    return typed == word or (len(typed) >= SHORTEST_BEGINNING and typed.isalpha() and word.startswith(typed))


def _words(text: str) -> list[str]:
    """Without symbols, accents and capitals."""
    letters = normalize("NFKD", text.casefold())
    return re.findall(r"\w+", "".join(one for one in letters if not combining(one)))
