"""Work that several wait for is finished for those who stay; a refusal that nobody hears is no mistake."""

import asyncio
import gc
import logging
from pathlib import Path
from typing import Any

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.server.base.refusals import StoreFailed
from hexdeck.server.base.shared_work import outcome
from server.inside import Inside


def test_whoever_stays_hears_what_it_brings() -> None:
    async def wait() -> str:
        begin = asyncio.Event()

        async def work() -> str:
            await begin.wait()
            return "done"

        shared = asyncio.create_task(work())
        gone, stays = (asyncio.create_task(outcome(shared)) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
        begin.set()
        return await stays

    assert asyncio.run(wait()) == "done"


@pytest.mark.parametrize(
    ("trouble", "level"), [(StoreFailed("not now", n=1), logging.WARNING), (KeyError(3), logging.ERROR)]
)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_cannot_be_read_after_whoever_asked_is_gone(
    game: str,
    trouble: Exception,
    level: int,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ask_and_go() -> None:
        inside = await Inside.at(tmp_path)
        made = await inside.ask("POST", "/api/tables", inside.token("marie"), {"game": game})
        code = str(made).partition('"code":"')[2].partition('"')[0]
        live = await inside.house.tables.table(code)
        inside.house.tables.let_go(live)
        is_gone, is_read = asyncio.Event(), asyncio.Event()

        async def read(*_: Any) -> None:
            is_read.set()
            await is_gone.wait()
            raise trouble

        monkeypatch.setattr(inside.house.storage, "read_table", read)
        asked = asyncio.create_task(inside.house.tables.table(code))
        await is_read.wait()
        asked.cancel()
        await asyncio.wait([asked])
        is_gone.set()
        await inside.close()

    asyncio.run(ask_and_go())
    gc.collect()
    assert [record.levelno for record in caplog.records if record.levelno > logging.INFO] == [level]
