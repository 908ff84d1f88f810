"""What breaks.  Each fault is over when its function returns: whatever it has stopped works again."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from random import Random
from typing import TypeAlias

import redis.asyncio

from server.history.cluster import Cluster, in_thread
from server.proxy import Proxy

Fault: TypeAlias = Callable[[Cluster, Random], Awaitable[None]]

LONGEST = 1.5  # seconds that something stays broken, usually
CLOCK_SECONDS = 600


async def a_while(rng: Random, longest: float = LONGEST) -> None:
    await asyncio.sleep(rng.random() * longest)


# Servers.


async def server_killed(cluster: Cluster, rng: Random) -> None:
    server = rng.choice(cluster.servers)
    await server.end(signal.SIGKILL)
    await a_while(rng)
    await server.open()


async def server_closed(cluster: Cluster, rng: Random) -> None:
    """As by an upgrade: it hands over, and comes back."""
    server = rng.choice(cluster.servers)
    await server.end(signal.SIGTERM)
    await server.open()


async def server_stopped(cluster: Cluster, rng: Random) -> None:
    """Long enough to be taken for dead, often: then it finds out that others have gone on."""
    server = rng.choice(cluster.servers)
    server.signal(signal.SIGSTOP)
    await a_while(rng, 6.0)
    server.signal(signal.SIGCONT)


async def clock_set(cluster: Cluster, rng: Random) -> None:
    clock = cluster.servers[0].clock
    if clock is not None:
        clock.set(rng.choice((-CLOCK_SECONDS, CLOCK_SECONDS)))
        await a_while(rng, 3.0)
        clock.set(0)


# Workers.


async def worker_killed(cluster: Cluster, rng: Random) -> None:
    """With the turn that it thinks about."""
    worker = rng.choice(cluster.workers)
    await worker.end(signal.SIGKILL)
    await a_while(rng)
    await worker.open()


async def worker_closed(cluster: Cluster, rng: Random) -> None:
    worker = rng.choice(cluster.workers)
    await worker.end(signal.SIGTERM)
    await worker.open()


async def worker_stopped(cluster: Cluster, rng: Random) -> None:
    """Often until another has taken over its turn: then it answers what was answered."""
    worker = rng.choice(cluster.workers)
    worker.signal(signal.SIGSTOP)
    await a_while(rng, 6.0)
    worker.signal(signal.SIGCONT)


async def worker_cut_off(cluster: Cluster, rng: Random) -> None:
    await _cut([rng.choice(cluster.workers).bus], rng)


async def worker_silent(cluster: Cluster, rng: Random) -> None:
    await _silence([rng.choice(cluster.workers).bus], rng)


# The database.


async def database_killed(cluster: Cluster, rng: Random) -> None:
    """It comes back as it was."""
    how = rng.choice((signal.SIGKILL, signal.SIGQUIT))
    await in_thread(lambda: cluster.pair.crash(how))
    await a_while(rng)
    await in_thread(cluster.pair.primary.start)
    await in_thread(cluster.pair.wait_until_in_step)


async def standby_promoted(cluster: Cluster, rng: Random) -> None:
    how = rng.choice((signal.SIGKILL, signal.SIGQUIT))
    await in_thread(lambda: cluster.pair.crash(how))
    await a_while(rng, 0.5)
    await in_thread(cluster.pair.fail_over)
    await in_thread(cluster.pair.stand_by_again)
    await in_thread(cluster.pair.wait_until_in_step)


async def primary_vanished(cluster: Cluster, rng: Random) -> None:
    """With its machine, without a word: whoever was connected to it hears nothing more."""
    at = cluster.pair.nodes.index(cluster.pair.primary)
    lines = [server.databases[at] for server in cluster.servers]
    for line in lines:
        line.freeze()
    await standby_promoted(cluster, rng)
    await a_while(rng, 6.0)
    for line in lines:
        line.clear_up()


async def standby_killed(cluster: Cluster, rng: Random) -> None:
    """Nothing can be committed without it."""
    await in_thread(lambda: cluster.pair.standby.end(signal.SIGKILL))
    await a_while(rng)
    await in_thread(cluster.pair.standby.start)
    await in_thread(cluster.pair.wait_until_in_step)


async def database_cut_off(cluster: Cluster, rng: Random) -> None:
    """Connections of one server break, and for a while there are no others."""
    await _cut(rng.choice(cluster.servers).databases, rng)


async def database_slow(cluster: Cluster, rng: Random) -> None:
    await _slow(rng.choice(cluster.servers).databases, rng)


async def database_silent(cluster: Cluster, rng: Random) -> None:
    """Nothing comes through, nobody is told, and the connections are dead for good."""
    await _silence(rng.choice(cluster.servers).databases, rng)


# The bus.


async def bus_killed(cluster: Cluster, rng: Random) -> None:
    await in_thread(lambda: cluster.redis.end(signal.SIGKILL))
    await a_while(rng)
    await in_thread(cluster.redis.start)


async def bus_emptied(cluster: Cluster, rng: Random) -> None:
    del rng
    async with redis.asyncio.Redis.from_url(cluster.redis.url) as bus:
        await bus.flushall()


async def bus_cut_off(cluster: Cluster, rng: Random) -> None:
    await _cut([rng.choice(cluster.servers).bus], rng)


async def bus_slow(cluster: Cluster, rng: Random) -> None:
    await _slow([rng.choice(cluster.servers).bus], rng)


async def bus_silent(cluster: Cluster, rng: Random) -> None:
    await _silence([rng.choice(cluster.servers).bus], rng)


async def _cut(lines: list[Proxy], rng: Random) -> None:
    for line in lines:
        line.freeze()
        line.cut()
    await a_while(rng)
    for line in lines:
        line.clear_up()


async def _slow(lines: list[Proxy], rng: Random) -> None:
    for line in lines:
        line.delay = rng.random() * 0.2
    await a_while(rng, 3.0)
    for line in lines:
        line.delay = 0.0


async def _silence(lines: list[Proxy], rng: Random) -> None:
    for line in lines:
        line.freeze()
    await a_while(rng, 3.0)
    for line in lines:
        line.clear_up()


Kinds: TypeAlias = dict[str, tuple[Fault, ...]]

# At most one of each kind at a time, so that something is left to play with; kinds overlap as they like.
KINDS: Kinds = {
    "servers": (server_killed, server_closed, server_stopped, clock_set),
    "workers": (worker_killed, worker_closed, worker_stopped, worker_cut_off, worker_silent),
    "database": (
        database_killed,
        standby_promoted,
        standby_killed,
        database_cut_off,
        database_slow,
        database_silent,
    ),
    "bus": (bus_killed, bus_emptied, bus_cut_off, bus_slow, bus_silent),
}
ALL_KINDS: Kinds = {**KINDS, "database": (*KINDS["database"], primary_vanished)}  # with what takes long
