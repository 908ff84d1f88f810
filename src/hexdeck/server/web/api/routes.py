"""The JSON API: tables, people, results.  docs/protocol.md describes it, /api/openapi.json is its schema."""

from collections.abc import AsyncIterator
from http import HTTPStatus
from itertools import count
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, convert
from msgspec.json import Decoder
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from hexdeck.core.chance import commitment
from hexdeck.core.errors import NameUnknown, RecordRefused, SetupRefused
from hexdeck.core.record import check_salt
from hexdeck.core.registry import GAMES
from hexdeck.locale import LANGUAGES
from hexdeck.server.base.fair_queue import Requester
from hexdeck.server.base.identity import COOKIE
from hexdeck.server.base.messages import (
    PROTOCOL,
    Clock,
    GameName,
    LevelName,
    Name,
    Options,
    Pace,
    Picture,
    Ping,
    Players,
    Pong,
    Refusal,
    SaltText,
    decode_command,
)
from hexdeck.server.base.refusals import TableRefused
from hexdeck.server.base.storage_budget import SMALL
from hexdeck.server.bots.lessons import suggestion as lesson_suggestion
from hexdeck.server.house.house import House
from hexdeck.server.people.people import is_named, spoken_name
from hexdeck.server.results.past_games import companions, past_games
from hexdeck.server.results.ratings import BANDS
from hexdeck.server.store.documents import Document
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.web.addresses import base_url, qr_code
from hexdeck.server.web.api import answers
from hexdeck.server.web.api.replays import (
    encoded,
    findings_of,
    position_of,
    replay_piece,
    rounds_of,
    story_of,
)
from hexdeck.server.web.requests import (
    address,
    body,
    check_new_table,
    check_stored,
    encoded_json,
    guarded,
    house_of,
    in_process,
    json,
    known,
    known_or_new,
    read,
    remember,
    requester,
    set_cookie,
    table_at,
    told_when,
    while_connected,
    who_at,
    zipped_json,
)

USUAL_PLAYERS: Final = 4


class NewTable(Struct, forbid_unknown_fields=True):
    game: GameName
    players: Players | None = None
    options: Options = {}
    clock: Clock = "casual"
    pace: Pace = "normal"
    public: bool = False


class PlayNow(Struct, forbid_unknown_fields=True):
    """A table full of bots with you in it."""

    game: GameName
    players: Players | None = None
    options: Options = {}
    level: LevelName = "casual"
    pace: Pace = "normal"
    lesson: bool = False  # the game's first lesson, which has its own players, options and bots
    start: bool = True  # False: deal when you send `start`, after you have seen the commitment
    salt: SaltText | None = None  # your own part in the shuffles


class NewProfile(Struct, forbid_unknown_fields=True):
    name: Name | None = None
    picture: Picture | None = None
    language: Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")] | None = None


class NewMove(Struct, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=20)] | None = None  # the table to open on the other device


class Move(Struct, forbid_unknown_fields=True):
    secret: Annotated[str, Meta(max_length=20)]


class WhatIf(Struct, forbid_unknown_fields=True):
    """Another choice at a decision of a review."""

    position: int
    seat: int
    action: Annotated[str, Meta(max_length=200)]


class GamesWanted(Struct, forbid_unknown_fields=True):
    """Which of your games, as an address asks for them."""

    game: GameName | None = None
    other: Annotated[str, Meta(max_length=40)] | None = None  # the id of a companion
    page: Annotated[int, Meta(ge=1, le=100_000)] = 1


async def games(request: Request) -> Response:
    """What can be played, and how."""
    offered = house_of(request).settings
    known = [
        answers.GameInfo(game.name, game.title, game.version, list(game.players), [
            answers.OptionInfo(option.name, option.default, option.choices) for option in game.options
        ], offered.levels_for(game.name))
        for game in GAMES.values()
    ]  # fmt: skip
    return json(answers.Games(PROTOCOL, offered.levels, dict(LANGUAGES), known))


async def new_table(request: Request) -> Response:
    """A table that waits for people, with you as its host."""
    wish = read(Decoder(NewTable).decode, await body(request))
    house, who = house_of(request), await known_or_new(request)
    await check_new_table(request)
    document = await house.new_document(
        who,
        wish.game,
        wish.players or _usual_players(wish.game),
        wish.options,
        clock=wish.clock,
        pace=wish.pace,
        public=wish.public,
    )
    live = await house.new_table(document)
    live.visit(who)
    return _made(request, who, live)


async def play_now(request: Request) -> Response:
    """A table full of bots with you in it; the game begins at once, or when you start it with your salt."""
    wish = read(Decoder(PlayNow).decode, await body(request))
    house, who = house_of(request), await known_or_new(request)
    house.settings.check_level(wish.level, wish.game)
    await check_new_table(request)
    if wish.salt is not None:
        check_salt(wish.salt)
    if wish.lesson:
        if wish.salt is not None:
            raise SetupRefused("a lesson has the same deal for everybody: leave the salt out")
        document = await house.new_lesson(who, wish.game, wish.pace)
    else:
        players = wish.players or _usual_players(wish.game)
        document = await house.new_document(who, wish.game, players, wish.options, pace=wish.pace)
        document.fill(wish.level)
        document.chairs[0].salt = wish.salt
    waits = not (wish.start or wish.lesson)
    return _made(request, who, await (house.new_table if waits else house.new_game)(document))


def _made(request: Request, who: str, live: LiveTable) -> Response:
    return remember(request, json(answers.Made(live.code, commitment(live.seed)), 201), who)


def _usual_players(game: str) -> int:
    return min(USUAL_PLAYERS, GAMES[game].players[-1])


async def public_tables(request: Request) -> Response:
    """Public tables that wait for people or can be watched."""
    return json(answers.PublicTables(await house_of(request).public_tables()))


async def table(request: Request) -> Response:
    """The table, who you are at it, and what you may see of the game."""
    live = await table_at(request, request.path_params["code"])
    who = await who_at(live, request)
    return remember(request, json(answers.Look(**await live.look_over(who))), who)


async def command(request: Request) -> Response:
    """One command, answered when it is done and stored."""
    house = house_of(request)
    asked = read(decode_command, await body(request))
    live = await table_at(request, request.path_params["code"])
    who = await who_at(live, request)
    if isinstance(asked, Ping):
        return json(Pong(asked.id, house.now()))
    answer = await live.command(who, asked)
    if isinstance(answer, Refusal):
        return remember(request, told_when(json(answer, HTTPStatus.CONFLICT), answer.retry_after), who)
    return remember(request, json(answer), who)


async def advice(request: Request) -> Response:
    """What the coach says about the choice before you, once you have sent `advise`."""
    house, live = house_of(request), await table_at(request, request.path_params["code"])
    who = await who_at(live, request)
    version, seat, view = await live.asked_coach(who)
    asked_by = requester(request, live.document.person(who), live.code)
    advice = house.coach.advice((live.code, version, seat), asked_by, live.document.game, view)
    return json(await while_connected(request, advice))


async def suggestion(request: Request) -> Response:
    """In a lesson, what its teacher would do in your place."""
    live = await table_at(request, request.path_params["code"])
    game, view = await live.learner_view(await who_at(live, request))
    action = await in_process(request, "lessons", lesson_suggestion, game, view)
    return json(answers.Suggestion(action))


async def story(request: Request) -> Response:
    """What has happened so far, as your seat saw it, and what was said last."""
    live = await table_at(request, request.path_params["code"])
    record, seat, said = await live.so_far(await who_at(live, request))
    if record is None:
        return json(answers.Story(0, [], said))
    return encoded_json(await in_process(request, "stories", encoded, story_of, record.text(), seat, said))


async def record(request: Request) -> Response:
    """The finished game as text; also one whose rules have changed since, as it was written down."""
    try:
        document, finished = await finished_game(request)
        text = finished.text()
    except RecordRefused:
        house = house_of(request)
        document, text = await house.tables.written_record(request.path_params["code"])
        await house.tournaments.check_is_open(document)
    name = f"{document.game}-{document.code}.hexdeck"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


async def replay(request: Request) -> Response:
    """A finished game step by step, with everything open."""
    document, finished = await finished_game(request)
    pieces = _as_taken(house_of(request), requester(request, table=document.code), finished.text())
    first = await anext(pieces)  # it is refused before anything is sent
    return StreamingResponse(_after(first, pieces), media_type="application/json")


async def _as_taken(house: House, asked_by: Requester, text: str) -> AsyncIterator[bytes]:
    """Make the next piece when the client has taken the last: what is not read costs nothing."""
    for number in count():
        part = (replay_piece, text, number)
        piece = await house.run_in_process(asked_by, "replays", *part, is_bounded=number == 0)
        if piece is None:
            return
        yield piece


async def _after(first: bytes, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in pieces:
        yield piece


async def replay_position(request: Request) -> Response:
    """What every seat knew after so many steps, and what an onlooker did, last."""
    _, finished = await finished_game(request)
    number = request.path_params["position"]
    return encoded_json(await in_process(request, "replays", encoded, position_of, finished.text(), number))


async def review(request: Request) -> Response:
    """What the coach finds in a finished game, or how far it is; it begins when somebody first asks."""
    document, finished = await finished_game(request)
    found = await house_of(request).reviews.of(document, finished, requester(request, table=document.code))
    return zipped_json(request, found) if isinstance(found, bytes) else json(found)


async def what_if(request: Request) -> Response:
    """What another choice would have been worth at a decision that was reviewed."""
    wish = read(Decoder(WhatIf).decode, await body(request))
    document, finished = await finished_game(request)
    reviews = house_of(request).reviews
    asked_by = requester(request, table=document.code)
    found = reviews.what_if(document, finished, asked_by, wish.position, wish.seat, wish.action)
    return json(await while_connected(request, found))


async def rounds(request: Request) -> Response:
    """The scores of a finished game, round by round."""
    _, finished = await finished_game(request)
    return encoded_json(await in_process(request, "replays", encoded, rounds_of, finished.text()))


async def verification(request: Request) -> Response:
    """Whether every shuffle and roll follows from the seed that was promised, and what to compute it from."""
    document, finished = await finished_game(request)
    header = finished.header
    findings = await in_process(request, "verification", findings_of, finished.text())
    return json(
        answers.Verification(
            **findings,
            commitment=header.commitment,
            seed=finished.seed.hex() if finished.seed else None,
            salts=header.salts,
            salted_by=[header.players[seat].name for seat in document.salted],
            unsalted=not header.salts and not document.shares_cards,
            lesson=document.lesson,
            day=document.day,
            record=finished.text(),
        )
    )


async def rating(request: Request) -> Response:
    """Return whether the game at a table is rated, in part or not at all, and why; before it begins too."""
    live = await table_at(request, request.path_params["code"])
    return json(answers.RatingVerdict(await live.rating_verdict()))


async def finished_game(request: Request) -> tuple[Document, Any]:
    """Whose record everybody with its code may see, or TableRefused while it goes on."""
    live = await table_at(request, request.path_params["code"])
    await house_of(request).tournaments.check_is_open(live.document)
    finished = await live.finished_record()
    if finished is None:
        raise TableRefused("the game is not over: everything is laid open when it is")
    return live.document, finished


async def me(request: Request) -> Response:
    """Who you are here, and your tables that are not over, but for lessons and the deal of the day."""
    house, who = house_of(request), await known_or_new(request)
    tables = [
        answers.OwnTable(
            document.code, document.game, document.status, played, alone=document.staying() == [who]
        )
        for document, played in await house.people.open_tables(who)
        if not document.lesson and not house.is_on(document)  # that is at /api/day
    ]
    url = base_url(house.settings, request)
    profile = await house.people.profile(who)
    found = answers.Me(
        profile,
        tables,
        url,
        named=is_named(profile),
        tournaments=await house.tournaments.own_ones(who),
        invitations=await house.invitations.received(who),
    )
    return remember(request, json(found), who)


async def change_me(request: Request) -> Response:
    """Another name, picture or language."""
    wish = read(Decoder(NewProfile).decode, await body(request))
    house, who = house_of(request), await known_or_new(request)
    profile = await house.people.profile(who)
    profile.language = wish.language or profile.language
    profile.name = wish.name or spoken_name(profile)
    profile.picture = wish.picture or profile.picture
    await check_stored(request, SMALL)
    await house.rename(profile)
    return remember(request, json(answers.ChangedProfile(profile)), who)


async def export_me(request: Request) -> Response:
    """All that the house keeps of you."""
    house, who = house_of(request), await known_or_new(request)
    kept = {
        **await house.people.export(who),
        **await house.tournaments.export(who),
        "invitations": await house.invitations.received(who),
        "invited": await house.invitations.sent(who),
        "unwelcome": await house.invitations.unwelcome(who),
        "handle": await house.storage.handle_of(who),
    }
    return json(convert(kept, answers.Export))


async def forget_me(request: Request) -> Response:
    """Forget everything that names you."""
    who = await known_or_new(request)
    await house_of(request).forget(who)
    response = json(answers.Forgotten(True))
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response


async def my_token(request: Request) -> Response:
    """For scripts: the same identity as the cookie, as a bearer token."""
    who = await known_or_new(request)
    return remember(request, json(answers.Token(house_of(request).signer.sign(who))), who)


async def sign_out_others(request: Request) -> Response:
    """Every cookie and token that you have had so far ends; here is a new one."""
    house, who = house_of(request), await known_or_new(request)
    await house.sign_out_others(who)
    response = json(answers.Token(house.signer.sign(who)))
    response.background = BackgroundTask(house.send_away, who)  # once the new cookie is on its way
    set_cookie(request, response, who)
    return response


async def new_move(request: Request) -> Response:
    """A link that makes another device the same person, once."""
    wish = read(Decoder(NewMove).decode, await body(request) or b"{}")
    house, who = house_of(request), await known_or_new(request)
    path = f"/t/{(await table_at(request, wish.code)).code}" if wish.code else "/"
    secret = await house.new_move(who, path)
    url = f"{base_url(house.settings, request)}/move#{secret}"
    drawn = await in_process(request, "qr_codes", qr_code, url)
    return remember(request, json(answers.MoveLink(secret, f"/move#{secret}", url, drawn), 201), who)


async def move(request: Request) -> Response:
    """Be the person that the link was made for."""
    wish = read(Decoder(Move).decode, await body(request))
    who, path = await house_of(request).moved(wish.secret, address(request))
    response = json(answers.Moved(path))
    set_cookie(request, response, who)
    return response


async def my_statistics(request: Request) -> Response:
    """How you have played so far."""
    people, who = house_of(request).people, await known_or_new(request)
    found = {
        "statistics": await people.statistics(who),
        "ratings": await people.ratings(who),
        "games": await people.by_game(who),
        "histories": await people.rating_histories(who),
    }
    return json(convert(found, answers.Statistics))


async def my_games(request: Request) -> Response:
    """Your finished games, the latest first, page by page."""
    house, who = house_of(request), await known_or_new(request)
    asked = games_wanted(request)
    return json(await past_games(house.storage, who, asked.game, asked.other, asked.page))


def games_wanted(request: Request) -> GamesWanted:
    return read(lambda _: convert(dict(request.query_params), GamesWanted, strict=False), b"")


async def my_companions(request: Request) -> Response:
    """The people with whom you have finished a game, the latest first."""
    house, who = house_of(request), await known_or_new(request)
    return json(answers.Companions(await companions(house.storage, who)))


async def ratings(request: Request) -> Response:
    """The best of a game and a number of players, bots among them."""
    game, players = request.path_params["game"], request.path_params["players"]
    if game not in GAMES or players not in [name for _, name in BANDS]:
        bands = ", ".join(name for _, name in BANDS)
        raise NameUnknown(
            f"{game[:40]!r} for {players[:40]!r} is not rated: choose a game, and one of {bands}"
        )
    ranking = await house_of(request).people.ranking(game, players, known(request))
    return json(convert({"ratings": ranking}, answers.Ranking))


ROUTES: Final = [
    Route("/api/games", guarded(games)),
    Route("/api/play", guarded(play_now), methods=["POST"]),
    Route("/api/tables", guarded(public_tables)),
    Route("/api/tables", guarded(new_table), methods=["POST"]),
    Route("/api/tables/{code}", guarded(table)),
    Route("/api/tables/{code}/commands", guarded(command), methods=["POST"]),
    Route("/api/tables/{code}/advice", guarded(advice)),
    Route("/api/tables/{code}/suggestion", guarded(suggestion)),
    Route("/api/tables/{code}/story", guarded(story)),
    Route("/api/tables/{code}/record", guarded(record)),
    Route("/api/tables/{code}/replay", guarded(replay)),
    Route("/api/tables/{code}/replay/{position}", guarded(replay_position)),
    Route("/api/tables/{code}/review", guarded(review)),
    Route("/api/tables/{code}/review", guarded(what_if), methods=["POST"]),
    Route("/api/tables/{code}/rounds", guarded(rounds)),
    Route("/api/tables/{code}/rating", guarded(rating)),
    Route("/api/tables/{code}/verification", guarded(verification)),
    Route("/api/me", guarded(me)),
    Route("/api/me", guarded(change_me), methods=["PATCH"]),
    Route("/api/me", guarded(forget_me), methods=["DELETE"]),
    Route("/api/me/export", guarded(export_me)),
    Route("/api/me/token", guarded(my_token), methods=["POST"]),
    Route("/api/me/sign-out-others", guarded(sign_out_others), methods=["POST"]),
    Route("/api/me/move", guarded(new_move), methods=["POST"]),
    Route("/api/move", guarded(move), methods=["POST"]),
    Route("/api/me/statistics", guarded(my_statistics)),
    Route("/api/me/games", guarded(my_games)),
    Route("/api/me/companions", guarded(my_companions)),
    Route("/api/ratings/{game}/{players}", guarded(ratings)),
]
