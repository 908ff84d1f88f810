"""What a game's `words.py` gives to everything that speaks about the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from hexdeck.text.sayings import Sayings

Labels: TypeAlias = Mapping[str, str]  # what has a name on the wire, and the message that people read for it


class Section:
    """A part of a game's rules, short enough to read at the table."""

    def __init__(self, title: str, *text: str, cards: Sequence[str] = (), highest: str = "") -> None:
        self.title = title
        self.text = text
        self.cards = cards  # to look at, by their names
        self.highest = highest  # the one of them that is the highest in play


@dataclass(frozen=True, slots=True)
class GameWords:
    sayings: Sayings  # what is said about each kind of event
    options: Labels = field(default_factory=dict)  # the options of a table,
    choices: Labels = field(default_factory=dict)  # and their choices that are words
    headings: Labels = field(default_factory=dict)  # how far a game has come, by what it counts
    names: Mapping[str, Labels] = field(default_factory=dict)  # the game's other names, by their kind
