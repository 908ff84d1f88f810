"""How long a client takes to be back with the right view, after the network or the server is."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random

from hexdeck.server.base.messages import Ack, Act, Sit, Start
from hexdeck.server.client import Client
from server.fault_run import done, is_to_move
from server.guest import QUICK, Guest, some_action
from server.house_process import HouseProcess
from server.proxy import Proxy
from server.story import Story

Trouble = Callable[["Party"], Awaitable[float]]  # when the network was back, on the monotonic clock


@dataclass
class Party:
    """One person behind a bad network, one with a good one, and a bot."""

    house: HouseProcess
    proxy: Proxy
    code: str
    guest: Guest
    client: Client
    other: Client
    story: Story
    rng: Random

    async def go_on(self) -> None:
        """The other person plays until it is no more their turn: something for the first one to miss."""
        while not is_to_move(self.other):
            await self.play(self.client)
        await self.play(self.other)

    async def play(self, client: Client) -> None:
        if is_to_move(client):
            answer = await client.send(
                Act(f"{self.rng.getrandbits(64):x}", some_action(client.view, self.rng))
            )
            assert isinstance(answer, Ack), answer
        else:
            await asyncio.sleep(0.01)


@asynccontextmanager
async def party(house: HouseProcess, rng: Random, *, game: str = "vampire_queen") -> AsyncIterator[Party]:
    first, second, story = Guest(house.url), Guest(house.url), Story()
    code = second.post("/api/tables", game=game, players=3, options=QUICK[game], pace="instant")["code"]
    async with (
        Proxy(house.port) as proxy,
        Client(proxy.url, code, first.token, story.hear) as client,
        second.at(code) as other,
    ):
        await done(client, Sit("sit"))
        await done(other, Start("start", "novice"))
        yield Party(house, proxy, code, first, client, other, story, rng)


async def half_open(now: Party) -> float:
    """The network is silent for a moment; then only new connections work."""
    now.proxy.freeze()
    await now.go_on()
    await asyncio.sleep(now.rng.uniform(0.0, 1.0))
    now.proxy.clear_up()
    return time.monotonic()


async def long_silence(now: Party) -> float:
    """The client has noticed, and tries in vain."""
    now.proxy.freeze()
    await now.go_on()
    await asyncio.sleep(now.rng.uniform(3.0, 5.0))
    now.proxy.clear_up()
    return time.monotonic()


async def cut(now: Party) -> float:
    now.proxy.cut()
    await now.go_on()
    return time.monotonic()


async def flapping(now: Party) -> float:
    """Up and down, never long enough."""
    for _ in range(6):
        now.proxy.cut()
        now.proxy.freeze()
        await asyncio.sleep(now.rng.uniform(0.0, 0.2))
        now.proxy.clear_up()
        await asyncio.sleep(now.rng.uniform(0.0, 0.1))
    await now.go_on()
    return time.monotonic()


async def restarted(now: Party) -> float:
    await asyncio.to_thread(now.house.end, signal.SIGKILL)
    await asyncio.to_thread(now.house.start)
    return time.monotonic()


TROUBLES: dict[str, Trouble] = {
    "half_open": half_open,
    "long_silence": long_silence,
    "cut": cut,
    "flapping": flapping,
    "restarted": restarted,
}


async def reconnect_seconds(now: Party, trouble: Trouble) -> float:
    """From the moment at which the network is back until the view is right."""
    while not is_to_move(now.other):
        await now.play(now.client)
    before = now.client.connections
    back = await trouble(now)
    while now.client.connections == before or now.client.version != now.other.version:
        await asyncio.sleep(0.005)
    seconds = max(0.0, time.monotonic() - back)
    async with now.guest.at(now.code) as fresh:
        while fresh.view is None or fresh.version != now.client.version:
            await asyncio.sleep(0.005)
        assert fresh.view == now.client.view
        assert fresh.table is not None
        assert now.client.table is not None
        while fresh.table.seats != now.client.table.seats:  # who is here has no version: others come back too
            await asyncio.sleep(0.005)
    return seconds
