"""A network between client and server that fails as real ones do."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class Proxy:
    """Forwards to a port, or to a socket in a folder, until it is frozen or cut.

    What was open while it was frozen stays dead.
    """

    def __init__(self, target: int | Path) -> None:
        self._target = target
        self.delay = 0.0  # seconds that everything takes longer
        self._server: asyncio.Server | None = None
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._weather = 0  # changes when it clears up: older connections are lost
        self._is_closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        self._is_closed = True
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)  # for what was cut to be closed

    def freeze(self) -> None:
        """Nothing gets through, and nobody is told."""
        self._flowing.clear()

    def clear_up(self) -> None:
        """New connections work; those from before never say a word again."""
        self._weather += 1
        self._flowing.set()

    def cut(self) -> None:
        """Every connection breaks."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_closed:
            writer.transport.abort()
            return
        self._writers.add(writer)
        self._keep(self._forward(reader, writer, self._weather))

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _forward(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, weather: int
    ) -> None:
        await self._flowing.wait()
        if weather != self._weather:
            return
        try:
            far_reader, far_writer = await self._open()
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(far_writer)
        self._keep(self._pump(reader, far_writer, weather))
        self._keep(self._pump(far_reader, writer, weather))

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._target, Path):
            return await asyncio.open_unix_connection(self._target)
        return await asyncio.open_connection("127.0.0.1", self._target)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, weather: int) -> None:
        try:
            while data := await reader.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self._flowing.wait()
                if weather != self._weather:
                    return
                writer.write(data)
                await writer.drain()
            writer.transport.abort()
        except OSError:
            writer.transport.abort()
