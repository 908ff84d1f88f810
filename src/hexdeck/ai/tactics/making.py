"""Makes a suite: bots play, and what is plainly right in their games is sorted by theme.

    python -m hexdeck.ai.tactics.making skull_queen 0 2999 > skull_queen.toml

What the suite of the house has stays in it, as long as it can still be shown to belong there; the deals add
to it.  In a position that belongs there exactly one choice is right, of three or more; of two, if its theme
is about doing something or leaving it.  With --early only the first moves are looked at (`playing_on`), in a
game whose themes say by how much an early choice must lead.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from random import Random
from types import ModuleType
from typing import Final, NamedTuple, TypeAlias

from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.tactics.finder import Found
from hexdeck.ai.tactics.playing_on import EARLY, PLAYED_ON, played_on
from hexdeck.ai.tactics.suite import SEED, Deal, Suite, Tactic, Walk, suite_for, written
from hexdeck.ai.tactics.theme import first_fitting
from hexdeck.core.cards import Action, Seat
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import AnyGame, State
from hexdeck.core.game_files import part_of
from hexdeck.core.registry import GAMES, game_named
from hexdeck.text.console import with_progress

Room: TypeAlias = tuple[str, str]  # a theme, and what a place is for

EARLY_BOTS: Final = ("net",)  # who play where the first moves are looked at
CHOICES: Final = 3  # or more, of which one is right
A_TABLE: Final = 4  # positions of a theme at most with so many players
OF_TWO: Final = 6  # positions of a theme at most with two choices
MOST_PLAYED_ON: Final = 12  # positions of a theme, whatever the table
A_THEME: Final = 3  # positions at least: what comes up less often is no theme


class Seen(NamedTuple):
    """A deal, played by bots, and what was found in it."""

    deal: Deal
    tactics: list[Tactic]


class SuitePosition(NamedTuple):
    """Of a deal, after so many moves, for a seat."""

    deal: int
    after: int
    seat: Seat


def made(game: str, deals: Iterable[Seen]) -> Suite:
    """What is found in the deals, as long as there is room for its theme."""
    themes = themes_of(game)
    taken: Counter[Room] = Counter()
    found = [(deal, tactic) for deal, tactics in deals for tactic in tactics if _fits_in(taken, deal, tactic)]
    about = Counter(tactic.theme for _, tactic in found)
    ideas = {theme.name: theme.idea for theme in themes.THEMES if about[theme.name] >= A_THEME}
    found = [(deal, tactic) for deal, tactic in found if tactic.theme in ideas]
    tactics = sorted((tactic for _, tactic in found), key=lambda tactic: list(ideas).index(tactic.theme))
    return Suite(game_named(game), themes.OPTIONS, ideas, tuple(tactics), _as_far_as_needed(found))


def _fits_in(taken: Counter[Room], deal: Deal, tactic: Tactic) -> bool:
    """Whether there is room for such a position; then it takes it."""
    rooms = _rooms(deal, tactic)
    if any(taken[room] >= most for room, most in rooms.items()):
        return False
    taken.update(rooms.keys())
    return True


def _rooms(deal: Deal, tactic: Tactic) -> dict[Room, int]:
    """Where the position would stand, and how many can stand there."""
    if tactic.proof == PLAYED_ON:
        return {(tactic.theme, PLAYED_ON): MOST_PLAYED_ON}
    table: dict[Room, int] = {(tactic.theme, f"{deal.players} players"): A_TABLE}
    return table | {(tactic.theme, "of two"): OF_TWO} if tactic.choices == 2 else table


def _as_far_as_needed(found: Iterable[tuple[Deal, Tactic]]) -> dict[int, Deal]:
    """The deals, each up to the last position that comes from it."""
    needed: dict[int, Deal] = {}
    for deal, tactic in found:
        last = max(tactic.after, len(needed[deal.number].moves) if deal.number in needed else 0)
        needed[deal.number] = replace(deal, moves=deal.moves[:last])
    return needed


def themes_of(game: str) -> ModuleType:
    themes = part_of(game, "ai.themes")
    assert themes is not None, f"nobody has written down what good players know of {game}"
    return themes


def kept(suite: Suite) -> Iterator[Seen]:
    """What a suite has and still belongs there, deal by deal; what was played on is not played on again."""
    for deal in suite.deals.values():
        there = [tactic for tactic in suite.tactics if tactic.deal == deal.number]
        again = [_again(suite, tactic) for tactic in there]
        yield Seen(deal, [tactic for tactic in again if tactic is not None])


def _again(suite: Suite, tactic: Tactic) -> Tactic | None:
    state, moment = suite.reached(tactic), SuitePosition(tactic.deal, tactic.after, tactic.seat)
    if not may_belong(suite.game.name, state, tactic.seat):
        return None
    if tactic.proof == PLAYED_ON:
        right = [suite.game.action_named(name) for name in tactic.right]
        return _told(suite.game, state, moment, Found(right, PLAYED_ON))
    return _told(suite.game, state, moment, themes_of(suite.game.name).look(state, tactic.seat))


def seen(game: str, number: int, *, early: bool = False) -> Seen:
    """What one deal has, a position of each theme at most; the same number, the same positions."""
    rules, themes = game_named(game), themes_of(game)
    players = rules.players[number % len(rules.players)]
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
            tactic = _tactic(walk, SuitePosition(number, len(moves), looking), early=early)
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


def _tactic(walk: Walk, moment: SuitePosition, *, early: bool) -> Tactic | None:
    """The position as it is now, if it belongs in the suite."""
    game, themes, seat = walk.game, themes_of(walk.game.name), moment.seat
    if not may_belong(game.name, walk.state, seat):
        return None
    found: Found | None
    if early:
        found = played_on(game.name, game.view(walk.state, seat), themes.LEAD)
    else:
        found = themes.look(walk.state, seat)
    return _told(game, walk.state, moment, found)


def may_belong(game: str, state: State, seat: Seat) -> bool:
    """Whether there is enough to choose from, before anybody looks what is right."""
    has_yes_or_no = any(theme.yes_or_no for theme in themes_of(game).THEMES)
    return choices(state, seat) >= (2 if has_yes_or_no else CHOICES)


def choices(state: State, seat: Seat) -> int:
    """How many there are; who may speak up may also say nothing."""
    actions = len(state.legal_actions(seat))
    return actions + 1 if actions and seat not in state.to_move() else actions


def _told(game: AnyGame, state: State, moment: SuitePosition, found: Found | None) -> Tactic | None:
    """The position with its theme, if exactly one choice is right and it is clear what it is about."""
    if found is None or len(found.right) != 1:
        return None
    themes, view = themes_of(game.name), game.view(state, moment.seat)
    wrong = [action for action in view.actions if action not in found.right]
    theme = first_fitting(themes.THEMES, themes.Case(view, found.right, wrong))
    number = choices(state, moment.seat)
    if theme is None or (number < CHOICES and not theme.yes_or_no):
        return None
    right = tuple(map(game.action_name, found.right))
    return Tactic(theme.name, themes.sees(view), right, number, found.proof, *moment)


def main(words: list[str] | None = None) -> None:
    given = _arguments(words)
    there = _so_far(given.game)
    numbers = [number for number in range(given.first, given.last + 1) if number not in there.deals]
    deals = (seen(given.game, number, early=given.early) for number in numbers)
    played = with_progress(chain(kept(there), deals), there.game.title, len(there.deals) + len(numbers))
    print(written(made(given.game, played)), end="")


def _so_far(game: str) -> Suite:
    """The suite of the house, or an empty one of a game that has none yet."""
    try:
        return suite_for(game)
    except SetupRefused:
        return Suite(game_named(game), themes_of(game).OPTIONS, {}, (), {})


def _arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m hexdeck.ai.tactics.making", description="make a suite of positions"
    )
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("first", type=int, metavar="FIRST", help="the number of the first deal to play")
    parser.add_argument("last", type=int, metavar="LAST", help="the number of the last one")
    parser.add_argument("--early", action="store_true", help="look at first moves only, and play them on")
    given = parser.parse_args(words)
    if part_of(given.game, "ai.themes") is None:
        parser.error(f"nobody has written down what good players know of {given.game}: choose another game")
    if not 0 <= given.first <= given.last:
        parser.error(f"no deals from {given.first} to {given.last}: count up from 0 or later")
    if given.early and not hasattr(themes_of(given.game), "LEAD"):
        parser.error(f"nobody plays on first moves of {given.game}: leave out --early")
    return given


if __name__ == "__main__":
    main()
