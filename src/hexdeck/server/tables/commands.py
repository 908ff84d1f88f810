"""What each command does to a table; whatever cannot be is refused before anything has changed."""

from collections.abc import Callable, Mapping
from typing import Final

from hexdeck.core.cards import Seat
from hexdeck.core.errors import AdviceRefused, SetupRefused
from hexdeck.core.record import check_salt, new_header
from hexdeck.server.base.identity import SEAT, new_code, new_token
from hexdeck.server.base.messages import (
    Act,
    Admit,
    Advise,
    Agree,
    Change,
    Command,
    Fill,
    Leave,
    Reclaim,
    Rematch,
    Remove,
    Roll,
    Salt,
    Sit,
    Stand,
    Start,
    Swap,
    Undo,
    Withdraw,
)
from hexdeck.server.base.refusals import IdentityRefused, NotHost, TableRefused
from hexdeck.server.store.documents import STAND_IN, Chair, Document, chair_for, rematch_of
from hexdeck.server.store.protocol import Profile
from hexdeck.server.tables import consent, take_back
from hexdeck.server.tables.state import TableState


def named_by(document: Document, who: str, command: Command) -> list[str]:
    """Whose profiles a command needs."""
    if isinstance(command, Sit):
        return [who]
    return document.people() if isinstance(command, Rematch) else []


def makes_table(document: Document, command: Command) -> bool:
    """Whether a command makes another table, if it can be carried out."""
    return isinstance(command, Rematch) and document.status == "over" and document.rematch is None


def carry_out(
    state: TableState, who: str, command: Command, profiles: Mapping[str, Profile]
) -> Document | None:
    """A new table that must be stored with the change, if there is one."""
    if who.startswith(SEAT) and type(command) not in _PLAYING:
        raise IdentityRefused("the token of a seat plays that seat and nothing else: use one of your own")
    if state.document.day is not None:
        _check_day(state.document, command)
    if state.document.tournament is not None:
        _check_tournament(state.document, command)
    before = state.document.sitting()
    own = state.document.seat_of(who)
    if own is not None:
        state.document.chairs[own].awaited = False
    made: Document | None = None
    if isinstance(command, Sit):
        _sit(state.document, profiles[who], command)
    elif isinstance(command, Rematch):
        made = _rematch(state, who, command, profiles)
    else:
        _DO[type(command)](state, who, command)
    consent.settle(state)
    take_back.settle(state)
    if state.document.status != "over" and state.document.seat_of(who) is not None:
        state.document.note_network(state.document.person(who), state.house.origins.of(who))
    if before != state.document.sitting():
        _renew_tokens(state.document, before)
    return made


def _check_day(document: Document, command: Command) -> None:
    """That the deal of a day stays the same for everybody, or TableRefused."""
    is_early = isinstance(command, Act) and command.early and document.rules.interrupts
    is_pace = isinstance(command, Change) and command == Change(command.id, pace=command.pace)
    if is_early or not (is_pace or isinstance(command, Act | Withdraw | Stand | Leave | Reclaim)):
        raise TableRefused("the deal of the day is the same for everybody: only play, or let a bot finish it")


def _check_tournament(document: Document, command: Command) -> None:
    """Who sits where and when the game begins is not for one table to say."""
    if document.status == "gathering" or type(command) in _NOT_IN_TOURNAMENTS:
        raise TableRefused("this table belongs to a tournament, which decides that: ask its host")


def _renew_tokens(document: Document, before: list[str | None]) -> None:
    """A token is for one person on one seat: whoever has another seat than before has another token."""
    for seat, chair in enumerate(document.chairs):
        if chair.who and before[seat : seat + 1] != [chair.who]:
            chair.token = new_token()


def _act(state: TableState, who: str, command: Act) -> None:
    seat = _playing_seat(state, who)
    action = state.document.rules.action_named(command.action)
    version = state.version
    if command.early:
        state.begun.answer_early(seat, action)
    else:
        state.begun.submit(seat, action)
    state.document.chairs[seat].give_back(version)


def _withdraw(state: TableState, who: str, command: Withdraw) -> None:
    del command
    seat = _playing_seat(state, who)
    state.begun.withdraw(seat)


def _undo(state: TableState, who: str, command: Undo) -> None:
    seat = _playing_seat(state, who)
    if command.ask:
        take_back.ask(state, seat)
        return
    state.begun.undo(seat)
    state.begun.withdraw(seat)  # what was chosen for after the action is not for before it


def _agree(state: TableState, who: str, command: Agree) -> None:
    _playing_seat(state, who)
    take_back.answer(state, who, command.version, is_yes=command.yes)


def _advise(state: TableState, who: str, command: Advise) -> None:
    del command
    seat = _playing_seat(state, who)
    check_coach(state.document)
    state.begun.advise(seat)


def check_coach(document: Document) -> None:
    """That the coach may be asked at this table, or AdviceRefused."""
    if not document.may_ask_coach:
        raise AdviceRefused("the coach cannot be asked at this table: the host can allow it")


def _roll(state: TableState, who: str, command: Roll) -> None:
    _playing_seat(state, who)
    state.begun.supply(command.faces)


def _sit(document: Document, profile: Profile, command: Sit) -> None:
    who = profile.id
    _check_salt(command.salt)
    if consent.is_needed(document, who):
        consent.ask(document, profile, command.seat)
        return
    old = document.seat_of(who)
    new = _wanted_seat(document, command.seat, who)
    chair = document.chairs[old] if old is not None else chair_for(profile)
    if old is not None:
        document.chairs[old] = Chair()
    document.chairs[new] = chair
    chair.salt = command.salt or chair.salt


def _wanted_seat(document: Document, seat: Seat | None, who: str) -> Seat:
    """A seat that `who` may take, or TableRefused."""
    if document.status == "over":
        raise TableRefused("this game is over: ask for a rematch, or make a table of your own")
    free = document.open_seats()
    own = document.seat_of(who)
    if own is not None and seat in (own, None):
        return own
    if seat is None:
        if not free:
            raise TableRefused("every seat is taken: look on, or ask the host to make room")
        return free[0]
    if seat not in free:
        raise TableRefused("seat {seat} is not open: choose one of {free}", seat=seat, free=_listed(free))
    return seat


def _salt(state: TableState, who: str, command: Salt) -> None:
    _check_salt(command.salt)
    seat = state.document.own_seat(who)
    _only_while_gathering(state.document)
    state.document.chairs[seat].salt = command.salt


def _check_salt(salt: str | None) -> None:
    if salt is not None:
        check_salt(salt)


def _admit(state: TableState, who: str, command: Admit) -> None:
    state.document.own_seat(who)
    if state.document.status == "gathering":
        _only_the_host(state, who)
    consent.answer(state.document, who, command.asking, is_welcome=command.welcome)


def _stand(state: TableState, who: str, command: Stand) -> None:
    del command
    document = state.document
    if consent.withdraw(document, who):
        return
    seat = document.own_seat(who)
    if document.status == "playing":
        document.chairs[seat].hold(state.version)
        document.chairs[seat].token = new_token()
        return
    _only_while_gathering(document)
    document.chairs[seat] = Chair()
    if document.host == who and document.people():
        document.host = document.people()[0]


def _leave(state: TableState, who: str, command: Leave) -> None:
    del command
    seat = state.document.own_seat(who)
    if state.document.status == "over":
        raise TableRefused("this game is over: there is nothing to leave")
    state.document.chairs[seat].hold(state.version)
    state.document.leave(who)


def _swap(state: TableState, who: str, command: Swap) -> None:
    _only_the_host(state, who)
    _only_while_gathering(state.document)
    chairs = state.document.chairs
    _check_seats(chairs, command.seat, command.other)
    chairs[command.seat], chairs[command.other] = chairs[command.other], chairs[command.seat]


def _fill(state: TableState, who: str, command: Fill) -> None:
    _only_the_host(state, who)
    document = state.document
    _only_while_gathering(document)
    state.house.settings.check_level(command.level, document.game)
    if command.seat is None:
        document.fill(command.level)
        return
    _check_seats(document.chairs, command.seat)
    if document.chairs[command.seat].kind == "person":
        raise TableRefused("somebody sits on seat {seat}: remove them first", seat=command.seat)
    document.chairs[command.seat] = Chair()
    document.put_bot(command.seat, command.level)


def _remove(state: TableState, who: str, command: Remove) -> None:
    _only_the_host(state, who)
    document = state.document
    _check_seats(document.chairs, command.seat)
    removed = document.chairs[command.seat]
    if removed.who == who:
        raise TableRefused("that is your own seat: stand up instead")
    if removed.kind == "person" and removed.who == document.host:
        raise TableRefused("that is the host, who is only away: wait for them, or make a table of your own")
    if document.status == "playing":
        if removed.kind != "person":
            raise TableRefused("a bot has seat {seat} already", seat=command.seat)
        document.put_bot(command.seat, STAND_IN)
        document.is_closed, document.asking = True, []
        state.begun.withdraw(command.seat)
    else:
        _only_while_gathering(document)
        document.chairs[command.seat] = Chair()
    if removed.who:
        document.removed.append(removed.who)


def _change(state: TableState, who: str, command: Change) -> None:
    _only_the_host(state, who)
    document = state.document
    if command.players is not None or command.options is not None:
        _only_while_gathering(document)
        players = len(document.chairs) if command.players is None else command.players
        options = {**document.options, **(command.options or {})}
        document.rules.set_up(players, options)
        chairs = _for_so_many(document.chairs, players)
        document.options, document.chairs = document.rules.complete(options), chairs
    if command.clock not in (None, document.clock):
        state.began = state.house.now()  # nobody loses the time they took while there was more of it
    document.clock = command.clock or document.clock
    document.pace = command.pace or document.pace
    if command.public is not None:
        document.public = command.public
    if command.advice is not None:
        document.advice = command.advice
    if command.memory is not None:
        document.memory = command.memory


def _for_so_many(chairs: list[Chair], players: int) -> list[Chair]:
    """Open seats go first, then bots; people stay."""
    kept = list(chairs)
    for kind in ("open", "bot"):
        for seat in range(len(kept) - 1, -1, -1):
            if len(kept) > players and kept[seat].kind == kind:
                del kept[seat]
    if len(kept) > players:
        raise TableRefused(
            "{people} people sit at this table: it cannot be for {players}", people=len(kept), players=players
        )
    return kept + [Chair() for _ in range(players - len(kept))]


def _start(state: TableState, who: str, command: Start) -> None:
    _only_the_host(state, who)
    document = state.document
    _only_while_gathering(document)
    _check_salt(command.salt)
    awaited = state.awaited()
    free = [seat for seat, chair in enumerate(document.chairs) if chair.kind == "open" or chair in awaited]
    if free and command.level is None:
        raise TableRefused("seats {free} are open: fill them with bots, or wait", free=_listed(free))
    for one in free:
        document.chairs[one] = Chair()
    if command.level is not None:
        state.house.settings.check_level(command.level, document.game)
        document.fill(command.level)
    seat = document.seat_of(who)
    if seat is not None:
        document.chairs[seat].salt = command.salt or document.chairs[seat].salt
    begin(state)


def begin(state: TableState) -> None:
    """Every seat is taken: deal."""
    document = state.document
    header = new_header(
        document.rules,
        document.record_players(),
        document.options,
        seed=state.seed,
        salts=document.salts(),
        secret=True,
    )
    document.status = "playing"
    for chair in document.chairs:
        chair.awaited = False
    document.asking, document.turned_away = [], []
    document.salted = [seat for seat, chair in enumerate(document.chairs) if chair.salt is not None]
    document.past = {who: seat for seat, chair in enumerate(document.chairs) if (who := chair.who)}
    state.deal(header)


def _reclaim(state: TableState, who: str, command: Reclaim) -> None:
    del command
    state.document.chairs[state.document.own_seat(who)].give_back(state.version)


def _rematch(
    state: TableState, who: str, command: Rematch, profiles: Mapping[str, Profile]
) -> Document | None:
    document = state.document
    document.own_seat(who)
    if document.status != "over":
        raise TableRefused("the game is not over yet: play it to its end first")
    if document.rematch is not None:
        return None
    options = {**document.options, **(command.options or {})}
    document.rules.set_up(len(document.chairs), options)
    again = rematch_of(document, new_code(), who, document.rules.complete(options), profiles)
    again.note_network(who, state.house.origins.of(who))
    document.rematch = again.code
    return again


def _playing_seat(state: TableState, who: str) -> Seat:
    seat = state.document.own_seat(who)
    if state.document.status == "gathering":
        raise TableRefused("the game has not started yet: wait for the host")
    if state.document.is_abandoned:
        raise TableRefused("this table was closed when everybody had left: make another one")
    return seat


def _only_the_host(state: TableState, who: str) -> None:
    if not state.is_host(who):
        raise NotHost("only the host can do that: ask them")


def _only_while_gathering(document: Document) -> None:
    if document.status != "gathering":
        raise TableRefused("the game has started: that can be changed for the next one")


def _check_seats(chairs: list[Chair], *seats: Seat) -> None:
    for seat in seats:
        if seat not in range(len(chairs)):
            raise SetupRefused("there is no seat {seat}: choose 0 to {last}", seat=seat, last=len(chairs) - 1)


def _listed(seats: list[Seat]) -> str:
    return ", ".join(map(str, seats)) or "none"


# What a seat's token is good for.
_PLAYING: Final = (Act, Withdraw, Undo, Agree, Advise, Roll, Stand, Reclaim)
_NOT_IN_TOURNAMENTS: Final = (Sit, Salt, Admit, Swap, Fill, Remove, Change, Start, Rematch)
_DO: Final[dict[type, Callable[..., None]]] = {
    Act: _act,
    Withdraw: _withdraw,
    Undo: _undo,
    Agree: _agree,
    Advise: _advise,
    Roll: _roll,
    Salt: _salt,
    Stand: _stand,
    Admit: _admit,
    Leave: _leave,
    Swap: _swap,
    Fill: _fill,
    Remove: _remove,
    Change: _change,
    Start: _start,
    Reclaim: _reclaim,
}
