"""The games we play, by name: every folder here that has a `GAME`."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from hexdeck.errors import NameUnknown
from hexdeck.game import AnyGame
from hexdeck.game_words import GameWords, Section
from hexdeck.parts import part_of

FIRST: Final = ("voodoo_prince", "vampire_queen", "skull_queen", "voodoo")  # on the shelf; others by name


def _place(name: str) -> tuple[int, str]:
    return (FIRST.index(name) if name in FIRST else len(FIRST), name)


def _game(package: str) -> AnyGame | None:
    """None of one that lacks its `GAME` or another file of its own: `hexdeck games check` tells which."""
    try:
        return getattr(import_module(package), "GAME", None)
    except ImportError as error:
        if not str(error.name).startswith(package):
            raise
        return None


def _found() -> dict[str, AnyGame]:
    names = sorted((folder.name for folder in iter_modules(__path__)), key=_place)
    games = {name: _game(f"{__name__}.{name}") for name in names}
    return {name: game for name, game in games.items() if game is not None}


GAMES: Final = _found()


def words_of(name: str) -> GameWords:
    """The words of a game; none, where nobody has written them yet."""
    own = part_of(f"{__name__}.{name}", "words")
    return GameWords(sayings={}) if own is None else own.WORDS


def rules_in_short(name: str) -> Sequence[Section]:
    """A game's rules for whoever sits down; none, where nobody has written them yet."""
    own = part_of(f"{__name__}.{name}", "rules_in_short")
    return () if own is None else own.SECTIONS


def pad_of(name: str) -> Mapping[str, Any]:
    """What a score pad must know of a game to count real cards; nothing, where nobody has written it."""
    own, game = part_of(f"{__name__}.{name}", "pad"), GAMES[name]
    if own is None:
        return {}
    options = [
        {"name": option.name, "default": option.default, "choices": list(option.choices)}
        for option in game.options
        if option.name in own.OPTIONS
    ]
    return {"players": list(game.players), "options": options, **own.TABLE}


def game_named(name: str) -> AnyGame:
    if name not in GAMES:
        raise NameUnknown(f"no game is called {name!r}: choose one of {', '.join(GAMES)}")
    return GAMES[name]
