"""Chance that anyone can check: a game asks, a seed answers, a stranger can recompute.

docs/notation.md spells the stream out, byte by byte.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from struct import Struct
from typing import Final, TypeAlias

from hexdeck.core.errors import NameUnknown

SEED_BYTES: Final = 32
WORDS: Final = 1 << 64  # how many different words there are

_WORDS_IN: Final = Struct(">4Q").unpack  # a block of 32 bytes holds four words of 8
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")

Outcome: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """An order for `cards`, in which equal cards may occur."""

    what: str
    cards: tuple[int, ...]

    def allows(self, outcome: Sequence[int]) -> bool:
        return sorted(outcome) == sorted(self.cards)


@dataclass(frozen=True, slots=True)
class Roll:
    """`dice` numbers from 0 to `sides` - 1."""

    what: str
    dice: int
    sides: int
    by_hand: bool = False  # people roll real dice and tell the table

    def allows(self, outcome: Sequence[int]) -> bool:
        return len(outcome) == self.dice and all(0 <= face < self.sides for face in outcome)


Chance: TypeAlias = Shuffle | Roll


def commitment(seed: bytes) -> str:
    """What a table publishes before the first deal."""
    return hashlib.sha256(seed).hexdigest()


class Stream:
    """The numbers that a seed and the players' salts determine."""

    def __init__(self, seed: bytes, salts: Sequence[str] = ()) -> None:
        assert len(seed) == SEED_BYTES, "a seed has 32 bytes"
        self._words = _words(seed, hashlib.sha256("".join(f"{salt}\n" for salt in salts).encode()).digest())

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, every one equally likely."""
        fair = WORDS - WORDS % limit
        while (word := next(self._words)) >= fair:
            pass
        return word % limit

    def supply(self, needs: Chance) -> Outcome:
        if isinstance(needs, Roll):
            return tuple(self.below(needs.sides) for _ in range(needs.dice))
        cards = list(needs.cards)
        for last in range(len(cards) - 1, 0, -1):
            chosen = self.below(last + 1)
            cards[last], cards[chosen] = cards[chosen], cards[last]
        return tuple(cards)


def _words(seed: bytes, salted: bytes) -> Iterator[int]:
    """Block after block; what all of them begin with is taken in once."""
    begun = hmac.new(seed, salted, "sha256")
    for number in count():
        block = begun.copy()
        block.update(number.to_bytes(8, "big"))
        yield from _WORDS_IN(block.digest())


def number_named(text: str) -> int:
    """A number as records write it, without sign, space or leading zero."""
    if not _NUMBER.fullmatch(text):
        raise NameUnknown(f"{text!r} is not a number: write digits, like 3")
    return int(text)
