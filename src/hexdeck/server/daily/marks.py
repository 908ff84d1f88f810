"""What bots make of the deal of a day on the seat that everybody has: a mark to measure oneself by."""

from typing import Final

from msgspec import Struct

from hexdeck.ai.bots.names import BOT_NAMES
from hexdeck.core.cards import Seat
from hexdeck.core.record import Player, new_header
from hexdeck.core.registry import game_named
from hexdeck.core.table import Table
from hexdeck.server.base.fair_queue import Requester
from hexdeck.server.bots.bot_request import Luck, Question, Thinker
from hexdeck.server.bots.next_bot_seat import next_bot_seat
from hexdeck.server.daily.deals import LEVEL, SEAT, deal_of, fate

MARKS: Final = ("club", "expert")  # levels


class Mark(Struct):
    level: str
    score: int


async def mark(thinker: Thinker, game: str, seed: bytes, level: str) -> Mark:
    """A whole game, asked of the same bots in the same order as at a table."""
    deal = deal_of(game)
    levels = [level if seat == SEAT else LEVEL for seat in range(deal.players)]
    players = [Player(name, kind) for name, kind in zip(BOT_NAMES, levels, strict=False)]
    table = Table(new_header(game_named(game), players, deal.options, seed=seed, secret=True), seed)
    table.open()
    passed: tuple[int, set[Seat]] = (0, set())  # who let it be, at this version
    while not table.is_over:
        if passed[0] != table.version:
            passed = (table.version, set())
        asked = next_bot_seat(table, range(deal.players), passed[1])
        assert asked is not None, "until it is over somebody is to choose"
        seat, interrupts = asked
        question = Question(
            levels[seat],
            game,
            table.view(seat),
            interrupts,
            requester=Requester("day", "day"),
            options=deal.options,
            luck=Luck(fate(seed, seat), table.version),
        )
        answer = await thinker.choose(question)
        if answer.action is None:
            passed[1].add(seat)
        else:
            table.submit(seat, answer.action)
    return Mark(level, table.scores[SEAT])
