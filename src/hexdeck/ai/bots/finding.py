"""One way to name a bot, wherever one can be named.

`club`                     a bot of the house, or an entry point of the group `hexdeck.bots`
`package.module:Class`     a class in Python, or a function that makes a bot
`program:./bot --fast`     a program that speaks docs/bot_protocol.md
`network:runs/a.safetensors`  a network that `hexdeck train` has made, playing as `net` does
`network-alone:runs/a.safetensors`  the same without a search, playing as `net-alone` does
`mine=package.module:Bot`  any of these under a name of your own
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from hexdeck.ai.bots.command_name import program_name
from hexdeck.ai.bots.of_the_house import is_of_the_house, unknown_bot
from hexdeck.core.errors import SetupRefused
from hexdeck.core.record import PERSON

GROUP: Final = "hexdeck.bots"  # of entry points
PROGRAM: Final = "program:"
NETWORK: Final = "network:"
ALONE: Final = "network-alone:"
HOST: Final = (sys.executable, "-P", "-m", "hexdeck.ai.external_bots.class_runner")  # in which a class plays
EXAMPLE: Final = "mine=package.module:Class"
_LABELLED: Final = re.compile(r"([^=:/ ]+)=(.+)", re.DOTALL)
LONGEST_LABEL: Final = 40
_LABEL: Final = re.compile(rf"[a-z][a-z0-9_-]{{0,{LONGEST_LABEL - 1}}}")
_CLASS: Final = re.compile(r"[^\W\d][\w.]*:[^\W\d][\w.]*")
_BETWEEN_COMMAS: Final = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*'|["'])+""")
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_STRANGE: Final = re.compile(r"[^a-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Named:
    """A bot as somebody has named it."""

    label: str  # what tables, reports and records call it; a record never says where its code is
    what: str  # a bot of the house, `package.module:Class`, `program:COMMAND` or `network:FILE`

    @property
    def is_own(self) -> bool:
        """Not of the house: it plays in a process of its own."""
        return ":" in self.what

    @property
    def is_program(self) -> bool:
        return self.what.startswith(PROGRAM)

    @property
    def network(self) -> Path | None:
        """The file with its weights, if it is no code but a network."""
        kind, _, file = self.what.partition(":")
        return Path(file) if f"{kind}:" in (NETWORK, ALONE) else None

    @property
    def is_alone(self) -> bool:
        """A network that no search helps."""
        return self.what.startswith(ALONE)

    @property
    def text(self) -> str:
        """A name by which `find` finds it again."""
        return self.what if self.label == self.what else f"{self.label}={self.what}"

    @property
    def command(self) -> tuple[str, ...]:
        """What is started for it, without a shell."""
        return tuple(_words(self.what)) if self.is_program else (*HOST, self.what)


def find(name: str) -> Named:
    """What a name stands for, or SetupRefused; nothing is started or imported yet."""
    label, what = _parts(name.strip())
    if what.startswith(PROGRAM):
        _check_program(what)
    elif what in (NETWORK, ALONE):
        raise SetupRefused(
            "“{what}” names no file: write it like {example}", what=what, example=f"{what}runs/a.safetensors"
        )
    elif not what.startswith((NETWORK, ALONE)) and not _CLASS.fullmatch(what):
        what = what if is_of_the_house(what) else _entry_point(what)
    if ":" not in what and label is not None and label != what:
        raise SetupRefused(
            "“{what}” is of the house and keeps its name: leave “{label}” out", what=what, label=label
        )
    if ":" not in what:
        return Named(what, what)
    if sys.platform == "win32":
        raise SetupRefused("bots of your own cannot play on Windows yet: choose one of the house’s")
    return Named(_label(label, name.strip(), what), what)


def own_bots(named: Iterable[Named]) -> dict[str, str]:
    """Where those of one's own are found, by label; SetupRefused where two share one."""
    own: dict[str, str] = {}
    for one in named:
        if one.is_own and own.setdefault(one.label, one.what) != one.what:
            raise SetupRefused(
                "two bots are called “{label}”: give one of them another name, like {example}",
                label=one.label,
                example=f"my-{one.label}={one.what}",
            )
    return own


def one_per_seat(bots: Sequence[str], players: int) -> list[str]:
    """One for all, or one for each; else SetupRefused."""
    if len(bots) == 1:
        return list(bots) * players
    if len(bots) != players:
        raise SetupRefused(
            "{bots} bots do not fill {players} seats: name one for all, or one for each",
            bots=len(bots),
            players=players,
        )
    return list(bots)


def split_names(text: str) -> list[str]:
    """Names between commas; a comma inside quotes belongs to a command."""
    return [name.strip() for name in _BETWEEN_COMMAS.findall(text)] or [""]


def _parts(name: str) -> tuple[str | None, str]:
    found = _LABELLED.fullmatch(name)
    return (found[1], found[2].strip()) if found else (None, name)


def _entry_point(name: str) -> str:
    metadata = import_module("importlib.metadata")  # slow to import, and seldom asked
    for point in metadata.entry_points(group=GROUP, name=name):
        return f"{point.module}:{point.attr}"
    raise unknown_bot(name)


def _label(given: str | None, name: str, what: str) -> str:
    """The one that was chosen; else the entry point's, the class's or the program's."""
    label = given or (name if ":" not in name else _usual_label(what))
    if is_of_the_house(label) or label == PERSON:
        raise SetupRefused(
            "“{label}” is taken: call your bot something else, like {example}",
            label=label,
            example=f"my-{label}={what}",
        )
    if not _LABEL.fullmatch(label):
        raise SetupRefused(
            "a bot cannot be called “{label}”: write small letters, digits, - and _, like {example}",
            label=label,
            example=EXAMPLE,
        )
    return label


def _usual_label(what: str) -> str:
    """`MyBot` is my-bot, `node my_bot.js --fast` is my_bot, `runs/first.safetensors` is first."""
    if what.startswith(PROGRAM):
        return _plain(program_name(_words(what)))
    if (network := Named("", what).network) is not None:
        return _plain(network.stem)
    return _HUMP.sub("-", what.rpartition(":")[2].rpartition(".")[2]).lower().lstrip("_")


def _plain(name: str) -> str:
    return _STRANGE.sub("-", name.lower())[:LONGEST_LABEL].strip("-_")


def _words(what: str) -> list[str]:
    return shlex.split(what.removeprefix(PROGRAM))


def _check_program(what: str) -> None:
    try:
        words = _words(what)
    except ValueError:
        raise SetupRefused("the command of “{what}” cannot be read: close its quotes", what=what) from None
    if not words:
        raise SetupRefused(
            "“{what}” names no program: write it like {example}", what=what, example="program:./bot --fast"
        )
    if shutil.which(words[0]) is None:
        raise _missing(words[0])


def _missing(program: str) -> SetupRefused:
    if os.path.exists(program):
        return SetupRefused(
            "“{program}” cannot be run: make it executable with {command}, or name what runs it first",
            program=program,
            command=f"chmod +x {shlex.quote(program)}",
        )
    return SetupRefused(
        "there is no program “{program}”: write its path, like {example}", program=program, example="./bot"
    )
