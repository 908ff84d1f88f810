"""What is worth counting in each game, from the events everybody sees."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from hexdeck.games.skull_queen import events as sq
from hexdeck.games.skull_queen.planks import OVERBOARD
from hexdeck.games.vampire_queen import events as vq
from hexdeck.games.voodoo import events as vo
from hexdeck.games.voodoo_prince import events as vp

Facts = Counter[str]


@dataclass(frozen=True, slots=True)
class Tally:
    count: Callable[[Facts, Iterable[Any]], None]
    means: Callable[[Facts], dict[str, float]]


def tally_of(game: str) -> Tally:
    return _TALLIES[game]


def _count_prince(facts: Facts, events: Iterable[Any]) -> None:
    """Points by order of leaving [VP, what good players know]."""
    for event in events:
        match event:
            case vp.Dealt():
                facts["rounds"] += 1
                facts["order"] = 0
            case vp.RoundLeft(_seat, points):
                facts["order"] += 1
                facts[f"left {facts['order']}"] += points
            case vp.LeftOver(_seat, points):
                facts["left over"] += points


def _means_prince(facts: Facts) -> dict[str, float]:
    orders = sorted(key for key in facts if key.startswith("left ") and key != "left over")
    return {f"points, {key}": _mean(facts[key], facts["rounds"]) for key in [*orders, "left over"]}


def _count_vampires(facts: Facts, events: Iterable[Any]) -> None:
    for event in events:
        match event:
            case vq.LaidAside():
                facts["rounds"] += 1
            case vq.TakenUp():
                facts["rounds"] += 1
                facts["slayer rounds"] += 1
            case vq.PhaseEnded(_phase, hands, points, _scores):
                facts["phases"] += 1
                facts["players"] = len(hands)
                facts["points"] += sum(map(abs, points))


def _means_vampires(facts: Facts) -> dict[str, float]:
    phases = facts["phases"]
    return {
        "rounds a phase": _mean(facts["rounds"], phases),
        "slayer rounds a phase": _mean(facts["slayer rounds"], phases),
        "minus points a player and phase": _mean(facts["points"], phases * facts["players"]),
    }


def _count_pirates(facts: Facts, events: Iterable[Any]) -> None:
    for event in events:
        match event:
            case sq.TrickResolved():
                facts["tricks"] += 1
                facts["falls"] += sum(1 for move in event.moves if move.end == OVERBOARD)
            case sq.RoundEnded(_round, _planks, points, _scores):
                facts["rounds"] += 1
                facts["players"] = len(points)
                facts["points"] += sum(points)


def _means_pirates(facts: Facts) -> dict[str, float]:
    hands = facts["rounds"] * facts["players"]
    return {
        "points a player and round": _mean(facts["points"], hands),
        "pirates overboard a player and round": _mean(facts["falls"], hands),
    }


def _count_curses(facts: Facts, events: Iterable[Any]) -> None:
    for event in events:
        match event:
            case vo.TurnBegan():
                facts["turns"] += 1
            case vo.CurseCast():
                facts["cast"] += 1
            case vo.CallJudged(_seat, _card, _accused, broken):
                facts["right calls" if broken else "false calls"] += 1
            case vo.GameEnded():
                facts["games"] += 1


def _means_curses(facts: Facts) -> dict[str, float]:
    counted = {
        "turns": "turns",
        "cast": "curses cast",
        "right calls": "right calls",
        "false calls": "false calls",
    }
    return {f"{name} a game": _mean(facts[key], facts["games"]) for key, name in counted.items()}


def _mean(total: float, count: int) -> float:
    return round(total / count, 2) if count else 0.0


_TALLIES = {
    "voodoo_prince": Tally(_count_prince, _means_prince),
    "vampire_queen": Tally(_count_vampires, _means_vampires),
    "skull_queen": Tally(_count_pirates, _means_pirates),
    "voodoo": Tally(_count_curses, _means_curses),
}
