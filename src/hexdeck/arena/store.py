"""Results on disk, deal by deal: what is finished is never lost and never played again."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

from platformdirs import user_data_path

from hexdeck.arena.match import Lineup, Match, lineups
from hexdeck.arena.settings import Settings
from hexdeck.errors import SetupRefused
from hexdeck.file_lock import is_ours
from hexdeck.table.record_file import RecordFile

FORMAT: Final = 1  # of the file; its first line holds the settings, every other line one deal
BEGINNING: Final = b'{"arena":'


def usual_path(settings: Settings) -> Path:
    """Where these settings are kept when nobody says otherwise."""
    mark = hashlib.sha256(_line(settings.as_dict()).encode()).hexdigest()[:12]
    folder = user_data_path("hexdeck", appauthor=False) / "arena"
    return folder / f"{settings.game}-{settings.players}p-{mark}.jsonl"


class Store:
    """An open file of results; nobody else writes to it meanwhile."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self.settings = settings
        self.matches = {match.deal: match for match in _read(path, settings)}
        self._file = RecordFile(path)  # without a last line that was cut off
        if path.stat().st_size == 0:
            self._write({"arena": FORMAT} | settings.as_dict())

    @classmethod
    @contextmanager
    def open(cls, path: Path, settings: Settings) -> Iterator[Self]:
        """The results at `path`, new or to go on with; SetupRefused where they are of other settings."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with _locked(path):
            store = cls(path, settings)
            try:
                yield store
            finally:
                store._file.close()

    def add(self, match: Match) -> None:
        """On the disk before it counts."""
        self._write(match.as_dict(self.settings.bots))
        self.matches[match.deal] = match

    def first(self, deals: int) -> list[Match]:
        """The finished ones among the first `deals`, in order."""
        return [self.matches[deal] for deal in range(deals) if deal in self.matches]

    def on_disk(self, deals: int) -> int:
        """How many of the first `deals` are kept, whatever was interrupted."""
        return sum(match.deal < deals for match in _read(self.path, self.settings))

    def missing(self, deals: int) -> list[int]:
        return [deal for deal in range(deals) if deal not in self.matches]

    def _write(self, plain: dict[str, object]) -> None:
        try:
            self._file.write(_line(plain))
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), str(self.path)) from error


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not is_ours(file):
            raise SetupRefused("another arena writes to {path}: wait for it, or name another file", path=path)
        yield
    finally:
        os.close(file)


def _read(path: Path, settings: Settings) -> list[Match]:
    """What is in whole lines; nothing in a new file, or where the very first line was cut off."""
    raw = path.read_bytes()
    if raw and not raw.startswith(BEGINNING[: len(raw)]):
        raise _no_results(path)
    lines = raw[: raw.rfind(b"\n") + 1].splitlines()
    if lines:
        _check_settings(path, settings, lines[0])
    tables = lineups(settings)
    return [_match(path, at, settings, tables, line) for at, line in enumerate(lines[1:], start=2)]


def _check_settings(path: Path, settings: Settings, line: bytes) -> None:
    try:
        given = json.loads(line)
        if given.pop("arena") != FORMAT:
            raise ValueError
        kept = Settings.from_dict(given)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise _no_results(path) from None
    if kept != settings:
        told = "; ".join(settings.differences(kept))
        raise SetupRefused(
            "the file {path} holds results of other settings ({told}): name another", path=path, told=told
        )


def _no_results(path: Path) -> SetupRefused:
    return SetupRefused("the file {path} holds no results of an arena: name another", path=path)


def _match(path: Path, at: int, settings: Settings, tables: list[Lineup], line: bytes) -> Match:
    try:
        match = Match.from_dict(json.loads(line), settings.bots)
        whole = list(match.outcomes) == tables and all(
            len(outcome.scores) == settings.players for outcome in match.outcomes.values()
        )
    except (ValueError, TypeError, KeyError, IndexError):
        whole = False
    if not whole:
        raise SetupRefused("line {line} of {path} is no finished deal: name another file", line=at, path=path)
    return match


def _line(plain: dict[str, object]) -> str:
    return json.dumps(plain, separators=(",", ":"))
