"""Law and kernel side by side: the same chance, the same choices, every fact compared after every step."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from hexdeck.core.chance import Stream
from hexdeck.core.registry import GAMES
from hexdeck.kernel import kernel_of

Facts = Callable[[Any], dict[str, Any]]


@dataclass(frozen=True)
class Pair:
    """A game at one player count with one set of options."""

    game: str
    players: int
    options: dict[str, int | str]
    facts: Facts  # of a state of the law, in the words of the kernel's `facts`

    def walk(self, number: int, *, most: int | None = None) -> int:
        """Play game `number` in both at once; how many actions that took."""
        kernel = kernel_of(self.game)
        assert kernel is not None, "the kernel is not compiled: run make setup"
        options = GAMES[self.game].complete(self.options)
        law, twin = GAMES[self.game].set_up(self.players, options), kernel.State(self.players, options)
        rng, stream, actions = Random(number), Stream(number.to_bytes(32, "big")), 0
        self._compare(law, twin)
        while not law.is_over and (most is None or actions < most):
            if law.needs is not None:
                outcome = stream.supply(law.needs)
                law.resolve(outcome)
                twin.resolve(outcome)
            else:
                actions += 1
                seat, action = self._choice(law, twin, rng, keen=number % 2 == 1)
                law.apply(seat, action)
                twin.apply(seat, action)
            self._compare(law, twin)
        return actions

    def _choice(self, law: Any, twin: Any, rng: Random, *, keen: bool) -> tuple[int, int]:
        """Somebody in turn, now and then somebody else who may act; all legal lists must agree.

        Who is keen chooses a verb first, so that rare deeds (Voodoo's casts) are not lost among many others.
        """
        legal = [law.legal_actions(seat) for seat in range(self.players)]
        assert [twin.legal_actions(seat) for seat in range(self.players)] == legal
        able = [seat for seat in range(self.players) if legal[seat]]
        seat = rng.choice(able if rng.random() < 0.2 else law.to_move())
        if not keen:
            return seat, rng.choice(legal[seat])
        verbs: dict[str, list[int]] = {}
        for action in legal[seat][:100]:
            verbs.setdefault(_verb(self.game, action), []).append(action)
        return seat, rng.choice(verbs[rng.choice(sorted(verbs))])

    def _compare(self, law: Any, twin: Any) -> None:
        assert twin.to_move() == law.to_move()
        assert twin.needs == (law.needs.what if law.needs else None)
        assert twin.is_over == law.is_over
        assert twin.scores == law.scores
        assert twin.facts() == self.facts(law)


@cache
def _verb(game: str, action: int) -> str:
    return GAMES[game].action_name(action).split()[0]


CheckWorld = Callable[[Any, Any, Any], None]  # of the law, a view and a world of the kernel


def check_worlds(pair: Pair, number: int, check: CheckWorld | None = None) -> None:
    """Kernel worlds look to the seat like the true state does, and `State.of` is the same position."""
    kernel = kernel_of(pair.game)
    assert kernel is not None
    game = GAMES[pair.game]
    law = game.set_up(pair.players, pair.options)
    rng, stream = Random(number), Stream(number.to_bytes(32, "big"))
    while not law.is_over:
        if law.needs is not None:
            law.resolve(stream.supply(law.needs))
        else:
            seat = rng.choice(law.to_move())
            law.apply(seat, rng.choice(law.legal_actions(seat)))
        assert kernel.State.of(law).facts() == pair.facts(law)
        if law.needs is None and rng.random() < 0.1:
            watcher = rng.choice([None, *range(pair.players)])
            view = game.view(law, watcher)
            world = kernel.Knowledge(view).world(rng.getrandbits(60))
            if check:
                check(law, view, world)
            assert world.view(watcher) == view
            assert kernel.Knowledge(world.view(rng.randrange(pair.players))).players == pair.players
            assert world.needs is None
            assert world.to_move() == view.to_move
            assert watcher is None or world.legal_actions(watcher) == list(view.actions)
