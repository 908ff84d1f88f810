"""Voodoo Prince: win your tricks late, but not last.

The rules as we play them are docs/rules/voodoo_prince.md; [VP4] names a paragraph there.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple, Self

from hexdeck.core.cards import COLORS, Action, Card, Color, Seat
from hexdeck.core.chance import Chance, Outcome, Roll, Shuffle
from hexdeck.core.game import Options, shallow_clone, winners
from hexdeck.games.voodoo_prince.law.events import (
    DealerDrawn,
    Dealt,
    Event,
    GameEnded,
    LeftOver,
    Played,
    RoundEnded,
    RoundLeft,
    TrickTaken,
    TrumpDrawn,
    TrumpNamed,
)


class Setup(NamedTuple):
    """One column of the rulebook's tables [VP1]."""

    low: int  # the lowest value in the deck
    top: int  # the highest
    hand: int  # cards dealt to each player
    goal: int  # tricks that end a player's round


PRINCE: Final = {  # [VP1]
    2: Setup(low=0, top=10, hand=13, goal=7),
    3: Setup(low=0, top=10, hand=13, goal=4),
    4: Setup(low=0, top=12, hand=13, goal=3),
    5: Setup(low=0, top=15, hand=14, goal=3),
}
MARSHMALLOW: Final = {  # [VP13]
    2: Setup(low=1, top=12, hand=12, goal=6),
    3: Setup(low=1, top=12, hand=12, goal=4),
    4: Setup(low=1, top=12, hand=12, goal=3),
    5: Setup(low=1, top=12, hand=12, goal=3),
}
DOLL: Final = 0  # [VP7]
SPLITTERS: Final = (5, 7)  # [VP8]
ENOUGH: Final = 20  # points that end a Race to 20 [VP13]
PATIENCE: Final = 50  # rounds after which a Race to 20 ends anyway [VP-R12]

VALUES: Final = 16  # card = colour * VALUES + value
CARDS: Final = len(COLORS) * VALUES
NAME_TRUMP: Final[Action] = CARDS  # and the colour; below it, an action is the card to play
ACTIONS: Final = CARDS + len(COLORS)

UNNAMED: Final[Color] = -1  # trump, before the starting player has named it
NO_TRUMP: Final[Color] = -2  # the first round of a Race to 20 [VP13]


def make_card(color: Color, value: int) -> Card:
    return color * VALUES + value


def color_of(card: Card) -> Color:
    return card // VALUES


def value_of(card: Card) -> int:
    return card % VALUES


def winning_card(trick: Sequence[Card], trump: Color, top: int) -> Card:
    """The card that takes `trick`, whose first card was led [VP4, VP7]."""
    colors = [color_of(card) for card in trick]
    color = trump if trump in colors else colors[0]
    best = max([card for card, its in zip(trick, colors, strict=True) if its == color])
    doll = make_card(color, DOLL)
    return doll if value_of(best) == top and doll in trick else best


def _of_color(hand: list[Card], color: Color) -> list[Card]:
    """In a sorted hand they stand together."""
    first, end = make_card(color, 0), make_card(color + 1, 0)
    return hand[bisect_left(hand, first) : bisect_left(hand, end)]


@cache
def _deck(setup: Setup) -> tuple[Card, ...]:
    values = range(setup.low, setup.top + 1)
    return tuple(make_card(color, value) for color in range(len(COLORS)) for value in values)


@dataclass(slots=True)
class State:
    """A game in progress.  `resolve` and `apply` change it in place."""

    players: int
    rounds: int  # 1 to 10; a Race to 20 does not count them
    marshmallow: bool
    scores: list[int]
    needs: Chance | None
    round: int = 0  # 1 to `rounds` once dealt
    turn: Seat = 0  # who leads, names trump or plays next
    trump: Color = UNNAMED
    hands: list[list[Card]] = field(default_factory=list)  # sorted; what a leaver put aside stays here
    undealt: list[Card] = field(default_factory=list)  # sorted
    playing: list[Seat] = field(default_factory=list)  # still in the round, in seat order
    left: list[Seat] = field(default_factory=list)  # out of the round, first leaver first
    tricks: list[int] = field(default_factory=list)  # of each seat this round
    trick: dict[Seat, Card] = field(default_factory=dict)  # on the table, in the order played
    last_trick: dict[Seat, Card] = field(default_factory=dict)
    played: list[list[Card]] = field(default_factory=list)  # by each seat this round
    voids: list[set[Color]] = field(default_factory=list)  # colours each seat has shown not to hold
    points: list[int] = field(default_factory=list)  # earned this round
    is_over: bool = False
    events: list[Event] = field(default_factory=list, compare=False)

    @property
    def setup(self) -> Setup:
        return (MARSHMALLOW if self.marshmallow else PRINCE)[self.players]

    def deck(self) -> tuple[Card, ...]:
        """The cards in play at this player count [VP1]."""
        return _deck(self.setup)

    def to_move(self) -> tuple[Seat, ...]:
        return () if self.needs or self.is_over else (self.turn,)

    def legal_actions(self, seat: Seat) -> list[Action]:
        if seat != self.turn or not self.to_move():
            return []
        if self.trump == UNNAMED:
            return [NAME_TRUMP + color for color in range(len(COLORS))]  # [VP9]
        hand = self.hands[seat]
        if not self.trick:
            return hand.copy()
        led = color_of(next(iter(self.trick.values())))
        follow = _of_color(hand, led)
        if follow and self.marshmallow and self._is_trumped():
            return [card for card in hand if color_of(card) in (led, self.trump)]  # [VP13]
        return follow or hand.copy()  # [VP3]

    def resolve(self, outcome: Outcome) -> None:
        self.events = []
        assert self.needs is not None
        if self.needs.what == "dealer":
            self.turn = outcome[0]
            self.events.append(DealerDrawn(self.turn))
            self.needs = Shuffle("deal", self.deck()) if self.marshmallow else Roll("trump", 1, len(COLORS))
        elif self.needs.what == "trump":
            self.trump = outcome[0]
            self.events.append(TrumpDrawn(self.trump))
            self.needs = Shuffle("deal", self.deck())
        else:
            self._deal(outcome)

    def apply(self, seat: Seat, action: Action) -> None:
        self.events = []
        if action >= NAME_TRUMP:
            self.trump = action - NAME_TRUMP
            self.events.append(TrumpNamed(seat, self.trump))
        else:
            self._play(seat, action)

    def copy(self) -> Self:
        copy = shallow_clone(self)
        copy.scores = self.scores.copy()
        copy.hands = [hand.copy() for hand in self.hands]
        copy.undealt = self.undealt.copy()
        copy.playing = self.playing.copy()
        copy.left = self.left.copy()
        copy.tricks = self.tricks.copy()
        copy.trick = self.trick.copy()
        copy.last_trick = self.last_trick.copy()
        copy.played = [cards.copy() for cards in self.played]
        copy.voids = [colors.copy() for colors in self.voids]
        copy.points = self.points.copy()
        return copy

    def _deal(self, deck: Outcome) -> None:
        """Start a round; the dealer is already `turn` [VP2, VP9]."""
        size, seats = self.setup.hand, range(self.players)
        self.needs = None
        self.round += 1
        if self.marshmallow and self.round == 1:
            self.trump = NO_TRUMP  # [VP13]
        self.hands = [sorted(deck[seat * size : (seat + 1) * size]) for seat in seats]
        self.undealt = sorted(deck[self.players * size :])
        self.playing = list(seats)
        self.left = []
        self.tricks = [0] * self.players
        self.points = [0] * self.players
        self.last_trick = {}
        self.played = [[] for _ in seats]
        self.voids = [set() for _ in seats]
        self.events.append(Dealt(self.round, tuple(tuple(hand) for hand in self.hands)))

    def _play(self, seat: Seat, card: Card) -> None:
        self._notice_void(seat, card)
        self.hands[seat].remove(card)
        self.trick[seat] = card
        self.played[seat].append(card)
        self.events.append(Played(seat, card))
        if len(self.trick) < len(self.playing):
            self.turn = self._left_of(seat)
        else:
            self._take_trick()

    def _notice_void(self, seat: Seat, card: Card) -> None:
        """Whoever does not follow shows that they cannot [VP12]."""
        if self.trick:
            led = color_of(next(iter(self.trick.values())))
            may_trump = self.marshmallow and self._is_trumped() and color_of(card) == self.trump
            if color_of(card) != led and not may_trump:
                self.voids[seat].add(led)

    def _is_trumped(self) -> bool:
        return any(color_of(card) == self.trump for card in self.trick.values())

    def _take_trick(self) -> None:
        best = winning_card(list(self.trick.values()), self.trump, self.setup.top)
        taker = next(seat for seat, card in self.trick.items() if card == best)
        self.last_trick, self.trick = self.trick, {}
        self.turn = taker
        tricks = 2 if value_of(best) in SPLITTERS and not self.marshmallow else 1  # [VP8]
        self.tricks[taker] += tricks
        self.events.append(TrickTaken(taker, best, tricks, self.tricks[taker]))
        if self.tricks[taker] >= self.setup.goal:
            self._leave_round(taker)
        elif not self.hands[taker]:
            self._end_round(next_dealer=taker)  # only a Race to 20 with five runs out [VP-R11]

    def _leave_round(self, leaver: Seat) -> None:
        self.turn = self._left_of(leaver)  # leads next: a trick, or the new round [VP5, VP9]
        self.playing.remove(leaver)
        self.left.append(leaver)
        points = sum(self.tricks) - self.tricks[leaver]  # [VP5]
        self._score(leaver, points)
        self.events.append(RoundLeft(leaver, points))
        if self.marshmallow and self.scores[leaver] >= ENOUGH:
            self._end_game()  # at once [VP13]
        elif len(self.playing) == 1:
            self._leave_over(self.playing[0])
        elif not self.hands[self.turn]:
            self._end_round(next_dealer=self.turn)  # as in _take_trick [VP-R11]

    def _leave_over(self, last: Seat) -> None:
        if self.marshmallow:
            points = 0  # [VP13]
        elif self.players == 2:
            points = self.setup.goal - self.tricks[last]  # [VP11]
        else:
            points = self.tricks[last]  # [VP6]
        self._score(last, points)
        self.events.append(LeftOver(last, points))
        self._end_round(next_dealer=last)

    def _end_round(self, next_dealer: Seat) -> None:
        self.events.append(RoundEnded(self.round, tuple(self.points), tuple(self.scores)))
        if self.round == (PATIENCE if self.marshmallow else self.rounds):
            self._end_game()  # [VP10]
        else:
            self.turn = next_dealer  # [VP9]
            self.trump = UNNAMED
            self.needs = Shuffle("deal", self.deck())

    def _end_game(self) -> None:
        self.is_over = True
        self.events.append(GameEnded(winners(self.scores)))

    def _score(self, seat: Seat, points: int) -> None:
        self.points[seat] += points
        self.scores[seat] += points

    def _left_of(self, seat: Seat) -> Seat:
        """The next player clockwise who is still in the round [VP-R5]."""
        behind = [other for other in self.playing if other > seat]
        return behind[0] if behind else self.playing[0]


def new(players: int, options: Options) -> State:
    return State(
        players=players,
        rounds=int(options["rounds"]),
        marshmallow=options["variant"] == "marshmallow",
        scores=[0] * players,
        needs=Roll("dealer", 1, players),  # [VP2]
        hands=[[] for _ in range(players)],
        playing=list(range(players)),
        tricks=[0] * players,
        points=[0] * players,
    )
