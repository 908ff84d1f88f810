"""Who may sit down where others have a say: late in a running game, or after somebody was removed."""

from typing import Final

from hexdeck.core.cards import Seat
from hexdeck.server.base.messages import AskingInfo
from hexdeck.server.base.refusals import PEOPLE_SECONDS, TableRefused, TooMuch
from hexdeck.server.store.documents import Ask, Document, chair_for
from hexdeck.server.store.protocol import Profile
from hexdeck.server.tables.state import TableState

MOST_ASKING: Final = 8  # at one table


def is_needed(document: Document, who: str) -> bool:
    """In a running game always; before it only from somebody new, once somebody was removed."""
    if document.status != "gathering":
        return document.status == "playing"
    return bool(document.removed) and document.seat_of(who) is None and who != document.host


def ask(document: Document, profile: Profile, seat: Seat | None) -> None:
    """For `seat`, or for any; whoever asks again asks for another one."""
    who = profile.id
    wanted = _wanted_seat(document, seat, who)
    if who in document.turned_away:
        raise TableRefused("you have asked and were refused: look on, and play the next one")
    others = [one for one in document.asking if one.who != who]
    if len(others) >= MOST_ASKING:
        raise TooMuch("too many people ask for a seat here: wait until some are answered", n=PEOPLE_SECONDS)
    number = 1 + max((one.number for one in document.asking), default=0)
    document.asking = [*others, Ask(number, who, profile.name, profile.picture, wanted)]


def _wanted_seat(document: Document, seat: Seat | None, who: str) -> Seat:
    """Where nobody sits; in a running game where a bot sits, for one who has seen no other cards of it."""
    if document.status == "gathering":
        return _one_of(document.open_seats(), seat, TableRefused("every seat is taken or not open: look on"))
    own = document.past.get(who)
    if document.seat_of(who) is not None or (own is not None and seat not in (None, own)):
        raise TableRefused(
            "you have seen cards of this game: come back to your own seat, or wait for the next"
        )
    if own is not None:
        return own
    if document.is_closed:
        raise TableRefused("somebody was removed from this game, so nobody else may join it: play the next")
    running = TableRefused("the game is running: look on, and play the next one")
    return _one_of([] if document.public else _bots(document), seat, running)


def _one_of(free: list[Seat], seat: Seat | None, why_not: TableRefused) -> Seat:
    if not free or (seat is not None and seat not in free):
        raise why_not
    return free[0] if seat is None else seat


def _bots(document: Document) -> list[Seat]:
    return [seat for seat, chair in enumerate(document.chairs) if chair.kind == "bot"]


def answer(document: Document, who: str, number: int, *, is_welcome: bool) -> None:
    """One no is enough, and is not asked about again in this game."""
    asked = next((one for one in document.asking if one.number == number), None)
    if asked is None:
        raise TableRefused("nobody asks for a seat under this number: look at the table again")
    if is_welcome:
        asked.yes = [*(person for person in asked.yes if person != who), who]
    else:
        document.asking.remove(asked)
        document.turned_away.append(asked.who)


def withdraw(document: Document, who: str) -> bool:
    """Whether `who` had asked, and asks no more."""
    before = len(document.asking)
    document.asking = [one for one in document.asking if one.who != who]
    return len(document.asking) < before


def forget(document: Document, who: str) -> None:
    """Nothing may name them; that a game is closed stays."""
    withdraw(document, who)
    for people in (document.removed, document.turned_away, *(one.yes for one in document.asking)):
        people[:] = [person for person in people if person != who]


def settle(state: TableState) -> None:
    """Seat those whom everybody with a say lets in."""
    document = state.document
    for asked in list(document.asking):
        voters = _voters(state)
        if voters and all(person in asked.yes for person in voters):
            document.asking.remove(asked)
            _seat(state, asked)


def _voters(state: TableState) -> list[str]:
    """Before the game the host; in it everybody who plays, and those for whom a bot does if they look on."""
    document = state.document
    if document.status == "gathering":
        return [state.acting_host()]
    return [
        chair.who for chair in document.chairs if chair.who and (not chair.held or state.is_here(chair.who))
    ]


def _seat(state: TableState, asked: Ask) -> None:
    """On the seat they asked for, or on another where that is taken by now; else they have asked in vain."""
    document, who = state.document, asked.who
    free = document.open_seats() if document.status == "gathering" else _bots(document)
    if who in document.past:
        free = [seat for seat in free if seat == document.past[who]]
    if not free:
        return
    seat = asked.seat if asked.seat in free else free[0]
    document.chairs[seat] = chair_for(Profile(who, asked.name, asked.picture))
    if document.status == "playing":
        document.past[who] = seat
    document.removed = [person for person in document.removed if person != who]


def number_of(document: Document, who: str) -> int | None:
    return next((one.number for one in document.asking if one.who == who), None)


def asking_info(state: TableState, asked: Ask) -> AskingInfo:
    seats = [state.document.seat_of(person) for person in _voters(state) if person not in asked.yes]
    waits_for = [seat for seat in seats if seat is not None]
    return AskingInfo(asked.number, asked.name, asked.picture, asked.seat, waits_for)
