"""Whether a position is a puzzle: people miss what is best, and what is best is clearly so.

What is cheap is asked first.  Nothing is looked at but the view, so nothing else can get into a puzzle.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec import Raw
from msgspec.json import encode

from hexdeck.ai.bots import make_bot
from hexdeck.ai.coach.missable_actions import openings
from hexdeck.ai.coach.outlook import look_ahead, network_at
from hexdeck.ai.coach.values import Advice, Choice, advice_of
from hexdeck.ai.coach.why import reasons
from hexdeck.ai.puzzles.puzzle import Counted, Puzzle, Valued, id_of
from hexdeck.core.cards import Action
from hexdeck.core.game import View
from hexdeck.core.registry import game_named

ASKED: Final = ("novice", "casual")  # who must miss it
MOST_CHOICES: Final = 70  # all are compared; of more see many.py
FIRST_ASKED: Final = 1  # times each, before anything is computed
THEN_ASKED: Final = 20
MOST_FOUND: Final = 0.5  # of the times they are asked
GLANCES: Final = ((8, 0.25), (24, 0.5), (60, 0.7))  # few worlds first, and which part of FELT must show
MANY_WORLDS: Final = 300
FELT: Final = 0.04  # chance to win that the best has more than any other: four games of a hundred
SURE: Final = 0.01  # so much of it at least, at the lower end of each interval
CONFIRMED: Final = 0.6  # of what is felt, in the last look


def is_choice(view: View) -> bool:
    """Somebody alone decides among a few things."""
    return view.to_move == (view.seat,) and 2 <= len(view.actions) <= MOST_CHOICES


def puzzle_at(game: str, view: View, stage: str, seed: int, *, worlds: int = MANY_WORLDS) -> Puzzle | None:
    """The puzzle that somebody with this view has before them, if it is one; same arguments, same answer.

    Where something is due that can be done first, there is more than one right order: that is none.
    """
    if openings(game, view) or not all(_seems_felt(game, view, glance, seed) for glance in GLANCES):
        return None
    many = looked_at(game, view, worlds, seed + 1)  # other worlds
    best = many.best.action
    if not is_felt(many) or not is_sure(many):
        return None
    chosen = Counter(chosen_by_players(game, view, THEN_ASKED, seed + 1))
    found = chosen.pop(best, 0) / (THEN_ASKED * len(ASKED))
    if found > MOST_FOUND:
        return None
    again = looked_at(game, view, worlds, seed + 2)  # what was picked for its numbers has lucky ones
    if again.best.action != best or not is_confirmed(again):
        return None
    tempting = min(chosen, key=lambda action: (-chosen[action], action))
    puzzle = puzzle_of(game, view, stage, again, found, tempting)
    return puzzle if puzzle.reasons else None


def is_missed(game: str, view: View, best: Action, seed: int) -> bool:
    """Somebody who is asked chooses something else."""
    return any(action != best for action in chosen_by_players(game, view, FIRST_ASKED, seed))


def _seems_felt(game: str, view: View, glance: tuple[int, float], seed: int) -> bool:
    """In a few worlds; what they say of points is too rough to go by."""
    worlds, part = glance
    return leads(looked_at(game, view, worlds, seed), part * FELT)


def looked_at(game: str, view: View, worlds: int, seed: int) -> Advice:
    """What every choice is worth; none is preferred because a network likes it."""
    outlook = look_ahead(game, view, view.actions, worlds=worlds, seed=seed, network=network_at(game, view))
    return advice_of(game, outlook)


def is_felt(advice: Advice) -> bool:
    """The best choice wins so much more often than each other that one feels it, and gives up no points."""
    return leads(advice, FELT) and all(choice.behind.points.mean >= 0 for choice in advice.choices[1:])


def leads(advice: Advice, least: float) -> bool:
    return all(choice.behind.chance.mean >= least for choice in advice.choices[1:])


def is_sure(advice: Advice) -> bool:
    """Every other choice is behind by an interval that leaves zero out, and a little more."""
    return all((choice.behind.chance.low or 0.0) >= SURE for choice in advice.choices[1:])


def is_confirmed(advice: Advice) -> bool:
    """In worlds that had no part in picking it: clearly best, and by not much less."""
    others = advice.choices[1:]
    return leads(advice, CONFIRMED * FELT) and all(choice.is_clearly_worse for choice in others)


def chosen_by_players(game: str, view: View, times: int, seed: int) -> Iterator[Action]:
    """What players do who see this, each asked so many times."""
    for level in ASKED:
        for number in range(times):
            yield make_bot(level, game, Random(f"{seed}/{level}/{number}")).choose(view)


def puzzle_of(game: str, view: View, stage: str, advice: Advice, found: float, tempting: Action) -> Puzzle:
    names = game_named(game).action_name
    return Puzzle(
        id_of(game, view),
        stage,
        round(found, 3),
        THEN_ASKED * len(ASKED),
        advice.outlook.worlds,
        tuple(valued(choice, names(choice.action)) for choice in advice.choices),
        names(tempting),
        reasons_against(advice, view, tempting),
        Raw(encode(view)),
    )


def reasons_against(advice: Advice, view: View, tempting: Action) -> tuple[Counted, ...]:
    """What sets the best choice apart from the tempting one, of all that is counted."""
    two = Advice(advice.game, advice.seat, (advice.best, advice.choice(tempting)), advice.outlook)
    return tuple(
        Counted(one.message, round(one.best, 2), round(one.other, 2), one.of) for one in reasons(two, view)
    )


def valued(choice: Choice, name: str) -> Valued:
    worth, behind = choice.worth, choice.behind
    numbers = (worth.points, worth.chance, behind.chance, behind.points)
    return Valued(name, *(round(part or 0.0, 4) for one in numbers for part in (one.mean, one.margin)))
