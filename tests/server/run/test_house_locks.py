"""What only the house may read, which names it answers to, and what nobody can take from others by trick."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from hexdeck.core.errors import SetupRefused
from hexdeck.core.record import check_name
from hexdeck.server.base.logs import mark_with, table_mark
from hexdeck.server.base.messages import Change, Sit, Start
from hexdeck.server.run.serve import locked
from hexdeck.server.store.sqlite_copies import backup
from server.guest import Guest
from server.house_process import HouseProcess, open_house
from server.inside import Inside

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """Over a folder that an older house has left open for everybody."""
    data = tmp_path_factory.mktemp("locks") / "data"
    data.mkdir(mode=0o755)
    (data / "old.sqlite3").touch(mode=0o644)
    with open_house(data) as house:
        yield house


@on_unix
def test_nobody_else_can_read_what_is_kept(house: HouseProcess) -> None:
    Guest(house.url).new_table("voodoo")
    backup(house.data / "hexdeck.sqlite3", house.data / "monday.sqlite3")
    assert house.data.stat().st_mode & 0o777 == 0o700
    modes = {file.name: file.stat().st_mode & 0o777 for file in house.data.iterdir()}
    assert {"hexdeck.sqlite3", "hexdeck.sqlite3-wal", "old.sqlite3", "monday.sqlite3"} <= modes.keys()
    assert set(modes.values()) == {0o600}


@on_unix
def test_a_folder_with_other_uses_stays_as_it_is(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / "letter.txt").touch(mode=0o644)
    with open_house(data):
        assert data.stat().st_mode & 0o777 == 0o755
        assert (data / "letter.txt").stat().st_mode & 0o777 == 0o644
        assert (data / "hexdeck.sqlite3").stat().st_mode & 0o777 == 0o600


@on_unix
def test_a_command_that_is_over_leaves_the_shell_as_it_was(tmp_path: Path) -> None:
    with locked(tmp_path / "data"):
        (tmp_path / "data" / "new").touch()
    (tmp_path / "letter.txt").touch()
    before = os.umask(0o022)
    os.umask(before)
    assert (tmp_path / "data" / "new").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "letter.txt").stat().st_mode & 0o777 == 0o666 & ~before


def test_marks_in_the_log_cannot_be_tried_out() -> None:
    mark_with(b"one")
    first = table_mark("K7Q-M3X-HPA")
    assert first == table_mark("K7Q-M3X-HPA")
    mark_with(b"other")
    assert first not in (table_mark("K7Q-M3X-HPA"), sha256(b"K7Q-M3X-HPA").hexdigest()[:12])


@pytest.mark.parametrize("name", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example"])
def test_a_name_that_somebody_lets_lead_here_is_not_answered(house: HouseProcess, name: str) -> None:
    headers = {"host": f"{name}:{house.port}", "origin": f"http://{name}:{house.port}"}
    for path in ("/", "/metrics", "/plain", "/api/me", "/healthz"):
        answer = httpx.get(house.url + path, headers=headers)
        assert answer.status_code == 421
        assert "--allowed-hosts" in answer.text
        assert "set-cookie" not in answer.headers
    assert httpx.post(f"{house.url}/api/tables", headers=headers, json={"game": "voodoo"}).status_code == 421
    code = Guest(house.url).new_table("voodoo")
    upgrade = {
        "upgrade": "websocket",
        "connection": "upgrade",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    socket = httpx.get(f"{house.url}/api/tables/{code}/socket", headers={**headers, **upgrade})
    assert socket.status_code == 421


@pytest.mark.parametrize(
    "name", ["127.0.0.1", "localhost", "[::1]", "192.168.1.20", "house", "HOUSE", "localhost."]
)
def test_addresses_and_own_names_are_answered(house: HouseProcess, name: str) -> None:
    answer = httpx.get(f"{house.url}/api/me", headers={"host": f"{name}:{house.port}"})
    assert answer.status_code == 200


def test_the_public_name_is_answered(tmp_path: Path) -> None:
    async def ask() -> bytes:
        inside = await Inside.at(tmp_path, public_url="https://house")
        try:
            return await inside.ask("GET", "/api/me")
        finally:
            await inside.close()

    assert asyncio.run(ask())[:3] == b"200"


def test_another_clock_starts_the_time_anew(tmp_path: Path) -> None:
    async def play() -> tuple[float, dict[int, float]]:
        inside = await Inside.at(tmp_path)
        live = await inside.house.new_table(await inside.house.new_document("marie", "voodoo_prince", 2, {}))
        await live.command("lukas", Sit("sit"))
        await live.command("marie", Start("start"))
        for who in ("marie", "lukas"):
            live.visit(who)
        inside.time += 47
        await live.command("marie", Change("change", clock="timed"))
        welcome, _ = await live.look("marie")
        await inside.close()
        return inside.time, welcome.table.deadlines

    now, deadlines = asyncio.run(play())
    assert list(deadlines.values()) == [now + 45]


INVISIBLE = ["\u3164", "\u2800", "\ufe0f", "\u115f\u1160", "\u2800 \u2800", "\u0301\u0301", "\uffa0\ufe0f"]


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_that_nobody_sees_is_refused(house: HouseProcess, name: str) -> None:
    guest = Guest(house.url)
    before = guest.get("/api/me").json()["profile"]["name"]
    assert guest.request("PATCH", "/api/me", json={"name": name}).status_code == 400
    page = guest.get("/plain").text
    signature = page.partition('name="signature" value="')[2].partition('"')[0]
    form = {"signature": signature, "name": name, "picture": "owl", "language": "en"}
    assert guest.request("POST", "/plain/me", data=form).status_code == 400
    assert guest.get("/api/me").json()["profile"]["name"] == before


def test_a_name_that_nobody_sees_is_refused_in_the_terminal() -> None:
    command = [sys.executable, "-m", "hexdeck.cli", "play", "voodoo_prince", "--people", "\u3164,Marie"]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60
    )
    assert done.returncode != 0
    assert "nobody would see it" in done.stderr


def test_names_of_all_scripts_are_names() -> None:
    for name in ("Zoë", "李雷", "हिंदी", "é"):
        check_name(name)
    with pytest.raises(SetupRefused, match="nobody would see it"):
        check_name("\u2800")
