"""What a network sees of Vampire Queen.

Seats are counted from the one that looks, clockwise.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from hexdeck.core.cards import Card, Seat
from hexdeck.core.feature_layout import Bits, Layout, Steps, across, same_numbers, up_to
from hexdeck.games.vampire_queen.law.rules import (
    ACTIONS,
    COPIES,
    QUEEN,
    QUEENS,
    SLAYER_15,
    SLAYER_20,
    SLAYERS,
    VAMPIRES,
    Cards,
    hunted_value,
    is_slayer_round,
    value_of,
)
from hexdeck.games.vampire_queen.law.view import View

GAPS: Final = (-60, -35, -18, -7, 0, 8, 19, 36, 61)
FEW: Final = 3  # cards in a hand towards the end
LEFT: Final = 12  # cards in all hands, when a search sees what comes of them
LEFT_FOR_FEW: Final = 24  # where somebody is out, or the hand has few
PASSED: Final = 3  # numbers of cards for which passes are told

_SEATS: Final = [f"seat {away}" for away in range(12)]
_PILE: Final = [*across([str(value) for value in VAMPIRES], up_to("cards", COPIES)), *up_to("queens", QUEENS)]
_OF_OTHER: Final = [
    *up_to("cards", 12),
    *("yet to act", "has played", "has passed"),
    *up_to("passes", 6),
    *(f"known to hold {value}" for value in (*VAMPIRES, "a queen")),
    *(
        f"passed on {number} of {14 - place} or less"
        for number in range(1, PASSED + 1)
        for place in range(1, len(VAMPIRES) + 1)
    ),
    *(f"led by at least {gap}" for gap in GAPS),
]

LAYOUT: Final = Layout(
    choices=ACTIONS,
    groups=(
        ("hand", _PILE),
        ("unseen", _PILE),
        ("holds slayer 15", _SEATS),
        ("holds slayer 20", _SEATS),
        ("may not be led", ["slayer 15", "slayer 20"]),
        ("round", ["to lead", "to follow", "of a slayer"]),
        ("number of cards", [*(str(number) for number in range(1, 8)), "8 or more"]),
        ("value to beat", up_to("in value", 14)),
        ("somebody must take all", ["forced"]),
        ("winner so far", _SEATS),
        ("play after me", up_to("seats", 11)),
        ("lying with a slayer", up_to("times eight points", 10)),
        ("size of the hand", up_to("cards", 20)),
        ("smallest other hand", up_to("cards", 10)),
        ("kinds of vampires", up_to("kinds", 13)),
        ("points in the hand", up_to("times ten points", 12)),
        ("phases after this", ["0", "1", "2", "3", "4 or more"]),
        ("players", [str(number) for number in range(3, 13)]),
        ("plays for", ["points", "both", "win"]),
        ("other", across(_SEATS[1:], _OF_OTHER)),
    ),
)


steps = same_numbers


def features(view: View, style: int, decided: Steps = ()) -> list[int]:
    """The bits that are set, in ascending order."""
    assert not decided, "every action is one choice"
    assert view.seat is not None, "a spectator chooses nothing"
    bits = Bits(LAYOUT)
    _put_own(view, bits)
    _put_unseen(view, bits)
    _put_slayers(view, bits)
    _put_round(view, bits)
    bits.put("phases after this", min(4, view.phases - view.phase))
    bits.put("players", view.players - 3)
    bits.put("plays for", style)
    for away in range(1, view.players):
        _put_other(view, bits, away)
    return bits.numbers()


def _put_pile(bits: Bits, group: str, pile: Counter[Card]) -> None:
    for at, value in enumerate(VAMPIRES):
        bits.put_up_to(group, COPIES, pile[value], at * COPIES)
    bits.put_up_to(group, QUEENS, pile[QUEEN], len(VAMPIRES) * COPIES)


def _put_own(view: View, bits: Bits) -> None:
    _put_pile(bits, "hand", Counter(view.hand))
    bits.put_up_to("size of the hand", 20, len(view.hand))
    bits.put_up_to("smallest other hand", 10, min(_others(view, view.hand_sizes)))
    bits.put_up_to("kinds of vampires", 13, len({*view.hand}.intersection(VAMPIRES)))
    bits.put_up_to("points in the hand", 12, sum(view.hand) // 10)


def _others(view: View, things: Iterable[int]) -> list[int]:
    return [thing for seat, thing in enumerate(things) if seat != view.seat]


def _put_unseen(view: View, bits: Bits) -> None:
    """Cards that are not in the hand, on the table, in the crypt, nor known to be anybody's."""
    unseen = Counter(dict.fromkeys(VAMPIRES, COPIES) | {QUEEN: QUEENS})
    unseen.subtract(view.hand)
    unseen.subtract(view.crypt)
    for _, cards in view.round:
        unseen.subtract(cards)
    for seat, cards in enumerate(view.known):
        if seat != view.seat:
            unseen.subtract(cards)
    _put_pile(bits, "unseen", unseen)


def _put_slayers(view: View, bits: Bits) -> None:
    for seat, cards in enumerate(view.known):
        if SLAYER_15 in cards:
            bits.put("holds slayer 15", _away(view, seat))
        if SLAYER_20 in cards:
            bits.put("holds slayer 20", _away(view, seat))
    if view.barred is not None and not view.round:
        bits.put("may not be led", SLAYERS.index(view.barred))


def _put_round(view: View, bits: Bits) -> None:
    hunting = is_slayer_round(dict(view.round))
    bits.put("round", 2 if hunting else min(1, len(view.round)))
    bits.put_up_to("play after me", 11, view.players - len(view.round) - 1)
    if not view.round:
        return
    bits.put("number of cards", min(7, len(view.round[0][1]) - 1))
    taker, value = _hunted(view) if hunting else _highest(view)
    bits.put("winner so far", _away(view, taker))
    bits.put_up_to("value to beat", 14, value)
    if hunting:
        if value > 14:
            bits.put("somebody must take all")
        bits.put_up_to("lying with a slayer", 10, sum(sum(cards) for _, cards in view.round) // 8)


def _highest(view: View) -> tuple[Seat, int]:
    """Whose cards lie highest in a normal round, and their value [VQ6]."""
    return max(((seat, value_of(cards)) for seat, cards in view.round if cards), key=lambda lying: lying[1])


def _hunted(view: View) -> tuple[Seat, int]:
    """Who takes all in a slayer round: who must pass, else the highest, of equals the last [VQ8, VQ9]."""
    worth = [(seat, hunted_value(cards[0]) if cards else 99) for seat, cards in view.round]
    most = max(value for _, value in worth)
    return [lying for lying in worth if lying[1] == most][-1]


def _put_other(view: View, bits: Bits, away: int) -> None:
    assert view.seat is not None
    other = (view.seat + away) % view.players
    played: dict[Seat, Cards] = dict(view.round)
    start = (away - 1) * len(_OF_OTHER)
    bits.put_up_to("other", 12, view.hand_sizes[other], start)
    start += 12
    bits.put("other", start + (0 if other not in played else 1 if played[other] else 2))
    start += 3
    bits.put_up_to("other", 6, view.passes[other], start)
    start += 6
    bits.put_all("other", (card - 1 for card in {*view.known[other]} if card not in SLAYERS), start)
    start += len(VAMPIRES) + 1
    for number in range(1, PASSED + 1):
        if values := [value for count, value in view.passed_on[other] if count == number]:
            bits.put_up_to("other", len(VAMPIRES), 14 - min(values), start)
        start += len(VAMPIRES)
    bits.put_marks("other", GAPS, view.scores[view.seat] - view.scores[other], start)


def _away(view: View, seat: Seat) -> int:
    """How far a seat sits from the one that looks."""
    assert view.seat is not None
    return (seat - view.seat) % view.players


def is_nearly_over(view: View) -> bool:
    """A search sees the rest of the phase, and the network overlooks some of it."""
    somebody_is_out = 0 in view.hand_sizes
    is_last = len(view.round) == len(view.hand_sizes) - 1
    if somebody_is_out and (is_last or not is_slayer_round(dict(view.round))):
        return True
    left = LEFT_FOR_FEW if somebody_is_out or len(view.hand) <= FEW else LEFT
    return min(view.hand_sizes) <= 1 and sum(view.hand_sizes) <= left
