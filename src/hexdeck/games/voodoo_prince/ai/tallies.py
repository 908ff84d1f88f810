"""Voodoo Prince: points by order of leaving [VP, what good players know]."""

from collections.abc import Iterable

from hexdeck.ai.arena.facts import Facts, mean
from hexdeck.games.voodoo_prince.law.events import Dealt, Event, LeftOver, RoundLeft


def count(facts: Facts, events: Iterable[Event]) -> None:
    for event in events:
        match event:
            case Dealt():
                facts["rounds"] += 1
                facts["order"] = 0
            case RoundLeft(_seat, points):
                facts["order"] += 1
                facts[f"left {facts['order']}"] += points
            case LeftOver(_seat, points):
                facts["left over"] += points


def means(facts: Facts) -> dict[str, float]:
    orders = sorted(key for key in facts if key.startswith("left ") and key != "left over")
    return {f"points, {key}": mean(facts[key], facts["rounds"]) for key in [*orders, "left over"]}
