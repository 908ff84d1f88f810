"""A game being played, and one that has been."""

from hexdeck.table.replay import Replay
from hexdeck.table.table import Table

__all__ = ["Replay", "Table"]
