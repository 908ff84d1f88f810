"""OpenSpiel at its best: whole random games through Python and in C++, and its ISMCTS on hearts.

Its dealing is one action a card; only players' actions count, as in our own games.  docs/bench.md says more.
"""

from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from itertools import cycle
from random import Random
from typing import Any

import numpy
import pyspiel

from bench.stopwatch import Runner, Step, timed

GAMES = ("hearts", "spades", "oh_hell", "dou_dizhu")
VERSION = version("open_spiel")
DEALS = 8
ROLLOUTS = 100  # in one call, so that calling costs nothing
LENGTH_SAMPLES = 25  # random games from each deal, for games that vary in length
SIMULATIONS = 1000  # a move
UCT = 10.0  # hearts pays up to 26 points; 0.5, 2 and 50 are as fast
WORLDS = {"fresh": -1, "ten": 10}  # one for each simulation, as ours; ten that are used again
PASSED = 12  # cards, before the first trick of most hearts deals
MIDDLE = 16  # cards of the tricks: four tricks


def cpp_rollouts() -> dict[str, Runner]:
    """Random games inside C++, from dealt cards to the end."""
    return {f"openspiel.cpp.{name}": timed(rollouts(name)) for name in names()}


def python_loops() -> dict[str, Runner]:
    """The fastest loops we could write, dealing included."""
    loops = {f"openspiel.python.{name}": timed(any_game(name)) for name in names()}
    for name in ("hearts", "spades"):
        loops[f"openspiel.python_own_deal.{name}"] = timed(whole_deck_game(name))
    return loops


def searches() -> dict[str, Runner]:
    """Simulations of ISMCTS on hearts: the first decision of a deal, and one after four tricks."""
    rng = Random(0)
    stages = {"opening": hearts_positions(rng, tricks=False), "middle": hearts_positions(rng, tricks=True)}
    return {
        f"openspiel.ismcts.{stage}.{worlds}_worlds": timed(search(positions, samples))
        for stage, positions in stages.items()
        for worlds, samples in WORLDS.items()
    }


def names() -> list[str]:
    there = pyspiel.registered_names()
    return [name for name in GAMES if name in there]


def rollouts(name: str) -> Step:
    """A tree search of one simulation does nothing but the evaluator's rollouts.

    It cannot begin at a chance node, so dealing is left out, in OpenSpiel's favour.
    """
    game, rng = pyspiel.load_game(name), Random(0)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 0)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 0, False)
    deals = [dealt(game, number, rng) for number in range(DEALS)]
    todo = cycle([(deal, ROLLOUTS * mean_length(deal, rng)) for deal in deals])

    def step() -> int:
        deal, actions = next(todo)
        bot.mcts_search(deal)
        return round(actions)

    return step


def dealt(game: Any, number: int, rng: Random) -> Any:
    """A new deal; the first draw of chance (hearts: where to pass) takes turns."""
    state, pick = game.new_initial_state(), number
    while state.is_chance_node():
        outcomes = state.legal_actions()
        state.apply_action(outcomes[pick % len(outcomes)])
        pick = rng.randrange(len(outcomes))
    return state


def mean_length(deal: Any, rng: Random) -> float:
    return sum(play_out(deal.clone(), rng.random) for _ in range(LENGTH_SAMPLES)) / LENGTH_SAMPLES


def play_out(state: Any, random: Callable[[], float]) -> int:
    """Two calls an action: no actions means that the game is over, so that need not be asked."""
    legal_actions, apply_action, actions = state.legal_actions, state.apply_action, 0
    while choices := legal_actions():
        apply_action(choices[int(random() * len(choices))])
        actions += 1
    return actions


def any_game(name: str) -> Step:
    """A loop that knows nothing of the game.  Chance is uniform: its legal actions are quicker to ask for
    than its outcomes with their probabilities."""
    new, random = pyspiel.load_game(name).new_initial_state, Random(0).random

    def step() -> int:
        state = new()
        legal_actions, apply_action, is_chance = state.legal_actions, state.apply_action, state.is_chance_node
        while is_chance():
            choices = legal_actions()
            apply_action(choices[int(random() * len(choices))])
        return play_out(state, random)

    return step


def whole_deck_game(name: str) -> Step:
    """A loop written for a game that deals 52 cards, hearts after a draw of where to pass."""
    new, random = pyspiel.load_game(name).new_initial_state, Random(0).random
    permutation = numpy.random.default_rng(0).permutation
    draws_first = name == "hearts"

    def step() -> int:
        state = new()
        apply_action = state.apply_action
        if draws_first:
            apply_action(int(random() * 4))
        for card in permutation(52).tolist():
            apply_action(card)
        return play_out(state, random)

    return step


def hearts_positions(rng: Random, *, tricks: bool) -> list[Any]:
    """One for each way to pass, with a real choice to make."""
    game = pyspiel.load_game("hearts")
    return [with_a_choice(dealt(game, way, rng), way, rng, tricks=tricks) for way in range(4)]


def with_a_choice(state: Any, way: int, rng: Random, *, tricks: bool) -> Any:
    for action in random_actions(state, rng, (PASSED if way else 0) + MIDDLE if tricks else 0):
        state.apply_action(action)
    while len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    return state


def random_actions(state: Any, rng: Random, count: int) -> Iterator[int]:
    for _ in range(count):
        yield rng.choice(state.legal_actions())


def search(positions: Iterable[Any], world_samples: int) -> Step:
    bot = pyspiel.ISMCTSBot(
        seed=0,
        evaluator=pyspiel.RandomRolloutEvaluator(1, 0),
        uct_c=UCT,
        max_simulations=SIMULATIONS,
        max_world_samples=world_samples,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        allow_inconsistent_action_sets=True,  # its worlds contradict what was shown
    )
    todo = cycle(positions)

    def step() -> int:
        bot.step(next(todo))
        return SIMULATIONS

    return step
