"""What many kernel states take, in one array, measured in a process of their own.

Run it with: python bench/memory.py GAME PLAYERS COUNT
"""

import json
import resource
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from hexdeck.core.registry import GAMES
from hexdeck.kernel import kernel_of

MILLION = 1_000_000
STATM = Path("/proc/self/statm")


def resident() -> int:
    """Bytes of this process in memory; where the system does not say, the most there ever were."""
    if STATM.exists():
        return int(STATM.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def states(game: str, players: int, count: int) -> dict[str, Any]:
    """`count` dealt games in one array: bytes of each, and what the process grew by."""
    kernel, batch = kernel_of(game), import_module("hexdeck.kernel.batch")
    assert kernel is not None
    first = kernel.State(players, GAMES[game].complete({}))
    before = resident()
    array = batch.Batch(first, count)
    grown = resident() - before
    return {
        "game": game,
        "players": players,
        "states": array.size,
        "bytes_of_a_state": array.bytes_each,
        "resident_bytes_of_a_state": grown / count,
        "million_states_mb": grown / count * MILLION / 1e6,
    }


def measured(game: str, players: int, count: int) -> dict[str, Any]:
    """`states`, in a new process."""
    command = [sys.executable, str(Path(__file__)), game, str(players), str(count)]
    result: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return result


if __name__ == "__main__":
    print(json.dumps(states(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
