"""Sentences about what happens, written once, as tables that every surface reads.

A game's `words.py` lists what is said about each kind of event.  The terminal and the plain pages tell it
with symbols; the browser app tells it in words, from the same tables, which web/game_words.py writes out for
it.  So a saying can ask only for what both understand: paths into the event, and a few tests of it.

A path is the way to a value: `card`, `cards.0`, `cards.length`.  A series says something once for every item
of a list: a `*` in a path is then the item whose turn it is, and a `*` alone the number of the turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Path: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Part:
    """What fills a hole: a value of the event, or always the same one; `kind` is as what it is shown."""

    kind: str
    path: Path
    value: object = None  # where there is no path


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether something is said; without `among` and `below`: whether anything is there, or more than 0."""

    path: Path
    wanted: bool
    among: tuple[object, ...] = ()
    below: Path = ""


@dataclass(frozen=True, slots=True)
class Saying:
    """A gettext message, what fills its holes, and when it is said."""

    message: str
    parts: "Mapping[str, Part | Series]"
    plural: str = ""  # the message for many,
    n: Path = ""  # and how many there are; it fills {n} too
    when: tuple[Condition, ...] = ()  # all must hold
    tone: str = ""  # heading, faint or danger; or card, for what is printed on one
    stress: str = ""  # the hole that matters most


@dataclass(frozen=True, slots=True)
class Series:
    """Sayings for each item of a list; alone they are lines, in a hole they stand side by side."""

    each: Path  # nothing: all is said once
    sayings: tuple[Saying, ...]
    between: str  # in a hole; nothing: the surface knows


Sayings: TypeAlias = Mapping[type, Sequence[Saying | Series]]


def N_(text: str) -> str:  # noqa: N802 - the name that the extractor looks for
    """A text that is translated where it is shown."""
    return text


def N_n(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as above
    """A text with a form for each number."""
    return one, many


def saying(
    message: str,
    *,
    when: Sequence[Condition] = (),
    tone: str = "",
    stress: str = "",
    **parts: Part | Series,
) -> Saying:
    """One sentence; the extractor finds its message here."""
    return Saying(message, parts, when=tuple(when), tone=tone, stress=stress)


def saying_n(
    one: str,
    many: str,
    *,
    n: Path,
    when: Sequence[Condition] = (),
    tone: str = "",
    **parts: Part | Series,
) -> Saying:
    """A sentence with a form for each number."""
    return Saying(one, parts, plural=many, n=n, when=tuple(when), tone=tone)


show = saying  # without words of its own: the extractor does not know this name


def part(kind: str, path: Path = "") -> Part:
    """What lies at the end of `path`, which is often called as its kind is."""
    return Part(kind, path or kind)


def seat(path: Path = "seat") -> Part:
    """The name of whoever sits there."""
    return Part("seat", path)


def number(path: Path) -> Part:
    return Part("number", path)


def fixed(kind: str, value: object) -> Part:
    return Part(kind, "", value)


def series(each: Path, *sayings: Saying, between: str = "") -> Series:
    return Series(each, sayings, between)


def some(path: Path) -> Condition:
    return Condition(path, wanted=True)


def none(path: Path) -> Condition:
    return Condition(path, wanted=False)


def among(path: Path, *values: object) -> Condition:
    return Condition(path, wanted=True, among=values)


def not_among(path: Path, *values: object) -> Condition:
    return Condition(path, wanted=False, among=values)


def below(path: Path, other: Path) -> Condition:
    return Condition(path, wanted=True, below=other)


def not_below(path: Path, other: Path) -> Condition:
    return Condition(path, wanted=False, below=other)
