"""What a network sees of Voodoo.

Seats are counted from the one that looks, clockwise.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from hexdeck.core.cards import Card, Seat
from hexdeck.core.feature_layout import Bits, Layout, Steps, across, same_numbers, up_to
from hexdeck.games.voodoo.law.actions import ACTIONS, MEANINGS, SEATS, TEMPLATES
from hexdeck.games.voodoo.law.cards import (
    ARTEFACTS,
    EFFECTS,
    FACES,
    FIRST_ARTEFACT,
    curse,
    effect_of,
    is_permanent,
    moment,
    the_cards,
)
from hexdeck.games.voodoo.law.diary import Note, has_lapsed, new_page
from hexdeck.games.voodoo.law.position import GOAL
from hexdeck.games.voodoo.law.view import View

PHASES: Final = ("before_rolling", "preparing", "keeping", "acting", "keeping_late", "paying")
ATTENTION: Final = (0.9, 0.98, 1.0)  # how likely one thinks of the only curse in force, by `style`
UNFORGETTING: Final = ATTENTION.index(1.0)  # the `style` of a seat that always does, whatever it plays for
CURSES_LEFT: Final = (1, 3, 6, 10, 15, 20)  # in the deck
ARTEFACTS_LEFT: Final = (1, 2, 4, 6, 8, 10)
ROUNDS: Final = (5, 8, 11, 15, 19, 22, 23, 24)  # turns of each player that have ended

_SEATS: Final = [f"seat {away}" for away in range(SEATS)]
_OTHERS: Final = _SEATS[1:]
_CURSES: Final = [card.id for card in the_cards().curses]
_BINDING: Final = [*_CURSES, *(card.id for card in the_cards().permanents)]
_ARTEFACTS: Final = [verb for verb in TEMPLATES if verb in EFFECTS]  # by their effects
_OF_SEAT: Final = [
    *up_to("points", GOAL - 1),
    *up_to("skulls crossed", 3),
    *up_to("curses in hand", 8),
    *up_to("points in hand that all know of", 6),
    *up_to("artefacts in hand", 5),
    *("two dice less or worse", "a die less", "a die more"),
    *("has the doll", "has Target", "is shielded"),
    *up_to("curses that bind it", 4),
    *up_to("permanent curses", 3),
    *up_to("curses that it cast", 5),
    *up_to("points for breaking them", 6),
]

CHANCES: Final = SEATS  # its network does not choose: it says how likely each seat is to win
LAYOUT: Final = Layout(
    choices=ACTIONS,
    groups=(
        ("hand", _CURSES),
        ("paid by the dice", _CURSES),
        ("binds me", _BINDING),
        ("cast by me", _CURSES),
        ("act is due", _BINDING),
        ("lapsed and mine to call", _BINDING),
        ("artefact in hand", _ARTEFACTS),
        ("used in this turn", _ARTEFACTS),
        ("unseen artefact", _ARTEFACTS),
        ("known artefact", across(_OTHERS, _ARTEFACTS)),
        ("curses in hand that bring", across(["1 point", "2 points", "3 points"], up_to("curses", 4))),
        ("would win", up_to("curses in hand", 3)),
        ("wanted", across(FACES, up_to("curses in hand", 4))),
        ("phase", PHASES),
        ("dice", across(FACES, up_to("dice", 4))),
        ("dice in all", up_to("dice", 6)),
        ("moment of the Stinky Doll", ["now"]),
        ("call", ["by me", "of me", "among others", "denied"]),
        ("of each seat", across(_SEATS, _OF_SEAT)),
        ("highest other score", up_to("points", GOAL - 1)),
        ("curses in the deck", [f"at least {number}" for number in CURSES_LEFT]),
        ("artefacts in the deck", [f"at least {number}" for number in ARTEFACTS_LEFT]),
        ("turns of each", [f"at least {number}" for number in ROUNDS]),
        ("players", [str(number) for number in range(3, SEATS + 1)]),
        ("mode", ["at the table"]),
        ("attention", [f"{chance:.0%}" for chance in ATTENTION]),
    ),
)


steps = same_numbers


def features(view: View, style: int, decided: Steps = ()) -> list[int]:
    """The bits that are set, in ascending order; `style` says how attentive all are, see ATTENTION."""
    assert not decided, "every action is one choice"
    assert view.seat is not None, "a spectator chooses nothing"
    bits = Bits(LAYOUT)
    _put_hand(view, bits)
    _put_force(view, bits)
    _put_artefacts(view, bits)
    _put_turn(view, bits)
    for away in range(view.players):
        _put_seat(view, bits, away)
    scores = [score for seat, score in enumerate(view.scores) if seat != view.seat]
    bits.put_up_to("highest other score", GOAL - 1, max(scores))
    bits.put_marks("curses in the deck", CURSES_LEFT, view.curses.deck)
    bits.put_marks("artefacts in the deck", ARTEFACTS_LEFT, view.artefacts.deck)
    bits.put_marks("turns of each", ROUNDS, (view.turns - 1) // view.players)
    bits.put("players", view.players - 3)
    if view.at_table:
        bits.put("mode")
    bits.put("attention", style)
    return bits.numbers()


def _put_hand(view: View, bits: Bits) -> None:
    assert view.seat is not None
    hand = [(card, curse(card)) for card in view.curses.hand]
    dice = Counter(view.dice)
    bits.put_all("hand", view.curses.hand)
    bits.put_all(
        "paid by the dice",
        (
            card
            for card, printed in hand
            if Counter(printed.cost) <= dice and printed.ingredients <= len(view.dice)
        ),
    )
    for points in range(1, 4):
        number = sum(printed.casting == points for _, printed in hand)
        bits.put_up_to("curses in hand that bring", 4, number, (points - 1) * 4)
    needed = GOAL - view.scores[view.seat]
    bits.put_up_to("would win", 3, sum(printed.casting >= needed for _, printed in hand))
    for face in range(len(FACES)):
        bits.put_up_to("wanted", 4, sum(face in printed.cost for _, printed in hand), face * 4)
        bits.put_up_to("dice", 4, dice[face], face * 4)
    bits.put_up_to("dice in all", 6, len(view.dice))


def _put_force(view: View, bits: Bits) -> None:
    for spell in view.in_force:
        if view.seat in spell.victims:
            bits.put("binds me", spell.card)
        elif view.seat == spell.caster:
            bits.put("cast by me", spell.card)
    for action in view.actions:
        verb, numbers = MEANINGS[action]
        if verb == "do" and _is_due(view, numbers[0]):
            bits.put("act is due", numbers[0])
        elif verb == "call" and has_lapsed(view.diary, numbers[1], numbers[0], moment(numbers[0])):
            bits.put("lapsed and mine to call", numbers[0])


def _is_due(view: View, card: Card) -> bool:
    """Whether it is the moment for the act, or the seat's marker has moved [VO7]."""
    assert view.seat is not None
    when = moment(card)
    if when == "marker_moves":
        page = [*new_page(view.diary), Note("passed", view.turn)]
        return has_lapsed(page, view.seat, card, when)
    return when in ("always", "before_rolling" if view.phase == "before_rolling" else "before_passing")


def _put_artefacts(view: View, bits: Bits) -> None:
    known = [cards if seat != view.seat else () for seat, cards in enumerate(view.artefacts.known)]
    seen = {*view.artefacts.hand, *view.artefacts.under}.union(*known)
    everything = range(FIRST_ARTEFACT, FIRST_ARTEFACT + ARTEFACTS)
    bits.put_all("artefact in hand", _effects(view.artefacts.hand))
    bits.put_all("used in this turn", _effects(view.used))
    bits.put_all("unseen artefact", _effects(card for card in everything if card not in seen))
    for seat, cards in enumerate(known):
        if cards:
            bits.put_all("known artefact", _effects(cards), (_away(view, seat) - 1) * ARTEFACTS)


def _effects(artefacts: Iterable[Card]) -> list[int]:
    return [_ARTEFACTS.index(effect_of(card)) for card in artefacts]


def _put_turn(view: View, bits: Bits) -> None:
    bits.put("phase", PHASES.index(view.phase))
    if view.stopped:
        bits.put("moment of the Stinky Doll")
    if view.call is not None:
        involved = (view.call.caller, view.call.accused)
        bits.put("call", involved.index(view.seat) if view.seat in involved else 2)
        if view.call.denied:
            bits.put("call", 3)


def _put_seat(view: View, bits: Bits, away: int) -> None:
    assert view.seat is not None
    seat = (view.seat + away) % view.players
    binding = [spell.card for spell in view.in_force if seat in spell.victims]
    casts = [spell.card for spell in view.in_force if seat == spell.caster and not is_permanent(spell.card)]
    permanent = sum(map(is_permanent, binding))
    start = away * len(_OF_SEAT)
    for size, number in (
        (GOAL - 1, view.scores[seat]),
        (3, view.skulls[seat]),
        (8, view.curses.hand_sizes[seat]),
        (6, sum(curse(card).casting for card in view.curses.known[seat])),
        (5, view.artefacts.hand_sizes[seat]),
    ):
        bits.put_up_to("of each seat", size, number, start)
        start += size
    more = view.more_dice[seat]
    flags = (more <= -2, more == -1, more >= 1, view.turn == seat, view.target == seat, seat in view.shielded)
    bits.put_all("of each seat", (at for at, flag in enumerate(flags) if flag), start)
    start += len(flags)
    for size, number in (
        (4, len(binding) - permanent),
        (3, permanent),
        (5, len(casts)),
        (6, sum(curse(card).breaking for card in casts)),
    ):
        bits.put_up_to("of each seat", size, number, start)
        start += size


def _away(view: View, seat: Seat) -> int:
    """How far a seat sits from the one that looks."""
    assert view.seat is not None
    return (seat - view.seat) % view.players
