"""Skull Queen: pirates at the edge, steps to the eight, and cards that do nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from hexdeck.ai.tactics.finder import MOST_WORLDS, Found, Worlds, all_or_some, found
from hexdeck.ai.tactics.theme import Theme
from hexdeck.ai.tactics.worlds import Hand, all_deals
from hexdeck.core.cards import Card, Color, Seat
from hexdeck.core.game import Choice
from hexdeck.games.skull_queen import GAME
from hexdeck.games.skull_queen.law.planks import OVERBOARD, PIRATES, SIDES, SPACES
from hexdeck.games.skull_queen.law.rules import State
from hexdeck.games.skull_queen.law.trick import MATE, MONKEY, color_of, resolved, steps_down, steps_up
from hexdeck.games.skull_queen.law.view import View

OPTIONS: Final[dict[str, Choice]] = {}
BOTS: Final = ("heuristic",)
LATE: Final = 3  # cards in the largest hand
STAKE: Final = 0.5


class Move(NamedTuple):
    seat: Seat
    color: Color
    gain: int  # points
    falls: bool


def sees(view: View) -> str:
    """`trick 1 r5, 2 r7; centre b3; hand r2 g9; planks: 0 front r8 y5 g- b3, …`."""
    trick = ", ".join(f"{one.seat} {GAME.card_name(one.card)}" for one in view.trick) or "nothing"
    planks = ", ".join(_plank(view, seat) for seat in range(view.players))
    return f"trick {trick}; centre {_cards(view.centre)}; hand {_cards(view.hand)}; planks {planks}"


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(GAME.card_name, cards)) or "empty"


def _plank(view: View, seat: Seat) -> str:
    plank = view.planks[seat]
    pirates = zip(PIRATES, plank.pirates, strict=True)
    printed = (f"{name[0]}{'-' if at == OVERBOARD else SPACES[plank.side][at]}" for name, at in pirates)
    return " ".join([str(seat), SIDES[plank.side], *printed])


def look(state: State, seat: Seat) -> Found | None:
    view = GAME.view(state, seat)
    if not view.planks or view.chosen or max(view.hand_sizes) > LATE:
        return None
    return found(GAME.name, view, lambda: worlds(view), STAKE)


def worlds(view: View) -> Worlds:
    """All of them, since every card can be counted, or a sample; a ghost's cards lie in some order."""
    any_world = GAME.worlds(view, Random(0))
    others = [seat for seat in range(view.players) if seat != view.seat]
    unseen = [*chain.from_iterable(any_world.hands[seat] for seat in others), *any_world.stack]
    sizes = [*(view.hand_sizes[seat] for seat in others), *[1] * view.stack_size]
    voids = [*(view.voids[seat] for seat in others), *[()] * view.stack_size]
    deals = all_deals(unseen, sizes, lambda holder, card: color_of(card) not in voids[holder], MOST_WORLDS)
    return all_or_some(GAME.name, view, deals, lambda hands: _with_hands(any_world, others, hands[:-1]))


def _with_hands(state: State, others: list[Seat], hands: Sequence[Hand]) -> State:
    """Hands for the others; after them come the ghost's cards, one by one."""
    world = state.copy()
    for seat, hand in zip(others, hands, strict=False):
        world.hands[seat] = list(hand)
    world.stack = [card for (card,) in hands[len(others) :]]
    return world


@dataclass
class Case:
    view: View
    right: Sequence[Card]
    wrong: Sequence[Card]

    @cached_property
    def follows(self) -> bool:
        return bool(self.view.trick)

    @cached_property
    def good(self) -> list[list[Move]]:
        return [moves(self.view, card) for card in self.right]

    @cached_property
    def bad(self) -> list[list[Move]]:
        return [moves(self.view, card) for card in self.wrong]

    @cached_property
    def other_colors(self) -> bool:
        return {*map(color_of, self.right)}.isdisjoint(map(color_of, self.wrong))

    def falls(self, made: Sequence[Move]) -> bool:
        return any(move.falls and move.seat == self.view.seat for move in made)

    def pushes(self, made: Sequence[Move]) -> bool:
        return any(move.falls and move.seat != self.view.seat for move in made)

    def own(self, made: Sequence[Move]) -> int:
        """Points that the seat gains."""
        return sum(move.gain for move in made if move.seat == self.view.seat)

    def others(self, made: Sequence[Move]) -> int:
        return sum(move.gain for move in made if move.seat != self.view.seat)

    def lies_alone(self, card: Card) -> bool:
        """Whether it would stay in the centre."""
        colors = resolved(_trick_with(self.view, card), self.view.centre)
        return not any(card in cards for cards in colors.values())


def moves(view: View, card: Card) -> list[Move]:
    """Which pirates would move if the trick ended with this card."""
    trick = _trick_with(view, card)
    found = []
    for color, cards in resolved(trick, view.centre).items():
        steps = {cards[-1]: steps_up(cards), cards[0]: -steps_down(cards)}
        for seat, played in trick.items():
            if seat < view.players and played in steps and view.planks[seat].pirates[color] != OVERBOARD:
                after = view.planks[seat].moved(color, steps[played])
                gain = after.points() - view.planks[seat].points()
                found.append(Move(seat, color, gain, after.pirates[color] == OVERBOARD))
    return found


def _trick_with(view: View, card: Card) -> dict[Seat, Card]:
    assert view.seat is not None
    return {one.seat: one.card for one in view.trick} | {view.seat: card}


def _stays_on(case: Case) -> bool:
    return any(map(case.falls, case.bad)) and not any(map(case.falls, case.good))


def _pushes(case: Case) -> bool:
    return all(map(case.pushes, case.good)) and not all(map(case.pushes, case.bad))


def _steps_up(case: Case) -> bool:
    return min(map(case.own, case.good)) > 0 >= max(map(case.own, case.bad))


def _parks(case: Case) -> bool:
    return all(map(case.lies_alone, case.right)) and not all(map(case.lies_alone, case.wrong))


def _stays(case: Case) -> bool:
    return min(map(case.own, case.good)) >= 0 > min(map(case.own, case.bad))


def _holds_back(case: Case) -> bool:
    return max(map(case.others, case.good)) < min(map(case.others, case.bad))


def _leads_nothing_of_its_own(case: Case) -> bool:
    """Its pirate of that colour is overboard already."""
    assert case.view.seat is not None
    pirates = case.view.planks[case.view.seat].pirates
    colors = [color for color in map(color_of, case.right) if color is not None]
    return not case.follows and case.other_colors and any(pirates[color] == OVERBOARD for color in colors)


THEMES: Final = (
    Theme(
        "Monkey and First Mate fit any colour",
        "They are a free move in any colour, even where you could follow.",
        lambda case: all(card in (MONKEY, MATE) for card in case.right),
    ),
    Theme(
        "Keep Monkey and First Mate",
        "What moves a pirate in any colour is worth more later than now.",
        lambda case: all(card in (MONKEY, MATE) for card in case.wrong),
    ),
    Theme(
        "Keep your pirate on the plank",
        "A pirate at an end falls if its card is the highest or lowest. Do not play that card now.",
        lambda case: case.follows and _stays_on(case),
    ),
    Theme(
        "Push a rival overboard",
        "Whoever stands at an end falls when forced to be highest or lowest: make it so.",
        lambda case: case.follows and _pushes(case),
    ),
    Theme(
        "Step up to more points",
        "Be the highest, or the lowest, where that brings your pirate to a better space.",
        lambda case: case.follows and _steps_up(case),
    ),
    Theme(
        "Park a card in the centre",
        "A card of another colour lies there alone: it moves nobody now, and may be highest or lowest later.",
        lambda case: case.follows and _parks(case),
    ),
    Theme(
        "Stay where the points are",
        "A pirate that stands well should move no more: play between the others, or another colour.",
        lambda case: case.follows and _stays(case),
    ),
    Theme(
        "Hold a rival back",
        "Take the step that a rival would make, or turn it into nothing.",
        lambda case: case.follows and _holds_back(case),
    ),
    Theme(
        "Lead what hurts least",
        "When every lead costs something, lead where your pirate has nothing to lose.",
        _leads_nothing_of_its_own,
    ),
    Theme(
        "Lead the colour that helps you",
        "The lead says which colour all must follow, so it says who moves.",
        lambda case: not case.follows and case.other_colors,
    ),
    Theme(
        "Think of the last card",
        "Two cards are left: what you keep must be played in the last trick, whatever is led.",
        lambda case: len(case.view.hand) == 2,
    ),
)
