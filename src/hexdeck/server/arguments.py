"""The command line of `hexdeck serve`."""

import argparse
from dataclasses import fields
from typing import Final

from hexdeck.server.settings import PREFIX, Settings, type_of

ABOUT: Final = "open the house: tables in the browser, for you and whoever you invite"
EXAMPLES: Final = (
    "  hexdeck serve --open\n"
    "  hexdeck serve --lan\n"
    "  hexdeck serve --host 0.0.0.0 --port 80 --public-url https://cards.example.org"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for one in fields(Settings):
        flag, kind = "--" + one.name.replace("_", "-"), type_of(one.name)
        about = f"{one.metadata['about']} ({PREFIX}{one.name.upper()})"
        if kind is bool:
            parser.add_argument(flag, action="store_const", const=True, help=about)
        else:
            parser.add_argument(flag, type=kind, metavar=kind.__name__.upper(), help=about)
    parser.add_argument(
        "--lan", action="store_true", help="let phones on the same network in, and show a QR code for them"
    )
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument(
        "--log", default="info", choices=["debug", "info", "warning", "error"], help="how much"
    )
