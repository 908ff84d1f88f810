"""Taking back by agreement: somebody asks, and where everybody else who plays says yes, the game goes back.

It goes back to before the asker's last choice, and never past a deal or a roll: what chance has given stays.
"""

from typing import Final

from hexdeck.core.cards import Seat
from hexdeck.core.errors import UndoRefused
from hexdeck.server.base.messages import AskedBackInfo
from hexdeck.server.base.refusals import TableRefused
from hexdeck.server.store.documents import AskedBack
from hexdeck.server.tables.state import TableState

ASKED_SECONDS: Final = 60.0  # that a question waits for its answers


def ask(state: TableState, seat: Seat) -> None:
    """Once for each choice: after a no the game goes on."""
    document, asked = state.document, state.document.asked_back
    state.begun.check_go_back(seat)
    if document.shares_cards:
        raise UndoRefused("others play the same cards as you here: what they have answered stays, play on")
    if asked is not None and asked.seat == seat and asked.refused:
        raise UndoRefused("the others have said no: play on")
    if asked is not None and asked.seat != seat and not asked.refused:
        raise TableRefused("somebody else asks to take back: answer them first")
    document.asked_back = AskedBack(seat, state.version, state.house.now() + ASKED_SECONDS)


def answer(state: TableState, who: str, version: int, *, is_yes: bool) -> None:
    """One no is enough; whoever has asked takes the question back with it."""
    document, asked, seat = state.document, state.document.asked_back, state.document.own_seat(who)
    if asked is None or asked.refused or asked.version != version:
        raise TableRefused("nobody asks to take that back any more: look at the table again")
    if is_yes:
        asked.yes = sorted({*asked.yes, seat})
    elif seat == asked.seat:
        document.asked_back = None
    else:
        asked.refused = True


def settle(state: TableState) -> None:
    """Go back if everybody agrees; forget what was asked before somebody acted or too long ago."""
    lapse(state)
    asked = state.document.asked_back
    if asked is not None and not asked.refused and not _waits_for(state, asked):
        state.begun.go_back(asked.seat)
        lapse(state)


def lapse(state: TableState) -> bool:
    """Whether something that was asked counts no more."""
    asked = state.document.asked_back
    if asked is None or _lasts(state, asked):
        return False
    state.document.asked_back = None
    return True


def _lasts(state: TableState, asked: AskedBack) -> bool:
    """Nobody has acted since, and whoever has asked is still there; a no lasts as long as that."""
    is_same = asked.version == state.version and not state.document.chairs[asked.seat].is_played_by_bot
    return is_same and (asked.refused or state.house.now() < asked.until)


def _waits_for(state: TableState, asked: AskedBack) -> list[Seat]:
    """People who play and have not said yes, and those for whom a bot does if they look on."""
    return [
        seat
        for seat, chair in enumerate(state.document.chairs)
        if chair.who and (not chair.held or state.is_here(chair.who))
        if seat != asked.seat and seat not in asked.yes
    ]


def asked_back_info(state: TableState) -> AskedBackInfo | None:
    asked = state.document.asked_back
    if asked is None:
        return None
    waits_for = [] if asked.refused else _waits_for(state, asked)
    return AskedBackInfo(asked.seat, asked.version, asked.until, waits_for, asked.refused)
