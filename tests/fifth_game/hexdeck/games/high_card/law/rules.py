"""High Card: everybody lays a card face down, the highest takes the trick."""

from dataclasses import dataclass, field
from typing import Final, Self

from hexdeck.games.high_card.law.events import (
    Chosen,
    Dealt,
    Event,
    GameEnded,
    Revealed,
    RoundEnded,
    TrickTaken,
)

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.chance import Chance, Outcome, Shuffle
from hexdeck.core.game import Options, shallow_clone, winners

CARDS: Final = 20  # card 0 is the 1, card 19 the 20; an action is the card to lay
HAND: Final = 3
DEAL: Final = Shuffle("deal", tuple(range(CARDS)))


@dataclass(slots=True)
class State:
    """A game in progress.  `resolve` and `apply` change it in place."""

    players: int
    rounds: int
    scores: list[int]
    needs: Chance | None
    round: int = 0  # 1 to `rounds` once dealt
    hands: list[list[Card]] = field(default_factory=list)  # sorted
    undealt: list[Card] = field(default_factory=list)
    chosen: dict[Seat, Card] = field(default_factory=dict)  # face down
    trick: list[Card] = field(default_factory=list)  # the last one, by seat
    played: list[list[Card]] = field(default_factory=list)  # turned up this round, by seat
    is_over: bool = False
    events: list[Event] = field(default_factory=list, compare=False)

    def to_move(self) -> tuple[Seat, ...]:
        if self.needs or self.is_over:
            return ()
        return tuple(seat for seat in range(self.players) if seat not in self.chosen)

    def legal_actions(self, seat: Seat) -> list[Action]:
        return self.hands[seat].copy() if seat in self.to_move() else []

    def resolve(self, outcome: Outcome) -> None:
        self.needs = None
        self.round += 1
        self.hands = [sorted(outcome[seat * HAND : (seat + 1) * HAND]) for seat in range(self.players)]
        self.undealt = sorted(outcome[self.players * HAND :])
        self.trick = []
        self.played = [[] for _ in range(self.players)]
        self.events = [Dealt(self.round, tuple(map(tuple, self.hands)))]

    def apply(self, seat: Seat, action: Action) -> None:
        self.hands[seat].remove(action)
        self.chosen[seat] = action
        self.events = [Chosen(seat, action)]
        if len(self.chosen) == self.players:
            self._turn_up()

    def copy(self) -> Self:
        copy = shallow_clone(self)
        copy.scores = self.scores.copy()
        copy.hands = [hand.copy() for hand in self.hands]
        copy.chosen = self.chosen.copy()
        copy.played = [cards.copy() for cards in self.played]
        return copy

    def _turn_up(self) -> None:
        self.trick = [self.chosen[seat] for seat in range(self.players)]
        self.chosen = {}
        for seat, card in enumerate(self.trick):
            self.played[seat].append(card)
        taker = self.trick.index(max(self.trick))
        self.scores[taker] += 1
        self.events += [Revealed(tuple(self.trick)), TrickTaken(taker, self.trick[taker])]
        if not self.hands[taker]:
            self._end_round()

    def _end_round(self) -> None:
        self.events.append(RoundEnded(self.round, tuple(self.scores)))
        if self.round < self.rounds:
            self.needs = DEAL
        else:
            self.is_over = True
            self.events.append(GameEnded(winners(self.scores)))


def new(players: int, options: Options) -> State:
    return State(players, int(options["rounds"]), [0] * players, DEAL)
