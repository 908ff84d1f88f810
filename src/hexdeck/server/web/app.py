"""The whole server as one ASGI application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute

from hexdeck.server.base.messages import Refusal
from hexdeck.server.base.settings import Settings
from hexdeck.server.base.writability import RETRY_SECONDS, Cause
from hexdeck.server.house.house import house_at
from hexdeck.server.web import site, streams
from hexdeck.server.web.api import acquaintances, orders, pads, puzzles, schema, tournaments
from hexdeck.server.web.api import daily as day
from hexdeck.server.web.api import routes as api
from hexdeck.server.web.metering import Meter
from hexdeck.server.web.plain import pages as plain
from hexdeck.server.web.plain import tournament as plain_tournament
from hexdeck.server.web.requests import house_of, json
from hexdeck.server.web.security import Guard
from hexdeck.server.web.sockets import table_socket

_NOT_FOUND: Final = (
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Hexdeck</title>\n'
    '<p>There is nothing here. Go to <a href="/plain">Hexdeck</a>.</p>\n</html>\n'
)


async def healthz(request: Request) -> Response:
    """The process is alive."""
    del request
    return PlainTextResponse("alive\n")


async def readyz(request: Request) -> Response:
    """Tables can be played; without the bus too, but other processes hear of it later, and bots may wait."""
    house = house_of(request)
    parts = await house.parts()
    cause = house.storage.writability.cause
    said = {name: "reached" if reached else "cannot be reached" for name, reached in parts.items()}
    if cause in (Cause.DISK_FULL, Cause.READ_ONLY):
        said["store"] = "can only be read"
    lines = [
        "ready" if house.is_ready and parts["store"] else "not ready" if house.is_ready else "closing",
        f"process: {house.settings.process}",
        *(f"{name}: {how}" for name, how in said.items()),
        *([] if cause is None else [f"reason: {cause}"]),
        *([] if house.bots.thinker.is_there else ["no worker thinks"]),
    ]
    if lines[0] == "ready":
        return PlainTextResponse("\n".join([*lines, ""]))
    headers = {"retry-after": f"{RETRY_SECONDS}"}
    return PlainTextResponse("\n".join([*lines, ""]), HTTPStatus.SERVICE_UNAVAILABLE, headers)


async def metrics(request: Request) -> Response:
    house = house_of(request)
    if not (house.settings.is_local or house.settings.metrics):
        return PlainTextResponse("metrics are off: start the house with --metrics\n", 404)
    house.metrics.bus_reachable.set(house.company.is_reachable)
    house.metrics.held_back.value = house.budgets.held_back
    house.metrics.stored_too_much.value = house.stored.refused + house.stored_pads.refused
    house.metrics.over_budget.value = house.budgets.refused
    house.metrics.connections_refused.value = house.budgets.refused_connections
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4")


ROUTES: Final[list[BaseRoute]] = [
    Route("/healthz", healthz),
    Route("/readyz", readyz),
    Route("/metrics", metrics),
    *api.ROUTES,
    *acquaintances.ROUTES,
    *day.ROUTES,
    *tournaments.ROUTES,
    *puzzles.ROUTES,
    *pads.ROUTES,
    *streams.ROUTES,
    *orders.ROUTES,
    *schema.ROUTES,
    *site.ROUTES,
    *plain.ROUTES,
    *plain_tournament.ROUTES,
    WebSocketRoute("/api/tables/{code}/socket", table_socket),
]


async def refuse(request: Request, error: Exception) -> Response:
    """No such page, or not with this method."""
    assert isinstance(error, HTTPException), "only these come here"
    methods = _methods_here(request)
    if not methods:
        if "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith("/api"):
            return HTMLResponse(_NOT_FOUND, HTTPStatus.NOT_FOUND)
        return json(
            Refusal(None, "path.unknown", "there is nothing here: /api/openapi.json lists what is"), 404
        )
    headers = {"allow": ", ".join(methods)}
    if request.method == "OPTIONS":
        return Response(status_code=HTTPStatus.NO_CONTENT, headers=headers)
    response = json(Refusal(None, "method.refused", f"not this way: use {headers['allow']}"), 405)
    response.headers.update(headers)
    return response


def _methods_here(request: Request) -> list[str]:
    """All methods that the path of the request can be asked with."""
    found = {
        method
        for route in request.app.routes
        if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE
        for method in route.methods or ()
    }
    return sorted(found)


def make_app(settings: Settings) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = await house_at(settings)
        app.state.house = house
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[Middleware(Meter), Middleware(Guard)],
        exception_handlers={HTTPException: refuse},
    )
    app.router.redirect_slashes = False
    return app
