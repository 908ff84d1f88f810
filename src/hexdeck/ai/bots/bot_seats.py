"""Bots in the seats of a table."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.external_bots.external_bot import OwnBot
from hexdeck.ai.external_bots.faults import Faults, summed
from hexdeck.core.cards import Seat
from hexdeck.core.table import Table


def let_bots_play(table: Table, bots: Mapping[Seat, Bot]) -> Iterator[Seat]:
    """Play on until a person must choose or roll; yields the seat after each action of a bot.

    Where several choose at the same time people come first, so that they may still change their minds.
    """
    while not table.is_over and not table.waits_for_dice:
        seat = _interruption(table, bots)
        if seat is None:
            to_move = table.to_move()
            if any(seat not in bots for seat in to_move):
                return
            seat = to_move[0]
            table.submit(seat, bots[seat].choose(table.view(seat)))
        yield seat


@contextmanager
def at_table(table: Table, bots: Mapping[Seat, Bot]) -> Iterator[None]:
    """Bots of one's own leave afterwards: they hear the result, or that there is none."""
    try:
        yield
    finally:
        let_bots_leave(table, bots)


def let_bots_leave(table: Table, bots: Mapping[Seat, Bot]) -> None:
    for bot in bots.values():
        if isinstance(bot, OwnBot):
            bot.leave(table.scores if table.is_over else None)


def faults_of(bots: Mapping[Seat, Bot]) -> tuple[Faults, ...]:
    """What bots of one's own have done wrong so far."""
    return summed(faults for bot in bots.values() if isinstance(bot, OwnBot) for faults in bot.faults)


def _interruption(table: Table, bots: Mapping[Seat, Bot]) -> Seat | None:
    """The bot that acted out of turn, if one wanted to."""
    to_move = table.to_move()
    for seat, bot in bots.items():
        if seat not in to_move and table.may_act(seat):
            action = bot.interrupt(table.view(seat))
            if action is not None:
                table.submit(seat, action)
                return seat
    return None
