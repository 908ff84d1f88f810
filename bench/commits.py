"""What it costs to store a move in SQLite: `python -m bench.commits`.

Prints microseconds a move, of the clock and of the processor, for moves that come alone, in tens and in two
hundreds.  Each figure is the best of many rounds, since whatever else a machine does only adds to it.
"""

import argparse
import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hexdeck.server.store.protocol import NewTable, TableChange, TableSnapshot
from hexdeck.server.store.sqlite import SqliteStorage

SIZES: Final = (1, 10, 200)
TABLES: Final = 200
LINE: Final = "12 play b5"


async def measure(storage: SqliteStorage, size: int, rounds: int, begun: int) -> tuple[float, float]:
    """The shortest round of `size` moves at as many tables: seconds of the clock and of the processor."""
    walls, processors = [], []
    for number in range(begun + 1, begun + rounds + 1):
        changes = [
            TableChange(f"T{table}", number, [LINE], number, time.time(), ("marie", f"{number}"), number)
            for table in range(size)
        ]
        wall, processor = time.perf_counter(), time.process_time()
        await asyncio.gather(*map(storage.change_table, changes))
        walls.append((time.perf_counter() - wall) / size)
        processors.append((time.process_time() - processor) / size)
    return min(walls), min(processors)


async def run(folder: Path, rounds: int) -> None:
    storage = SqliteStorage(folder / "hexdeck.sqlite3")
    kept = TableSnapshot(b"{}", "playing", public=False)
    for table in range(TABLES):
        await storage.make_table(NewTable(f"T{table}", kept, bytes(32), 0.0))
    begun = 0
    for size in SIZES:
        wall, processor = await measure(storage, size, rounds, begun)
        begun += rounds
        print(f"{size:4} at once: {wall * 1e6:8.1f} µs a move, {processor * 1e6:6.1f} µs of the processor")
    await storage.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--folder", type=Path, help="on the disk to be measured")
    options = parser.parse_args()
    with TemporaryDirectory(dir=options.folder) as folder:
        asyncio.run(run(Path(folder), options.rounds))


if __name__ == "__main__":
    main()
