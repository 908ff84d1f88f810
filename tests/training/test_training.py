"""A toy training sees that it learns, is killed, and goes on; without PyTorch it is skipped by name."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'hexdeck[train]'")

from training.engine import GAME_OVER, POLICY, ROUND_OVER, Engine, compiled, plan_of  # noqa: E402
from training.lesson import Story, advantages  # noqa: E402
from training.recipe import Recipe, RecipeRefused, ValueRecipe, read  # noqa: E402
from training.rollout import leads, measure  # noqa: E402
from training.train import Training  # noqa: E402
from training.values import ValueTraining  # noqa: E402

TOY = """
game = "voodoo_prince"
games = 256
steps = 32
minibatch = 1024
layers = [64, 64]
decisions = 4e5
rate = 2e-3
elders = 2
tables = [{ players = 2, options = { rounds = 1 } }]
"""


def toy(folder: Path, text: str = TOY) -> Training:
    (folder / "toy.toml").write_text(text)
    return Training(read(folder / "toy.toml", Recipe), folder, torch.device("cpu"))


def lead(training: Training) -> float:
    """In points a match, alone with those who play in playouts."""
    recipe = training.recipe
    tables = Engine(
        compiled(recipe.game, training.device), plan_of(recipe, lone=POLICY), 512, training.device
    )
    return measure(tables, recipe.game, training.pupil.average, None, 60, seed=99)[0].points


def test_a_toy_learns_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    first = toy(tmp_path)
    first.begin()
    before = lead(first)
    for _ in range(25):
        first.lesson()
    first.keep()
    second = toy(tmp_path)
    second.begin()
    assert second.decisions == first.decisions == 25 * 256 * 32
    for _ in range(23):
        second.lesson()
    assert lead(second) > before + 2.0


def test_a_training_begins_with_what_is_shipped(tmp_path: Path) -> None:
    """It is strong before its first lesson; other layers than those that are shipped are refused."""
    ours = TOY.replace("layers = [64, 64]", "from_shipped = true\nlayers = [512, 256, 256]")
    strong = toy(tmp_path, ours)
    strong.begin()
    assert lead(strong) > 2.0
    with pytest.raises(RecipeRefused, match=r"layers of \[512, 256, 256\]"):
        toy(tmp_path, ours.replace("512", "128")).begin()


TOY_OF_VALUES = """
game = "voodoo"
layers = [32]
lessons = 4
turns = 3_000
minibatch = 500
measured = 100
tables = [{ players = 3, options = {} }]
"""


def toy_of_values(folder: Path) -> ValueTraining:
    (folder / "toy.toml").write_text(TOY_OF_VALUES)
    return ValueTraining(read(folder / "toy.toml", ValueRecipe), folder, torch.device("cpu"))


def test_a_toy_learns_what_turns_are_worth_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    first = toy_of_values(tmp_path)
    first.begin()
    off = first.lesson()
    first.lesson()
    first.keep()
    second = toy_of_values(tmp_path)
    second.begin()
    assert second.lessons == 2
    assert second.lesson() < off - 0.02
    [(share, games)] = second.measured().values()
    assert games == 100
    assert 0 < share < 1


@pytest.mark.parametrize(
    ("ends", "better"), [(GAME_OVER, [0.5, -1.0, 0.75]), (ROUND_OVER, [-0.5, 0.0, 0.75])]
)
def test_every_seat_gets_its_own_returns(ends: int, better: list[float]) -> None:
    """Two seats take turns; a round ends after the first two decisions, and the game after the third with
    1 for seat 0 and -1 for seat 1."""
    nothing = torch.zeros(4, 1, 1)
    story = Story(
        features=nothing,
        unseen=nothing,
        mask=nothing,
        choices=nothing,
        likely=nothing,
        values=torch.tensor([[0.5], [0.0], [0.25], [0.0]]),
        seats=torch.tensor([[0], [1], [0], [1]], dtype=torch.int8),
        learnt=torch.ones(4, 1, dtype=torch.bool),
        rewards=torch.tensor([[[0.0, 0.0]], [[0.0, 0.0]], [[1.0, -1.0]], [[0.0, 0.0]]]),
        over=torch.tensor([[0], [ROUND_OVER], [GAME_OVER | ROUND_OVER], [0]], dtype=torch.int8),
    )
    found, known = advantages(story, trace=1.0, ends=ends)
    assert known.flatten().tolist() == [True, True, True, False]
    assert found.flatten().tolist()[:3] == pytest.approx(better)


def test_leads_are_over_the_mean_of_the_others() -> None:
    rows = torch.tensor([[1.0, 4.0, 10.0, 2.0, -1000.0], [0.0, 5.0, 5.0, 5.0, -1000.0]])
    [found] = leads(rows)
    assert (found.players, found.matches) == (3, 2)
    assert found.points == pytest.approx((7.0 + 0.0) / 2)
    assert found.wins == pytest.approx((1.0 + 1 / 3) / 2)


def test_one_match_says_nothing() -> None:
    """Of a large table only one may be over; its interval would be endless."""
    three, four = [0.0, 5.0, 5.0, 4.0, -1000.0], [0.0, 9.0, 5.0, 4.0, 1.0]
    assert [found.players for found in leads(torch.tensor([three, three, four]))] == [3]


def test_a_recipe_with_an_unknown_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecipeRefused, match="moons"):
        toy(tmp_path, TOY + "moons = 3\n")


def test_a_recipe_with_an_unknown_feature_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecipeRefused, match="moons: 3"):
        toy(tmp_path, TOY + '[entropy_times]\n"moons: 3" = 2\n')
