"""A face-down deck, the hands drawn from it, and what the whole table knows of both."""

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from hexdeck.core.cards import Card, Seat


@dataclass(slots=True)
class Stock:
    """The curses or the artefacts, but for those that lie open.

    The cards under a deck are known to all, and so is the hand that draws one of them later.
    """

    hands: list[list[Card]]  # sorted
    drawn: list[list[Card]]  # by each seat from the fresh cards, in order, a dealt card first
    known: list[set[Card]]  # in each hand, because they came from under the deck
    deck: list[Card] = field(default_factory=list)  # the top first
    fresh: int = 0  # cards on top of the deck that were never under it
    drawers: list[Seat] = field(default_factory=list)  # who drew the fresh cards, in order
    shown: dict[Card, tuple[Seat, int]] = field(default_factory=dict)
    # first shown by whom, and how many fresh cards that seat had got by then

    def copy(self) -> Self:
        return type(self)(
            [hand.copy() for hand in self.hands],
            [cards.copy() for cards in self.drawn],
            [cards.copy() for cards in self.known],
            self.deck.copy(),
            self.fresh,
            self.drawers.copy(),
            self.shown.copy(),
        )

    def shuffled(self, cards: Sequence[Card]) -> None:
        self.deck = list(cards)
        self.fresh = len(self.deck)

    def deal(self, seat: Seat, card: Card) -> None:
        self.drawn[seat].append(card)
        self.hands[seat].append(card)

    def draw(self, seat: Seat) -> Card:
        card = self.deck.pop(0)
        insort(self.hands[seat], card)
        if self.fresh:
            self.fresh -= 1
            self.drawn[seat].append(card)
            self.drawers.append(seat)
        else:
            self.known[seat].add(card)
        return card

    def show(self, seat: Seat, card: Card) -> None:
        """Lay `card` open; it leaves the hand."""
        self.hands[seat].remove(card)
        self.known[seat].discard(card)
        self.shown.setdefault(card, (seat, len(self.drawn[seat])))

    def put_under(self, card: Card) -> None:
        self.deck.append(card)


def empty_stock(players: int) -> Stock:
    seats = range(players)
    return Stock([[] for _ in seats], [[] for _ in seats], [set() for _ in seats])
