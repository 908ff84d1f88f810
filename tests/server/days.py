"""People at the deal of the day, played by a test."""

import asyncio
import time
from random import Random
from secrets import token_hex
from typing import Any

from hexdeck.core.record import Acted
from hexdeck.core.record_reader import read
from hexdeck.server.base.messages import Act, Refusal
from hexdeck.server.client import Client
from server.guest import OVERTAKEN, Guest, some_action

SLOW = 0.1  # seconds: bots need a tenth of that
PATIENCE = 60.0  # seconds: then bots have done something else than the first time
NOTHING = "nothing"  # that can be chosen
LONGEST = 120.0  # seconds that a test takes
A_DAY = 86_400.0


def wait_out_midnight() -> None:
    """Whatever begins now ends on the same day."""
    left = -time.time() % A_DAY
    if left < LONGEST:
        time.sleep(left + 1)


def today(guest: Guest) -> str:
    return str(guest.get("/api/day").json()["deals"][0]["day"])


def begin(guest: Guest, game: str, day: str = "") -> str:
    """The code of the table."""
    return str(guest.post(f"/api/day/{day or today(guest)}/{game}", pace="instant")["code"])


def page(guest: Guest, game: str, day: str = "") -> Any:
    return guest.get(f"/api/day/{day or today(guest)}/{game}").json()


def play(guest: Guest, code: str, rng: Random, most: int) -> None:
    """Choose so often, and wait for the next turn: what is chosen does not depend on how quick anybody is.

    Where all choose at once, others would have time to do so first.
    """

    async def choose() -> None:
        async with guest.at(code) as client:
            left = most
            while await is_on_turn(client) and left:
                if len(client.view["to_move"]) > 1:
                    await asyncio.sleep(SLOW)
                answer = await client.send(Act(token_hex(8), some_action(client.view, rng)))
                left -= isinstance(answer, Refusal) is False

    asyncio.run(choose())


async def is_on_turn(client: Client) -> bool:
    """Once that is so and no bot interrupts any more; False if the game is over before."""
    while not (client.view and client.view["is_over"]):
        if client.view and 0 in client.view["to_move"]:
            version = client.version
            answer = await client.send(Act(token_hex(8), NOTHING))  # refused when bots have been asked
            assert isinstance(answer, Refusal), answer
            if client.version == version:
                return True
        else:
            await client.changed()
    return False


def repeat(guest: Guest, code: str, chosen: list[str]) -> None:
    """The same choices, each as soon as it may be: before bots that might interrupt have been asked."""

    async def choose() -> None:
        left = list(chosen)
        async with guest.at(code) as client:
            while left:
                if client.view and 0 in client.view["to_move"]:
                    answer = await client.send(Act(token_hex(8), left[0]))
                    if not isinstance(answer, Refusal):
                        del left[0]
                        continue
                    assert answer.code in OVERTAKEN, answer
                async with asyncio.timeout(PATIENCE):
                    await client.changed()

    asyncio.run(choose())


def finish(guest: Guest, code: str, choices: int = 0) -> None:
    """Choose so often, then let a bot play to the end."""
    play(guest, code, Random(1), choices)
    guest.command(code, "stand")
    wait_for_the_end(guest, code)


def wait_for_the_end(guest: Guest, code: str) -> None:
    """From afar: whoever comes to the table has their seat back."""
    end = time.monotonic() + PATIENCE
    while guest.look(code)["table"]["status"] != "over":
        assert time.monotonic() < end, "it is somebody's turn"
        time.sleep(0.02)


def steps(guest: Guest, code: str) -> list[str]:
    """All that was dealt, rolled and chosen, as the record has it."""
    record = read(guest.get(f"/api/tables/{code}/record").text)
    return [step.text(record.header.game) for step in record.steps]


def choices(guest: Guest, code: str) -> list[str]:
    record = read(guest.get(f"/api/tables/{code}/record").text)
    own = [step for step in record.steps if isinstance(step, Acted) and step.seat == 0]
    return [record.header.game.action_name(step.action) for step in own]
