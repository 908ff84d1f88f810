"""`hexdeck replay`: recorded games, one after the other."""

import argparse
import sys
from pathlib import Path
from typing import Final

from hexdeck.core.errors import SetupRefused, visible
from hexdeck.core.record_reader import StoredGame, stored_games
from hexdeck.locale import LANGUAGES, Language
from hexdeck.terminal.replay import ReplayScreen
from hexdeck.text.console import Console
from hexdeck.text.paint import STRONG

ABOUT: Final = "look at recorded games again"
EXAMPLES: Final = (
    "  hexdeck replay game.hexdeck\n"
    "  hexdeck replay game.hexdeck --seat 0 --all\n"
    "  hexdeck replay games.jsonl --game 17"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a .hexdeck record, or a .jsonl file of many"
    )
    parser.add_argument("--game", type=int, metavar="K", help="only this one of all the games, from 1")
    parser.add_argument(
        "--seat", type=int, metavar="N", help="see only what this seat saw; without it, everything"
    )
    parser.add_argument(
        "--all", action="store_true", help="print the whole game instead of stepping through it"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help=f"{', '.join(LANGUAGES)}, instead of what your environment says"
    )


def run(given: argparse.Namespace, words: Language) -> None:
    games = _wanted([game for path in given.files for game in stored_games(path)], given.game)
    console = Console()
    for number, game in enumerate(games, start=1):
        if len(games) > 1:
            console.print(f"{number}/{len(games)} {visible(game.name)}", style=STRONG, soft_wrap=True)
        screen = _screen(game, given.seat, console, words)
        if given.all or not sys.stdin.isatty():
            screen.print_all()
        elif not screen.step_through(is_last=number == len(games)):
            return


def _wanted(games: list[StoredGame], number: int | None) -> list[StoredGame]:
    if number is None:
        return games
    if not 1 <= number <= len(games):
        raise SetupRefused("there is no game {number}: choose 1 to {last}", number=number, last=len(games))
    return [games[number - 1]]


def _screen(game: StoredGame, seat: int | None, console: Console, words: Language) -> ReplayScreen:
    record = game.record()
    if seat is not None and seat not in range(len(record.header.players)):
        last = len(record.header.players) - 1
        raise SetupRefused("there is no seat {seat}: choose 0 to {last}", seat=seat, last=last)
    if record.torn is not None:
        print(f"hexdeck: the last line of {visible(game.name)} was cut off and is left out", file=sys.stderr)
    return ReplayScreen(record, seat, console, words)
