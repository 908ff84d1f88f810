"""Why the best choice is best: what sets it apart from the next best, counted in the worlds of the advice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import sub
from statistics import fmean, pstdev
from typing import Final

from hexdeck.coach.stories import Fact, stories
from hexdeck.coach.values import Advice
from hexdeck.game import View
from hexdeck.locale import Language
from hexdeck.locale.sentences import digits, fill
from hexdeck.parts import part_of

MOST_STORIES: Final = 100  # of each of the two choices
TOLD: Final = 2  # reasons, at most
OFTEN: Final = 0.05  # of the worlds: what happens hardly more often explains nothing
FEW_POINTS: Final = 0.1  # nor do fewer than these
BLUR: Final = 0.1  # so that what is always the same, but hardly differs, does not come first


@dataclass(frozen=True, slots=True)
class Reason:
    """What was counted for the best choice, and for the next best."""

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
    """Those that set the two best choices apart most surely; none where they are much the same."""
    part = part_of("hexdeck.coach.reasons", advice.game)
    if part is None or len(advice.choices) < 2:
        return ()
    found = [*_counted(advice, view, part.FACTS), *_points(advice, part.POINTS)]
    found.sort(key=lambda each: -each[0])
    return tuple(reason for _, reason in found if reason.is_telling)[:TOLD]


def _counted(advice: Advice, view: View, facts: Sequence[Fact]) -> Iterator[tuple[float, Reason]]:
    """How often something happens after each of the two best choices, and how surely more after one.

    What is good or bad for everybody is told only where it speaks for the best: the next best may win less
    often and still go out first more often.
    """
    seeds = advice.outlook.seeds[:MOST_STORIES]
    best, other = (list(stories(advice.game, view, choice.action, seeds)) for choice in advice.choices[:2])
    for fact in facts:
        counts = [[float(fact.holds(story)) for story in told] for told in (best, other)]
        if fact.speaks_for(*map(sum, counts)):
            yield apart(*counts), Reason(fact.message, sum(counts[0]), sum(counts[1]), len(seeds))


def _points(advice: Advice, message: str) -> Iterator[tuple[float, Reason]]:
    """Told only where they speak for the best: among equals it may bring a few less."""
    best, other = (advice.outlook.points(choice.action) for choice in advice.choices[:2])
    if fmean(best) >= fmean(other):
        yield apart(best, other), Reason(message, fmean(best), fmean(other), len(best))


def apart(best: Sequence[float], other: Sequence[float]) -> float:
    """How surely two counts differ: the mean difference in the same worlds, measured by its spread."""
    differences = list(map(sub, best, other))
    mean = fmean(differences)
    return abs(mean) / (pstdev(differences) + BLUR) if mean else 0.0
