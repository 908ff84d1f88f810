"""Voodoo Prince: when to take a trick, when to leave it, and with which card."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from random import Random
from typing import Final

from hexdeck.ai.tactics.finder import MOST_WORLDS, Found, Worlds, all_or_some, found
from hexdeck.ai.tactics.theme import Theme
from hexdeck.ai.tactics.worlds import all_deals
from hexdeck.core.cards import COLORS, Card, Color, Seat
from hexdeck.core.game import Choice
from hexdeck.games.voodoo_prince import GAME
from hexdeck.games.voodoo_prince.law.rules import DOLL, SPLITTERS, State, color_of, value_of, winning_card
from hexdeck.games.voodoo_prince.law.view import View

OPTIONS: Final[dict[str, Choice]] = {"rounds": 1}  # so that nothing counts but the points of this round
BOTS: Final = ("ismcts-100",)
LATE: Final = 15  # cards in the hands of all who are still in the round
STAKE: Final = 0.5


def sees(view: View) -> str:
    """`trump blue; trick 1 r5, 2 r7; hand r2 g9; tricks 2 1 3, out 2`."""
    trick = ", ".join(f"{seat} {GAME.card_name(card)}" for seat, card in view.trick) or "nothing"
    hand = " ".join(map(GAME.card_name, view.hand))
    out = "".join(f" {seat}" for seat in view.left)
    return (
        f"trump {COLORS[view.trump]}; trick {trick}; hand {hand}; "
        f"tricks {' '.join(map(str, view.tricks))} of {view.goal}" + (f"; out{out}" if out else "")
    )


def look(state: State, seat: Seat) -> Found | None:
    view = GAME.view(state, seat)
    if sum(view.hand_sizes[other] for other in view.playing) > LATE:
        return None
    return found(GAME.name, view, lambda: worlds(view), STAKE)


def worlds(view: View) -> Worlds:
    """All of them, told by the hands of those who are still in the round, or a sample."""
    any_world = GAME.worlds(view, Random(0))
    others = [seat for seat in view.playing if seat != view.seat]
    hidden = [seat for seat in range(view.players) if seat != view.seat]
    unseen = [*chain.from_iterable(any_world.hands[seat] for seat in hidden), *any_world.undealt]
    deals = all_deals(
        unseen,
        [view.hand_sizes[seat] for seat in others],
        lambda holder, card: color_of(card) not in view.voids[others[holder]],
        MOST_WORLDS,
    )
    return all_or_some(GAME.name, view, deals, lambda hands: _with_hands(any_world, others, hands))


def _with_hands(state: State, others: list[Seat], hands: Sequence[Sequence[Card]]) -> State:
    """Hands for those who play on; what is left goes where nobody looks."""
    world = state.copy()
    for seat, hand in zip(others, hands[:-1], strict=True):
        world.hands[seat] = list(hand)
    left = list(hands[-1])
    for seat in state.left:
        size = len(state.hands[seat])
        world.hands[seat], left = left[:size], left[size:]
    world.undealt = left
    return world


@dataclass
class Case:
    view: View
    right: Sequence[Card]
    wrong: Sequence[Card]

    @cached_property
    def leads(self) -> bool:
        return not self.view.trick

    @cached_property
    def led(self) -> Color:
        return color_of(self.view.trick[0][1])

    @cached_property
    def right_take(self) -> list[bool]:
        return [self._takes(card) for card in self.right]

    @cached_property
    def taking(self) -> list[Card]:
        """Wrong cards that would take the trick as it lies."""
        return [card for card in self.wrong if self._takes(card)]

    @cached_property
    def should_take(self) -> bool:
        return not self.leads and all(self.right_take) and not self.taking

    @cached_property
    def should_not_take(self) -> bool:
        return not self.leads and bool(self.taking) and not any(self.right_take)

    @cached_property
    def always_takes(self) -> bool:
        return not self.leads and all(self.right_take) and len(self.taking) == len(self.wrong)

    @cached_property
    def never_takes(self) -> bool:
        return not self.leads and not any(self.right_take) and not self.taking

    @cached_property
    def discards(self) -> bool:
        return self.never_takes and all(color_of(card) != self.led for card in (*self.right, *self.wrong))

    @cached_property
    def higher(self) -> bool:
        return min(map(value_of, self.right)) > max(map(value_of, self.wrong))

    @cached_property
    def leaves(self) -> bool:
        """Whether one more trick lets the seat go."""
        assert self.view.seat is not None
        return self.view.tricks[self.view.seat] + 1 >= self.view.goal

    @cached_property
    def two_left(self) -> bool:
        return len(self.view.playing) == 2

    def are_trumps(self, cards: Sequence[Card]) -> bool:
        return self.led != self.view.trump and all(color_of(card) == self.view.trump for card in cards)

    def _takes(self, card: Card) -> bool:
        lying = [played for _, played in self.view.trick]
        return winning_card([*lying, card], self.view.trump, self.view.top) == card


def _doll_on_top(case: Case) -> bool:
    tops = {color_of(card) for _, card in case.view.trick if value_of(card) == case.view.top}
    dolls = all(value_of(card) == DOLL for card in case.right)
    return dolls and all(case.right_take) and not tops.isdisjoint(map(color_of, case.right))


def _should_split(case: Case) -> bool:
    if case.always_takes and any(map(_splits, case.wrong)):
        return False
    return (case.should_take or case.always_takes) and all(map(_splits, case.right))


def _should_not_split(case: Case) -> bool:
    if case.always_takes:
        return all(map(_splits, case.wrong)) and not any(map(_splits, case.right))
    return case.should_not_take and all(map(_splits, case.taking))


def _doll_unseen(case: Case) -> bool:
    if case.leads:
        return any(value_of(card) in (DOLL, case.view.top) for card in case.wrong)
    dolls = any(value_of(card) == DOLL for card in (*case.right, *case.taking))
    return case.should_not_take and dolls and case.led != case.view.trump


def _lower(case: Case) -> bool:
    return max(map(value_of, case.right)) < min(map(value_of, case.wrong))


def _other_colors(case: Case) -> bool:
    return set(map(color_of, case.right)).isdisjoint(map(color_of, case.wrong))


def _keeps_the_highest(case: Case) -> bool:
    return case.discards and max(map(value_of, case.right)) < max(map(value_of, case.wrong))


def _splits(card: Card) -> bool:
    return value_of(card) in SPLITTERS


THEMES: Final = (
    Theme(
        "The doll beats the top card",
        "The 0 takes the trick in which the highest card of its colour lies.",
        lambda case: not case.leads and _doll_on_top(case),
    ),
    Theme(
        "A 5 or 7 takes two",
        "A trick taken with a 5 or a 7 counts twice: once that is what you lack, take it so.",
        _should_split,
    ),
    Theme(
        "Do not leave by accident",
        "A 5 or 7 that takes the trick counts twice: it may throw you out too soon.",
        _should_not_split,
    ),
    Theme(
        "With two left, lead what wins",
        "Whoever is left over gets next to nothing: lead the card that takes the trick.",
        lambda case: case.leads and case.higher and case.two_left,
    ),
    Theme(
        "Lead your sure winner",
        "Lead the card that nobody can beat.",
        lambda case: case.leads and case.higher,
    ),
    Theme(
        "Beware of the doll",
        "A top card is no sure winner while its 0 is unseen, and a 0 no sure loser while its top card is.",
        _doll_unseen,
    ),
    Theme(
        "Trump it",
        "You cannot follow, and a trump takes the trick that you need.",
        lambda case: case.should_take and case.are_trumps(case.right),
    ),
    Theme(
        "Do not trump it",
        "You cannot follow, but you need not trump: the trick is worth more to you with somebody else.",
        lambda case: case.should_not_take and case.are_trumps(case.taking),
    ),
    Theme(
        "With two left, win fast",
        "Whoever is left over gets next to nothing: with two in the round, take your trick at once.",
        lambda case: case.should_take and case.two_left and case.view.players > 2,
    ),
    Theme(
        "Leave next to last",
        "Three are left and this trick lets you go: nobody earns more than the one before the last.",
        lambda case: case.should_take and case.leaves and len(case.view.playing) == 3,
    ),
    Theme(
        "Leave while you can",
        "You get out with this trick, and who knows whether with another.",
        lambda case: case.should_take and case.leaves,
    ),
    Theme(
        "Take the trick while you can",
        "Tricks do not come by themselves: this one you can have.",
        lambda case: case.should_take,
    ),
    Theme(
        "Sit one trick short",
        "One trick is missing, and those of the others are your points: let them take this one first.",
        lambda case: case.should_not_take and case.leaves,
    ),
    Theme(
        "Feed the rivals",
        "Their tricks are your points: lose this one.",
        lambda case: case.should_not_take,
    ),
    Theme(
        "Lead what they must take",
        "Lead a card that somebody else takes.",
        lambda case: case.leads and _lower(case),
    ),
    Theme(
        "Lead the right colour",
        "Who takes the trick depends on who can follow: lead the colour in which that suits you.",
        lambda case: case.leads and _other_colors(case),
    ),
    Theme(
        "Throw away what wins too soon",
        "You cannot follow: get rid of a card that would take a trick when you do not want it.",
        lambda case: case.discards and case.higher,
    ),
    Theme(
        "Keep the sure winner",
        "You cannot follow: throw away what will never win, and keep what will.",
        _keeps_the_highest,
    ),
    Theme(
        "Under the winner, throw the right one",
        "The trick is lost whatever you play: think of what you want to hold next.",
        lambda case: case.never_takes and not case.discards,
    ),
    Theme(
        "Take it with the right card",
        "You take the trick whatever you play: think of what you want to hold next.",
        lambda case: case.always_takes,
    ),
)
