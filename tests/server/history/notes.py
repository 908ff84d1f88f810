"""What clients note of an evening: what each has asked for, what became of it, every state it was told."""

import math
from collections import defaultdict
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final, Literal

from msgspec import Raw, Struct
from msgspec.json import Decoder

GONE: Final = -1  # the seat of a step whose view never came

Outcome = Literal["done", "refused", "unknown"]


@dataclass(slots=True)
class Asked:
    """One command.  Times are seconds since 1970 by this machine's clock."""

    who: str
    code: str  # of the table; none where it concerns none
    id: str
    kind: str
    begun: float = 0.0
    ended: float = math.inf
    tries: int = 1  # how often it was sent: after a refusal of a later try, an earlier one may still be done
    outcome: Outcome = "unknown"
    version: int | None = None  # that was acknowledged
    reason: str = ""  # the code of a refusal
    made: str = ""  # the code of a table that it has made
    known: int | None = None  # the version at which an action was legal


@dataclass(frozen=True, slots=True)
class Told:
    """A state of the game, as one client was told it."""

    who: str
    code: str
    kind: Literal["step", "snapshot"]
    version: int
    seat: int | None = None
    view: str = ""  # marks of what was sent; none where nothing was
    events: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """Who sits at a table, as somebody was told: names that nobody else has."""

    code: str
    names: tuple[str, ...]


@dataclass
class Notes:
    asked: list[Asked] = field(default_factory=list)
    told: dict[tuple[str, str], list[Told]] = field(default_factory=lambda: defaultdict(list))
    seen: set[Seen] = field(default_factory=set)


def mark(raw: bytes) -> str:
    """Tells contents apart without keeping them."""
    return blake2b(raw, digest_size=8).hexdigest()


class _Message(Struct):
    type: str
    version: int = 0
    view: Raw = Raw(b"")
    events: Raw = Raw(b"")
    table: Raw = Raw(b"")


class _View(Struct):
    seat: int | None


class _Chair(Struct):
    kind: str
    name: str = ""


class _Table(Struct):
    seats: list[_Chair]


_message: Final = Decoder(_Message).decode
_view: Final = Decoder(_View).decode
_table: Final = Decoder(_Table).decode


class Ear:
    """Notes all that one client is told at one table."""

    def __init__(self, notes: Notes, who: str, code: str) -> None:
        self._notes, self._who, self._code = notes, who, code
        self._without_view: list[tuple[int, str]] = []  # steps whose view comes with a later one

    def hear(self, raw: bytes) -> None:
        message = _message(raw)
        if message.table:
            names = tuple(chair.name for chair in _table(message.table).seats if chair.kind == "person")
            self._notes.seen.add(Seen(self._code, names))
        if message.type == "step":
            self._without_view.append((message.version, mark(bytes(message.events))))
            if message.view:
                self._note_steps(_view(message.view).seat, mark(bytes(message.view)))
        elif message.type == "snapshot":
            self._note(Told(self._who, self._code, "snapshot", message.version, _view(message.view).seat,
                            mark(bytes(message.view))))  # fmt: skip
        elif message.type == "welcome" and self._without_view:
            self._note_steps(GONE, "")  # the connection was lost before the view came

    def _note_steps(self, seat: int | None, view: str) -> None:
        """All that waited belong to the same seat; the last has the view."""
        last = self._without_view[-1][0]
        for version, events in self._without_view:
            own = view if version == last else ""
            self._note(Told(self._who, self._code, "step", version, seat, own, events))
        self._without_view.clear()

    def _note(self, told: Told) -> None:
        self._notes.told[told.who, told.code].append(told)
