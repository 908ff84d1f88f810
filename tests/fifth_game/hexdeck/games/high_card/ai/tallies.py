"""High Card: how high a card must be to take a trick."""

from collections.abc import Iterable

from hexdeck.games.high_card.law.events import Event, TrickTaken

from hexdeck.ai.arena.facts import Facts, mean


def count(facts: Facts, events: Iterable[Event]) -> None:
    for event in events:
        if isinstance(event, TrickTaken):
            facts["tricks"] += 1
            facts["values"] += event.card + 1


def means(facts: Facts) -> dict[str, float]:
    return {"value that takes a trick": mean(facts["values"], facts["tricks"])}
