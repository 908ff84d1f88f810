"""Thousands of games side by side: NumPy arrays that the kernel fills in place, without the interpreter."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Options
from hexdeck.kernel.batch import STEPS, Batch
from hexdeck.rl.setting import Setting, checked_seed, whole


class VectorEnv:
    """`size` games; in each of them one seat is asked at a time, and a game that is over begins anew.

    The arrays are made once and filled in place by every step: copy what you want to keep.
    """

    seats: npt.NDArray[np.int8]  # who is asked in each game
    mask: npt.NDArray[np.bool_]  # what it may do, a column for each action
    rewards: npt.NDArray[np.float32]  # of the last step, a column for each seat
    over: npt.NDArray[np.bool_]  # whether the last step ended the game
    scores: npt.NDArray[np.int16]  # after the last step; where it ended the game the final ones

    def __init__(
        self,
        game: str,
        size: int,
        *,
        players: int | None = None,
        options: Options | None = None,
        seed: int = 0,
        reward: str = "points",
    ) -> None:
        setting = Setting.of(game, players, options, reward)
        self._setting, self.size = setting, whole("size", size)
        try:
            self._batch = self._begun(checked_seed(seed))
            self.players, self.actions = setting.players, self._batch.actions
            self._make_arrays()
        except MemoryError:
            raise SetupRefused("{size} games do not fit into memory: choose fewer", size=self.size) from None
        self._look()

    def __repr__(self) -> str:
        setting = self._setting
        told = f"players={self.players}, options={dict(setting.options)}, reward={setting.reward!r}"
        return f"VectorEnv({setting.game.name!r}, {self.size}, {told})"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a VectorEnv cannot be copied or stored: its games lie in memory of the kernel;"
            " make another one with the same seed, and play the same actions"
        )

    @property
    def features(self) -> npt.NDArray[np.uint32]:
        """What the seat that is asked sees, as bits in words, the lowest first; or SetupRefused."""
        assert self.feature_names, "else they are refused"
        return self._features

    @property
    def feature_names(self) -> list[str]:
        """One for each bit, in order; SetupRefused if the game has none."""
        return self._setting.feature_names

    @property
    def action_names(self) -> list[str]:
        """One for each action, in order."""
        return self._setting.action_names

    def bits(self) -> npt.NDArray[np.uint8]:
        """The features as a new array with a column for each bit."""
        in_bytes = self.features.astype("<u4", copy=False).view(np.uint8)
        return np.unpackbits(in_bytes, axis=1, count=len(self.feature_names), bitorder="little")

    def choices(self) -> npt.NDArray[np.int16]:
        """For each game and each legal action the choices that make it up, -1 where there is none.

        Features name colours by slots, actions by themselves; choices are numbers in slots.  Most actions are
        one choice, Skull Queen's placing is five in a row.  The array is filled in place by every call.
        """
        assert self.feature_names, "else they are refused"
        self._batch.steps(self._choices)
        shown = self._choices.view()
        shown.flags.writeable = False  # the kernel clears only what it wrote
        return shown

    def step(self, actions: npt.ArrayLike) -> None:
        """Play an action in every game; if one is not legal none is played, and the refusal names it."""
        self._batch.step(self._as_actions(actions), self._over, self.scores, self.rewards)
        self._look()

    def step_unchecked(self, actions: npt.NDArray[np.int32]) -> None:
        """The same with actions that are known to be legal: what is not corrupts memory."""
        self._batch.step_unchecked(actions, self._over, self.scores, self.rewards)
        self._look()

    def random_actions(self) -> npt.NDArray[np.int32]:
        """Something legal for every game, each by an equal chance; what is dealt does not depend on it."""
        self._batch.pick(self._picked)
        return self._picked

    def reset(self, games: Iterable[int] | None = None, *, seed: int | None = None) -> None:
        """Begin all games anew, or those with these numbers.

        Or those that an array of bool, like `over`, marks.  Number, seed and actions make a game what it is;
        without a seed, chance goes on where it was.
        """
        numbers = list(range(self.size)) if games is None else self._numbers(list(games))
        seed = None if seed is None else checked_seed(seed)
        for number in numbers:
            self._batch.restart(number, seed)
        self._over[numbers], self.rewards[numbers], self.scores[numbers] = 0, 0, 0
        self._look()

    def _begun(self, seed: int) -> Batch:
        setting = self._setting
        return Batch(
            setting.new(),
            self.size,
            seed,
            features=setting.has_features,
            style=setting.style,
            reward=setting.reward,
        )

    def _make_arrays(self) -> None:
        size, players = self.size, self.players
        self.seats = np.zeros(size, np.int8)
        self._mask, self._over = np.zeros((size, self.actions), np.uint8), np.zeros(size, np.uint8)
        self.mask, self.over = self._mask.view(np.bool_), self._over.view(np.bool_)
        self.rewards = np.zeros((size, players), np.float32)
        self.scores = np.zeros((size, players), np.int16)
        self._features = np.zeros((size, self._batch.words), np.uint32)
        self._picked = np.zeros(size, np.int32)

    def _numbers(self, games: list[Any]) -> list[int]:
        """Of games that there are; else none is begun anew."""
        if games and all(isinstance(one, (bool, np.bool_)) for one in games):
            if len(games) != self.size:
                raise ValueError(f"{len(games)} marks do not fit this environment: it wants {self.size}")
            return [number for number, is_meant in enumerate(games) if is_meant]
        numbers = [whole("the number of a game", one) for one in games]
        for number in numbers:
            if not 0 <= number < self.size:
                raise ValueError(f"no game has the number {number}: choose from 0 to {self.size - 1}")
        return numbers

    @cached_property
    def _choices(self) -> npt.NDArray[np.int16]:
        return np.empty((self.size, self.actions, STEPS), np.int16)

    def _as_actions(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        given: npt.NDArray[Any] = np.asarray(actions)
        if given.dtype == np.int32:
            return np.ascontiguousarray(given)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        return np.clip(given, -1, self.actions).astype(np.int32)  # too large stays too large

    def _look(self) -> None:
        self._batch.look(self.seats, self._mask, self._features if self._batch.words else None)
