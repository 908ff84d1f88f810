"""What is written where: nothing that is there is lost, and what is named is found."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from hexdeck.core.record_reader import load
from hexdeck.core.registry import GAMES
from terminal.commands import HEXDECK, environment, games_in, hexdeck

SEED = ("--seed", "07" * 32)


@pytest.mark.parametrize("game", GAMES)
def test_saving_never_replaces_anything_but_the_same_game(game: str, tmp_path: Path) -> None:
    text, other, copy = (tmp_path / name for name in ("letter.txt", "other.hexdeck", "copy.hexdeck"))
    text.write_text("dear diary")
    hexdeck(tmp_path, "play", game, "--record", str(other), typed="1\n")
    before = other.read_text()

    typed = f"save {text}\nsave {other}\nsave {copy}\n1\nsave {copy}\nsave\nquit\n"
    ran = hexdeck(tmp_path, "play", game, *SEED, typed=typed)

    assert text.read_text() == "dear diary"
    assert other.read_text() == before
    assert f"{text} holds something else and stays as it is" in ran.stdout
    assert f"{other} holds something else and stays as it is" in ran.stdout
    [path] = games_in(tmp_path)
    assert copy.read_text() in path.read_text()
    assert f"The game so far is in {path}" in ran.stdout
    assert any(step.text(GAMES[game]).startswith("0 ") for step in load(copy).steps)  # as of the second time


def test_saving_to_the_games_own_file_leaves_it_in_use(tmp_path: Path) -> None:
    where = tmp_path / "mine.hexdeck"

    hexdeck(
        *(tmp_path, "play", "voodoo_prince", "--players", "2", "--record", str(where)), *SEED,
        typed=f"1\nsave {where}\n1\n1\n",
    )  # fmt: skip

    assert sum(step.text(GAMES["voodoo_prince"]).startswith("0 ") for step in load(where).steps) == 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("record", [[], ["--record", "my game.hexdeck"]], ids=["shelf", "file"])
def test_the_goodbye_names_a_command_that_goes_on(game: str, record: list[str], tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "play", game, *record, typed="1\n")

    [command] = re.findall(r"Go on with it: (.*)", ran.stdout)
    _program, *arguments = shlex.split(command)
    again = hexdeck(tmp_path, *arguments, typed="quit\n")

    assert again.returncode == 0, again.stderr
    assert f"Go on with it: {command}" in again.stdout


def test_an_older_game_is_named_when_it_is_not_the_last_one(tmp_path: Path) -> None:
    for name in ("2000-01-01-000000-voodoo_prince", "2001-01-01-000000-voodoo_prince"):
        path = tmp_path / "hexdeck" / "games" / f"{name}.hexdeck"
        hexdeck(tmp_path, "play", "voodoo_prince", "--record", str(path), typed="1\n")
    older, newer = games_in(tmp_path)

    ran = hexdeck(tmp_path, "play", "--resume", str(older), typed="quit\n")

    assert ran.stdout.rstrip().endswith(f"play --resume {older}")
    assert newer.name not in ran.stdout


@pytest.mark.parametrize("game", GAMES)
def test_kept_simulations_are_not_replaced_by_others(game: str, tmp_path: Path) -> None:
    simulate = ("simulate", game, "--games", "2", "--records", "kept")
    assert hexdeck(tmp_path, *simulate).returncode == 0
    before = {path: path.read_text() for path in (tmp_path / "kept").iterdir()}

    same = hexdeck(tmp_path, *simulate)
    other = hexdeck(tmp_path, *simulate, "--bots", "heuristic")

    assert same.returncode == 0
    assert other.returncode == 2
    assert "is another game and stays as it is: choose another folder or --seed" in other.stderr
    assert {path: path.read_text() for path in (tmp_path / "kept").iterdir()} == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["simulate", "skull_queen", "--games", "2"],
        ["simulate", "skull_queen", "--games", "2", "--json"],
        ["arena", "voodoo_prince", "random", "heuristic", "--deals", "2", "--json"],
        ["arena", "voodoo_prince", "random", "heuristic", "--deals", "2"],
        ["verify", "game.hexdeck"],
        ["replay", "game.hexdeck", "--all"],
        ["play", "voodoo_prince"],
    ],
    ids=lambda arguments: " ".join(arguments[:2] + arguments[-1:]),
)
def test_a_reader_who_leaves_ends_us_silently(arguments: list[str], tmp_path: Path) -> None:
    hexdeck(tmp_path, "play", "voodoo_prince", "--record", "game.hexdeck", typed="1\n")

    ran = subprocess.run(
        ["bash", "-c", f"{shlex.join([*HEXDECK, *arguments])} | true; echo ${{PIPESTATUS[0]}}"],
        capture_output=True, text=True, env=environment(tmp_path), cwd=tmp_path, timeout=120, check=False,
        input="1\n" * 500,
    )  # fmt: skip

    assert ran.stderr == ""
    assert ran.stdout == "141\n"


def test_a_full_disk_is_said_in_a_sentence(tmp_path: Path) -> None:
    ran = subprocess.run(
        ["bash", "-c", f"{shlex.join([*HEXDECK, 'simulate', 'skull_queen', '--games', '1'])} > /dev/full"],
        capture_output=True, text=True, env=environment(tmp_path), timeout=120, check=False,
    )  # fmt: skip

    assert ran.stderr == "hexdeck: No space left on device\n"
    assert ran.returncode == 2
