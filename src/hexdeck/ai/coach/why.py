"""Reasons for the best choice: what sets it apart from the next that is clearly worse, counted in worlds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import sub
from statistics import correlation, fmean, pstdev
from typing import Final

from hexdeck.ai.coach.stories import Fact, stories
from hexdeck.ai.coach.values import Advice, Choice
from hexdeck.core.game import View
from hexdeck.core.game_files import part_of
from hexdeck.locale import Language
from hexdeck.text.sentences import digits, fill

MOST_STORIES: Final = 100  # of each of the two choices
TOLD: Final = 2  # reasons, at most
OFTEN: Final = 0.05  # of the worlds: what happens hardly more often explains nothing
FEW_POINTS: Final = 0.1  # nor do fewer than these
BLUR: Final = 0.1  # so that what is always the same, but hardly differs, does not come first


@dataclass(frozen=True, slots=True)
class Reason:
    """A count for the best choice, and for the one that it is compared with."""

    message: str
    best: float  # how many of the stories, or a mean
    other: float
    of: int  # stories

    @property
    def is_mean(self) -> bool:
        return "{of}" not in self.message

    @property
    def is_telling(self) -> bool:
        return abs(self.best - self.other) >= (FEW_POINTS if self.is_mean else OFTEN * self.of)

    def told(self, words: Language) -> str:
        """`takes the trick in 71 of 100`."""
        return fill(words._(self.message), n=self.number(self.best), of=self.of)

    def number(self, counted: float) -> str:
        return digits(counted, ".1f" if self.is_mean else ".0f")


def reasons(advice: Advice, view: View) -> tuple[Reason, ...]:
    """Return what sets the best choice apart most surely from the next one that is clearly worse.

    There are none where all choices are good: a reason for one of them would be one against the others.
    """
    part, other = part_of(advice.game, "ai.reasons"), advice.next_worse
    if part is None or other is None:
        return ()
    found = [*_counted(advice, other, view, part.FACTS), *_points(advice, other, part.POINTS)]
    found.sort(key=lambda each: -each[0])
    return tuple(reason for _, reason in found if reason.is_telling)[:TOLD]


def _counted(
    advice: Advice, compared: Choice, view: View, facts: Sequence[Fact]
) -> Iterator[tuple[float, Reason]]:
    """Yield how often each fact holds after both choices, and how surely more often after one.

    A fact is told only where it speaks for the best choice, which may win more often and still go out first
    less often.  Where the position decides that, it is good if the seat wins more often where it holds.
    """
    seeds = advice.outlook.seeds[:MOST_STORIES]
    actions = (advice.best.action, compared.action)
    best, other = (list(stories(advice.game, view, action, seeds)) for action in actions)
    wins = [chance for action in actions for chance in advice.outlook.wins(action)[: len(seeds)]]
    for fact in facts:
        counts = [[float(fact.holds(story)) for story in told] for told in (best, other)]
        is_good = helps([*counts[0], *counts[1]], wins) if fact.is_good is None else fact.is_good
        if replace(fact, is_good=is_good).speaks_for(*map(sum, counts)):
            yield apart(*counts), Reason(fact.message, sum(counts[0]), sum(counts[1]), len(seeds))


def helps(holds: Sequence[float], wins: Sequence[float]) -> bool:
    """Return whether the chance to win is higher where something holds than where it does not."""
    if len(set(holds)) < 2 or len(set(wins)) < 2:
        return True  # nothing to compare: it is the same for both choices, and no reason
    return correlation(holds, wins) > 0


def _points(advice: Advice, compared: Choice, message: str) -> Iterator[tuple[float, Reason]]:
    """Yield the mean points where they speak for the best choice, which may win more often with fewer."""
    best, other = (advice.outlook.points(choice.action) for choice in (advice.best, compared))
    if fmean(best) >= fmean(other):
        yield apart(best, other), Reason(message, fmean(best), fmean(other), len(best))


def apart(best: Sequence[float], other: Sequence[float]) -> float:
    """How surely two counts differ: the mean difference in the same worlds, measured by its spread."""
    differences = list(map(sub, best, other))
    mean = fmean(differences)
    return abs(mean) / (pstdev(differences) + BLUR) if mean else 0.0
