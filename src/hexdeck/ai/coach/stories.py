"""Rounds played to their end in imagined worlds and told by the law: what can be counted in them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hexdeck.ai.coach.outlook import network_at, require_kernel
from hexdeck.core.cards import Action, Seat
from hexdeck.core.game import View


@dataclass(frozen=True, slots=True)
class Story:
    """What happened after a choice, to the end of the round, in one world."""

    seat: Seat  # whose choice it was
    events: tuple[Any, ...]  # complete: this world is only imagined

    def all(self, *kinds: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kinds)]

    def first(self, kind: type, field: str) -> Any:
        """A field of the first event of a kind; None where there is none."""
        return next((getattr(event, field) for event in self.events if isinstance(event, kind)), None)

    def this_turn(self, end: type, *kinds: type) -> list[Any]:
        """Those of some kinds that happen before the first event of the kind `end`."""
        ends = next((at for at, event in enumerate(self.events) if isinstance(event, end)), None)
        return [event for event in self.events[:ends] if isinstance(event, kinds)]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happens in a story, or not."""

    message: str  # about a choice; {n} is how many of {of} stories
    holds: Callable[[Story], bool]
    is_good: bool | None = None  # for the seat; None where that depends on the position

    def speaks_for(self, best: float, other: float) -> bool:
        """Return whether it can be a reason for a choice after which it holds in `best` stories."""
        return self.is_good is None or (best > other) == self.is_good


def stories(game: str, view: View, action: Action, seeds: tuple[int, ...]) -> Iterator[Story]:
    """One for each world, by its seed; the same chance in it for every action."""
    kernel, foresight = require_kernel(game)
    assert view.seat is not None, "a spectator has nothing to choose"
    knowledge, network = kernel.Knowledge(view), network_at(game, view)
    for seed in seeds:
        world, law = knowledge.world(seed), knowledge.law(seed)
        world.apply(view.seat, action)
        law.apply(view.seat, action)
        events = list(law.events)
        for seat, step in foresight.line(world, seed, network=network):
            law.resolve(step) if seat is None else law.apply(seat, step)
            events += law.events
        yield Story(view.seat, tuple(events))
