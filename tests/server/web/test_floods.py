"""Clients that send for nothing, or ask and do not listen: they are sent away, and others are served."""

import asyncio
import gc
import json
import select
import socket
import struct
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from weakref import ReferenceType, ref

import httpx
import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from hexdeck.server.web.addresses import qr_code, qr_picture
from hexdeck.server.web.connections import MOST_FRAMES, MOST_WAITING, STALL_SECONDS, HttpConnection, Patience
from server.guest import Guest
from server.house_process import HouseProcess
from server.raw_socket import HANDSHAKE, PING, TEXT, frame

CONTINUATION, PONG = 0, 10
NOTHINGS = {
    "pings": frame(b"", PING),
    "pongs nobody asked for": frame(b"", PONG),
    "empty continuations": frame(b"", CONTINUATION, is_last=False),
}


@pytest.fixture
def line(house: HouseProcess) -> Iterator[socket.socket]:
    """A socket without a cookie, at a table of somebody else."""
    with _opened(house, Guest(house.url).new_table("voodoo"), "127.0.0.1") as line:
        yield line


def _until_closed(line: socket.socket) -> bytes:
    """What still comes; it takes twenty seconds at most, or TimeoutError."""
    heard = b""
    with suppress(ConnectionError):
        while data := line.recv(65536):
            heard += data
    return heard


@pytest.mark.parametrize("kind", NOTHINGS)
def test_whoever_sends_frames_for_nothing_is_dropped(
    house: HouseProcess, line: socket.socket, kind: str
) -> None:
    line.sendall(frame(b"", TEXT, is_last=False) if kind == "empty continuations" else b"")
    with suppress(ConnectionError):
        line.sendall(NOTHINGS[kind] * 20_000)
    _until_closed(line)
    assert httpx.get(f"{house.url}/healthz").text == "alive\n"


def test_all_sockets_of_an_address_share_a_bound_of_frames(house: HouseProcess) -> None:
    """Each sends no more than a socket may; those of another address are not dropped."""
    code = Guest(house.url).new_table("voodoo")
    with ExitStack() as stack:
        crowd = [stack.enter_context(_opened(house, code, "127.0.0.9")) for _ in range(40)]
        others = [stack.enter_context(_opened(house, code, "127.0.0.8")) for _ in range(3)]
        for line in (*crowd, *others):
            with suppress(ConnectionError):
                line.sendall(frame(b"", PING) * (MOST_FRAMES - 1))
        _until_one_is_closed(crowd)
        for line in others:
            line.sendall(frame(b'{"type":"ping","id":"still here"}'))
            heard = b""
            while b"still here" not in heard:
                data = line.recv(65536)
                assert data, "it was dropped"
                heard += data


def _until_one_is_closed(lines: list[socket.socket]) -> None:
    while True:
        ready, _, _ = select.select(lines, [], [], 20)
        assert ready, "none was dropped"
        for line in ready:
            try:
                if not line.recv(65536):
                    return
            except ConnectionError:
                return


@contextmanager
def _opened(house: HouseProcess, code: str, address: str) -> Iterator[socket.socket]:
    asked = HANDSHAKE.format(code=code, token="").replace("authorization: Bearer \r\n", "")
    place = ("127.0.0.1", house.port)
    with socket.create_connection(place, timeout=20, source_address=(address, 0)) as line:
        line.sendall(asked.encode())
        assert line.recv(65536).startswith(b"HTTP/1.1 101")
        line.sendall(frame(b'{"type":"hello"}'))
        assert b"welcome" in line.recv(65536)
        yield line


def test_a_few_frames_beside_the_messages_are_welcome(line: socket.socket) -> None:
    line.sendall(frame(b"", PING) * 20 + frame(b"", PONG) * 20)
    line.sendall(frame(b'{"type":"ping",', TEXT, is_last=False))
    for _ in range(MOST_FRAMES // 3):
        line.sendall(frame(b" ", CONTINUATION, is_last=False))
    line.sendall(frame(b'"id":"in pieces"}', CONTINUATION))
    heard = b""
    while b"in pieces" not in heard:
        heard += line.recv(65536)


def test_many_messages_in_one_piece_are_all_answered_in_order(line: socket.socket) -> None:
    """More than is looked at in one turn, and than may wait."""
    asked = [f"{number:04}" for number in range(1000)]
    line.sendall(b"".join(frame(json.dumps({"type": "ping", "id": name}).encode()) for name in asked))
    heard = b""
    while heard.count(b'"pong"') < len(asked):
        data = line.recv(65536)
        assert data, heard[-200:]
        heard += data
    places = [heard.index(f'"id":"{name}"'.encode()) for name in asked]
    assert places == sorted(places)


def test_requests_are_answered_before_many_more_are_read(house: HouseProcess) -> None:
    asked = b"GET /healthz HTTP/1.1\r\nhost: house\r\n\r\n"
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as line:
        line.sendall(asked * (MOST_WAITING // 2))
        heard = b""
        while heard.count(b"alive") < MOST_WAITING // 2:
            heard += line.recv(65536)
        line.sendall(asked * 1000)
        assert b"HTTP/1.1 400" in _until_closed(line)


@pytest.mark.parametrize("path", ["/api/tables/{code}/qr.svg", "/t/{code}/plain", "/api/me"])
def test_no_address_is_made_from_a_long_host(house: HouseProcess, path: str) -> None:
    """Drawing codes of long addresses takes long, and of still longer ones it cannot be done."""
    code = Guest(house.url).new_table("voodoo")
    for length in (254, 2250, 2900):
        answer = httpx.get(house.url + path.format(code=code), headers={"host": "x" * length})
        assert answer.status_code == 400
    assert httpx.get(house.url + path.format(code=code)).status_code == 200
    assert "Traceback" not in house.log.read_text()


def test_a_code_is_drawn_once() -> None:
    assert qr_picture("http://house/t/K7Q-M3X-HPA") is qr_picture("http://house/t/K7Q-M3X-HPA")
    assert qr_code("http://house/t/K7Q-M3X-HPA") is qr_code("http://house/t/K7Q-M3X-HPA")


class _Sender(Patience, asyncio.Protocol):
    def __init__(self) -> None:
        super().__init__()
        self.is_connected = asyncio.Event()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        self.is_connected.set()


def test_a_client_that_takes_nothing_is_sent_away() -> None:
    async def still_there() -> list[bool]:
        loop, sender = asyncio.get_running_loop(), _Sender()
        server = await loop.create_server(lambda: sender, "127.0.0.1", 0)
        client = socket.create_connection(server.sockets[0].getsockname())
        await sender.is_connected.wait()
        sender.transport.write(bytes(50_000_000))
        found = []
        for now in (0.0, 5.0, STALL_SECONDS - 0.1):
            sender.end_if_stalled(now)
            found.append(not sender.transport.is_closing())
        await asyncio.to_thread(client.recv, 10_000_000, socket.MSG_WAITALL)
        await asyncio.sleep(0.1)
        for now in (STALL_SECONDS, 2 * STALL_SECONDS - 0.1, 2 * STALL_SECONDS):
            sender.end_if_stalled(now)
            found.append(not sender.transport.is_closing())
        client.close()
        server.close()
        return found

    assert asyncio.run(still_there()) == [True, True, True, True, True, False]


def test_a_connection_with_nothing_to_send_may_wait() -> None:
    async def still_there() -> bool:
        loop, sender = asyncio.get_running_loop(), _Sender()
        server = await loop.create_server(lambda: sender, "127.0.0.1", 0)
        client = socket.create_connection(server.sockets[0].getsockname())
        await sender.is_connected.wait()
        for now in range(0, 200, 5):
            sender.end_if_stalled(now)
        is_there = not sender.transport.is_closing()
        client.close()
        server.close()
        return is_there

    assert asyncio.run(still_there())


def test_nothing_is_kept_of_connections_that_were_broken_off() -> None:
    """After an answer a connection may wait for the next request, but not once its client is gone."""

    async def answer(_scope: object, _receive: object, send: Callable[[object], Awaitable[None]]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})
        await send({"type": "http.response.body", "body": b"1"})

    async def left() -> list[HttpConnection]:
        made: list[ReferenceType[HttpConnection]] = []
        config = Config(answer, http=HttpConnection, timeout_keep_alive=3600)
        config.load()
        state = ServerState()

        def connection() -> HttpConnection:
            new = HttpConnection(config=config, server_state=state, app_state={})
            made.append(ref(new))
            return new

        server = await asyncio.get_running_loop().create_server(connection, "127.0.0.1", 0)
        for _ in range(5):
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(b"GET / HTTP/1.1\r\nhost: h\r\n\r\n")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            reset = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
            writer.transport.abort()
        while state.connections:
            await asyncio.sleep(0.01)
        server.close()
        for _ in range(100):
            await asyncio.sleep(0.1)
            gc.collect()
            if not any(found() for found in made):
                break
        return [one for found in made if (one := found()) is not None]

    assert asyncio.run(left()) == []
