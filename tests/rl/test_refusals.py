"""What environments refuse: which kind of error, and in which words."""

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from hexdeck.core.errors import GameIsOver, IllegalAction, SeatUnknown, SetupRefused
from hexdeck.core.game import Options
from hexdeck.core.registry import GAMES
from hexdeck.rl import VectorEnv
from hexdeck.rl.petting_zoo import SeatsAtOnce, SeatsInTurn
from hexdeck.rl.seat_env import SeatEnv

SHORT: dict[str, Options] = {"voodoo_prince": {"rounds": 1}, "vampire_queen": {"phases": 1}}
NO_GAME = "no game goes on in this environment: reset it first"
every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_nothing_goes_on_before_a_reset(game: str) -> None:
    one, turns, at_once = SeatEnv(game), SeatsInTurn(game), SeatsAtOnce(game)
    with pytest.raises(GameIsOver, match=NO_GAME):
        one.step(0)
    with pytest.raises(GameIsOver, match=NO_GAME):
        turns.step(0)
    with pytest.raises(GameIsOver, match=NO_GAME):
        turns.observe("seat_0")
    with pytest.raises(GameIsOver, match=NO_GAME):
        turns.last()
    with pytest.raises(GameIsOver, match=NO_GAME):
        at_once.step({})
    with pytest.raises(GameIsOver, match=NO_GAME):
        at_once.choices("seat_0")


@every_game
def test_nothing_goes_on_after_the_end(game: str) -> None:
    env, rng = SeatsInTurn(game, options=SHORT.get(game)), Random(1)
    env.reset(seed=1)
    for _ in env.agent_iter(10_000):
        shown, _, over, *_ = env.last()
        env.step(None if over else rng.choice(np.flatnonzero(shown["action_mask"]).tolist()))
    assert not env.agents
    with pytest.raises(GameIsOver, match=NO_GAME):
        env.step(0)


@every_game
def test_every_seat_answers_every_step(game: str) -> None:
    env = SeatsAtOnce(game)
    shown, _ = env.reset(seed=1)
    actions: dict[str, Any] = {agent: int(one["action_mask"].argmax()) for agent, one in shown.items()}
    *others, last = env.agents
    wanted = f"all seats answer every step, those who are not asked with {GAMES[game].actions}, wait"
    with pytest.raises(IllegalAction, match=f"no action came from {last}: {wanted}"):
        env.step({agent: actions[agent] for agent in others})
    with pytest.raises(IllegalAction, match=f"no action came from {', '.join(env.agents)}: {wanted}"):
        env.step({})
    with pytest.raises(TypeError, match=f"the action of {last} must be a whole number, not None"):
        env.step(actions | {last: None})
    env.step(actions)


@every_game
def test_an_action_is_a_whole_number(game: str) -> None:
    envs: list[Any] = [SeatsInTurn(game), SeatEnv(game, bots="random")]
    for env in envs:
        env.reset(seed=1)
        for wrong in (None, "0", 0.5):
            with pytest.raises(TypeError, match=f"an action must be a whole number, not {wrong!r}"):
                env.step(wrong)


@every_game
@pytest.mark.parametrize("kind", [SeatEnv, SeatsInTurn, SeatsAtOnce, VectorEnv])
def test_players_are_a_whole_number(game: str, kind: Any) -> None:
    """NumPy's is one, too."""
    many, size = GAMES[game].players[-1], [1] if kind is VectorEnv else []
    for wrong in (str(many), float(many)):
        with pytest.raises(TypeError, match=f"players must be a whole number, not {wrong!r}"):
            kind(game, *size, players=wrong)
    assert kind(game, *size, players=np.int64(many))


@every_game
def test_so_are_seats_sizes_and_seeds(game: str) -> None:
    seat: Any = SeatEnv
    many: Any = VectorEnv
    with pytest.raises(TypeError, match="seat must be a whole number, not '1'"):
        seat(game, seat="1")
    with pytest.raises(TypeError, match=r"size must be a whole number, not 1\.5"):
        many(game, 1.5)
    with pytest.raises(TypeError, match="seed must be a whole number, not None"):
        many(game, 1, seed=None)
    with pytest.raises(TypeError, match="seed must be a whole number, not '7'"):
        many(game, 1).reset(seed="7")


@every_game
def test_what_cannot_be_set_up_is_refused_in_words(game: str) -> None:
    seat: Any = SeatEnv
    many: Any = VectorEnv
    with pytest.raises(SetupRefused, match="a batch cannot have 1000000000000 games: choose 1 to 2147483647"):
        many(game, 10**12)
    with pytest.raises(SetupRefused, match="2000000000 games do not fit into memory: choose fewer"):
        many(game, 2 * 10**9)
    for seed in (-1, 2**64):
        with pytest.raises(
            SetupRefused, match=f"“{seed}” is no seed: write a number from 0 to 1844674407370"
        ):
            many(game, 1, seed=seed)
    for bots in (None, 3, ["random", None]):
        with pytest.raises(SetupRefused, match="bots are names, like club, not "):
            seat(game, bots=bots)


@every_game
@pytest.mark.parametrize("kind", [SeatEnv, SeatsInTurn, SeatsAtOnce, VectorEnv])
def test_options_are_a_dictionary(game: str, kind: Any) -> None:
    size = [1] if kind is VectorEnv else []
    with pytest.raises(
        SetupRefused, match=r"options are a dictionary of names and choices, not \['rounds'\]"
    ):
        kind(game, *size, options=["rounds"])


WITHOUT = "import sys; sys.modules[sys.argv[1]] = None; __import__(sys.argv[2])"


@pytest.mark.parametrize(
    ("module", "lacks", "package"),
    [
        ("hexdeck.rl", "numpy", "hexdeck[rl]"),
        ("hexdeck.rl.petting_zoo", "pettingzoo", "hexdeck[rl]"),
        ("hexdeck.rl.petting_zoo", "gymnasium", "hexdeck[rl]"),
        ("hexdeck.rl.seat_env", "gymnasium", "hexdeck[rl]"),
        ("hexdeck.rl.open_spiel", "pyspiel", "open_spiel"),
    ],
)
def test_what_is_not_installed_is_named_with_what_brings_it(module: str, lacks: str, package: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, lacks, module], capture_output=True, text=True, check=False
    )
    said = f"ModuleNotFoundError: {lacks} is not installed: get it with pip install '{package}'"
    assert done.stderr.splitlines()[-1] == said


@every_game
def test_an_environment_says_what_it_plays(game: str) -> None:
    env = VectorEnv(game, 7, reward="win", options=SHORT.get(game))
    assert repr(env).startswith(f"VectorEnv('{game}', 7, players={GAMES[game].players[0]}, options={{")
    assert repr(env).endswith("reward='win')")
    assert repr(eval(repr(env))) == repr(env)


@every_game
def test_one_seat_tells_its_mask_as_sb3_asks_for_it(game: str) -> None:
    env = SeatEnv(game, bots="random")
    assert not env.action_masks().any()
    shown, _ = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert env.action_masks().tolist() == shown["action_mask"].astype(bool).tolist()


@every_game
def test_agents_are_called_after_seats(game: str) -> None:
    env = SeatsInTurn(game)
    env.reset(seed=1)
    with pytest.raises(SeatUnknown, match="no agent is called 'seat_9': choose one of seat_0, seat_1"):
        env.observe("seat_9")
