"""Vampire Queen: be the first to bring your vampires home, and take no slayer along.

The rules as we play them are docs/rules/vampire_queen.md; [VQ4] names a paragraph there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Self, TypeAlias

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.chance import Chance, Outcome, Roll, Shuffle
from hexdeck.core.game import Options, shallow_clone, winners
from hexdeck.games.vampire_queen.law.events import (
    Dealt,
    Event,
    GameEnded,
    LaidAside,
    Passed,
    PhaseEnded,
    Played,
    SlayersGiven,
    TakenUp,
)

Cards: TypeAlias = tuple[Card, ...]  # sorted
Round: TypeAlias = dict[Seat, Cards]  # what each seat played, in the order of turns; () is a pass
Rank: TypeAlias = tuple[int, int]  # of a set in a normal round: how many cards, of what value

HAND_SIZES: Final = {3: 13, 4: 13, 5: 13, 6: 13, 7: 13, 8: 13, 9: 12, 10: 10, 11: 9, 12: 9}  # [VQ1]

# A card is the minus points it costs [VQ10]; equal cards are not told apart.
VAMPIRES: Final = tuple(range(1, 14))  # [VQ1]
COPIES: Final = 8  # of every vampire [VQ1]
QUEEN: Final[Card] = 14  # sorts behind the vampires of its set
QUEENS: Final = 4  # [VQ1]
SLAYER_15: Final[Card] = 15
SLAYER_20: Final[Card] = 20
SLAYERS: Final = (SLAYER_15, SLAYER_20)
DECK: Final = tuple(sorted(VAMPIRES * COPIES)) + (QUEEN,) * QUEENS  # what is shuffled and dealt
UNBEATABLE: Final = 14  # the value of queens alone [VQ7]

PLAYS: Final[tuple[Cards, ...]] = (  # by action
    *(
        (value,) * naturals + (QUEEN,) * queens
        for value in VAMPIRES
        for naturals in range(1, COPIES + 1)
        for queens in range(QUEENS + 1)
    ),
    *((QUEEN,) * queens for queens in range(1, QUEENS + 1)),
    *((slayer,) for slayer in SLAYERS),
)
PASS: Final[Action] = len(PLAYS)
ACTIONS: Final = PASS + 1
ACTION_OF: Final = {cards: action for action, cards in enumerate(PLAYS)}


def value_of(cards: Cards) -> int:
    """What a play counts in a normal round: queens take the vampires' value, alone they are 14 [VQ7]."""
    return cards[0]


def rank_of(cards: Cards) -> Rank:
    return len(cards), value_of(cards)


def raises(cards: Cards, highest: Cards) -> bool:
    """Whether `cards` may follow `highest` in a normal round [VQ5]."""
    return len(cards) == len(highest) and value_of(cards) > value_of(highest)


def hunted_value(card: Card) -> int:
    """What a card counts in a slayer round [VQ7, VQ8]."""
    if card in SLAYERS:
        return 0
    return 1 if card == QUEEN else card


def sets(hand: Sequence[Card]) -> list[Action]:
    """Every way to play equal vampires, queens among them or alone, from `hand` [VQ4, VQ7]."""
    queens = hand.count(QUEEN)
    with_vampires = [
        ACTION_OF[(value,) * naturals + (QUEEN,) * helping]
        for value in sorted(set(hand).intersection(VAMPIRES))
        for naturals in range(1, hand.count(value) + 1)
        for helping in range(queens + 1)
    ]
    return with_vampires + [ACTION_OF[(QUEEN,) * alone] for alone in range(1, queens + 1)]


def is_slayer_round(plays: Round) -> bool:
    lead = next(iter(plays.values()), ())
    return lead != () and lead[0] in SLAYERS


def starter_after(plays: Round) -> Seat:
    """Who starts the next round, and after a slayer round takes its cards up."""
    if not is_slayer_round(plays):
        return [seat for seat, cards in plays.items() if cards][-1]  # raised last, so highest [VQ6]
    passed = [seat for seat, cards in plays.items() if not cards]
    if passed:
        return passed[0]  # [VQ9]
    last_first = reversed(plays)
    return max(last_first, key=lambda seat: hunted_value(plays[seat][0]))  # [VQ8]


@dataclass(slots=True)
class State:
    """A game in progress.  `resolve` and `apply` change it in place."""

    players: int
    phases: int  # 1 to 10
    scores: list[int]  # minus points, so 0 or less
    needs: Chance | None
    hands: list[list[Card]]  # sorted
    phase: int = 0  # 1 to `phases` once dealt
    turn: Seat = 0
    left_over: list[Card] = field(default_factory=list)  # not dealt; sorted
    crypt: list[Card] = field(default_factory=list)  # out of the phase [VQ6]; sorted
    round: Round = field(default_factory=dict)
    last_round: Round = field(default_factory=dict)  # of this phase
    played: list[list[Card]] = field(default_factory=list)  # by each seat this phase, in order
    taken_up: list[list[Card]] = field(default_factory=list)  # by each seat this phase, in order
    known: list[list[Card]] = field(default_factory=list)  # what everybody knows a seat to hold; sorted
    passes: list[int] = field(default_factory=list)  # of each seat this phase
    passed_on: list[set[Rank]] = field(default_factory=list)  # what each seat chose not to raise this phase
    is_over: bool = False
    events: list[Event] = field(default_factory=list, compare=False)

    @property
    def barred(self) -> Card | None:
        """The slayer just taken up, which its taker may not lead in this round [VQ8]."""
        return next(iter(self.last_round.values()))[0] if is_slayer_round(self.last_round) else None

    def to_move(self) -> tuple[Seat, ...]:
        return () if self.needs or self.is_over else (self.turn,)

    def legal_actions(self, seat: Seat) -> list[Action]:
        if (seat,) != self.to_move():
            return []
        hand = self.hands[seat]
        if not self.round:
            return sets(hand) + self._slayers_to_lead(hand)
        if is_slayer_round(self.round):
            return [action for action in sets(hand) if len(PLAYS[action]) == 1]  # [VQ8, VQ9]
        highest = self._highest()
        return [action for action in sets(hand) if raises(PLAYS[action], highest)] + [PASS]  # [VQ5]

    def resolve(self, outcome: Outcome) -> None:
        self.events = []
        assert self.needs is not None
        if self.needs.what == "slayer":
            self._give_slayers(outcome[0])
        else:
            self._deal(outcome)

    def apply(self, seat: Seat, action: Action) -> None:
        self.events = []
        if action == PASS:
            self.passed_on[seat].add(rank_of(self._highest()))
            self._pass(seat, forced=False)
        else:
            self._play(seat, PLAYS[action])
        while self._must_pass(self.turn):
            self._pass(self.turn, forced=True)

    def copy(self) -> Self:
        copy = shallow_clone(self)
        copy.scores = self.scores.copy()
        copy.hands = [hand.copy() for hand in self.hands]
        copy.left_over = self.left_over.copy()
        copy.crypt = self.crypt.copy()
        copy.round = self.round.copy()
        copy.last_round = self.last_round.copy()
        copy.played = [cards.copy() for cards in self.played]
        copy.taken_up = [cards.copy() for cards in self.taken_up]
        copy.known = [cards.copy() for cards in self.known]
        copy.passes = self.passes.copy()
        copy.passed_on = [ranks.copy() for ranks in self.passed_on]
        return copy

    def _slayers_to_lead(self, hand: Sequence[Card]) -> list[Action]:
        return [ACTION_OF[(card,)] for card in SLAYERS if card in hand and card != self.barred]

    def _highest(self) -> Cards:
        """What has to be raised in a normal round."""
        return next(cards for cards in reversed(self.round.values()) if cards)

    def _must_pass(self, seat: Seat) -> bool:
        """Whether everybody can see that `seat` has no choice."""
        if not self.round:
            return False
        if set(self.hands[seat]).issubset(SLAYERS):
            return True  # [VQ9, VQ-R5]
        return not is_slayer_round(self.round) and value_of(self._highest()) == UNBEATABLE  # [VQ-R4]

    def _give_slayers(self, seat: Seat) -> None:
        left = (seat + 1) % self.players
        self.hands[seat] = [SLAYER_15]
        self.hands[left] = [SLAYER_20]
        self.events.append(SlayersGiven(seat, left))
        self.needs = Shuffle("deal", DECK)

    def _deal(self, deck: Outcome) -> None:
        """Start a phase; slayers stay where they are [VQ2, VQ11]."""
        size, seats = HAND_SIZES[self.players], range(self.players)
        self.needs = None
        self.phase += 1
        self.known = [[card for card in hand if card in SLAYERS] for hand in self.hands]
        dealt = [sorted(deck[seat * size : (seat + 1) * size]) for seat in seats]
        self.hands = [dealt[seat] + self.known[seat] for seat in seats]
        self.left_over = sorted(deck[self.players * size :])
        self.crypt = []
        self.last_round = {}  # nothing is barred [VQ-R2]
        self.played = [[] for _ in seats]
        self.taken_up = [[] for _ in seats]
        self.passes = [0] * self.players
        self.passed_on = [set() for _ in seats]
        self.turn = self._holder(SLAYER_20)
        dealer = self._holder(SLAYER_15 if self.phase == 1 else SLAYER_20)
        self.events.append(Dealt(self.phase, dealer, self.turn, tuple(tuple(hand) for hand in dealt)))

    def _holder(self, slayer: Card) -> Seat:
        return next(seat for seat, hand in enumerate(self.hands) if slayer in hand)

    def _play(self, seat: Seat, cards: Cards) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            if card in self.known[seat]:
                self.known[seat].remove(card)
        self.played[seat].extend(cards)
        self.events.append(Played(seat, cards))
        self._end_turn(seat, cards)

    def _pass(self, seat: Seat, *, forced: bool) -> None:
        self.passes[seat] += 1
        self.events.append(Passed(seat, forced))
        self._end_turn(seat, ())

    def _end_turn(self, seat: Seat, cards: Cards) -> None:
        self.round[seat] = cards
        self.turn = (seat + 1) % self.players
        if len(self.round) == self.players:
            self._end_round()

    def _end_round(self) -> None:
        self.turn = starter_after(self.round)  # [VQ6, VQ-R1]
        cards = sorted(card for cards in self.round.values() for card in cards)
        self.last_round, self.round = self.round, {}
        if self.barred:  # a slayer was led
            self._take_up(self.turn, cards, self.barred)
        else:
            self.crypt = sorted(self.crypt + cards)
            self.events.append(LaidAside(self.turn, tuple(cards)))
        if not all(self.hands):
            self._end_phase()  # only now that cards were taken up [VQ10]

    def _take_up(self, taker: Seat, cards: list[Card], slayer: Card) -> None:
        self.hands[taker] = sorted(self.hands[taker] + cards)
        self.known[taker] = sorted(self.known[taker] + cards)
        self.taken_up[taker].extend(cards)
        self.events.append(TakenUp(taker, tuple(cards), slayer))

    def _end_phase(self) -> None:
        points = tuple(sum(hand) for hand in self.hands)
        self.scores = [score - lost for score, lost in zip(self.scores, points, strict=True)]
        hands = tuple(tuple(hand) for hand in self.hands)
        self.events.append(PhaseEnded(self.phase, hands, points, tuple(self.scores)))
        if self.phase < self.phases:
            self.needs = Shuffle("deal", DECK)  # [VQ11]
        else:
            self.is_over = True
            self.events.append(GameEnded(winners(self.scores)))  # [VQ12]


def new(players: int, options: Options) -> State:
    return State(
        players=players,
        phases=int(options["phases"]),
        scores=[0] * players,
        needs=Roll("slayer", 1, players),  # [VQ2]
        hands=[[] for _ in range(players)],
    )
