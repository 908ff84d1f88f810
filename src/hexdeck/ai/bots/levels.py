"""Bots for people, from gentle to as strong as we can.

The expert is `net` where a network was trained.  The others search, with less care the lower the level: a
search says in points what a mistake costs, so that none of them is silly.
"""

from math import exp
from random import Random
from typing import Final, NamedTuple

from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.net_bot import ITERATIONS, net_bot
from hexdeck.ai.bots.search_bot import SearchBot, mean, own_search
from hexdeck.ai.networks.weights import has_network
from hexdeck.core.cards import Action
from hexdeck.core.game import View
from hexdeck.core.registry import game_named


class Level(NamedTuple):
    iterations: int
    temperature: float  # utilities that blur its choice; 0 is always the best
    guard: float  # utility it never throws away: more would look silly
    forgets: bool  # who has shown not to hold a colour, and who took which cards up


EXPERT: Final = "expert"
LEVELS: Final = {
    "novice": Level(50, 0.2, 0.25, forgets=True),
    "casual": Level(100, 0.07, 0.14, forgets=True),
    "club": Level(200, 0.025, 0.06, forgets=False),
    EXPERT: Level(ITERATIONS, 0.0, 0.0, forgets=False),  # where there is no network
}


def level_bot(name: str, game: str, rng: Random) -> Bot:
    """The bot of a level; a game with a search of its own has its own levels, too."""
    level, own = LEVELS[name], own_search(game)
    search = SearchBot(game, level.iterations, rng)
    if own is not None:
        of_its_own: Bot = own.level_bot(name, search, rng)
        return of_its_own
    if name == EXPERT and has_network(game):
        return net_bot(game, rng)
    return LevelBot(game, level, search, rng)


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
