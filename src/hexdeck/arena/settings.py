"""What an arena measures: all that its results depend on, and nothing else."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, Self

import hexdeck
from hexdeck.arena.cheater import cheats, check_cheater
from hexdeck.bots import make_bot
from hexdeck.errors import SetupRefused
from hexdeck.game import Choice, Options
from hexdeck.games import game_named
from hexdeck.record import Player

# What does not decide how a game goes: screens, words, reports.  All else in the package does.
SILENT: Final = ("__pycache__", "arena", "cli.py", "console.py", "locale", "screens", "server", "tui", "web")
PLAYING: Final = ("arena/cheater.py", "arena/match.py", "arena/simulate.py")
NOT_CODE: Final = (".pyc", ".c", ".cpp")


@dataclass(frozen=True, slots=True)
class Settings:
    game: str
    version: int  # of the game's rules
    players: int
    options: dict[str, Choice]  # every option, defaults filled in
    bots: tuple[str, ...]
    against: str | None  # the only bot the others meet; None: everybody meets everybody
    seed: int
    code: str  # fingerprint of what plays the games

    def as_dict(self) -> dict[str, object]:
        return asdict(self) | {"bots": list(self.bots)}

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> Self:
        return cls(**given | {"bots": tuple(given["bots"])})

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Who is alone among whom: every pair both ways."""
        return [
            (bot, other)
            for bot in self.bots
            for other in self.bots
            if bot != other and self.against in (None, bot, other)
        ]

    def differences(self, other: Self) -> list[str]:
        """In words, what differs from `other`."""
        names = [field.name for field in fields(self)]
        both = [(name, getattr(self, name), getattr(other, name)) for name in names]
        return [f"{name} {_said(there)} and not {_said(here)}" for name, here, there in both if here != there]


def new_settings(
    game: str,
    bots: Sequence[str],
    *,
    players: int | None = None,
    options: Options | None = None,
    against: str | None = None,
    seed: int = 0,
) -> Settings:
    """Checked settings, or SetupRefused."""
    law = game_named(game)
    seats = law.players[0] if players is None else players
    law.set_up(seats, options)
    chosen = law.complete_for_bots(options or {})
    _check_bots(game, bots, against)
    return Settings(game, law.version, seats, chosen, tuple(bots), against, seed, fingerprint())


@cache
def fingerprint() -> str:
    """Twelve digits that change when anything that plays the games changes."""
    return fingerprint_of(Path(hexdeck.__file__).parent)


def fingerprint_of(root: Path) -> str:
    """That of the package in the folder `root`."""
    digest = hashlib.sha256()
    parts = [part for part in root.iterdir() if part.name not in SILENT] + [root / name for name in PLAYING]
    for path in sorted(path for part in parts for path in _files(part)):
        digest.update(f"{path.relative_to(root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _files(path: Path) -> list[Path]:
    found = [path] if path.is_file() else list(path.rglob("*"))
    return [file for file in found if file.is_file() and file.suffix not in NOT_CODE]


def _check_bots(game: str, bots: Sequence[str], against: str | None) -> None:
    if len(bots) < 2:
        raise SetupRefused("{n} bots cannot meet: name two or more", n=len(bots))
    for bot in bots:
        check_cheater(game) if cheats(bot) else make_bot(bot, game, Random(0))
        Player("bot", bot)
    doubles = sorted({bot for bot in bots if bots.count(bot) > 1})
    if doubles:
        raise SetupRefused("“{bot}” is named more than once: a bot does not meet itself", bot=doubles[0])
    if against is not None and against not in bots:
        raise SetupRefused(
            "“{bot}” is not among the bots: choose one of {known}", bot=against, known=", ".join(bots)
        )


def _said(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
