"""The command line of `hexdeck tactics`: to read it, nothing that plays is loaded."""

import argparse
from typing import Final

from hexdeck.ai.arena.arguments import NAMING, add_bot_seconds
from hexdeck.core.registry import GAMES

ABOUT: Final = "see which bots find what is plainly right"
EXAMPLES: Final = (
    "  hexdeck tactics skull_queen\n"
    "  hexdeck tactics voodoo_prince random heuristic ismcts-100 ismcts-1000 net\n"
    "  hexdeck tactics vampire_queen my_bots:Careful --json\n\n" + NAMING
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="heuristic, ismcts-1000 and the network, if you name none",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, with every position missed")
    add_bot_seconds(parser)
