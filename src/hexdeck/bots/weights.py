"""Networks in files: safetensors in half precision, read without NumPy, and refused where they do not fit."""

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from struct import unpack
from typing import Final

from hexdeck.errors import SetupRefused
from hexdeck.features import fingerprint

FOLDER: Final = Path(__file__).parent / "networks"


@dataclass(frozen=True)
class Weights:
    """Layers of weights, with a row for each input, of the last one for each output, and biases."""

    sizes: tuple[int, ...]  # inputs, hidden layers, outputs
    layers: tuple[tuple[Sequence[float], Sequence[float]], ...]


def has_network(game: str) -> bool:
    """Whether one comes with the house."""
    return _path(game).exists()


@cache
def weights_for(game: str) -> Weights:
    """The network that comes with the house, or SetupRefused."""
    if not has_network(game):
        raise SetupRefused("nobody has trained a network for {game}: choose another bot", game=game)
    return read_weights(_path(game), game)


def _path(game: str) -> Path:
    return FOLDER / f"{game}.safetensors"


def read_weights(path: Path, game: str) -> Weights:
    """The network in a file, or SetupRefused if it is none, or one for other rules or features."""
    data = path.read_bytes()
    try:
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + length])
        metadata = header.pop("__metadata__")
        if metadata["fingerprint"] != fingerprint(game):
            raise SetupRefused(
                "the network in {path} was trained with other rules or features: train it anew",
                path=str(path),
            )
        sizes = tuple(json.loads(metadata["sizes"]))
        tensors = {
            name: _floats(data[8 + length :], *tensor["data_offsets"]) for name, tensor in header.items()
        }
        layers = tuple((tensors[f"{at}.weight"], tensors[f"{at}.bias"]) for at in range(len(sizes) - 1))
    except (LookupError, TypeError, ValueError) as error:
        raise SetupRefused("{path} holds no network: {error}", path=str(path), error=str(error)) from error
    return Weights(sizes, layers)


def _floats(data: bytes, start: int, end: int) -> "array[float]":
    if not 0 <= start <= end <= len(data):
        raise ValueError("it ends too soon")
    return array("f", unpack(f"<{(end - start) // 2}e", data[start:end]))
