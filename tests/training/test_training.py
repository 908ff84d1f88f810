"""A toy training sees that it learns, is killed, and goes on; without PyTorch it is skipped by name."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'hexdeck[train]'")

from hexdeck.ai.networks.weights import Weights, read_weights, weights_for  # noqa: E402
from hexdeck.core.registry import GAMES  # noqa: E402
from training import command, exploit  # noqa: E402
from training.engine import GAME_OVER, POLICY, ROUND_OVER, Engine, compiled, plan_of  # noqa: E402
from training.lesson import Story, advantages  # noqa: E402
from training.network import policy_tower  # noqa: E402
from training.recipe import Recipe, RecipeRefused, Tables, ValueRecipe, read  # noqa: E402
from training.rollout import leads, measure  # noqa: E402
from training.train import Training  # noqa: E402
from training.values import ValueTraining  # noqa: E402

CPU = torch.device("cpu")
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


def toy(
    folder: Path, text: str = TOY, first: Weights | None = None, opponents: Sequence[Weights] = ()
) -> Training:
    (folder / "toy.toml").write_text(text)
    return Training(read(folder / "toy.toml", Recipe), folder, torch.device("cpu"), first, opponents)


def lead(training: Training) -> float:
    """In points a match, alone with those who play in playouts."""
    recipe = training.recipe
    tables = Engine(
        compiled(recipe.game, training.device), plan_of(recipe, lone=POLICY), 1_024, training.device
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
    assert lead(second) > before + 1.3


def test_a_training_begins_with_a_network(tmp_path: Path) -> None:
    """It is strong before its first lesson, meets what it was, and refuses one of other layers."""
    shipped = weights_for("voodoo_prince")
    few = "measured_games = 64\nmeasured_steps = 30"
    ours = TOY.replace("layers = [64, 64]", f"layers = [512, 256, 256]\n{few}")
    strong = toy(tmp_path, ours, shipped)
    strong.begin()
    assert lead(strong) > 2.0
    strong.lesson()
    strong.keep()
    again = toy(tmp_path, ours)
    again.begin()
    was, now = strong.forerunner, again.forerunner
    assert was is not None
    assert now is not None
    assert all(torch.equal(now[name], was[name]) for name in was)
    assert [*again.measured()] == ["policy", "forerunner"]
    (tmp_path / "state.pt").unlink()
    with pytest.raises(RecipeRefused, match=r"layers of \[512, 256, 256\]"):
        toy(tmp_path, ours.replace("512", "128"), shipped).begin()


def test_a_training_plays_against_opponents(tmp_path: Path) -> None:
    """In every lesson if the recipe says so, also after a kill, and it is measured among them."""
    shipped = weights_for("voodoo_prince")
    few = "measured_games = 64\nmeasured_steps = 30\nopponents = 1"
    ours = TOY.replace("layers = [64, 64]", f"layers = [512, 256, 256]\n{few}")
    first = toy(tmp_path, ours, opponents=[shipped])
    first.begin()
    first.lesson()
    first.keep()
    again = toy(tmp_path, ours)
    again.begin()
    again.lesson()
    for training in (first, again):
        [opponent] = training.opponents
        assert torch.equal(training.elder.state_dict()["last.weight"], opponent["last.weight"])
        assert [*training.measured()] == ["policy", "opponent 1"]
    with pytest.raises(RecipeRefused, match=r"an opponent has layers of \[512, 256, 256\]"):
        toy(tmp_path, ours.replace("512", "128"), opponents=[shipped])


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
    [lead] = second.measured()
    assert (lead.players, lead.matches) == (3, 100)
    assert 0 < lead.wins < 1


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


SOME_END = {"voodoo_prince": 7, "vampire_queen": 9, "skull_queen": 61}  # of the matches, in so many decisions


@pytest.mark.parametrize("game", SOME_END)
def test_the_first_match_of_each_table_counts(game: str) -> None:
    """Of all that end in a given time, too many are short; what was not over is told."""
    few, many = GAMES[game].players[0], GAMES[game].players[-1]
    short = {option.name: option.choices[0] for option in GAMES[game].options if option.name != "variant"}
    recipe = Recipe(game, [Tables(few, short), Tables(many, short)])
    engine = Engine(compiled(game, CPU), plan_of(recipe, lone=POLICY), 64, CPU)
    torch.manual_seed(1)
    tower = policy_tower(engine.sizes.feature_words, [8], engine.sizes.choices)
    whole = measure(engine, game, tower, None, 2_000, seed=3)
    assert [each.players for each in whole] == [few, many]
    assert [sum(each.matches for each in whole), sum(each.unended for each in whole)] == [64, 0]
    cut = measure(engine, game, tower, None, SOME_END[game], seed=3)
    assert sum(each.matches + each.unended for each in cut) == 64
    assert sum(each.unended for each in cut) > 0


def test_a_recipe_with_an_unknown_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecipeRefused, match="moons"):
        toy(tmp_path, TOY + "moons = 3\n")


def test_the_same_recipe_and_seed_learn_the_same(tmp_path: Path) -> None:
    for make in (toy, toy_of_values):
        weights = []
        for number in range(2):
            folder = tmp_path / f"{make.__name__}_{number}"
            folder.mkdir()
            training = make(folder)
            training.begin()
            training.lesson()
            training.lesson()
            weights.append(training.plays())
        assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])


def test_what_was_measured_after_the_last_checkpoint_is_forgotten(tmp_path: Path) -> None:
    """A curve never goes back: what a killed training had measured since is measured again."""
    few = "measured_games = 16\nmeasured_steps = 30"
    killed = toy(tmp_path, TOY + few)
    killed.begin()
    for number in range(4):
        killed.tell(killed.lesson(), 1.0)
        if number == 1:
            killed.keep()
    again = toy(tmp_path, TOY + few)
    again.begin()
    again.tell(again.lesson(), 1.0)
    lines = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [line["lessons"] for line in lines] == [1, 2, 3]
    assert read_weights(tmp_path / "network.safetensors", "voodoo_prince").sizes[1:-1] == (64, 64)


@pytest.mark.parametrize("spoilt", ["layers", "state.pt", "imitation.pt", "a file"])
def test_a_folder_that_does_not_fit_is_refused(tmp_path: Path, spoilt: str) -> None:
    begun = toy(tmp_path)
    begun.begin()
    begun.keep()
    text = TOY
    if spoilt == "layers":
        text = TOY.replace("[64, 64]", "[32]")
    elif spoilt == "a file":
        (tmp_path / "elders.pt").unlink()
    else:
        (tmp_path / spoilt).write_bytes(b"PK and nothing else")
    why = "its networks have other layers, or are of another game" if spoilt == "layers" else ""
    with pytest.raises(RecipeRefused, match=rf"holds no training by this recipe \({why}"):
        toy(tmp_path, text).begin()


def test_a_recipe_with_an_unknown_feature_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecipeRefused, match="moons: 3"):
        toy(tmp_path, TOY + '[entropy_times]\n"moons: 3" = 2\n')


@pytest.mark.parametrize("run", [command.run, exploit.run], ids=["train", "exploit"])
@pytest.mark.parametrize("minutes", [0.0, -1.0, float("nan"), float("inf")])
def test_no_time_to_learn_in_is_refused(tmp_path: Path, run: Callable[..., None], minutes: float) -> None:
    more = {"imitate": 0, "keep": False} if run is command.run else {}
    with pytest.raises(RecipeRefused, match="more than 0"):
        run("voodoo_prince", folder=tmp_path, minutes=minutes, recipe=None, **more)


def test_fewer_than_no_choices_to_imitate_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecipeRefused, match="-5 choices"):
        command.run("voodoo_prince", folder=tmp_path, minutes=1, recipe=None, imitate=-5, keep=False)
