"""What a bot is: something that chooses from a View, and from nothing else."""

from typing import Protocol, runtime_checkable

from hexdeck.core.cards import Action
from hexdeck.core.game import View


class Bot(Protocol):
    def choose(self, view: View) -> Action:
        """One of `view.actions`; the seat is to move."""

    def interrupt(self, view: View) -> Action | None:
        """One of `view.actions` out of turn, or None to let it be."""


@runtime_checkable
class Remembering(Protocol):
    """A bot that decides some things once and keeps to them; in many seats it needs a memory for each."""

    memory: object  # None before its first choice
    fate: str  # where not empty, those decisions follow from it, and need neither chance nor memory
