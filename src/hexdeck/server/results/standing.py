"""One rule for what rated games, tournaments and tables of the day need of an identity: identities are free.

A game among several people is rated unless two of them share a network or one of them is new.  The second
rated game of the same two people within a week counts half, the third a quarter, the next ones nothing.  A
deal of the day is ranked once for each network, and a tournament takes as many people of one network as its
host has chosen, and those whom the host admits.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from hexdeck.core.cards import Seat
from hexdeck.server.base.settings import HOUR, RatingRule
from hexdeck.server.store.documents import RatedPlayer
from hexdeck.server.store.protocol import Past

WEEK: Final = 7 * 24 * HOUR  # in which games of the same two people count less and less
WEIGHTS: Final = (1.0, 1 / 2, 1 / 4)  # of the first, second … rated game of two people in a week

Reason: TypeAlias = Literal["network", "newcomer", "repeated", "advice", "taken_back", "tried"]


class Ground(StrEnum):
    """Why an identity counts as a person of its own; a passkey would be one more."""

    OWN_NETWORK = "own_network"  # no other identity here comes from its network
    SETTLED = "settled"  # its first game here ended long enough ago
    ADMITTED = "admitted"  # the host has let it in


class Use(StrEnum):
    RATING = "rating"
    TOURNAMENT = "tournament"
    DAY = "day"


NEEDS: Final[Mapping[Use, Sequence[frozenset[Ground]]]] = {  # for each use, sets that suffice; the best first
    Use.RATING: (frozenset({Ground.OWN_NETWORK, Ground.SETTLED}),),
    Use.TOURNAMENT: (frozenset({Ground.OWN_NETWORK}), frozenset({Ground.ADMITTED})),
    Use.DAY: (frozenset({Ground.OWN_NETWORK}),),
}


def missing(use: Use, has: Collection[Ground]) -> list[Ground]:
    """Return what an identity with these grounds lacks for `use`; nothing where it has enough."""
    if any(enough <= set(has) for enough in NEEDS[use]):
        return []
    return sorted(NEEDS[use][0] - set(has))


class Verdict(Struct):
    """Whether and why a game counts less for ratings."""

    weight: float  # 1.0 counts in full, 0.0 not at all
    reason: Reason | None = None
    seats: list[Seat] = []  # whom the reason is about
    games: int = 0  # rated ones that they had together within a week, where that is the reason
    hours: float = 0.0  # that a newcomer must wait after the first game, where that is the reason


def is_ranked(*, is_alone: bool, rule: RatingRule) -> bool:
    """Return whether a try at the deal of a day is ranked; `is_alone`: the first one of its network."""
    has = {Ground.OWN_NETWORK} if is_alone or rule.counts_neighbours else set()
    return not missing(Use.DAY, has)


def verdict(
    players: Sequence[RatedPlayer], past: Mapping[str, Past], now: float, rule: RatingRule
) -> Verdict:
    """Return how a game of these people counts that ends now; against bots alone it counts in full."""
    if len(players) < 2:
        return Verdict(1.0)
    lacking = {one.seat: missing(Use.RATING, _grounds(one, players, past, now, rule)) for one in players}
    neighbours = [seat for seat, lacks in lacking.items() if Ground.OWN_NETWORK in lacks]
    if neighbours:
        return Verdict(0.0, "network", neighbours)
    newcomers = [seat for seat, lacks in lacking.items() if Ground.SETTLED in lacks]
    if newcomers:
        return Verdict(0.0, "newcomer", newcomers, hours=rule.settled_after / HOUR)
    games, seats = max(_together(players, past), key=lambda pair: pair[0])
    if not games:
        return Verdict(1.0)
    return Verdict(WEIGHTS[games] if games < len(WEIGHTS) else 0.0, "repeated", seats, games=games)


def _grounds(
    one: RatedPlayer, players: Sequence[RatedPlayer], past: Mapping[str, Past], now: float, rule: RatingRule
) -> set[Ground]:
    found = set()
    others = {mark for other in players if other.who != one.who for mark in other.networks}
    if rule.counts_neighbours or others.isdisjoint(one.networks):
        found.add(Ground.OWN_NETWORK)
    first = past[one.who].first if one.who in past else None
    if rule.settled_after == 0 or (first is not None and now - first >= rule.settled_after):
        found.add(Ground.SETTLED)
    return found


def _together(players: Sequence[RatedPlayer], past: Mapping[str, Past]) -> list[tuple[int, list[Seat]]]:
    """Return for every two people how many rated games they have had together lately, and their seats."""
    nothing = Past(None, frozenset())
    return [
        (len(past.get(one.who, nothing).rated & past.get(other.who, nothing).rated), [one.seat, other.seat])
        for one, other in combinations(players, 2)
    ]
