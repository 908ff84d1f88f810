"""Puzzles looked at again, in other worlds: does the answer still stand?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hexdeck.ai.arena.estimates import Estimate
from hexdeck.ai.puzzles.finder import looked_at
from hexdeck.ai.puzzles.many import compared_again, is_among_many
from hexdeck.ai.puzzles.puzzle import Puzzle, view_of
from hexdeck.core.registry import game_named


@dataclass(frozen=True, slots=True)
class Check:
    game: str
    puzzle: Puzzle
    best: str  # what is best this time; the puzzle's answer, if nothing that was compared is clearly better
    lead: Estimate  # of that over the nearest other choice, or over the tempting one where many may be right

    @property
    def holds(self) -> bool:
        return self.best == self.puzzle.best.action and self.lead.mean > 0 and self.lead.is_clear

    def as_dict(self) -> dict[str, object]:
        return {
            "id": self.puzzle.id,
            "answer": self.puzzle.best.action,
            "best": self.best,
            "lead": self.lead.as_dict(),
            "holds": self.holds,
        }


def checks(game: str, puzzles: Iterable[Puzzle], worlds: int, seed: int) -> Iterator[Check]:
    rules = game_named(game)
    for puzzle in puzzles:
        view = view_of(game, puzzle)
        if is_among_many(view):
            advice = compared_again(game, puzzle, worlds, seed)
            rivals = [advice.choice(rules.action_named(puzzle.tempting))]
        else:
            advice = looked_at(game, view, worlds, seed)
            rivals = list(advice.choices[1:])
        lead = min((choice.behind.chance for choice in rivals), key=lambda one: one.mean)
        yield Check(game, puzzle, rules.action_name(advice.best.action), lead)
