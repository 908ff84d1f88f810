"""The JSON API of the deal of the day: what is dealt, one's own try, and afterwards how everybody did."""

from typing import Final, Literal

from msgspec import Struct
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hexdeck.core.chance import commitment
from hexdeck.core.game import Choice
from hexdeck.core.registry import game_named
from hexdeck.server.base.messages import Pace
from hexdeck.server.daily.calendar import archived, day_of, ends, is_over, read_day
from hexdeck.server.daily.deals import LEVEL, SEAT, deal_of, games_of_the_day
from hexdeck.server.daily.standings import DayResults, place_of
from hexdeck.server.daily.stories import read_story
from hexdeck.server.house.house import House
from hexdeck.server.results.standing import is_ranked
from hexdeck.server.store.protocol import Try
from hexdeck.server.web.api.answers import Made
from hexdeck.server.web.requests import (
    address,
    body,
    guarded,
    house_of,
    json,
    known_or_new,
    read,
    remember,
)


class DealOfTheDay(Struct):
    """One game's deal of one day, and how you stand at it."""

    day: str  # like 2026-11-17, in UTC
    game: str
    players: int
    options: dict[str, Choice]
    level: str  # of the bots
    seat: int  # everybody's
    commitment: str  # SHA-256 of the seed
    seed: str | None  # an hour after the day is over
    finished: int  # people
    state: Literal["new", "playing", "over"]  # your try
    code: str | None  # the table of your try
    score: int | None  # once it is over; so is the next
    place: int | None  # among all who are ranked
    unranked: bool  # another identity of your network had the deal before you
    one_of_network: bool  # only the first try of each network is ranked, or will be


class Promise(Struct):
    game: str
    commitment: str


class PastDay(Struct):
    day: str
    scores: dict[str, int]  # yours, by game


class Today(Struct):
    now: float  # the server's clock
    ends: float  # when the deals of tomorrow are dealt
    deals: list[DealOfTheDay]
    tomorrow: list[Promise]
    archive: list[PastDay]  # days that can be played for practice, the latest first


class DayPage(Struct):
    deal: DealOfTheDay
    results: DayResults | None  # for whoever has finished it, and for everybody when the day is over


class PlayDay(Struct, forbid_unknown_fields=True):
    pace: Pace = "normal"


async def today(request: Request) -> Response:
    """The deals of today, what is promised for tomorrow, and the days that can still be played."""
    house, who = house_of(request), await known_or_new(request)
    now = house.now()
    tries = {(one.day, one.game): one for one in await house.storage.tries_of(who)}
    day, next_day = day_of(now), day_of(now, later=1)
    scores = await house.storage.scores_of_day(day)
    games = games_of_the_day()
    found = Today(
        now,
        ends(day),
        [_deal(house, day, game, scores, tries.get((day, game))) for game in games],
        [Promise(game, house.deals.commitment(next_day, game)) for game in games],
        [
            PastDay(
                past,
                {
                    game: one.score
                    for (at, game), one in tries.items()
                    if at == past and one.score is not None
                },
            )
            for past in archived(now)
        ],
    )
    return remember(request, json(found), who)


async def one_day(request: Request) -> Response:
    """One deal; how everybody did is told to whoever has finished it, and to all when the day is over."""
    house, who = house_of(request), await known_or_new(request)
    day, game = _named(request)
    tries = await house.storage.tries_of(who)
    own = next((one for one in tries if (one.day, one.game) == (day, game)), None)
    deal = _deal(house, day, game, await house.storage.scores_of_day(day), own)
    may_know = deal.state == "over" or is_over(day, house.now())
    done = own if deal.state == "over" else None
    results = await house.standings.results(day, game, who, done) if may_know else None
    return remember(request, json(DayPage(deal, results)), who)


async def play(request: Request) -> Response:
    """Your one try at a deal of today, begun or gone on with; of a past day, a game for practice."""
    wish = read(Decoder(PlayDay).decode, await body(request) or b"{}")
    house, who = house_of(request), await known_or_new(request)
    day, game = _named(request)
    live = await house.play_day(who, day, game, wish.pace, address(request))
    return remember(request, json(Made(live.code, commitment(live.seed))), who)


def _named(request: Request) -> tuple[str, str]:
    """A day and a game of it, or a refusal."""
    day = read_day(request.path_params["day"], house_of(request).now())
    game = game_named(request.path_params["game"]).name
    deal_of(game)
    return day, game


def _deal(house: House, day: str, game: str, scores: list[tuple[str, int]], own: Try | None) -> DealOfTheDay:
    deal, told = deal_of(game), is_over(day, house.now())
    of_game = sorted(score for name, score in scores if name == game)
    score = None if own is None else own.score
    is_unranked = own is not None and own.story is not None and read_story(own.story).unranked
    is_lost = told and score is None  # what was not finished in time is as if it had not been begun
    return DealOfTheDay(
        day=day,
        game=game,
        players=deal.players,
        options=game_named(game).complete(deal.options),
        level=LEVEL,
        seat=SEAT,
        commitment=house.deals.commitment(day, game),
        seed=house.deals.seed(day, game).hex() if told else None,
        finished=len(of_game),
        state="new" if own is None or is_lost else "playing" if score is None else "over",
        code=None if own is None or is_lost else own.code,
        score=score,
        place=None if score is None or is_unranked else place_of(score, of_game),
        unranked=is_unranked,
        one_of_network=not is_ranked(is_alone=False, rule=house.settings.standing),
    )


ROUTES: Final = [
    Route("/api/day", guarded(today)),
    Route("/api/day/{day}/{game}", guarded(one_day)),
    Route("/api/day/{day}/{game}", guarded(play), methods=["POST"]),
]
