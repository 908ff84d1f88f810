"""Everything that keeps one house: servers, workers, PostgreSQL with a synchronous standby, Redis, and the
network between them.

Each server and each worker reaches each of the others by a proxy of its own.
"""

import asyncio
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from subprocess import TimeoutExpired
from types import TracebackType
from typing import Self, TypeVar

from hexdeck.server.base.settings import Settings
from hexdeck.server.base.worker_key import WorkerKey
from hexdeck.server.store.choice import storage_of
from server.house_process import HouseProcess
from server.postgres_process import START_SECONDS, UNSAFE, PostgresProcess
from server.proxy import Proxy
from server.redis_process import RedisProcess
from server.set_clock import COMPILER, SettableClock
from server.worker_process import WorkerProcess, key_file

T = TypeVar("T")

DATABASE = "house"
EXPECTED = (
    "Application startup failed",
    '"event": "hexdeck.server.base.refusals.StoreFailed',
    '"event": "hexdeck.core.errors.SetupRefused',
    "timeout graceful shutdown exceeded",
)
KEY = WorkerKey(bytes(32))
FLAGS = (
    *("--grace", "2", "--bot-seconds", "100", "--connections", "10000", "--log", "info"),
    *("--rated-after", "0", "--rate-neighbours"),  # everybody comes from this machine, and comes anew
)


class Pair:
    """A primary, and a standby without which it commits nothing."""

    def __init__(self, folder: Path) -> None:
        self._folders = [folder / name for name in ("one", "two")]
        for each in self._folders:
            each.mkdir(parents=True)
        options = (
            *UNSAFE,
            "track_commit_timestamp=on",
            "wal_keep_size=64MB",
            "wal_retrieve_retry_interval=100ms",
        )
        self.primary = PostgresProcess(self._folders[0], *options)
        self.primary.start()
        self.primary.ask("postgres", f"CREATE DATABASE {DATABASE}")
        self.primary.ask("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.standby = PostgresProcess(self._folders[1], *options, standby_of=self.primary)
        self.standby.start()
        self.primary.ask("postgres", "SELECT pg_reload_conf()")  # only now: it waits for the standby
        self.nodes = [self.primary, self.standby]

    def crash(self, how: signal.Signals) -> None:
        self.primary.end(how)

    def fail_over(self) -> None:
        """The primary is gone: the standby takes its place."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def stand_by_again(self) -> None:
        """What is left of the old primary is thrown away: it may have what nobody was told."""
        self.standby.copy(self.primary)
        self.standby.start()

    def wait_until_in_step(self) -> None:
        """A standby that lags may not take over: it would lose what was acknowledged."""
        asked = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'"
        end = time.monotonic() + START_SECONDS
        while self.primary.ask("postgres", asked) != "1":
            assert time.monotonic() < end, "the standby does not keep up"
            time.sleep(0.05)

    def end(self) -> None:
        for node in self.nodes:
            if node.process is not None:
                node.end()


class Server:
    """One `hexdeck serve`, and its own lines to the databases and to the bus."""

    def __init__(self, house: HouseProcess, databases: list[Proxy], bus: Proxy) -> None:
        self.house = house
        self.databases = databases
        self.bus = bus
        self.clock: SettableClock | None = None

    async def open(self) -> None:
        """As a supervisor does: again and again until it works."""
        while True:
            try:
                return await in_thread(self.house.start)
            except AssertionError:
                if self.house.process is not None:
                    await in_thread(lambda: self.house.end(signal.SIGKILL))
                await asyncio.sleep(0.2)

    async def end(self, how: signal.Signals) -> None:
        """One that waits for its database for too long is killed."""
        try:
            await in_thread(lambda: self.house.end(how))
        except TimeoutExpired:
            await in_thread(lambda: self.house.end(signal.SIGKILL))

    def signal(self, what: signal.Signals) -> None:
        assert self.house.process
        self.house.process.send_signal(what)


class Thinking:
    """One `hexdeck think`, and its own line to the bus."""

    def __init__(self, log: Path, bus: Proxy) -> None:
        self.log = log
        self.bus = bus
        self.process: WorkerProcess | None = None

    async def open(self) -> None:
        url = f"redis://127.0.0.1:{self.bus.port}"
        self.process = await in_thread(
            lambda: WorkerProcess(
                self.log,
                *("--bus", url, "--worker-key-file", key_file(self.log.parent, KEY)),
                *("--bot-processes", "1", "--bot-seconds", "100"),
            )
        )

    async def end(self, how: signal.Signals) -> None:
        """Killed with the processes in which it thinks; asked to end, it gives back what it holds."""
        process, self.process = self.process, None
        assert process
        await in_thread(process.kill if how == signal.SIGKILL else process.end)

    async def kill_if_open(self) -> None:
        if self.process is not None:
            await self.end(signal.SIGKILL)

    def signal(self, what: signal.Signals) -> None:
        assert self.process
        self.process.signal(what)


class Cluster:
    """Use it as an async context manager."""

    def __init__(self, folder: Path, servers: int, workers: int) -> None:
        self._folder = folder
        self._counts = (servers, workers)
        self._stack = AsyncExitStack()
        self.redis = RedisProcess()
        self.servers: list[Server] = []
        self.workers: list[Thinking] = []

    async def __aenter__(self) -> Self:
        # A short path: that of a socket may not have more than a hundred characters.
        place = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="hexdeck-pair-"))
        Path(place).chmod(0o755)
        self.pair = await in_thread(lambda: Pair(Path(place)))
        self._stack.callback(self.pair.end)
        await (await storage_of(Settings(database=self.pair.primary.url(DATABASE)))).close()
        await in_thread(self.redis.start)
        self._stack.callback(self._end_redis)
        servers, workers = self._counts
        self.servers = [await self._new_server(number) for number in range(servers)]
        self.workers = [await self._new_worker(number) for number in range(workers)]
        servers_open = (server.open() for server in self.servers)
        await asyncio.gather(*servers_open, *(worker.open() for worker in self.workers))
        return self

    def _end_redis(self) -> None:
        if self.redis.process is not None:
            self.redis.end(signal.SIGKILL)

    async def _new_server(self, number: int) -> Server:
        """The first has a clock that can be set, and bots of its own; for the others only workers think."""
        databases = [await self._stack.enter_async_context(Proxy(node.socket)) for node in self.pair.nodes]
        bus = await self._stack.enter_async_context(Proxy(self.redis.port))
        hosts = ",".join(f"127.0.0.1:{proxy.port}" for proxy in databases)
        url = f"postgresql://hexdeck@{hosts}/{DATABASE}?target_session_attrs=read-write"
        clock = SettableClock(self._folder) if number == 0 and COMPILER is not None else None
        house = HouseProcess(
            self._folder / f"server{number}",
            *("--database", url, "--bus", f"redis://127.0.0.1:{bus.port}", *FLAGS),
            *("--bots", "none" if number else "here", "--worker-key-file", key_file(self._folder, KEY)),
            environment=clock.environment if clock else None,
        )
        self._stack.callback(lambda: house.process and house.end(signal.SIGKILL))
        server = Server(house, databases, bus)
        server.clock = clock
        return server

    async def _new_worker(self, number: int) -> Thinking:
        bus = await self._stack.enter_async_context(Proxy(self.redis.port))
        worker = Thinking(self._folder / f"worker{number}.log", bus)
        self._stack.push_async_callback(worker.kill_if_open)
        return worker

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    def mistakes(self) -> list[str]:
        """Lines of the logs that should never be there.

        That one could not open while the database was gone, or did not wait for it to close, is none.
        """
        logs = [*(server.house.log for server in self.servers), *(worker.log for worker in self.workers)]
        return [
            f"{log.name}: {line}"
            for log in logs
            for line in log.read_text().splitlines()
            if ("Traceback" in line or '"level": "error"' in line)
            and not any(words in line for words in EXPECTED)
        ]


async def in_thread(work: Callable[[], T]) -> T:
    """What would keep the loop from forwarding and listening."""
    return await asyncio.get_running_loop().run_in_executor(None, work)
