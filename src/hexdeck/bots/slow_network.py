"""Networks in plain Python, for machines without the compiled kernel: the same answers, slowly."""

from collections.abc import Iterable, Sequence
from operator import mul

from hexdeck.bots.weights import Weights
from hexdeck.features import features_for
from hexdeck.game import View


class SlowNetwork:
    def __init__(self, game: str, weights: Weights) -> None:
        self._features = features_for(game)
        self._weights = weights

    def likings(self, view: View, style: int) -> list[float]:
        """Logits of the view's actions, in their order."""
        return self.outputs(view, style, [self._features.choice(view, action) for action in view.actions])

    def outputs(self, view: View, style: int, wanted: Iterable[int]) -> list[float]:
        """What the network says, of its outputs those that are wanted."""
        sizes, layers = self._weights.sizes, self._weights.layers
        values = _rectified(layers[0][1], _rows(layers[0][0], sizes[1], self._features.features(view, style)))
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
            biases[output] + sum(map(mul, weights[output * size : (output + 1) * size], values))
            for output in wanted
        ]


def _rows(weights: Sequence[float], units: int, numbers: list[int]) -> list[Sequence[float]]:
    return [weights[number * units : (number + 1) * units] for number in numbers]


def _rectified(biases: Sequence[float], rows: Iterable[Sequence[float]]) -> list[float]:
    return [max(0.0, total) for total in map(sum, zip(biases, *rows, strict=True))]
