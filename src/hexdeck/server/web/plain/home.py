"""What the plain first page tells of tables, in words."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from hexdeck.core.game import View
from hexdeck.locale import Language
from hexdeck.server.base.messages import TableInfo
from hexdeck.server.house.house import House
from hexdeck.server.store.documents import Document
from hexdeck.server.tournaments.presenter import OwnTournament
from hexdeck.server.web.plain.table import turn_words
from hexdeck.text.house_words import FREE_SEATS, STANDINGS, ago
from hexdeck.text.sentences import digits, fill

MOST: Final = 12  # own tables whose game is looked up


class OwnLine(NamedTuple):
    """A table that somebody can go back to."""

    code: str
    title: str
    facts: str  # who plays, whose turn it is, the points, when it was
    alone: bool  # whoever leaves it ends it


class PublicLine(NamedTuple):
    """A table that anybody may find."""

    code: str
    title: str
    facts: str
    can_join: bool


async def own_lines(
    house: House, who: str, words: Language, tournaments: Sequence[OwnTournament]
) -> list[OwnLine]:
    """Return own tables, the latest first, without lessons and without tables that `tournaments` lead to."""
    told = {one.table for one in tournaments}
    found = [
        (one, played)
        for one, played in await house.people.open_tables(who)
        if not one.lesson and one.code not in told
    ]
    return [await _own_line(house, who, document, played, words) for document, played in found[:MOST]]


async def _own_line(house: House, who: str, document: Document, played: float, words: Language) -> OwnLine:
    live = await house.tables.readable(document.code)
    facts = [ago(house.now() - played, words)]
    if live is not None:
        welcome, view = await live.look(who)
        facts = [_names(welcome.table), _state(welcome.table, view, words), *facts]
    alone = document.staying() == [who]
    return OwnLine(document.code, document.rules.title, " · ".join(filter(None, facts)), alone)


def public_lines(tables: Sequence[TableInfo], words: Language) -> list[PublicLine]:
    lines = []
    for info in tables:
        free = sum(seat.kind == "open" for seat in info.seats)
        seats = fill(words.ngettext(*FREE_SEATS, free), n=free)
        state = words.label(STANDINGS, "playing") if info.status == "playing" else seats
        can_join = info.status == "gathering" and free > 0
        lines.append(PublicLine(info.code, info.title, f"{_names(info)} · {state}", can_join))
    return lines


def _names(info: TableInfo) -> str:
    return ", ".join(seat.name for seat in info.seats if seat.kind != "open")


def _state(info: TableInfo, view: View | None, words: Language) -> str:
    """Whose turn it is, and the points in the order of the seats."""
    if view is None:
        return words.label(STANDINGS, "gathering")
    points = words._("points: {points}").format(points=" : ".join(map(digits, view.scores)))
    return f"{turn_words(info, view, words)} {points}"
