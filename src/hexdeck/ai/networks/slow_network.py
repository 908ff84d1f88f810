"""Networks in plain Python, for machines without the compiled kernel: the same answers, slowly."""

from collections.abc import Iterable, Sequence
from operator import mul

from hexdeck.ai.networks.weights import Weights
from hexdeck.core.cards import Action
from hexdeck.core.feature_layout import Steps
from hexdeck.core.features import features_for
from hexdeck.core.game import View


class SlowNetwork:
    def __init__(self, game: str, weights: Weights) -> None:
        self._features = features_for(game)
        self._weights = weights

    def read(self, view: View) -> View:
        """What the seat knows, for the other methods."""
        return view

    def steps(self, seen: View, actions: Sequence[Action]) -> list[Steps]:
        """The choices that make up each action."""
        found: list[Steps] = self._features.steps(seen, actions)
        return found

    def likings(self, seen: View, choices: Sequence[int], style: int, decided: Steps) -> list[float]:
        """Logits of the choices that come after what is decided, in their order."""
        sizes, layers = self._weights.sizes, self._weights.layers
        numbers = self._features.features(seen, style, decided)
        values = _rectified(layers[0][1], _rows(layers[0][0], sizes[1], numbers))
        for (weights, biases), units in zip(layers[1:-1], sizes[2:-1], strict=True):
            scaled = (
                [value * weight for weight in weights[at * units : (at + 1) * units]]
                for at, value in enumerate(values)
                if value
            )
            values = _rectified(biases, scaled)
        weights, biases = layers[-1]
        size = sizes[-2]
        return [
            biases[choice] + sum(map(mul, weights[choice * size : (choice + 1) * size], values))
            for choice in choices
        ]


def _rows(weights: Sequence[float], units: int, numbers: list[int]) -> list[Sequence[float]]:
    return [weights[number * units : (number + 1) * units] for number in numbers]


def _rectified(biases: Sequence[float], rows: Iterable[Sequence[float]]) -> list[float]:
    return [max(0.0, total) for total in map(sum, zip(biases, *rows, strict=True))]
