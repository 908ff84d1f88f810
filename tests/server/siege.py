"""`make siege`: strangers attack a server in every way we know while others play, who must notice nothing.

Honest players play the four games first alone (*idle*), then under attack.  Under attack 99 of 100 of their
actions are acknowledged within a quarter of a second, it is their turn again at most three times as late as
alone, and nothing that was acknowledged is lost, also when the server is killed at the end.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import re
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Any, NamedTuple

from hexdeck.games import GAMES
from hexdeck.server.client import Client
from hexdeck.server.protocol import Ack, Act, Refusal
from server.attacks import ATTACKS, Target, attack
from server.fuzz import fuzz
from server.guest import QUICK, Guest, play_to_the_end, some_action
from server.house_process import HouseProcess, open_house

USUAL = (
    "--rate",
    "20",
    "--tables-per-minute",
    "30",
    "--connections",
    "50",
    "--address-share",
    "0.3",
    "--address-megabytes",
    "64",
)  # what a house has by default
ATTACKERS = 2
PAUSE = 0.15  # seconds between an honest player's answer and their next action
WAIT_MS = 250.0  # 99 of 100 answers to honest players come within
TURN_TIMES = 3.0  # as long as alone it takes at most until it is one's own turn again
SHORTEST_TURN_MS = 20.0  # waits for one's turn that nobody feels: they count as this long
IDLE = 0.2  # of the time honest players are alone
MOST_MEMORY_MB = 300.0


def siege(
    seconds: float, seed: int, only: tuple[str, ...] = (), attackers: int = ATTACKERS
) -> dict[str, Any]:
    """Return what became of the server and of the honest players."""
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder) / "data", *USUAL) as house:
        guests = {game: Guest(house.url) for game in GAMES}
        target = _target(house)
        idle_core = _core_since(house)
        idle = asyncio.run(_play_all(guests, IDLE * seconds, seed))
        idle_percent, core, size = idle_core(), _core_since(house), _stored_mb(house)
        context = multiprocessing.get_context("spawn")
        strangers = [
            context.Process(target=attack, args=(target, seed + number, seconds, only), daemon=True)
            for number in range(attackers)
        ]
        for one in strangers:
            one.start()
        attacked = asyncio.run(_play_all(guests, seconds, seed + 1))
        core_percent = core()
        for one in strangers:
            one.join(60)
        memory, log_mb, grown_mb = _memory_mb(house), _log_mb(house), _stored_mb(house) - size
        house.end(signal.SIGKILL)
        house.start()
        lost = [one.code for one in [*idle, *attacked] if one.guest.look(one.code)["version"] < one.version]
        text = house.log.read_text()
    return {
        "seed": seed,
        "only": only,
        "idle": {"core_percent": idle_percent, **_figures(idle)},
        "attacked": {"core_percent": core_percent, **_figures(attacked)},
        "stored_mb": round(grown_mb, 1),
        "lost": lost,
        "memory_mb": round(memory),
        "wal_mb": round(log_mb, 1),
        "mistakes": [line for line in text.splitlines() if "Traceback" in line or '"error"' in line],
    }


def _target(house: HouseProcess) -> Target:
    """Tables of the attackers' own, that gather, play, and are over."""
    host = Guest(house.url)
    playing = [host.play_now(game, GAMES[game].players[0]) for game in GAMES]
    ended = host.play_now("skull_queen", 3)

    async def end() -> None:
        async with host.at(ended) as client:
            await play_to_the_end(client, Random(1))

    asyncio.run(asyncio.wait_for(end(), 120))
    return Target(house.port, [host.new_table("voodoo", public=True), *playing, ended], [host.token])


class Played(NamedTuple):
    """One honest player's last table, and how long that player waited."""

    guest: Guest
    code: str
    version: int  # the last that was acknowledged
    waits: list[float]  # seconds from an action to its acknowledgement
    turns: list[float]  # and from there until it was that player's turn again


def _figures(played: list[Played]) -> dict[str, Any]:
    """Return milliseconds; shares of the sorted waits of all players together."""
    found: dict[str, Any] = {}
    for name, all_waits in (("ack", [one.waits for one in played]), ("turn", [one.turns for one in played])):
        waits = sorted(1000 * wait for own in all_waits for wait in own) or [0.0]
        for share, word in ((0.5, "p50"), (0.95, "p95"), (0.99, "p99"), (1.0, "worst")):
            at = min(len(waits) - 1, int(len(waits) * share))
            found[f"{name}_{word}_ms"] = round(waits[at], 1)
    return {"actions": sum(len(one.waits) for one in played), **found}


async def _play_all(guests: dict[str, Guest], seconds: float, seed: int) -> list[Played]:
    end = time.monotonic() + seconds
    return await asyncio.gather(*(_play(guests[game], game, end, Random(seed)) for game in GAMES))


async def _play(guest: Guest, game: str, end: float, rng: Random) -> Played:
    """Play game after game against bots."""
    played = Played(guest, "", 0, [], [])
    while time.monotonic() < end:
        made = await asyncio.to_thread(_play_now, guest, game)
        if not made:
            await asyncio.sleep(1)
            continue
        played = played._replace(code=made, version=0)
        async with guest.at(made) as client:
            answered = 0.0  # when the last action was acknowledged
            while await _is_own_turn(client, played.version, end):
                if answered and client.version != played.version:  # others have acted meanwhile
                    played.turns.append(time.monotonic() - answered)
                await asyncio.sleep(PAUSE)
                version = await _act(client, rng, played.waits)
                played = played._replace(version=max(version, played.version))
                answered = time.monotonic()
    return played


async def _is_own_turn(client: Client, version: int, end: float) -> bool:
    """Wait until it is this seat's turn at `version` or later; False when the game or the time is over."""
    while time.monotonic() < end and (client.table is None or client.table.status != "over"):
        view = client.view
        if view is not None and (client.version or 0) >= version and view["seat"] in view["to_move"]:
            return True
        with suppress(TimeoutError):
            await asyncio.wait_for(client.changed(), 1)
    return False


def _play_now(guest: Guest, game: str) -> str:
    """The code of a new table; none for somebody who plays more games in a minute than a house allows."""
    wish = {"game": game, "players": GAMES[game].players[0], "options": QUICK[game]}
    answer = guest.request("POST", "/api/play", json={**wish, "level": "novice", "pace": "instant"})
    assert answer.is_success or answer.json()["code"] == "client.too_much", answer.text
    return str(answer.json()["code"]) if answer.is_success else ""


async def _act(client: Client, rng: Random, waits: list[float]) -> int:
    """Act, add how long the acknowledgement took, and return its version."""
    view = client.view
    if view["seat"] not in view["to_move"]:  # another seat has interrupted
        return 0
    began = time.monotonic()
    answer = await client.send(Act(f"{rng.getrandbits(64):x}", some_action(view, rng)))
    waits.append(time.monotonic() - began)
    assert not isinstance(answer, Refusal) or answer.code.startswith("action."), answer
    return answer.version if isinstance(answer, Ack) else 0


def _core_since(house: HouseProcess) -> Callable[[], float]:
    """Return how to learn the percentage of a core that the server has used since now."""
    used, began = _processor_seconds(house), time.monotonic()
    return lambda: round(100 * (_processor_seconds(house) - used) / (time.monotonic() - began), 1)


def _processor_seconds(house: HouseProcess) -> float:
    """Return what the server's own process has used, without its bots."""
    assert house.process
    fields = Path(f"/proc/{house.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _stored_mb(house: HouseProcess) -> float:
    with closing(sqlite3.connect(house.data / "hexdeck.sqlite3")) as store:
        (pages,), (size,) = (store.execute(f"PRAGMA page_{what}").fetchone() for what in ("count", "size"))
    return float(pages * size / 1e6)


def _memory_mb(house: HouseProcess) -> float:
    assert house.process
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{house.process.pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def _log_mb(house: HouseProcess) -> float:
    return (house.data / "hexdeck.sqlite3-wal").stat().st_size / 1e6


def harm(found: dict[str, Any], wait_ms: float = WAIT_MS, turn_times: float = TURN_TIMES) -> list[str]:
    """Return in words what must not happen, and has."""
    idle, attacked = found["idle"], found["attacked"]
    late = [
        f"{name} {idle[name]} → {attacked[name]}"
        for name in ("turn_p50_ms", "turn_p95_ms")
        if attacked[name] > turn_times * max(SHORTEST_TURN_MS, idle[name])
    ]
    return [
        words
        for words, is_so in {
            f"99 of 100 answers take {attacked['ack_p99_ms']} ms": attacked["ack_p99_ms"] > wait_ms,
            f"own turn again, alone and under attack: {late}": late,
            f"lost at {found['lost']}": found["lost"],
            f"{found['memory_mb']} MB of memory": found["memory_mb"] > MOST_MEMORY_MB,
            f"{found['wal_mb']} MB of log": found["wal_mb"] > 32,
            "mistakes in the log: " + "; ".join(found["mistakes"][:20]): found["mistakes"],
            "nobody could play": not attacked["actions"],
        }.items()
        if is_so
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Attack a server while others play at it.")
    parser.add_argument("--seconds", type=float, default=600.0, help="of which a quarter is for fuzzing")
    parser.add_argument("--seed", type=int, default=randbits(32), help="what to repeat a siege with")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=sorted(ATTACKS),
        metavar="ATTACK",
        help=f"no fuzzing, and this attack alone (several times: these): {', '.join(sorted(ATTACKS))}",
    )
    parser.add_argument("--attackers", type=int, default=ATTACKERS, help="processes that attack")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    if not options.only:
        print(json.dumps(fuzz(options.seconds / 4, options.seed)), flush=True)
    seconds = options.seconds if options.only else options.seconds * 3 / 4
    found = siege(seconds / (1 + IDLE), options.seed, tuple(options.only), options.attackers)
    print(json.dumps(found), flush=True)
    for words in harm(found):
        print(f"harm: {words}", flush=True)
    return 1 if harm(found) else 0


if __name__ == "__main__":
    sys.exit(main())
