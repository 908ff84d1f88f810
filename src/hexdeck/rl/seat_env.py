"""One seat of a game for Gymnasium; bots of any kind play the others.

Whoever imports this can make it by its id too: `gymnasium.make("hexdeck/skull_queen-v1")`, with the version
of the game's rules.
"""

import pickle
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from hexdeck.ai.bots import check_bot, make_bot, one_per_seat
from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.bot_seats import faults_of
from hexdeck.ai.external_bots.external_bot import OwnBot
from hexdeck.core.cards import Action, Seat
from hexdeck.core.errors import SetupRefused
from hexdeck.core.feature_layout import Steps
from hexdeck.core.game import Options
from hexdeck.core.input_check import check_seat
from hexdeck.core.registry import GAMES
from hexdeck.rl.bot_pickling import written
from hexdeck.rl.missing import missing
from hexdeck.rl.observing import Observation, observation_space, observed
from hexdeck.rl.one_game import OneGame, no_game
from hexdeck.rl.setting import Setting, whole

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing(error) from None


class SeatEnv(gymnasium.Env[Observation, Action]):
    """A game from the first question to the seat to the end of the game.

    `bots` is one bot for all other seats, or one for each of them, clockwise.  Without a `seat` every reset
    draws one.  An illegal action is refused, or with `replaces` something legal is drawn instead and `info`
    says so.  Bots of one's own are started to see that they can play; turns that they lose are in `info`.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Options | None = None,
        *,
        bots: str | Sequence[str] = "casual",
        seat: Seat | None = None,
        reward: str = "points",
        replaces: bool = False,
    ) -> None:
        self.setting = Setting.of(game, players, options, reward)
        self._always = None if seat is None else whole("seat", seat)
        if self._always is not None:
            check_seat(self.setting.players, self._always)
        self._seat, self._replaces = self._always or 0, replaces
        self._names = self._checked(bots)
        self._actions = len(self.setting.action_names)
        self._game: OneGame | None = None
        self._bots: dict[Seat, Bot] = {}
        self.observation_space: Any = observation_space(self.setting, self._actions)
        self.action_space: Any = spaces.Discrete(self._actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.close()
        players = self.setting.players
        self._seat = int(self.np_random.integers(players)) if self._always is None else self._always
        chance, minds = (int(self.np_random.integers(2**63)) for _ in range(2))
        self._bots = {
            seat: make_bot(
                name, self.setting.game.name, Random(f"{minds}/{seat}"), options=self.setting.options
            )
            for name, seat in zip(self._names, self._others(), strict=True)
        }
        self._game = OneGame(self.setting, chance)
        self._let_bots_play(self._game)
        return self._observed(self._game), self._info(self._game, is_replaced=False)

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        game = self._game
        if game is None or game.is_over:
            raise no_game()
        legal, chosen = game.legal(self._seat), whole("an action", action)
        is_replaced = self._replaces and chosen not in legal
        if is_replaced:
            chosen = legal[int(self.np_random.integers(len(legal)))]
        paid = game.answer(self._seat, chosen)[self._seat] + self._let_bots_play(game)
        if game.is_over:
            self._let_bots_leave(game.position.scores)
        return self._observed(game), paid, game.is_over, False, self._info(game, is_replaced=is_replaced)

    def choices(self) -> dict[Action, Steps]:
        """The choices in slots that make up each legal action of the seat."""
        return {} if self._game is None else self._game.choices(self._seat)

    def close(self) -> None:
        """Bots of one's own go home."""
        self._let_bots_leave(None)

    def render(self) -> None:
        """Nothing: `hexdeck play` shows games."""

    def __getstate__(self) -> dict[str, Any]:
        """Bots as bytes: a copy has its own."""
        return self.__dict__ | {"_bots": written(self._bots, self.setting.game.name)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ = state | {"_bots": pickle.loads(state["_bots"])}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What the seat may do now, as sb3-contrib's MaskablePPO asks for it."""
        legal = [] if self._game is None else self._game.legal(self._seat)
        return np.isin(np.arange(self._actions), legal)

    def _checked(self, bots: str | Sequence[str]) -> list[str]:
        """A bot that can play for each of the other seats, or SetupRefused."""
        setting = self.setting
        names = one_per_seat(_listed(bots), setting.players - 1)
        for name in dict.fromkeys(names):
            check_bot(name, setting.game.name, players=setting.players, options=setting.options)
        return names

    def _others(self) -> list[Seat]:
        players = self.setting.players
        return [(self._seat + away) % players for away in range(1, players)]

    def _let_bots_play(self, game: OneGame) -> float:
        """Until the seat is the first that is asked, or the game is over; what the seat is paid for it."""
        paid = 0.0
        while not game.is_over and game.asked[0] != self._seat:
            seat = game.asked[0]
            view = game.position.view(seat)
            if game.out_of_turn:
                action = self._bots[seat].interrupt(view)
                paid += game.answer(seat, self.setting.wait if action is None else action)[self._seat]
            else:
                paid += game.answer(seat, self._bots[seat].choose(view))[self._seat]
        return paid

    def _let_bots_leave(self, scores: list[int] | None) -> None:
        for bot in self._bots.values():
            if isinstance(bot, OwnBot):
                bot.leave(scores)

    def _observed(self, game: OneGame) -> Observation:
        return observed(game, self._seat, self._actions, game.legal(self._seat))

    def _info(self, game: OneGame, *, is_replaced: bool) -> dict[str, Any]:
        return {
            "seat": self._seat,
            "scores": game.position.scores,
            "is_replaced": is_replaced,
            "faults": faults_of(self._bots),
        }


def _listed(bots: str | Sequence[str]) -> list[str]:
    names = [bots] if isinstance(bots, str) else bots
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise SetupRefused("bots are names, like {example}, not {given}", example="club", given=repr(bots))
    return list(names)


for _game in GAMES.values():
    gymnasium.register(
        f"hexdeck/{_game.name}-v{_game.version}",
        entry_point=f"{__name__}:{SeatEnv.__name__}",
        kwargs={"game": _game.name},
        disable_env_checker=True,  # it would look at every step, and warn of nothing that our tests do not
    )
