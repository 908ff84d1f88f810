"""Every action of Voodoo by its number: one table that rules read, and from which names are made."""

from itertools import combinations_with_replacement, product
from string import Formatter
from typing import Final

from hexdeck.core.cards import Action
from hexdeck.games.voodoo.law.cards import CURSES, FACES, PERMANENTS, Face

SEATS: Final = 6  # [VO1]
ALL: Final = SEATS  # the victim of an all-opponent curse [VO9]
MIDDLE: Final = SEATS  # where Target lies at first [VO2]
MOST_DICE: Final = 6  # five, and one from an artefact

PAIRS: Final[tuple[tuple[Face, ...], ...]] = tuple(combinations_with_replacement(range(len(FACES)), 2))
HELD: Final[tuple[tuple[Face, ...], ...]] = tuple(  # dice kept from a reroll: at least one is rolled
    kept for size in range(MOST_DICE) for kept in combinations_with_replacement(range(len(FACES)), size)
)
SIZES: Final = {  # what a blank can be filled with
    "face": len(FACES),
    "new_face": len(FACES),
    "pair": len(PAIRS),
    "held": len(HELD),
    "curse": CURSES,
    "any_curse": CURSES + PERMANENTS,
    "seat": SEATS,
    "victim": SEATS + 1,  # or ALL
    "place": SEATS + 1,  # or MIDDLE
}
TEMPLATES: Final = {  # by verb; an artefact's verb is its effect, and {artefact} its name
    "roll": "roll",
    "discard": "discard {face}",
    "keep": "keep {held}",
    "stop": "stop",
    "draw_curse": "draw curse with {pair}",
    "draw_artefact": "draw artefact with {pair}",
    "cast": "cast {curse} on {victim}",
    "pay": "pay {face}",
    "pass": "pass",
    "reroll": "use {artefact}",
    "turn": "use {artefact} {face} to {new_face}",
    "extra_die": "use {artefact}",
    "cancel": "use {artefact} on {curse}",
    "hand_over": "use {artefact} {curse} to {seat}",
    "move_target": "use {artefact} to {place}",
    "steal_point": "use {artefact} from {seat}",
    "two_curses": "use {artefact}",
    "shield": "use {artefact}",
    "late_reroll": "use {artefact}",
    "two_artefacts": "use {artefact}",
    "fewer_dice": "use {artefact} on {seat}",
    "stinky_doll": "stinky {curse} on {victim}",
    "do": "do {any_curse}",
    "call": "call {any_curse} on {seat}",
    "admit": "admit",
    "deny": "deny",
    "vote_broken": "vote broken",
    "vote_kept": "vote kept",
    "vote_abstain": "vote abstain",
}


def blanks(verb: str) -> list[str]:
    """What the verb's template leaves open, in order."""
    fields = [field for _, field, _, _ in Formatter().parse(TEMPLATES[verb])]
    return [field for field in fields if field in SIZES]


MEANINGS: Final[tuple[tuple[str, tuple[int, ...]], ...]] = tuple(
    (verb, numbers)
    for verb in TEMPLATES
    for numbers in product(*(range(SIZES[blank]) for blank in blanks(verb)))
)
ACTIONS: Final = len(MEANINGS)
_NUMBERS: Final = {meaning: number for number, meaning in enumerate(MEANINGS)}
_HELD_AT: Final = {kept: at for at, kept in enumerate(HELD)}
_PAIR_AT: Final = {pair: at for at, pair in enumerate(PAIRS)}


def action(verb: str, *numbers: int) -> Action:
    return _NUMBERS[verb, numbers]


def keep(kept: tuple[Face, ...]) -> Action:
    return action("keep", _HELD_AT[kept])


def draw(verb: str, pair: tuple[Face, ...]) -> Action:
    return action(verb, _PAIR_AT[pair])
