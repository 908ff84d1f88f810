"""`make soak`: the long forms of the server's tests, one after the other, with their figures.

A part is a name and a function from an empty folder and a seed to its figures; add yours to PARTS.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from hexdeck.core.registry import GAMES
from server.attacks import ATTACKS
from server.fault_run import FLAGS, fault_run
from server.fuzz import fuzz
from server.fuzz_run import harm_done, hostile_run
from server.history.faults import ALL_KINDS
from server.history.history_run import HistoryRun
from server.house_process import SERVE, HouseProcess, open_house
from server.kill_run import KillRun
from server.leak_run import leak_run
from server.reconnect_run import TROUBLES, party, reconnect_seconds
from server.siege import damage, delays, phases, siege
from server.store_faults import FAULTS, full_disk, small_disk

Part = Callable[[Path, int], dict[str, Any]]

KILLS = 200
FAULT_GAMES = 2  # of each kind, for each fault
RECONNECTS = 10  # of each kind
STARTS = 5
LEAK_GAMES = 1000
HOSTILE_FRAMES = 100_000
SIEGE_SECONDS = 120
HISTORY_FAULTS = 1000
HISTORY_PEOPLE = 24
HISTORY_EACH = 3  # of each fault in one evening, after which all is checked
MONKEYS = 5  # for each game and size
MONKEYS_AT_ONCE = 2  # each with a browser of its own
MOST_ACTIONS = 1500  # of one monkey, until a game should be over


def kills(folder: Path, seed: int) -> dict[str, Any]:
    """The server is killed while people play; nothing may be lost or done twice."""
    figures = asdict(KillRun(folder / "data", kills=KILLS, seed=seed).run())
    assert figures["lost"] == figures["doubled"] == figures["unproved"] == 0, figures
    return figures


def store_faults(folder: Path, seed: int) -> dict[str, Any]:
    """Nothing can be stored for a while; everybody is refused, nobody is told, then it goes on."""
    figures: dict[str, Any] = {}
    for name, fault in FAULTS.items():
        with open_house(folder / name, *FLAGS) as house:
            figures[name] = _faulty_games(house, fault, seed)
    try:
        with small_disk(folder / "disk", megabytes=64), open_house(folder / "disk" / "data", *FLAGS) as house:
            figures["full_disk"] = _faulty_games(house, full_disk, seed)
    except OSError as error:
        figures["full_disk"] = {"skipped": str(error)}
    return figures


def _faulty_games(house: HouseProcess, fault: Any, seed: int) -> dict[str, int]:
    refused = ended = 0
    for number in range(seed, seed + FAULT_GAMES):
        for game in GAMES:
            run = fault_run(house, fault, game, Random(number))
            found = asyncio.run(asyncio.wait_for(run, 300))
            refused += found.refused
            ended += found.games_ended
    return {"refused": refused, "games_ended": ended, "told_unstored": 0}


def reconnect(folder: Path, seed: int) -> dict[str, Any]:
    """Seconds from when the network is back until the client has the right view."""
    figures = {}
    with open_house(folder / "data") as house:
        for name, trouble in TROUBLES.items():
            seconds = [asyncio.run(_reconnect(house, trouble, seed + at)) for at in range(RECONNECTS)]
            figures[name] = {"median_s": round(median(seconds), 3), "worst_s": round(max(seconds), 3)}
    return figures


async def _reconnect(house: HouseProcess, trouble: Any, seed: int) -> float:
    async with asyncio.timeout(120), party(house, Random(seed)) as now:
        return await reconnect_seconds(now, trouble)


def cold_start(folder: Path, seed: int) -> dict[str, Any]:
    """Seconds from `hexdeck serve` to the first answer, with no data at first."""
    del seed
    seconds = [_seconds_to_first_answer(folder / "data") for _ in range(STARTS)]
    return {"median_s": round(median(seconds), 3), "worst_s": round(max(seconds), 3)}


def _seconds_to_first_answer(data: Path) -> float:
    began = time.perf_counter()
    with subprocess.Popen(
        [*SERVE, "--data", str(data), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().rpartition(":")[2])
        asked = HTTPConnection("127.0.0.1", port)
        asked.request("GET", "/readyz")
        status = asked.getresponse().status
        seconds = time.perf_counter() - began
        asked.close()
        process.terminate()
    assert status == HTTPStatus.OK
    return seconds


def leaks(folder: Path, seed: int) -> dict[str, Any]:
    """Every byte that a seat is sent is the same when the cards it cannot see are others."""
    del folder
    figures = leak_run(LEAK_GAMES, seed=seed)
    assert figures["leaks"] == [], figures
    return figures


def hostile(folder: Path, seed: int) -> dict[str, Any]:
    """Bad input of every kind; the house answers, forgets, and lets others play on."""
    del folder
    figures = hostile_run(HOSTILE_FRAMES, seed=seed)
    assert harm_done(figures) == [], figures
    del figures["log"]
    return figures


def besieged(folder: Path, seed: int) -> dict[str, Any]:
    """Every attack we know, all at once, for two minutes, while others play."""
    del folder
    plan = phases(SIEGE_SECONDS * 3 / 4, list(ATTACKS), each_alone=False)
    figures = {"fuzzed": fuzz(SIEGE_SECONDS / 4, seed), **siege(plan, seed)}
    assert [*damage(figures), *delays(figures)] == [], figures
    return figures


def history(folder: Path, seed: int) -> dict[str, Any]:
    """Several servers and workers, and everything breaks that can: evening after evening, each with its seed.

    What is found is kept, and the next evening begins; it ends by itself with all figures.
    """
    figures, faults = Counter[str](), Counter[str]()
    findings: list[str] = []
    evenings = 0
    while faults.total() < HISTORY_FAULTS:
        (folder / f"evening{evenings}").mkdir()
        run = HistoryRun(folder / f"evening{evenings}", seed + evenings, HISTORY_PEOPLE)
        evening = run.run(HISTORY_EACH, ALL_KINDS)
        evenings += 1
        figures.update(evening.figures)
        faults.update(evening.faults)
        findings += [f"seed {evening.seed}: {finding}" for finding in evening.findings]
        print(
            f"evening {evenings}: {faults.total()} faults, {evening.figures}, {evening.findings}",
            file=sys.stderr,
        )
    seeds = f"{seed} to {seed + evenings - 1}"
    found = {
        "evenings": evenings,
        "seeds": seeds,
        **figures,
        "faults_by_kind": dict(faults),
        "findings": findings,
    }
    assert not findings, found
    return found


def monkey(folder: Path, seed: int) -> dict[str, Any]:
    """A monkey in a browser, at each game and both sizes; its laws are in web/monkey.py."""
    from web.monkey import SIZES, let_loose_alone  # noqa: PLC0415 (only this part needs a browser)

    seeds = range(seed, seed + MONKEYS)
    apart = ProcessPoolExecutor(MONKEYS_AT_ONCE, get_context("spawn"))
    with open_house(folder / "data") as house, apart:
        runs = [
            apart.submit(let_loose_alone, house.url, *one, MOST_ACTIONS)
            for one in product(seeds, GAMES, SIZES)
        ]
        ran = [run.result() for run in runs]
    figures = {
        "seeds": f"{seeds[0]} to {seeds[-1]}",
        "games": len(ran),
        "ended": sum(one.ended for one in ran),
        "actions": sum(one.actions for one in ran),
        "findings": [finding for one in ran for finding in one.findings],
    }
    assert figures["findings"] == [], figures
    return figures


PARTS: dict[str, Part] = {
    "cold_start": cold_start,
    "kills": kills,
    "store_faults": store_faults,
    "reconnect": reconnect,
    "leaks": leaks,
    "hostile": hostile,
    "siege": besieged,
    "history": history,
    "monkey": monkey,
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the long forms of the server's tests.")
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)}; all by default"
    )
    parser.add_argument("--seed", type=int, default=int(time.time()), help="what to repeat a run with")
    parser.add_argument("--json", action="store_true", help="print one object")
    options = parser.parse_args()
    found: dict[str, Any] = {"seed": options.seed}
    if not options.json:
        print(f"seed {options.seed}", flush=True)
    for name in options.parts or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            figures = PARTS[name](Path(folder), options.seed)
            found[name] = {**figures, "took_s": round(time.monotonic() - began, 1)}
        if not options.json:
            print(f"{name}: {_in_words(found[name])}", flush=True)
    if options.json:
        print(json.dumps(found))
    return 0


def _in_words(figures: dict[str, Any]) -> str:
    return ", ".join(
        f"{name} ({_in_words(figure)})" if isinstance(figure, dict) else f"{name} {figure}"
        for name, figure in figures.items()
    )


if __name__ == "__main__":
    sys.exit(main())
