"""Skull Queen: lead your pirates to the best spaces, and keep them on the plank.

The rules as we play them are docs/rules/skull_queen.md; [SQ4] names a paragraph there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self

from hexdeck.core.cards import Action, Card, Color, Seat
from hexdeck.core.chance import Chance, Outcome, Roll, Shuffle
from hexdeck.core.game import Options, shallow_clone, winners
from hexdeck.games.skull_queen.law.events import (
    CardChosen,
    CardsRevealed,
    DealerDrawn,
    Dealt,
    Event,
    GameEnded,
    GhostPlayed,
    PirateMoved,
    Placed,
    PlanksRevealed,
    Played,
    RoundEnded,
    TrickResolved,
)
from hexdeck.games.skull_queen.law.planks import OVERBOARD, PIRATES, PLACINGS, Plank
from hexdeck.games.skull_queen.law.trick import (
    CARDS,
    MATE,
    MONKEY,
    color_of,
    counts_as,
    laid,
    make_card,
    resolved,
    steps_down,
    steps_up,
    trick_color,
    value_of,
)


class Setup(NamedTuple):
    """One column of the rulebook's table [SQ1]."""

    low: int  # the lowest value of each colour in the deck
    top: int  # the highest
    hand: int  # cards dealt to each player


SETUPS: Final = {  # [SQ1]
    2: Setup(low=2, top=11, hand=14),
    3: Setup(low=2, top=11, hand=14),
    4: Setup(low=1, top=12, hand=12),
    5: Setup(low=1, top=12, hand=10),
    6: Setup(low=1, top=12, hand=8),
}
GHOST: Final[Seat] = 2  # its place in a trick of two players [SQ12]

PLACE: Final[Action] = CARDS  # and an index into PLACINGS; below it, an action is the card to play
ACTIONS: Final = PLACE + len(PLACINGS)
PLACE_ACTIONS: Final = tuple(range(PLACE, ACTIONS))


@dataclass(slots=True)
class State:
    """A game in progress.  `resolve` and `apply` change it in place."""

    players: int
    scores: list[int]
    needs: Chance | None
    round: int = 0  # 1 to `players` once dealt [SQ3, SQ-R7]
    dealer: Seat = 0
    turn: Seat = 0  # who leads or plays next; of two players, the one after the dealer
    hands: list[list[Card]] = field(default_factory=list)  # sorted; a card chosen in secret is still here
    stack: list[Card] = field(default_factory=list)  # the ghost's, its top card first [SQ12]
    centre: list[Card] = field(default_factory=list)  # sorted
    choices: dict[Seat, Action] = field(default_factory=dict)  # made in secret, not yet revealed
    planks: list[Plank] = field(default_factory=list)  # empty until all have placed
    trick: dict[Seat, Card] = field(default_factory=dict)  # on the table, in the order played
    gone: list[Card] = field(default_factory=list)  # sorted; what left with its colour [SQ10]
    played: list[list[Card]] = field(default_factory=list)  # by each seat this round, and of two by the ghost
    voids: list[set[Color]] = field(default_factory=list)  # colours each seat has shown not to hold
    last_trick: TrickResolved | None = None
    points: list[tuple[int, ...]] = field(default_factory=list)  # earned in each round so far
    is_over: bool = False
    events: list[Event] = field(default_factory=list, compare=False)

    @property
    def setup(self) -> Setup:
        return SETUPS[self.players]

    def deck(self) -> tuple[Card, ...]:
        """The cards in play at this player count [SQ1]."""
        values = range(self.setup.low, self.setup.top + 1)
        colored = [make_card(color, value) for color in range(len(PIRATES)) for value in values]
        return (*colored, MONKEY, MATE)

    def to_move(self) -> tuple[Seat, ...]:
        if self.needs or self.is_over:
            return ()
        if self.planks and self.players > 2:
            return (self.turn,)
        return tuple(seat for seat in range(self.players) if seat not in self.choices)

    def legal_actions(self, seat: Seat) -> list[Action]:
        return list(self.allowed(seat))

    def allowed(self, seat: Seat) -> tuple[Action, ...]:
        """The legal actions, without a list of their own: there are many ways to place."""
        if seat not in self.to_move():
            return ()
        return self._playable(seat) if self.planks else PLACE_ACTIONS

    def resolve(self, outcome: Outcome) -> None:
        self.events = []
        assert self.needs is not None
        if self.needs.what == "dealer":
            self.dealer = outcome[0]
            self.events.append(DealerDrawn(self.dealer))
            self.needs = Shuffle("deal", self.deck())
        else:
            self._deal(outcome)

    def apply(self, seat: Seat, action: Action) -> None:
        self.events = []
        if action >= PLACE:
            self._place(seat, action)
        elif self.players == 2:
            self._choose(seat, action)
        else:
            self._play(seat, action)

    def copy(self) -> Self:
        copy = shallow_clone(self)
        copy.scores = self.scores.copy()
        copy.hands = [hand.copy() for hand in self.hands]
        copy.stack = self.stack.copy()
        copy.centre = self.centre.copy()
        copy.choices = self.choices.copy()
        copy.planks = self.planks.copy()
        copy.trick = self.trick.copy()
        copy.gone = self.gone.copy()
        copy.played = [cards.copy() for cards in self.played]
        copy.voids = [colors.copy() for colors in self.voids]
        copy.points = self.points.copy()
        return copy

    def _deal(self, deck: Outcome) -> None:
        """Start a round: hands, then the ghost's stack or the centre [SQ1, SQ12]."""
        size, seats = self.setup.hand, range(self.players)
        rest = deck[self.players * size :]
        self.needs = None
        self.round += 1
        self.turn = (self.dealer + 1) % self.players  # [SQ5]
        self.hands = [sorted(deck[seat * size : (seat + 1) * size]) for seat in seats]
        self.stack, self.centre = (list(rest), []) if self.players == 2 else ([], sorted(rest))
        self.planks = []
        self.gone = []
        self.played = [[] for _ in range(max(self.players, GHOST + 1))]
        self.voids = [set() for _ in seats]
        self.last_trick = None
        hands = tuple(tuple(hand) for hand in self.hands)
        self.events.append(Dealt(self.round, self.dealer, hands, tuple(self.centre)))

    def _place(self, seat: Seat, action: Action) -> None:
        """Choose side and spaces; nobody sees them before all have chosen [SQ4]."""
        self.choices[seat] = action
        self.events.append(Placed(seat, PLACINGS[action - PLACE]))
        if len(self.choices) == self.players:
            self.planks = [PLACINGS[self.choices[owner] - PLACE] for owner in range(self.players)]
            self.choices = {}
            self.events.append(PlanksRevealed(tuple(self.planks)))
            self._start_trick()

    def _start_trick(self) -> None:
        """With two players the ghost always leads [SQ12]."""
        if self.players == 2:
            self._lay(GHOST, self.stack.pop(0))
            self.events.append(GhostPlayed(self.trick[GHOST], len(self.stack)))

    def _playable(self, seat: Seat) -> tuple[Card, ...]:
        hand = self.hands[seat]
        asked = trick_color(self.trick.values())
        if asked is None or all(color_of(card) != asked for card in hand):
            return tuple(hand)  # [SQ5]
        return tuple(card for card in hand if card >= MONKEY or color_of(card) == asked)  # [SQ6]

    def _choose(self, seat: Seat, card: Card) -> None:
        """Two players reveal together; the one after the dealer counts as first [SQ12, SQ-R3]."""
        self.choices[seat] = card
        self.events.append(CardChosen(seat, card))
        if len(self.choices) == self.players:
            asked = trick_color(self.trick.values())
            for chooser in (self.turn, self.dealer):
                self._take_from_hand(chooser, self.choices[chooser], asked)
            self.choices = {}
            self.events.append(CardsRevealed(laid(self.trick)))
            self._resolve_trick()

    def _play(self, seat: Seat, card: Card) -> None:
        asked = trick_color(self.trick.values())
        self._take_from_hand(seat, card, asked)
        self.events.append(Played(seat, card, counts_as(card, asked)))
        self.turn = (seat + 1) % self.players
        if len(self.trick) == self.players:
            self._resolve_trick()

    def _take_from_hand(self, seat: Seat, card: Card, asked: Color | None) -> None:
        """Play a card to a trick of the colour `asked`, if it had one when the card was chosen."""
        self.hands[seat].remove(card)
        if asked is not None and card < MONKEY and color_of(card) != asked:
            self.voids[seat].add(asked)  # whoever does not follow shows that they cannot [SQ13]
        self._lay(seat, card)

    def _lay(self, seat: Seat, card: Card) -> None:
        self.trick[seat] = card
        self.played[seat].append(card)

    def _resolve_trick(self) -> None:
        colors = resolved(self.trick, self.centre).values()
        gone = [card for cards in colors for card in cards]  # [SQ10]
        everything = {*self.centre, *self.trick.values()}
        self.last_trick = TrickResolved(
            trick=laid(self.trick),
            moves=self.moves(self.trick),
            gone=tuple(sorted(gone)),
            centre=tuple(sorted(everything.difference(gone))),
            leader=self.leader(),
        )
        self.events.append(self.last_trick)
        self._clear_table(self.last_trick)
        if self.hands[0]:
            self._start_trick()
        else:
            self._end_round()

    def moves(self, trick: Mapping[Seat, Card]) -> tuple[PirateMoved, ...]:
        """What `trick` does to the pirates when it ends as it lies [SQ7, SQ8, SQ9]."""
        made = []
        for color, cards in resolved(trick, self.centre).items():
            steps = {cards[-1]: steps_up(cards), cards[0]: -steps_down(cards)}
            made += [
                self._move(seat, color, steps[card])
                for seat, card in trick.items()
                if card in steps and seat < self.players and self.planks[seat].pirates[color] != OVERBOARD
            ]
        return tuple(made)

    def _move(self, seat: Seat, color: Color, steps: int) -> PirateMoved:
        plank = self.planks[seat]
        end = plank.moved(color, steps).pirates[color]
        return PirateMoved(seat, color, plank.side, steps, plank.pirates[color], end)

    def _clear_table(self, ended: TrickResolved) -> None:
        for move in ended.moves:
            self.planks[move.seat] = self.planks[move.seat].moved(move.color, move.steps)
        self.gone = sorted([*self.gone, *ended.gone])
        self.centre = list(ended.centre)
        self.trick = {}
        if ended.leader is not None:
            self.turn = ended.leader

    def leader(self) -> Seat | None:
        """Who played the highest card, the last of equals [SQ10]; None where the ghost always leads."""
        if self.players == 2:
            return None
        return max(reversed(self.trick), key=lambda seat: value_of(self.trick[seat]), default=None)

    def _end_round(self) -> None:
        points = tuple(plank.points() for plank in self.planks)
        self.points.append(points)
        self.scores = [score + earned for score, earned in zip(self.scores, points, strict=True)]
        self.events.append(RoundEnded(self.round, tuple(self.planks), points, tuple(self.scores)))
        if self.round == self.players:
            self.is_over = True  # [SQ3, SQ11]
            self.events.append(GameEnded(winners(self.scores)))
        else:
            self.dealer = (self.dealer + 1) % self.players  # [SQ3]
            self.needs = Shuffle("deal", self.deck())


def new(players: int, _: Options) -> State:
    return State(players=players, scores=[0] * players, needs=Roll("dealer", 1, players))  # [SQ3]
