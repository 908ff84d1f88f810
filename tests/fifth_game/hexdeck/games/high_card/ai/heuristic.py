"""A player of High Card who spends a card that wins, if there is one, and the lowest if not."""

from random import Random

from hexdeck.games.high_card.law.rules import CARDS
from hexdeck.games.high_card.law.view import View

from hexdeck.core.cards import Action

SURE: float = 0.6  # the chance to take the trick that is worth the highest card


class Heuristic:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def interrupt(self, view: View) -> Action | None:
        del view
        return None

    def choose(self, view: View) -> Action:
        best = view.actions[-1]
        chance = (best / CARDS) ** (view.players - 1)
        return best if chance > SURE else self._rng.choice(view.actions[:-1] or view.actions)
