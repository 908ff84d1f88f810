"""Between which scores a game stays, and how many choices it can have, counted by its rules."""

from typing import Final

from hexdeck.core.game import Bounds
from hexdeck.core.game_files import part_of
from hexdeck.rl.setting import Setting

ANY_GAME: Final = Bounds(-10_000, 10_000, 1_000_000)  # where nobody has counted


def bounds_of(setting: Setting) -> Bounds:
    counted = part_of(setting.game.name, "ai.bounds")
    if counted is None:
        return ANY_GAME
    bounds: Bounds = counted.bounds(setting.players, setting.options)
    return bounds


def utilities(setting: Setting) -> tuple[float, float]:
    """The least and the most that a seat can be paid for a game."""
    if setting.reward == "win":
        return 0.0, 1.0
    least, most, _ = bounds_of(setting)
    return (least, most) if setting.reward == "points" else (least - most, most - least)
