"""JSON Schema of the protocol and OpenAPI of the HTTP API, made from the types that are really used."""

from functools import cache
from typing import Any, Final, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hexdeck.games import GAMES
from hexdeck.server import api, protocol
from hexdeck.server.requests import json
from hexdeck.server.wire import wire

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


@cache
def protocol_schema() -> dict[str, Any]:
    """Every message in both directions, and every game's view and events."""
    incoming, outgoing = get_args(protocol.Incoming), get_args(protocol.Outgoing)
    views = {name: wire(name).view_type for name in GAMES}
    events = {name: get_args(wire(name).event_type) for name in GAMES}
    kinds = [*incoming, *outgoing, *views.values(), *(kind for group in events.values() for kind in group)]
    references, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    by_kind = dict(zip(kinds, references, strict=True))
    return {
        "$schema": DIALECT,
        "title": f"Hexdeck protocol {protocol.PROTOCOL}",
        "type": "object",
        "properties": {
            "incoming": {"anyOf": [by_kind[kind] for kind in incoming]},
            "outgoing": {"anyOf": [by_kind[kind] for kind in outgoing]},
            "views": {"properties": {name: by_kind[kind] for name, kind in views.items()}},
            "events": {
                "properties": {
                    name: {"anyOf": [by_kind[kind] for kind in group]} for name, group in events.items()
                }
            },
        },
        "$defs": components,
    }


async def protocol_json(request: Request) -> Response:
    del request
    return json(protocol_schema())


async def openapi_json(request: Request) -> Response:
    del request
    return json(openapi())


@cache
def openapi() -> dict[str, Any]:
    """The HTTP API for tools that read OpenAPI."""
    bodies = {
        ("post", "/api/play"): api.PlayNow,
        ("post", "/api/tables"): api.NewTable,
        ("patch", "/api/me"): api.NewProfile,
        ("post", "/api/me/move"): api.NewMove,
        ("post", "/api/move"): api.Move,
        ("post", "/api/tables/{code}/commands"): protocol.Ping | protocol.Command,
    }
    references, components = msgspec.json.schema_components(
        [*bodies.values(), protocol.Refusal], ref_template="#/components/schemas/{name}"
    )
    bodies_by_route = dict(zip(bodies, references, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for route in api.ROUTES:
        for method in sorted((route.methods or set()) - {"HEAD"}):
            paths.setdefault(route.path, {})[method.lower()] = _operation(
                route, bodies_by_route.get((method.lower(), route.path)), references[-1]
            )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hexdeck", "version": str(protocol.PROTOCOL)},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(route: Route, body: Any, refusal: Any) -> dict[str, Any]:
    answers = {
        str(status): {"description": about, "content": {"application/json": {"schema": refusal}}}
        for status, about in _REFUSALS.items()
    }
    operation: dict[str, Any] = {
        "operationId": route.name,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in route.param_convertors
        ],
        "responses": {"2XX": {"description": "done"}, **answers},
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


_REFUSALS: Final = {
    400: "not understood, or cannot be",
    403: "not yours to do",
    404: "no such table",
    409: "not now",
    429: "too much",
    503: "cannot be stored now",
}

ROUTES: Final = [
    Route("/api/protocol.json", protocol_json),
    Route("/api/openapi.json", openapi_json),
]
