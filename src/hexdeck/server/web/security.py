"""What goes with every response, and what becomes of our own mistakes."""

import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from hexdeck.server.base.logs import log
from hexdeck.server.base.refusals import HouseFailed
from hexdeck.server.base.writability import RETRY_SECONDS
from hexdeck.server.web.addresses import can_demand_https, is_https, is_known_host
from hexdeck.server.web.requests import refused

SECURITY: Final[Mapping[str, str]] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none';"
        " frame-ancestors 'none'"
    ),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
A_YEAR_OF_HTTPS: Final = "max-age=31536000"  # of this name alone: what lies below it is not ours
FAILED: Final = HouseFailed(
    "this went wrong in the house: nothing is lost, try again in {n} s", n=RETRY_SECONDS
)
_HEADERS: Final = [(name.encode(), value.encode()) for name, value in SECURITY.items()]
_HEADERS_OF_HTTPS: Final = [*_HEADERS, (b"strict-transport-security", A_YEAR_OF_HTTPS.encode())]
_HOST: Final = re.compile(r"([\w.-]{0,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?", re.ASCII)
_UNREADABLE: Final = Response("this host has no readable name\n", 400, SECURITY, "text/plain")
_UNKNOWN: Final = Response(
    "this house does not answer to that name: open it by its address, or start it with --allowed-hosts\n",
    HTTPStatus.MISDIRECTED_REQUEST,
    SECURITY,
    "text/plain",
)
CANNOT_STORE: Final = b"hexdeck-cannot-store"  # says on every response why nothing can be stored now
_NOT_KEPT: Final = (b"cache-control", b"no-store")


class Guard:
    """Headers on every response, whoever made it; a mistake is logged, and its traceback stays with us."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        if not _has_readable_host(scope):
            return await _UNREADABLE(scope, receive, send)
        settings, host = scope["app"].state.house.settings, _host(scope)
        if not is_known_host(settings, host):
            return await _UNKNOWN(scope, receive, send)
        is_demanded = is_https(settings, scope["scheme"], host) and can_demand_https(host)
        headers = _HEADERS_OF_HTTPS if is_demanded else _HEADERS
        cause = scope["app"].state.house.storage.writability.cause
        if cause is not None:
            headers = [*headers, (CANNOT_STORE, cause.encode())]
        has_begun = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(_with(headers, message) if message["type"] == "http.response.start" else message)

        try:
            await self._app(scope, receive, guarded)
        except (ClientDisconnect, ClientDisconnected, WebSocketDisconnect):
            pass
        except Exception as error:
            log("failed", level=logging.ERROR, error=error)
            if scope["type"] == "http" and not has_begun:
                await refused(FAILED)(scope, receive, guarded)
            elif scope["type"] == "websocket":
                with suppress(RuntimeError, OSError):  # it may be closed already
                    await send({"type": "websocket.close", "code": 1011})
        return None


def _host(scope: Scope) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")


def _has_readable_host(scope: Scope) -> bool:
    """Addresses are made from it."""
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    try:
        return len(hosts) <= 1 and all(_HOST.fullmatch(host) and urlsplit(f"//{host}") for host in hosts)
    except ValueError:
        return False


def _with(ours: list[tuple[bytes, bytes]], message: Message) -> Message:
    """What may be shown to one client is kept by no cache, unless somebody says otherwise."""
    headers = list(message["headers"])
    if all(name != b"cache-control" for name, _ in headers):
        headers.append(_NOT_KEPT)
    return {**message, "headers": headers + ours}
