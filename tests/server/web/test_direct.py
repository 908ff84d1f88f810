"""Messages take the short way in only where nothing can come before them, and go out turn by turn."""

import asyncio
from collections.abc import Callable

import pytest

from hexdeck.server.web.direct import LONGEST
from server.fuzz import end, opened_line
from server.raw_socket import BINARY, PING, TEXT, frame

WORDS = b'{"type":"ping","id":"1"}'


def _fed(*pieces: bytes, takes: Callable[[bytes], bool] = lambda _: True) -> tuple[list[bytes], int]:
    """What was heard at once of these pieces, and how many messages wait."""
    heard: list[bytes] = []

    def hear(message: bytes) -> bool:
        heard.append(bytes(message))
        return takes(message)

    async def feed() -> int:
        line, _, state = await opened_line()
        line.hear = hear
        for piece in pieces:
            line.data_received(piece)
        waiting = line.queue.qsize()
        await end(state)
        return waiting

    return heard, asyncio.run(feed())


def test_whole_messages_are_heard_at_once() -> None:
    assert _fed(frame(WORDS), frame(WORDS)) == ([WORDS, WORDS], 0)


@pytest.mark.parametrize("length", [1, 2, 125, 126, 127, 128, 129, LONGEST])
def test_of_many_lengths(length: int) -> None:
    assert _fed(frame(b"x" * length)) == ([b"x" * length], 0)
    assert _fed(frame(b"x" * length)[:-1]) == ([], 0)
    assert _fed(frame(b"x" * length) + b"\x81")[0] == []


def test_a_message_that_is_not_taken_waits_and_so_do_all_behind_it() -> None:
    assert _fed(frame(WORDS), frame(WORDS), takes=lambda _: False) == ([WORDS], 2)


@pytest.mark.parametrize("at", range(1, len(frame(WORDS))))
def test_a_message_in_two_pieces_waits_and_the_piece_is_not_heard(at: int) -> None:
    whole = frame(WORDS)

    assert _fed(whole[:at], whole[at:]) == ([], 1)


def test_what_looks_like_a_message_may_be_a_piece_of_one() -> None:
    long = frame(frame(WORDS) * 20)

    assert _fed(long[: -len(frame(WORDS))], frame(WORDS)) == ([], 1)
    assert _fed(frame(b"a", TEXT, is_last=False), frame(WORDS))[0] == [], "a mistake, which ends the talk"


@pytest.mark.parametrize(
    "other", [frame(WORDS, BINARY), frame(b" " * (LONGEST + 1)), frame(WORDS) * 2, frame(b"")]
)
def test_whatever_else_comes_goes_the_long_way_and_messages_after_it_wait(other: bytes) -> None:
    heard, waiting = _fed(other, frame(WORDS))

    assert heard == []
    assert waiting > 1


def test_after_a_ping_messages_are_heard_again() -> None:
    assert _fed(frame(b"", PING), frame(WORDS)) == ([WORDS], 0)


def _written(*turns: list[bytes], is_ended: bool = False) -> list[bytes]:
    """What goes out when this is said, turn by turn; perhaps the talk ends before the end of the last one."""

    async def say() -> list[bytes]:
        line, wire, state = await opened_line()
        wire.written.clear()
        for turn in turns:
            assert all(map(line.write_text, turn))
            if is_ended and turn is turns[-1]:
                wire.close()
            await asyncio.sleep(0)
        await end(state)
        return wire.written

    return asyncio.run(say())


def test_what_is_said_in_one_turn_goes_out_with_one_call() -> None:
    assert _written([b"step", b"ack"], [b"later"]) == [b"\x81\x04step\x81\x03ack", b"\x81\x05later"]


def test_what_is_said_to_whoever_is_gone_by_then_goes_nowhere() -> None:
    assert _written([b"step"], [b"ack"], is_ended=True) == [b"\x81\x04step"]


@pytest.mark.parametrize(
    ("length", "head"),
    [(125, "817d"), (126, "817e007e"), (65_535, "817effff"), (65_536, "817f0000000000010000")],
)
def test_messages_of_every_length_have_their_heads(length: int, head: str) -> None:
    assert _written([b"x" * length]) == [bytes.fromhex(head) + b"x" * length]


def test_a_client_that_takes_nothing_is_sent_nothing_the_short_way() -> None:
    async def say() -> tuple[bool, bool]:
        line, _, state = await opened_line()
        line.pause_writing()
        before = line.write_text(b"step")
        line.resume_writing()
        after = line.write_text(b"step")
        await end(state)
        return before, after

    assert asyncio.run(say()) == (False, True)
