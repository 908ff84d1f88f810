"""What is wrong with one table, one file or one moment is nobody else's trouble, and is said as it is."""

import json
import os
import re
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from hexdeck.core.registry import GAMES
from server.edited import edited
from server.guest import QUICK, Guest
from server.house_process import SERVE, HouseProcess, open_house
from server.store_faults import read_only


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_other_rules_is_its_own_trouble_alone(tmp_path: Path, game: str) -> None:
    with open_house(tmp_path / "data") as house:
        guest, other = Guest(house.url), Guest(house.url)
        assert guest.request("PATCH", "/api/me", json={"name": "Beatrice"}).is_success
        code = guest.new_table(game, players=GAMES[game].players[0], options=QUICK[game], public=True)
        assert guest.command(code, "start", level="novice")["type"] == "ack"
        fine = other.new_table(game, public=True)
        house.end()
        with edited(house.data / "hexdeck.sqlite3") as store:
            [header] = store.execute("SELECT header FROM tables WHERE code = ?", (code,)).fetchone()
            changed = re.sub(rf"game {game} \d+", f"game {game} 999", header)
            store.execute("UPDATE tables SET header = ? WHERE code = ?", (changed, code))
        house.start()

        assert "version 999" in guest.get(f"/api/tables/{code}").json()["message"]
        for path in ("/api/tables", "/plain", "/api/me"):
            assert guest.get(path).status_code == 200
        assert other.look(fine)["table"]["status"] == "gathering"
        assert guest.request("PATCH", "/api/me", json={"name": "Lucrezia"}).is_success
        assert "Lucrezia" in _stored(house, "document", code)
        assert guest.request("DELETE", "/api/me").is_success
        assert "Lucrezia" not in _stored(house, "document", code)
        assert "Beatrice" not in _stored(house, "header", code)


def _stored(house: HouseProcess, what: str, code: str) -> str:
    with sqlite3.connect(house.data / "hexdeck.sqlite3") as store:
        [found] = store.execute(f"SELECT CAST({what} AS TEXT) FROM tables WHERE code = ?", (code,)).fetchone()
    return str(found)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    with open_house(tmp_path / "data") as house:
        yield house


def _opens_in_vain(data: Path) -> str:
    command = [*SERVE, "--data", str(data), "--port", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    return ended.stderr


def test_no_second_house_opens_the_same_database(house: HouseProcess, tmp_path: Path) -> None:
    """However it is reached, and whatever was removed beside it."""
    for path in house.data.glob("*lock*"):
        path.unlink()
    assert "another house is open" in _opens_in_vain(house.data)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "hexdeck.sqlite3").symlink_to(house.data / "hexdeck.sqlite3")
    assert "another house is open" in _opens_in_vain(elsewhere)
    (elsewhere / "hexdeck.sqlite3").unlink()
    os.link(house.data / "hexdeck.sqlite3", elsewhere / "hexdeck.sqlite3")
    assert "another house is open" in _opens_in_vain(elsewhere)


def test_the_house_is_not_ready_while_nothing_can_be_stored(house: HouseProcess) -> None:
    assert httpx.get(f"{house.url}/readyz").status_code == 200
    with read_only(house):
        _wait_for(house, 503)
        assert httpx.get(f"{house.url}/healthz").status_code == 200
    _wait_for(house, 200)


def _wait_for(house: HouseProcess, status: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if httpx.get(f"{house.url}/readyz", timeout=20).status_code == status:
            return
        time.sleep(0.02)
    raise AssertionError(f"/readyz never says {status}")


def _heard(house: HouseProcess, code: str, token: str, **hello: Any) -> list[dict[str, Any]]:
    """What comes before the answer to a ping."""
    url = f"{house.url.replace('http', 'ws')}/api/tables/{code}/socket"
    heard = []
    with connect(url, additional_headers={"authorization": f"Bearer {token}"}) as talk:
        talk.send(json.dumps({"type": "hello", **hello}))
        talk.send(json.dumps({"type": "ping", "id": "p"}))
        while (message := json.loads(talk.recv(20)))["type"] != "pong":
            heard.append(message)
    return heard


def test_a_client_of_another_history_gets_a_snapshot(house: HouseProcess) -> None:
    """A backup was restored, and the game went another way to the same version."""
    guest = Guest(house.url)
    code = guest.new_table("voodoo_prince", players=2)
    assert guest.command(code, "start", level="novice")["type"] == "ack"
    while guest.look(code)["view"]["to_move"] != [0]:  # else the bot would play meanwhile
        time.sleep(0.02)
    welcome, snapshot = _heard(house, code, guest.token)
    seen = {"since": snapshot["version"], "epoch": welcome["epoch"]}
    assert [message["type"] for message in _heard(house, code, guest.token, **seen)] == ["welcome"]
    house.end()
    house.start()
    assert [message["type"] for message in _heard(house, code, guest.token, **seen)] == [
        "welcome",
        "snapshot",
    ]
    path = f"/api/tables/{code}/events?since={seen['since']}&epoch={seen['epoch']}"
    headers = {"authorization": f"Bearer {guest.token}"}
    with httpx.stream("GET", house.url + path, headers=headers, timeout=20) as events:
        lines = (line for line in events.iter_lines() if line.startswith("data:"))
        assert [json.loads(next(lines)[5:])["type"] for _ in range(2)] == ["welcome", "snapshot"]
