"""A round as it is made: who sits at which table and where, decided by what has happened so far."""

from typing import Final

from hexdeck.games import game_named
from hexdeck.server.refusals import TournamentRefused
from hexdeck.server.tournaments.documents import Tournament
from hexdeck.server.tournaments.pairing import meetings, mixed, seated, swiss
from hexdeck.server.tournaments.round_robin import possible, rounds_for
from hexdeck.server.tournaments.sizes import sizes

MOST_PEOPLE: Final = 64
MOST_ENTRANTS: Final = 4 * MOST_PEOPLE  # with those who have left
MOST_ROUNDS: Final = 15


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
    """Every table of the next round; nobody who has left or is `away` for good gets a seat."""
    number = len(tournament.played)
    stage, past = tournament.stage(number), tournament.seating()
    there = [one.number for one in tournament.entrants if not one.left and one.who and one.who not in away]
    if tournament.system == "round_robin":
        return _by_plan(tournament, number, there)
    wanted = sizes(
        len(there), stage.players, game_named(stage.game).players, with_bots=tournament.level is not None
    )
    people = [size.people for size in wanted]
    if number == 0:
        tables = mixed(there, people)
    else:
        order = [one.entrant for one in tournament.standings(there)]
        tables = swiss(order, people, meetings(past))
    return [seated(table, size.seats, past) for table, size in zip(tables, wanted, strict=True)]


def _by_plan(tournament: Tournament, number: int, there: list[int]) -> list[list[int | None]]:
    """As it was drawn up at the start; a bot plays for whoever has left."""
    players = tournament.stages[0].players
    plan = rounds_for(len(tournament.entrants), players, MOST_ROUNDS)
    assert plan is not None, "it was checked at the start"
    tables = [[place + 1 for place in table] for table in plan[number % len(plan)]]
    past = tournament.seating()
    return [
        [entrant if entrant in there else None for entrant in seated(table, players, past)]
        for table in tables
        if any(entrant in there for entrant in table)
    ]
