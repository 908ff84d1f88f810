"""A bot that asks a network: one look at the view, and the choice it likes best."""

from functools import cache
from math import exp
from random import Random
from typing import Any

from hexdeck.bots.slow_network import SlowNetwork
from hexdeck.bots.weights import weights_for
from hexdeck.cards import Action
from hexdeck.features import STYLES
from hexdeck.game import View
from hexdeck.kernel import kernel_of, network_module


class NetBot:
    """Plays for points, for the match, or for both; where several choose at once in secret it mixes."""

    def __init__(self, game: str, rng: Random, style: str = "both") -> None:
        weights_for(game)  # or it is refused now
        self._game = game
        self._rng = rng
        self._style = STYLES.index(style)

    def interrupt(self, view: View) -> Action | None:
        del view
        return None

    def choose(self, view: View) -> Action:
        if len(view.actions) == 1:
            return int(view.actions[0])
        found = self.look(view)
        if len(view.to_move) > 1:
            return self._mixed(found)
        return max(found, key=lambda action: found[action])

    def look(self, view: View) -> dict[Action, float]:
        """How much the network likes each choice: logits."""
        kernel = kernel_of(self._game)
        if kernel is None:
            return dict(zip(view.actions, _slow(self._game).likings(view, self._style), strict=True))
        likings = compiled_network(self._game).likings(kernel.Knowledge(view), view.actions, self._style)
        return dict(zip(view.actions, likings, strict=True))

    def _mixed(self, found: dict[Action, float]) -> Action:
        best = max(found.values())
        weights = [exp(liking - best) for liking in found.values()]
        return self._rng.choices(list(found), weights)[0]


@cache
def compiled_network(game: str) -> Any:
    """The network that comes with the house, for the kernel."""
    module, weights = network_module(), weights_for(game)
    assert module is not None, "what the kernels share is compiled with them"
    return module.Network(weights.sizes, weights.layers)


@cache
def _slow(game: str) -> SlowNetwork:
    return SlowNetwork(game, weights_for(game))
