"""A PostgreSQL with a synchronous standby: what was acknowledged is there when that has taken over."""

import asyncio
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexdeck.server.store.postgres import PostgresStorage
from server.history.cluster import DATABASE, Pair
from server.postgres_process import PORT, programs
from server.store.test_postgres import TABLE, change, soon, stored_lines

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with tempfile.TemporaryDirectory(prefix="hexdeck-pair-") as folder:
        Path(folder).chmod(0o755)
        pair = Pair(Path(folder))
        try:
            yield pair
        finally:
            pair.end()


def address(pair: Pair) -> str:
    """Of whichever of the two can be written, as docs/server.md writes it."""
    hosts = ",".join(str(node.folder) for node in pair.nodes)
    ports = ",".join([PORT] * 2)
    return f"postgresql://hexdeck@/{DATABASE}?host={hosts}&port={ports}&target_session_attrs=read-write"


def test_a_change_is_not_acknowledged_before_the_standby_has_it(pair: Pair) -> None:
    """A primary that was killed and is back shows what only it has, and may be lost with it."""

    async def play() -> None:
        storage = await PostgresStorage.open(address(pair), alone=True)
        await storage.make_table(TABLE)
        pair.standby.end()
        asked = asyncio.create_task(storage.change_table(change(1, "line 1")))
        waiting = "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        while pair.primary.ask(DATABASE, waiting) != "t":
            await asyncio.sleep(0.05)
        pair.crash(signal.SIGQUIT)
        pair.primary.start()
        try:
            assert pair.primary.ask(DATABASE, "SELECT count(*) FROM changes") == "1"
            await asyncio.sleep(1.0)
            assert not asked.done()
        finally:
            pair.standby.start()
        await asked
        await storage.close()

    asyncio.run(play())


def test_a_house_goes_on_with_the_standby(pair: Pair) -> None:
    async def play() -> None:
        storage = await PostgresStorage.open(address(pair), alone=True)
        pair.wait_until_in_step()
        await storage.make_table(TABLE.__class__("B", TABLE.kept, b"seed", 1.0))
        await storage.change_table(change(1, "line 1", code="B"))
        pair.crash(signal.SIGKILL)
        pair.fail_over()
        pair.stand_by_again()
        await soon(storage, change(2, "line 2", code="B"))
        assert await stored_lines(storage, "B") == ["line 1", "line 2"]
        await storage.close()
        looking = await PostgresStorage.look_at(address(pair))
        assert await stored_lines(looking, "B") == ["line 1", "line 2"]
        await looking.close()

    asyncio.run(play())
