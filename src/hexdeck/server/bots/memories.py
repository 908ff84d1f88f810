"""What bots have decided once and keep to, seat by seat; it goes with every question, and comes back."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from hexdeck.core.cards import Seat

MOST: Final = 20_000  # seats whose bots remember something


class Memories:
    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, Seat], dict[str, object]] = OrderedDict()

    def of(self, table: str, seat: Seat) -> dict[str, object]:
        """By the name of the bot: a simpler one may have played for another."""
        return self._kept.get((table, seat), {})

    def keep(self, table: str, seat: Seat, memories: Mapping[str, object]) -> None:
        if memories:
            self._kept[table, seat] = {**self.of(table, seat), **memories}
            self._kept.move_to_end((table, seat))
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
