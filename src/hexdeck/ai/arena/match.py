"""A deal and all the games played with it: each bot alone among each other, in every seat in turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self, TypeAlias

from hexdeck.ai.arena.cheater import Cheater, cheats
from hexdeck.ai.arena.seeds import Seed
from hexdeck.ai.arena.settings import Settings
from hexdeck.ai.arena.simulate import game_seed
from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.bot_seats import at_table, faults_of, let_bots_play
from hexdeck.ai.external_bots.faults import Faults
from hexdeck.core.cards import Seat
from hexdeck.core.record import Player, new_header
from hexdeck.core.registry import game_named
from hexdeck.core.table import Table

Lineup: TypeAlias = tuple[str, ...]  # the bot in each seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game ended."""

    scores: tuple[int, ...]
    rounds: int  # 0 where the game has none
    faults: tuple[Faults, ...] = ()  # of bots of one's own

    def as_dict(self) -> dict[str, object]:
        plain: dict[str, object] = {"scores": self.scores, "rounds": self.rounds}
        return plain | {"faults": [one.as_dict() for one in self.faults]} if self.faults else plain

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> Self:
        faults = tuple(Faults(**one) for one in given.get("faults", ()))
        return cls(tuple(given["scores"]), given["rounds"], faults)


@dataclass(frozen=True, slots=True)
class Match:
    """All games of one deal."""

    deal: int
    outcomes: dict[Lineup, Outcome]  # in the order of `lineups`

    def as_dict(self, bots: Sequence[str]) -> dict[str, object]:
        """Plain values; bots by their number, for they are named once for all deals."""
        games = [
            {"seats": [bots.index(bot) for bot in lineup], **outcome.as_dict()}
            for lineup, outcome in self.outcomes.items()
        ]
        return {"deal": self.deal, "games": games}

    @classmethod
    def from_dict(cls, given: dict[str, Any], bots: Sequence[str]) -> Self:
        games = {
            tuple(bots[number] for number in game["seats"]): Outcome.from_dict(game)
            for game in given["games"]
        }
        return cls(given["deal"], games)


def lineup(bot: str, other: str, seat: Seat, players: int) -> Lineup:
    """`bot` alone in `seat` among `other`s."""
    return tuple(bot if place == seat else other for place in range(players))


def lineups(settings: Settings) -> list[Lineup]:
    """Every table of a deal; two players who swap seats meet only once in each."""
    tables = (
        lineup(bot, other, seat, settings.players)
        for bot, other in settings.pairs
        for seat in range(settings.players)
    )
    return list(dict.fromkeys(tables))


def play_deal(settings: Settings, deal: int) -> Match:
    """The same on every machine, whoever else plays which deals."""
    return Match(deal, {bots: _played(settings, deal, bots) for bots in lineups(settings)})


def _played(settings: Settings, deal: int, bots: Lineup) -> Outcome:
    game, seed = game_named(settings.game), game_seed(_drawn(settings), deal)
    players = [Player(f"seat {seat}", bot) for seat, bot in enumerate(bots)]
    table = Table(new_header(game, players, settings.options, seed=seed), seed)
    rounds = _RoundCounter(game.round_ends)
    table.watch(None, rounds.tell)
    table.open()
    seated = _seated(settings, deal, bots, table)
    with at_table(table, seated):
        for _seat in let_bots_play(table, seated):
            pass
    assert table.is_over
    return Outcome(table.scores, rounds.count, faults_of(seated))


def _drawn(settings: Settings) -> Seed:
    assert settings.seed is not None, "a run draws one first"
    return settings.seed


def _seated(settings: Settings, deal: int, bots: Lineup, table: Table) -> dict[Seat, Bot]:
    """The bots of one game; what they draw depends on the deal, the seat and their name alone."""
    seated: dict[Seat, Bot] = {}
    for seat, bot in enumerate(bots):
        rng = Random(f"{settings.seed}/{deal}/{seat}/{bot}")
        seated[seat] = Cheater(bot, table, rng) if cheats(bot) else _made(settings, bot, rng)
    return seated


def _made(settings: Settings, bot: str, rng: Random) -> Bot:
    return make_bot(
        settings.name_of(bot), settings.game, rng, options=settings.options, seconds=settings.seconds
    )


class _RoundCounter:
    def __init__(self, ends: tuple[type, ...]) -> None:
        self.count = 0
        self._ends = ends

    def tell(self, events: tuple[object, ...]) -> None:
        self.count += sum(1 for event in events if isinstance(event, self._ends))
