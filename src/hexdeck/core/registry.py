"""The games we play, by name: every folder in `games/` that has a `GAME`."""

from importlib import import_module
from typing import Final

from hexdeck.core.errors import NameUnknown
from hexdeck.core.game import AnyGame
from hexdeck.core.game_files import GAMES_FOLDER

FIRST: Final = (
    "voodoo_prince",
    "vampire_queen",
    "skull_queen",
    "voodoo",
)  # in lists of games; others by name


def _place(name: str) -> tuple[int, str]:
    return (FIRST.index(name) if name in FIRST else len(FIRST), name)


def _game(name: str) -> AnyGame | None:
    """Return the game, or None if it lacks its `GAME` or another file: `hexdeck games check` tells which."""
    package = f"hexdeck.games.{name}"
    try:
        return getattr(import_module(package), "GAME", None)
    except ImportError as error:
        if not str(error.name).startswith(package):
            raise
        return None


def _found() -> dict[str, AnyGame]:
    names = sorted((folder.parent.name for folder in GAMES_FOLDER.glob("*/__init__.py")), key=_place)
    games = {name: _game(name) for name in names}
    return {name: game for name, game in games.items() if game is not None}


GAMES: Final = _found()


def game_named(name: str) -> AnyGame:
    """Return the game of that name, or raise NameUnknown."""
    if name not in GAMES:
        raise NameUnknown(f"no game is called {name!r}: choose one of {', '.join(GAMES)}")
    return GAMES[name]
