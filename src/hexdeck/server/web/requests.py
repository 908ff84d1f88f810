"""What is the same for every request: who asks, from where, and how a refusal is answered."""

import asyncio
import gzip
import hmac
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, wraps
from http import HTTPStatus
from ipaddress import IPv6Address, IPv6Network
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from hexdeck.core.errors import GameError, NameUnknown
from hexdeck.locale import LANGUAGES
from hexdeck.server.base.fair_queue import Requester
from hexdeck.server.base.identity import COOKIE, SEAT, new_player
from hexdeck.server.base.limits import EVERYBODY, STRANGERS
from hexdeck.server.base.messages import Refusal, encode
from hexdeck.server.base.proxies import plain_address
from hexdeck.server.base.refusals import (
    AlreadyDone,
    Banned,
    HouseFailed,
    IdentityRefused,
    MessageRefused,
    NotHost,
    NotYet,
    Outdated,
    StoreFailed,
    TableRefused,
    TableUnknown,
    TooLong,
    TooMuch,
    TooSlow,
    TournamentRefused,
    TournamentUnknown,
    TournamentWord,
)
from hexdeck.server.house.house import House
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.web.addresses import is_https

T = TypeVar("T")

LARGEST_BODY: Final = 16 * 1024
BODY_SECONDS: Final = 10
A_YEAR: Final = 365 * 86_400
_ZERO: Final = rb"\u0000"  # as JSON must write it


_STATUS: Final[dict[type, HTTPStatus]] = {
    TableUnknown: HTTPStatus.NOT_FOUND,
    NameUnknown: HTTPStatus.NOT_FOUND,
    IdentityRefused: HTTPStatus.FORBIDDEN,
    Banned: HTTPStatus.FORBIDDEN,
    NotHost: HTTPStatus.FORBIDDEN,
    TableRefused: HTTPStatus.CONFLICT,
    NotYet: HTTPStatus.CONFLICT,
    TournamentUnknown: HTTPStatus.NOT_FOUND,
    TournamentRefused: HTTPStatus.CONFLICT,
    TournamentWord: HTTPStatus.FORBIDDEN,
    AlreadyDone: HTTPStatus.CONFLICT,
    TooSlow: HTTPStatus.REQUEST_TIMEOUT,
    TooLong: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    TooMuch: HTTPStatus.TOO_MANY_REQUESTS,
    StoreFailed: HTTPStatus.SERVICE_UNAVAILABLE,
    Outdated: HTTPStatus.SERVICE_UNAVAILABLE,
    HouseFailed: HTTPStatus.INTERNAL_SERVER_ERROR,
}


def house_of(connection: HTTPConnection) -> House:
    house: House = connection.app.state.house
    return house


def address(connection: HTTPConnection) -> str:
    """For limits alone; it is never stored or logged."""
    return neighbourhood(connection.client.host) if connection.client else ""


@lru_cache(10_000)
def neighbourhood(host: str) -> str:
    """One client of IPv6 has all addresses that begin with the same 64 bits."""
    address = plain_address(host)
    if address is None:
        return host
    return str(IPv6Network((address, 64), strict=False) if isinstance(address, IPv6Address) else address)


def known(connection: HTTPConnection) -> str | None:
    """Return who asks, if they have a cookie or a token of this house; Banned if they may not come in."""
    person = _signed_in(connection)
    if person is not None:
        house_of(connection).origins.note(person, address(connection))
    return person


def _signed_in(connection: HTTPConnection) -> str | None:
    house = house_of(connection)
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return house.welcome(house.signer.player(token))
    if COOKIE in connection.cookies:
        try:
            return house.welcome(house.signer.player(connection.cookies[COOKIE]))
        except IdentityRefused:
            return None  # of another house, or of this one before its data were lost
    return None


def client(connection: HTTPConnection) -> str:
    """Whom limits count: a person alone, and all strangers from one address together."""
    try:
        return known(connection) or address(connection)
    except IdentityRefused:
        return address(connection)


def asked_language(connection: HTTPConnection) -> str:
    """The first that a browser asks for of those we speak, else English."""
    asked = connection.headers.get("accept-language", "").split(",")
    codes = (part.strip()[:2].lower() for part in asked)
    return next((code for code in codes if code in LANGUAGES), "en")


async def known_or_new(connection: HTTPConnection) -> str:
    """Somebody without a cookie is somebody new; `remember` gives them one."""
    found = known(connection) or getattr(connection.state, "newcomer", None)
    if found is None:
        newcomers, here = house_of(connection).newcomers, address(connection)
        if not await newcomers.take(here):
            raise TooMuch(
                "too many newcomers from here: wait {n} s, or bring the cookie you were given",
                n=newcomers.seconds_left(here),
            )
        found = connection.state.newcomer = new_player(asked_language(connection))
        house_of(connection).origins.note(found, address(connection))
    return found


async def anybody(connection: HTTPConnection) -> str:
    """The same for a page that says why somebody was refused, even if it is for who they claim to be."""
    try:
        return await known_or_new(connection)
    except (IdentityRefused, Banned, TooMuch):
        return new_player(asked_language(connection))


async def who_at(live: LiveTable, connection: HTTPConnection) -> str:
    """Who asks at a table: by its seat's token (`Bearer seat:TOKEN`), or by cookie or token of the house."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.startswith(SEAT):
        return await known_or_new(connection)
    for chair in live.document.chairs:
        if chair.token and chair.who and hmac.compare_digest(f"{SEAT}{chair.token}".encode(), token.encode()):
            house_of(connection).welcome(chair.who)
            house_of(connection).origins.note(token, address(connection))
            return token
    raise IdentityRefused("no seat of this table has this token: somebody else may have the seat now")


def remember(request: HTTPConnection, response: Response, who: str) -> Response:
    """Give the cookie to somebody who has none."""
    if hasattr(request.state, "newcomer"):
        set_cookie(request, response, who)
    return response


def set_cookie(request: HTTPConnection, response: Response, who: str) -> None:
    response.set_cookie(
        COOKIE,
        house_of(request).signer.sign(who),
        max_age=A_YEAR,
        httponly=True,
        samesite="lax",
        secure=came_by_https(request),
    )


def came_by_https(request: HTTPConnection) -> bool:
    """Return whether a cookie for this client is to go nowhere but by HTTPS."""
    return is_https(house_of(request).settings, request.scope["scheme"], request.headers.get("host", ""))


def is_same_origin(connection: HTTPConnection) -> bool:
    """Browsers say where a page came from; only our own pages may command.  Scripts say nothing."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site") != "cross-site"
    allowed = {f"{scheme}://{connection.headers.get('host', '')}" for scheme in ("http", "https")}
    public = house_of(connection).settings.public_url.rstrip("/")
    return origin in allowed or (public != "" and origin == public)


async def body(request: Request) -> bytes:
    """Not more than a little."""
    whole = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                whole += part
                if len(whole) > LARGEST_BODY:
                    raise TooLong("this is too long: send at most {most} bytes", most=LARGEST_BODY)
    except TimeoutError:
        raise TooSlow("this came too slowly: send it within {n} seconds", n=BODY_SECONDS) from None
    except ClientDisconnect:
        raise MessageRefused("this was cut off: send it again") from None
    return whole


def read(decode: Callable[[bytes], T], raw: bytes) -> T:
    """A message of text that every store can keep, or MessageRefused."""
    try:
        found = decode(raw)
        if _ZERO in raw and _has_zero(msgspec.json.decode(raw)):
            raise msgspec.DecodeError("a text has the character U+0000 in it")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MessageRefused(
            "this cannot be understood: {error}; docs/protocol.md tells what can", error=error
        ) from None
    return found


def _has_zero(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_has_zero, [*value, *value.values()]))
    if isinstance(value, list):
        return any(map(_has_zero, value))
    return isinstance(value, str) and "\0" in value


def json(content: object, status: int = HTTPStatus.OK) -> Response:
    return Response(encode(content), status, media_type="application/json")


def encoded_json(content: bytes) -> Response:
    return Response(content, media_type="application/json")


def zipped_json(request: Request, zipped: bytes) -> Response:
    """JSON that is kept compressed; so it goes to whoever takes it so."""
    headers = {"vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(zipped), media_type="application/json", headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(zipped, media_type="application/json", headers=headers)


def status_of(error: GameError) -> HTTPStatus:
    return _STATUS.get(type(error), HTTPStatus.BAD_REQUEST)


def refused(error: GameError) -> Response:
    return told_when(json(Refusal.of(error), status_of(error)), error.retry_after)


def told_when(response: Response, retry_after: int | None) -> Response:
    """Add to a refusal when to try again, where that is known."""
    if retry_after is not None:
        response.headers["retry-after"] = str(retry_after)
    return response


Endpoint = Callable[[Request], Awaitable[Response]]


def guarded(endpoint: Endpoint) -> Endpoint:
    """An endpoint whose refusals are answered, and that only our own pages and scripts can use."""

    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        try:
            check(request)
            return await endpoint(request)
        except GameError as error:
            return refused(error)

    return answer


def check(request: Request) -> None:
    """From our own pages or a script, and not too often."""
    house = house_of(request)
    if request.method not in ("GET", "HEAD") and not is_same_origin(request):
        raise IdentityRefused("this page is not ours: open the house itself")
    if not house.requests.take(client(request)):
        raise TooMuch("too many requests: wait {n} s", n=house.requests.seconds_left(client(request)))


def requester(connection: HTTPConnection, person: str | None = None, table: str = "") -> Requester:
    """Return what the work that a request asks for is charged to; all strangers of an address are one."""
    mark = house_of(connection).origins.mark(address(connection))
    if person is None:
        with suppress(IdentityRefused):  # a seat's token names no person
            person = known(connection)
    return Requester(mark, person or "", table)


async def in_process(request: Request, kind: str, work: Callable[..., T], *about: object) -> T:
    """Return what `work` brings, done in a process of its own in a turn of the person who asks."""
    house = house_of(request)
    return await while_connected(request, house.run_in_process(requester(request), kind, work, *about))


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return what `work` brings, or give it up when the client has gone."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise MessageRefused("this was cut off: send it again")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _gone(request: Request) -> None:
    """Return once the client has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def check_new_table(request: Request) -> None:
    """Whoever forgets their cookie is somebody new each time, but comes from the same address."""
    await house_of(request).check_new_table(client(request), address(request))


async def check_stored(request: Request, count: int) -> None:
    """Count bytes that are about to be stored for a person or stranger."""
    await house_of(request).check_stored(client(request), count, address(request))


async def table_at(connection: HTTPConnection, typed: str) -> LiveTable:
    """The table with a code, for somebody who may be guessing."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    has_seat_token = scheme.lower() == "bearer" and token.startswith(SEAT)
    who = token if has_seat_token else known(connection)
    return await house_of(connection).table_for(
        typed, client(connection), who, requester(connection, table=typed[:20])
    )


@contextmanager
def line(connection: HTTPConnection) -> Iterator[None]:
    """A connection that is kept open while this lasts, or TooMuch."""
    house, who, here = house_of(connection), client(connection), address(connection)
    most = house.settings.connections
    with (
        house.lines.one(who, STRANGERS * most if who == here else most),
        house.lines.one(f"all from {here}", EVERYBODY * most),
    ):
        yield
