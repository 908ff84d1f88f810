"""Bots of somebody's own: one that plays, and others that do what a bot must not."""

import os
import time
from random import Random
from typing import Any

from hexdeck.core.cards import Action
from hexdeck.core.game import AnyGame, View

NO_BOT = 7


class Lowest:
    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game = game
        self.rng = rng

    def choose(self, view: View) -> Any:
        return view.actions[0]


class Calling(Lowest):
    def interrupt(self, view: View) -> Action | None:
        return view.actions[0] if self.rng.random() < 0.1 else None


class Printing(Lowest):
    def choose(self, view: View) -> Any:
        print("what I think of it")
        return view.actions[-1]


class Raising(Lowest):
    def choose(self, view: View) -> Any:
        del view
        raise ZeroDivisionError("so it goes")


class Exiting(Lowest):
    def choose(self, view: View) -> Any:
        del view
        os._exit(0)


class Sleeping(Lowest):
    def choose(self, view: View) -> Any:
        del view
        time.sleep(600)


class Cheating(Lowest):
    def choose(self, view: View) -> Any:
        del view
        return self.game.actions


class Naming(Lowest):
    """With a name where a number is asked for."""

    def choose(self, view: View) -> Any:
        return self.game.action_name(view.actions[0])


class Halving(Lowest):
    def choose(self, view: View) -> Any:
        del view
        return 0.5


class Remembering(Lowest):
    """Chooses what it may not if it has played before."""

    games = 0

    def __init__(self, game: AnyGame, rng: Random) -> None:
        super().__init__(game, rng)
        Remembering.games += 1

    def choose(self, view: View) -> Any:
        return view.actions[0] if Remembering.games == 1 else None


class Unwilling(Lowest):
    def __init__(self, game: AnyGame, rng: Random) -> None:
        super().__init__(game, rng)
        raise ValueError(f"I do not play {game.title}")


class NoChoice:
    def __init__(self, game: AnyGame, rng: Random) -> None:
        pass


def made_by_a_function(game: AnyGame, rng: Random) -> Lowest:
    return Lowest(game, rng)
