"""Which bot is asked next: those that may act out of turn first, then those whose turn it is."""

from collections.abc import Collection, Iterable

from hexdeck.core.cards import Seat
from hexdeck.core.table import Table


def next_bot_seat(table: Table, bots: Iterable[Seat], passed: Collection[Seat]) -> tuple[Seat, bool] | None:
    """A seat, and whether it would interrupt; `passed` have let it be at this version."""
    to_move = table.to_move()
    first: Seat | None = None
    for seat in bots:
        if seat in to_move:
            first = seat if first is None else first
        elif seat not in passed and table.may_act(seat):
            return seat, True
    return None if first is None else (first, False)
