"""The texts of a game, found by its name."""

from collections.abc import Mapping, Sequence
from typing import Any

from hexdeck.core.game_files import part_of
from hexdeck.core.registry import GAMES
from hexdeck.text.game_words import GameWords, Section


def words_of(name: str) -> GameWords:
    """Return the words of a game; none, if it has no such file yet."""
    own = part_of(name, "text.words")
    return GameWords(sayings={}) if own is None else own.WORDS


def rules_in_short(name: str) -> Sequence[Section]:
    """Return a game's rules for a player who sits down; none, if it has no such file yet."""
    own = part_of(name, "text.rules_in_short")
    return () if own is None else own.SECTIONS


def pad_of(name: str) -> Mapping[str, Any]:
    """Return what a score pad must know of a game to count real cards; nothing, if it has no such file."""
    own, game = part_of(name, "text.pad"), GAMES[name]
    if own is None:
        return {}
    options = [
        {"name": option.name, "default": option.default, "choices": list(option.choices)}
        for option in game.options
        if option.name in own.OPTIONS
    ]
    return {"players": list(game.players), "options": options, **own.TABLE}
