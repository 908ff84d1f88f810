"""The command lines of `hexdeck arena` and `hexdeck simulate`: to read them, nothing that plays is loaded."""

import argparse
from pathlib import Path
from typing import Final

from hexdeck.ai.arena.seeds import read_seed
from hexdeck.ai.bots import SECONDS
from hexdeck.core.registry import GAMES

NAMING: Final = (
    "a bot is one of the house (novice, casual, club, expert, net, net-alone, net-points, net-win,\n"
    "ismcts-1000, ismcts-50ms, mc-1000, heuristic, random), package.module:Class, an entry point of the\n"
    "group hexdeck.bots, program:COMMAND, or network:FILE of hexdeck train, network-alone:FILE for it\n"
    "without a search; name=... calls it as you like.\n"
    "docs/write_a_bot.md shows how to write one."
)
ABOUT: Final = "measure bots against each other over the same deals"
EXAMPLES: Final = (
    "  hexdeck arena voodoo_prince heuristic random --players 4 --deals 100\n"
    "  hexdeck arena skull_queen ismcts-100 ismcts-1000 heuristic --against heuristic --report report\n"
    "  hexdeck arena vampire_queen heuristic random --players 5 --deals 1000 --ray head:6379 --json\n"
    "  hexdeck arena voodoo_prince club my_bots:Careful fast='program:./bot --fast'\n\n" + NAMING
)
SIMULATE_ABOUT: Final = "let bots play many games and sum them up"
SIMULATE_EXAMPLES: Final = (
    "  hexdeck simulate skull_queen --players 4 --games 100\n"
    "  hexdeck simulate voodoo_prince --players 3 --games 50 --bots heuristic,random,random --json\n"
    "  hexdeck simulate vampire_queen --games 10000 --workers 8 --output games.jsonl\n"
    "  hexdeck simulate skull_queen --players 3 --bots my_bots:Careful,club,'program:./bot --fast'\n\n"
    + NAMING
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="two or more, like random heuristic ismcts-1000 my_bots:Careful",
    )
    parser.add_argument("--players", type=int, metavar="N", help="seats at the table")
    parser.add_argument("--deals", type=int, default=100, metavar="K", help="100 unless you say otherwise")
    _add_seed(parser, "deals")
    parser.add_argument("--against", metavar="BOT", help="the others meet only this one of them")
    parser.add_argument(
        "--workers", type=int, metavar="W", help="processes here; one for each core if left out"
    )
    parser.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster, or on one started here",
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="keep results here and go on from them; else in your data folder, by settings",
    )
    parser.add_argument("--report", type=Path, metavar="DIR", help="write a page with plots here")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    add_bot_seconds(parser)


def add_simulate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--players", type=int, metavar="N", help="seats at the table")
    parser.add_argument("--games", type=int, default=100, metavar="K", help="100 unless you say otherwise")
    _add_seed(parser, "games")
    parser.add_argument("--bots", default="random", metavar="BOTS", help="one for all seats, or one for each")
    parser.add_argument(
        "--workers", type=int, default=1, metavar="W", help="processes that play; 1 unless you say otherwise"
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="keep all games in this new file, a JSON object a line"
    )
    parser.add_argument("--records", type=Path, metavar="DIR", help="keep every game here, a file each")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    add_bot_seconds(parser)


def _add_seed(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--seed",
        type=read_seed,
        metavar="S",
        help=f"the same seed, the same {what}; without it 0, or, where bots of your own play, a secret one"
        " that is told at the end",
    )


def add_bot_seconds(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bot-seconds",
        type=float,
        default=SECONDS,
        metavar="S",
        help=f"for each choice of a bot of your own; {SECONDS:g} unless you say otherwise",
    )
