"""Bots in the seats of a table."""

from collections.abc import Iterator, Mapping

from hexdeck.bots.bot import Bot
from hexdeck.cards import Seat
from hexdeck.table.table import Table


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
