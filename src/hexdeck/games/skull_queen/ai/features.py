"""What a network sees of Skull Queen.

Seats are counted from the one that looks, clockwise.  Colours stand in slots, first those of which the
seat was dealt most.  Placing is five choices in a row: a side of the plank, then a space for the pirate
of each slot.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from hexdeck.core.cards import Action, Card, Color, Seat
from hexdeck.core.feature_layout import Bits, Layout, Steps, across, up_to
from hexdeck.games.skull_queen.law.planks import LENGTH, OVERBOARD, PIRATES, PLACINGS, SIDES
from hexdeck.games.skull_queen.law.rules import PLACE
from hexdeck.games.skull_queen.law.trick import (
    CARDS,
    EIGHT,
    FIVE,
    MATE,
    MONKEY,
    TOP,
    color_of,
    counts_as,
    make_card,
    steps_down,
    steps_up,
    value_of,
)
from hexdeck.games.skull_queen.law.view import View

COLORS: Final = len(PIRATES)
SIDE: Final = CARDS  # the first choice of a side; below it, a choice is a card
SPACE: Final = SIDE + len(SIDES)  # the first choice of a space
GAPS: Final = (-24, -15, -9, -5, -2, 0, 1, 3, 6, 10, 16, 25)
FELL: Final = len(SIDES) * LENGTH  # where a pirate stands that fell
HIGHEST: Final = value_of(MATE)
NOBODY: Final = 6  # has played what lies in the centre, and what the ghost has: no pirate moves for it

_SEATS: Final = [f"seat {away}" for away in range(NOBODY)]
_OTHERS: Final = _SEATS[1:]
_SLOTS: Final = ["longest", *(f"colour {slot}" for slot in range(2, COLORS + 1))]
_CARDS: Final = [*across(_SLOTS, [str(value) for value in range(1, TOP + 1)]), "Monkey", "First Mate"]
_SPACES: Final = [f"space {space}" for space in range(1, LENGTH + 1)]
_OF_COLOR: Final = [
    *up_to("cards", 3),
    *(f"highest by {who}" for who in (*_SEATS, "nobody")),
    *(f"lowest by {who}" for who in (*_SEATS, "nobody")),
    *up_to("is the highest", HIGHEST),
    *up_to("is the lowest", HIGHEST),
    "with the eight",
    "with the five",
]

LAYOUT: Final = Layout(
    choices=SPACE + LENGTH,
    groups=(
        ("hand", _CARDS),
        ("hand while placing", _CARDS),
        ("unseen", _CARDS),
        ("centre", _CARDS),
        ("trick", _CARDS),
        ("would be highest now", _CARDS),
        ("would be lowest now", _CARDS),
        ("would earn points now", _CARDS),
        ("would throw its pirate overboard now", _CARDS),
        ("lying", across(_SLOTS, _OF_COLOR)),
        ("pirate", across(_SEATS, across(_SLOTS, [*across(SIDES, _SPACES), "overboard"]))),
        ("colour asked", _SLOTS),
        ("leader", _SEATS),
        ("play after me", [str(number) for number in range(6)]),
        ("highest card so far", up_to("in value", HIGHEST)),
        ("leads next so far", _SEATS),
        ("cards in a slot", across(_SLOTS, up_to("cards", 8))),
        ("size of the hand", up_to("cards", 14)),
        ("void", across(_OTHERS, _SLOTS)),
        ("has played of a colour", across(_OTHERS, across(_SLOTS, up_to("cards", 4)))),
        ("placing", ["the side", *_SLOTS]),
        ("side decided", SIDES),
        ("space decided", across(_SLOTS[:-1], _SPACES)),
        ("players", [str(number) for number in range(2, 7)]),
        ("rounds after this", [str(number) for number in range(6)]),
        ("lead over", across(_OTHERS, [f"at least {gap}" for gap in GAPS])),
        ("plays for", ["points", "both", "win"]),
    ),
    mixes=(2,),
)


def slots(view: View) -> list[Color]:
    """The colours in the order of their slots."""
    assert view.seat is not None, "a spectator has no cards to order colours by"
    dealt = {*view.hand, *view.played[view.seat]}

    def weight(color: Color) -> tuple[int, int]:
        cards = [card for card in dealt if color_of(card) == color]
        return (len(cards), sum(1 << card for card in cards) >> color * TOP)

    return sorted(range(COLORS), key=weight, reverse=True)


def steps(view: View, actions: Sequence[Action]) -> list[Steps]:
    """The choices that make up each action, by the network's numbers."""
    order = slots(view)
    return [_placing(action, order) if action >= PLACE else (_place(action, order),) for action in actions]


def _placing(action: Action, order: list[Color]) -> Steps:
    plank = PLACINGS[action - PLACE]
    return (SIDE + plank.side, *(SPACE + plank.pirates[color] for color in order))


def features(view: View, style: int, decided: Steps = ()) -> list[int]:
    """The bits that are set, in ascending order; `decided` are choices of a placing that goes on."""
    assert view.seat is not None, "a spectator chooses nothing"
    bits, order = Bits(LAYOUT), slots(view)
    _put_cards(view, bits, order)
    _put_table(view, bits, order)
    _put_seats(view, bits, order)
    if view.planks:
        _put_own_cards(view, bits, order)
    else:
        _put_decided(bits, decided)
    bits.put("players", view.players - 2)
    bits.put("rounds after this", view.players - view.round)
    bits.put("plays for", style)
    return bits.numbers()


def _place(card: Card, order: list[Color]) -> int:
    """The network's number of a card."""
    return order.index(card // TOP) * TOP + card % TOP if card < MONKEY else card


def _places(cards: Iterable[Card], order: list[Color]) -> list[int]:
    return [_place(card, order) for card in cards]


def _put_cards(view: View, bits: Bits, order: list[Color]) -> None:
    bits.put_all("hand" if view.planks else "hand while placing", _places(view.hand, order))
    seen = {*view.hand, *view.centre, *view.gone}.union(*view.played)
    deck = [make_card(color, value) for color in order for value in range(view.low, view.top + 1)]
    bits.put_all("unseen", _places((card for card in (*deck, MONKEY, MATE) if card not in seen), order))
    bits.put_all("centre", _places(view.centre, order))
    bits.put_all("trick", _places((one.card for one in view.trick), order))
    bits.put_up_to("size of the hand", 14, len(view.hand))
    for slot, color in enumerate(order):
        bits.put_up_to("cards in a slot", 8, sum(color_of(card) == color for card in view.hand), slot * 8)


def _put_table(view: View, bits: Bits, order: list[Color]) -> None:
    """The trick: of every colour what lies there, who leads, and who will."""
    assert view.seat is not None
    for slot, color in enumerate(order):
        _put_color(view, bits, slot * len(_OF_COLOR), color)
    if view.trick_color is not None:
        bits.put("colour asked", order.index(view.trick_color))
    leader = view.turn if view.players == 2 else (view.turn - len(view.trick)) % view.players
    bits.put("leader", _away(view, leader))
    bits.put("play after me", view.players - 1 - (view.seat - leader) % view.players)
    if view.players > 2 and view.trick:
        best = max(reversed(view.trick), key=lambda one: value_of(one.card))  # [SQ10]
        bits.put("leads next so far", _away(view, best.seat))
        bits.put_up_to("highest card so far", HIGHEST, value_of(best.card))


def _put_color(view: View, bits: Bits, start: int, color: Color) -> None:
    """The cards of a colour in the trick and in the centre, and who would move [SQ7]."""
    lying = {value_of(card): NOBODY for card in view.centre if color_of(card) == color}
    lying |= {
        value_of(one.card): _away(view, one.seat) if one.seat < view.players else NOBODY
        for one in view.trick
        if one.color == color
    }
    bits.put_up_to("lying", 3, len(lying), start)
    if not lying:
        return
    start += 3
    for value in (max(lying), min(lying)):
        bits.put("lying", start + lying[value])
        start += NOBODY + 1
    for value in (max(lying), min(lying)):
        bits.put_up_to("lying", HIGHEST, value, start)
        start += HIGHEST
    bits.put_all("lying", (at for at, value in enumerate((EIGHT, FIVE)) if value in lying), start)


def _put_own_cards(view: View, bits: Bits, order: list[Color]) -> None:
    """What each card of the hand would do if the trick ended with it [SQ7, SQ8, SQ9]."""
    assert view.seat is not None
    plank = view.planks[view.seat]
    for card in view.hand:
        color = counts_as(card, view.trick_color)
        if color is None:
            continue
        others = [other for other in view.centre if color_of(other) == color]
        others += [one.card for one in view.trick if one.color in (color, None)]
        values = [value_of(other) for other in others]
        if not others or min(values) < value_of(card) < max(values):
            continue
        is_highest, place = value_of(card) > max(values), _place(card, order)
        bits.put("would be highest now" if is_highest else "would be lowest now", place)
        if plank.pirates[color] == OVERBOARD:
            continue
        together = [*others, card]
        after = plank.moved(color, steps_up(together) if is_highest else -steps_down(together))
        if after.pirates[color] == OVERBOARD:
            bits.put("would throw its pirate overboard now", place)
        elif after.points() > plank.points():
            bits.put("would earn points now", place)


def _put_seats(view: View, bits: Bits, order: list[Color]) -> None:
    """Planks of all, and what the others have shown."""
    for away in range(view.players):
        other = _seat(view, away)
        if view.planks:
            plank = view.planks[other]
            for slot, color in enumerate(order):
                space = plank.pirates[color]
                stands = FELL if space == OVERBOARD else plank.side * LENGTH + space
                bits.put("pirate", (away * COLORS + slot) * (FELL + 1) + stands)
        if away:
            _put_other(view, bits, order, away - 1)


def _put_other(view: View, bits: Bits, order: list[Color], row: int) -> None:
    other = _seat(view, row + 1)
    bits.put_all("void", (order.index(color) for color in view.voids[other]), row * COLORS)
    for slot, color in enumerate(order):
        count = sum(color_of(card) == color for card in view.played[other])
        bits.put_up_to("has played of a colour", 4, count, (row * COLORS + slot) * 4)
    lead = _standing(view, _seat(view, 0)) - _standing(view, other)
    bits.put_marks("lead over", GAPS, lead, row * len(GAPS))


def _standing(view: View, seat: Seat) -> int:
    """The score of a seat if the round ended now."""
    return view.scores[seat] + (view.planks[seat].points() if view.planks else 0)


def _put_decided(bits: Bits, decided: Steps) -> None:
    bits.put("placing", len(decided))
    for slot, step in enumerate(decided, -1):
        if slot < 0:
            bits.put("side decided", step - SIDE)
        else:
            bits.put("space decided", slot * LENGTH + step - SPACE)


def _seat(view: View, away: int) -> Seat:
    assert view.seat is not None
    return (view.seat + away) % view.players


def _away(view: View, seat: Seat) -> int:
    """How far a seat sits from the one that looks."""
    assert view.seat is not None
    return (seat - view.seat) % view.players


def is_weak_at(view: View) -> bool:
    """Where pirates begin it knows better than a search, but it plays cards worse."""
    return bool(view.planks)
