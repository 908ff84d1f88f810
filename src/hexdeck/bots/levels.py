"""Bots for people, from gentle to as strong as we can.

The expert plays by a network where one was trained and is the stronger player.  The others search, with less
care the lower the level: a search says in points what a mistake costs, so that none of them is silly.
"""

from math import exp
from random import Random
from typing import Final, NamedTuple

from hexdeck.bots.bot import Bot
from hexdeck.bots.net_bot import ITERATIONS, net_bot
from hexdeck.bots.search_bot import SearchBot, mean, own_search
from hexdeck.bots.weights import has_network
from hexdeck.cards import Action
from hexdeck.features import rule_of
from hexdeck.game import View
from hexdeck.games import game_named


class Level(NamedTuple):
    iterations: int
    temperature: float  # utilities that blur its choice; 0 is always the best
    guard: float  # utility it never throws away: more would look silly
    forgets: bool  # who has shown not to hold a colour, and who took which cards up


EXPERT: Final = "expert"
CLEARLY: Final = 0.05  # utility: what a search must find better before it is believed more than a network
LEVELS: Final = {
    "novice": Level(50, 0.2, 0.25, forgets=True),
    "casual": Level(100, 0.07, 0.14, forgets=True),
    "club": Level(200, 0.025, 0.06, forgets=False),
    EXPERT: Level(ITERATIONS, 0.0, 0.0, forgets=False),  # where no network is stronger
}


def level_bot(name: str, game: str, rng: Random) -> Bot:
    """The bot of a level; a game with a search of its own has its own levels, too."""
    level, own = LEVELS[name], own_search(game)
    search = SearchBot(game, level.iterations, rng)
    if own is not None:
        of_its_own: Bot = own.level_bot(name, search, rng)
        return of_its_own
    if name == EXPERT and has_network(game):
        return Expert(game, net_bot(game, rng), search)
    return LevelBot(game, level, search, rng)


class Expert:
    """`net`; a search where little is left to play; both where the network is doubtful."""

    def __init__(self, game: str, network: Bot, search: SearchBot) -> None:
        self._network, self._search = network, search
        self._is_nearly_over = rule_of(game, "is_nearly_over")
        self._is_doubtful_at = rule_of(game, "is_doubtful_at")

    def interrupt(self, view: View) -> Action | None:
        return self._network.interrupt(view)

    def choose(self, view: View) -> Action:
        if self._is_nearly_over(view):
            return self._search.choose(view)
        chosen = self._network.choose(view)
        return self._mended(view, chosen) if self._is_doubtful_at(view) else chosen

    def _mended(self, view: View, chosen: Action) -> Action:
        """The network's choice, unless a search finds it clearly worse than its own."""
        found = self._search.look(view)
        best = max(found, key=lambda action: found[action][0])
        return best if mean(found[best]) - mean(found[chosen]) > CLEARLY else chosen


class LevelBot:
    def __init__(self, game: str, level: Level, search: SearchBot, rng: Random) -> None:
        self._level = level
        self._forgetful = game_named(game).forgetful
        self._rng = rng
        self._search = search

    def interrupt(self, view: View) -> Action | None:
        return self._search.interrupt(view)

    def choose(self, view: View) -> Action:
        if self._level.temperature == 0.0 or len(view.actions) == 1:
            return self._search.choose(view)
        found = self._search.look(self._forgetful(view) if self._level.forgets else view)
        worth = {action: mean(tried) for action, tried in found.items() if tried[0]}
        best = max(worth.values())
        fair = {action: value for action, value in worth.items() if value >= best - self._level.guard}
        weights = [exp((value - best) / self._level.temperature) for value in fair.values()]
        return self._rng.choices(list(fair), weights)[0]
