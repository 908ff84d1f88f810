"""A table over server-sent events, for scripts and strict proxies; commands come by POST."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from hexdeck.core.errors import GameError
from hexdeck.server.base.messages import Hello
from hexdeck.server.base.refusals import MessageRefused
from hexdeck.server.house.house import House
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.tables.outbox import Outbox
from hexdeck.server.web.requests import guarded, house_of, line, remember, table_at, who_at

BEAT_SECONDS: Final = 20.0  # between signs of life
HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}


async def table_events(request: Request) -> Response:
    """The messages that a socket would carry; `?since=` or Last-Event-ID is the last version seen."""
    house = house_of(request)
    live = await table_at(request, request.path_params["code"])
    who = await who_at(live, request)
    hello = _last_seen(request)
    with line(request):  # refused in words, as long as nothing was sent
        content = _messages(line(request), house, live, who, hello) if request.method == "GET" else _nothing()
    response = StreamingResponse(content, media_type="text/event-stream", headers=HEADERS)
    return remember(request, response, who)


async def _nothing() -> AsyncIterator[bytes]:
    """For HEAD."""
    return
    yield b""


def _last_seen(request: Request) -> Hello:
    """`?since=` and `?epoch=`, or both in the id of the last event."""
    epoch, since = request.query_params.get("epoch"), request.query_params.get("since")
    if since is None and "last-event-id" in request.headers:
        since, _, told = request.headers["last-event-id"].partition(" ")
        epoch = told or None
    if since is None:
        return Hello()
    if not (since.isascii() and since.isdigit() and len(since) < 10):
        raise MessageRefused("“{text}” is no version: write a number, like 0", text=since[:20])
    return Hello(int(since), epoch)


async def _messages(
    held: AbstractContextManager[None], house: House, live: LiveTable, who: str, hello: Hello
) -> AsyncIterator[bytes]:
    outbox = Outbox(lambda: live.catch_up(who))
    house.metrics.connections.inc()
    try:
        with held:
            await live.join(outbox, who, hello)
            while True:
                try:
                    message = await asyncio.wait_for(outbox.next(), BEAT_SECONDS)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if message is None:
                    return
                yield _numbered(message, house.epoch)
    except GameError:
        return  # the store failed while somebody was coming: they come again
    finally:
        house.metrics.connections.dec()
        live.leave(outbox)


class _Versioned(Struct):
    version: int | UnsetType = UNSET


_decode: Final = Decoder(_Versioned).decode


def _numbered(message: bytes, epoch: str) -> bytes:
    """With the version that a client knows once it has read the message, if it tells one."""
    version = _decode(message).version
    return (
        b"" if version is UNSET else b"id: %d %s\n" % (version, epoch.encode())
    ) + b"data: %s\n\n" % message


ROUTES: Final = [Route("/api/tables/{code}/events", guarded(table_events))]
