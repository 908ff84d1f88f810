"""The one way to print and to ask: text of people is never markup, and any terminal can show it."""

import codecs
import os
import re
import sys
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from typing import IO, Final, TypeVar
from unicodedata import combining, normalize

from rich.console import Console as RichConsole
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from hexdeck.core.errors import visible

try:
    import readline  # arrow keys and history for `input`; Windows has them by itself
except ImportError:
    readline = None  # type: ignore[assignment]

Thing = TypeVar("Thing")

PIPE_BROKE: Final = 141  # what shells say of a program whose reader went away: 128 + SIGPIPE
LONGEST_SHOWN: Final = 60  # characters of what somebody typed, said again
IN_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("“”„«»", '"'), "’": "'", "‘": "'", "…": "...", "–": "-", "—": "-", "−": "-",
        "→": "->", "›": ">", "▶": ">", "·": ".", "±": "+-", "●": "*", "○": ".", "♛": "*", "⇈": "^", "⇊": "v",
        "│": "|", "─": "-", "☠": "X", "ß": "ss", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE",
        "ø": "o", "Ø": "O", "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ",
        **dict.fromkeys("▲✶§☾◉◍∩◄⋈★"),  # the letter beside it says the same
    }
)  # fmt: skip
_COLOUR_CODE: Final = re.compile(r"(\x1b\[[0-9;]*m)")


class Console(RichConsole):
    """Prints what it is given, letter for letter."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, emoji=False, highlight=False)

    def on_broken_pipe(self) -> None:
        """Leave it to whoever started us to end quietly."""
        self.quiet = True
        raise BrokenPipeError

    def ask(self, prompt: Text) -> str:
        """A line that somebody types, with arrow keys and history where there is a terminal; or EOFError."""
        with self.capture() as captured:
            self.print(prompt, end="", soft_wrap=True)
        shown = captured.get()
        return input(_COLOUR_CODE.sub("\001\\1\002", shown) if _edits_lines() else shown).strip()

    @property
    def is_conversation(self) -> bool:
        """A person reads and types here, no script."""
        return sys.stdin.isatty() and sys.stdout.isatty()


def with_progress(things: Iterable[Thing], title: str, total: int) -> Iterator[Thing]:
    """`things` one by one, with a bar on a terminal while they last.  Print nothing meanwhile."""
    columns = (TextColumn(title, markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(things, total=total)


def forget_what_was_typed() -> None:
    """No history for the next person at this keyboard."""
    if readline is not None:
        readline.clear_history()


def shortened(text: str) -> str:
    """What somebody typed, fit to be said again."""
    whole = visible(text)
    return whole if len(whole) <= LONGEST_SHOWN else whole[: LONGEST_SHOWN - 1] + "…"


def number_typed(text: str) -> int | None:
    """The number that `text` writes, however many zeros it begins with; None if it is none or is huge."""
    digits = text.lstrip("0") or text[-1:]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def make_streams_safe() -> None:
    """Let nothing that is printed or typed fail for its letters, nor for a stream that was closed."""
    codecs.register_error("hexdeck.plain", _plain)
    sys.stdin = sys.stdin or _nothing("r")
    sys.stdout = sys.stdout or _nothing("w")
    sys.stderr = sys.stderr or _nothing("w")
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "hexdeck.plain"),
        (sys.stderr, "hexdeck.plain"),
    ):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def stop_printing() -> None:
    """Nobody reads us any more: what is still to be written goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _edits_lines() -> bool:
    return readline is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _nothing(mode: str) -> IO[str]:
    return open(os.devnull, mode, encoding="utf-8")


def _plain(error: UnicodeError) -> tuple[str, int]:
    """What stands for letters that an output cannot write: the nearest in ASCII, else a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    letters = error.object[error.start : error.end].translate(IN_PLAIN)
    bare = (one for one in normalize("NFKD", letters) if not combining(one))
    return "".join(one if one.isascii() else "?" for one in bare), error.end
