"""What is said about events: every kind has its sayings, and every saying can be told and translated."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, get_args, get_type_hints

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.locale import language
from hexdeck.text import house_words
from hexdeck.text.game_texts import words_of
from hexdeck.text.sayings import (
    Saying,
    Series,
    among,
    below,
    none,
    number,
    part,
    saying,
    saying_n,
    seat,
    series,
    show,
    some,
)
from hexdeck.text.teller import Teller
from hexdeck.text.telling import Told, tell
from languages.messages import extracted

LETTER = re.compile(r"[^\W\d_]")
HOLE = re.compile(r"{(\w+)}")


def every_saying(sayings: Sequence[Saying | Series]) -> Iterator[Saying]:
    """Those inside of others too."""
    for one in sayings:
        if isinstance(one, Series):
            yield from every_saying(one.sayings)
        else:
            yield one
            yield from every_saying([part for part in one.parts.values() if isinstance(part, Series)])


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_event_has_its_sayings(game: str) -> None:
    kinds = get_args(get_args(get_type_hints(GAMES[game].events)["return"])[0])
    assert set(kinds) <= set(words_of(game).sayings)


@pytest.mark.parametrize("game", GAMES)
def test_a_saying_asks_for_what_its_event_has(game: str) -> None:
    for kind, sayings in words_of(game).sayings.items():
        known = {field.name for field in fields(kind)}
        for one in every_saying(sayings):
            paths = [part.path for part in one.parts.values() if not isinstance(part, Series)]
            paths += [path for test in one.when for path in (test.path, test.below)] + [one.n]
            assert {path.split(".")[0] for path in paths} - {"", "*"} <= known, one
            holes = {*HOLE.findall(one.message), *HOLE.findall(one.plural)}
            assert set(one.parts) | ({"n"} if one.n else set()) >= holes, one


def test_every_saying_is_found_by_the_extractor() -> None:
    """It does not look into the arguments of a message: what is inside of another saying needs a name."""
    wanted = {message.id for message in extracted()}
    tables = [house_words.SAYINGS, *(words_of(game).sayings for game in GAMES)]
    for one in every_saying([one for table in tables for sayings in table.values() for one in sayings]):
        if LETTER.search(HOLE.sub("", one.message)):
            assert ((one.message, one.plural) if one.plural else one.message) in wanted


@dataclass(frozen=True)
class Laid:
    seat: int
    cards: tuple[int, ...]
    barred: int | None = None


EVENT = Laid(0, (7, 7, 12))


def told(*sayings: Saying | Series, event: Any = EVENT) -> list[str]:
    """In English, as a plain terminal shows it."""
    teller = Teller({Laid: sayings}, ["Ada", "Ugo"], language("en"), {"card": lambda card: f"<{card}>"})
    return [line.plain for line in teller.lines(event)]


def test_holes_are_filled_as_their_kind_is_shown() -> None:
    assert told(
        show("{who}: {first}, {n}", who=seat(), first=part("card", "cards.0"), n=number("cards.1"))
    ) == ["Ada: <7>, 7"]


def test_a_number_decides_the_form() -> None:
    one = saying_n("{n} card", "{n} cards", n="cards.length")
    assert told(one) == ["3 cards"]
    assert told(one, event=Laid(0, (1,))) == ["1 card"]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (some("cards"), True),
        (none("cards"), False),
        (some("barred"), False),
        (some("seat"), False),  # 0 is nothing: whether there is a seat, `among` knows
        (among("barred", None), True),
        (among("cards.0", 7, 15), True),
        (among("cards.2", 7, 15), False),
        (below("seat", "cards.length"), True),
        (below("cards.length", "seat"), False),
    ],
)
def test_a_saying_is_said_when_its_condition_holds(condition: Any, holds: bool) -> None:
    assert told(show("yes", when=[condition])) == (["yes"] if holds else [])


def test_a_series_alone_is_lines_and_in_a_hole_it_is_a_list() -> None:
    each = series("cards", show("{at}: {card}", at=number("*"), card=part("card", "cards.*")), between=" · ")
    assert told(each) == ["0: <7>", "1: <7>", "2: <12>"]
    assert told(show("All {cards}!", cards=each)) == ["All 0: <7> · 1: <7> · 2: <12>!"]


def test_what_is_told_is_translated() -> None:
    [one] = tell([saying("{who}: pass", who=seat())], EVENT, language("it"))
    assert isinstance(one, Told)
    assert one.text == "{who}: passo"
