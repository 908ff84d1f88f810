"""A fifth game plays everywhere once its files are dropped in, without a changed line elsewhere."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from fifth_game.dropped_in import FILES, drop_in
from hexdeck.core.game_files import findings
from hexdeck.core.registry import GAMES
from server.guest import Guest, play_to_the_end
from server.house_process import HouseProcess, open_house
from server.text_browser import TextBrowser
from server.web.test_plain import play_to_the_end as play_by_forms
from terminal.commands import games_in, hexdeck

HERE = Path(__file__).parent
QUICK = {"rounds": 1}


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where Python finds five games."""
    return drop_in(tmp_path_factory.mktemp("five"))


@pytest.fixture(scope="module")
def house(five: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with open_house(tmp_path_factory.mktemp("house") / "data", environment=five) as house:
        yield house


def test_it_stands_on_the_shelf(tmp_path: Path, five: dict[str, str]) -> None:
    told = hexdeck(tmp_path, "games", **five).stdout.splitlines()
    assert [line.split()[0] for line in told] == [
        "voodoo_prince",
        "vampire_queen",
        "skull_queen",
        "voodoo",
        "high_card",
    ]
    assert told[-1] == "high_card       High Card, 2 to 5 players"
    assert "Skull Queen, Voodoo and High Card." in hexdeck(tmp_path, "--help", **five).stdout


def test_it_is_played_in_the_terminal(tmp_path: Path, five: dict[str, str]) -> None:
    arguments = ("play", "high_card", "--players", "3", "--quick", "-o", "rounds=1")
    done = hexdeck(tmp_path, *arguments, typed="rules\n?\n1\n1\n1\n", **five)
    assert done.stderr == ""
    assert "High Card · 3 players · bots: casual · Rounds: 1" in done.stdout
    assert "Lay your cards face down, one at a time." in done.stdout
    assert "After round 1: You " in done.stdout
    assert "The game is over." in done.stdout

    [record] = games_in(tmp_path)
    replayed = hexdeck(tmp_path, "replay", str(record), typed="", **five)
    assert replayed.returncode == 0
    assert "Round 1: the cards are dealt." in replayed.stdout
    assert hexdeck(tmp_path, "verify", str(record), **five).returncode == 0


def test_its_bots_meet_in_the_arena(tmp_path: Path, five: dict[str, str]) -> None:
    bots = ("heuristic", "random", "ismcts-40")
    met = json.loads(hexdeck(tmp_path, "arena", "high_card", *bots, "--deals", "3", "--json", **five).stdout)
    assert (met["game"], met["unit"], met["deals"]) == ("high_card", "round", 3)
    assert {rating["bot"] for rating in met["ratings"]} == set(bots)


def test_its_games_are_counted(tmp_path: Path, five: dict[str, str]) -> None:
    counted = json.loads(hexdeck(tmp_path, "simulate", "high_card", "--games", "20", "--json", **five).stdout)
    assert sum(counted["mean_points"]) == pytest.approx(6)  # two rounds of three tricks
    assert 10 < counted["facts"]["value that takes a trick"] <= 20


def test_a_person_plays_it_with_bots_of_the_house(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.play_now("high_card", 3, options=QUICK)

    async def play() -> list[int]:
        async with guest.at(code) as client:
            assert await play_to_the_end(client, Random(1)) == 3
            assert client.table is not None
            return client.table.scores or []

    assert sum(asyncio.run(play())) == 3
    assert guest.get(f"/api/tables/{code}/verification").json()["proved"] is True
    assert "HighCardView" in guest.get("/api/protocol.json").json()["$defs"]


def test_it_has_a_lesson(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.post("/api/play", game="high_card", lesson=True, pace="instant")["code"]
    seen = guest.look(code)
    assert (seen["table"]["players"], seen["table"]["lesson"]) == (3, True)
    assert len(seen["view"]["actions"]) == 3


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_played_by_forms_alone(house: HouseProcess, language: str) -> None:
    with TextBrowser(house.url, language) as browser:
        chosen = {"option rounds": "1"}
        code = browser.new_table("high_card", "bots", players="4", level="club", pace="instant", **chosen)
        page = play_by_forms(browser, code, Random(language))
        assert page.heading == {"en": "The game is over.", "de": "Das Spiel ist aus."}[language]


def test_it_keeps_the_laws_of_all_games(five: dict[str, str]) -> None:
    """Its facts lie beside those of the others, in a second folder called laws."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        "-q",
        "-k",
        "high_card-3",
        "tests/laws/test_laws.py",
    ]
    paths = os.pathsep.join([five["PYTHONPATH"], str(HERE / "tests")])
    environment = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(
        command, cwd=HERE.parents[1], env=environment, capture_output=True, text=True, check=False
    )
    assert re.search(r"[0-9]{2} passed", done.stdout), done.stdout + done.stderr
    assert done.returncode == 0, done.stdout


def test_nothing_of_it_is_missing(tmp_path: Path, five: dict[str, str]) -> None:
    told = hexdeck(tmp_path, "games", "check", "high_card", **five)
    assert told.stdout.splitlines()[-1] == "nothing is missing"
    assert told.returncode == 0


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_other_games_is_missing(game: str) -> None:
    assert [one.line() for one in findings(game) if one.lack and not one.file.optional] == []


def test_a_half_made_game_is_told_what_it_lacks(tmp_path: Path) -> None:
    half = tmp_path / "half"
    for name in (
        "games/high_card/__init__.py",
        "games/high_card/law/rules.py",
        "games/high_card/law/events.py",
    ):
        (half / name).parent.mkdir(parents=True, exist_ok=True)
        (half / name).write_text((FILES / name).read_text())
    (half / "games/high_card/text").mkdir()
    (half / "games/high_card/text/screen.py").write_text('"""Not begun."""\n')
    environment = drop_in(tmp_path, half)

    told = hexdeck(tmp_path, "games", "check", "high_card", **environment)

    assert told.returncode == 1
    lines = told.stdout.splitlines()
    assert "  found     games/high_card/law/rules.py" in lines
    assert any(line.startswith("  missing   games/high_card/law/view.py: who knows what") for line in lines)
    assert any(
        line.startswith("  lacks GameScreen  games/high_card/text/screen.py: GameScreen(Screen)")
        for line in lines
    )
    assert any(line.startswith("  may have  games/high_card/kernel/compiled.pyx") for line in lines)
    assert lines[-1] == "6 to write"  # view, names, words, rules in short, heuristic, screen
    assert "high_card" not in hexdeck(tmp_path, "games", **environment).stdout
