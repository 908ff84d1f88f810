"""A bot that searches: it deals the hidden cards again and again and looks where each choice leads."""

from random import Random
from types import ModuleType
from typing import Final, TypeAlias

from hexdeck.ai.bots import slow_search
from hexdeck.ai.networks.fast_network import FastNetwork
from hexdeck.core.cards import Action
from hexdeck.core.game import View
from hexdeck.core.game_files import part_of
from hexdeck.kernel import kernel_of, search_module

RARE: Final = 0.1  # of the visits of the best: less is noise, not a mixed choice

Found: TypeAlias = dict[Action, tuple[int, float]]  # visits, and the sum of utilities


class SearchBot:
    """Chooses what was visited most; among secret, simultaneous choices it mixes as it visited."""

    def __init__(
        self,
        game: str,
        iterations: int,
        rng: Random,
        *,
        flat: bool = False,
        seconds: float | None = None,
        network: FastNetwork | None = None,
        match: float | None = None,
    ) -> None:
        self._game = game
        self._iterations = iterations
        self._seconds = seconds  # instead of the iterations; then no choice can be repeated
        self._flat = flat
        self._network = network  # which it asks what a table after its turn is worth, and looks no further
        self._match = match  # how much winning it counts against points; None: more towards its end
        self._rng = rng

    def interrupt(self, view: View) -> Action | None:
        del view
        return None

    def choose(self, view: View) -> Action:
        if len(view.actions) == 1:
            return int(view.actions[0])
        found = self.look(view)
        if self._flat:
            return max(found, key=lambda action: mean(found[action]))
        if len(view.to_move) > 1:
            return self._mixed(found)
        return max(found, key=lambda action: found[action][0])

    def look(self, view: View) -> Found:
        """What the search found out about each choice."""
        kernel, search = kernel_of(self._game), search_module()
        if kernel is None or search is None:
            return slow_search.search(self._game, view, self._iterations, self._rng)
        knowledge, seed = kernel.Knowledge(view), self._rng.getrandbits(64)
        if self._seconds is not None:
            return dict(search.ismcts_for(knowledge, self._seconds, seed))
        network = None if self._network is None else self._network.network
        return dict(
            search.ismcts(
                knowledge, self._iterations, seed, flat=self._flat, network=network, match=self._match
            )
        )

    def _mixed(self, found: Found) -> Action:
        most = max(visits for visits, _ in found.values())
        serious = {action: visits for action, (visits, _) in found.items() if visits >= RARE * most}
        return self._rng.choices(list(serious), list(serious.values()))[0]


def own_search(game: str) -> ModuleType | None:
    """Return what makes a whole player of a search where that takes more: `ai/search.py` of a game."""
    return part_of(game, "ai.search")


def mean(tried: tuple[int, float]) -> float:
    return tried[1] / tried[0]
