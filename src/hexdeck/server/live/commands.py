"""What each command does to a table; whatever cannot be is refused before anything has changed."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from hexdeck.cards import Seat
from hexdeck.errors import SetupRefused
from hexdeck.record import LONGEST_SALT, check_text, new_header
from hexdeck.server.live import consent
from hexdeck.server.live.documents import STAND_IN, Chair, Document, chair_for, rematch_of
from hexdeck.server.people.identity import SEAT, new_code, new_token
from hexdeck.server.protocol import (
    Act,
    Admit,
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
from hexdeck.server.refusals import IdentityRefused, NotHost, TableRefused
from hexdeck.server.storage.protocol import Profile

if TYPE_CHECKING:
    from hexdeck.server.live.live_table import LiveTable


def named_by(document: Document, who: str, command: Command) -> list[str]:
    """Whose profiles a command needs."""
    if isinstance(command, Sit):
        return [who]
    return document.people() if isinstance(command, Rematch) else []


def carry_out(
    live: "LiveTable", who: str, command: Command, profiles: Mapping[str, Profile]
) -> Document | None:
    """A new table that must be stored with the change, if there is one."""
    if who.startswith(SEAT) and type(command) not in _PLAYING:
        raise IdentityRefused("the token of a seat plays that seat and nothing else: use one of your own")
    before = [chair.who for chair in live.document.chairs]
    made: Document | None = None
    if isinstance(command, Sit):
        _sit(live.document, profiles[who], command)
    elif isinstance(command, Rematch):
        made = _rematch(live, who, command, profiles)
    else:
        _DO[type(command)](live, who, command)
    consent.settle(live)
    _renew_tokens(live.document, before)
    return made


def _renew_tokens(document: Document, before: list[str | None]) -> None:
    """A token is for one person on one seat: whoever has another seat than before has another token."""
    for seat, chair in enumerate(document.chairs):
        if chair.who and before[seat : seat + 1] != [chair.who]:
            chair.token = new_token()


def _act(live: "LiveTable", who: str, command: Act) -> None:
    seat = _playing_seat(live, who)
    action = live.document.rules.action_named(command.action)
    if command.early:
        live.game.answer_early(seat, action)
    else:
        live.game.submit(seat, action)
    live.document.chairs[seat].give_back()


def _withdraw(live: "LiveTable", who: str, command: Withdraw) -> None:
    del command
    seat = _playing_seat(live, who)
    live.game.withdraw(seat)


def _undo(live: "LiveTable", who: str, command: Undo) -> None:
    del command
    seat = _playing_seat(live, who)
    live.game.undo(seat)
    live.game.withdraw(seat)  # what was chosen for after the action is not for before it


def _roll(live: "LiveTable", who: str, command: Roll) -> None:
    _playing_seat(live, who)
    live.game.supply(command.faces)


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


def _salt(live: "LiveTable", who: str, command: Salt) -> None:
    _check_salt(command.salt)
    seat = live.document.own_seat(who)
    _only_while_gathering(live.document)
    live.document.chairs[seat].salt = command.salt


def _check_salt(salt: str | None) -> None:
    if salt is not None:
        check_text("a salt", salt, LONGEST_SALT)


def _admit(live: "LiveTable", who: str, command: Admit) -> None:
    live.document.own_seat(who)
    if live.document.status == "gathering":
        _only_the_host(live, who)
    consent.answer(live.document, who, command.asking, is_welcome=command.welcome)


def _stand(live: "LiveTable", who: str, command: Stand) -> None:
    del command
    document = live.document
    if consent.withdraw(document, who):
        return
    seat = document.own_seat(who)
    if document.status == "playing":
        document.chairs[seat].held = True
        document.chairs[seat].token = new_token()
        return
    _only_while_gathering(document)
    document.chairs[seat] = Chair()
    if document.host == who and document.people():
        document.host = document.people()[0]


def _leave(live: "LiveTable", who: str, command: Leave) -> None:
    del command
    live.document.own_seat(who)
    if live.document.status == "over":
        raise TableRefused("this game is over: there is nothing to leave")
    live.document.leave(who)


def _swap(live: "LiveTable", who: str, command: Swap) -> None:
    _only_the_host(live, who)
    _only_while_gathering(live.document)
    chairs = live.document.chairs
    _check_seats(chairs, command.seat, command.other)
    chairs[command.seat], chairs[command.other] = chairs[command.other], chairs[command.seat]


def _fill(live: "LiveTable", who: str, command: Fill) -> None:
    _only_the_host(live, who)
    document = live.document
    _only_while_gathering(document)
    if command.seat is None:
        document.fill(command.level)
        return
    _check_seats(document.chairs, command.seat)
    if document.chairs[command.seat].kind == "person":
        raise TableRefused("somebody sits on seat {seat}: remove them first", seat=command.seat)
    document.chairs[command.seat] = Chair()
    document.put_bot(command.seat, command.level)


def _remove(live: "LiveTable", who: str, command: Remove) -> None:
    _only_the_host(live, who)
    document = live.document
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
        live.game.withdraw(command.seat)
    else:
        _only_while_gathering(document)
        document.chairs[command.seat] = Chair()
    if removed.who:
        document.removed.append(removed.who)


def _change(live: "LiveTable", who: str, command: Change) -> None:
    _only_the_host(live, who)
    document = live.document
    if command.players is not None or command.options is not None:
        _only_while_gathering(document)
        players = len(document.chairs) if command.players is None else command.players
        options = {**document.options, **(command.options or {})}
        document.rules.set_up(players, options)
        chairs = _for_so_many(document.chairs, players)
        document.options, document.chairs = document.rules.complete(options), chairs
    if command.clock not in (None, document.clock):
        live.began = live.house.now()  # nobody loses the time they took while there was more of it
    document.clock = command.clock or document.clock
    document.pace = command.pace or document.pace
    if command.public is not None:
        document.public = command.public


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


def _start(live: "LiveTable", who: str, command: Start) -> None:
    _only_the_host(live, who)
    document = live.document
    _only_while_gathering(document)
    _check_salt(command.salt)
    if document.open_seats() and command.level is None:
        raise TableRefused(
            "seats {free} are open: fill them with bots, or wait", free=_listed(document.open_seats())
        )
    document.fill(str(command.level))
    seat = document.seat_of(who)
    if seat is not None:
        document.chairs[seat].salt = command.salt or document.chairs[seat].salt
    begin(live)


def begin(live: "LiveTable") -> None:
    """Every seat is taken: deal."""
    document = live.document
    header = new_header(
        document.rules,
        document.record_players(),
        document.options,
        seed=live.seed,
        salts=document.salts(),
        secret=True,
    )
    document.status = "playing"
    document.asking, document.turned_away = [], []
    document.salted = [seat for seat, chair in enumerate(document.chairs) if chair.salt is not None]
    document.past = {who: seat for seat, chair in enumerate(document.chairs) if (who := chair.who)}
    live.deal(header)


def _reclaim(live: "LiveTable", who: str, command: Reclaim) -> None:
    del command
    live.document.chairs[live.document.own_seat(who)].give_back()


def _rematch(
    live: "LiveTable", who: str, command: Rematch, profiles: Mapping[str, Profile]
) -> Document | None:
    document = live.document
    document.own_seat(who)
    if document.status != "over":
        raise TableRefused("the game is not over yet: play it to its end first")
    if document.rematch is not None:
        return None
    options = {**document.options, **(command.options or {})}
    document.rules.set_up(len(document.chairs), options)
    live.house.check_new_table(who)
    again = rematch_of(document, new_code(), who, document.rules.complete(options), profiles)
    document.rematch = again.code
    return again


def _playing_seat(live: "LiveTable", who: str) -> Seat:
    seat = live.document.own_seat(who)
    if live.document.status == "gathering":
        raise TableRefused("the game has not started yet: wait for the host")
    if live.document.is_abandoned:
        raise TableRefused("this table was closed when everybody had left: make another one")
    return seat


def _only_the_host(live: "LiveTable", who: str) -> None:
    if not live.is_host(who):
        raise NotHost("only the host can do that: ask them")


def _only_while_gathering(document: Document) -> None:
    if document.status != "gathering":
        raise TableRefused("the game has started: that can be changed for the next one")


def _check_seats(chairs: list[Chair], *seats: Seat) -> None:
    for seat in seats:
        if seat not in range(len(chairs)):
            raise SetupRefused(f"there is no seat {seat}: choose one of 0 to {len(chairs) - 1}")


def _listed(seats: list[Seat]) -> str:
    return ", ".join(map(str, seats)) or "none"


_PLAYING: Final = (Act, Withdraw, Undo, Roll, Stand, Reclaim)  # what a seat's token is good for
_DO: Final[dict[type, Callable[..., None]]] = {
    Act: _act,
    Withdraw: _withdraw,
    Undo: _undo,
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
