"""What the plain page of a review shows, in words."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import asdict

from hexdeck.ai.coach.missable_actions import WAITED
from hexdeck.core.registry import game_named
from hexdeck.locale import Language
from hexdeck.server.base.messages import TableInfo
from hexdeck.server.reviews.reviewing import Findings, Mean, ReviewedDecision, ReviewedSeat
from hexdeck.server.web.plain.table import screen_of
from hexdeck.text.sentences import digits


class Part(NamedTuple):
    """Some of a result."""

    points: str
    chance: str


class SeatLines(NamedTuple):
    name: str
    parts: dict[str, Part]  # by the names that an account has for them
    lost: str  # points a decision; "" where there was nothing to decide
    decisions: int
    mistakes: list["MistakeLine"]


class MistakeLine(NamedTuple):
    chosen: str  # "" for nothing, out of turn
    missed: list[str]
    better: str  # as well
    points: str  # lost, as the next
    chance: str


def review_facts(found: Findings, info: TableInfo, words: Language) -> dict[str, Any]:
    """All that the template asks for once the coach is done."""
    game, screen = game_named(info.game), screen_of(info, words)

    def name(action: str) -> str:
        return "" if action == WAITED else screen.names(game.action_named(action))[0]

    wrong = [one for one in found.decisions if one.mistake]
    return {
        "accounts": [
            _seat(seat.name, own, [_mistake(one, name) for one in wrong if one.seat == at])
            for at, (seat, own) in enumerate(zip(info.seats, found.seats, strict=True))
        ]
    }


def _seat(name: str, own: ReviewedSeat, mistakes: list[MistakeLine]) -> SeatLines:
    points, chance = asdict(own.points), asdict(own.chance)
    parts = {
        part: Part(digits(points[part], "+.1f"), _percent(chance[part], "+"))
        for part in ("luck", "seat", "own", "others")
    }
    parts["start"] = Part("0", _percent(own.chance.start))
    parts["result"] = Part(digits(own.points.result, "+.1f"), _percent(own.chance.result))
    lost = "" if own.lost is None else _points(own.lost)
    return SeatLines(name, parts, lost, own.decisions, mistakes)


def _mistake(one: ReviewedDecision, name: Callable[[str], str]) -> MistakeLine:
    assert one.better is not None, "else it would be no mistake"
    chance = f"{_percent(one.chance.mean)} ± {_percent(one.chance.margin or 0.0)}"
    missed = [name(action) for action in one.missed]
    return MistakeLine(name(one.action), missed, name(one.better), _points(one.points), chance)


def _points(lost: Mean) -> str:
    return digits(lost.mean, ".2f") + ("" if lost.margin is None else f" ± {lost.margin:.2f}")


def _percent(chance: float, sign: str = "") -> str:
    return digits(100 * chance, f"{sign}.0f") + " %"
