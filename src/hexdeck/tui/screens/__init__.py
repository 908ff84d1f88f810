"""One screen per game, by its name."""

from typing import Final

from hexdeck.tui.screen import MakeScreen
from hexdeck.tui.screens.skull_queen import SkullQueenScreen
from hexdeck.tui.screens.vampire_queen import VampireQueenScreen
from hexdeck.tui.screens.voodoo import VoodooScreen
from hexdeck.tui.screens.voodoo_prince import VoodooPrinceScreen

SCREENS: Final[dict[str, MakeScreen]] = {
    "voodoo_prince": VoodooPrinceScreen,
    "vampire_queen": VampireQueenScreen,
    "skull_queen": SkullQueenScreen,
    "voodoo": VoodooScreen,
}
