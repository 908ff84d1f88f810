"""The processes that a server has started, as the system sees them."""

import time
from pathlib import Path


def group(leader: int) -> set[int]:
    """Every process in the group of `leader` that is alive."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, own_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue  # it has just ended
        if int(own_group) == leader and state not in "ZX":
            found.add(int(stat.parent.name))
    return found


def wait_until_gone(leader: int, seconds: float = 15.0) -> set[int]:
    """What is left of the group when its end was waited for."""
    end = time.monotonic() + seconds
    while (left := group(leader)) and time.monotonic() < end:
        time.sleep(0.05)
    return left
