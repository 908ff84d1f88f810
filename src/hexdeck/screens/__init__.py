"""One screen per game, by its name."""

from typing import Final

from hexdeck.screens.screen import MakeScreen
from hexdeck.screens.skull_queen import SkullQueenScreen
from hexdeck.screens.vampire_queen import VampireQueenScreen
from hexdeck.screens.voodoo import VoodooScreen
from hexdeck.screens.voodoo_prince import VoodooPrinceScreen

SCREENS: Final[dict[str, MakeScreen]] = {
    "voodoo_prince": VoodooPrinceScreen,
    "vampire_queen": VampireQueenScreen,
    "skull_queen": SkullQueenScreen,
    "voodoo": VoodooScreen,
}
