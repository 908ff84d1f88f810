"""The store alone: what was asked for is there or was refused, and its writer never stops."""

import asyncio
from pathlib import Path

import pytest

from hexdeck.server.refusals import AlreadyDone, StoreFailed
from hexdeck.server.store import Statement, Store
from hexdeck.server.stored_tables import command_statement, step_statements


def _value(key: str, value: bytes) -> Statement:
    return ("INSERT INTO meta (key, value) VALUES (?, ?)", (key, value))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hexdeck.sqlite3"


def _keys(store: Store) -> list[str]:
    return [key for (key,) in store.rows("SELECT key FROM meta ORDER BY key")]


def test_of_many_wishes_at_once_only_those_that_cannot_be_are_left_out(path: Path) -> None:
    async def wish() -> list[BaseException | None]:
        store = Store(path)
        wishes = [
            store.commit(_value("a", b"1"), _value("b", b"1")),
            store.commit(_value("c", b"1"), _value("a", b"2")),  # there already
            store.commit(("INSERT INTO meta (key, value) VALUES (?, ?)", ("d", 1 << 80))),  # too large
            store.commit(_value("e", b"1")),
        ]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert _keys(store) == ["a", "b", "e"]
        store.close()
        return answers

    fine, doubled, too_large, last = asyncio.run(wish())
    assert (fine, last) == (None, None)
    assert isinstance(doubled, StoreFailed)
    assert isinstance(too_large, StoreFailed)


def test_only_a_command_that_is_there_counts_as_done(path: Path) -> None:
    """A step that is there already means that our memory was wrong, not that anything was done."""

    async def wish() -> None:
        store = Store(path)
        await store.commit(
            *step_statements("a table", ["0 b1"], 1, at=0.0, by=None),
            command_statement("a table", "Marie", "1", 1),
        )
        with pytest.raises(AlreadyDone):
            await store.commit(command_statement("a table", "Marie", "1", 1))
        with pytest.raises(StoreFailed):
            await store.commit(*step_statements("a table", ["1 b2"], 1, at=0.0, by=None))
        store.close()

    asyncio.run(wish())


def test_somebody_who_stops_waiting_stops_only_once_it_is_stored(path: Path) -> None:
    async def wish() -> None:
        store = Store(path)
        waiting = asyncio.create_task(store.commit(_value("a", b"1")))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert _keys(store) == ["a"]
        store.close()

    asyncio.run(wish())


def test_what_was_asked_for_before_the_end_is_stored(path: Path) -> None:
    async def wish() -> None:
        store = Store(path)
        waiting = [asyncio.create_task(store.commit(_value(f"{number}", b"1"))) for number in range(5)]
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*waiting)
        store = Store(path)
        assert _keys(store) == ["0", "1", "2", "3", "4"]
        store.close()

    asyncio.run(wish())


def test_the_log_starts_over_while_somebody_always_writes(tmp_path: Path) -> None:
    """Forty megabytes in a row; it would be as long as all that was ever written."""

    async def write_on() -> tuple[int, int]:
        store = Store(tmp_path / "hexdeck.sqlite3")
        longest = 0
        for number in range(40):
            await store.commit(
                ("INSERT OR REPLACE INTO meta VALUES (?, ?)", (f"k{number % 2}", bytes(1_000_000)))
            )
            longest = max(longest, (tmp_path / "hexdeck.sqlite3-wal").stat().st_size)
        [kept] = store.row("SELECT COUNT(*) FROM meta") or (0,)
        store.close()
        return kept, longest

    kept, longest = asyncio.run(write_on())
    assert kept == 2
    assert longest < 16_000_000
