"""A siege of seconds, and a little fuzzing; `make siege` lays one of ten minutes."""

import asyncio
from math import inf

import pytest

from server.fuzz import TARGETS, end, opened_line, with_hypothesis
from server.raw_socket import frame
from server.siege import harm, siege

PATIENT_MS = 5000.0  # a test machine is busy with other things; `make siege` asks for 250


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_strangers_send_is_read_or_refused(name: str) -> None:
    assert "inputs" in with_hypothesis(name, 1.0, 1)


def test_a_message_of_somebody_who_has_just_left_is_not_read() -> None:
    async def leave() -> int:
        line, wire, state = await opened_line()
        wire.close()
        line.data_received(frame(b"{}"))
        waiting = line.queue.qsize()
        await end(state)
        return waiting

    assert asyncio.run(leave()) == 0


def test_honest_players_lose_nothing_while_strangers_attack() -> None:
    found = siege(5.0, seed=1)
    assert harm(found, PATIENT_MS, turn_times=inf) == []
