"""The games we play, by name."""

from importlib import import_module
from typing import Any, Final, cast

from hexdeck.errors import NameUnknown
from hexdeck.game import Game
from hexdeck.game_words import GameWords
from hexdeck.games.skull_queen import GAME as SKULL_QUEEN
from hexdeck.games.vampire_queen import GAME as VAMPIRE_QUEEN
from hexdeck.games.voodoo import GAME as VOODOO
from hexdeck.games.voodoo_prince import GAME as VOODOO_PRINCE

GAMES: Final[dict[str, Game[Any, Any]]] = {
    game.name: game for game in (VOODOO_PRINCE, VAMPIRE_QUEEN, SKULL_QUEEN, VOODOO)
}


def words_of(name: str) -> GameWords:
    """The words of a game."""
    return cast("GameWords", import_module(f"hexdeck.games.{name}.words").WORDS)


def game_named(name: str) -> Game[Any, Any]:
    if name not in GAMES:
        raise NameUnknown(f"no game is called {name!r}: choose one of {', '.join(GAMES)}")
    return GAMES[name]
