"""Networks in the compiled kernel."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from hexdeck.ai.networks.weights import Weights, weights_for
from hexdeck.core.cards import Action
from hexdeck.core.feature_layout import Steps
from hexdeck.core.game import View
from hexdeck.kernel import kernel_of, network_module


class FastNetwork:
    def __init__(self, game: str, weights: Weights) -> None:
        kernel, module = kernel_of(game), network_module()
        assert kernel is not None, "without a kernel there is SlowNetwork"
        assert module is not None, "what the kernels share is compiled with them"
        self._kernel, self._module = kernel, module
        self.network = module.Network(weights.sizes, weights.layers)

    def read(self, view: View) -> Any:
        """What the seat knows, for the other methods."""
        return self._kernel.Knowledge(view)

    def steps(self, seen: Any, actions: Sequence[Action]) -> list[Steps]:
        """The choices that make up each action."""
        found: list[Steps] = self._module.steps(seen, actions)
        return found

    def likings(self, seen: Any, choices: Sequence[int], style: int, decided: Steps) -> list[float]:
        """Logits of the choices that come after what is decided, in their order."""
        found: list[float] = self.network.likings(seen, choices, style, decided)
        return found


@cache
def fast_network(game: str) -> FastNetwork:
    """The one that comes with the house."""
    return FastNetwork(game, weights_for(game))
