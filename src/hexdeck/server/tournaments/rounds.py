"""A round as it is made: who sits at which table and where, by the standings and by lot.

The lots of a round come from its committed seed: neither the order of joining nor the host decides them, and
everybody can recompute them once the seed is revealed (docs/notation.md).
"""

from collections.abc import Iterable
from typing import Final

from hexdeck.core.chance import Shuffle, Stream
from hexdeck.core.registry import game_named
from hexdeck.server.base.refusals import TournamentRefused
from hexdeck.server.tournaments.documents import Tournament
from hexdeck.server.tournaments.pairing import meetings, mixed, seated, swiss
from hexdeck.server.tournaments.round_robin import possible, rounds_for
from hexdeck.server.tournaments.sizes import sizes

MOST_PEOPLE: Final = 64
MOST_ENTRANTS: Final = 4 * MOST_PEOPLE  # with those who have left
MOST_ROUNDS: Final = 15
SEATING: Final = "seating"  # salts the seed: the cards of the same seed have no salt


def lots(seed: bytes, numbers: Iterable[int]) -> list[int]:
    """Return the entrants in the order in which the seed of a round draws them."""
    return list(Stream(seed, [SEATING]).supply(Shuffle(SEATING, tuple(sorted(numbers)))))


def check_round_robin(tournament: Tournament) -> int:
    """How many rounds it takes with those who are there, or TournamentRefused.

    Every game is played, even if everybody has met everybody before.
    """
    people, players = len(tournament.entrants), tournament.stages[0].players
    plan = rounds_for(people, players, MOST_ROUNDS)
    if plan is None:
        works = ", ".join(map(str, possible(players, MOST_PEOPLE, MOST_ROUNDS)))
        raise TournamentRefused(
            "with {people} people not everybody can meet everybody once at tables of {players}: be {works},"
            " or make a Swiss tournament",
            people=people,
            players=players,
            works=works,
        )
    return len(plan) * -(-len(tournament.stages) // len(plan))


def next_seating(tournament: Tournament, away: set[str]) -> list[list[int | None]]:
    """Return all tables of the next round: no seat for players who have left or are `away` for good."""
    there = [one.number for one in tournament.entrants if not one.left and one.who and one.who not in away]
    if not there:
        return []
    if tournament.system == "round_robin":
        return _by_plan(tournament, there)
    number = len(tournament.played)
    stage, past = tournament.stage(number), tournament.seating()
    wanted = sizes(
        len(there), stage.players, game_named(stage.game).players, with_bots=tournament.level is not None
    )
    people, drawn = [size.people for size in wanted], lots(tournament.seed(number), there)
    if number == 0:
        tables = mixed(drawn, people)
    else:
        order = [one.entrant for one in tournament.standings(drawn)]
        tables = swiss(order, people, meetings(past))
    return [
        seated(sorted(table, key=drawn.index), size.seats, past)
        for table, size in zip(tables, wanted, strict=True)
    ]


def _by_plan(tournament: Tournament, there: list[int]) -> list[list[int | None]]:
    """Seat by a plan whose places the first seed draws; a bot plays for each who has left."""
    number, players = len(tournament.played), tournament.stages[0].players
    everybody = [one.number for one in tournament.entrants]
    plan = rounds_for(len(everybody), players, MOST_ROUNDS)
    assert plan is not None, "it was checked at the start"
    places = lots(tournament.seed(0), everybody) if tournament.drawn else everybody
    drawn, past = lots(tournament.seed(number), everybody), tournament.seating()
    tables = [[places[place] for place in table] for table in plan[number % len(plan)]]
    return [
        [
            entrant if entrant in there else None
            for entrant in seated(sorted(table, key=drawn.index), players, past)
        ]
        for table in tables
        if any(entrant in there for entrant in table)
    ]
