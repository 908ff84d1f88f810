"""Makes a suite: bots play, and what is plainly right in their games is sorted by theme.

python -m hexdeck.tactics.making skull_queen 150 > src/hexdeck/tactics/suites/skull_queen.toml

A second number is of further deals of which only the first moves are looked at (`playing_on`), in a game
whose themes say by how much an early choice must lead.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random
from types import ModuleType
from typing import Final, NamedTuple

from hexdeck.bots import make_bot
from hexdeck.bots.bot import Bot
from hexdeck.cards import Action, Seat
from hexdeck.console import with_progress
from hexdeck.games import game_named
from hexdeck.parts import part_of
from hexdeck.tactics.looking import Found
from hexdeck.tactics.playing_on import EARLY, PLAYED_ON, played_on
from hexdeck.tactics.suite import SEED, Deal, Suite, Tactic, Walk, written
from hexdeck.tactics.theme import first_fitting

EARLY_BOTS: Final = ("net",)  # who play where the first moves are looked at
A_THEME: Final = 12  # positions at most, and as many that were played on


class Seen(NamedTuple):
    """A deal, played by bots, and what was found in it."""

    deal: Deal
    tactics: list[Tactic]


class Moment(NamedTuple):
    """Of a deal, after so many moves; early in it what is right is found by playing on."""

    deal: int
    after: int
    early: bool


def made(game: str, deals: Iterable[Seen]) -> Suite:
    """What is found in the deals, as long as there is room for its theme."""
    themes = themes_of(game)
    counts: Counter[tuple[str, bool]] = Counter()
    tactics: list[Tactic] = []
    kept: dict[int, Deal] = {}
    for deal, found in deals:
        new = [tactic for tactic in found if counts[_kind(tactic)] < A_THEME]
        counts.update(map(_kind, new))
        tactics += new
        if new:
            last = max(tactic.after for tactic in new)
            kept[deal.number] = Deal(deal.number, deal.players, deal.moves[:last])
    about = {tactic.theme for tactic in tactics}
    ideas = {theme.name: theme.idea for theme in themes.THEMES if theme.name in about}
    tactics.sort(key=lambda tactic: list(ideas).index(tactic.theme))
    return Suite(game_named(game), themes.OPTIONS, ideas, tuple(tactics), kept)


def _kind(tactic: Tactic) -> tuple[str, bool]:
    return tactic.theme, tactic.proof == PLAYED_ON


def themes_of(game: str) -> ModuleType:
    themes = part_of("hexdeck.tactics.themes", game)
    assert themes is not None, f"nobody has written down what good players know of {game}"
    return themes


def seen(game: str, number: int, *, early: bool = False) -> Seen:
    """What one deal has, a position of each theme at most; the same number, the same positions."""
    rules, themes = game_named(game), themes_of(game)
    players = themes.PLAYERS[number % len(themes.PLAYERS)]
    walk = Walk(rules, players, themes.OPTIONS, number)
    chance = Random(f"{SEED}/{number}")
    kinds = EARLY_BOTS if early else themes.BOTS
    bots = [
        make_bot(chance.choice(kinds), game, Random(f"{SEED}/{number}/{seat}")) for seat in range(players)
    ]
    found: dict[str, Tactic] = {}
    moves: list[str] = []
    for seat, action in _chosen(walk, bots):
        for looking in [seat] if early else range(players):
            tactic = _tactic(walk, themes, looking, Moment(number, len(moves), early))
            if tactic is not None:
                found.setdefault(tactic.theme, tactic)
        moves.append(f"{seat} {rules.action_name(action)}")
        walk.act(seat, action)
        if walk.round_ended or (early and len(moves) > EARLY):
            break
    return Seen(Deal(number, players, tuple(moves)), list(found.values()))


def _chosen(walk: Walk, bots: list[Bot]) -> Iterator[tuple[Seat, Action]]:
    """What the bots do, one after the other, until the game is over."""
    while not walk.state.is_over:
        to_move = walk.state.to_move()
        for seat, bot in enumerate(bots):
            if seat not in to_move and walk.state.legal_actions(seat):
                action = bot.interrupt(walk.game.view(walk.state, seat))
                if action is not None:
                    yield seat, action
                    break
        else:
            yield to_move[0], bots[to_move[0]].choose(walk.game.view(walk.state, to_move[0]))


def _tactic(walk: Walk, themes: ModuleType, seat: Seat, moment: Moment) -> Tactic | None:
    """A position in which something is right, and it is clear what it is about."""
    silence = seat not in walk.state.to_move()  # it may speak up, or not
    if len(walk.state.legal_actions(seat)) + silence < 2:
        return None
    view = walk.game.view(walk.state, seat)
    found: Found | None
    found = played_on(walk.game.name, view, themes.LEAD) if moment.early else themes.look(walk.state, seat)
    if found is None:
        return None
    wrong = [action for action in view.actions if action not in found.right]
    theme = first_fitting(themes.THEMES, themes.Case(view, found.right, wrong))
    if theme is None:
        return None
    right = tuple(map(walk.game.action_name, found.right))
    return Tactic(theme, themes.sees(view), right, found.proof, moment.deal, moment.after, seat)


def main(game: str, deals: int, early: int = 0) -> None:
    whole = (seen(game, number) for number in range(deals))
    begun = (seen(game, number, early=True) for number in range(deals, deals + early))
    played = with_progress(chain(whole, begun), game_named(game).title, deals + early)
    print(written(made(game, played)), end="")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
