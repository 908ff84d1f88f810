"""The whole server as one ASGI application."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexdeck.server import api, plain, schema, streams
from hexdeck.server.house import House
from hexdeck.server.requests import house_of
from hexdeck.server.settings import Settings
from hexdeck.server.sockets import table_socket

SECURITY: Final[Mapping[str, str]] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none';"
        " frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class SecurityHeaders:
    """On every response, whoever made it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in SECURITY.items()]
                message = {**message, "headers": [*message["headers"], *own]}
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


async def healthz(request: Request) -> Response:
    """The process is alive."""
    del request
    return PlainTextResponse("alive\n")


async def readyz(request: Request) -> Response:
    """Tables can be played."""
    ready = house_of(request).is_ready
    return PlainTextResponse("ready\n" if ready else "not ready\n", 200 if ready else 503)


async def metrics(request: Request) -> Response:
    house = house_of(request)
    if not (house.settings.is_local or house.settings.metrics):
        return PlainTextResponse("metrics are off: start the house with --metrics\n", 404)
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4")


ROUTES: Final[list[BaseRoute]] = [
    Route("/healthz", healthz),
    Route("/readyz", readyz),
    Route("/metrics", metrics),
    *api.ROUTES,
    *streams.ROUTES,
    *schema.ROUTES,
    *plain.ROUTES,
    WebSocketRoute("/api/tables/{code}/socket", table_socket),
]


def make_app(settings: Settings) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = House(settings)
        app.state.house = house
        await house.open()
        try:
            yield
        finally:
            await house.close()

    return Starlette(routes=ROUTES, lifespan=lifespan, middleware=[Middleware(SecurityHeaders)])


def application(**chosen: Any) -> Starlette:
    return make_app(Settings(**chosen))
