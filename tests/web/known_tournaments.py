"""Tournaments in a house with known positions: one between two rounds, and one that is over."""

from collections.abc import Sequence
from random import Random
from time import time
from typing import Final

from hexdeck.core.registry import game_named
from hexdeck.server.store.protocol import Storage, TournamentChange
from hexdeck.server.tournaments.documents import Entrant, Round, RoundTable, Stage, Tournament

PAUSING: Final = "QQQ-QQQ-QQQ"
OVER: Final = "RRR-RRR-RRR"
SIZE: Final = 4  # people at a table
SCORES: Final = {  # that people have after a round
    "voodoo_prince": range(2, 11),
    "vampire_queen": range(-40, -3),
    "skull_queen": range(-6, 19),
    "voodoo": range(3, 12),
}
PEOPLE: Final = {
    "Marie": "cat",
    "Lukas": "owl",
    "Nina": "crow",
    "Leon": "lantern",
    "Antonia": "moon",
    "Jonas": "ship",
    "Beatrice": "ghost",
    "Georges": "key",
    "Charlotte": "hat",
    "Françoise": "star",
    "Carsten": "pumpkin",
    "Dorothea": "spider",
    "Luca": "candle",
}


async def write_tournaments(storage: Storage, marie: str, host: str) -> None:
    """Marie looks on at the first, which would else stand on her first page."""
    everybody = [*PEOPLE]
    pausing = _tournament(PAUSING, "Club evening", host, everybody[1:], played=2)
    pausing.status = "pausing"
    over = _tournament(OVER, "Autumn cup", host, everybody[:8], played=4)
    over.status, over.entrants[0].who = "over", marie
    for one in (pausing, over):
        await storage.change_tournament(
            TournamentChange(one.code, 1, one.written(), one.kept_as, time(), one.people())
        )


def _tournament(code: str, name: str, host: str, people: Sequence[str], *, played: int) -> Tournament:
    stages = [Stage(game, SIZE, game_named(game).complete({})) for game in SCORES]
    entrants = [Entrant(number, None, who, PEOPLE[who]) for number, who in enumerate(people, 1)]
    rounds = [_round(code, number, len(people), stages[number].game) for number in range(played)]
    seeds = [f"{number:064x}" for number in range(len(stages))]
    return Tournament(code, name, host, stages, len(stages), seeds, entrants=entrants, played=rounds)


def _round(code: str, number: int, people: int, game: str) -> Round:
    rng = Random(f"{code} {number}")
    order = rng.sample(range(1, people + 1), people)
    tables = [
        RoundTable(
            f"{code[:-1]}{'ABC'[at // SIZE]}", [*order[at : at + SIZE]], rng.choices(SCORES[game], k=SIZE)
        )
        for at in range(0, people, SIZE)
    ]
    return Round(tables, began=0.0, ended=1.0)
