"""Signals and inboxes wake whoever waits, and lose nothing."""

import asyncio

import pytest

from hexdeck.server.base.waiting import Inbox, Signal


def test_a_signal_wakes_all_who_wait_and_nobody_after_it_is_cleared() -> None:
    async def wait() -> None:
        signal = Signal()
        waiting = [asyncio.create_task(signal.wait()) for _ in range(2)]
        await asyncio.sleep(0)
        assert not signal.is_set()
        signal.set()
        await asyncio.gather(*waiting)
        await signal.wait()
        signal.clear()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(signal.wait(), 0.01)

    asyncio.run(wait())


def test_an_inbox_keeps_the_order_and_what_a_cancelled_reader_did_not_take() -> None:
    async def read() -> list[int]:
        inbox: Inbox[int] = Inbox()
        reader = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        inbox.put_nowait(1)
        reader.cancel()
        await asyncio.wait([reader])
        inbox.put_nowait(2)
        assert (inbox.qsize(), inbox.empty()) == (2, False)
        later = asyncio.create_task(_third(inbox))
        await asyncio.sleep(0)
        inbox.put_nowait(3)
        return await later

    assert asyncio.run(read()) == [1, 2, 3]


async def _third(inbox: Inbox[int]) -> list[int]:
    return [await inbox.get() for _ in range(3)]
