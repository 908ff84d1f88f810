"""A round of Voodoo Prince set up by hand, in the words of the rulebook."""

from hexdeck.core.cards import COLORS, Seat
from hexdeck.games.voodoo_prince import GAME
from hexdeck.games.voodoo_prince.law.names import action_named, card_named
from hexdeck.games.voodoo_prince.law.rules import State, new

OPTIONS: dict[str, int | str] = {"rounds": 5, "variant": "prince"}


def dealt(players: int, *, dealer: int = 0, trump: int = 0) -> State:
    """The first round, each seat holding a slice of the unshuffled deck."""
    state = new(players, OPTIONS)
    state.resolve((dealer,))
    state.resolve((trump,))
    state.resolve(state.deck())
    return state


class Scene:
    """Players sit in the order they are named; `play` insists on turn and legality."""

    def __init__(
        self,
        *,
        trump: str,
        leads: str,
        tricks: dict[str, int] | None = None,
        out: str = "",
        in_round: int = 1,
        rounds: int = 5,
        variant: str = "prince",
        scores: dict[str, int] | None = None,
        **hands: str,
    ) -> None:
        self.names = list(hands)
        self.state: State = GAME.set_up(len(hands), {"rounds": rounds, "variant": variant})
        self._deal(hands, in_round)
        self.state.trump = COLORS.index(trump) if trump in COLORS else -2
        self.state.turn = self.seat(leads)
        for name, count in (tricks or {}).items():
            self.state.tricks[self.seat(name)] = count
        for name, score in (scores or {}).items():
            self.state.scores[self.seat(name)] = score
        for name in out.split():
            self.state.playing.remove(self.seat(name))
            self.state.left.append(self.seat(name))

    def _deal(self, hands: dict[str, str], in_round: int) -> None:
        state = self.state
        state.round = in_round - 1
        state.resolve((0,))
        if not state.marshmallow:
            state.resolve((0,))
        state.resolve(state.deck())
        state.hands = [sorted(card_named(card) for card in hand.split()) for hand in hands.values()]
        state.undealt = sorted(set(state.deck()).difference(*state.hands))

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

    @property
    def turn(self) -> str:
        return self.names[self.state.turn]

    @property
    def tricks(self) -> dict[str, int]:
        return dict(zip(self.names, self.state.tricks, strict=True))

    @property
    def scores(self) -> dict[str, int]:
        return dict(zip(self.names, self.state.scores, strict=True))
