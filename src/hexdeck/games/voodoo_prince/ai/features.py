"""What a network sees of Voodoo Prince.

Seats are counted from the one that looks, clockwise.  Colours stand in slots: trump first, then those of
which the seat was dealt most; so a network need not learn the same five times.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from hexdeck.core.cards import Action, Card, Color, Seat
from hexdeck.core.feature_layout import Bits, Layout, Steps, across, up_to
from hexdeck.games.voodoo_prince.law.rules import NO_TRUMP, UNNAMED
from hexdeck.games.voodoo_prince.law.view import View

COLORS: Final = 5
VALUES: Final = 16
NAME_TRUMP: Final = COLORS * VALUES  # the first action that names trump
GOALS: Final = 7
FEW: Final = 4  # cards in a hand towards the end
GAPS: Final = (-14, -9, -6, -4, -2, 0, 1, 3, 5, 7, 10, 15)

_SEATS: Final = [f"seat {away}" for away in range(5)]
_OTHERS: Final = _SEATS[1:]
_SLOTS: Final = ["trump or longest", *(f"colour {slot}" for slot in range(2, 6))]
_CARDS: Final = across(_SLOTS, [str(value) for value in range(VALUES)])

LAYOUT: Final = Layout(
    choices=NAME_TRUMP + COLORS,
    groups=(
        ("hand", _CARDS),
        ("unseen", _CARDS),
        ("played", across(_OTHERS, _CARDS)),
        ("trick", _CARDS),
        ("winning card", _CARDS),
        ("takes the lead", _CARDS),
        ("hand while trump is named", _CARDS),
        ("players", [str(number) for number in range(2, 6)]),
        ("variant", ["the Race to 20", "no trump"]),
        ("colour led", _SLOTS),
        ("cards in the trick", [str(number) for number in range(5)]),
        ("leader", _SEATS),
        ("winner so far", _SEATS),
        ("play after me", [str(number) for number in range(5)]),
        ("plays on", _SEATS),
        ("tricks to go", across(_SEATS, up_to("tricks", GOALS))),
        ("tricks taken", across(_SEATS, up_to("tricks", GOALS))),
        ("have left", ["0", "1", "2", "3"]),
        ("leaving now is worth", up_to("points", 16)),
        ("size of the hand", up_to("cards", 14)),
        ("cards in a slot", across(_SLOTS, up_to("cards", 8))),
        ("void", across(_OTHERS, _SLOTS)),
        ("rounds after this", ["0", "1", "2", "3", "4 or more"]),
        ("lead over", across(_OTHERS, [f"at least {gap}" for gap in GAPS])),
        ("on the way to 20", across(_SEATS, up_to("pairs of points", 10))),
        ("plays for", ["points", "both", "win"]),
    ),
    trained_as={"variant: the Race to 20": "variant: the Marshmallow Test"},  # another product's name
)


def slots(view: View) -> list[Color]:
    """The colours in the order of their slots."""
    assert view.seat is not None, "a spectator has no cards to order colours by"
    dealt = {*view.hand, *view.played[view.seat]}

    def weight(color: Color) -> tuple[bool, int, int]:
        values = [card % VALUES for card in dealt if card // VALUES == color]
        return (color == view.trump, len(values), sum(1 << value for value in values))

    return sorted(range(COLORS), key=weight, reverse=True)


def steps(view: View, actions: Sequence[Action]) -> list[Steps]:
    """The network's number of each action: one choice."""
    order = slots(view)
    return [(_choice(action, order),) for action in actions]


def _choice(action: Action, order: list[Color]) -> int:
    if action >= NAME_TRUMP:
        return NAME_TRUMP + order.index(action - NAME_TRUMP)
    return order.index(action // VALUES) * VALUES + action % VALUES


def features(view: View, style: int, decided: Steps = ()) -> list[int]:
    """The bits that are set, in ascending order."""
    assert not decided, "every action is one choice"
    assert view.seat is not None, "a spectator chooses nothing"
    bits, order = Bits(LAYOUT), slots(view)
    _put_cards(view, bits, order)
    _put_trick(view, bits, order)
    _put_others(view, bits, order)
    _put_seats(view, bits)
    bits.put("players", view.players - 2)
    if view.marshmallow:
        bits.put("variant", 0)
    if view.trump == NO_TRUMP:
        bits.put("variant", 1)
    bits.put("cards in the trick", len(view.trick))
    bits.put("have left", min(3, len(view.left)))
    bits.put_up_to("size of the hand", 14, len(view.hand))
    bits.put("rounds after this", 4 if view.marshmallow else min(4, view.rounds - view.round))
    bits.put("plays for", style)
    return bits.numbers()


def _places(cards: Iterable[Card], order: list[Color]) -> list[int]:
    return [order.index(card // VALUES) * VALUES + card % VALUES for card in cards]


def _put_cards(view: View, bits: Bits, order: list[Color]) -> None:
    group = "hand while trump is named" if view.trump == UNNAMED else "hand"
    bits.put_all(group, _places(view.hand, order))
    seen = set(view.hand).union(*view.played)
    low = 1 if view.marshmallow else 0
    deck = (color * VALUES + value for color in range(COLORS) for value in range(low, view.top + 1))
    bits.put_all("unseen", _places((card for card in deck if card not in seen), order))
    for slot, color in enumerate(order):
        bits.put_up_to("cards in a slot", 8, sum(card // VALUES == color for card in view.hand), slot * 8)


def _put_trick(view: View, bits: Bits, order: list[Color]) -> None:
    """What lies there, which card is highest, and which of the hand would be higher [VP4, VP7]."""
    if not view.trick:
        return
    cards = [card for _, card in view.trick]
    led = cards[0] // VALUES
    color = view.trump if any(card // VALUES == view.trump for card in cards) else led
    lying = {card % VALUES for card in cards if card // VALUES == color}
    highest = max(lying)
    best = 0 if highest == view.top and 0 in lying else highest
    by = next(seat for seat, card in view.trick if card == color * VALUES + best)
    bits.put_all("trick", _places(cards, order))
    bits.put_all("winning card", _places([color * VALUES + best], order))
    bits.put("colour led", order.index(led))
    bits.put("leader", _away(view, view.trick[0][0]))
    bits.put("winner so far", _away(view, by))
    takes = [card for card in view.hand if card // VALUES == color and _beats(card % VALUES, lying, view.top)]
    if color != view.trump:
        takes += [card for card in view.hand if card // VALUES == view.trump]
    bits.put_all("takes the lead", _places(takes, order))


def _beats(value: int, lying: set[int], top: int) -> bool:
    """Whether a value takes the trick from those of its colour that lie there."""
    together = {*lying, value}
    best = 0 if top in together and 0 in together else max(together)
    return best == value


def _put_others(view: View, bits: Bits, order: list[Color]) -> None:
    assert view.seat is not None
    for away in range(1, view.players):
        other = (view.seat + away) % view.players
        start = (away - 1) * COLORS * VALUES
        bits.put_all("played", _places(view.played[other], order), start)
        bits.put_all("void", (order.index(color) for color in view.voids[other]), (away - 1) * COLORS)
        lead = view.scores[view.seat] - view.scores[other]
        bits.put_marks("lead over", GAPS, lead, (away - 1) * len(GAPS))


def _put_seats(view: View, bits: Bits) -> None:
    assert view.seat is not None
    for away in range(view.players):
        other = (view.seat + away) % view.players
        bits.put_up_to("tricks taken", GOALS, view.tricks[other], away * GOALS)
        if other in view.playing:
            bits.put("plays on", away)
            bits.put_up_to("tricks to go", GOALS, view.goal - view.tricks[other], away * GOALS)
        if view.marshmallow:
            bits.put_up_to("on the way to 20", 10, view.scores[other] // 2, away * 10)
    after = view.players - len(view.left) - len(view.trick) - 1
    bits.put("play after me", max(0, after))
    bits.put_up_to("leaving now is worth", 16, sum(view.tricks) - view.tricks[view.seat])


def _away(view: View, seat: Seat) -> int:
    """How far a seat sits from the one that looks."""
    assert view.seat is not None
    return (seat - view.seat) % view.players


def is_weak_at(view: View) -> bool:
    """The network is no stronger than search there: in the Race to 20 with four and five."""
    return view.marshmallow and view.players > 3


def is_nearly_over(view: View) -> bool:
    """A search sees the rest of the round, and the network overlooks some of it."""
    return len(view.hand) <= FEW
