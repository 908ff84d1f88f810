"""Makes a suite: bots play, and what is plainly right in their games is sorted by theme.

python -m hexdeck.tactics.making skull_queen 150 > src/hexdeck/tactics/suites/skull_queen.toml
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from types import ModuleType
from typing import Final, NamedTuple

from hexdeck.bots import make_bot
from hexdeck.bots.bot import Bot
from hexdeck.cards import Action, Seat
from hexdeck.console import with_progress
from hexdeck.games import game_named
from hexdeck.parts import part_of
from hexdeck.tactics.suite import SEED, Deal, Suite, Tactic, Walk, written
from hexdeck.tactics.theme import first_fitting

A_THEME: Final = 12  # positions at most


class Seen(NamedTuple):
    """A deal, played by bots, and what was found in it."""

    deal: Deal
    tactics: list[Tactic]


def made(game: str, deals: Iterable[Seen]) -> Suite:
    """What is found in the deals, as long as there is room for its theme."""
    themes = themes_of(game)
    counts: Counter[str] = Counter()
    tactics: list[Tactic] = []
    kept: dict[int, Deal] = {}
    for deal, found in deals:
        new = [tactic for tactic in found if counts[tactic.theme] < A_THEME]
        counts.update(tactic.theme for tactic in new)
        tactics += new
        if new:
            last = max(tactic.after for tactic in new)
            kept[deal.number] = Deal(deal.number, deal.players, deal.moves[:last])
    ideas = {theme.name: theme.idea for theme in themes.THEMES if counts[theme.name]}
    tactics.sort(key=lambda tactic: list(ideas).index(tactic.theme))
    return Suite(game_named(game), themes.OPTIONS, ideas, tuple(tactics), kept)


def themes_of(game: str) -> ModuleType:
    themes = part_of("hexdeck.tactics.themes", game)
    assert themes is not None, f"nobody has written down what good players know of {game}"
    return themes


def seen(game: str, number: int) -> Seen:
    """What one deal has, a position of each theme at most; the same number, the same positions."""
    rules, themes = game_named(game), themes_of(game)
    players = themes.PLAYERS[number % len(themes.PLAYERS)]
    walk = Walk(rules, players, themes.OPTIONS, number)
    chance = Random(f"{SEED}/{number}")
    bots = [
        make_bot(chance.choice(themes.BOTS), game, Random(f"{SEED}/{number}/{seat}"))
        for seat in range(players)
    ]
    found: dict[str, Tactic] = {}
    moves: list[str] = []
    for seat, action in _chosen(walk, bots):
        for looking in range(players):
            tactic = _tactic(walk, themes, looking, number, len(moves))
            if tactic is not None:
                found.setdefault(tactic.theme, tactic)
        moves.append(f"{seat} {rules.action_name(action)}")
        walk.act(seat, action)
        if walk.round_ended:
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


def _tactic(walk: Walk, themes: ModuleType, seat: Seat, deal: int, after: int) -> Tactic | None:
    """A position in which something is right, and it is clear what it is about."""
    silence = seat not in walk.state.to_move()  # it may speak up, or not
    if len(walk.state.legal_actions(seat)) + silence < 2:
        return None
    found = themes.look(walk.state, seat)
    if found is None:
        return None
    view = walk.game.view(walk.state, seat)
    wrong = [action for action in view.actions if action not in found.right]
    theme = first_fitting(themes.THEMES, themes.Case(view, found.right, wrong))
    if theme is None:
        return None
    right = tuple(map(walk.game.action_name, found.right))
    return Tactic(theme, themes.sees(view), right, found.proof, deal, after, seat)


def main(game: str, deals: int) -> None:
    played = (seen(game, number) for number in range(deals))
    print(written(made(game, with_progress(played, game_named(game).title, deals))), end="")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
