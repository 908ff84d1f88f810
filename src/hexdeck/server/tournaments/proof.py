"""Recompute the seats of a tournament's rounds from what everybody is shown."""

from typing import Final

from msgspec.json import Decoder

from hexdeck.core.chance import commitment
from hexdeck.server.tournaments.documents import Entrant, Round, RoundTable, Tournament
from hexdeck.server.tournaments.presenter import TournamentLook
from hexdeck.server.tournaments.rounds import next_seating

read_look: Final = Decoder(TournamentLook).decode


def proved_rounds(look: TournamentLook) -> tuple[int, str | None]:
    """Return how many rounds were drawn as promised, and the first thing that does not fit."""
    over = [one for one in look.played if one.over]
    for number, one in enumerate(over):
        if commitment(bytes.fromhex(one.seed or "")) != look.commitments[number]:
            return number, f"the seed of round {number + 1} is not the one that was committed to"
        if [table.seats for table in one.tables] != next_seating(_before(look, number), set()):
            return number, f"the seats of round {number + 1} are not what its seed draws"
    return len(over), None


def _before(look: TournamentLook, number: int) -> Tournament:
    """The tournament as it was when a round was drawn, with those who were there."""
    seats = {seat for table in look.played[number].tables for seat in table.seats}
    past = [
        Round([RoundTable(table.code or "", table.seats, table.scores) for table in one.tables], 0.0, 0.0)
        for one in look.played[:number]
    ]
    return Tournament(
        look.code,
        look.name,
        "",
        look.games,
        look.rounds,
        [one.seed or "" for one in look.played],
        look.system,
        level=look.level,
        entrants=[
            Entrant(one.number, "present", one.name, "", left=one.number not in seats)
            for one in look.entrants
        ],
        played=past,
        drawn=look.drawn,
    )
