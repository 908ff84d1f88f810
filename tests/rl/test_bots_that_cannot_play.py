"""A bot that cannot play is refused before the game; what one does wrong in the game is told."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hexdeck
from hexdeck.ai.networks.weights import network_path
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Options
from hexdeck.core.registry import GAMES
from hexdeck.rl.seat_env import SeatEnv

OWN_BOTS = Path(__file__).parents[1] / "bots"
SHORT: dict[str, Options] = {"voodoo_prince": {"rounds": 1}, "vampire_queen": {"phases": 1}}

every_game = pytest.mark.parametrize("game", GAMES)


def network_of_another(game: str) -> str:
    other = next(name for name in GAMES if name != game)
    return f"network:{network_path(other)}"


@every_game
def test_one_that_cannot_play_is_refused_at_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No class of that name, one that does not want to, a network of another game, nobody at all."""
    monkeypatch.chdir(OWN_BOTS)
    for bot in ("own_bots:Nope", "own_bots:Unwilling", network_of_another(game), "nobody"):
        with pytest.raises(SetupRefused):
            SeatEnv(game, bots=bot)
        with pytest.raises(SetupRefused):
            hexdeck.new_table(game, bots=bot)
        with pytest.raises(SetupRefused):
            hexdeck.new_table(game, bots={1: bot})


@every_game
def test_turns_that_a_bot_loses_are_told(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(OWN_BOTS)
    env = SeatEnv(game, options=SHORT.get(game), bots="own_bots:Raising", seat=0)
    shown, info = env.reset(seed=1)
    counts, over = [count(info)], False
    while not over:
        shown, _, over, _, info = env.step(int(np.flatnonzero(shown["action_mask"])[0]))
        counts.append(count(info))
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]
    [fault] = info["faults"]
    assert (fault.bot, fault.kind) == ("raising", "failed")
    assert "so it goes" in fault.first
    assert count(env.reset(seed=1)[1]) == counts[0]  # each game has its own
    env.close()


@every_game
def test_a_bot_that_does_nothing_wrong_has_no_faults(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(OWN_BOTS)
    env = SeatEnv(game, options=SHORT.get(game), bots="own_bots:Lowest", seat=0)
    shown, info = env.reset(seed=1)
    over = False
    while not over:
        shown, _, over, _, info = env.step(int(np.flatnonzero(shown["action_mask"])[0]))
    assert info["faults"] == ()


def count(info: dict[str, Any]) -> int:
    return sum(fault.count for fault in info["faults"])
