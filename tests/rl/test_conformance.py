"""The tests of PettingZoo, Gymnasium and OpenSpiel for every game that a network sees."""

import warnings
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hexdeck.errors import GameError, GameIsOver, SeatUnknown, SetupRefused
from hexdeck.game import Options
from hexdeck.games import GAMES
from hexdeck.parts import part_of
from hexdeck.rl.petting_zoo import SeatsAtOnce, SeatsInTurn
from hexdeck.rl.seat_env import SeatEnv

with warnings.catch_warnings():  # where pygame is installed, they import old modules of their own
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, seed_test

SHORT: dict[str, Options] = {"voodoo_prince": {"rounds": 1}, "vampire_queen": {"phases": 1}}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """What no network sees yet is refused; then there is nothing to test."""
    name: str = request.param
    if part_of("hexdeck.features", name) is None:
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


def some_action(shown: Any, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(shown["action_mask"]).tolist()))


def test_all_seats_at_once_play_the_same_game_with_the_same_seed(game: str) -> None:
    """PettingZoo's own test of seeds takes no notice of masks."""
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
        SeatEnv("voodoo_prince", bots="nobody").reset()


@pytest.fixture
def spiel() -> Any:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (make bench installs it)")
    import_module("hexdeck.rl.open_spiel")
    return pyspiel


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_plays_at_random(name: str, spiel: Any) -> None:
    rules = GAMES[name]
    options = "".join(f",{option}={choice}" for option, choice in SHORT.get(name, {}).items())
    loaded = spiel.load_game(f"hexdeck_{name}(players={rules.players[0]}{options})")
    assert loaded.num_distinct_actions() == rules.actions + rules.interrupts
    spiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", ["points", "lead", "win"])
def test_openspiel_returns_what_was_won(reward: str, spiel: Any) -> None:
    loaded = spiel.load_game(f"hexdeck_voodoo_prince(players=3,rounds=1,reward={reward})")
    state, rng = loaded.new_initial_state(), Random(2)
    while not state.is_terminal():
        assert state.returns() == [0, 0, 0]
        chance = state.chance_outcomes() if state.is_chance_node() else None
        state.apply_action(rng.choice([one for one, _ in chance] if chance else state.legal_actions()))
    assert {"points": max(state.returns()) > 1, "lead": True, "win": max(state.returns()) <= 1}[reward]
    assert sum(state.returns()) == pytest.approx({"lead": 0, "win": 1}.get(reward, sum(state.returns())))


def test_an_information_state_has_what_the_seat_saw_and_nothing_else(spiel: Any) -> None:
    """Two deals in which one seat has the same cards look the same to it."""
    loaded = spiel.load_game("hexdeck_voodoo_prince(players=3,rounds=1)")
    told = []
    for others in (1, 2):
        state = loaded.new_initial_state()
        state.apply_action(0)  # deals
        state.apply_action(2)  # trump
        mine, rng = list(range(13)), Random(others)
        deck = [card for card, _ in state.chance_outcomes()]
        rest = [card for card in deck if card not in deck[:13]]
        rng.shuffle(rest)
        for card in (*(deck[at] for at in mine), *rest):
            state.apply_action(card)
        told.append([state.information_state_string(seat) for seat in range(3)])
    assert told[0][0] == told[1][0]
    assert told[0][1] != told[1][1]
