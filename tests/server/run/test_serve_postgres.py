"""A real house in a real PostgreSQL: whole games, its keeper's tools, and accidents of both."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random

import httpx
import pytest

from hexdeck.cli import main
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from server.guest import Guest, play_to_the_end
from server.house_process import SERVE, HouseProcess, open_house
from server.postgres_process import PostgresProcess

PASSWORD = "s3cret"


@pytest.fixture(scope="module")
def address(postgres: PostgresProcess) -> str:
    """With a password, which nobody may ever read."""
    return postgres.new_database().replace("hexdeck@", f"hexdeck:{PASSWORD}@")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, address: str) -> Iterator[HouseProcess]:
    """It keeps nothing in its folder."""
    data = tmp_path_factory.mktemp("postgres") / "data"
    with open_house(data, environment={"HEXDECK_DATABASE": address}) as house:
        yield house
        assert PASSWORD not in house.log.read_text()
        assert not data.exists()


def play(guest: Guest, code: str) -> tuple[int, ...]:
    async def to_the_end() -> tuple[int, ...]:
        async with guest.at(code) as client:
            await play_to_the_end(client, Random(1))
            assert client.table is not None
            return tuple(client.table.scores or ())

    return asyncio.run(to_the_end())


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_with_bots_to_the_end(house: HouseProcess, game: str) -> None:
    guest = Guest(house.url)
    code = guest.play_now(game, GAMES[game].players[0])
    scores = play(guest, code)
    record = read(guest.get(f"/api/tables/{code}/record").text)
    assert record.result == scores
    assert verify(record).is_proved
    kept = guest.get("/api/me/statistics").json()
    assert [(one["game"], one["games"]) for one in kept["statistics"] + kept["ratings"]] == [(game, 1)] * 2


def test_a_game_goes_on_after_a_kill_of_the_house_and_of_the_database(
    postgres: PostgresProcess, house: HouseProcess
) -> None:
    guest = Guest(house.url)
    code = guest.play_now("voodoo_prince", 2)
    before = guest.look(code)["version"]
    house.end(signal.SIGKILL)
    house.start()
    assert guest.look(code)["version"] >= before
    postgres.end(signal.SIGKILL)
    assert httpx.get(f"{house.url}/healthz").status_code == httpx.codes.OK
    postgres.start()
    for _ in range(1000):
        if guest.request("PATCH", "/api/me", json={"name": "Marie"}).is_success:
            break
        time.sleep(0.02)
    assert len(play(guest, code)) == 2


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(list(arguments))
    out, err = capsys.readouterr()
    assert PASSWORD not in out + err
    return status, out + err


def test_its_keeper_looks_after_it_open_and_closed(
    house: HouseProcess, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    marie = Guest.named(house.url, "Marie")
    open_table, closed_table = (marie.new_table("voodoo", players=3) for _ in range(2))
    place = ("--database", address)
    _, tables = said(capsys, "house", "tables", "--json", *place)
    assert {open_table, closed_table} <= {one["code"] for one in json.loads(tables)}
    assert said(capsys, "house", "close", open_table, *place) == (0, f"{open_table}\n")
    assert marie.get(f"/api/tables/{open_table}").status_code == httpx.codes.NOT_FOUND
    second = subprocess.run(
        [*SERVE, "--port", "0", "--database", address], capture_output=True, text=True, check=False
    )
    assert second.returncode == 2
    assert second.stderr.startswith("hexdeck: another house is open with postgresql://hexdeck@/house")
    assert PASSWORD not in second.stderr
    house.end()
    assert said(capsys, "house", "close", closed_table, *place) == (0, f"{closed_table}\n")
    assert said(capsys, "migrate", *place) == (0, "Everything is in the format of this version.\n")
    house.start()
    assert marie.get(f"/api/tables/{closed_table}").status_code == httpx.codes.NOT_FOUND


@pytest.mark.parametrize(
    "command", [("backup", "copy"), ("house", "rotate", "."), ("house", "restore", "copy")]
)
def test_copies_of_a_file_are_not_made_of_a_database(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    words = "hexdeck: this house is kept in a database: copy it with the tools of PostgreSQL\n"
    assert said(capsys, *command, "--database", f"postgresql://u:{PASSWORD}@host/name") == (2, words)


def test_without_its_driver_a_house_says_how_to_get_it() -> None:
    script = "import sys; sys.modules['asyncpg'] = None; from hexdeck.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", script, "migrate", "--database", "postgresql://host/name"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        "hexdeck: PostgreSQL needs its driver: pip install 'hexdeck[postgres]'\n",
    )
