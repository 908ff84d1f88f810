"""A round of Skull Queen set up by hand, in the words of the rulebook."""

from hexdeck.core.cards import COLORS, Card, Seat
from hexdeck.games.skull_queen import GAME
from hexdeck.games.skull_queen.law.names import action_named, card_name, card_named
from hexdeck.games.skull_queen.law.planks import OVERBOARD, SPACES
from hexdeck.games.skull_queen.law.rules import State

MIDDLE = "front r3 y3 g3 b3"


class Scene:
    """Players sit in the order they are named; `play` insists on turn and legality.

    Cards that are not mentioned have left the game.  Planks not mentioned start on MIDDLE.
    With two players `leads` is the one after the dealer, and the ghost turns up his first card.
    """

    def __init__(
        self,
        *,
        leads: str,
        centre: str = "",
        ghost: str = "",
        planks: dict[str, str] | None = None,
        in_round: int = 1,
        scores: dict[str, int] | None = None,
        **hands: str,
    ) -> None:
        self.names = list(hands)
        self.state: State = GAME.set_up(len(hands))
        self.state.round = in_round - 1
        self.state.resolve(((self.seat(leads) - 1) % len(hands),))
        self.state.resolve(self.state.deck())
        for name, score in (scores or {}).items():
            self.state.scores[self.seat(name)] = score
        self._lay_out(list(hands.values()), centre, ghost)
        for name in self.names:
            self.state.apply(self.seat(name), action_named((planks or {}).get(name, MIDDLE)))

    def _lay_out(self, hands: list[str], centre: str, ghost: str) -> None:
        state = self.state
        state.hands = [sorted(_cards(hand)) for hand in hands]
        state.centre = sorted(_cards(centre))
        state.stack = _cards(ghost)
        state.gone = sorted(set(state.deck()).difference(*state.hands, state.centre, state.stack))

    def seat(self, name: str) -> Seat:
        return self.names.index(name)

    def play(self, *moves: str) -> None:
        for move in moves:
            name, action = move.split(maxsplit=1)
            assert name in self.to_move, f"{self.to_move} may move, not {name}"
            assert action in self.legal(name), f"{name} may play {self.legal(name)}, not {action}"
            self.state.apply(self.seat(name), action_named(action))

    def legal(self, name: str) -> list[str]:
        return [GAME.action_name(action) for action in self.state.legal_actions(self.seat(name))]

    def stands(self, name: str, color: str) -> int | str:
        """The number under a pirate, or `overboard`."""
        plank = self.state.planks[self.seat(name)]
        space = plank.pirates[COLORS.index(color)]
        return "overboard" if space == OVERBOARD else SPACES[plank.side][space]

    @property
    def moves(self) -> list[str]:
        """What the last trick moved: `Luke blue 2`, or -2 for two down."""
        assert self.state.last_trick is not None
        return [
            f"{self.names[move.seat]} {COLORS[move.color]} {move.steps}"
            for move in self.state.last_trick.moves
        ]

    @property
    def to_move(self) -> list[str]:
        return [self.names[seat] for seat in self.state.to_move()]

    @property
    def centre(self) -> str:
        return " ".join(card_name(card) for card in self.state.centre)

    @property
    def scores(self) -> dict[str, int]:
        return dict(zip(self.names, self.state.scores, strict=True))


def _cards(names: str) -> list[Card]:
    return [card_named(name) for name in names.split()]


def dealt(players: int, *, dealer: int = 0) -> State:
    """The first round, each seat holding a slice of the unshuffled deck."""
    state = GAME.set_up(players)
    state.resolve((dealer,))
    state.resolve(state.deck())
    return state


def place_all(state: State, placing: str) -> None:
    for seat in range(state.players):
        state.apply(seat, GAME.action_named(placing))
