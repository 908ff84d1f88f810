"""Views and events as they leave the house: every number that has a name goes under its name.

The types on the wire are made from the types of the games, so that nothing can be forgotten and the schema is
always true.  Only what is in a View or in a seat's version of an event can pass.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache, reduce
from operator import attrgetter, or_
from types import GenericAlias, UnionType
from typing import Annotated, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from hexdeck.core.cards import COLORS
from hexdeck.core.game import AnyGame
from hexdeck.core.record import Advised, TakenBack
from hexdeck.core.registry import GAMES

Kind: TypeAlias = object  # a type, as annotations write it
Convert: TypeAlias = Callable[..., object]  # from a value of one type to one of another
Names: TypeAlias = Callable[[int], str]
Write: TypeAlias = Callable[[object], bytes]  # from a value to JSON
Field: TypeAlias = tuple[str, Kind, Convert | None]  # name, type on the wire, and how to get there

REMEMBERED: Final = 1024  # tuples in names, of one kind
GAP: Final = b"\0"  # where a seat's own is left out; nowhere else in JSON
_GAP: Final = msgspec.Raw(GAP)
_encode: Final = msgspec.json.Encoder().encode


class Wire:
    """How one game's views and events read outside."""

    def __init__(self, game: AnyGame) -> None:
        self._names: dict[str, Names] = {
            "card": _Remembered(game.card_name).__getitem__,
            "action": _Remembered(game.action_name).__getitem__,
            "color": COLORS.__getitem__,
            **game.number_names,
        }
        self._patterns = game.patterns
        self._prefix = game.title.replace(" ", "")
        self._tagged = _events(game)
        self._known: dict[Kind, tuple[Kind, Convert | None]] = {}
        self.view_type, self.view = self._record(_returned(game.view))
        self._split_view(_returned(game.view), _returned(game.own))
        self._events = {kind: self._record(kind) for kind in self._tagged}
        self.event_type: Kind = reduce(or_, (made for made, _ in self._events.values()))

    def events(self, events: tuple[object, ...]) -> list[object]:
        return [self._events[type(event)][1](event) for event in events]

    def own(self, own: tuple[object, ...]) -> list[bytes]:
        """What fills the gaps of `shared` for a seat, and makes of it the bytes of that seat's view."""
        return [write(value) for write, value in zip(self._own, own, strict=True)]

    def _split_view(self, view: Kind, own: Kind) -> None:
        """Into what seats have of their own, and a view that is encoded with a GAP for each part of it."""
        parts, names = self._fields(view), list(get_type_hints(own))
        gaps = [(name, convert) for name, _, convert in parts if name in names]
        assert [name for name, _ in gaps] == names, "in the order of the view"
        self._own = [_writer(convert) for _, convert in gaps]
        shared = [(name, made, _left_out if name in names else convert) for name, made, convert in parts]
        self.shared = self._built("Shared", shared)[1]

    def _record(self, kind: Kind) -> tuple[Kind, Convert]:
        made, convert = self._named(kind)
        assert convert is not None, "a dataclass always changes"
        return made, convert

    def _named(self, kind: Kind) -> tuple[Kind, Convert | None]:
        """The wire's type for a game's type, and how to get there; None where nothing changes."""
        if kind not in self._known:
            self._known[kind] = self._made(kind)
        return self._known[kind]

    def _made(self, kind: Kind) -> tuple[Kind, Convert | None]:
        if isinstance(kind, type) and is_dataclass(kind):
            return self._struct(kind)
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return str, self._names[arguments[1]]
        if origin in (Union, UnionType):
            return self._optional(kind)
        if origin is tuple:
            return self._tuple(arguments)
        return kind, None

    def _struct(self, kind: Kind) -> tuple[Kind, Convert]:
        assert isinstance(kind, type)
        return self._built(kind.__name__, self._fields(kind), kind.__name__ if kind in self._tagged else None)

    def _fields(self, kind: Kind) -> list[Field]:
        """Of a dataclass."""
        assert isinstance(kind, type)
        assert is_dataclass(kind)
        hints = get_type_hints(kind, include_extras=True)
        found = [(field.name, *self._named(hints[field.name])) for field in fields(kind)]
        if kind.__name__ == "View":
            found = [
                (name, made, self._menu if name == "actions" else convert) for name, made, convert in found
            ]
        return found

    def _built(self, name: str, parts: Sequence[Field], tag: str | None = None) -> tuple[Kind, Convert]:
        """A type of these fields, and how to make one of whatever has them."""
        wire = msgspec.defstruct(
            f"{self._prefix}{name}",
            [(name, wire_type) for name, wire_type, _ in parts],
            tag=tag,
            tag_field="type" if tag else None,
            frozen=True,
        )
        converts = [(at, convert) for at, (_, _, convert) in enumerate(parts) if convert is not None]
        values = _values([name for name, _, _ in parts])

        def build(value: object) -> object:
            made = [*values(value)]
            for at, convert in converts:
                made[at] = convert(made[at])
            return wire(*made)

        return wire, build

    def _menu(self, actions: tuple[int, ...]) -> tuple[str, ...]:
        """Legal actions by name, or by pattern where the game has one for all of them."""
        return self._patterns.get(actions) or tuple(map(self._names["action"], actions))

    def _optional(self, kind: Kind) -> tuple[Kind, Convert | None]:
        [inner] = [argument for argument in get_args(kind) if argument is not type(None)]
        wire, convert = self._named(inner)
        if convert is None:
            return kind, None
        return or_(wire, None), lambda value: None if value is None else convert(value)

    def _tuple(self, arguments: tuple[Kind, ...]) -> tuple[Kind, Convert | None]:
        if arguments[-1] is Ellipsis:
            wire, convert = self._named(arguments[0])
            if convert is None:
                return GenericAlias(tuple, (wire, ...)), None
            is_nested = get_origin(arguments[0]) is tuple  # one part of it is new after every move
            made = _each(convert)
            return GenericAlias(tuple, (wire, ...)), made if is_nested else _remembering(made)
        inner = [self._named(argument) for argument in arguments]
        types = GenericAlias(tuple, tuple(wire for wire, _ in inner))
        if all(convert is None for _, convert in inner):
            return types, None
        converts = [convert or _unchanged for _, convert in inner]
        return types, _remembering(
            lambda values: tuple([convert(value) for convert, value in zip(converts, values, strict=True)])
        )


class _Remembered(dict[int, str]):
    """Names that were asked for once."""

    def __init__(self, name: Names) -> None:
        super().__init__()
        self._name = name

    def __missing__(self, number: int) -> str:
        self[number] = self._name(number)
        return self[number]


@cache
def wire(game: str) -> Wire:
    return Wire(GAMES[game])


def _each(convert: Convert) -> Convert:
    return lambda values: tuple(map(convert, values))


def _remembering(convert: Convert) -> Convert:
    """Much of what is seen is the same for many steps."""
    return lru_cache(REMEMBERED)(convert)


def _values(names: Sequence[str]) -> Callable[[object], tuple[object, ...]]:
    """Every field of a value, in order."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple([getattr(value, name) for name in names])


def _writer(convert: Convert | None) -> Write:
    return _encode if convert is None else lambda value: _encode(convert(value))


def _unchanged(value: object) -> object:
    return value


def _left_out(value: object) -> msgspec.Raw:
    del value
    return _GAP


def _returned(function: Callable[..., object]) -> Kind:
    return get_type_hints(function)["return"]


def _events(game: AnyGame) -> list[type]:
    """Every kind of event, the table's own among them."""
    kind = get_args(_returned(game.events))[0]
    return [*get_args(kind), TakenBack, Advised]
