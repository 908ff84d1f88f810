"""The weights that play, as the house ships them: half precision, rows as the kernel reads them; and back."""

import json
import struct

import torch

from hexdeck import __version__
from hexdeck.ai.networks.weights import Weights
from hexdeck.core.features import features_for, fingerprint


def layers_of(state: dict[str, torch.Tensor], inputs: int) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Weights with a row for each input, of the last layer for each output, without what pads words."""
    count = sum(name.startswith("hidden.") and name.endswith(".weight") for name in state)
    hidden = [(state[f"hidden.{at}.weight"].T, state[f"hidden.{at}.bias"]) for at in range(count)]
    hidden[0] = (hidden[0][0][:inputs], hidden[0][1])
    return [*hidden, (state["last.weight"], state["last.bias"])]


def exported(game: str, state: dict[str, torch.Tensor], **origin: int) -> bytes:
    """A safetensors file; what it comes from, like the seed, stands among its metadata."""
    layout = features_for(game).LAYOUT
    layers = layers_of(state, layout.size)
    sizes = [layout.size, *(len(bias) for _, bias in layers)]
    told = {name: str(number) for name, number in origin.items()}
    known = {"game": game, "fingerprint": fingerprint(game), "sizes": json.dumps(sizes)}
    header: dict[str, object] = {"__metadata__": known | told | {"hexdeck": __version__}}
    data = b""
    for at, (weight, bias) in enumerate(layers):
        for name, tensor in ((f"{at}.weight", weight), (f"{at}.bias", bias)):
            raw = tensor.detach().to("cpu", torch.float16).contiguous().numpy().tobytes()
            offsets = [len(data), len(data) + len(raw)]
            header[name] = {"dtype": "F16", "shape": list(tensor.shape), "data_offsets": offsets}
            data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def imported(weights: Weights, bits: int) -> dict[str, torch.Tensor]:
    """A tower's state with what the house ships; its first layer has so many inputs, more than are used."""
    state: dict[str, torch.Tensor] = {}
    *hidden, last = weights.layers
    for at, (rows, biases) in enumerate(hidden):
        weight = torch.tensor(rows).view(weights.sizes[at], weights.sizes[at + 1]).T
        if at == 0:
            weight = torch.nn.functional.pad(weight, (0, bits - weights.sizes[0]))
        state |= {f"hidden.{at}.weight": weight.contiguous(), f"hidden.{at}.bias": torch.tensor(biases)}
    rows, biases = last
    state["last.weight"] = torch.tensor(rows).view(weights.sizes[-1], weights.sizes[-2])
    return {**state, "last.bias": torch.tensor(biases)}
