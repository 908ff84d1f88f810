"""Features say that a seat plays for what it is paid for, or that it forgets nothing."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from hexdeck.core.registry import GAMES
from hexdeck.rl import VectorEnv
from hexdeck.rl.petting_zoo import SeatsAtOnce, SeatsInTurn
from hexdeck.rl.seat_env import SeatEnv

PLAYS_FOR = {"points": "plays for: points", "lead": "plays for: points", "win": "plays for: win"}
ATTENTIVE = {"voodoo": "attention: 100%"}  # its features tell that instead

every_game = pytest.mark.parametrize("game", GAMES)
every_reward = pytest.mark.parametrize("reward", PLAYS_FOR)


def check(game: str, reward: str, names: list[str], bits: Iterable[Any]) -> None:
    told = [name for name, bit in zip(names, bits, strict=True) if bit]
    styles = [name for name in told if name.startswith(("plays for: ", "attention: "))]
    assert styles == [ATTENTIVE.get(game, PLAYS_FOR[reward])]


@every_game
@every_reward
def test_many_games(game: str, reward: str) -> None:
    env = VectorEnv(game, 1, reward=reward)
    check(game, reward, env.feature_names, env.bits()[0])


@every_game
@every_reward
def test_one_seat_and_all_of_them(game: str, reward: str) -> None:
    one, turns, at_once = (
        SeatEnv(game, reward=reward),
        SeatsInTurn(game, reward=reward),
        SeatsAtOnce(game, reward=reward),
    )
    turns.reset(seed=1)
    names = one.setting.feature_names
    check(game, reward, names, one.reset(seed=1)[0]["observation"])
    check(game, reward, names, turns.observe("seat_1")["observation"])
    check(game, reward, names, at_once.reset(seed=1)[0]["seat_1"]["observation"])


@every_game
@every_reward
def test_openspiel(game: str, reward: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (make bench installs it)")
    import_module("hexdeck.rl.open_spiel")
    state = pyspiel.load_game(f"hexdeck_{game}(reward={reward})").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    check(game, reward, state.story.game.setting.feature_names, np.array(state.observation_tensor(0)))
