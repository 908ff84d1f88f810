"""Recipes from strangers: what cannot be followed is refused in words, never with a traceback or a crash."""

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'hexdeck[train]'")

from hexdeck.core.features import is_value_network  # noqa: E402
from hexdeck.core.registry import GAMES  # noqa: E402
from terminal.commands import hexdeck  # noqa: E402
from training.recipe import FOLDER, Recipe, RecipeRefused, ValueRecipe, of  # noqa: E402

STRANGE = ("0", "-1", "1.5", "nan", "inf", '"many"', "[]", "{}", "true", "[[1]]", "99999999999999999999")
TABLES = "tables = [{ players = 3, options = {} }]"
BAD: dict[str, str] = {
    "no tables": "",
    "an empty list of tables": "tables = []",
    "too many players": "tables = [{ players = 13, options = {} }]",
    "no players": "tables = [{ options = {} }]",
    "players in words": 'tables = [{ players = "four", options = {} }]',
    "an unknown option": "tables = [{ players = 3, options = { moons = 2 } }]",
    "an option that cannot be": "tables = [{ players = 3, options = { rounds = 99, mode = 3 } }]",
    "no weight": "tables = [{ players = 3, options = {}, weight = 0 }]",
    "a weight without end": "tables = [{ players = 3, options = {}, weight = inf }]",
    "too many kinds": f"tables = [{', '.join(['{ players = 3, options = {} }'] * 65)}]",
    "an unknown number": f"moons = 3\n{TABLES}",
    "a broken line": "tables = [{ players = 3",
    "an unknown word at a table": "tables = [{ players = 3, weigth = 2 }]",
    "a seed below nothing": f"seed = -99999999999999999999\n{TABLES}",
    "a seed beyond everything": f"seed = 99999999999999999999\n{TABLES}",
    "more layers than fit": f"layers = [100000000000]\n{TABLES}",
}


def kind_of(game: str) -> type[Recipe] | type[ValueRecipe]:
    return ValueRecipe if is_value_network(game) else Recipe


@pytest.mark.parametrize("game", GAMES)
def test_a_games_own_recipe_says_every_number(game: str) -> None:
    written = tomllib.loads((FOLDER / f"{game}.toml").read_text())
    assert set(written) == {each.name for each in fields(kind_of(game))} - {"engine"}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("game", GAMES)
def test_a_recipe_that_cannot_be_followed_is_refused(game: str, bad: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(f'game = "{game}"\n{BAD[bad]}\n')
    with pytest.raises(RecipeRefused, match=r"bad\.toml"):
        of(game, path)


@pytest.mark.parametrize("game", GAMES)
def test_any_number_may_be_anything(game: str, tmp_path: Path) -> None:
    """It is refused in words that name it, or it is what a recipe may say."""
    path, refused = tmp_path / "odd.toml", 0
    for each in fields(kind_of(game)):
        for strange in () if each.name in ("game", "tables") else STRANGE:
            path.write_text(f'game = "{game}"\n{each.name} = {strange}\n{TABLES}\n')
            told = refusal(game, path)
            refused += bool(told)
            assert not told or each.name in told or "finite" in told
    assert refused > 100


@pytest.mark.parametrize(
    "line", ["betas = [1, 1]", "games = 100000000000", "steps = 100000000", "measured_games = 10000000"]
)
@pytest.mark.parametrize("game", [game for game in GAMES if not is_value_network(game)])
def test_a_number_that_nothing_could_follow_is_refused(game: str, line: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(f'game = "{game}"\n{line}\n{TABLES}\n')
    with pytest.raises(RecipeRefused, match=rf"cannot be followed: .*{line.partition(' ')[0]}"):
        of(game, path)


@pytest.mark.parametrize("game", GAMES)
def test_a_misspelt_word_at_a_table_is_named(game: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(f'game = "{game}"\ntables = [{{ players = 3, weigth = 2 }}]\n')
    assert refusal(game, path) == (
        f"{path} has weigth, which no table has: choose of options, players, weight"
    )


@pytest.mark.parametrize("game", GAMES)
def test_tables_need_no_options(game: str, tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text(f'game = "{game}"\ntables = [{{ players = 3 }}]\n')
    [tables] = of(game, path).tables
    assert tables.options == {}


def refusal(game: str, path: Path) -> str:
    try:
        of(game, path)
    except RecipeRefused as error:
        return str(error)
    return ""


@pytest.mark.parametrize("game", GAMES)
def test_a_recipe_of_another_game_is_refused(game: str) -> None:
    for other in (name for name in GAMES if name != game):
        with pytest.raises(RecipeRefused, match=rf"{other}\.toml is a recipe for {other}: name that game"):
            of(game, FOLDER / f"{other}.toml")


@pytest.mark.parametrize(
    ("verb", "recipe", "why"),
    [("train", "bad.toml", "it has 0 kinds of tables"), ("exploit", "nowhere.toml", "cannot be read")],
)
@pytest.mark.parametrize("game", ["vampire_queen", "voodoo"])  # one that chooses, and one that values tables
def test_a_command_refuses_in_one_line(game: str, verb: str, recipe: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(f'game = "{game}"\ntables = []\n')
    ran = hexdeck(tmp_path, verb, game, "--folder", "runs", "--minutes", "0.01", "--recipe", recipe)
    assert ran.returncode == 2
    assert ran.stderr.startswith("hexdeck: ")
    assert why in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_variant_that_is_not_learnt_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(
        'game = "voodoo"\ntables = [{ players = 3, options = { mode = "table" } }]\n'
    )
    with pytest.raises(RecipeRefused, match="learnt without options"):
        of("voodoo", tmp_path / "table.toml")


@pytest.mark.parametrize(
    ("verb", "option"), [("train", "--from"), ("train", "--opponent"), ("exploit", "--network")]
)
def test_a_network_that_is_none_is_refused(verb: str, option: str, tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, verb, "voodoo_prince", "--folder", "runs", option, "nowhere.safetensors")
    assert ran.returncode == 2
    assert ran.stderr == "hexdeck: nowhere.safetensors holds no network: No such file or directory\n"
