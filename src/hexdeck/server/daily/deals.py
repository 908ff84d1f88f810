"""What is dealt on which day: seeds that follow from the house's secret, and are promised beforehand."""

import hmac
from typing import Final

from hexdeck.core.cards import Seat
from hexdeck.core.chance import commitment
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import DayDeal
from hexdeck.core.registry import GAMES, game_named

LEVEL: Final = "club"  # of the bots
SEAT: Final = 0  # of whoever tries


class Deals:
    """The same for every process of a house, before and after a restart."""

    def __init__(self, secret: bytes) -> None:
        """`secret` is the house's; nothing that is told of a day says anything of it."""
        self._key = hmac.digest(secret, b"deal of the day", "sha256")

    def seed(self, day: str, game: str) -> bytes:
        return hmac.digest(self._key, f"{day} {game}".encode(), "sha256")

    def commitment(self, day: str, game: str) -> str:
        return commitment(self.seed(day, game))


def fate(seed: bytes, seat: Seat) -> str:
    """What the chance of the bot on a seat follows from; it does not tell the seed."""
    return hmac.digest(seed, f"bot {seat}".encode(), "sha256").hex()


def games_of_the_day() -> list[str]:
    return [name for name, game in GAMES.items() if game.day is not None]


def deal_of(game: str) -> DayDeal:
    """How a game is played then, or SetupRefused."""
    found = game_named(game)
    if found.day is None:
        raise SetupRefused("{title} has no deal of the day: choose another game", title=found.title)
    return found.day
