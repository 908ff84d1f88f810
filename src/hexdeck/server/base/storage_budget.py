"""How many bytes may be stored for one address in a day, and for one person there."""

from collections.abc import Callable
from typing import Final

from hexdeck.server.base.limits import SharedBuckets
from hexdeck.server.base.refusals import TooMuch

DAY: Final = 86_400.0
PERSON: Final = 1 / 8  # of what an address may have stored
PADS: Final = 1 / 32  # of it may be score pads, which nobody has to play for

TABLE: Final = 40_000  # bytes: a table with its game, as was measured with as many players as there can be
SEAT: Final = 10_000  # of a table of a tournament, for each round
SMALL: Final = 300  # a name, an invitation, a link, beside the text in them

MakeBuckets = Callable[[str, float, float], SharedBuckets]  # name, bytes a second, bytes at once


class StoredBytes:
    """A budget of bytes for each address and person; strangers have that of their address alone."""

    def __init__(self, name: str, make: MakeBuckets, bytes_a_day: float) -> None:
        self.refused = 0
        self._by_address = make(f"{name} of an address", bytes_a_day / DAY, bytes_a_day)
        of_one = PERSON * bytes_a_day
        self._by_person = make(f"{name} of a person", of_one / DAY, of_one)

    async def take(self, person: str | None, address: str, count: int) -> None:
        """Count bytes that are about to be stored; TooMuch where it was enough for a day."""
        if person is not None and not await self._by_person.take(person, count):
            self._refuse(self._by_person.seconds_left(person))
        if address and not await self._by_address.take(address, count):
            self._refuse(self._by_address.seconds_left(address))

    def _refuse(self, seconds: float) -> None:
        self.refused += 1
        raise TooMuch(
            "as much as a day allows was stored for you or your address: try again in {n} s", n=seconds
        )
