"""The command line of `hexdeck puzzles`: to read it, nothing that plays is loaded."""

import argparse
from pathlib import Path
from typing import Final

from hexdeck.core.registry import GAMES
from hexdeck.locale import LANGUAGES

ABOUT: Final = "find the best choice in positions that many get wrong"
EXAMPLES: Final = (
    "  hexdeck puzzles\n"
    "  hexdeck puzzles voodoo_prince --level 2\n"
    "  hexdeck puzzles make skull_queen --count 20 --seed 7\n"
    "  hexdeck puzzles check voodoo"
)
MAKE_ABOUT: Final = "collect puzzles from games among experts"
MAKE_EXAMPLES: Final = (
    "  hexdeck puzzles make voodoo_prince\n"
    "  hexdeck puzzles make skull_queen --count 20 --seed 7 --workers 4\n"
    "  hexdeck puzzles make voodoo --output mine.jsonl --json\n\n"
    "Stop it whenever you like: the same command goes on where it was."
)
CHECK_ABOUT: Final = "look at puzzles again, in other worlds"
CHECK_EXAMPLES: Final = (
    "  hexdeck puzzles check\n"
    "  hexdeck puzzles check voodoo_prince --worlds 2000\n"
    "  hexdeck puzzles check skull_queen --file mine.jsonl --json"
)
COUNT: Final = 50


def add_solving(parser: argparse.ArgumentParser, unsaid: str | None = None) -> None:
    """`unsaid` is what an option is that nobody wrote: after the game it must not undo one before it."""
    parser.add_argument(
        "--level", type=int, default=unsaid, metavar="N", help="only those of this step, from 1 to 4"
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=unsaid,
        help=f"{', '.join(LANGUAGES)}, instead of what your environment says",
    )


def add_making(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--count", type=int, default=COUNT, metavar="N", help=f"puzzles ({COUNT})")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed, the same puzzles")
    parser.add_argument(
        "--many", action="store_true", help="only those with very many choices, such as placing pirates"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to write them (GAME.jsonl)")
    parser.add_argument("--json", action="store_true", help="one JSON object about what was made")


def add_checking(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", choices=GAMES, metavar="GAME", help="one game; all")
    parser.add_argument("--worlds", type=int, default=1200, metavar="N", help="for each puzzle (1200)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of these worlds")
    parser.add_argument("--file", type=Path, metavar="FILE", help="puzzles of your own; those of the house")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
