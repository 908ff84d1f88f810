"""A bot that plays anything: the measure of all others."""

from random import Random
from typing import Final

from hexdeck.core.cards import Action
from hexdeck.core.game import View

INTERRUPTS: Final = 0.02  # how often it speaks up out of turn when it may


class RandomBot:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Action:
        return int(self._rng.choice(view.actions))

    def interrupt(self, view: View) -> Action | None:
        return self.choose(view) if self._rng.random() < INTERRUPTS else None
