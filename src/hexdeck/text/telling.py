"""What a table of sayings says about one event; the app does the same in web/src/games/telling.ts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from hexdeck.locale import Language
from hexdeck.text.sayings import Condition, Part, Path, Saying, Series

Turns: TypeAlias = tuple[int, ...]  # the item whose turn it is, in each list that is gone through


@dataclass(frozen=True, slots=True)
class Shown:
    """A value that a surface shows in its own way."""

    kind: str
    value: object


@dataclass(frozen=True, slots=True)
class Told:
    """A saying in one language, its holes not yet filled."""

    saying: Saying
    text: str
    parts: Mapping[str, Shown]
    lists: "Mapping[str, Listed]"  # what fills the other holes


@dataclass(frozen=True, slots=True)
class Listed:
    pieces: Sequence[Told]
    between: str


def tell(
    sayings: Sequence[Saying | Series], event: object, words: Language, turns: Turns = ()
) -> Iterator[Told]:
    """All that is said, in the order of the table."""
    for one in sayings:
        if isinstance(one, Series):
            for now in _turns(event, one.each, turns):
                yield from tell(one.sayings, event, words, now)
        elif all(_holds(condition, event, turns) for condition in one.when):
            yield _told(one, event, words, turns)


def value_at(event: object, path: Path, turns: Turns = ()) -> Any:
    """What lies at the end of `path`."""
    if path == "*":
        return turns[-1]
    value: Any = event
    coming = iter(turns)
    for step in path.split("."):
        if step == "length":
            value = len(value)
        elif step == "*":
            value = value[next(coming)]
        else:
            value = value[int(step)] if step.isdecimal() else getattr(value, step)
    return value


def _turns(event: object, each: Path, turns: Turns) -> list[Turns]:
    if not each:
        return [turns]
    return [(*turns, turn) for turn in range(len(value_at(event, each, turns)))]


def _told(saying: Saying, event: object, words: Language, turns: Turns) -> Told:
    filling = saying.parts.items()
    parts = {name: _shown(part, event, turns) for name, part in filling if isinstance(part, Part)}
    lists = {
        name: Listed(list(tell([series], event, words, turns)), series.between)
        for name, series in filling
        if isinstance(series, Series)
    }
    if not saying.plural:
        return Told(saying, words._(saying.message), parts, lists)
    n = value_at(event, saying.n, turns)
    text = words.ngettext(saying.message, saying.plural, n)
    return Told(saying, text, {"n": Shown("number", n), **parts}, lists)


def _shown(part: Part, event: object, turns: Turns) -> Shown:
    return Shown(part.kind, value_at(event, part.path, turns) if part.path else part.value)


def _holds(condition: Condition, event: object, turns: Turns) -> bool:
    value = value_at(event, condition.path, turns)
    if condition.among:
        return (value in condition.among) == condition.wanted
    if condition.below:
        return bool(value < value_at(event, condition.below, turns)) == condition.wanted
    return _is_there(value) == condition.wanted


def _is_there(value: object) -> bool:
    return value > 0 if isinstance(value, int) else bool(value)
