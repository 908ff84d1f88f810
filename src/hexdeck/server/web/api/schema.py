"""JSON Schema of the protocol and OpenAPI of the HTTP API, made from the types that are really used."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hexdeck.core.registry import GAMES
from hexdeck.server.base import messages as protocol
from hexdeck.server.base.identity import COOKIE
from hexdeck.server.people.invitations import SentInvitation
from hexdeck.server.results.past_games import PastGames
from hexdeck.server.reviews.reviewing import Reviewed, ReviewedChoice
from hexdeck.server.tables.advice import GivenAdvice
from hexdeck.server.tables.whereabouts import Found
from hexdeck.server.tournaments.presenter import TournamentLook
from hexdeck.server.web import site, streams
from hexdeck.server.web.api import acquaintances, answers, pads, puzzles, tournaments
from hexdeck.server.web.api import daily as day
from hexdeck.server.web.api import routes as api
from hexdeck.server.web.requests import json
from hexdeck.text.wire import wire

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
    """The schema of every message, view and event."""
    del request
    return json(protocol_schema())


async def openapi_json(request: Request) -> Response:
    """This schema."""
    del request
    return json(openapi())


@dataclass(frozen=True)
class Operation:
    """What can be asked with one method at one path."""

    answer: object = None  # a type, or None for what is no JSON of ours
    body: object = None
    status: int = 200
    media: str = "application/json"
    refuses: tuple[int, ...] = ()  # beside what every operation does
    query: tuple[str, ...] = ()  # what may stand behind the ? of the address


TABLE: Final = "/api/tables/{code}"
PUZZLE: Final = "/api/puzzles/{game}/{id}"
TOURNAMENT: Final = tournaments.PATH
OPERATIONS: Final[dict[tuple[str, str], Operation]] = {
    ("GET", "/api/games"): Operation(answers.Games),
    ("POST", "/api/play"): Operation(answers.Made, api.PlayNow, 201),
    ("GET", "/api/tables"): Operation(answers.PublicTables),
    ("POST", "/api/tables"): Operation(answers.Made, api.NewTable, 201),
    ("GET", TABLE): Operation(answers.Look),
    ("POST", f"{TABLE}/commands"): Operation(
        protocol.Ack | protocol.Pong, protocol.Ping | protocol.Command, refuses=(409,)
    ),
    ("GET", f"{TABLE}/events"): Operation(media="text/event-stream", refuses=(400,), query=("since",)),
    ("GET", f"{TABLE}/qr.svg"): Operation(media="image/svg+xml"),
    ("GET", f"{TABLE}/advice"): Operation(GivenAdvice, refuses=(400,)),
    ("GET", f"{TABLE}/suggestion"): Operation(answers.Suggestion, refuses=(400,)),
    ("GET", f"{TABLE}/story"): Operation(answers.Story),
    ("GET", f"{TABLE}/record"): Operation(media="text/plain", refuses=(409,)),
    ("GET", f"{TABLE}/replay"): Operation(answers.Replayed, refuses=(409,)),
    ("GET", f"{TABLE}/replay/{{position}}"): Operation(answers.Position, refuses=(409,)),
    ("GET", f"{TABLE}/review"): Operation(Reviewed, refuses=(400, 409)),
    ("POST", f"{TABLE}/review"): Operation(ReviewedChoice, api.WhatIf, refuses=(409,)),
    ("GET", f"{TABLE}/rounds"): Operation(answers.Rounds, refuses=(409,)),
    ("GET", f"{TABLE}/rating"): Operation(answers.RatingVerdict),
    ("GET", f"{TABLE}/verification"): Operation(answers.Verification, refuses=(409,)),
    ("GET", "/api/me"): Operation(answers.Me),
    ("PATCH", "/api/me"): Operation(answers.ChangedProfile, api.NewProfile),
    ("DELETE", "/api/me"): Operation(answers.Forgotten),
    ("GET", "/api/me/export"): Operation(answers.Export),
    ("POST", "/api/me/token"): Operation(answers.Token),
    ("POST", "/api/me/sign-out-others"): Operation(answers.Token),
    ("POST", "/api/me/move"): Operation(answers.MoveLink, api.NewMove, 201, refuses=(404,)),
    ("POST", "/api/move"): Operation(answers.Moved, api.Move),
    ("GET", "/api/me/statistics"): Operation(answers.Statistics),
    ("GET", "/api/me/games"): Operation(PastGames, refuses=(400, 404), query=("game", "other", "page")),
    ("GET", "/api/me/companions"): Operation(answers.Companions),
    ("PATCH", "/api/me/companions/{companion}"): Operation(acquaintances.Welcomed, acquaintances.Welcomed),
    ("GET", "/api/me/invitations"): Operation(acquaintances.Invitations),
    ("PUT", "/api/me/invitations/{companion}"): Operation(
        SentInvitation, acquaintances.NewInvitation, 201, refuses=(409,)
    ),
    ("DELETE", "/api/me/invitations/{companion}"): Operation(acquaintances.Invitations),
    ("POST", "/api/me/invitations/{companion}/decline"): Operation(acquaintances.Invitations),
    ("PUT", "/api/me/link"): Operation(acquaintances.OwnLink),
    ("POST", "/api/me/link"): Operation(acquaintances.OwnLink),
    ("POST", "/api/pads"): Operation(pads.SharedPad, pads.NewPad, 201),
    ("GET", "/api/pads/{code}"): Operation(pads.SharedPad, refuses=(400,), query=("since",)),
    ("PUT", "/api/pads/{code}"): Operation(pads.SharedPad, pads.PadChange, refuses=(409,)),
    ("GET", "/api/pads/{code}/qr.svg"): Operation(media="image/svg+xml"),
    ("GET", "/api/with/{handle}"): Operation(Found),
    ("GET", "/api/ratings/{game}/{players}"): Operation(answers.Ranking, refuses=(404,)),
    ("GET", "/api/day"): Operation(day.Today),
    ("GET", "/api/day/{day}/{game}"): Operation(day.DayPage),
    ("POST", "/api/day/{day}/{game}"): Operation(answers.Made, day.PlayDay, refuses=(409,)),
    ("GET", "/api/codes/{code}"): Operation(tournaments.Found, refuses=(409,)),
    ("POST", "/api/tournaments"): Operation(tournaments.MadeTournament, tournaments.NewTournament, 201),
    ("GET", TOURNAMENT): Operation(TournamentLook),
    ("POST", f"{TOURNAMENT}/join"): Operation(TournamentLook, tournaments.Join, refuses=(409,)),
    ("POST", f"{TOURNAMENT}/entry"): Operation(TournamentLook, tournaments.ChangeEntry, refuses=(409,)),
    ("POST", f"{TOURNAMENT}/admit"): Operation(TournamentLook, tournaments.Admit, refuses=(409,)),
    ("POST", f"{TOURNAMENT}/remove"): Operation(TournamentLook, tournaments.RemoveEntrant, refuses=(409,)),
    ("POST", f"{TOURNAMENT}/stand-in"): Operation(TournamentLook, tournaments.StandIn, refuses=(409,)),
    **{
        ("POST", f"{TOURNAMENT}/{what}"): Operation(TournamentLook, refuses=(409,))
        for what in ("leave", "start", "next", "end")
    },
    ("GET", f"{TOURNAMENT}/qr.svg"): Operation(media="image/svg+xml"),
    ("GET", "/api/puzzles/{game}"): Operation(puzzles.PuzzleList, refuses=(404,)),
    ("GET", PUZZLE): Operation(puzzles.ShownPuzzle, refuses=(404,)),
    ("POST", PUZZLE): Operation(puzzles.PuzzleVerdict, puzzles.PuzzleAnswer, refuses=(404,)),
    ("GET", "/api/protocol.json"): Operation(),
    ("GET", "/api/openapi.json"): Operation(),
}
_REFUSALS: Final = {
    400: "not understood, or cannot be",
    403: "not yours to do",
    404: "no such table, or nothing of this name",
    408: "too slow",
    409: "not now",
    413: "too long",
    429: "too much",
    503: "cannot be stored now",
}
_PARAMETERS: Final[dict[str, Any]] = {
    "code": {"type": "string", "maxLength": 40, "examples": ["K7Q-M3X-HPA"]},
    "position": {"type": "integer", "minimum": 0},
    "game": {"type": "string", "enum": list(GAMES)},
    "day": {"type": "string", "format": "date", "examples": ["2026-11-17"]},
    "players": {"type": "string", "examples": ["3-4"]},
    "companion": {"type": "string", "maxLength": 40},
    "handle": {"type": "string", "maxLength": 40, "examples": ["K7Q-M3X-HPA"]},
    "id": {"type": "string", "maxLength": 40},
    "since": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "other": {"type": "string", "maxLength": 40},
    "page": {"type": "integer", "minimum": 1, "maximum": 100_000},
}
_ABOUT: Final = {
    "since": "the last version seen",
    "game": "this one alone",
    "other": "with this companion, by their id",
    "page": "of twenty games, the latest on the first",
}


@cache
def openapi() -> dict[str, Any]:
    """The HTTP API for tools that read OpenAPI."""
    kinds = [kind for one in OPERATIONS.values() for kind in (one.answer, one.body) if kind is not None]
    kinds.append(protocol.Refusal)
    references, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schemas = {id(kind): reference for kind, reference in zip(kinds, references, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for route in _routes():
        for method in sorted((route.methods or set()) - {"HEAD"}):
            operation = OPERATIONS[method, route.path]
            paths.setdefault(route.path, {})[method.lower()] = _described(route, operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Hexdeck",
            "version": str(protocol.PROTOCOL),
            "description": "Four card games.  The messages of a table are in /api/protocol.json.",
        },
        "security": [{}, {"cookie": []}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _routes() -> list[Route]:
    rooms = (api, acquaintances, day, pads, puzzles, tournaments, streams, site)
    served = (*(route for room in rooms for route in room.ROUTES), *ROUTES)
    return [route for route in served if "/api/" in route.path]


def _described(route: Route, one: Operation, schemas: dict[int, Any]) -> dict[str, Any]:
    refusal = {"application/json": {"schema": schemas[id(protocol.Refusal)]}}
    content: dict[str, Any] = {} if one.answer is None else {"schema": schemas[id(one.answer)]}
    described: dict[str, Any] = {
        "operationId": route.name,
        "summary": (route.endpoint.__doc__ or route.name).strip().removesuffix("."),
        "parameters": [*_parameters(route), *_query(one)],
        "responses": {
            str(one.status): {"description": "done", "content": {one.media: content}},
            **{
                str(status): {"description": _REFUSALS[status], "content": refusal}
                for status in _refusals(route, one)
            },
        },
    }
    if one.body is not None:
        wanted = {"application/json": {"schema": schemas[id(one.body)]}}
        described["requestBody"] = {"required": True, "content": wanted}
    return described


def _refusals(route: Route, one: Operation) -> list[int]:
    """Anybody can be refused for what they claim to be or for asking too much."""
    known = {403, 429, 503, *one.refuses}
    known |= {400, 408, 413} if one.body is not None else set()
    known |= {404} if route.param_convertors else set()
    return sorted(known)


def _parameters(route: Route) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": _PARAMETERS[name]}
        for name in route.param_convertors
    ]


def _query(one: Operation) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "query", "schema": _PARAMETERS[name], "description": _ABOUT[name]}
        for name in one.query
    ]


ROUTES: Final = [
    Route("/api/protocol.json", protocol_json),
    Route("/api/openapi.json", openapi_json),
]
