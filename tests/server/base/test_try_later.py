"""Whoever is refused for a while is told for how long, by every way in, and our own clients wait so long."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from hexdeck.server.base.messages import Ack, Act, Refusal, Start
from hexdeck.server.base.refusals import Outdated, StoreFailed, TooMuch
from hexdeck.server.base.writability import (
    RETRY_SECONDS,
    Cause,
    cannot_read,
    cannot_store,
    in_doubt,
    not_stored,
)
from hexdeck.server.client import Client
from server.fault_run import is_to_move
from server.guest import QUICK, Guest, some_action
from server.house_process import open_house
from server.store_faults import FAULTS
from server.web.test_example_bot import PROGRAM, wait_for_company


def test_every_failure_of_the_storage_says_when_to_try_again() -> None:
    failures = [*map(cannot_store, Cause), cannot_read(), in_doubt(), not_stored()]
    assert {Refusal.of(failure).retry_after for failure in failures} == {RETRY_SECONDS}
    assert Refusal.of(TooMuch("ask again in {n} s", n=7)).retry_after == 7
    assert Refusal.of(Outdated("look again")).retry_after == 1
    assert Refusal.of(StoreFailed("no", n=0.2)).retry_after == 1


@pytest.mark.parametrize("fault", FAULTS)
def test_our_client_waits_before_its_next_command(fault: str, tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        guest = Guest(house.url)
        code = guest.new_table("voodoo_prince", players=2, options=QUICK["voodoo_prince"], pace="instant")
        asyncio.run(_play_through(Client(house.url, code, guest.token), lambda: FAULTS[fault](house)))


async def _play_through(client: Client, fault: object) -> None:
    rng = Random(1)
    async with client:
        assert isinstance(await client.send(Start("start", "novice")), Ack)
        while not is_to_move(client):
            await client.changed()
        action = some_action(client.view, rng)
        with fault():  # type: ignore[operator]
            refusal = await client.send(Act("a1", action))
        assert isinstance(refusal, Refusal)
        assert refusal.retry_after == RETRY_SECONDS
        began = time.monotonic()
        assert isinstance(await client.send(Act("a2", action)), Ack)
        assert time.monotonic() - began >= RETRY_SECONDS - 0.1


def test_the_example_bot_plays_on_after_a_refusal(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(PROGRAM)
    with open_house(tmp_path / "data") as house:
        guest = Guest(house.url)
        code = guest.new_table("voodoo_prince", players=3, options=QUICK["voodoo_prince"], pace="instant")
        with FAULTS["read_only"](house):
            command, pipe = [sys.executable, str(program), house.url, code], subprocess.PIPE
            bot = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
            time.sleep(2)  # it comes, and is refused a seat
        try:
            wait_for_company(guest, code)
        finally:
            bot.kill()
            bot.communicate()
