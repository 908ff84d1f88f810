"""What a network sees of each game: bits with names, from a View and from nothing else.

The kernels have the same bits in C (`kernel/c/<game>/features.h`), compared in lockstep.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from types import ModuleType
from typing import Final

from hexdeck.core.errors import SetupRefused
from hexdeck.core.feature_layout import Steps
from hexdeck.core.game import View
from hexdeck.core.game_files import part_of
from hexdeck.core.registry import game_named

STYLES: Final = ("points", "both", "win")  # what a seat plays for


def features_for(game: str) -> ModuleType:
    """The features of a game, or SetupRefused."""
    found = part_of(game, "ai.features")
    if found is None:
        raise SetupRefused("no network sees {game}: it has no features yet", game=game)
    return found


def is_value_network(game: str) -> bool:
    """Whether its network says how likely each seat is to win, and leaves it to others to choose."""
    return hasattr(features_for(game), "CHANCES")


def game_predicate(game: str, name: str) -> Callable[[View], bool]:
    """What a game says beside its features of where a network should not be trusted, like `is_weak_at`.

    A game that says nothing trusts it everywhere.
    """
    found: Callable[[View], bool] = getattr(features_for(game), name, _nowhere)
    return found


def style_of(game: str, plays_for: str) -> str:
    """The style of a seat that plays for that and forgets nothing.

    A game whose features tell attention by it says beside them which is all of it: `UNFORGETTING`.
    """
    return STYLES[getattr(part_of(game, "ai.features"), "UNFORGETTING", STYLES.index(plays_for))]


def _nowhere(view: View) -> bool:
    del view
    return False


def next_choices(ways: Iterable[Steps], decided: Steps) -> list[int]:
    """What can be chosen after `decided`, where these are all ways to go, in their order."""
    at = len(decided)
    return list(dict.fromkeys(way[at] for way in ways if way[:at] == decided))


def fingerprint(game: str) -> str:
    """Return a digest of the rules' version and of all features: a network of another one does not fit."""
    layout = features_for(game).LAYOUT
    told = f"{game} {game_named(game).version} {layout.choices} " + " ".join(layout.trained_names())
    return sha256(told.encode()).hexdigest()[:16]
