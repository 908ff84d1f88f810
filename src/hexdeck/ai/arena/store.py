"""Results on disk, deal by deal: what is finished is never lost and never played again."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from platformdirs import user_data_path

from hexdeck.ai.arena.match import Lineup, Match, lineups
from hexdeck.ai.arena.seeds import SeedRun
from hexdeck.ai.arena.settings import Settings
from hexdeck.core.errors import SetupRefused
from hexdeck.core.file_lock import is_ours
from hexdeck.core.record_file import RecordFile

FORMAT: Final = 1  # of the file; its first line holds the settings, every other line one deal
RUN: Final = b'{"run":'  # begins a line about a run's seed
BEGINNING: Final = b'{"arena":'


def usual_path(settings: Settings) -> Path:
    """Where these settings are kept when nobody says otherwise."""
    mark = hashlib.sha256(_line(settings.as_dict()).encode()).hexdigest()[:12]
    folder = user_data_path("hexdeck", appauthor=False) / "arena"
    return folder / f"{settings.game}-{settings.players}p-{mark}.jsonl"


@dataclass(slots=True)
class _Run:
    commitment: str
    seed: str | None = None


class Store:
    """An open file of results; nobody else writes to it meanwhile."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self.settings = settings
        self._runs: list[_Run] = []
        self._run_of: dict[int, int] = {}  # by deal
        self.matches = {match.deal: match for match in _read(path, settings, self._runs, self._run_of)}
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
        run = {"run": len(self._runs) - 1} if self._runs else {}
        self._write(match.as_dict(self.settings.bots) | run)
        self.matches[match.deal] = match
        if self._runs:
            self._run_of[match.deal] = len(self._runs) - 1

    def commit(self, commitment: str) -> None:
        """Begin a run whose deals follow from a secret seed."""
        self._runs.append(_Run(commitment))
        self._write({"run": len(self._runs) - 1, "commitment": commitment})

    def reveal(self, seed: str) -> None:
        """End it: from now on its deals are known."""
        self._runs[-1].seed = seed
        self._write({"run": len(self._runs) - 1, "seed": seed})

    def seeds(self, deals: int) -> tuple[SeedRun, ...]:
        """Return the runs that have played the first `deals`, and how many of them each."""
        counts = Counter(run for deal, run in self._run_of.items() if deal < deals)
        return tuple(
            SeedRun(run.commitment, run.seed, counts[at]) for at, run in enumerate(self._runs) if counts[at]
        )

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


def _read(
    path: Path, settings: Settings, runs: "list[_Run] | None" = None, run_of: dict[int, int] | None = None
) -> list[Match]:
    """What is in whole lines; nothing in a new file, or where the very first line was cut off."""
    raw = path.read_bytes()
    if raw and not raw.startswith(BEGINNING[: len(raw)]):
        raise _no_results(path)
    lines = raw[: raw.rfind(b"\n") + 1].splitlines()
    if lines:
        _check_settings(path, settings, lines[0])
    tables = lineups(settings)
    found: list[Match] = []
    runs, run_of = [] if runs is None else runs, {} if run_of is None else run_of
    for at, line in enumerate(lines[1:], start=2):
        if not _is_run(path, at, line, runs):
            found.append(_match(path, at, settings, tables, line))
            if runs:
                run_of[found[-1].deal] = len(runs) - 1
    return found


def _is_run(path: Path, at: int, line: bytes, runs: "list[_Run]") -> bool:
    """Take note of a line that begins a run, or ends it."""
    if not line.startswith(RUN):
        return False
    try:
        told = json.loads(line)
        if "seed" in told:
            runs[told["run"]].seed = told["seed"]
        else:
            runs.append(_Run(told["commitment"]))
    except (ValueError, TypeError, KeyError, IndexError):
        raise _unfinished(path, at) from None
    return True


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
        raise _unfinished(path, at)
    return match


def _unfinished(path: Path, at: int) -> SetupRefused:
    return SetupRefused("line {line} of {path} is no finished deal: name another file", line=at, path=path)


def _line(plain: dict[str, object]) -> str:
    return json.dumps(plain, separators=(",", ":"))
