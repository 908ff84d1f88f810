"""The command lines of `hexdeck serve`, `hexdeck think` and `hexdeck house`."""

import argparse
from collections.abc import Collection
from dataclasses import fields
from pathlib import Path
from typing import Final

from hexdeck.server.base.settings import PREFIX, Settings, type_of

ABOUT: Final = "open the house: tables in the browser, for you and whoever you invite"
EXAMPLES: Final = (
    "  hexdeck serve --open\n"
    "  hexdeck serve --lan\n"
    "  hexdeck serve --host 0.0.0.0 --port 80 --public-url https://cards.example.org\n"
    "  hexdeck serve --database postgresql://hexdeck@localhost/hexdeck\n"
    "  hexdeck serve --database postgresql://hexdeck@db/hexdeck --bus redis://bus\n"
    "  hexdeck serve --database postgresql://hexdeck@db/hexdeck --bus redis://bus --bots none\n"
    "  hexdeck serve --own-bots mine=my_bots:Frugal,fast='program:./bot --fast'"
)

THINK_ABOUT: Final = "think for the bots of houses that share a Redis, on this machine too or on another"
THINK_EXAMPLES: Final = (
    "  hexdeck think --bus redis://bus --worker-key-file worker.key\n"
    "  hexdeck think --bus redis://bus --worker-key-file worker.key --bot-processes 4 --bot-seconds 20"
)
THINKING: Final = (
    "bus",
    "worker_key_file",
    "name",
    "own_bots",
    "bot_processes",
    "bot_seconds",
)  # its settings

HOUSE_ABOUT: Final = "look after a house: its tables, its people, its backups"
HOUSE_EXAMPLES: Final = (
    "  hexdeck house tables --json\n"
    "  hexdeck house look K7Q-M3X-HPA\n"
    "  hexdeck house close K7Q-M3X-HPA\n"
    "  hexdeck house rotate /srv/backups --keep 7\n"
    "  hexdeck house worker-key --database postgresql://hexdeck@db/hexdeck\n"
    "  hexdeck house restore monday.sqlite3\n"
    "  hexdeck house check\n"
    "  hexdeck house accept"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_settings(parser, [one.name for one in fields(Settings)])
    parser.add_argument(
        "--lan", action="store_true", help="let phones on the same network in, and show a QR code for them"
    )
    parser.add_argument("--open", action="store_true", help="open the browser")
    _add_log(parser)


def add_think_arguments(parser: argparse.ArgumentParser) -> None:
    _add_settings(parser, THINKING)
    _add_log(parser)


def _add_settings(parser: argparse.ArgumentParser, names: Collection[str]) -> None:
    for one in fields(Settings):
        if one.name not in names:
            continue
        flag, kind = "--" + one.name.replace("_", "-"), type_of(one.name)
        about = f"{one.metadata['about']} ({PREFIX}{one.name.upper()})"
        if kind is bool:
            parser.add_argument(flag, action="store_const", const=True, help=about)
        else:
            parser.add_argument(flag, type=kind, metavar=kind.__name__.upper(), help=about)


def _add_log(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--log", default="info", choices=["debug", "info", "warning", "error"], help="how much"
    )


def add_place(parser: argparse.ArgumentParser) -> None:
    """Of a house: a folder, or a database."""
    parser.add_argument("--data", type=Path, metavar="PATH", help="where the house keeps everything")
    parser.add_argument("--database", metavar="URL", help="or the PostgreSQL database in which it does")
    parser.add_argument("--bus", metavar="URL", help="and the Redis, if several processes keep it")


def add_house_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name, about, arguments in (
        ("tables", "all tables, the latest first", ()),
        ("people", "everybody who has chosen a name, and whoever is banned", ()),
        ("look", "who sits at a table and whom it waits for; nothing of the game itself", ("code",)),
        ("close", "delete a table and its game", ("code",)),
        ("rename", "give somebody another name", ("id", "name")),
        ("forget", "forget somebody, as if they had asked for it", ("id",)),
        ("ban", "let somebody in no more, until you unban them; bots play on for them", ("id",)),
        ("unban", "let somebody in again", ("id",)),
        ("restore", "put a backup in the place of everything", ("file",)),
        ("check", "look for damage in everything that is stored, also beside an open house", ()),
        ("accept", "go on with a database that lacks something, where there is no backup", ()),
        ("rotate", "make a backup in a folder, and keep the newest of them", ("folder",)),
        ("worker-key", "print the key for hexdeck think; it signs answers of bots and nothing else", ()),
    ):
        one = what.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        for argument in arguments:
            one.add_argument(argument, type=Path if argument in ("file", "folder") else str)
        add_place(one)
        one.add_argument("--json", action="store_true", help="for programs")
        if name == "rotate":
            one.add_argument("--keep", type=int, default=7, metavar="N", help="how many (7)")
