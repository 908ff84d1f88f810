"""What a game leaves behind: its record, its replay, its proof."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from hexdeck.cli import main
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from server.edited import edited
from server.guest import Guest, play_all
from server.house_process import HouseProcess, open_house

A_DAY = 86_400


def play(guest: Guest, *codes: str) -> None:
    """To the end, at all tables at the same time."""
    play_all(*((guest, code) for code in codes))


def finished(house: HouseProcess, game: str, players: int) -> tuple[Guest, str]:
    guest = Guest(house.url)
    code = guest.play_now(game, players)
    play(guest, code)
    return guest, code


# Records and replays.


def test_a_record_can_be_downloaded_and_proved(house: HouseProcess) -> None:
    guest, code = finished(house, "skull_queen", 3)
    answer = guest.get(f"/api/tables/{code}/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="skull_queen-{code}.hexdeck"'
    record = read(answer.text)
    assert verify(record).is_proved
    assert list(record.result or ()) == guest.look(code)["table"]["scores"]


def test_nothing_is_laid_open_before_the_end(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.play_now("skull_queen", 3)
    for what in ("record", "replay", "replay/1", "review", "rounds", "verification"):
        answer = guest.get(f"/api/tables/{code}/{what}")
        assert answer.status_code == 409
        assert answer.json()["message"] == "the game is not over: everything is laid open when it is"


UNITS = {"voodoo_prince": ("round", 1), "vampire_queen": ("phase", 1), "skull_queen": ("round", 3)}


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_tells_every_step_to_every_seat(house: HouseProcess, game: str) -> None:
    guest, code = finished(house, game, 3)
    record = read(guest.get(f"/api/tables/{code}/record").text)

    replay = guest.get(f"/api/tables/{code}/replay").json()

    assert replay["game"] == game
    assert replay["result"] == list(record.result or ())
    assert [step["name"] for step in replay["steps"]] == [step.text(GAMES[game]) for step in record.steps]
    assert all(len(step["events"]) == 4 for step in replay["steps"])

    rounds = guest.get(f"/api/tables/{code}/rounds").json()
    assert rounds["scores"][-1] == replay["result"]
    assert (rounds["unit"], len(rounds["scores"])) == UNITS.get(game, ("change", len(rounds["scores"])))
    assert game in UNITS or all(now != before for before, now in pairwise(rounds["scores"]))


def test_a_replay_shows_any_position(house: HouseProcess) -> None:
    guest, code = finished(house, "voodoo_prince", 3)
    steps = len(guest.get(f"/api/tables/{code}/replay").json()["steps"])

    first = guest.get(f"/api/tables/{code}/replay/0").json()
    dealt = guest.get(f"/api/tables/{code}/replay/3").json()
    last = guest.get(f"/api/tables/{code}/replay/{steps}").json()

    assert first["position"] == 0
    assert [view["seat"] for view in first["views"]] == [0, 1, 2, None]
    assert [len(view["hand"]) for view in dealt["views"]] == [13, 13, 13, 0]
    assert last["views"][0] == guest.look(code)["view"]
    for wrong in (str(steps + 1), "-1", "x", "9" * 30):
        assert guest.get(f"/api/tables/{code}/replay/{wrong}").status_code == 404


def test_a_deal_can_be_verified_from_what_the_house_says(house: HouseProcess) -> None:
    guest, other = Guest(house.url), Guest(house.url)
    code = guest.new_table("voodoo_prince", players=2, options={"rounds": 1}, pace="instant")
    promised = guest.look(code)["table"]["commitment"]
    guest.command(code, "sit", seat=0, salt="candle")
    guest.command(code, "sit", seat=0, salt="wax")
    other.command(code, "sit", salt="moon")
    guest.command(code, "start")
    other.command(code, "stand")
    play(guest, code)

    facts = guest.get(f"/api/tables/{code}/verification").json()

    assert facts["commitment"] == promised
    assert facts["salts"] == ["wax", "moon"]
    assert len(facts["salted_by"]) == 2
    record = read(facts["record"])
    assert verify(record).is_proved
    assert record.seed is not None
    assert record.seed.hex() == facts["seed"]
    assert guest.look(code)["table"]["commitment"] == promised


# What is kept, and for how long.


def until(happens: Callable[[], bool]) -> None:
    """Wait for it, but not for ever."""
    end = time.monotonic() + 60
    while not happens():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)


def make_older(house: HouseProcess, code: str, *, days: float) -> None:
    with edited(house.data / "hexdeck.sqlite3") as database:
        database.execute("UPDATE tables SET updated = updated - ? WHERE code = ?", (days * A_DAY, code))


def test_old_games_are_forgotten_after_the_days_that_were_chosen(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--keep-days", "30") as house:
        guest, old = finished(house, "voodoo_prince", 2)
        _, young = finished(house, "voodoo_prince", 2)
        running = guest.play_now("voodoo_prince", 2)
        house.end()
        make_older(house, old, days=31)
        make_older(house, young, days=29)
        make_older(house, running, days=31)

        house.start()

        until(lambda: guest.get(f"/api/tables/{old}").status_code == 404)
        assert guest.get(f"/api/tables/{young}/record").status_code == 200
        assert guest.get(f"/api/tables/{running}").status_code == 200
        assert guest.get("/api/me/statistics").json()["statistics"][0]["games"] == 1
        with closing(sqlite3.connect(house.data / "hexdeck.sqlite3")) as database:
            for name in ("changes", "sittings"):
                [(left,)] = database.execute(f"SELECT COUNT(*) FROM {name} WHERE code = ?", (old,)).fetchall()
                assert left == 0


def leave_for(house: HouseProcess, code: str, *, days: float) -> None:
    """As if nobody had been there for so long."""
    with edited(house.data / "hexdeck.sqlite3") as database:
        database.execute("UPDATE changes SET at = at - ? WHERE code = ?", (days * A_DAY, code))
        database.execute("UPDATE tables SET updated = updated - ? WHERE code = ?", (days * A_DAY, code))
        [(away,)] = database.execute("SELECT away FROM tables WHERE code = ?", (code,)).fetchall()
        gone = {who: since - days * A_DAY for who, since in json.loads(away or "{}").items()}
        database.execute("UPDATE tables SET away = ? WHERE code = ?", (json.dumps(gone).encode(), code))


def is_to_move(guest: Guest, code: str) -> bool:
    return bool(guest.look(code)["view"]["to_move"] == [0])


def look_in(guest: Guest, code: str) -> None:
    """Come to a table and go again."""

    async def come() -> None:
        async with guest.at(code):
            pass

    asyncio.run(come())


def test_a_running_game_that_everybody_has_left_is_forgotten_too(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--keep-days", "30") as house:
        guest = Guest(house.url)
        left, recent, slow = (guest.play_now("voodoo_prince", 2) for _ in range(3))
        for code in (left, recent, slow):
            until(partial(is_to_move, guest, code))
            look_in(guest, code)
        guest.command(slow, "change", clock="slow")
        house.end()
        leave_for(house, left, days=31)
        leave_for(house, recent, days=29)
        leave_for(house, slow, days=31)

        house.start()

        until(lambda: guest.get(f"/api/tables/{left}").status_code == 404)
        assert guest.look(recent)["table"]["status"] == "playing"
        until(lambda: guest.look(slow)["table"]["seats"][0]["presence"] == "held")  # its clock goes on
        assert left not in [table["code"] for table in guest.get("/api/me").json()["tables"]]


def test_a_copy_is_made_while_games_run(
    house: HouseProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guest = Guest(house.url)
    code = guest.play_now("voodoo_prince", 3)
    copy = tmp_path / "copy" / "hexdeck.sqlite3"
    copy.parent.mkdir()

    assert main(["backup", str(copy), "--data", str(house.data)]) == 0
    assert "every game and every person" in capsys.readouterr().out

    with open_house(copy.parent) as again:
        there = Guest(again.url)
        there.token = guest.token
        assert there.look(code)["table"]["status"] == "playing"
        play(there, code)
        assert verify(read(there.get(f"/api/tables/{code}/record").text)).is_proved
    assert main(["backup", str(copy), "--data", str(house.data)]) == 2
    assert capsys.readouterr().err == f"hexdeck: the file {copy} exists already: choose another\n"
