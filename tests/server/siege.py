"""`make siege`: strangers attack a house in every way we know while others play, who must notice nothing.

Honest players are answered within a quarter of a second in 99 of 100 cases, and nothing that was
acknowledged is lost, also when the house is killed at the end.
"""

import argparse
import asyncio
import json
import multiprocessing
import re
import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Any

from hexdeck.games import GAMES
from hexdeck.server.client import Client
from hexdeck.server.protocol import Ack, Act, Refusal
from server.attacks import Target, attack
from server.fuzz import fuzz
from server.guest import QUICK, Guest, play_to_the_end, some_action
from server.house_process import HouseProcess, open_house

USUAL = ("--rate", "20", "--tables-per-minute", "30", "--connections", "50")  # what a house has by default
ATTACKERS = 2
PAUSE = 0.15  # seconds between an honest player's answer and their next action
WAIT_MS = 250.0  # 99 of 100 answers to honest players come within
MOST_MEMORY_MB = 300.0


def siege(seconds: float, seed: int) -> dict[str, Any]:
    """What became of the house and of those who only want to play."""
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder) / "data", *USUAL) as house:
        target = _target(house)
        context = multiprocessing.get_context("spawn")
        attackers = [
            context.Process(target=attack, args=(target, seed + number, seconds), daemon=True)
            for number in range(ATTACKERS)
        ]
        for one in attackers:
            one.start()
        players = asyncio.run(_play_all(house, seconds, seed))
        for one in attackers:
            one.join(60)
        memory, log_mb = _memory_mb(house), _log_mb(house)
        house.end(signal.SIGKILL)
        house.start()
        lost = [game for game, (guest, code, version, _) in players.items()
                if guest.look(code)["version"] < version]  # fmt: skip
        text = house.log.read_text()
    waits = sorted(wait for _, _, _, own in players.values() for wait in own)
    return {
        "seed": seed,
        "actions": len(waits),
        "p50_ms": round(waits[len(waits) // 2] * 1000, 1),
        "p99_ms": round(waits[len(waits) * 99 // 100] * 1000, 1),
        "worst_ms": round(waits[-1] * 1000, 1),
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


Played = tuple[Guest, str, int, list[float]]  # who, where, the last version acknowledged, and all waits


async def _play_all(house: HouseProcess, seconds: float, seed: int) -> dict[str, Played]:
    guests = {game: Guest(house.url) for game in GAMES}
    found = await asyncio.gather(
        *(_play(guests[game], game, time.monotonic() + seconds, Random(seed)) for game in GAMES)
    )
    return dict(zip(GAMES, found, strict=True))


async def _play(guest: Guest, game: str, end: float, rng: Random) -> Played:
    """Game after game against bots, and how long each answer took."""
    waits: list[float] = []
    code, version = "", 0
    while time.monotonic() < end:
        made = await asyncio.to_thread(_play_now, guest, game)
        if not made:
            await asyncio.sleep(1)
            continue
        code, version = made, 0
        async with guest.at(code) as client:
            while time.monotonic() < end and (client.table is None or client.table.status != "over"):
                version = max(version, await _act(client, rng, waits))
    return guest, code, version, waits


def _play_now(guest: Guest, game: str) -> str:
    """The code of a new table; none for somebody who plays more games in a minute than a house allows."""
    wish = {"game": game, "players": GAMES[game].players[0], "options": QUICK[game]}
    answer = guest.request("POST", "/api/play", json={**wish, "level": "novice", "pace": "instant"})
    assert answer.is_success or answer.json()["code"] == "client.too_much", answer.text
    return str(answer.json()["code"]) if answer.is_success else ""


async def _act(client: Client, rng: Random, waits: list[float]) -> int:
    """The version that was acknowledged, if it was this seat's turn."""
    view = client.view
    if view is None or view["seat"] not in view["to_move"]:
        try:
            await asyncio.wait_for(client.changed(), 5)
        except TimeoutError:
            return 0
        return 0
    began = time.monotonic()
    answer = await client.send(Act(f"{rng.getrandbits(64):x}", some_action(view, rng)))
    waits.append(time.monotonic() - began)
    await asyncio.sleep(PAUSE)
    assert not isinstance(answer, Refusal) or answer.code.startswith("action."), answer
    return answer.version if isinstance(answer, Ack) else 0


def _memory_mb(house: HouseProcess) -> float:
    assert house.process
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{house.process.pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def _log_mb(house: HouseProcess) -> float:
    return (house.data / "hexdeck.sqlite3-wal").stat().st_size / 1e6


def harm(found: dict[str, Any], wait_ms: float = WAIT_MS) -> list[str]:
    """What must not happen."""
    return [
        words
        for words, is_so in {
            f"99 of 100 answers take {found['p99_ms']} ms": found["p99_ms"] > wait_ms,
            f"lost at {found['lost']}": found["lost"],
            f"{found['memory_mb']} MB of memory": found["memory_mb"] > MOST_MEMORY_MB,
            f"{found['wal_mb']} MB of log": found["wal_mb"] > 32,
            "mistakes in the log: " + "; ".join(found["mistakes"][:20]): found["mistakes"],
            "nobody could play": not found["actions"],
        }.items()
        if is_so
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Lay siege to a house.")
    parser.add_argument("--seconds", type=float, default=600.0, help="of which a quarter is for fuzzing")
    parser.add_argument("--seed", type=int, default=randbits(32), help="what to repeat a siege with")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    print(json.dumps(fuzz(options.seconds / 4, options.seed)), flush=True)
    found = siege(options.seconds * 3 / 4, options.seed)
    print(json.dumps(found), flush=True)
    for words in harm(found):
        print(f"harm: {words}", flush=True)
    return 1 if harm(found) else 0


if __name__ == "__main__":
    sys.exit(main())
