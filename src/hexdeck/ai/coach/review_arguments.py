"""The command line of `hexdeck review`: to read it, nothing that plays is loaded."""

import argparse
from pathlib import Path
from typing import Final

ABOUT: Final = "look back upon a recorded game: what each decision cost, and luck apart from skill"
EXAMPLES: Final = (
    "  hexdeck review game.hexdeck\n"
    "  hexdeck review game.hexdeck --seats Marie --report evening\n"
    "  hexdeck review game.hexdeck --seats 0,2 --worlds 200 --json"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a .hexdeck record, finished or not")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--report", type=Path, metavar="DIR", help="write a page with graphs there")
    parser.add_argument(
        "--seats", metavar="SEATS", help="whose decisions are judged, by name or number: Marie or 0,2; all"
    )
    parser.add_argument(
        "--worlds", type=int, metavar="N", help="for each decision; as many as a few seconds a game allow"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed, the same answer")
