"""Started in the background by a script, where Ctrl-C is ignored: the tests pass, a house can be ended."""

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from arena.arenas import children, command, is_running, stored_deals, wait_for
from server.house_process import SERVE
from server.processes import group, wait_until_gone

ROOT = Path(__file__).parents[1]
STOPPED_BY_CTRL_C = (
    "tests/server/run/test_serve_command.py::test_a_house_says_where_it_is_and_how_to_stop_it",
    "tests/arena/test_command.py::test_ctrl_c_keeps_what_is_finished_and_leaves_nothing_running",
)


def in_background(command: Sequence[str]) -> "subprocess.Popen[str]":
    """As a script without job control starts it: `command &`."""
    ignoring = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *command]
    return subprocess.Popen(ignoring, stdout=subprocess.PIPE, text=True, cwd=ROOT, process_group=0)


def test_tests_that_press_ctrl_c_pass_and_leave_nothing_behind() -> None:
    options = ("-n", "0", "-q", "-p", "no:cacheprovider")
    tests = in_background([sys.executable, "-m", "pytest", *options, *STOPPED_BY_CTRL_C])
    told, _ = tests.communicate(timeout=300)
    assert "2 passed" in told, told
    assert wait_until_gone(tests.pid) == set()


def test_a_house_is_ended_by_sigterm(tmp_path: Path) -> None:
    house = in_background([*SERVE, "--port", "0", "--data", str(tmp_path / "data")])
    assert house.stdout
    assert house.stdout.readline().startswith("Hexdeck is open: ")
    assert_ended(house)


def test_an_arena_is_ended_by_sigterm(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    arena = in_background(command(path, "--deals", "100000", "--workers", "2"))
    wait_for(lambda: len(stored_deals(path)) >= 2)
    arena.send_signal(signal.SIGINT)  # is for others
    assert children(arena.pid)
    assert_ended(arena)


def assert_ended(process: "subprocess.Popen[str]") -> None:
    """By SIGTERM, and whatever it has started with it."""
    started = group(process.pid) | children(process.pid)
    process.terminate()
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGTERM
    wait_for(lambda: not any(map(is_running, started)))
