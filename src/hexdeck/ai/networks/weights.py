"""Networks in files: safetensors in half precision, read without NumPy, and refused where they do not fit."""

import json
import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any

from hexdeck.core.errors import SetupRefused
from hexdeck.core.features import features_for, fingerprint, is_value_network
from hexdeck.core.game_files import data_of
from hexdeck.core.registry import GAMES


@dataclass(frozen=True)
class Weights:
    """Layers of weights, with a row for each input, of the last one for each output, and biases."""

    sizes: tuple[int, ...]  # inputs, hidden layers, outputs
    layers: tuple[tuple[Sequence[float], Sequence[float]], ...]


def has_network(game: str) -> bool:
    """Whether one comes with the house."""
    return network_path(game).exists()


@cache
def weights_for(game: str) -> Weights:
    """The network that comes with the house, or SetupRefused."""
    if not has_network(game):
        raise SetupRefused("nobody has trained a network for {game}: choose another bot", game=game)
    return read_weights(network_path(game), game)


def network_path(game: str) -> Path:
    """Return where the network that comes with a game lies, if there is one."""
    return data_of(game) / "network.safetensors"


def read_weights(path: Path, game: str) -> Weights:
    """The network in a file, or SetupRefused if it is none, or one for other rules or features."""
    try:
        data = path.read_bytes()
        length = int.from_bytes(data[:8], "little")
        header: dict[str, Any] = dict(json.loads(data[8 : 8 + length]))
        metadata = dict(header.pop("__metadata__"))
        _check_origin(metadata, path, game)
        sizes = _sizes(json.loads(metadata["sizes"]), game)
        numbers = data[8 + length :]
        tensors = {name: _floats(numbers, **tensor) for name, tensor in header.items()}
        layers = tuple((tensors[f"{at}.weight"], tensors[f"{at}.bias"]) for at in range(len(sizes) - 1))
        for (weights, biases), (above, below) in zip(layers, pairwise(sizes), strict=True):
            if (len(weights), len(biases)) != (above * below, below):
                raise ValueError("its layers are not as large as it says")
    except (LookupError, TypeError, ValueError, OSError, struct.error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise SetupRefused("{path} holds no network: {error}", path=str(path), error=str(why)) from error
    return Weights(sizes, layers)


def _check_origin(metadata: dict[str, Any], path: Path, game: str) -> None:
    """SetupRefused for another game's, or one of other rules or features."""
    other = metadata.get("game")
    if other != game and other in GAMES:
        raise SetupRefused(
            "the network in {path} is one for {other}, not for {game}: take one that was trained for {game}",
            path=str(path),
            other=other,
            game=game,
        )
    if metadata["fingerprint"] != fingerprint(game):
        raise SetupRefused(
            "the network in {path} was trained with other rules or features: train it anew", path=str(path)
        )


def _sizes(given: Any, game: str) -> tuple[int, ...]:
    """Checked, or ValueError."""
    sizes = tuple(int(size) for size in given)
    features = features_for(game)
    outputs = features.CHANCES if is_value_network(game) else features.LAYOUT.choices
    if len(sizes) < 3 or min(sizes) < 1 or (sizes[0], sizes[-1]) != (features.LAYOUT.size, outputs):
        raise ValueError(f"layers of {', '.join(map(str, sizes))} do not fit {game}")
    return sizes


def _floats(data: bytes, *, dtype: str, shape: Any, data_offsets: Any) -> "array[float]":
    """Half precision as floats, or ValueError; the shape follows from the sizes of the layers."""
    del shape
    start, end = data_offsets
    if dtype != "F16" or not 0 <= start <= end <= len(data):
        raise ValueError("it ends too soon, or is not in half precision")
    found = array("f", struct.unpack(f"<{(end - start) // 2}e", data[start:end]))
    if not isfinite(sum(found)):
        raise ValueError("some of its weights are no numbers")
    return found
