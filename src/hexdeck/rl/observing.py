"""What a seat is shown in PettingZoo and Gymnasium: features and a mask, as spaces of Gymnasium."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hexdeck.core.cards import Seat
from hexdeck.rl.missing import missing
from hexdeck.rl.one_game import OneGame
from hexdeck.rl.setting import Setting

try:
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing(error) from None

Observation: TypeAlias = dict[str, npt.NDArray[Any]]


def observation_space(setting: Setting, actions: int) -> spaces.Dict:
    """A 0 or 1 for each feature, and for each action; SetupRefused if the game has no features yet."""
    size = len(setting.feature_names)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (size,), np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def observed(game: OneGame, seat: Seat, actions: int, legal: Iterable[int]) -> Observation:
    """What the seat sees, and what it may do."""
    return {
        "observation": _ones(game.features(seat), len(game.setting.feature_names)),
        "action_mask": _ones(legal, actions),
    }


def _ones(places: Iterable[int], size: int) -> npt.NDArray[np.int8]:
    found = np.zeros(size, np.int8)
    found[list(places)] = 1
    return found
