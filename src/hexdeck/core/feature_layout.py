"""Features in groups, each with a name and so many bits, one after the other."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from hexdeck.core.cards import Action

Steps: TypeAlias = tuple[int, ...]  # choices that make up an action, by the network's numbers


class Layout:
    """Where each group begins; `seats`, `slots` and the like only make names."""

    def __init__(
        self,
        choices: int,
        groups: Sequence[tuple[str, Sequence[str]]],
        mixes: Sequence[int] = (),
        trained_as: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.choices = choices  # the network's numbers for what it chooses are below this
        self.mixes = mixes  # with so many players, who is predictable loses: they choose in secret
        self._names = [f"{group}: {bit}" for group, bits in groups for bit in bits]
        self._trained_as = trained_as  # by the name of a bit: its name when the networks were trained
        self._starts: dict[str, int] = {}
        at = 0
        for group, bits in groups:
            self._starts[group] = at
            at += len(bits)
        self.size = at

    def __getitem__(self, group: str) -> int:
        """The number of the group's first bit."""
        return self._starts[group]

    def names(self) -> list[str]:
        """One for each bit, in order."""
        return self._names

    def trained_names(self) -> list[str]:
        """Return the names by which networks know the bits: they stay when a bit is only named anew."""
        return [self._trained_as.get(name, name) for name in self._names]


class Bits:
    """Features that are set."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._set: set[int] = set()

    def put(self, group: str, place: int = 0) -> None:
        self._set.add(self._layout[group] + place)

    def put_all(self, group: str, places: Iterable[int], start: int = 0) -> None:
        self._set.update(self._layout[group] + start + place for place in places)

    def put_up_to(self, group: str, size: int, number: int, start: int = 0) -> None:
        """A thermometer: the first `number` of `size` bits."""
        self.put_all(group, range(min(size, number)), start)

    def put_marks(self, group: str, marks: Sequence[int], number: int, start: int = 0) -> None:
        """A bit for each mark that `number` reaches."""
        self.put_all(group, (at for at, mark in enumerate(marks) if number >= mark), start)

    def numbers(self) -> list[int]:
        return sorted(self._set)


def same_numbers(view: object, actions: Sequence[Action]) -> list[Steps]:
    """The choices of each action where every action is one choice, with the number that it has."""
    del view
    return [(action,) for action in actions]


def up_to(what: str, size: int) -> list[str]:
    """Names of a thermometer."""
    return [f"at least {number} {what}" for number in range(1, size + 1)]


def across(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Names of a table, row by row."""
    return [f"{one}, {other}" for one in first for other in second]
