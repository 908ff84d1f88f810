"""A player of Skull Queen who reckons how far each card will move a pirate [SQ, what good players know]."""

from collections.abc import Iterable, Sequence
from math import prod
from random import Random
from typing import Final, NamedTuple, TypeAlias

from hexdeck.core.cards import Action, Card, Color, Seat
from hexdeck.games.skull_queen.law.planks import (
    LENGTH,
    OVERBOARD,
    PIRATES,
    PLACINGS,
    SIDES,
    SPACES,
    Plank,
    Side,
)
from hexdeck.games.skull_queen.law.rules import PLACE
from hexdeck.games.skull_queen.law.trick import (
    EIGHT,
    FIVE,
    MATE,
    MONKEY,
    color_of,
    counts_as,
    make_card,
    resolved,
    steps_down,
    steps_up,
    value_of,
)
from hexdeck.games.skull_queen.law.view import View

COMPANY: Final = {2: 1.6, 3: 1.6, 4: 2.1, 5: 2.4, 6: 2.6}  # others' cards that a card meets in its colour
RESOLVES: Final = 0.9  # how likely it meets any
CONTROL: Final = 0.3  # how likely a step that harms can be avoided later
PATIENCE: Final = 0.6  # how likely a Monkey or First Mate can be kept for its best moment
LATE: Final = 4  # cards in hand below which patience runs out
RIVALS: Final = 0.5  # what a point of all rivals is worth
STAYS: Final = 0.7  # how likely a card stays the highest or lowest with each player to come
BLUFF: Final = 0.3  # points by which two players blur their secret choices

WATER: Final = (0.0, 0.0)  # a pirate can fall by two steps
Values: TypeAlias = list[float]  # of a pirate on each space, with WATER above and below

ACTION_OF: Final = {plank: PLACE + index for index, plank in enumerate(PLACINGS)}


class Odds(NamedTuple):
    """How likely a card moves its pirate, by the number of steps."""

    two_up: float
    up: float
    down: float
    two_down: float


class Heuristic:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def interrupt(self, view: View) -> Action | None:
        del view
        return None

    def choose(self, view: View) -> Action:
        if len(view.actions) == 1:
            return view.actions[0]
        if not view.planks:
            return self._placing(Reckoning(view))
        return self._card(Reckoning(view))

    def _placing(self, table: "Reckoning") -> Action:
        """The side and spaces that promise the most points."""
        planks = [table.best_plank(side) for side in range(len(SIDES))]
        return ACTION_OF[max(planks, key=table.promise)]

    def _card(self, table: "Reckoning") -> Action:
        if table.view.players > 2:
            return max(table.view.actions, key=table.worth)
        return max(table.view.actions, key=lambda card: table.worth(card) + BLUFF * self._rng.random())


class Reckoning:
    """What a seat can work out from its view."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        seen = {*view.hand, *view.centre, *view.gone}.union(*view.played)
        self.unseen = [
            [value for value in range(view.low, view.top + 1) if make_card(color, value) not in seen]
            for color in range(len(PIRATES))
        ]
        self.hidden = sum(view.hand_sizes) - len(view.hand) + view.stack_size
        self.trick = {one.seat: one.card for one in view.trick}
        self.to_come = [seat for seat in range(view.players) if seat not in {*self.trick, self.seat}]

    def best_plank(self, side: Side) -> Plank:
        """Every pirate where it promises most."""
        spaces = []
        for color in range(len(PIRATES)):
            values = self.future(side, color, self.view.hand)
            spaces.append(max(range(LENGTH), key=lambda space: values[space + 2]))
        return Plank(side, tuple(spaces))

    def promise(self, plank: Plank) -> float:
        """The points expected from `plank`."""
        return sum(
            self.future(plank.side, color, self.view.hand)[space + 2]
            for color, space in enumerate(plank.pirates)
        )

    def worth(self, card: Card) -> float:
        """The points that playing `card` now wins or costs."""
        asked = counts_as(card, self.view.trick_color)
        colors = range(len(PIRATES)) if asked is None else [asked]
        gain = sum(self._gain(card, color) for color in colors) / len(colors)
        kept = self._best_moment(card) if card >= MONKEY else 0.0
        return gain - kept - RIVALS * self._gift(card)

    def future(self, side: Side, color: Color, hand: Iterable[Card]) -> Values:
        """What a pirate of `color` will score from each space, with `hand` to be played."""
        values = [*WATER, *map(float, SPACES[side]), *WATER]
        for card in hand:
            if color_of(card) == color:
                odds = self._later(color, value_of(card))
                here = [_expected(values, at, odds, CONTROL) for at in range(2, 2 + LENGTH)]
                values = [*WATER, *here, *WATER]
        return values

    def _gain(self, card: Card, color: Color) -> float:
        """What `card` does for the seat's own pirate of `color`, now and by not being there later."""
        plank = self.view.planks[self.seat]
        space = plank.pirates[color]
        if space == OVERBOARD:
            return 0.0
        before = self.future(plank.side, color, self.view.hand)
        after = self.future(plank.side, color, [other for other in self.view.hand if other != card])
        return _expected(after, space + 2, self._now(color, value_of(card)), 0.0) - before[space + 2]

    def _best_moment(self, card: Card) -> float:
        """What a Monkey or First Mate is worth when kept for the colour that likes its step most."""
        plank = self.view.planks[self.seat]
        step = -1 if card == MATE else 1
        gains = []
        for color, space in enumerate(plank.pirates):
            values = self.future(plank.side, color, self.view.hand)
            gains.append(0.0 if space == OVERBOARD else values[space + 2 + step] - values[space + 2])
        patience = PATIENCE * min(1.0, (len(self.view.hand) - 1) / (LATE - 1))
        return patience * max(gains) + (1.0 - patience) * sum(gains) / len(gains)

    def _gift(self, card: Card) -> float:
        """The points that those who have played win or lose if the trick ends like this, for each rival."""
        owners = {played: seat for seat, played in self.trick.items() if seat < self.view.players}
        points = 0
        for color, cards in resolved({**self.trick, self.seat: card}, self.view.centre).items():
            for extreme, steps in ((cards[-1], steps_up(cards)), (cards[0], -steps_down(cards))):
                if extreme in owners:
                    points += self._step_points(owners[extreme], color, steps)
        return float(points * STAYS ** len(self.to_come) / (self.view.players - 1))

    def _step_points(self, seat: Seat, color: Color, steps: int) -> int:
        plank = self.view.planks[seat]
        if plank.pirates[color] == OVERBOARD:
            return 0
        return plank.moved(color, steps).points() - plank.points()

    def _later(self, color: Color, value: int) -> Odds:
        """What a card will do in some later trick."""
        unseen = self.unseen[color]
        if not unseen:
            return Odds(0.0, 0.0, 0.0, 0.0)
        company = COMPANY[self.view.players]
        above = _share_above(unseen, value)
        highest = RESOLVES * (1.0 - above) ** company
        lowest = RESOLVES * above**company
        return _odds(highest, lowest, value, [], unseen, company)

    def _now(self, color: Color, value: int) -> Odds:
        """What a card that counts as `color` does in this trick."""
        lying, follow, unseen = self._lying(color), self._follow(color), self.unseen[color]
        above = _share_above(unseen, value)
        alone = 0.0 if lying else prod(1.0 - likely for likely in follow)
        highest = prod(1.0 - likely * above for likely in follow)
        lowest = prod(1.0 - likely * (1.0 - above) for likely in follow)
        if any(other > value for other in lying):
            highest = 0.0
        if any(other < value for other in lying):
            lowest = 0.0
        return _odds(max(0.0, highest - alone), max(0.0, lowest - alone), value, lying, unseen, sum(follow))

    def _lying(self, color: Color) -> list[int]:
        """The values of `color` on the table; a Monkey or First Mate led will count as it."""
        centre = [value_of(card) for card in self.view.centre if color_of(card) == color]
        return centre + [value_of(one.card) for one in self.view.trick if one.color in (color, None)]

    def _follow(self, color: Color) -> list[float]:
        """How likely each player to come plays `color`, if that is asked for."""
        unseen = self.unseen[color]
        if not unseen or self.view.trick_color not in (None, color):
            return []
        other = 1.0 - len(unseen) / self.hidden
        return [
            1.0 - other ** self.view.hand_sizes[seat]
            for seat in self.to_come
            if color not in self.view.voids[seat]
        ]


def _share_above(unseen: Sequence[int], value: int) -> float:
    return sum(1 for other in unseen if other > value) / len(unseen) if unseen else 0.0


def _odds(
    highest: float, lowest: float, value: int, lying: Sequence[int], unseen: Sequence[int], company: float
) -> Odds:
    """The steps of a card that is highest or lowest with these chances [SQ8]."""
    eight = _joins(EIGHT, value, lying, unseen, company) if value >= EIGHT else 0.0
    five = _joins(FIVE, value, lying, unseen, company) if value <= FIVE else 0.0
    return Odds(highest * eight, highest * (1.0 - eight), lowest * (1.0 - five), lowest * five)


def _joins(special: int, value: int, lying: Sequence[int], unseen: Sequence[int], company: float) -> float:
    """How likely the 8 or the 5 is in a trick with `value`."""
    if special == value or special in lying:
        return 1.0
    return min(1.0, company / len(unseen)) if special in unseen else 0.0


def _expected(values: Values, at: int, odds: Odds, control: float) -> float:
    """The value of standing `at` before a card moves the pirate; some harm can be avoided."""
    here = values[at]
    total = here
    for likely, there in zip(
        odds, (values[at - 2], values[at - 1], values[at + 1], values[at + 2]), strict=True
    ):
        change = there - here
        total += likely * (change if change > 0.0 else change * (1.0 - control))
    return total
