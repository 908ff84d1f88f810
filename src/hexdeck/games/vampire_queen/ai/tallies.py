"""Vampire Queen: how long phases are, and what is left in hand."""

from collections.abc import Iterable

from hexdeck.ai.arena.facts import Facts, mean
from hexdeck.games.vampire_queen.law.events import Event, LaidAside, PhaseEnded, TakenUp


def count(facts: Facts, events: Iterable[Event]) -> None:
    for event in events:
        match event:
            case LaidAside():
                facts["rounds"] += 1
            case TakenUp():
                facts["rounds"] += 1
                facts["slayer rounds"] += 1
            case PhaseEnded(_phase, hands, points, _scores):
                facts["phases"] += 1
                facts["players"] = len(hands)
                facts["points"] += sum(map(abs, points))


def means(facts: Facts) -> dict[str, float]:
    phases = facts["phases"]
    return {
        "rounds a phase": mean(facts["rounds"], phases),
        "slayer rounds a phase": mean(facts["slayer rounds"], phases),
        "minus points a player and phase": mean(facts["points"], phases * facts["players"]),
    }
