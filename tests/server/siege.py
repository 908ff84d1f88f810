"""`make siege`: strangers attack a server in every way we know while others play, who must notice nothing.

Each attack is mounted alone for a while, then all of them at once.  Honest players play the four games all
the time, before each attack without any (*idle*).  Under attack 99 of 100 of their actions are acknowledged
within a quarter of a second, it is their turn again at most three times as late as idle, and nothing that was
acknowledged is lost, also when the server is killed at the end.

The server, its helpers and the honest players have half of the processor's cores, the attackers the others.
So what players wait for is the server, and not a core that the attackers' own programs keep busy.
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
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Any, NamedTuple

from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import Ack, Act, Refusal
from hexdeck.server.client import Client
from server.attacks import ATTACKS, Heard, Target, attack, wait_until_all_are_ready
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
TOGETHER = "all at once"
TOGETHER_SHARE = 0.35  # of the time, where there are several attacks
IDLE_SHARE = 0.4  # of the time of each attack, before it
PAUSE = 0.15  # seconds between an honest player's answer and their next action
WAIT_MS = 250.0  # 99 of 100 answers to honest players come within
TURN_TIMES = 3.0  # as long as idle it takes at most until it is one's own turn again
TICK_MS = 4.0  # of the kernel's clock: processes that share a core have turns so long, so less cannot be told
MOST_MEMORY_MB = 300.0
NETWORKS = 250  # a phase has one of its own, with full budgets


class Phase(NamedTuple):
    """Some attacks that are mounted at the same time, after a while without any."""

    name: str
    attacks: Set[str]
    seconds: float  # with the time before


def phases(seconds: float, names: Sequence[str], *, each_alone: bool = True) -> list[Phase]:
    """Return each attack alone, then all of them at once."""
    if len(names) == 1:
        return [Phase(names[0], set(names), seconds)]
    together = Phase(TOGETHER, set(names), seconds * TOGETHER_SHARE if each_alone else seconds)
    alone = seconds * (1 - TOGETHER_SHARE) / len(names)
    return [*(Phase(name, {name}, alone) for name in names if each_alone), together]


def siege(
    plan: Sequence[Phase], seed: int, attackers: int = ATTACKERS, cores: Set[int] = frozenset()
) -> dict[str, Any]:
    """Return what became of the server and of the honest players; `cores` are the attackers' alone."""
    all_played: list[Played] = []
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder) / "data", *USUAL) as house:
        guests = {game: Guest(house.url, f"127.0.0.{20 + seat}") for seat, game in enumerate(GAMES)}
        target, size = prepared(house), _stored_mb(house)
        for number, phase in enumerate(plan):
            core = _core_since(house)
            played = asyncio.run(_play_all(guests, IDLE_SHARE * phase.seconds, seed + number))
            idle = {"core_percent": core(), **_figures(played)}
            all_played += played
            own = target._replace(network=1 + number % NETWORKS)
            with _strangers(own, phase, seed + number, attackers, cores) as heard:
                core = _core_since(house)
                played = asyncio.run(
                    _play_all(guests, (1 - IDLE_SHARE) * phase.seconds, seed + number + len(plan))
                )
                figures = {"core_percent": core(), **_figures(played)}
            all_played += played
            answers = {name: dict(heard[name]) for name in heard}
            load = round(os.getloadavg()[0], 1)
            found[phase.name] = {**figures, "idle": idle, "load": load, "heard": answers}
        memory, log_mb, grown_mb = _memory_mb(house), _log_mb(house), _stored_mb(house) - size
        house.end(signal.SIGKILL)
        house.start()
        lost = [one.code for one in all_played if one.guest.look(one.code)["version"] < one.version]
        text = house.log.read_text()
    return {
        "seed": seed,
        "attacks": found,
        "stored_mb": round(grown_mb, 1),
        "lost": lost,
        "memory_mb": round(memory),
        "wal_mb": round(log_mb, 1),
        "mistakes": [line for line in text.splitlines() if "Traceback" in line or '"error"' in line],
    }


@contextmanager
def _strangers(target: Target, phase: Phase, seed: int, attackers: int, cores: Set[int]) -> Iterator[Heard]:
    """Attack in processes of their own while the block lasts, which then learns what they have heard."""
    heard: Heard = {}
    seconds = (1 - IDLE_SHARE) * phase.seconds
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(attackers + 1)
    with ProcessPoolExecutor(attackers, context, wait_until_all_are_ready, (ready,)) as processes:
        work = [
            processes.submit(attack, target, 1000 * seed + number, seconds, phase.attacks, cores)
            for number in range(attackers)
        ]
        wait_until_all_are_ready(ready)
        yield heard
        for one in work:
            for name, answers in one.result().items():
                heard[name] = heard.get(name, Counter()) + answers


def prepared(house: HouseProcess) -> Target:
    """Tables of the attackers' own, that gather, play, and are over; and a tournament of an honest host."""
    host = Guest(house.url, "127.0.0.2")  # neither an honest player's address nor that of another attack
    playing = [host.play_now(game, GAMES[game].players[0]) for game in GAMES]
    ended = host.play_now("skull_queen", 3)

    async def end() -> None:
        async with host.at(ended) as client:
            await play_to_the_end(client, Random(1))

    asyncio.run(asyncio.wait_for(end(), 120))
    stage = {"game": "voodoo_prince", "players": 3}
    tournament = Guest(house.url).post("/api/tournaments", name="Friday", games=[stage])["code"]
    codes = [host.new_table("voodoo", public=True), *playing, ended]
    return Target(house.port, codes, [host.token], tournament, network=1)


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
        async with Client(guest.url, made, guest.token, address=guest.address) as client:
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


def damage(found: dict[str, Any]) -> list[str]:
    """Return in words what must not happen on any machine, however slow, and has."""
    answers: Counter[str] = sum((Counter(one) for one in _heard(found).values()), Counter())
    broken = sorted(word for word in answers if re.fullmatch(r"5\d\d", word))
    idle_hands = [name for name, phase in found["attacks"].items() if not phase["actions"]]
    return [
        words
        for words, is_so in {
            f"lost at {found['lost']}": found["lost"],
            f"{found['memory_mb']} MB of memory": found["memory_mb"] > MOST_MEMORY_MB,
            f"{found['wal_mb']} MB of log": found["wal_mb"] > 32,
            "mistakes in the log: " + "; ".join(found["mistakes"][:20]): found["mistakes"],
            f"answers that are our own mistakes: {broken}": broken,
            f"nobody could play during {idle_hands}": idle_hands,
        }.items()
        if is_so
    ]


def _heard(found: dict[str, Any]) -> Heard:
    """Return what the attackers were answered, by attack, over all phases."""
    heard: Heard = {}
    for phase in found["attacks"].values():
        for name, answers in phase["heard"].items():
            heard[name] = heard.get(name, Counter()) + Counter(answers)
    return heard


def delays(found: dict[str, Any]) -> list[str]:
    """Return in words where honest players waited for longer than they may."""
    late = []
    for name, one in found["attacks"].items():
        if one["ack_p99_ms"] > WAIT_MS:
            late.append(f"{name}: 99 of 100 answers within {one['ack_p99_ms']} ms")
        late += [
            f"{name}: own turn again ({at[5:8]}) {one['idle'][at]} → {one[at]} ms"
            for at in ("turn_p50_ms", "turn_p95_ms")
            if _times(one, at) > TURN_TIMES
        ]
    return late


def _times(one: dict[str, Any], at: str) -> float:
    """Return how many times as long as idle it took."""
    return float(one[at] / max(TICK_MS, one["idle"][at]))


def table(found: dict[str, Any]) -> str:
    """Return the figures in milliseconds, one row for each attack; those before → are idle."""
    rows = [
        "| attack | acknowledged p50 | p99 | own turn p50 | p95 | p99 | times p50 | p95 | core | load |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, one in found["attacks"].items():
        waits = [f"{one[at]:.0f}" for at in ("ack_p50_ms", "ack_p99_ms")]
        turns = [f"turn_{share}_ms" for share in ("p50", "p95", "p99")]
        waits += [f"{one['idle'][at]:.0f} → {one[at]:.0f}" for at in turns]
        times = [f"{_times(one, at):.1f}" for at in turns[:2]]
        core = f"{one['core_percent']:.0f} %"
        rows.append(
            "| " + " | ".join([name.replace("_", " "), *waits, *times, core, f"{one['load']}"]) + " |"
        )
    return "\n".join(rows)


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
    parser.add_argument("--together", action="store_true", help="all at once, none alone before")
    parser.add_argument("--attackers", type=int, default=ATTACKERS, help="processes that attack")
    parser.add_argument("--json", action="store_true", help="print one object")
    options = parser.parse_args()
    fuzzed = None
    if not options.json:
        print(f"seed {options.seed}", flush=True)
    if not options.only:
        fuzzed = fuzz(options.seconds / 4, options.seed)
    seconds = options.seconds if options.only else options.seconds * 3 / 4
    plan = phases(seconds, options.only or list(ATTACKS), each_alone=not options.together)
    found = {"fuzzed": fuzzed, **siege(plan, options.seed, options.attackers, divide_cores())}
    wrong = [*damage(found), *delays(found)]
    if options.json:
        print(json.dumps({**found, "harm": wrong}))
    else:
        print(f"fuzzed {json.dumps(fuzzed)}" if fuzzed else "no fuzzing", flush=True)
        print(table(found))
        print(", ".join(f"{name} {found[name]}" for name in ("stored_mb", "memory_mb", "wal_mb", "lost")))
        print("\n".join(f"harm: {words}" for words in wrong) or "no harm")
    return 1 if wrong else 0


def divide_cores() -> Set[int]:
    """Keep half of the cores for this process and those it starts; return the others, if any."""
    cores = sorted(os.sched_getaffinity(0))
    half = len(cores) // 2
    if half:
        os.sched_setaffinity(0, cores[:-half])
    return set(cores[len(cores) - half :])


if __name__ == "__main__":
    sys.exit(main())
