"""Each game in short, in every language; the browser tells the same, with pictures."""

from collections.abc import Callable
from typing import Final

from hexdeck.locale import Language
from hexdeck.tui.rules import skull_queen, vampire_queen, voodoo, voodoo_prince
from hexdeck.tui.rules.section import Section

RULES: Final[dict[str, Callable[[Language], list[Section]]]] = {
    "voodoo_prince": voodoo_prince.sections,
    "vampire_queen": vampire_queen.sections,
    "skull_queen": skull_queen.sections,
    "voodoo": voodoo.sections,
}
