"""The networks: a policy that sees what its seat sees, and a critic that sees everything and never plays."""

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import nn

from hexdeck.core.features import features_for
from hexdeck.core.registry import game_named
from training.recipe import feature_named

NEVER = -1e9  # the logit of a choice that is not legal


def unpacked(words: torch.Tensor) -> torch.Tensor:
    """Rows of bits as rows of zeros and ones."""
    places = torch.arange(32, dtype=torch.int32, device=words.device)
    bits = (words.unsqueeze(-1) >> places) & 1
    return bits.flatten(-2).to(torch.bfloat16 if words.is_cuda else torch.float32)


def mixing(game: str, words: torch.Tensor) -> torch.Tensor:
    """Which rows of features are of tables where a seat must not be predictable."""
    found = torch.zeros(words.shape[0], dtype=torch.bool, device=words.device)
    for players in features_for(game).LAYOUT.mixes:
        found = found | _is_set(words, feature_named(game, f"players: {players}"))
    return found


def players_at(game: str, words: torch.Tensor) -> torch.Tensor:
    """How many sit at the table of each row of features."""
    found = torch.zeros(words.shape[0], dtype=torch.int64, device=words.device)
    for players in game_named(game).players:
        found += players * _is_set(words, feature_named(game, f"players: {players}"))
    return found


def _is_set(words: torch.Tensor, bit: int) -> torch.Tensor:
    return ((words[:, bit // 32] >> bit % 32) & 1).bool()


def legal_only(logits: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Logits with all that is not legal made impossible; `mask` is rows of bits."""
    places = torch.arange(32, dtype=torch.int32, device=mask.device)
    legal = ((mask.unsqueeze(-1) >> places) & 1).flatten(-2)[..., : logits.shape[-1]].bool()
    return logits.masked_fill(~legal, NEVER)


class Tower(nn.Module):
    """Bits in, some layers of rectified units, numbers out; the last layer in full precision."""

    def __init__(self, bits: int, layers: Sequence[int], out: int) -> None:
        super().__init__()
        sizes = [bits, *layers]
        self.hidden = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.last = nn.Linear(layers[-1], out)
        for layer in self.hidden:
            assert isinstance(layer, nn.Linear)
            nn.init.kaiming_uniform_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        # Few of the bits are set: their rows must be larger for the sum to have its usual spread.
        first = self.hidden[0]
        assert isinstance(first, nn.Linear)
        nn.init.normal_(first.weight, std=0.12)
        nn.init.normal_(self.last.weight, std=0.01)
        nn.init.zeros_(self.last.bias)

    def forward(self, bits: torch.Tensor) -> torch.Tensor:
        with torch.autocast(bits.device.type, torch.bfloat16, enabled=bits.is_cuda, cache_enabled=False):
            for layer in self.hidden:
                bits = torch.relu(layer(bits))
        with torch.autocast(bits.device.type, enabled=False):
            return self.last(bits.float())


def policy_tower(feature_words: int, layers: Sequence[int], choices: int) -> Tower:
    return Tower(feature_words * 32, layers, choices)


def critic_tower(feature_words: int, unseen_words: int, layers: Sequence[int]) -> Tower:
    return Tower((feature_words + unseen_words) * 32, layers, 1)
