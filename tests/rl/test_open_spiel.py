"""The games for OpenSpiel: its own test and search, what is refused, bounds, and what a seat knows."""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from hexdeck.core.errors import ChanceRefused, GameError, NotYourTurn
from hexdeck.core.game import Options
from hexdeck.core.game_files import part_of
from hexdeck.core.registry import GAMES
from hexdeck.rl.setting import REWARDS

SHORT: dict[str, Options] = {"voodoo_prince": {"rounds": 1}, "vampire_queen": {"phases": 1}}


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


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_refuses_what_cannot_come_and_nothing_has_changed(name: str, spiel: Any) -> None:
    """Anywhere in the first draws, and to whoever acts first."""
    state = spiel.load_game(f"hexdeck_{name}").new_initial_state()
    checked = 0
    while state.is_chance_node():
        possible = state.chance_outcomes()
        for wrong in (99, 500):
            with pytest.raises(
                ChanceRefused, match=f"{wrong} cannot come now: choose one of {possible[0][0]}"
            ):
                state.apply_action(wrong)
        assert state.chance_outcomes() == possible
        state.apply_action(possible[0][0])
        checked += 1
    assert checked > 1
    legal, history = state.legal_actions(), state.history()
    with pytest.raises(GameError):
        state.apply_action(next(one for one in range(2000) if one not in legal))
    assert (state.legal_actions(), state.history()) == (legal, history)
    state.apply_action(legal[0])


# Points of a seat and choices of all, counted by hand from docs/rules.
BOUNDS = {
    "voodoo_prince(players=3,rounds=2": (0, 20, 68),
    "voodoo_prince(players=5,variant=marshmallow": (0, 31, 3050),
    "vampire_queen(players=3,phases=1": (-486, 0, 351),
    "vampire_queen(players=12,phases=2": (-1638, 0, 7776),
    "skull_queen(players=4": (0, 128, 208),
    "skull_queen(players=6": (0, 192, 324),
    "voodoo(players=3": (0, 13, 180_000),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_games_of_openspiel_stay_inside_their_bounds(name: str, spiel: Any) -> None:
    least, most, choices = BOUNDS[name]
    points, lead, win = (spiel.load_game(f"hexdeck_{name},reward={one})") for one in REWARDS)
    assert (points.min_utility(), points.max_utility()) == (least, most)
    assert (lead.min_utility(), lead.max_utility()) == (least - most, most - least)
    assert (win.min_utility(), win.max_utility()) == (0, 1)
    assert points.max_game_length() == choices
    state, rng, chosen = points.new_initial_state(), Random(1), 0
    while not state.is_terminal():
        chance = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(rng.choice(chance or state.legal_actions()))
        chosen += chance is None
    assert all(least <= one <= most for one in state.returns())
    assert any(state.returns())
    assert chosen <= choices


def test_every_game_has_bounds_of_its_own() -> None:
    assert {one.partition("(")[0] for one in BOUNDS} == {*GAMES}
    assert all(part_of(game, "ai.bounds") for game in GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_world_of_openspiel_is_one_that_the_seat_cannot_tell_from_the_real_one(
    name: str, spiel: Any
) -> None:
    """And one in which others have other cards; from it the game goes on."""
    state = spiel.load_game(f"hexdeck_{name}(players={GAMES[name].players[-1]})").new_initial_state()
    with pytest.raises(NotYourTurn, match="only for the one that is asked"):
        state.resample_from_infostate(0, Random(1).random)
    rng, others = Random(3), set()
    for _ in range(250):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(rng.choice([one for one, _ in state.chance_outcomes()]))
            continue
        seat = state.current_player()
        world = state.resample_from_infostate(seat, rng.random)
        assert world.current_player() == seat
        assert all(same(world, seat) == same(state, seat) for same in SAME)
        neighbour = (seat + 1) % state.num_players()
        others.add(world.observation_string(neighbour) == state.observation_string(neighbour))
        assert world.information_state_string(neighbour) == world.observation_string(neighbour)
        twin = world.clone()
        twin.apply_action(rng.choice(twin.legal_actions()))
        state.apply_action(rng.choice(state.legal_actions()))
    assert False in others


SAME: list[Callable[[Any, int], Any]] = [
    lambda state, seat: state.legal_actions(seat),
    lambda state, seat: state.information_state_string(seat),
    lambda state, seat: state.observation_string(seat),
    lambda state, seat: np.flatnonzero(state.observation_tensor(seat)).tolist(),
]


@pytest.mark.parametrize("name", ["voodoo_prince(rounds=1)", "vampire_queen(phases=1)", "skull_queen"])
def test_openspiels_own_search_plays(name: str, spiel: Any) -> None:
    """A playout of Voodoo is too long for a test."""
    ismcts = import_module("open_spiel.python.algorithms.ismcts")
    mcts = import_module("open_spiel.python.algorithms.mcts")
    loaded, chance = spiel.load_game(f"hexdeck_{name}"), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(loaded, evaluator, 4.0, max_simulations=8, random_state=chance)
    state = loaded.new_initial_state()
    for _ in range(3):
        while state.is_chance_node():
            state.apply_action(chance.choice([one for one, _ in state.chance_outcomes()]))
        state.apply_action(bot.step(state))
    assert len([one for one in state.full_history() if one.player >= 0]) == 3


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
