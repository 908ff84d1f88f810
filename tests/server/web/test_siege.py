"""A siege of seconds, and a little fuzzing; `make siege` lays one of ten minutes."""

import asyncio
import time
from pathlib import Path

import pytest

from server.attacks import ATTACKS, mount, refusals
from server.fuzz import TARGETS, end, opened_line, with_hypothesis
from server.house_process import open_house
from server.raw_socket import frame
from server.siege import TOGETHER, USUAL, damage, delays, phases, prepared, siege

PATIENCE = 120.0  # seconds, far more than any machine needs
LITTLE = ("--connections", "2", "--address-share", "0.02", "--address-megabytes", "4")


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
    """No time is asserted: `make siege` does that, on a quiet machine."""
    found = siege(phases(6.0, list(ATTACKS), each_alone=False), seed=1)
    assert damage(found) == []
    assert set(found["attacks"][TOGETHER]["heard"]) == set(ATTACKS)


def test_every_attack_meets_a_limit(tmp_path: Path) -> None:
    """Each goes on until it has been refused, in a server that allows little."""
    ends = time.monotonic() + PATIENCE
    with open_house(tmp_path / "data", *USUAL, *LITTLE) as house:
        target = prepared(house)
        heard = asyncio.run(
            mount(target, 1, set(ATTACKS), lambda own: refusals(own) > 0 or time.monotonic() > ends)
        )
    assert [name for name in ATTACKS if not refusals(heard[name])] == []
    assert [word for own in heard.values() for word in own if word.startswith("5")] == []


def test_the_bar_is_told_in_words() -> None:
    quiet = {"ack_p99_ms": 9.0, "turn_p50_ms": 10.0, "turn_p95_ms": 20.0}
    slow = {"ack_p99_ms": 251.0, "turn_p50_ms": 30.0, "turn_p95_ms": 61.0}
    assert delays({"attacks": {"pads": quiet | {"idle": quiet}}}) == []
    assert delays({"attacks": {"pads": slow | {"idle": quiet}}}) == [
        "pads: 99 of 100 answers within 251.0 ms",
        "pads: own turn again (p95) 20.0 → 61.0 ms",
    ]


def test_waits_below_a_tick_of_the_clock_count_as_one() -> None:
    quick = {"ack_p99_ms": 1.0, "turn_p50_ms": 1.0, "turn_p95_ms": 1.0}
    assert delays({"attacks": {"pads": quick | {"turn_p50_ms": 12.0, "idle": quick}}}) == []
    assert delays({"attacks": {"pads": quick | {"turn_p50_ms": 12.1, "idle": quick}}}) == [
        "pads: own turn again (p50) 1.0 → 12.1 ms"
    ]
