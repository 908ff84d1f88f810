"""`hexdeck serve`: opens the house and says where it is."""

import argparse
import asyncio
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Final

import segno
import uvicorn
from starlette.applications import Starlette

from hexdeck.core.errors import SetupRefused
from hexdeck.core.file_lock import is_ours
from hexdeck.server.base.external_bots import check_guests
from hexdeck.server.base.garbage import Garbage
from hexdeck.server.base.logs import log, log_to_stderr
from hexdeck.server.base.proxies import written_out
from hexdeck.server.base.refusals import HouseIsOpen
from hexdeck.server.base.settings import DATABASE, Settings, settings
from hexdeck.server.house.house import House
from hexdeck.server.store.choice import storage_of
from hexdeck.server.web.addresses import EVERY_ADDRESS, lan_address
from hexdeck.server.web.app import make_app
from hexdeck.server.web.connections import HttpConnection, Patience, SocketConnection
from hexdeck.server.web.requests import LARGEST_BODY

resource: Any
try:
    import resource
except ImportError:
    resource = None

FURTHER_PORTS: Final = 20  # tried where the usual one is taken
MOST_UNSENT: Final = 128 * 1024  # bytes that the system keeps for a client that does not take them
LOCKED: Final = "lock" if sys.platform == "win32" else DATABASE  # Windows keeps others from reading it
MOST_UNREAD: Final = 32 * 1024  # bytes of one that is read slower than it sends
IDLE_SECONDS: Final = 75  # a connection may wait for its next request: longer than proxies keep theirs
GARBAGE_TICKS: Final = 20  # tenths of a second between two looks for garbage: by then most is gone by itself
STALL_TICKS: Final = 50  # and between two for clients that take nothing
GOODBYE_SECONDS: Final = 1.0  # for clients to hear that the house closes
FAREWELL_SECONDS: Final = 5  # for what has begun to be finished


def serve(options: argparse.Namespace) -> None:
    """Until somebody stops it."""
    given = vars(options)
    chosen = settings({**given, "host": given["host"] or ("0.0.0.0" if options.lan else None)})
    log_to_stderr(options.log, chosen.process)
    check_guests(chosen.own)
    with alone(chosen), listening(chosen, is_port_fixed=_is_port_fixed(given)) as sock:
        asyncio.run(try_storage(chosen))
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            log("runs_as_root", level=logging.WARNING, advice="run the house as a user of its own")
        chosen = replace(chosen, port=sock.getsockname()[1])
        url = _url(chosen)
        _announce(url, options)
        app = make_app(chosen)
        make_room()
        _Server(
            uvicorn.Config(
                app,
                http=HttpConnection,
                ws=SocketConnection,
                loop="auto",  # uvloop, but not on Windows
                log_config=None,
                access_log=False,
                server_header=False,
                forwarded_allow_ips=written_out(chosen.proxies),
                ws_max_size=LARGEST_BODY,
                ws_per_message_deflate=False,
                timeout_keep_alive=IDLE_SECONDS,
                ws_ping_interval=None,  # clients ping, as docs/protocol.md says
                timeout_graceful_shutdown=FAREWELL_SECONDS,
            ),
            app,
        ).run([sock])


async def try_storage(chosen: Settings) -> None:
    """Brings it up to date.  Refused before the house opens, in words, if it cannot be used."""
    await (await storage_of(chosen)).close()


class _Server(uvicorn.Server):
    """Tells every client before it closes; now and then it tidies up."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app
        self._garbage = Garbage()

    async def on_tick(self, counter: int) -> bool:
        if counter % GARBAGE_TICKS == 0:
            self._garbage.collect()
        if counter % STALL_TICKS == 0:
            for connection in list(self.server_state.connections):
                if isinstance(connection, Patience):
                    connection.end_if_stalled(time.monotonic())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        house: House | None = getattr(self._app.state, "house", None)
        if house is not None:
            await house.say_goodbye(GOODBYE_SECONDS)
        await super().shutdown(sockets)


def make_room() -> None:
    """For thousands of clients: as many files as we may open; Windows has no such limit."""
    if resource is None:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def keep_private(data: Path) -> None:
    """Seeds and the signing secret lie there: for nobody else, what was made by an older house too."""
    data.mkdir(parents=True, exist_ok=True)
    found = list(data.iterdir())
    ours = [file for file in found if ".sqlite3" in file.name or file.name == "lock"]
    with suppress(OSError):  # made by somebody else: they decide; or nothing can be written here
        if len(ours) == len(found):  # else the folder has other uses
            data.chmod(0o700)
        for file in filter(Path.is_file, ours):
            file.chmod(0o600)


@contextmanager
def new_files_private() -> Iterator[None]:
    """What is written meanwhile nobody else can read."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def alone(chosen: Settings) -> AbstractContextManager[None]:
    """One house to one store: a file is locked meanwhile, a database by whoever opens it."""
    return nullcontext() if chosen.database else locked(chosen.data)


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """One house to one database, by whatever name it is reached; meanwhile all it writes is for it alone."""
    with new_files_private():
        try:
            keep_private(data)
            file = _opened_to_lock(data / LOCKED)
        except OSError as error:
            raise SetupRefused(
                "the folder {data} cannot be used: {error}; choose another place with --data",
                data=data,
                error=error.strerror,
            ) from None
        with file:
            if not is_ours(file.fileno()):
                raise HouseIsOpen(
                    "another house is open with {data}: use that one, or choose another place with --data",
                    data=data,
                )
            yield


def _opened_to_lock(file: Path) -> BinaryIO:
    """A file that can only be read can be locked too, so that a house that can only be read stays alone."""
    try:
        return file.open("ab")
    except OSError:
        if not file.exists():
            raise
        return file.open("rb")


def _is_port_fixed(given: dict[str, Any]) -> bool:
    return given["port"] is not None or "HEXDECK_PORT" in os.environ


@contextmanager
def listening(chosen: Settings, *, is_port_fixed: bool) -> Iterator[socket.socket]:
    """A socket that listens; where nobody asked for a certain port, the next one that is free will do."""
    ports = [chosen.port] if is_port_fixed else range(chosen.port, chosen.port + FURTHER_PORTS)
    family = socket.AF_INET6 if ":" in chosen.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as sock:
        if sys.platform != "win32":  # there it would let two houses share a port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNSENT)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MOST_UNREAD)
        for port in ports:
            try:
                sock.bind((chosen.host, port))
                break
            except OSError as error:
                reason = error.strerror
        else:
            raise SetupRefused(
                "the address {host}, port {port} cannot be used: {error}; choose another with --port",
                host=chosen.host,
                port=chosen.port,
                error=reason,
            )
        sock.listen(2048)
        yield sock


def _url(chosen: Settings) -> str:
    if chosen.public_url:
        return chosen.public_url.rstrip("/")
    host = lan_address() if chosen.host in EVERY_ADDRESS else chosen.host
    return f"http://[{host}]:{chosen.port}" if ":" in host else f"http://{host}:{chosen.port}"


def _announce(url: str, options: argparse.Namespace) -> None:
    print(f"Hexdeck is open: {url}", flush=True)
    if options.lan:
        print("Phones on the same network can scan this:\n", flush=True)
        segno.make(url).terminal(compact=True)
    print("Stop it with Ctrl-C; every game is kept.", flush=True)
    if options.open:
        threading.Timer(0.5, webbrowser.open, [url]).start()
