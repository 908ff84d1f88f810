"""A bot that does what the coach says: a measuring stick for advice.

hexdeck arena voodoo_prince coach=hexdeck.coach.adviser:Adviser club
"""

from random import Random

from hexdeck.cards import Action
from hexdeck.coach.values import advise
from hexdeck.game import AnyGame, View


class Adviser:
    def __init__(self, game: AnyGame, rng: Random) -> None:
        self._game, self._rng = game.name, rng

    def choose(self, view: View) -> Action:
        if len(view.actions) == 1:
            return view.actions[0]
        return advise(self._game, view, seed=self._rng.getrandbits(60)).best.action
