"""A phase of Vampire Queen set up by hand, in the words of the rulebook."""

import re
from collections import Counter

from hexdeck.core.cards import Card, Seat
from hexdeck.games.vampire_queen import GAME
from hexdeck.games.vampire_queen.law.names import action_named, card_name, card_named
from hexdeck.games.vampire_queen.law.rules import DECK, State


def cards(text: str) -> list[Card]:
    """`3 q slayer 15` as cards."""
    return [card_named(name) for name in re.findall(r"slayer \d+|\S+", text)]


class Scene:
    """Players sit in the order they are named; a slayer in no hand is out of this scene.

    `play` insists on turn and legality.
    """

    def __init__(
        self,
        *,
        leads: str,
        in_phase: int = 1,
        phases: int = 5,
        scores: dict[str, int] | None = None,
        **hands: str,
    ) -> None:
        self.names = list(hands)
        self.state: State = GAME.set_up(len(hands), {"phases": phases})
        self._deal([sorted(cards(hand)) for hand in hands.values()], in_phase)
        self.state.turn = self.seat(leads)
        for name, score in (scores or {}).items():
            self.state.scores[self.seat(name)] = score

    def _deal(self, hands: list[list[Card]], in_phase: int) -> None:
        state = self.state
        state.phase = in_phase - 1
        state.resolve((0,))
        state.resolve(DECK)
        state.hands = hands
        state.known = [[card for card in hand if card in (15, 20)] for hand in hands]
        state.left_over = sorted(
            (Counter(DECK) - Counter(card for hand in hands for card in hand)).elements()
        )

    def seat(self, name: str) -> Seat:
        return self.names.index(name)

    def play(self, *moves: str) -> None:
        for move in moves:
            name, action = move.split(maxsplit=1)
            assert self.turn == name, f"it is {self.turn}'s turn, not {name}'s"
            assert action in self.legal(name), f"{name} may play {self.legal(name)}, not {action}"
            self.state.apply(self.seat(name), action_named(action))

    def legal(self, name: str) -> list[str]:
        return [GAME.action_name(action) for action in self.state.legal_actions(self.seat(name))]

    def hand(self, name: str) -> str:
        return _written(self.state.hands[self.seat(name)])

    def known(self, name: str) -> str:
        return _written(self.state.known[self.seat(name)])

    @property
    def crypt(self) -> str:
        return _written(self.state.crypt)

    @property
    def turn(self) -> str:
        return self.names[self.state.turn]

    @property
    def scores(self) -> dict[str, int]:
        return dict(zip(self.names, self.state.scores, strict=True))


def _written(pile: list[Card]) -> str:
    return " ".join(card_name(card) for card in pile)
