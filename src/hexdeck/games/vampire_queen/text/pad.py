"""What counts points at a real table: how many of each card there are, and what it costs [VQ1, VQ10]."""

from collections.abc import Mapping
from typing import Any, Final

from hexdeck.games.vampire_queen.law.names import card_name
from hexdeck.games.vampire_queen.law.rules import DECK, HAND_SIZES, SLAYERS

OPTIONS: Final = ("phases",)

TABLE: Final[Mapping[str, Any]] = {
    "hands": {str(players): size for players, size in HAND_SIZES.items()},
    "cards": {
        card_name(card): {"points": card, "copies": (*DECK, *SLAYERS).count(card)}
        for card in sorted({*DECK, *SLAYERS})
    },
    "slayers": [card_name(slayer) for slayer in SLAYERS],  # which never leave the phase [VQ6, VQ8]
}
