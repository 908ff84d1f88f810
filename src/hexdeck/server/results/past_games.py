"""The games that somebody has finished, and with whom; others are told apart without their ids."""

from typing import Final

from msgspec import Struct

from hexdeck.core.errors import NameUnknown
from hexdeck.server.base.identity import hashed
from hexdeck.server.results.statistics import Estimate, lost_a_decision
from hexdeck.server.store.default_profile import NOBODY, unchosen
from hexdeck.server.store.feats import Feats, read_feats
from hexdeck.server.store.protocol import BOT, GONE, Companion, GameFilter, PlayedSeat, Storage

PAGE: Final = 20  # games


class OtherPlayer(Struct):
    """At a game that is over."""

    seat: int
    name: str  # of a bot, its level
    kind: str  # person or bot
    id: str | None  # what a companion is asked for by; None of bots and of people who were forgotten
    score: int
    place: int


class PastGame(Struct):
    code: str
    game: str
    ended: float
    seat: int
    score: int
    place: int
    players: int
    others: list[OtherPlayer]
    feats: Feats | None  # None of a game that ended before they were kept
    kept: bool  # there is a record, a replay and a proof
    lost: Estimate | None  # points a decision; None of a game that was not reviewed


class PastGames(Struct):
    total: int  # that were asked for
    pages: int
    games: list[PastGame]  # the latest first


class KnownCompanion(Struct):
    """Somebody with whom you have played."""

    id: str  # good for you alone
    name: str
    picture: str
    games: int
    last: float
    welcome: bool  # you are shown their invitations


async def past_games(storage: Storage, who: str, game: str | None, other: str | None, page: int) -> PastGames:
    """A page of them, the first is 1; `other` is the id of a companion."""
    person = None if other is None else (await companion(storage, who, other)).who
    total, found = await storage.wanted_games(who, GameFilter(game, person, (page - 1) * PAGE, PAGE))
    codes = [one.code for one in found]
    seats, kept = await storage.played_seats(codes), await storage.kept_tables(codes)
    games = [
        PastGame(
            *(one.code, one.game, one.ended, one.seat, one.score, one.place, one.players),
            [_other(who, seat) for seat in seats if seat.code == one.code and seat.seat != one.seat],
            None if one.feats is None else read_feats(one.feats),
            one.code in kept,
            lost_a_decision([one]),
        )
        for one in found
    ]
    return PastGames(total, -(-total // PAGE), games)


async def companions(storage: Storage, who: str) -> list[KnownCompanion]:
    unwelcome = await storage.unwelcome_to(who)
    return [
        KnownCompanion(
            handle_for(who, one.who),
            one.name or unchosen(one.who).name,
            one.picture or unchosen(one.who).picture,
            one.games,
            one.last,
            one.who not in unwelcome,
        )
        for one in await storage.companions_of(who)
    ]


async def companion(storage: Storage, who: str, handle: str) -> Companion:
    """The one with this id, or NameUnknown."""
    for one in await storage.companions_of(who):
        if handle_for(who, one.who) == handle:
            return one
    raise NameUnknown(f"you have not played with {handle[:40]!r}: choose one of your companions")


def handle_for(who: str, other: str) -> str:
    """Tells one person another: the same each time, of no use to anybody else."""
    return hashed(f"{who} knows {other}")[:16]


def _other(who: str, one: PlayedSeat) -> OtherPlayer:
    if one.who.startswith(BOT):
        return OtherPlayer(one.seat, one.who.removeprefix(BOT), "bot", None, one.score, one.place)
    if one.who == GONE:
        return OtherPlayer(one.seat, NOBODY, "person", None, one.score, one.place)
    name, handle = one.name or unchosen(one.who).name, handle_for(who, one.who)
    return OtherPlayer(one.seat, name, "person", handle, one.score, one.place)
