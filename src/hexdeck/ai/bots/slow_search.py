"""Search on the law, for machines without the compiled kernel: the same idea, a hundredth of the speed."""

from functools import cache
from math import log, sqrt
from random import Random
from typing import Final
from warnings import warn

from hexdeck.core.cards import Action
from hexdeck.core.game import View
from hexdeck.core.registry import game_named
from hexdeck.kernel import MISSING, NotCompiled, search_module

SHARE: Final = 20  # of the iterations asked for, one in so many is made
EXPLORATION: Final = 0.7
LONGEST: Final = 400  # actions of a playout


def search(game: str, view: View, iterations: int, rng: Random) -> dict[Action, tuple[int, float]]:
    """{action: (visits, sum of utilities)}: each choice tried in worlds that agree with the view."""
    if search_module() is None:
        say_so_once()
    found = dict.fromkeys(view.actions, (0, 0.0))
    for number in range(max(len(found), iterations // SHARE)):
        action = max(found, key=lambda action: _bound(found[action], number))
        visits, total = found[action]
        found[action] = (visits + 1, total + _playout(game, view, action, rng))
    return found


def _bound(tried: tuple[int, float], number: int) -> float:
    visits, total = tried
    return total / visits + EXPLORATION * sqrt(log(number + 1) / visits) if visits else float("inf")


def _playout(game: str, view: View, action: Action, rng: Random) -> float:
    """What playing `action` in some world comes to, from 0 to 1, the rest of the round played at random."""
    assert view.seat is not None, "a spectator has nothing to choose"
    state = game_named(game).worlds(view, rng)
    before = list(state.scores)
    state.apply(view.seat, action)
    for _ in range(LONGEST):
        if state.needs is not None or state.is_over:
            break
        seat = state.to_move()[0]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    gains = [score - start for score, start in zip(state.scores, before, strict=True)]
    lead = gains[view.seat] - (sum(gains) - gains[view.seat]) / (len(gains) - 1)
    return float(0.5 + 0.5 * lead / (abs(lead) + max(1.0, *map(abs, gains))))


@cache
def say_so_once() -> None:
    warn(MISSING, NotCompiled, stacklevel=2)
