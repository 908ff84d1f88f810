"""The JSON API of tournaments: make one, join, admit, remove, leave, start, look, go on, end."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hexdeck.core.errors import SetupRefused
from hexdeck.core.record import check_name
from hexdeck.core.registry import game_named
from hexdeck.server.base.messages import GameName, LevelName, Name, Options, Pace, Players
from hexdeck.server.base.refusals import MessageRefused
from hexdeck.server.base.storage_budget import SEAT, SMALL
from hexdeck.server.house.house import House
from hexdeck.server.tournaments.admission import (
    LONGEST_WORD,
    usual_limit,
)
from hexdeck.server.tournaments.director import Entry
from hexdeck.server.tournaments.documents import Admission, Stage, System, Tournament
from hexdeck.server.tournaments.presenter import TournamentLook, look, running_codes
from hexdeck.server.tournaments.rounds import MOST_ENTRANTS, MOST_PEOPLE, MOST_ROUNDS
from hexdeck.server.web.addresses import base_url, qr_picture
from hexdeck.server.web.requests import (
    address,
    body,
    check_new_table,
    client,
    guarded,
    house_of,
    in_process,
    json,
    known,
    known_or_new,
    read,
    remember,
    table_at,
)

MOST_GAMES: Final = 8
LONGEST_PAUSE: Final = 3600

Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_WORD, pattern=r"\S")]
Limit: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]  # players of one address


class NewStage(Struct, forbid_unknown_fields=True):
    game: GameName
    players: Players
    options: Options = {}


class NewTournament(Struct, forbid_unknown_fields=True):
    """A tournament with you as its host."""

    name: Name
    games: Annotated[list[NewStage], Meta(min_length=1, max_length=MOST_GAMES)]  # in turn, round after round
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 3  # of a Swiss one; else until all have met
    system: System = "swiss"
    clock: Literal["casual", "timed"] = "casual"
    pace: Pace = "normal"
    level: LevelName | None = "casual"  # of bots that fill tables; None: none but where it cannot be helped
    pause: Annotated[float, Meta(ge=0, le=LONGEST_PAUSE)] | None = 60.0  # None: until you say so
    join: bool = True  # you take part yourself
    admission: Admission = "open"  # known: with whom you have finished a game; host: whom you let in
    word: Word | None = None  # that players must know, for the admission by a word
    limit: Limit | UnsetType | None = (
        UNSET  # more wait for you; left out: some if open, else None: any number
    )


class Join(Struct, forbid_unknown_fields=True):
    name: Name | None = None  # what you wish to be called from now on
    word: Word | None = None  # where the host asks for one


class ChangeEntry(Struct, forbid_unknown_fields=True):
    """Who may take part from now on; what is left out stays as it is."""

    admission: Admission | None = None
    word: Word | None = None
    limit: Limit | UnsetType | None = UNSET


class Admit(Struct, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1)] | None = None  # of the request; None: everybody who waits
    welcome: bool = True  # False: no, for good


class RemoveEntrant(Struct, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]  # of the entrant
    network: bool = False  # and all others who come from the same address


class StandIn(Struct, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]  # of the entrant for whom a bot is to play


class Found(Struct):
    path: str  # of a page


class MadeTournament(Struct):
    """Its code, and what it promises of the deals of all rounds."""

    code: str
    commitments: list[str]


async def new_tournament(request: Request) -> Response:
    """A tournament that waits for people, with you as its host."""
    wish = read(Decoder(NewTournament).decode, await body(request))
    who = await known_or_new(request)
    tournament = await made_by(request, who, wish)
    made = MadeTournament(tournament.code, tournament.commitments())
    return remember(request, json(made, 201), who)


async def made_by(request: Request, who: str, wish: NewTournament) -> Tournament:
    house = house_of(request)
    check_name(wish.name)
    if wish.level is not None:
        for stage in wish.games:
            house.settings.check_level(wish.level, stage.game)
    tournament = Tournament(
        "",
        wish.name,
        who,
        [_stage(one) for one in wish.games],
        wish.rounds,
        [],
        wish.system,
        wish.clock,
        wish.pace,
        wish.level,
        wish.pause,
    )
    tournament.admission = wish.admission
    tournament.limit = usual_limit(wish.admission) if wish.limit is UNSET else wish.limit
    if wish.admission == "word" and wish.word is None:
        raise SetupRefused("a tournament that asks for a word needs one: say which players must know")
    if wish.system == "round_robin" and len({one.players for one in wish.games}) > 1:
        raise SetupRefused(
            "everybody meets everybody at tables of one size alone: choose the same players for all games"
        )
    await check_new_table(request)
    if wish.join:
        tournament.enter(await house.people.profile(who))
    await house.tournaments.make(tournament, wish.word if wish.admission == "word" else None)
    return tournament


def _stage(wish: NewStage) -> Stage:
    """SetupRefused for what cannot be played, or not by everybody in the same way."""
    rules = game_named(wish.game)
    rules.set_up(wish.players, wish.options)
    options = rules.complete(wish.options)
    for option in rules.options:
        if options[option.name] in option.for_people:
            raise SetupRefused(
                "chance must be the same at all tables of a tournament: choose no {choice} {option}",
                option=option.name,
                choice=options[option.name],
            )
    return Stage(wish.game, wish.players, options)


async def tournament(request: Request) -> Response:
    """Who takes part, who plays where, and the standings."""
    return await _looked_at(request, await asked_for(request))


async def join_tournament(request: Request) -> Response:
    """Take part, from the next round on; where the host must say yes first, `you` are `asking` then."""
    wish = read(Decoder(Join).decode, await body(request) or b"{}")
    house, found, who = house_of(request), await asked_for(request), await known_or_new(request)
    await join_as(request, found.code, who, wish.name, wish.word)
    return await _looked_at(request, await house.tournaments.read(found.code))


async def join_as(
    request: Request, code: str, who: str, name: str | None, word: str | None, language: str | None = None
) -> None:
    """Under this name from now on, if one is said, and in this language."""
    house = house_of(request)
    profile = await house.people.profile(who)
    name = name or profile.name
    check_name(name)
    rounds = (await house.tournaments.read(code)).rounds
    await house.check_stored(who, SMALL + SEAT * rounds)
    await house.tournaments.join(code, profile, word or "", address(request))
    if name != profile.name:
        profile.name, profile.language = name, language or profile.language
        await house.rename(profile)


async def change_entry(request: Request) -> Response:
    """The host decides anew who may take part."""
    wish = read(Decoder(ChangeEntry).decode, await body(request))
    found, who = await asked_for(request), await known_or_new(request)
    entry = Entry(wish.admission, wish.word, wish.limit)
    await house_of(request).tournaments.change(found.code, who, entry)
    return await _looked_at(request, await house_of(request).tournaments.read(found.code))


async def admit(request: Request) -> Response:
    """The host lets in whom a request is from, or everybody who waits; or says no."""
    wish = read(Decoder(Admit).decode, await body(request) or b"{}")
    found, who = await asked_for(request), await known_or_new(request)
    await answer_request(house_of(request), found.code, who, wish)
    return await _looked_at(request, await house_of(request).tournaments.read(found.code))


async def answer_request(house: House, code: str, who: str, wish: Admit) -> None:
    if wish.welcome:
        await house.tournaments.admit(code, who, wish.number)
    elif wish.number is None:
        raise MessageRefused("this says no to nobody: give the number of a request")
    else:
        await house.tournaments.decline(code, who, wish.number)


async def remove_entrant(request: Request) -> Response:
    """The host takes a player out, or all who come from the same address; a bot plays on in their seats."""
    wish = read(Decoder(RemoveEntrant).decode, await body(request))
    found, who = await asked_for(request), await known_or_new(request)
    await house_of(request).tournaments.remove(found.code, who, wish.number, network=wish.network)
    return await _looked_at(request, await house_of(request).tournaments.read(found.code))


async def leave_tournament(request: Request) -> Response:
    """Take part no more, or ask no more; a bot plays on for you in the round that runs."""
    found, who = await asked_for(request), await known_or_new(request)
    await house_of(request).tournaments.leave(found.code, who)
    return await _looked_at(request, await house_of(request).tournaments.read(found.code))


async def start_tournament(request: Request) -> Response:
    """The host begins the first round."""
    found, who = await asked_for(request), await known_or_new(request)
    await house_of(request).tournaments.start(found.code, who)
    return await _looked_at(request, await house_of(request).tournaments.read(found.code))


async def next_round(request: Request) -> Response:
    """The host begins the next round before the pause is over."""
    found, who = await asked_for(request), await known_or_new(request)
    await house_of(request).tournaments.next_round(found.code, who)
    return await _looked_at(request, await house_of(request).tournaments.read(found.code))


async def let_stand_in(request: Request) -> Response:
    """The host lets a bot play for somebody who is away, until they are back."""
    wish = read(Decoder(StandIn).decode, await body(request))
    found, who = await asked_for(request), await known_or_new(request)
    await house_of(request).tournaments.stand_in(found.code, who, wish.number)
    return await _looked_at(request, found)


async def end_tournament(request: Request) -> Response:
    """The host ends it now; a round that is not over counts for nothing, and its tables are closed."""
    found, who = await asked_for(request), await known_or_new(request)
    await house_of(request).tournaments.end(found.code, who)
    return await _looked_at(request, await house_of(request).tournaments.read(found.code))


async def find(request: Request) -> Response:
    """Where a code leads that somebody was given: to a tournament, or to a table."""
    return json(Found(await page_of(request, request.path_params["code"])))


async def page_of(request: Request, typed: str) -> str:
    """The path of the page of a tournament or a table, for somebody who may be guessing."""
    house = house_of(request)
    if await house.tournaments.is_there(typed):
        return f"/tournament/{(await house.tournament_for(typed, client(request))).code}"
    return f"/t/{(await table_at(request, typed)).code}"


async def tournament_qr_code(request: Request) -> Response:
    """The tournament's address for the camera of a phone."""
    house, found = house_of(request), await asked_for(request)
    url = f"{base_url(house.settings, request)}/tournament/{found.code}"
    drawn = await in_process(request, "qr_codes", qr_picture, url)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})


async def asked_for(request: Request) -> Tournament:
    return await house_of(request).tournament_for(request.path_params["code"], client(request))


async def _looked_at(request: Request, found: Tournament) -> Response:
    who = known(request) or getattr(request.state, "newcomer", None)
    response = json(await look_of(house_of(request), found, who))
    return remember(request, response, who or "")


async def look_of(house: House, found: Tournament, who: str | None) -> TournamentLook:
    """As it is now."""
    return look(found, who, await house.storage.table_statuses(running_codes(found)), house.now())


PATH: Final = "/api/tournaments/{code}"
ROUTES: Final = [
    Route("/api/codes/{code}", guarded(find)),
    Route("/api/tournaments", guarded(new_tournament), methods=["POST"]),
    Route(PATH, guarded(tournament)),
    Route(f"{PATH}/join", guarded(join_tournament), methods=["POST"]),
    Route(f"{PATH}/leave", guarded(leave_tournament), methods=["POST"]),
    Route(f"{PATH}/entry", guarded(change_entry), methods=["POST"]),
    Route(f"{PATH}/admit", guarded(admit), methods=["POST"]),
    Route(f"{PATH}/remove", guarded(remove_entrant), methods=["POST"]),
    Route(f"{PATH}/start", guarded(start_tournament), methods=["POST"]),
    Route(f"{PATH}/next", guarded(next_round), methods=["POST"]),
    Route(f"{PATH}/stand-in", guarded(let_stand_in), methods=["POST"]),
    Route(f"{PATH}/end", guarded(end_tournament), methods=["POST"]),
    Route(f"{PATH}/qr.svg", guarded(tournament_qr_code)),
]
