"""Where the games played in the terminal are kept."""

from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from hexdeck.core.errors import GameError, SetupRefused
from hexdeck.core.record import Record
from hexdeck.core.record_file import write_whole
from hexdeck.core.record_reader import load


def games_folder() -> Path:
    return user_data_path("hexdeck", appauthor=False) / "games"


def new_path(game: str, now: datetime) -> Path:
    """A file name that no game has yet, sorted by time."""
    stem = f"{now:%Y-%m-%d-%H%M%S}-{game}"
    taken = 1
    while (path := games_folder() / f"{stem}{'' if taken == 1 else f'-{taken}'}.hexdeck").exists():
        taken += 1
    return path


def unfinished() -> Path | None:
    """The newest game that can go on, if there is one."""
    for path in sorted(games_folder().glob("*.hexdeck"), reverse=True):
        if _can_go_on(path):
            return path
    return None


def newest_unfinished() -> Path:
    path = unfinished()
    if path is None:
        raise SetupRefused(
            "there is no game to go on with in {folder}: start one with hexdeck play", folder=games_folder()
        )
    return path


def save_copy(record: Record, path: Path) -> None:
    """A copy at `path`, or SetupRefused: it may replace an older copy of the same game, nothing else."""
    if path.exists() and not _is_of_same_game(path, record):
        raise SetupRefused("the file {path} holds something else: choose another name", path=path)
    write_whole(path, record.text())


def seed_to_go_on(record: Record) -> bytes:
    """What an unfinished record needs to be played on."""
    if record.result is not None:
        raise SetupRefused("this game is over: look at it with hexdeck replay")
    if record.seed is None:
        raise SetupRefused("this record keeps its seed secret: only the table that wrote it can go on")
    return record.seed


def _can_go_on(path: Path) -> bool:
    try:
        seed_to_go_on(load(path))
    except (GameError, OSError):
        return False
    return True


def _is_of_same_game(path: Path, record: Record) -> bool:
    try:
        return path.is_file() and load(path).header == record.header
    except (GameError, OSError):
        return False
