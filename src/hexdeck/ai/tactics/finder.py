"""Whether a position has an answer that can be proved, and is worth to be asked for."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from hexdeck.ai.tactics.proof import Proof, TooLong, World, stake
from hexdeck.ai.tactics.worlds import Hand
from hexdeck.core.cards import Action, Seat
from hexdeck.core.game import State, View
from hexdeck.core.registry import game_named
from hexdeck.kernel import kernel_of

Hands: TypeAlias = tuple[Hand, ...]  # of the others, and last what nobody holds

FEW: Final = (1, 4)  # worlds that show soon that nothing can be proved
PATIENCE: Final = 6_000  # positions looked at in a world, on average
MOST_PATIENCE: Final = 300_000  # and in all
MOST_WORLDS: Final = 1_500  # all of them are looked at, if they are not more
SAMPLE: Final = 100  # looked at where there are more


class Worlds(NamedTuple):
    """What can be hidden from a seat."""

    states: Sequence[State]
    told: str  # "all worlds", or how many were drawn


class Found(NamedTuple):
    right: list[Action]
    proof: str  # how we know: "all worlds", "100 worlds", "rules"


def drawn(game: str, view: View, count: int) -> list[State]:
    """So many worlds at random, the same every time."""
    return [game_named(game).worlds(view, Random(number)) for number in range(count)]


def all_or_some(
    game: str, view: View, deals: Sequence[Hands] | None, dealt: Callable[[Hands], State]
) -> Worlds:
    """The world of each deal; where there are too many deals, so that they are None, a sample."""
    if deals is None:
        return Worlds(drawn(game, view, SAMPLE), f"{SAMPLE} worlds")
    return Worlds([dealt(hands) for hands in deals], "all worlds")


def found(game: str, view: View, worlds: Callable[[], Worlds], least: float) -> Found | None:
    """What is right where it can be proved and at least so many points are at stake."""
    assert view.seat is not None
    few = drawn(game, view, max(FEW))
    if not all(proved(quick(game, few[:number]), view.seat) for number in FEW):
        return None
    states, told = worlds()
    everything = quick(game, states)
    right = proved(everything, view.seat)
    if not right or stake(everything, view.seat, right, Random(0)) < least:
        return None
    return Found(right, told)


def proved(worlds: Sequence[World], seat: Seat) -> list[Action]:
    """What is right in all these worlds, which look alike to the seat; nothing where that takes too long."""
    try:
        return Proof(worlds, seat, min(MOST_PATIENCE, PATIENCE * len(worlds))).right()
    except TooLong:
        return []


def quick(game: str, worlds: Sequence[State]) -> list[World]:
    """The same worlds in the kernel, where there is one."""
    kernel = kernel_of(game)
    return list(worlds) if kernel is None else [kernel.State.of(world) for world in worlds]
