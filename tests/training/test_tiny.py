"""Voodoo Prince in small, as OpenSpiel sees it; without PyTorch or OpenSpiel this is skipped by name."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'hexdeck[train]'")
pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (make bench installs it)")

from hexdeck.core.features import features_for  # noqa: E402
from hexdeck.games.voodoo_prince import GAME  # noqa: E402
from training.network import Tower  # noqa: E402
from training.recipe import Recipe, RecipeRefused, read  # noqa: E402
from training.tiny.worst_case import DEALS, KIND, RANGE, RECIPE, NetworkPolicy, tower_in  # noqa: E402
from training.train import Training  # noqa: E402

BITS = 32 * -(-features_for("voodoo_prince").LAYOUT.size // 32)


def played(rng: Random) -> Any:
    """States of a random game, the deal first."""
    state = pyspiel.load_game(KIND.short_name).new_initial_state()
    state.apply_action(rng.randrange(len(DEALS)))
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


def test_a_seat_sees_its_own_hand_and_what_was_played() -> None:
    for state in played(Random(1)):
        for seat in range(2):
            hand = " ".join(map(GAME.card_name, state.hands[seat]))
            assert state.information_state_string(seat) == f"{seat}: {hand} |{state.story}"
    assert len(state.story.split()) >= 4  # two tricks


def test_what_one_gains_the_other_loses() -> None:
    ends = set()
    for seed in range(30):
        *_, end = played(Random(seed))
        ends.add(tuple(end.returns()))
    assert ends == {(-RANGE / 2, RANGE / 2), (0.0, 0.0), (RANGE / 2, -RANGE / 2)}


def test_a_network_likes_all_legal_choices_or_one() -> None:
    torch.manual_seed(1)
    tower = Tower(BITS, [8], features_for("voodoo_prince").LAYOUT.choices)
    game = pyspiel.load_game(KIND.short_name)
    mixed, best = (NetworkPolicy(game, tower, mixes=mixes) for mixes in (True, False))
    state = next(played(Random(2)))
    likely = mixed.action_probabilities(state)
    assert list(likely) == state.legal_actions()
    assert sum(likely.values()) == pytest.approx(1.0)
    assert best.action_probabilities(state) == {max(likely, key=likely.__getitem__): 1.0}


def test_the_network_of_a_training_is_read(tmp_path: Path) -> None:
    training = Training(read(RECIPE, Recipe), tmp_path, torch.device("cpu"))
    training.begin()
    training.keep()
    found = tower_in(tmp_path).state_dict()
    assert all(torch.equal(found[name], weight) for name, weight in training.plays().items())
    with pytest.raises(RecipeRefused, match="holds no training by this recipe"):
        tower_in(tmp_path / "nowhere")
