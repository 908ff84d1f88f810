"""What a training keeps in its folder, and what it leaves alone; without PyTorch it is skipped by name."""

import json
import os
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'hexdeck[train]'")

from hexdeck import __version__  # noqa: E402
from hexdeck.ai.networks.weights import read_weights  # noqa: E402
from hexdeck.core.errors import SetupRefused  # noqa: E402
from hexdeck.core.features import features_for, is_value_network  # noqa: E402
from hexdeck.core.registry import GAMES  # noqa: E402
from training import command, exploit  # noqa: E402
from training.device import advise, enough_memory  # noqa: E402
from training.divergence import are_finite  # noqa: E402
from training.export import exported  # noqa: E402
from training.folder import claimed, cut_curve  # noqa: E402
from training.network import Tower  # noqa: E402
from training.origin import toml  # noqa: E402
from training.recipe import FOLDER, RecipeRefused, of, short, written  # noqa: E402

Small = Callable[..., Path]
CPU = torch.device("cpu")


def train(
    game: str,
    folder: Path,
    recipe: Path,
    *,
    keep: bool = False,
    first: Path | None = None,
    opponents: Sequence[Path] = (),
) -> None:
    command.run(
        game,
        folder=folder,
        minutes=5,
        recipe=recipe,
        imitate=0,
        keep=keep,
        first=first,
        opponents=opponents,
    )


def kept(folder: Path) -> dict[str, bytes]:
    """All files but the notes of who tried."""
    names = ("lock", "recipe.toml", "about.json")
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in names}


def lessons(folder: Path) -> list[int]:
    return [json.loads(line)["lessons"] for line in (folder / "curve.jsonl").read_text().splitlines()]


def beginner(game: str, layers: list[int]) -> Tower:
    own = features_for(game)
    outputs = own.CHANCES if is_value_network(game) else own.LAYOUT.choices
    return Tower(-(-own.LAYOUT.size // 32) * 32, layers, outputs)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where networks are shipped from, instead of the true one."""
    monkeypatch.setattr(command, "network_path", lambda game: tmp_path / "house" / f"{game}.safetensors")
    (tmp_path / "house").mkdir()
    return tmp_path / "house"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_kept_network_replaces_is_kept_too(
    game: str, tmp_path: Path, house: Path, small: Small, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first of all stays, also after a second slice."""
    shipped, folder = house / f"{game}.safetensors", tmp_path / "run"
    shipped.write_bytes(b"as it was")
    train(game, folder, small(game), keep=True)
    first = (folder / "network.safetensors").read_bytes()
    assert shipped.read_bytes() == first
    assert f"what was in {shipped} is now in {folder / 'replaced.safetensors'}\n" in capsys.readouterr().out
    train(game, folder, small(game, lessons=2), keep=True)
    assert shipped.read_bytes() == (folder / "network.safetensors").read_bytes() != first
    assert (folder / "replaced.safetensors").read_bytes() == b"as it was"
    assert (folder / "replaced_2.safetensors").read_bytes() == first


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [("no numbers", "some of its weights are no numbers"), ("too large", "1,800,000 at most")],
)
@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_shipped_replaces_nothing(
    game: str, spoilt: str, why: str, tmp_path: Path, house: Path
) -> None:
    (house / f"{game}.safetensors").write_bytes(b"as it was")
    tower = beginner(game, [1024, 512] if spoilt == "too large" else [8])
    if spoilt == "no numbers":
        torch.nn.init.constant_(tower.last.bias, float("nan"))
    (tmp_path / "made").write_bytes(exported(game, tower.state_dict()))
    with pytest.raises(SetupRefused, match=why):
        command.ship(tmp_path / "made", game)
    assert (house / f"{game}.safetensors").read_bytes() == b"as it was"
    assert not (tmp_path / "replaced.safetensors").exists()


@pytest.mark.parametrize("game", GAMES)
def test_a_training_that_goes_astray_leaves_its_last_checkpoint(
    game: str, tmp_path: Path, small: Small
) -> None:
    folder, fast = tmp_path / "run", "rate = 1e30\nlast_rate = 1e30\n"
    with pytest.raises(RecipeRefused, match=r"^lesson 1 came .* lower rate"):
        train(game, folder, small(game, 1, fast))
    assert kept(folder) == {}
    train(game, folder, small(game))
    before = kept(folder)
    with pytest.raises(RecipeRefused, match=r"^lesson 2 came .* the last checkpoint stands"):
        train(game, folder, small(game, 2, fast))
    assert kept(folder) == before
    train(game, folder, small(game, 2, "rate = 1e-4\n"))
    assert lessons(folder) == [1, 2]


@pytest.mark.parametrize("game", GAMES)
def test_a_study_that_goes_astray_leaves_nothing(
    game: str, tmp_path: Path, small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exploit, "RATE", 1e30)
    with pytest.raises(RecipeRefused, match=r"^lesson 1 came"):
        exploit.run(game, folder=tmp_path / "study", minutes=0.001, recipe=small(game))
    assert kept(tmp_path / "study") == {}


def test_weights_beyond_half_precision_are_no_numbers() -> None:
    layer = torch.nn.Linear(1, 1)
    torch.nn.init.constant_(layer.weight, 65_000.0)
    assert are_finite(layer)
    torch.nn.init.constant_(layer.weight, 70_000.0)
    assert not are_finite(layer)


@pytest.mark.parametrize("game", GAMES)
def test_a_new_training_begins_a_new_curve(game: str, tmp_path: Path, small: Small) -> None:
    """A kill before the first checkpoint leaves a curve, whose last line may be cut off."""
    (tmp_path / "curve.jsonl").write_text('{"lessons": 26, "seconds": 1}\n{"lessons": 51, "sec')
    train(game, tmp_path, small(game))
    assert lessons(tmp_path) == [1]


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_was_cut_off_does_not_spoil_a_folder(game: str, tmp_path: Path, small: Small) -> None:
    train(game, tmp_path, small(game))
    with (tmp_path / "curve.jsonl").open("a") as curve:
        curve.write('{"lessons": 1, "sec')
    train(game, tmp_path, small(game, lessons=2))
    assert lessons(tmp_path) == [1, 2]


def test_a_kill_while_a_curve_is_cut_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "curve.jsonl").write_text('{"lessons": 1}\n{"lessons": 2}\n')

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        cut_curve(tmp_path, 1)
    assert lessons(tmp_path) == [1, 2]


@pytest.mark.parametrize("game", GAMES)
def test_only_one_at_a_time_learns_in_a_folder(game: str, tmp_path: Path, small: Small) -> None:
    folder, recipe = tmp_path / "run", small(game)
    with claimed(folder):
        with pytest.raises(RecipeRefused, match="another training is at work in"):
            train(game, folder, recipe)
        with pytest.raises(RecipeRefused, match="another training is at work in"):
            exploit.run(game, folder=folder, minutes=0.001, recipe=recipe)
    assert kept(folder) == {}
    train(game, folder, recipe)


@pytest.mark.parametrize(
    "path", sorted(FOLDER.rglob("*.toml")), ids=lambda path: str(path.relative_to(FOLDER))
)
def test_a_recipe_that_is_kept_reads_back(path: Path, tmp_path: Path) -> None:
    recipe = of(written(path)["game"], path)
    (tmp_path / "recipe.toml").write_text(toml(recipe))
    assert of(recipe.game, tmp_path / "recipe.toml") == recipe


@pytest.mark.parametrize("game", GAMES)
def test_a_folder_tells_where_its_training_comes_from(game: str, tmp_path: Path, small: Small) -> None:
    first = tmp_path / "first"
    first.write_bytes(exported(game, beginner(game, [16]).state_dict()))
    folder = tmp_path / "run"
    opponents = [] if is_value_network(game) else [first]
    train(game, folder, small(game), first=first, opponents=opponents)
    train(game, folder, small(game, lessons=2))
    about = json.loads((folder / "about.json").read_text())
    assert (about["game"], about["rules"]) == (game, GAMES[game].version)
    digest = sha256(first.read_bytes()).hexdigest()
    assert (about["began_with"], about["opponents"]) == (digest, [digest for _ in opponents])
    for each in about["slices"]:
        assert (each["hexdeck"], each["torch"]) == (__version__, torch.__version__)
        assert each["device"] == "the processor"
    changed = {"lessons": 2} if is_value_network(game) else {"decisions": 2048.0}
    assert [each["changed"] for each in about["slices"]] == [{}, changed]
    assert of(game, folder / "recipe.toml") == of(game, tmp_path / "small.toml")
    metadata = metadata_of(folder / "network.safetensors")
    counted = {"lessons": "2"} if is_value_network(game) else {"decisions": "2048"}
    assert metadata.items() >= ({"game": game, "seed": "1", "hexdeck": __version__} | counted).items()


def metadata_of(path: Path) -> dict[str, Any]:
    data = path.read_bytes()
    found: dict[str, Any] = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_folder_goes_on_with_what_it_has_begun(game: str, tmp_path: Path, small: Small) -> None:
    folder = tmp_path / "run"
    train(game, folder, small(game))
    before = kept(folder)
    with pytest.raises(RecipeRefused, match=r"another recipe, of other seed, trace: go on with --recipe"):
        train(game, folder, small(game, 2, "seed = 7\ntrace = 0.25\n"))
    with pytest.raises(RecipeRefused, match=r"has begun.*leave out --from"):
        train(game, folder, small(game, 2), first=folder / "network.safetensors")
    why = (
        r"among equals: leave out --opponent"
        if is_value_network(game)
        else r"has begun.*leave out --opponent"
    )
    with pytest.raises(RecipeRefused, match=why):
        train(game, folder, small(game, 2), opponents=[folder / "network.safetensors"])
    other = next(name for name in GAMES if name != game)
    with pytest.raises(RecipeRefused, match=f"holds a training of {game}: name that game"):
        train(other, folder, small(other, 2))
    assert kept(folder) == before


def test_a_folder_of_before_recipes_were_kept_goes_on(tmp_path: Path, small: Small) -> None:
    train("voodoo", tmp_path, small("voodoo"))
    (tmp_path / "recipe.toml").unlink()
    (tmp_path / "about.json").unlink()
    train("voodoo", tmp_path, small("voodoo", lessons=2))
    assert lessons(tmp_path) == [1, 2]
    assert (tmp_path / "recipe.toml").exists()


@pytest.mark.parametrize("game", GAMES)
def test_what_a_short_slice_came_to_is_measured(
    game: str, tmp_path: Path, small: Small, capsys: pytest.CaptureFixture[str]
) -> None:
    train(game, tmp_path, small(game, 2, "measure_every = 100_000\n"))
    assert lessons(tmp_path)[-1] == 2
    if not is_value_network(game):
        out = capsys.readouterr().out
        assert "2.0 k decisions on the processor" in out
        assert "   2.0 k (" in out
        assert " k/s)" in out


@pytest.mark.parametrize("game", GAMES)
def test_a_recipe_for_a_gpu_names_the_one_for_processors(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Voodoo's own is meant for processors."""
    advise(of(game), CPU)
    named = f"--recipe training/small/{game}.toml" in capsys.readouterr().out
    assert named is not is_value_network(game)
    advise(of(game, FOLDER / "small" / f"{game}.toml"), CPU)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("run", [command.run, exploit.run], ids=["train", "exploit"])
@pytest.mark.parametrize("game", [game for game in GAMES if not is_value_network(game)])
def test_it_is_said_at_once_what_runs_where(
    game: str,
    run: Callable[..., None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "Training", interrupted)
    monkeypatch.setattr(exploit, "Study", interrupted)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    more = {"imitate": 0, "keep": False} if run is command.run else {}
    with pytest.raises(KeyboardInterrupt):
        run(game, folder=tmp_path, minutes=5, recipe=None, **more)
    what, advice = capsys.readouterr().out.splitlines()
    assert "on the processor, 5 minutes" in what
    assert f"--recipe training/small/{game}.toml" in advice


@pytest.mark.parametrize(
    ("number", "told"), [(500, "0.5 k"), (999_950, "1,000 k"), (6.4e6, "6.4 M"), (1.5e9, "1,500 M")]
)
def test_large_numbers_are_told_in_short(number: float, told: str) -> None:
    assert short(number) == told


@pytest.mark.parametrize("game", GAMES)
def test_a_recipe_too_large_for_memory_is_refused(game: str) -> None:
    fewer = "fewer turns" if is_value_network(game) else "fewer games, steps"
    with pytest.raises(RecipeRefused, match=fewer), enough_memory(of(game)):
        torch.empty(2**60, dtype=torch.uint8)


@pytest.mark.parametrize("game", GAMES)
def test_an_opponent_studies_a_network_of_ones_own(
    game: str, tmp_path: Path, small: Small, capsys: pytest.CaptureFixture[str]
) -> None:
    torch.manual_seed(1)
    own, folder = tmp_path / "own.safetensors", tmp_path / "study"
    own.write_bytes(exported(game, beginner(game, [24]).state_dict()))
    exploit.run(game, folder=folder, minutes=0.02, recipe=small(game), network=own)
    assert read_weights(folder / "opponent.safetensors", game).sizes[1:-1] == (24,)
    start, pace, *_ = capsys.readouterr().out.splitlines()
    assert start == f"an opponent of {own} learns on the processor, 0.02 minutes in all"
    assert pace.startswith("lesson 2 took ")
    with pytest.raises(RecipeRefused, match="studied another network"):
        exploit.run(game, folder=folder, minutes=0.001, recipe=tmp_path / "small.toml")


def test_a_study_of_a_tiny_deck_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecipeRefused, match="no bot plays with so small a deck as tiny"):
        exploit.run("voodoo_prince", folder=tmp_path, minutes=1, recipe=FOLDER / "tiny" / "tiny.toml")
