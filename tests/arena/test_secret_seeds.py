"""Deals that no bot can look up: a run commits to a secret seed, and reveals it when all bots have ended."""

import hashlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.arenas import wait_for
from hexdeck.ai.arena.match import play_deal
from hexdeck.ai.arena.settings import Settings, new_settings
from hexdeck.ai.arena.simulate import game_seed
from hexdeck.core.record_reader import read
from hexdeck.core.verify import verify
from terminal.commands import HEXDECK, hexdeck

SPY = """
import glob, os

class Spy:
    '''Notes all that it can read while it plays: files, its environment, arguments and memory of others.'''

    def __init__(self, game, rng):
        seen = [str(dict(os.environ))]
        paths = glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ")
        paths += [path for path in glob.glob("**/*", recursive=True) if "seen" not in path]
        for path in paths:
            try:
                seen.append(open(path, "rb").read().decode(errors="replace"))
            except OSError:
                pass
        with open(f"seen-{os.getpid()}", "w") as file:
            file.write("\\n".join(seen))

    def choose(self, view):
        return view.actions[0]
"""
ARENA = ("arena", "voodoo_prince", "random", "spy=my_bots:Spy", "--deals", "2", "-o", "rounds=1", "--json")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my_bots.py").write_text(SPY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _sha(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def _seen(here: Path) -> str:
    return "".join(path.read_text() for path in here.glob("seen-*"))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_bot_of_an_arena_finds_the_seed_that_is_revealed_afterwards(here: Path, workers: str) -> None:
    """Although it reads the very file in which the results are kept."""
    ran = hexdeck(here, *ARENA, "--resume", "kept.jsonl", "--workers", workers, "--report", "report")
    assert ran.returncode == 0, ran.stderr
    answer: dict[str, Any] = json.loads(ran.stdout)
    [run] = answer["seeds"]
    assert answer["seed"] is None
    assert (run["commitment"], run["deals"]) == (_sha(run["seed"]), 2)
    assert run["commitment"] in ran.stderr
    assert run["seed"] not in ran.stderr
    page = (here / "report" / "index.html").read_text()
    assert run["commitment"] in page
    assert run["seed"] in page

    seen = _seen(here)
    assert run["commitment"] in seen, "it has read the file of the results"
    assert run["seed"] not in seen

    (here / "my_bots.py").write_text(SPY.replace("seen-", "seen-again-"))
    again = json.loads(hexdeck(here, *ARENA, "--seed", run["seed"]).stdout)
    assert (again["pairs"], again["seeds"]) == (answer["pairs"], [])


def test_another_run_draws_another_seed_and_keeps_what_was_played(here: Path) -> None:
    first = json.loads(hexdeck(here, *ARENA, "--resume", "kept.jsonl").stdout)
    more = json.loads(hexdeck(here, *ARENA, "--deals", "3", "--resume", "kept.jsonl").stdout)
    same = json.loads(hexdeck(here, *ARENA, "--deals", "3", "--resume", "kept.jsonl").stdout)
    assert (more["run"]["stored"], more["run"]["computed"]) == (2, 1)
    assert [run["deals"] for run in more["seeds"]] == [2, 1]
    assert more["seeds"][0] == first["seeds"][0]
    assert more["seeds"][1]["seed"] != first["seeds"][0]["seed"]
    assert same["seeds"] == more["seeds"]


def test_a_run_that_is_killed_takes_its_seed_along(here: Path) -> None:
    """What it has played still counts; the rest is played with another seed."""
    path = here / "kept.jsonl"
    command = [*HEXDECK, *ARENA, "--deals", "400", "--workers", "1", "--resume", str(path)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(lambda: path.exists() and b'{"deal"' in path.read_bytes(), 60.0)
    running.send_signal(signal.SIGKILL)
    running.wait()
    played = path.read_text().count('{"deal"')
    answer = json.loads(hexdeck(here, *ARENA, "--deals", str(played + 1), "--resume", str(path)).stdout)
    assert answer["seeds"][0]["seed"] is None
    assert answer["seeds"][-1]["seed"]


def test_deals_follow_from_the_revealed_seed() -> None:
    seed = "5a" * 32
    settings = new_settings("voodoo_prince", ["heuristic", "random"], options={"rounds": 1}, seed=seed)
    assert game_seed(seed, 3) == hashlib.sha256(f"{seed}/3".encode()).digest()
    assert play_deal(settings, 3) == play_deal(settings, 3)
    assert Settings.from_dict(json.loads(json.dumps(settings.as_dict()))) == settings


def test_no_bot_of_a_simulation_finds_its_seed(here: Path) -> None:
    words = (
        "simulate",
        "voodoo_prince",
        "--games",
        "2",
        "--bots",
        "random,my_bots:Spy",
        "-o",
        "rounds=1",
        "--json",
    )
    ran = hexdeck(here, *words, "--records", "records", "--output", "games.jsonl")
    assert ran.returncode == 0, ran.stderr
    seed = json.loads(ran.stdout)["seed"]
    assert _sha(seed) in ran.stderr
    assert seed not in _seen(here)
    for path in (here / "records").iterdir():
        record = read(path.read_text())
        assert record.seed == game_seed(seed, int(path.stem.rpartition("-")[2]))
        assert verify(record).is_proved
    again = hexdeck(here, *words[:-1], "--json", "--seed", seed)
    assert json.loads(again.stdout)["mean_points"] == json.loads(ran.stdout)["mean_points"]


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() == 0, reason="root may read all memory")
def test_no_process_of_the_same_user_reads_our_memory() -> None:
    code = (
        "from hexdeck.ai.arena.seeds import keep_memory_private; keep_memory_private();"
        " print('ready', flush=True); input()"
    )
    private = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert private.stdout
    assert private.stdin
    private.stdout.readline()
    with pytest.raises(PermissionError):
        open(f"/proc/{private.pid}/mem", "rb").close()
    private.stdin.close()
    private.wait()
    private.stdout.close()
