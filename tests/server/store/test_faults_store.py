"""Times in which nothing can be stored: clients hear so, nobody hears more, and then it goes on."""

import asyncio
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from server.fault_run import FLAGS, fault_run
from server.guest import Guest
from server.house_process import SERVE, open_house
from server.store_faults import FAULTS, full_disk, read_only, small_disk

LIMIT = 120.0  # seconds for a run that hangs


@pytest.mark.parametrize("fault", FAULTS)
def test_a_store_that_fails_for_a_while(fault: str, tmp_path: Path) -> None:
    with open_house(tmp_path / "data", *FLAGS) as house:
        run = fault_run(house, FAULTS[fault], "vampire_queen", Random(3))
        figures = asyncio.run(asyncio.wait_for(run, LIMIT))

    assert figures.refused == 2
    assert figures.games_ended == 2


def test_a_disk_that_is_full_for_a_while(tmp_path: Path) -> None:
    with ExitStack() as stack:
        try:
            stack.enter_context(small_disk(tmp_path / "disk", megabytes=16))
        except OSError as error:
            pytest.skip(f"no file system can be mounted here: {error}")
        house = stack.enter_context(open_house(tmp_path / "disk" / "data", *FLAGS))
        run = fault_run(house, full_disk, "voodoo_prince", Random(4))
        figures = asyncio.run(asyncio.wait_for(run, LIMIT))

    assert figures.refused == 2
    assert figures.games_ended == 2


def test_a_request_is_refused_in_words_while_nothing_can_be_stored(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        guest = Guest(house.url)
        with read_only(house):
            answer = guest.request("POST", "/api/tables", json={"game": "voodoo"})
            assert answer.status_code == 503
            assert answer.json()["code"] == "store.failed"
            assert "may only read its data" in answer.json()["message"]
            assert str(tmp_path) not in answer.text
        assert guest.post("/api/tables", game="voodoo")["code"]


def test_a_database_that_cannot_be_written_is_read_from_the_start(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        guest = Guest(house.url)
        code = guest.new_table("voodoo")
        house.end()
        with read_only(house):
            house.start(is_ready=False)
            assert guest.look(code)["table"]["cannot_store"] == "read_only"
            assert guest.request("POST", "/api/tables", json={"game": "voodoo"}).status_code == 503
        house.wait_until_ready()
        assert guest.new_table("voodoo")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda path: path.write_bytes(b"not a database, but something else" * 100), "not a database"),
        (lambda path: path.mkdir(), "Is a directory"),
    ],
    ids=["no database", "a folder"],
)
def test_a_file_that_is_no_database_is_refused_at_the_start(
    spoil: Callable[[Path], object], why: str, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    spoil(tmp_path / "data" / "hexdeck.sqlite3")

    refused = _start_in_vain(tmp_path / "data")

    assert refused.returncode == 2
    assert why in refused.stderr
    assert "choose another place with --data" in refused.stderr


def test_one_house_to_a_folder(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        refused = _start_in_vain(house.data)

    assert refused.returncode == 2
    assert "another house is open" in refused.stderr


def _start_in_vain(data: Path) -> "subprocess.CompletedProcess[str]":
    command = [*SERVE, "--data", str(data), "--port", "0"]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
