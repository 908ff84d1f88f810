"""A bot that does what the coach says: a measuring stick for advice.

hexdeck arena voodoo_prince coach=hexdeck.ai.coach.adviser:Adviser club
hexdeck arena voodoo hasty=hexdeck.ai.coach.adviser:Hasty club
"""

from random import Random
from typing import Final

from hexdeck.ai.coach.missable_actions import openings
from hexdeck.ai.coach.outlook import WAIT, look_ahead
from hexdeck.ai.coach.values import advice_of, advise
from hexdeck.core.cards import Action
from hexdeck.core.game import AnyGame, View

FEW: Final = 150  # worlds


class Adviser:
    worlds: int | None = None  # of a choice in turn: as many as people get

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self._game, self._rng = game.name, rng

    def choose(self, view: View) -> Action:
        if len(view.actions) == 1:
            return view.actions[0]
        return advise(self._game, view, worlds=self.worlds, seed=self._rng.getrandbits(60)).best.action

    def interrupt(self, view: View) -> Action | None:
        """Nobody asks the coach out of turn: this is what a review would call right there."""
        found = openings(self._game, view)
        if not found:
            return None
        choices, seed = (WAIT, *found), self._rng.getrandbits(60)
        best = advice_of(self._game, look_ahead(self._game, view, choices, worlds=FEW, seed=seed)).best
        return None if best.action == WAIT else best.action


class Hasty(Adviser):
    """Looks at a tenth of the worlds or so: for games that would take too long."""

    worlds = FEW
