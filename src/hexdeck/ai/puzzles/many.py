"""Puzzles with very many choices, such as placing pirates: several may be as good as the best.

All choices are looked at shortly, and the most promising ones longer each time.  What is compared in the end
are the best of these and what players choose; whatever else somebody answers is tried in the same worlds.
"""

from collections import Counter
from collections.abc import Iterable
from statistics import fmean
from typing import Final

from hexdeck.ai.coach.luck import seed_of
from hexdeck.ai.coach.outlook import Outlook, look_ahead, network_at
from hexdeck.ai.coach.values import Advice, Choice, advice_of, behind, compared, worth_of
from hexdeck.ai.puzzles.finder import (
    CONFIRMED,
    FELT,
    MANY_WORLDS,
    MOST_CHOICES,
    MOST_FOUND,
    SURE,
    THEN_ASKED,
    chosen_by_players,
    puzzle_of,
    valued,
)
from hexdeck.ai.puzzles.puzzle import Puzzle, Valued, id_of, view_of
from hexdeck.core.cards import Action
from hexdeck.core.game import View
from hexdeck.core.registry import game_named

GLANCE: Final = (60, 0.75)  # worlds, and which part of FELT must show before anything else is looked at
HALVINGS: Final = ((4, 120), (16, 40), (60, 16))  # worlds, and how many choices are looked at further


def is_among_many(view: View) -> bool:
    """Somebody decides among more than can be compared; in secret, others may do so at the same time."""
    return view.seat in view.to_move and len(view.actions) > MOST_CHOICES


def puzzle_among_many(
    game: str, view: View, stage: str, seed: int, *, worlds: int = MANY_WORLDS
) -> Puzzle | None:
    """The puzzle that somebody with this view has before them, if it is one; same arguments, same answer."""
    chosen = Counter(chosen_by_players(game, view, THEN_ASKED, seed))
    if not _seems_felt(game, view, chosen, seed):
        return None
    actions = shortlist(game, view, seed, chosen)
    many = advice_of(game, _looked_at(game, view, actions, worlds, seed + 1))
    tempting = tempting_of(chosen, many)
    if tempting is None or not _is_sure(many.choice(tempting)):
        return None
    again = advice_of(
        game, _looked_at(game, view, actions, worlds, worlds_seed(id_of(game, view))), many.best.action
    )
    found = share_of(chosen, right_ones(again))
    if (
        again.best.action != many.best.action
        or found > MOST_FOUND
        or not _is_confirmed(again.choice(tempting))
    ):
        return None
    puzzle = puzzle_of(game, view, stage, again, found, tempting)
    return puzzle if puzzle.reasons else None


def answered(game: str, puzzle: Puzzle, action: Action) -> Valued:
    """What an answer is worth: as it was found, or else tried now in the worlds of the puzzle."""
    rules = game_named(game)
    known = puzzle.valued(rules.action_name(action))
    if known is not None:
        return known
    view, best = view_of(game, puzzle), rules.action_named(puzzle.best.action)
    outlook = _looked_at(game, view, (best, action), puzzle.worlds, worlds_seed(puzzle.id))
    tried = Choice(action, worth_of(outlook, action), behind(outlook, best, action))
    return valued(tried, rules.action_name(action))


def compared_again(game: str, puzzle: Puzzle, worlds: int, seed: int) -> Advice:
    """The choices of a puzzle in other worlds; its answer stays first unless another is clearly better."""
    names = game_named(game).action_named
    actions = tuple(names(choice.action) for choice in puzzle.choices)
    outlook = _looked_at(game, view_of(game, puzzle), actions, worlds, seed)
    return advice_of(game, outlook, names(puzzle.best.action))


def worlds_seed(puzzle: str) -> int:
    """Of the worlds in which the choices of a puzzle were compared last; they tell nothing of its game."""
    return seed_of(f"puzzle {puzzle}")


def shortlist(game: str, view: View, seed: int, named: Iterable[Action]) -> tuple[Action, ...]:
    """The most promising of all choices, each time in other worlds, and those that are named."""
    left: tuple[Action, ...] = view.actions
    for worlds, kept in HALVINGS:
        outlook = _looked_at(game, view, left, worlds, seed_of(f"{seed} {worlds}"))
        left = tuple(sorted(left, key=lambda action: (-fmean(outlook.wins(action)), action))[:kept])
    return tuple(sorted({*left, *named}))


def _looked_at(game: str, view: View, actions: tuple[Action, ...], worlds: int, seed: int) -> Outlook:
    return look_ahead(game, view, actions, worlds=worlds, seed=seed, network=network_at(game, view))


def _seems_felt(game: str, view: View, chosen: Counter[Action], seed: int) -> bool:
    """What a short search finds is better than what most players choose."""
    worlds, part = GLANCE
    actions = compared(game, view, seed, chosen)
    advice = advice_of(game, _looked_at(game, view, actions, worlds, seed))
    tempting = tempting_of(chosen, advice)
    return tempting is not None and advice.choice(tempting).behind.chance.mean >= part * FELT


def tempting_of(chosen: Counter[Action], advice: Advice) -> Action | None:
    """What players choose most often of what is clearly worse."""
    right = right_ones(advice)
    wrong = [action for action in chosen if action not in right]
    return min(wrong, key=lambda action: (-chosen[action], action), default=None)


def right_ones(advice: Advice) -> set[Action]:
    """What is not clearly worse than the best."""
    return {choice.action for choice in advice.choices if not choice.is_clearly_worse}


def share_of(chosen: Counter[Action], right: set[Action]) -> float:
    return sum(chosen[action] for action in right) / chosen.total()


def _is_sure(tempting: Choice) -> bool:
    chance = tempting.behind.chance
    return chance.mean >= FELT and (chance.low or 0.0) >= SURE


def _is_confirmed(tempting: Choice) -> bool:
    """In worlds that had no part in picking either; and the best gives up no points for it."""
    lost = tempting.behind
    return tempting.is_clearly_worse and lost.chance.mean >= CONFIRMED * FELT and lost.points.mean >= 0
