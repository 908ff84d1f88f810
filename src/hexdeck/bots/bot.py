"""What a bot is: something that chooses from a View, and from nothing else."""

from typing import Any, Protocol

from hexdeck.cards import Action


class Bot(Protocol):
    def choose(self, view: Any) -> Action:
        """One of `view.actions`; the seat is to move."""

    def interrupt(self, view: Any) -> Action | None:
        """One of `view.actions` out of turn, or None to let it be."""
