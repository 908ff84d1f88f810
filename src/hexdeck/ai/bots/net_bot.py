"""A bot that asks a network: one look at the view, and the choice it likes best.

Where a network alone is the weaker player, as with the cards of Skull Queen and where little is left to play,
a search helps it; `net_alone` goes without.
"""

from collections.abc import Callable
from functools import cache
from math import exp
from random import Random
from typing import Final

from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.search_bot import SearchBot, own_search
from hexdeck.ai.networks.fast_network import FastNetwork, fast_network
from hexdeck.ai.networks.slow_network import SlowNetwork
from hexdeck.ai.networks.weights import Weights, weights_for
from hexdeck.core.cards import Action
from hexdeck.core.feature_layout import Steps
from hexdeck.core.features import STYLES, features_for, game_predicate, next_choices
from hexdeck.core.game import View
from hexdeck.kernel import kernel_of

ITERATIONS: Final = 10_000  # of a search that helps a network
MATCH: Final = {"points": 0.0, "both": None, "win": 0.95}  # how much winning it counts for that search


def net_bot(game: str, rng: Random, style: str = "both", weights: Weights | None = None) -> Bot:
    """A bot for the game, or SetupRefused; where a game is only won or lost, all play for that.

    With weights it asks that network instead of the one that comes with the house.
    """
    network = network_for(game, weights)
    own: Callable[..., Bot] | None = getattr(own_search(game), "net_bot", None)
    if own is not None:
        return own(network, rng)
    search = SearchBot(game, ITERATIONS, rng, match=MATCH[style])
    return Helped(game, NetBot(game, network, rng, style), search)


def net_alone(game: str, rng: Random, weights: Weights | None = None) -> Bot:
    """A bot that never searches, or SetupRefused.

    Where a network does not choose but says what a table is worth, its turns are planned by it.
    """
    network = network_for(game, weights)
    own: Callable[..., Bot] | None = getattr(own_search(game), "net_alone", None)
    return NetBot(game, network, rng, "both") if own is None else own(network, rng)


class NetBot:
    """Plays for points, for the match, or for both; where two choose in secret it mixes, as the network says.

    An action that is several choices, like a placing in Skull Queen, is decided one choice after the other.
    """

    def __init__(self, game: str, network: FastNetwork | SlowNetwork, rng: Random, style: str) -> None:
        self._network = network
        self._rng = rng
        self._style = STYLES.index(style)
        self._mixes = features_for(game).LAYOUT.mixes

    def interrupt(self, view: View) -> Action | None:
        del view
        return None

    def choose(self, view: View) -> Action:
        if len(view.actions) == 1:
            return int(view.actions[0])
        network = self._network
        seen, decided = network.read(view), Steps()
        ways = dict(zip(network.steps(seen, view.actions), view.actions, strict=True))
        while decided not in ways:
            choices = next_choices(ways, decided)
            likings = network.likings(seen, choices, self._style, decided)
            best = max(likings)
            if view.players in self._mixes:
                [chosen] = self._rng.choices(choices, [exp(liking - best) for liking in likings])
            else:
                chosen = choices[likings.index(best)]
            decided += (chosen,)
        return ways[decided]


class Helped:
    """A network, and a search for what the network alone does worse."""

    def __init__(self, game: str, network: NetBot, search: SearchBot) -> None:
        self._network, self._search = network, search
        self._is_weak_at = game_predicate(game, "is_weak_at")
        self._is_nearly_over = game_predicate(game, "is_nearly_over")

    def interrupt(self, view: View) -> Action | None:
        return self._network.interrupt(view)

    def choose(self, view: View) -> Action:
        searches = self._is_weak_at(view) or self._is_nearly_over(view)
        return (self._search if searches else self._network).choose(view)


def network_for(game: str, weights: Weights | None = None) -> FastNetwork | SlowNetwork:
    """With these weights or those that come with the house, compiled where there is a kernel."""
    if kernel_of(game) is None:
        return _slow(game) if weights is None else SlowNetwork(game, weights)
    return fast_network(game) if weights is None else FastNetwork(game, weights)


@cache
def _slow(game: str) -> SlowNetwork:
    return SlowNetwork(game, weights_for(game))
