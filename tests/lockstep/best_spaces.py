"""Where a pirate should start in Skull Queen, by the cards of its colour in the hand: the table in C.

Run as a program it writes the table anew; a test says when it is old.
"""

import textwrap
from collections.abc import Iterator
from typing import Final

from hexdeck.core.game_files import GAMES_FOLDER

HEADER: Final = GAMES_FOLDER / "skull_queen" / "kernel" / "best_spaces.h"
PRINTED: Final = ((8, 5, 3, 2, 1), (1, 2, 3, 5, 8))  # points of the spaces on each side [SQ2]
VALUES: Final = 12
DECK: Final = {
    3: 0b011111111110,
    4: 0xFFF,
    5: 0xFFF,
    6: 0xFFF,
}  # values of a colour as bits [SQ1]; two are as three
COMPANY: Final = {3: 1.6, 4: 2.1, 5: 2.4, 6: 2.6}  # others' cards that a card meets in its colour
MEETS_ANY: Final = 0.9  # how likely it meets any
HARM: Final = 0.7  # how likely a step that harms cannot be avoided
WATER: Final = 2  # steps that can lead beyond a plank

HEAD: Final = """\
/* Where a pirate should start.  tests/lockstep/best_spaces.py has reckoned this, and writes it anew. */
#ifndef HEXDECK_SKULL_QUEEN_BEST_SPACES_H
#define HEXDECK_SKULL_QUEEN_BEST_SPACES_H

#include "table.h"

/* For a hand with these bits of a colour's values: the space on a plank's front, and eight times that on
   its back [SQ, what good players know]. */
FUNCTION int best_spaces(int players, uint32_t values) {
    static const char spaces[4][(1 << VALUES) + 1] = {
"""
FOOT: Final = """\
    };
    return spaces[players < 3 ? 0 : players - 3][values] - '0';
}

#endif
"""

Worth = list[float]  # of a pirate on each space of a side, with water above and below


def best_spaces(players: int, own: int) -> int:
    """Front + 8 * back for a hand with the values `own`; what is not in the deck makes no difference."""
    deck = DECK[players]
    planks: list[Worth] = [
        [0.0] * WATER + [float(points) for points in side] + [0.0] * WATER for side in PRINTED
    ]
    unseen = deck & ~own
    for value in range(1, VALUES + 1):
        if unseen and (own & deck) >> (value - 1) & 1:
            planks = [met(worth, value, unseen, COMPANY[players]) for worth in planks]
    front, back = (worth.index(max(worth[WATER:-WATER]), WATER) - WATER for worth in planks)
    return front + 8 * back


def met(worth: Worth, value: int, unseen: int, company: float) -> Worth:
    """What the pirate will score with one card more to be played."""
    above = (unseen >> value).bit_count() / unseen.bit_count()
    highest, least = MEETS_ANY * (1.0 - above) ** company, MEETS_ANY * above**company
    eight = joins(8, value, unseen, company) if value >= 8 else 0.0
    five = joins(5, value, unseen, company) if value <= 5 else 0.0
    after = worth.copy()
    for at in range(WATER, WATER + 5):
        after[at] += highest * (eight * step(worth, at, 2) + (1.0 - eight) * step(worth, at, 1))
        after[at] += least * (five * step(worth, at, -2) + (1.0 - five) * step(worth, at, -1))
    return after


def joins(special: int, value: int, unseen: int, company: float) -> float:
    """How likely the 8 or the 5 lies beside an own card [SQ8]."""
    if special == value:
        return 1.0
    return min(1.0, company / unseen.bit_count()) if unseen >> (special - 1) & 1 else 0.0


def step(worth: Worth, at: int, steps: int) -> float:
    """What a step wins; some that harm can be avoided."""
    change = worth[at - steps] - worth[at]
    return change if change > 0.0 else change * HARM


def letters(players: int) -> str:
    return "".join(chr(ord("0") + best_spaces(players, own)) for own in range(1 << VALUES))


def lines() -> Iterator[str]:
    yield from HEAD.splitlines()
    for players in DECK:
        *most, last = textwrap.wrap(letters(players), 104)
        yield from (f'        "{line}"' for line in most)
        yield f'        "{last}",'
    yield from FOOT.splitlines()


if __name__ == "__main__":
    HEADER.write_text("\n".join(lines()) + "\n")
