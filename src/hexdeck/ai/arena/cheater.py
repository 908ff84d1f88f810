"""A bot that sees all cards: how much there is to know, as a measure.  Nobody ever plays against it."""

import re
from random import Random
from typing import Final

from hexdeck.ai.bots.search_bot import own_search
from hexdeck.core.cards import Action
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import View
from hexdeck.core.record import Course
from hexdeck.core.table import Table
from hexdeck.kernel import kernel_of, search_module

_NAME: Final = re.compile(r"cheater-([1-9][0-9]{0,6})")  # with so many iterations


def cheats(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


class Cheater:
    """Follows the table's record, where every deal is written."""

    def __init__(self, name: str, table: Table, rng: Random) -> None:
        found = _NAME.fullmatch(name)
        assert found is not None
        self._iterations = int(found[1])
        self._table = table
        self._rng = rng
        self._course = Course(table.header)
        self._followed = 0  # steps of the record

    def interrupt(self, view: View) -> Action | None:
        del view
        return None

    def choose(self, view: View) -> Action:
        if len(view.actions) == 1:
            return int(view.actions[0])
        for step in self._table.record.steps[self._followed :]:
            self._course.take(step)
        self._followed = len(self._table.record.steps)
        assert view.seat is not None, "a spectator has nothing to choose"
        found = self._search(view.seat)
        return max(found, key=lambda action: found[action][0])

    def _search(self, seat: int) -> dict[Action, tuple[int, float]]:
        kernel, search = kernel_of(self._table.game.name), search_module()
        assert kernel is not None
        assert search is not None
        position = kernel.State.of(self._course.state)
        searcher = search.cheating_searcher(position, seat, self._iterations, self._rng.getrandbits(64))
        searcher.run(self._iterations)
        return dict(searcher.results())


def check_cheater(game: str) -> None:
    """Refuse where it could not search."""
    if own_search(game) is not None:
        raise SetupRefused(
            "the cheater cannot play {game}, which takes more than search: choose ismcts-1000", game=game
        )
    if kernel_of(game) is None or search_module() is None:
        raise SetupRefused("the cheater needs the compiled kernel of {game}: choose ismcts-1000", game=game)
