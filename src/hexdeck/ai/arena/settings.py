"""What an arena measures: all that its results depend on, and nothing else."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

import hexdeck
from hexdeck.ai.arena.cheater import cheats, check_cheater
from hexdeck.ai.arena.own_code import own_code
from hexdeck.ai.arena.seeds import Seed
from hexdeck.ai.bots import SECONDS, Named, check_bot, check_seconds, own_bots
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Choice, Options
from hexdeck.core.registry import game_named

# What decides how a game among bots goes.
PLAYING: Final = (
    *("__init__.py", "core", "games", "kernel", "ai/bots", "ai/external_bots", "ai/networks"),
    *("ai/arena/cheater.py", "ai/arena/match.py", "ai/arena/seeds.py", "ai/arena/simulate.py"),
)
NOT_CODE: Final = (".pyc", ".c", ".cpp")


@dataclass(frozen=True, slots=True)
class Settings:
    game: str
    version: int  # of the game's rules
    players: int
    options: dict[str, Choice]  # every option, defaults filled in
    bots: tuple[str, ...]  # what tables and reports call them
    against: str | None  # the only bot the others meet; None: everybody meets everybody
    seed: Seed | None  # None: each run draws a secret one, for there are bots that might look deals up
    code: str  # fingerprint of what plays the games
    own: dict[str, str] = field(default_factory=dict)  # where those of one's own are found
    seconds: float = SECONDS  # for each choice of such a bot

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

    def name_of(self, bot: str) -> str:
        """By which it is found again."""
        return Named(bot, self.own.get(bot, bot)).text

    def differences(self, other: Self) -> list[str]:
        """In words, what differs from `other`."""
        names = [one.name for one in fields(self)]
        both = [(name, getattr(self, name), getattr(other, name)) for name in names]
        return [f"{name} {_said(there)} and not {_said(here)}" for name, here, there in both if here != there]


def new_settings(
    game: str,
    bots: Sequence[str],
    *,
    players: int | None = None,
    options: Options | None = None,
    against: str | None = None,
    seed: Seed | None = None,
    seconds: float = SECONDS,
) -> Settings:
    """Checked settings, or SetupRefused.

    Without a seed our own bots play the deals of 0; where another bot plays, each run draws a secret one.
    """
    law = game_named(game)
    seats = law.players[0] if players is None else players
    law.set_up(seats, options)
    chosen = law.complete_for_bots(options or {})
    named = [_checked(bot, game, seats, chosen) for bot in bots]
    own, labels = own_bots(named), [one.label for one in named]
    alone = next((one.label for one in named if against in (one.label, one.text)), against)
    _check_meeting(labels, alone)
    seed = 0 if seed is None and not own else seed
    code = fingerprint(tuple(own.values()))
    return Settings(
        game, law.version, seats, chosen, tuple(labels), alone, seed, code, own, check_seconds(seconds)
    )


@cache
def fingerprint(own: tuple[str, ...] = ()) -> str:
    """Twelve digits that change when anything that plays the games changes, bots of one's own among it."""
    code = fingerprint_of(Path(hexdeck.__file__).parent)
    return hashlib.sha256(" ".join([code, *map(own_code, own)]).encode()).hexdigest()[:12] if own else code


def fingerprint_of(root: Path) -> str:
    """That of the package in the folder `root`."""
    digest = hashlib.sha256()
    for path in sorted(path for name in PLAYING for path in _files(root / name)):
        digest.update(f"{path.relative_to(root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _files(path: Path) -> list[Path]:
    found = [path] if path.is_file() else list(path.rglob("*"))
    return [file for file in found if file.is_file() and file.suffix not in NOT_CODE]


def _checked(bot: str, game: str, players: int, options: Mapping[str, Choice]) -> Named:
    if cheats(bot):
        check_cheater(game)
        return Named(bot, bot)
    return check_bot(bot, game, players=players, options=options)


def _check_meeting(bots: Sequence[str], against: str | None) -> None:
    if len(bots) < 2:
        raise SetupRefused("{n} bots cannot meet: name two or more", n=len(bots))
    doubles = sorted({bot for bot in bots if bots.count(bot) > 1})
    if doubles:
        raise SetupRefused("“{bot}” is named more than once: a bot does not meet itself", bot=doubles[0])
    if against is not None and against not in bots:
        raise SetupRefused(
            "“{bot}” is not among the bots: choose one of {known}", bot=against, known=", ".join(bots)
        )


def _said(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
