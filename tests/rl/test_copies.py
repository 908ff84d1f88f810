"""A copy of an environment goes on as the original would, and neither notices the other."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import numpy as np
import pytest

from hexdeck.core.registry import GAMES
from hexdeck.rl import VectorEnv
from hexdeck.rl.petting_zoo import SeatsAtOnce, SeatsInTurn
from hexdeck.rl.seat_env import SeatEnv

OWN_BOTS = Path(__file__).parents[1] / "bots"
Copied: TypeAlias = Callable[[Any], Any]


def stored(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


every_game = pytest.mark.parametrize("game", GAMES)
both_ways = pytest.mark.parametrize("copied", [deepcopy, stored])


def seen(shown: Any) -> dict[str, list[int]]:
    return {name: np.flatnonzero(bits).tolist() for name, bits in shown.items()}


def check_twins(env: Any, copied: Copied, told: Callable[[Any, Random], list[Any]]) -> None:
    """`told` plays on and says what came of it; the original goes first, and the copy is not moved by it."""
    told(env, Random(1))
    twin = copied(env)
    went_on = told(env, Random(2))
    assert went_on
    assert went_on == told(twin, Random(2))
    assert told(env, Random(3)) == told(copied(twin), Random(3))


def seat_told(env: SeatEnv, rng: Random) -> list[Any]:
    steps: list[Any] = []
    while env.choices() and len(steps) < 6:
        shown, *others = env.step(rng.choice(sorted(env.choices())))
        steps.append((seen(shown), others, env.choices()))
    return steps


@every_game
@both_ways
@pytest.mark.parametrize("bot", ["random", "heuristic", "club", "net", "ismcts-50"])
def test_one_seat_and_its_bots(game: str, bot: str, copied: Copied) -> None:
    """Chance goes on alike: of the game, of its bots, and of the next reset."""
    env = copied(SeatEnv(game, players=GAMES[game].players[-1], bots=bot))
    env.reset(seed=3)
    check_twins(env, copied, seat_told)
    twin = copied(env)
    assert seen(env.reset()[0]) == seen(twin.reset()[0])
    assert seat_told(env, Random(4)) == seat_told(twin, Random(4))


@every_game
def test_a_bot_of_ones_own_cannot_be_copied_while_it_plays(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(OWN_BOTS)
    env = SeatEnv(game, bots="own_bots:Lowest", seat=0)
    env.reset(seed=1)
    seat_told(env, Random(1))
    for copied in (deepcopy, stored):
        with pytest.raises(
            TypeError, match="a bot of one's own plays in it, and its process cannot be copied"
        ):
            copied(env)
    env.close()
    assert deepcopy(env).choices() == env.choices()


def turns_told(env: SeatsInTurn, rng: Random) -> list[Any]:
    steps = []
    for agent in env.agent_iter(40):
        shown, *others = env.last()
        legal = np.flatnonzero(shown["action_mask"]).tolist()
        steps.append((agent, seen(shown), others, env.choices(agent)))
        env.step(rng.choice(legal) if legal else None)
    return steps


@every_game
@both_ways
def test_seats_in_turn(game: str, copied: Copied) -> None:
    env = copied(SeatsInTurn(game, players=GAMES[game].players[-1], reward="lead"))
    env.reset(seed=3)
    check_twins(env, copied, turns_told)
    twin = copied(env)
    env.reset()
    twin.reset()
    assert turns_told(env, Random(4)) == turns_told(twin, Random(4))


def all_told(env: SeatsAtOnce, rng: Random) -> list[Any]:
    steps: list[Any] = []
    while env.agents and len(steps) < 40:
        legal = {agent: sorted(env.choices(agent)) or [env.setting.wait] for agent in env.agents}
        shown, *others = env.step({agent: rng.choice(actions) for agent, actions in legal.items()})
        steps.append((legal, {agent: seen(one) for agent, one in shown.items()}, others))
    return steps


@every_game
@both_ways
def test_seats_at_once(game: str, copied: Copied) -> None:
    env = copied(SeatsAtOnce(game, players=GAMES[game].players[-1]))
    env.reset(seed=3)
    check_twins(env, copied, all_told)
    twin = copied(env)
    assert {agent: seen(one) for agent, one in env.reset()[0].items()} == {
        agent: seen(one) for agent, one in twin.reset()[0].items()
    }


@pytest.fixture
def spiel() -> Any:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (make bench installs it)")
    import_module("hexdeck.rl.open_spiel")
    return pyspiel


def state_told(state: Any, rng: Random) -> list[Any]:
    steps: list[Any] = []
    while not state.is_terminal() and len(steps) < 50:
        chance = state.chance_outcomes() if state.is_chance_node() else []
        action = rng.choice([one for one, _ in chance] or state.legal_actions())
        state.apply_action(action)
        seats = range(state.num_players())
        known = [state.information_state_string(seat) for seat in seats]
        steps.append((action, chance, str(state), known, state.returns(), state.current_player()))
        if not state.is_chance_node() and not state.is_terminal():
            steps.append([np.flatnonzero(state.observation_tensor(seat)).tolist() for seat in seats])
    return steps


@every_game
@both_ways
def test_a_state_of_openspiel(game: str, copied: Copied, spiel: Any) -> None:
    loaded = copied(spiel.load_game(f"hexdeck_{game}(players={GAMES[game].players[-1]},reward=win)"))
    check_twins(loaded.new_initial_state(), copied, state_told)
    check_twins(loaded.new_initial_state(), lambda one: loaded.deserialize_state(one.serialize()), state_told)


READS = "import pickle, sys; print(*pickle.loads(sys.stdin.buffer.read()), sep=chr(10))"


def test_what_openspiel_plays_can_be_read_where_nothing_is_registered_yet(spiel: Any) -> None:
    """As by a worker that has just begun."""
    games = [spiel.load_game(f"hexdeck_{game}") for game in GAMES]
    states = [game.new_initial_state() for game in games]
    for state in states:
        state_told(state, Random(1))
    ran = subprocess.run(
        [sys.executable, "-c", READS],
        input=pickle.dumps([*states, *games]),
        capture_output=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert ran.stdout.decode().splitlines() == [*map(str, states), *map(str, games)]


@every_game
@both_ways
def test_many_games_are_not_copied(game: str, copied: Copied) -> None:
    env = VectorEnv(game, 2)
    with pytest.raises(
        TypeError, match="a VectorEnv cannot be copied or stored: its games lie in memory of the"
    ):
        copied(env)
