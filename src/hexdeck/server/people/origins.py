"""The network each person last came from, as a keyed mark: limits go by it, and no address is kept."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Final

MOST_REMEMBERED: Final = 20_000  # people


class Origins:
    """Remember people in memory alone; those who came longest ago are forgotten first."""

    def __init__(self, mark: Callable[[str], str]) -> None:
        """`mark` turns an address into a text that only this server can link to it."""
        self._mark = lru_cache(MOST_REMEMBERED)(mark)
        self._marks: OrderedDict[str, str] = OrderedDict()  # by person

    def mark(self, address: str) -> str:
        """Return the mark of an address (of IPv6, of its first 64 bits)."""
        return self._mark(address) if address else ""

    def note(self, person: str, address: str) -> None:
        """Remember that `person` has just sent a request from `address`."""
        self._marks[person] = self.mark(address)
        self._marks.move_to_end(person)
        if len(self._marks) > MOST_REMEMBERED:
            self._marks.popitem(last=False)

    def of(self, person: str | None) -> str:
        """Return the mark of the address `person` last came from; empty where it is not known."""
        return self._marks.get(person or "", "")
