"""Small arenas, the processes they start, and results made by hand."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexdeck.ai.arena.match import Match, Outcome
from hexdeck.ai.arena.settings import Settings, new_settings
from terminal.commands import HEXDECK, hexdeck

QUICK = ("voodoo_prince", "heuristic", "random", "--players", "3", "-o", "rounds=1", "--seed", "5")
DEALS = 12


def quick_settings() -> Settings:
    return new_settings("voodoo_prince", ["heuristic", "random"], players=3, options={"rounds": 1}, seed=5)


def command(path: Path, *more: str) -> list[str]:
    return [*HEXDECK, "arena", *QUICK, "--deals", str(DEALS), "--resume", str(path), "--json", *more]


def arena(home: Path, path: Path, *more: str, **environment: str) -> dict[str, Any]:
    """The whole program's answer."""
    ran = hexdeck(home, *command(path, *more)[len(HEXDECK) :], **environment)
    assert ran.returncode == 0, ran.stderr
    return dict(json.loads(ran.stdout))


def found(answer: dict[str, Any]) -> dict[str, Any]:
    """What was found out, apart from how and where."""
    return {name: answer[name] for name in answer if name not in ("run", "file", "report")}


def stored_deals(path: Path) -> list[int]:
    """In the order they were finished; a line that is still being written does not count."""
    lines = path.read_text().split("\n")[1:-1] if path.exists() else []
    return [json.loads(line)["deal"] for line in lines]


def children(pid: int) -> set[int]:
    """Processes started by `pid` that are still running."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(parent) == pid and state != "Z":
            found.add(int(stat.parent.name))
    return found


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for(what: Callable[[], object], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def three_player_settings(*bots: str) -> Settings:
    """For results made by hand; nobody plays."""
    return Settings("voodoo_prince", 1, 3, {"rounds": 2}, bots or ("A", "B"), None, 0, "code")


def hand_made() -> list[Match]:
    """Two deals of two rounds: A does well in the first, as well as B in the second."""
    first = {
        ("A", "B", "B"): (6, 3, 1),  # A: 6 - 2 = 4
        ("B", "A", "B"): (2, 5, 2),  # A: 5 - 2 = 3
        ("B", "B", "A"): (1, 1, 3),  # A: 3 - 1 = 2; mean 3, three wins
        ("B", "A", "A"): (2, 4, 4),  # B: -2
        ("A", "B", "A"): (3, 1, 3),  # B: -2
        ("A", "A", "B"): (5, 5, 3),  # B: -2; mean -2, no win
    }
    second = {
        ("A", "B", "B"): (0, 4, 2),  # A: 0 - 3 = -3
        ("B", "A", "B"): (3, 3, 3),  # A: 0, a third of a win
        ("B", "B", "A"): (5, 1, 6),  # A: 6 - 3 = 3; mean 0, one and a third wins
        ("B", "A", "A"): (1, 1, 1),  # B: 0, a third of a win
        ("A", "B", "A"): (7, 7, 7),  # B: 0, a third of a win
        ("A", "A", "B"): (2, 0, 1),  # B: 0; mean 0
    }
    return [
        Match(deal, {seats: Outcome(scores, rounds=2) for seats, scores in games.items()})
        for deal, games in enumerate((first, second))
    ]
