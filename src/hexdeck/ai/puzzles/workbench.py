"""Puzzles in the making on disk, so that nothing is lost when somebody stops."""

from pathlib import Path
from typing import Final

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

from hexdeck.ai.puzzles.puzzle import Puzzle, in_order, read, written
from hexdeck.core.errors import SetupRefused
from hexdeck.core.record_file import write_whole

PART: Final = ".part"


class Progress(Struct, forbid_unknown_fields=True):
    """The first line of an unfinished file: what is wanted, and which game comes next."""

    game: str
    version: int  # of its rules
    seed: int
    count: int
    many: bool = False  # only those with very many choices
    next: int = 0


class Workbench:
    def __init__(self, output: Path, wanted: Progress) -> None:
        """Goes on with what lies there, if it is the same; SetupRefused if it is something else."""
        if output.exists():
            raise SetupRefused("{path} exists already: choose another --output", path=output)
        self._output, self._part = output, output.with_name(output.name + PART)
        self.progress, self.puzzles = wanted, list[Puzzle]()
        if self._part.exists():
            self._go_on(wanted)

    def _go_on(self, wanted: Progress) -> None:
        head, _, rest = self._part.read_bytes().partition(b"\n")
        try:
            self.progress = decode(head, type=Progress)
        except DecodeError:
            raise SetupRefused(
                "{path} is not what this command left there: move it away", path=self._part
            ) from None
        self.puzzles = read(rest)
        self.progress.next, begun = wanted.next, self.progress.next
        if self.progress != wanted:
            raise SetupRefused(
                "{path} was begun with another game, seed or count: move it away, or ask for the same",
                path=self._part,
            )
        self.progress.next = begun

    def keep(self, puzzles: list[Puzzle], following: int) -> None:
        self.puzzles, self.progress.next = [*puzzles], following
        write_whole(self._part, (encode(self.progress) + b"\n" + written(puzzles)).decode())

    def finish(self) -> None:
        write_whole(self._output, written(in_order(self.puzzles)).decode())
        self._part.unlink(missing_ok=True)
