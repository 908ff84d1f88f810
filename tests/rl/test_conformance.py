"""The tests of PettingZoo and Gymnasium for every game that a network sees."""

import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hexdeck.core.errors import GameError, GameIsOver, SeatUnknown, SetupRefused
from hexdeck.core.game import Options
from hexdeck.core.game_files import part_of
from hexdeck.core.registry import GAMES
from hexdeck.rl.petting_zoo import SeatsAtOnce, SeatsInTurn
from hexdeck.rl.seat_env import SeatEnv

with warnings.catch_warnings():  # where pygame is installed, they import old modules of their own
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

SHORT: dict[str, Options] = {"voodoo_prince": {"rounds": 1}, "vampire_queen": {"phases": 1}}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """What no network sees yet is refused; then there is nothing to test."""
    name: str = request.param
    if part_of(name, "ai.features") is None:
        with pytest.raises(SetupRefused, match="it has no features yet"):
            SeatsInTurn(name)
        pytest.skip(f"{name} has no features yet")
    return name


# PettingZoo has a list of names that may show dictionaries; features with a mask are always one.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_aec_passes_the_tests_of_pettingzoo(game: str) -> None:
    api_test(SeatsInTurn(game, options=SHORT.get(game)), num_cycles=60)
    seed_test(lambda: SeatsInTurn(game, options=SHORT.get(game)), num_cycles=30)


def test_parallel_passes_the_test_of_pettingzoo(game: str) -> None:
    parallel_api_test(SeatsAtOnce(game, options=SHORT.get(game)), num_cycles=60)
    parallel_seed_test(lambda: SeatsAtOnce(game, options=SHORT.get(game), replaces=True))


def test_what_is_not_legal_is_replaced_for_agents_that_know_no_masks(game: str) -> None:
    """PettingZoo's own test of seeds draws such actions, and ends after one step."""
    games = []
    for _ in range(2):
        env, rng = SeatsAtOnce(game, options=SHORT.get(game), replaces=True), Random(1)
        steps: list[Any] = []
        shown, infos = env.reset(seed=7)
        assert not any(info["is_replaced"] for info in infos.values())
        while env.agents and len(steps) < 60:
            actions = {agent: rng.randrange(GAMES[game].actions + 1) for agent in env.agents}
            legal = {agent: bool(shown[agent]["action_mask"][actions[agent]]) for agent in env.agents}
            shown, rewards, *_, infos = env.step(actions)
            assert {agent: not info["is_replaced"] for agent, info in infos.items()} == legal
            steps.append((rewards, {agent: one["observation"].tolist() for agent, one in shown.items()}))
        games.append(steps)
    assert games[0] == games[1]


def some_action(shown: Any, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(shown["action_mask"]).tolist()))


def test_all_seats_at_once_play_the_same_game_with_the_same_seed(game: str) -> None:
    games = []
    for _ in range(2):
        env, rng = SeatsAtOnce(game, options=SHORT.get(game), reward="lead"), Random(1)
        steps: list[Any] = []
        shown, _infos = env.reset(seed=7)
        while env.agents and len(steps) < 200:
            actions = {agent: some_action(shown[agent], rng) for agent in env.agents}
            shown, rewards, *_ = env.step(actions)
            assert sum(rewards.values()) == pytest.approx(0)
            steps.append((actions, rewards))
        games.append(steps)
    assert games[0] == games[1]
    if not env.agents:
        with pytest.raises(GameIsOver):
            env.step({})


def test_nobody_acts_who_is_not_asked(game: str) -> None:
    players, wait = GAMES[game].players[1], GAMES[game].actions
    env, idle = SeatsAtOnce(game, players), None
    shown, _infos = env.reset(seed=1)
    while idle is None:  # in Skull Queen all place first
        first_legal = {agent: int(one["action_mask"].argmax()) for agent, one in shown.items()}
        idle = next((agent for agent, action in first_legal.items() if action == wait), None)
        if idle is not None:
            with pytest.raises(GameError, match="cannot act now: only seat"):
                env.step(first_legal | {idle: 0})
        shown, *_ = env.step(first_legal)


def test_one_seat_passes_the_tests_of_gymnasium(game: str) -> None:
    """Which choose without a look at the mask."""
    env = SeatEnv(game, options=SHORT.get(game), bots="random", replaces=True)
    check_env(env, skip_render_check=True)


def test_one_seat_is_made_by_its_id(game: str) -> None:
    """It plays as the one that is made by hand."""
    law = GAMES[game]
    given: dict[str, Any] = {"options": SHORT.get(game), "bots": "random", "seat": 0}
    made = gymnasium.make(
        f"hexdeck.rl.seat_env:hexdeck/{game}-v{law.version}", players=law.players[-1], **given
    )
    by_hand = SeatEnv(game, law.players[-1], **given)
    told = [env.reset(seed=4)[0] for env in (made, by_hand)]
    over = False
    while not over:
        assert all(map(np.array_equal, *(shown.values() for shown in told)))
        came = [env.step(int(told[0]["action_mask"].argmax())) for env in (made, by_hand)]
        told = [shown for shown, *_ in came]
        assert came[0][1:] == came[1][1:]
        over = came[0][2]


def test_one_seat_plays_against_bots(game: str) -> None:
    env = SeatEnv(game, options=SHORT.get(game), bots="novice", seat=1)
    with pytest.raises(GameIsOver):
        env.step(0)
    rng, paid, over = Random(1), 0.0, False
    shown, info = env.reset(seed=3)
    illegal = int(np.flatnonzero(shown["action_mask"] == 0)[0])
    with pytest.raises(GameError, match="choose one of"):
        env.step(illegal)
    while not over:
        shown, gain, over, _, info = env.step(some_action(shown, rng))
        paid += gain
    assert paid == info["scores"][1]
    assert not shown["action_mask"].any()


def test_no_seat_no_bot_and_too_many_bots_are_refused() -> None:
    with pytest.raises(SeatUnknown):
        SeatEnv("voodoo_prince", players=3, seat=3)
    with pytest.raises(SetupRefused, match="3 bots do not fill 2 seats"):
        SeatEnv("voodoo_prince", players=3, bots=["random"] * 3)
    with pytest.raises(SetupRefused, match="nobody"):
        SeatEnv("voodoo_prince", bots="nobody")
