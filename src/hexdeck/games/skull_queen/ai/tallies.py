"""Skull Queen: what planks are worth, and how many fall."""

from collections.abc import Iterable

from hexdeck.ai.arena.facts import Facts, mean
from hexdeck.games.skull_queen.law.events import Event, RoundEnded, TrickResolved
from hexdeck.games.skull_queen.law.planks import OVERBOARD


def count(facts: Facts, events: Iterable[Event]) -> None:
    for event in events:
        match event:
            case TrickResolved():
                facts["tricks"] += 1
                facts["falls"] += sum(1 for move in event.moves if move.end == OVERBOARD)
            case RoundEnded(_round, _planks, points, _scores):
                facts["rounds"] += 1
                facts["players"] = len(points)
                facts["points"] += sum(points)


def means(facts: Facts) -> dict[str, float]:
    hands = facts["rounds"] * facts["players"]
    return {
        "points a player and round": mean(facts["points"], hands),
        "pirates overboard a player and round": mean(facts["falls"], hands),
    }
