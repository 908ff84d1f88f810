"""What an attentive player remembers of acts and moments, and what follows from it [VO13].

A diary covers the turn of the last player who rolled and what came after it:
acts before the first roll, `rolled`, acts before passing, `passed`, acts before the next player's first roll.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hexdeck.core.cards import Card, Seat
from hexdeck.games.voodoo.law.cards import Moment

What: TypeAlias = Literal["bound", "did", "moved", "rolled", "passed"]


@dataclass(frozen=True, slots=True)
class Note:
    what: What  # a curse came to bind, its act was done, a marker moved, the first roll, the doll passed on
    seat: Seat
    card: Card | None = None  # of `bound` and `did`


def new_page(diary: Sequence[Note]) -> list[Note]:
    """The diary at a first roll: the turn before is forgotten [VO13]."""
    return list(diary[_last(diary, "passed") + 1 :])


def without(diary: Sequence[Note], card: Card) -> list[Note]:
    """The diary once `card` binds nobody any more [VO-R17]."""
    return [note for note in diary if note.card != card]


def has_done(diary: Sequence[Note], seat: Seat, card: Card, moment: Moment) -> bool:
    """Whether `seat` has done its act since the moment last began."""
    began = _last(diary, "passed")
    if moment == "marker_moves":
        began = max(began, _last(diary, "moved", seat))
    else:
        began = max(began, _last(diary, "rolled"))
    return Note("did", seat, card) in diary[began + 1 :]


def has_lapsed(diary: Sequence[Note], seat: Seat, card: Card, moment: Moment) -> bool:
    """Whether `seat` let a moment go by without the act, and it is not yet too late to call it [VO13]."""
    rolled, passed = _last(diary, "rolled", seat), _last(diary, "passed")
    bound, did = _last(diary, "bound", seat, card), Note("did", seat, card)
    if moment == "marker_moves":
        moved = _last(diary[: max(passed, 0)], "moved", seat)
        return moved > bound and did not in diary[moved:passed]
    closed = []
    if moment in ("before_rolling", "always"):
        closed.append((0, rolled))
    if moment in ("before_passing", "always") and rolled >= 0:
        closed.append((rolled if moment == "always" else 0, passed))  # [VO-R20]
    return any(end > bound and did not in diary[begin:end] for begin, end in closed)


def _last(diary: Sequence[Note], what: What, seat: Seat | None = None, card: Card | None = None) -> int:
    """Where it is written for the last time, or -1."""
    for at in range(len(diary) - 1, -1, -1):
        note = diary[at]
        if note.what == what and seat in (None, note.seat) and card in (None, note.card):
            return at
    return -1
