"""A moment of Voodoo set up by hand, in the words of the rulebook."""

from hexdeck.core.cards import Card, Seat
from hexdeck.games.voodoo import GAME
from hexdeck.games.voodoo.law.cards import CARDS, CURSES, FIRST_ARTEFACT, is_permanent
from hexdeck.games.voodoo.law.names import action_named, card_name, card_named, dice_name, outcome_named
from hexdeck.games.voodoo.law.position import Spell
from hexdeck.games.voodoo.law.rules import State
from hexdeck.games.voodoo.law.stock import Stock, empty_stock


class Scene:
    """Players sit in the order they are named, each with curses and artefacts; `play` insists on legality.

    Moves are written `Leo cast tiny_drum on Ugo`, dice `dice bat star`.  Curses in force are written
    `tiny_drum Leo on Ugo` and `rabbit_nose Leo`.  Whoever has points has crossed the skulls below them.
    """

    def __init__(
        self,
        *,
        doll: str,
        target: str | None = None,
        in_force: tuple[str, ...] = (),
        scores: dict[str, int] | None = None,
        on_top: str = "",  # of their decks, in order
        empty: str = "",  # decks: curses, artefacts, permanents
        turns: int = 1,
        mode: str = "screen",
        **hands: str,
    ) -> None:
        self.names = list(hands)
        self.state: State = GAME.set_up(len(hands), {"mode": mode})
        self._start(self.seat(doll), turns)
        self.state.target = None if target is None else self.seat(target)
        for name, score in (scores or {}).items():
            self.state.scores[self.seat(name)] = score
            self.state.skulls[self.seat(name)] = sum(score >= skull for skull in (3, 6, 9))
        held = [[card_named(card) for card in hand.split()] for hand in hands.values()]
        top = [card_named(card) for card in on_top.split()]
        self.state.curses = self._stock(held, range(CURSES), top, is_empty="curses" in empty)
        self.state.artefacts = self._stock(
            held, range(FIRST_ARTEFACT, CARDS), top, is_empty="artefacts" in empty
        )
        self.state.permanents = [] if "permanents" in empty else _sorted(self.state.permanents, top)
        for spell in in_force:
            self._bind(spell)

    def _start(self, doll: Seat, turns: int) -> None:
        self.state.turns = turns - 1
        self.state.resolve((doll,))
        while self.state.needs is not None:
            self.state.resolve(self.state.needs.cards)  # type: ignore[union-attr]

    def _stock(self, held: list[list[Card]], kind: range, top: list[Card], *, is_empty: bool) -> Stock:
        stock = empty_stock(len(held))
        for seat, cards in enumerate(held):
            stock.drawn[seat] = [card for card in cards if card in kind]
            stock.hands[seat] = sorted(stock.drawn[seat])
            stock.drawers += [seat] * len(stock.drawn[seat][1 if kind.start == 0 else 0 :])
        left = [card for card in kind if not any(card in hand for hand in stock.hands)]
        stock.shuffled([] if is_empty else _sorted(left, top))
        return stock

    def _bind(self, spell: str) -> None:
        name, caster, *victims = spell.replace(" on ", " ").split()
        card, seat = card_named(name), self.seat(caster)
        if is_permanent(card):
            self.state.permanents.remove(card)
            bound: tuple[Seat, ...] = (seat,)
        else:
            self._lay_open(card, seat)
            bound = tuple(self.state.opponents(seat) if victims == ["all"] else map(self.seat, victims))
        self.state.in_force[card] = Spell(card, seat, bound, 1)

    def _lay_open(self, card: Card, seat: Seat) -> None:
        stock = self.state.curses
        if card in stock.deck:
            stock.deck.remove(card)
            stock.fresh -= 1
        stock.drawn[seat].append(card)
        stock.drawers += [seat] * (len(stock.drawn[seat]) > 1)
        stock.shown[card] = (seat, len(stock.drawn[seat]))

    def seat(self, name: str) -> Seat:
        return self.names.index(name)

    def play(self, *moves: str) -> None:
        for move in moves:
            name, text = move.split(maxsplit=1)
            if name == "dice":
                assert self.state.needs is not None, "nobody is rolling"
                outcome = outcome_named(self.state.needs, text)
                assert self.state.needs.allows(outcome), f"{self.state.needs.dice} dice are rolled"  # type: ignore[union-attr]
                self.state.resolve(outcome)
            else:
                assert text in self.legal(name), f"{name} may {self.legal(name)}, not {text}"
                self.state.apply(self.seat(name), action_named(self._with_seats(text)))

    def prepared(self, name: str, dice: str) -> None:
        """`name` rolls `dice` and stops at once."""
        self.play(f"{name} roll", f"dice {dice}", f"{name} stop")

    def turn_of(self, name: str, dice: str = "pumpkin skull ghost raven bat") -> None:
        """A turn in which nothing is done with the dice."""
        self.prepared(name, dice)
        self.play(f"{name} pass")

    def _with_seats(self, text: str) -> str:
        return " ".join(str(self.seat(word)) if word in self.names else word for word in text.split())

    def legal(self, name: str, verb: str = "") -> list[str]:
        """What `name` may do, with names for seats; only what begins with `verb`."""
        actions = [GAME.action_name(action) for action in self.state.legal_actions(self.seat(name))]
        return [self._with_names(action) for action in actions if action.startswith(verb)]

    def _with_names(self, text: str) -> str:
        return " ".join(self.names[int(word)] if word.isdigit() else word for word in text.split())

    @property
    def turn(self) -> str:
        return self.names[self.state.turn]

    @property
    def to_move(self) -> list[str]:
        return [self.names[seat] for seat in self.state.to_move()]

    @property
    def scores(self) -> dict[str, int]:
        return dict(zip(self.names, self.state.scores, strict=True))

    @property
    def target(self) -> str | None:
        return None if self.state.target is None else self.names[self.state.target]

    @property
    def dice(self) -> str:
        return dice_name(tuple(self.state.dice))

    @property
    def in_force(self) -> list[str]:
        """As they are written for a new scene."""
        return [self._written(spell) for spell in self.state.in_force.values()]

    def _written(self, spell: Spell) -> str:
        words = [card_name(spell.card), self.names[spell.caster]]
        if not is_permanent(spell.card):
            words += ["on", *(self.names[victim] for victim in spell.victims)]
        return " ".join(words)

    def hand(self, name: str) -> list[str]:
        seat = self.seat(name)
        return [
            card_name(card) for card in (*self.state.curses.hands[seat], *self.state.artefacts.hands[seat])
        ]


def _sorted(cards: list[Card], top: list[Card]) -> list[Card]:
    """`cards` with those of `top` first."""
    return sorted(cards, key=lambda card: top.index(card) if card in top else len(top))
