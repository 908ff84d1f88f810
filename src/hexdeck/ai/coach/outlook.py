"""Choices tried in the same worlds: numbers, before anybody draws a conclusion from them."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from types import ModuleType
from typing import Any, Final

from hexdeck.ai.bots.search_bot import own_search
from hexdeck.ai.networks.fast_network import fast_network
from hexdeck.ai.networks.weights import has_network
from hexdeck.core.cards import Action, Seat
from hexdeck.core.errors import AdviceRefused
from hexdeck.core.features import game_predicate
from hexdeck.core.game import View
from hexdeck.kernel import foresight_module, kernel_of

AT_ONCE: Final = 8  # worlds between two looks at the clock
WAIT: Final = -1  # no action: out of turn a seat can always do nothing; as in kernel/c/kernel.h


@dataclass(frozen=True, slots=True)
class Outlook:
    """What every seat gains in the round, and its chance to win, by choice and world."""

    seat: Seat
    players: int
    actions: tuple[Action, ...]
    worlds: int
    seeds: tuple[int, ...]  # of the worlds: `Knowledge.world(seed)`
    gained: tuple[Sequence[float], ...]  # by action, then world and seat
    chances: tuple[Sequence[float], ...]

    def points(self, action: Action, seat: Seat | None = None) -> Sequence[float]:
        """What `seat`, who chooses unless another is named, gains in each world."""
        return self._column(self.gained, action, seat)

    def wins(self, action: Action, seat: Seat | None = None) -> Sequence[float]:
        """Its chance to win in each world."""
        return self._column(self.chances, action, seat)

    def leads(self, action: Action) -> list[float]:
        """Points over the mean of the others, in each world."""
        seats = [self.points(action, seat) for seat in range(self.players)]
        others = self.players - 1
        return [
            own + (own - sum(points)) / others
            for own, points in zip(seats[self.seat], zip(*seats, strict=True), strict=True)
        ]

    def _column(
        self, numbers: tuple[Sequence[float], ...], action: Action, seat: Seat | None
    ) -> Sequence[float]:
        return numbers[self.actions.index(action)][self.seat if seat is None else seat :: self.players]


def look_ahead(
    game: str,
    view: View,
    actions: Sequence[Action],
    *,
    worlds: int,
    seed: int,
    seconds: float | None = None,
    network: Any = None,
) -> Outlook:
    """Try each of `actions` in the same worlds that agree with the view; in fewer if `seconds` are over.

    `network` plays on for all seats; None is the policy of playouts.
    """
    kernel, foresight = require_kernel(game)
    assert view.seat is not None, "a spectator has nothing to choose"
    knowledge, ends = kernel.Knowledge(view), None if seconds is None else monotonic() + seconds
    gained, chances = ([array("d") for _ in actions] for _ in range(2))
    seeds: list[int] = []
    while len(seeds) < worlds:
        batch, count = foresight.world_seed(seed, len(seeds)), min(AT_ONCE, worlds - len(seeds))
        points, wins = foresight.futures(knowledge, actions, count, batch, network=network)
        each = count * view.players
        for at in range(len(actions)):
            gained[at] += points[at * each : (at + 1) * each]
            chances[at] += wins[at * each : (at + 1) * each]
        seeds += [foresight.world_seed(batch, number) for number in range(count)]
        if ends is not None and monotonic() >= ends:
            break
    return Outlook(
        view.seat, view.players, tuple(actions), len(seeds), tuple(seeds), tuple(gained), tuple(chances)
    )


def require_kernel(game: str) -> tuple[ModuleType, ModuleType]:
    """The kernel of the game and what plays on in it, or AdviceRefused."""
    kernel, foresight = kernel_of(game), foresight_module()
    if kernel is None or foresight is None:
        raise AdviceRefused("the coach needs the compiled kernel: install Hexdeck where a C compiler is")
    return kernel, foresight


def network_at(game: str, view: View) -> Any:
    """The network that plays on from there, and None where it is the weaker player throughout.

    That of a game with a search of its own says what turns are worth: it plays nothing.
    """
    if not has_network(game) or own_search(game) is not None:
        return None
    return None if game_predicate(game, "is_weak_at")(view) else fast_network(game).network
