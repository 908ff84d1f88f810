"""Bots for people, from gentle to as strong as we can: one search, with less care the lower the level."""

from dataclasses import fields, replace
from math import exp
from random import Random
from typing import Any, Final, NamedTuple

from hexdeck.bots.bot import Bot
from hexdeck.bots.heuristics.voodoo import PLAIN, TRIED, Heuristic, Taste
from hexdeck.bots.search_bot import SearchBot, mean
from hexdeck.bots.voodoo_search import VoodooSearch
from hexdeck.cards import Action
from hexdeck.games.vampire_queen.rules import SLAYERS


class Level(NamedTuple):
    iterations: int
    temperature: float  # utilities that blur its choice; 0 is always the best
    guard: float  # utility it never throws away: more would look silly
    forgets: bool  # who has shown not to hold a colour, and who took which cards up
    attention: float  # in Voodoo: the chance to think of a curse while it is the only one in force
    taste: Taste  # in Voodoo: what it takes things to be worth
    searches: bool  # in Voodoo: or goes by the heuristic


LEVELS: Final = {
    "novice": Level(50, 0.2, 0.25, forgets=True, attention=0.85, taste=PLAIN, searches=False),
    "casual": Level(100, 0.07, 0.14, forgets=True, attention=0.93, taste=TRIED, searches=False),
    "club": Level(200, 0.025, 0.06, forgets=False, attention=0.98, taste=TRIED, searches=True),
    "expert": Level(4_000, 0.0, 0.0, forgets=False, attention=1.0, taste=TRIED, searches=True),
}


def level_bot(name: str, game: str, rng: Random) -> Bot:
    """The bot of a level; Voodoo's levels differ in attention, too."""
    level = LEVELS[name]
    if game != "voodoo":
        return LevelBot(game, level, rng)
    sense = Heuristic(rng, attention=level.attention, taste=level.taste)
    return VoodooSearch(SearchBot(game, level.iterations, rng), sense) if level.searches else sense


class LevelBot:
    def __init__(self, game: str, level: Level, rng: Random) -> None:
        self._level = level
        self._rng = rng
        self._search = SearchBot(game, level.iterations, rng)

    def interrupt(self, view: Any) -> Action | None:
        return self._search.interrupt(view)

    def choose(self, view: Any) -> Action:
        if self._level.temperature == 0.0 or len(view.actions) == 1:
            return self._search.choose(view)
        found = self._search.look(forgetful(view) if self._level.forgets else view)
        worth = {action: mean(tried) for action, tried in found.items() if tried[0]}
        best = max(worth.values())
        fair = {action: value for action, value in worth.items() if value >= best - self._level.guard}
        weights = [exp((value - best) / self._level.temperature) for value in fair.values()]
        return self._rng.choices(list(fair), weights)[0]


def forgetful(view: Any) -> Any:
    """The view of a player who remembers only what lies on the table."""
    names = {field.name for field in fields(view)}
    if "voids" in names:
        return replace(view, voids=tuple(() for _ in view.voids))
    if "known" in names:
        return replace(
            view, known=tuple(tuple(card for card in cards if card in SLAYERS) for cards in view.known)
        )
    return view
