"""Games through a time in which nothing can be stored: a clear refusal, nothing told, then on to the end."""

import asyncio
from dataclasses import dataclass
from random import Random

from hexdeck.core.record_reader import read
from hexdeck.core.verify import verify
from hexdeck.server.base.messages import Ack, Act, Change, Refusal, Say, Sit, Stand, Start
from hexdeck.server.client import Client
from server.guest import QUICK, Guest, play_to_the_end, some_action
from server.house_process import HouseProcess
from server.store_faults import Fault
from server.story import Story

FLAGS = ("--pace", "1")  # bots take their time where a table wants it
FAULT_SECONDS = 1.0
A_FEW = 2  # actions: nobody is out after so many, and the first one's turn comes again


@dataclass
class Figures:
    refused: int = 0
    games_ended: int = 0


async def fault_run(house: HouseProcess, fault: Fault, game: str, rng: Random) -> Figures:
    """Two people and a bot at one table, bots alone at another."""
    figures, first, second = Figures(), Guest(house.url), Guest(house.url)
    code = first.post("/api/tables", game=game, players=3, options=QUICK[game], pace="instant")["code"]
    alone = first.post("/api/tables", game="voodoo_prince", players=5, pace="quick", options={"rounds": 1})
    stories = [Story(), Story(), Story()]
    async with (
        Client(house.url, code, first.token, stories[0].hear) as one,
        Client(house.url, code, second.token, stories[1].hear) as two,
        Client(house.url, alone["code"], first.token, stories[2].hear) as bots,
    ):
        await done(two, Sit("sit"))
        await done(bots, Start("start", "novice"))
        await done(bots, Stand("stand"))
        await done(one, Start("start", "novice"))
        await play_a_while(one, two, rng)
        with fault(house):
            figures.refused += await refused_and_untold([one, two, bots], stories, rng)
        await done(bots, Change("hurry", pace="instant"))
        await asyncio.gather(
            play_to_the_end(one, rng), play_to_the_end(two, Random(rng.random())), until_over(bots)
        )
    for story in stories:
        assert not story.gaps, story.gaps
    for played in (code, alone["code"]):
        assert verify(read(first.get(f"/api/tables/{played}/record").text)).is_proved
        figures.games_ended += 1
    return figures


async def done(client: Client, command: Sit | Stand | Start | Change) -> None:
    answer = await client.send(command)
    assert isinstance(answer, Ack), answer


async def play_a_while(one: Client, two: Client, rng: Random) -> None:
    """A few actions, until it is the first one's turn."""
    actions = 0
    while actions < A_FEW or not is_to_move(one):
        mover = one if is_to_move(one) and actions < A_FEW else two if is_to_move(two) else None
        if mover is None:
            await asyncio.wait(
                [asyncio.create_task(one.changed()), asyncio.create_task(two.changed())], timeout=0.1
            )
            continue
        answer = await mover.send(Act(f"{rng.getrandbits(64):x}", some_action(mover.view, rng)))
        assert isinstance(answer, Ack), answer
        actions += 1


def is_to_move(client: Client) -> bool:
    return client.view is not None and client.view["seat"] in client.view["to_move"]


async def refused_and_untold(clients: list[Client], stories: list[Story], rng: Random) -> int:
    """How often the first of them was refused."""
    await asyncio.sleep(FAULT_SECONDS / 2)
    for client in clients:
        await client.send(Say(f"{rng.getrandbits(64):x}", "hello"))  # all before its answer is told by then
    client = clients[0]
    told = [story.count("step") for story in stories]
    view, version, refused = client.view, client.version, 0
    command = Act(f"{rng.getrandbits(64):x}", some_action(view, rng))
    for _ in range(2):
        answer = await client.send(command)
        assert isinstance(answer, Refusal), answer
        assert answer.code == "store.failed", answer
        refused += 1
    assert [story.count("step") for story in stories] == told
    assert (client.version, client.view) == (version, view)
    return refused


async def until_over(client: Client) -> None:
    while client.table is None or client.table.status != "over":
        await client.changed()
