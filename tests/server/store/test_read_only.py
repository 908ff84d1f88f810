"""A house whose storage cannot be written serves what can be read, says why, and goes on by itself."""

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from hexdeck.core.registry import GAMES
from hexdeck.locale import LANGUAGES, language
from hexdeck.server.base.writability import RETRY_SECONDS, Cause, cannot_store
from hexdeck.text import house_words
from server.guest import QUICK, Guest
from server.house_process import SERVE, HouseProcess
from server.store_faults import FAULTS, filled_up, full_disk, marked, small_disk, unwritable

Fault = Callable[[Path], AbstractContextManager[None]]  # of a disk or folder on which "data" lies

PLACES: dict[str, Fault] = {"disk_full": filled_up, "read_only": unwritable}
PAGES = ("/", "/plain", "/plain/games", "/api/me", "/api/me/games", "/api/games", "/api/tables", "/api/day")
OF_A_TABLE = ("/api/tables/{}", "/t/{}/plain", "/api/tables/{}/story")
OF_A_FINISHED_GAME = ("/api/tables/{}/replay", "/api/tables/{}/record", "/api/tables/{}/verification")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    try:
        with small_disk(tmp_path / "disk", megabytes=6):
            yield tmp_path / "disk"
    except OSError as error:
        pytest.skip(f"no file system can be mounted here: {error}")


@contextmanager
def house_on(disk: Path) -> Iterator[HouseProcess]:
    house = HouseProcess(disk / "data")
    house.log = disk.parent / "house.log"
    house.start()
    try:
        yield house
    finally:
        if house.process is not None:
            house.end(signal.SIGKILL)


def finished_game(guest: Guest, game: str) -> str:
    """The code of a table at which bots have played to the end."""
    code = guest.new_table(game, players=GAMES[game].players[0], options=QUICK[game], pace="instant")
    assert guest.command(code, "start", level="novice")["type"] == "ack"
    assert guest.command(code, "stand")["type"] == "ack"
    _wait_until(lambda: guest.look(code)["table"]["status"] == "over")
    return code


def _wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["closed", "killed"])
@pytest.mark.parametrize("cause", PLACES)
def test_a_house_that_cannot_write_opens_to_be_read(disk: Path, cause: str, how: signal.Signals) -> None:
    _opens_to_be_read(disk, cause, PLACES[cause], how)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["closed", "killed"])
def test_a_house_that_may_not_write_opens_to_be_read(tmp_path: Path, how: signal.Signals) -> None:
    """By a mark in its file: it is tested by every user, also where no file system can be mounted."""
    (tmp_path / "disk").mkdir()
    _opens_to_be_read(tmp_path / "disk", "read_only", lambda disk: marked(disk / "data"), how)


def _opens_to_be_read(disk: Path, cause: str, fault: Fault, how: signal.Signals) -> None:
    with house_on(disk) as house:
        guest = Guest(house.url)
        assert guest.request("PATCH", "/api/me", json={"name": "Beatrice"}).is_success
        over = [finished_game(guest, game) for game in GAMES]
        running = guest.new_table("voodoo_prince")
        kept = [guest.get(f"/api/tables/{code}/record").text for code in over]
        house.end(how)
        with fault(disk):
            house.start(is_ready=False)
            ready = _until_told(house, cause)
            assert ready.status_code == 503
            assert ready.headers["retry-after"] == str(RETRY_SECONDS)
            assert {"not ready", "store: can only be read", f"reason: {cause}"} <= {*ready.text.splitlines()}
            _is_shown(guest, PAGES, cause)
            _is_shown(guest, [path.format(code) for path in OF_A_TABLE for code in (*over, running)], cause)
            _is_shown(guest, [path.format(code) for path in OF_A_FINISHED_GAME for code in over], cause)
            assert [guest.get(f"/api/tables/{code}/record").text for code in over] == kept
            assert guest.get("/api/me").json()["profile"]["name"] == "Beatrice"
            _every_change_is_refused(guest, running, cause)
            assert f'"event": "cannot_store", "cause": "{cause}"' in house.log.read_text()
            assert "Traceback" not in house.log.read_text()
        house.wait_until_ready()
        assert "hexdeck-cannot-store" not in guest.get("/plain").headers
        assert guest.command(running, "start", level="novice")["type"] == "ack"
        assert guest.look(guest.new_table("voodoo"))["table"]["status"] == "gathering"
        assert guest.look(running)["table"]["status"] == "playing"
        assert '"event": "can_store_again"' in house.log.read_text()


def _until_told(house: HouseProcess, cause: str) -> httpx.Response:
    """What /readyz says, once it does."""
    found: list[httpx.Response] = []

    def is_told() -> bool:
        found[:] = [httpx.get(f"{house.url}/readyz", timeout=20)]
        return f"reason: {cause}" in found[0].text

    _wait_until(is_told)
    return found[0]


def _is_shown(guest: Guest, paths: Any, cause: str) -> None:
    for path in paths:
        answer = guest.get(path)
        assert answer.status_code == 200, (path, answer.text)
        assert answer.headers["hexdeck-cannot-store"] == cause, path
        if "plain" in path:
            assert house_words.CANNOT_STORE[cause] in answer.text, path


def _every_change_is_refused(guest: Guest, code: str, cause: str) -> None:
    changes = [
        guest.request("POST", "/api/tables", json={"game": "voodoo"}),
        guest.request("POST", "/api/play", json={"game": "voodoo", "players": 3}),
        guest.request("PATCH", "/api/me", json={"name": "Lucrezia"}),
        guest.request("DELETE", "/api/me"),
        guest.request("POST", "/api/me/move", json={}),
        guest.request("POST", "/api/pads", json={"game": "voodoo_prince", "document": "{}"}),
        guest.request(
            "POST", f"/api/tables/{code}/commands", json={"type": "start", "id": "a", "level": "novice"}
        ),
    ]
    for answer in changes:
        _is_refused(answer.json(), cause)
        assert answer.headers["retry-after"] == str(RETRY_SECONDS)
    with connect(
        f"{guest.url.replace('http', 'ws')}/api/tables/{code}/socket",
        additional_headers={"authorization": f"Bearer {guest.token}"},
    ) as talk:
        talk.send(json.dumps({"type": "hello"}))
        welcome = json.loads(talk.recv(20))
        assert welcome["table"]["cannot_store"] == cause
        talk.send(json.dumps({"type": "start", "id": "b", "level": "novice"}))
        heard = json.loads(talk.recv(20))
        while heard["type"] != "refusal":
            heard = json.loads(talk.recv(20))
        _is_refused(heard, cause)


def _is_refused(refusal: dict[str, Any], cause: str) -> None:
    assert refusal["code"] == "store.failed"
    assert refusal["fields"] == {"n": RETRY_SECONDS, "cause": cause}
    assert refusal["retry_after"] == RETRY_SECONDS
    assert refusal["message"] == str(cannot_store(Cause(cause)))


def test_tables_hear_when_the_disk_fills_up_and_when_there_is_room(disk: Path) -> None:
    _tables_hear(disk, "disk_full", full_disk)


def test_tables_hear_when_nothing_can_be_written_and_when_it_can_again(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    _tables_hear(tmp_path / "disk", "read_only", FAULTS["read_only"])


def _tables_hear(
    disk: Path, cause: str, fault: Callable[[HouseProcess], AbstractContextManager[None]]
) -> None:
    with house_on(disk) as house:
        guest = Guest(house.url)
        code = guest.new_table("skull_queen")
        url = f"{house.url.replace('http', 'ws')}/api/tables/{code}/socket"
        with connect(url, additional_headers={"authorization": f"Bearer {guest.token}"}) as talk:
            talk.send(json.dumps({"type": "hello"}))
            with fault(house):
                assert guest.request("PATCH", "/api/me", json={"name": "Lucrezia"}).status_code == 503
                assert _heard(talk)["cannot_store"] == cause
            assert _heard(talk)["cannot_store"] is None


def _heard(talk: Any) -> dict[str, Any]:
    """The table, when it is told next."""
    while (message := json.loads(talk.recv(60)))["type"] != "table":
        pass
    table: dict[str, Any] = message["table"]
    return table


def test_a_folder_without_a_house_is_refused_where_nothing_can_be_written(disk: Path) -> None:
    with filled_up(disk):
        assert "cannot be used" in _opens_in_vain(disk / "data")


def test_only_one_house_reads_a_folder_that_cannot_be_written(disk: Path) -> None:
    with house_on(disk) as house:
        house.end()
        with unwritable(disk):
            house.start(is_ready=False)
            assert "another house is open" in _opens_in_vain(disk / "data")


def _opens_in_vain(data: Path) -> str:
    command = [*SERVE, "--data", str(data), "--port", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    return ended.stderr


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_cause_is_told_in_every_language(code: str) -> None:
    assert {*house_words.CANNOT_STORE} == {*Cause}
    words = language(code)
    told = {house_words.told(words, cannot_store(cause)) for cause in Cause}
    shown = {words._(house_words.CANNOT_STORE[cause]) for cause in Cause}
    assert len(told) == len(shown) == len(Cause)
    assert all(str(RETRY_SECONDS) in one for one in told)
    if code != "en":
        assert told.isdisjoint(house_words.told(language("en"), cannot_store(cause)) for cause in Cause)


def test_the_keeper_can_look_at_a_house_that_cannot_be_written(disk: Path) -> None:
    with house_on(disk) as house:
        Guest(house.url).new_table("voodoo")
        house.end()
        with unwritable(disk):
            house.start(is_ready=False)
            listing = [*SERVE[:-1], "house", "tables", "--data", str(house.data)]
            done = subprocess.run(listing, capture_output=True, text=True, timeout=60, check=False)
            assert done.returncode == 0, done.stderr
            assert "voodoo" in done.stdout
