"""What is worth counting in each game, from the events everybody sees."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hexdeck.ai.arena.facts import Facts
from hexdeck.core.game_files import part_of


@dataclass(frozen=True, slots=True)
class Tally:
    count: Callable[[Facts, Iterable[object]], None]
    means: Callable[[Facts], dict[str, float]]


def tally_of(game: str) -> Tally:
    """The tally in the game's file here; one that counts nothing, where there is none."""
    own = part_of(game, "ai.tallies")
    return Tally(_count_nothing, lambda _: {}) if own is None else Tally(own.count, own.means)


def _count_nothing(facts: Facts, events: Iterable[object]) -> None:
    del facts, events
