"""The JSON API: tables, people, results.  docs/protocol.md describes it, /api/openapi.json is its schema."""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from hexdeck.bots.levels import LEVELS
from hexdeck.errors import NameUnknown
from hexdeck.games import GAMES
from hexdeck.locale import LANGUAGES
from hexdeck.server.documents import Document
from hexdeck.server.identity import COOKIE
from hexdeck.server.protocol import (
    PROTOCOL,
    Clock,
    GameName,
    LevelName,
    Name,
    Options,
    Pace,
    Picture,
    Ping,
    Pong,
    Refusal,
    decode_command,
)
from hexdeck.server.refusals import TableRefused
from hexdeck.server.replays import whole_replay
from hexdeck.server.requests import (
    address,
    body,
    guarded,
    house_of,
    json,
    known_or_new,
    read,
    remember,
    set_cookie,
    who_at,
)
from hexdeck.server.results import BANDS
from hexdeck.table.replay import Replay
from hexdeck.verify import verify

USUAL_PLAYERS: Final = 4


class NewTable(Struct, forbid_unknown_fields=True):
    game: GameName
    players: Annotated[int, Meta(ge=2, le=12)] | None = None
    options: Options = {}
    clock: Clock = "casual"
    pace: Pace = "normal"
    public: bool = False


class PlayNow(Struct, forbid_unknown_fields=True):
    """A table full of bots with you in it."""

    game: GameName
    players: Annotated[int, Meta(ge=2, le=12)] | None = None
    options: Options = {}
    level: LevelName = "casual"
    pace: Pace = "normal"


class NewProfile(Struct, forbid_unknown_fields=True):
    name: Name | None = None
    picture: Picture | None = None
    language: Annotated[str, Meta(pattern="^(en|de|fr|it)$")] | None = None


class NewMove(Struct, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=20)] | None = None  # the table to open on the other device


class Move(Struct, forbid_unknown_fields=True):
    secret: Annotated[str, Meta(max_length=20)]


async def games(request: Request) -> Response:
    """What can be played, and how."""
    del request
    return json(
        {
            "protocol": PROTOCOL,
            "levels": list(LEVELS),
            "languages": LANGUAGES,
            "games": [
                {
                    "name": game.name,
                    "title": game.title,
                    "version": game.version,
                    "players": list(game.players),
                    "options": [
                        {"name": option.name, "default": option.default, "choices": option.choices}
                        for option in game.options
                    ],
                }
                for game in GAMES.values()
            ],
        }
    )


async def new_table(request: Request) -> Response:
    wish = read(Decoder(NewTable).decode, await body(request))
    house, who = house_of(request), known_or_new(request)
    document = house.new_document(
        who,
        wish.game,
        wish.players or _usual_players(wish.game),
        wish.options,
        clock=wish.clock,
        pace=wish.pace,
        public=wish.public,
    )
    await house.new_table(document)
    return remember(request, json({"code": document.code}, 201), who)


async def play_now(request: Request) -> Response:
    wish = read(Decoder(PlayNow).decode, await body(request))
    house, who = house_of(request), known_or_new(request)
    players = wish.players or _usual_players(wish.game)
    document = house.new_document(who, wish.game, players, wish.options, pace=wish.pace)
    for seat in document.open_seats():
        document.put_bot(seat, wish.level)
    await house.new_game(document)
    return remember(request, json({"code": document.code}, 201), who)


def _usual_players(game: str) -> int:
    return min(USUAL_PLAYERS, GAMES[game].players[-1])


async def public_tables(request: Request) -> Response:
    """Public tables that wait for people or can be watched."""
    rows = house_of(request).store.rows(
        "SELECT code FROM tables WHERE public = 1 AND status != 'over' ORDER BY updated DESC LIMIT 50"
    )
    looked = [await house_of(request).table(code).look("") for (code,) in rows]
    return json({"tables": [welcome.table for welcome, _ in looked]})


async def table(request: Request) -> Response:
    """The table, who you are at it, and what you may see of the game."""
    house = house_of(request)
    live = house.table_for(request.path_params["code"], address(request))
    who = who_at(live, request)
    return remember(request, json(await live.look_over(who)), who)


async def command(request: Request) -> Response:
    """One command, answered when it is done and stored."""
    house = house_of(request)
    asked = read(decode_command, await body(request))
    live = house.table_for(request.path_params["code"], address(request))
    who = who_at(live, request)
    if isinstance(asked, Ping):
        return json(Pong(asked.id, house.now()))
    answer = await live.command(who, asked)
    return remember(request, json(answer, 409 if isinstance(answer, Refusal) else 200), who)


async def record(request: Request) -> Response:
    """The finished game as text."""
    document, finished = await _finished(request)
    name = f"{document.game}-{document.code}.hexdeck"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(finished.text(), headers=headers)


async def replay(request: Request) -> Response:
    """A finished game step by step, with everything open."""
    document, finished = await _finished(request)
    return json(whole_replay(document.game, Replay(finished)))


async def verification(request: Request) -> Response:
    """Whether every shuffle and roll follows from the seed that was promised, and what to compute it from."""
    _, finished = await _finished(request)
    header = finished.header
    return json(
        {
            **verify(finished).as_dict(),
            "commitment": header.commitment,
            "seed": finished.seed.hex() if finished.seed else None,
            "salts": header.salts,
            "record": finished.text(),
        }
    )


async def _finished(request: Request) -> tuple[Document, Any]:
    live = house_of(request).table_for(request.path_params["code"], address(request))
    finished = await live.finished_record()
    if finished is None:
        raise TableRefused("the game is not over: everything is laid open when it is")
    return live.document, finished


async def me(request: Request) -> Response:
    house, who = house_of(request), known_or_new(request)
    tables = [
        {"code": document.code, "game": document.game, "status": document.status}
        for document in house.people.tables(who)
        if document.status != "over"
    ]
    return remember(request, json({"profile": house.people.profile(who), "tables": tables}), who)


async def change_me(request: Request) -> Response:
    wish = read(Decoder(NewProfile).decode, await body(request))
    house, who = house_of(request), known_or_new(request)
    profile = house.people.profile(who)
    profile.name = wish.name or profile.name
    profile.picture = wish.picture or profile.picture
    profile.language = wish.language or profile.language
    await house.people.change(profile)
    return remember(request, json({"profile": profile}), who)


async def export_me(request: Request) -> Response:
    who = known_or_new(request)
    return json(house_of(request).people.export(who))


async def forget_me(request: Request) -> Response:
    who = known_or_new(request)
    await house_of(request).forget(who)
    response = json({"forgotten": True})
    response.delete_cookie(COOKIE)
    return response


async def my_token(request: Request) -> Response:
    """For scripts: the same identity as the cookie, as a bearer token."""
    who = known_or_new(request)
    return remember(request, json({"token": house_of(request).signer.sign(who)}), who)


async def new_move(request: Request) -> Response:
    """A link that makes another device the same person, once."""
    wish = read(Decoder(NewMove).decode, await body(request) or b"{}")
    house, who = house_of(request), known_or_new(request)
    path = f"/t/{house.table(wish.code).code}" if wish.code else "/"
    secret = await house.people.new_move(who, path)
    return remember(request, json({"secret": secret, "path": f"/move#{secret}"}, 201), who)


async def move(request: Request) -> Response:
    """Be the person that the link was made for."""
    wish = read(Decoder(Move).decode, await body(request))
    who, path = await house_of(request).moved(wish.secret, address(request))
    response = json({"path": path})
    set_cookie(request, response, who)
    return response


async def my_statistics(request: Request) -> Response:
    house, who = house_of(request), known_or_new(request)
    return json({"statistics": house.people.statistics(who), "ratings": house.people.export(who)["ratings"]})


async def ratings(request: Request) -> Response:
    """The best of a game and a number of players, bots among them."""
    game, players = request.path_params["game"], request.path_params["players"]
    if game not in GAMES or players not in [name for _, name in BANDS]:
        bands = ", ".join(name for _, name in BANDS)
        raise NameUnknown(
            f"nothing is rated as {game} with {players} players: choose a game, and one of {bands}"
        )
    return json({"ratings": house_of(request).people.ranking(game, players)})


ROUTES: Final = [
    Route("/api/games", guarded(games)),
    Route("/api/play", guarded(play_now), methods=["POST"]),
    Route("/api/tables", guarded(public_tables)),
    Route("/api/tables", guarded(new_table), methods=["POST"]),
    Route("/api/tables/{code}", guarded(table)),
    Route("/api/tables/{code}/commands", guarded(command), methods=["POST"]),
    Route("/api/tables/{code}/record", guarded(record)),
    Route("/api/tables/{code}/replay", guarded(replay)),
    Route("/api/tables/{code}/verification", guarded(verification)),
    Route("/api/me", guarded(me)),
    Route("/api/me", guarded(change_me), methods=["PATCH"]),
    Route("/api/me", guarded(forget_me), methods=["DELETE"]),
    Route("/api/me/export", guarded(export_me)),
    Route("/api/me/token", guarded(my_token), methods=["POST"]),
    Route("/api/me/move", guarded(new_move), methods=["POST"]),
    Route("/api/move", guarded(move), methods=["POST"]),
    Route("/api/me/statistics", guarded(my_statistics)),
    Route("/api/ratings/{game}/{players}", guarded(ratings)),
]
