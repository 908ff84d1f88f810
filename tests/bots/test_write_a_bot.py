"""docs/write_a_bot.md as it is printed: the bot plays every game, and the commands run."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hexdeck
from hexdeck.ai.arena.arguments import NAMING
from hexdeck.ai.bots import BOTS
from hexdeck.ai.bots.finding import ALONE, NETWORK
from hexdeck.ai.bots.finding import PROGRAM as PROGRAM_NAMED
from hexdeck.ai.external_bots import warm_pool
from hexdeck.core.game import AnyGame
from hexdeck.core.registry import GAMES
from terminal.commands import hexdeck as run

PAGE = (Path(__file__).parents[2] / "docs" / "write_a_bot.md").read_text()
[PROGRAM], [COMMANDS] = (
    re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) for kind in ("python", "sh")
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where somebody has saved it, and stands."""
    folder = tmp_path_factory.mktemp("mine")
    (folder / "my_bots.py").write_text(PROGRAM)
    with pytest.MonkeyPatch.context() as here:
        here.chdir(folder)
        yield folder
    warm_pool.dismiss()


def test_it_has_twenty_lines() -> None:
    assert len(PROGRAM.splitlines()) <= 20


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_it_plays(game: AnyGame) -> None:
    table = hexdeck.new_table(game.name, 3, {0: "my_bots:Frugal", 1: "random", 2: "random"}, seed=bytes(32))
    assert list(table.turns()) == []
    assert (table.is_over, table.faults) == (True, ())


@pytest.mark.parametrize("command", [line for line in COMMANDS.splitlines() if " serve " not in line])
def test_a_command_runs_as_printed(command: str, folder: Path) -> None:
    _, *words = command.split()
    ran = run(folder, *words, *(["--json"] if words[0] != "play" else []))
    assert ran.returncode == 0, ran.stderr
    if words[0] == "arena":
        [pair, _] = json.loads(ran.stdout)["pairs"]
        assert (pair["bot"], pair["against"]) == ("frugal", "club")
        assert pair["lead"]["mean"] < 0
    if words[0] == "play":
        assert "bots: frugal, club player, casual" in ran.stdout
    else:
        assert json.loads(ran.stdout)["faults"] == []


@pytest.mark.parametrize("name", [*BOTS, "ismcts-1000", "ismcts-50ms", "mc-1000"])
def test_the_page_and_the_help_name_every_bot_of_the_house(name: str) -> None:
    assert f"`{name}`" in PAGE
    assert re.search(rf"[( \n]{name}[,)]", NAMING)


@pytest.mark.parametrize("kind", [PROGRAM_NAMED, NETWORK, ALONE])
def test_the_page_and_the_help_name_every_kind_of_ones_own(kind: str) -> None:
    assert f"| `{kind}" in PAGE
    assert f" {kind}" in NAMING.replace("\n", " ")
