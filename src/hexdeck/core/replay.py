"""A record gone through again, seen from any seat at any step."""

from collections.abc import Iterator
from dataclasses import dataclass

from hexdeck.core.cards import Seat
from hexdeck.core.game import AnyGame, State, View
from hexdeck.core.record import Advised, Course, Record, Step, TakenBack


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """Just after a step; good until the next, so that a long game needs little memory."""

    step: Step
    game: AnyGame
    state: State

    def events(self, seat: Seat | None) -> tuple[object, ...]:
        """What the step made happen, as `seat` saw it."""
        if isinstance(self.step, TakenBack | Advised):
            return (self.step,)
        return self.game.events(self.state, seat)


class Replay:
    """Position 0 is before the first step, position n after the nth."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = record.header.game
        self._states = [record.header.start(), *(moment.state.copy() for moment in walk(record))]

    def __len__(self) -> int:
        """The last position."""
        return len(self.record.steps)

    def view(self, position: int, seat: Seat | None) -> View:
        return self.game.view(self._states[position], seat)

    def events(self, position: int, seat: Seat | None) -> tuple[object, ...]:
        """What the step to `position` made happen, as `seat` saw it."""
        return ReplayFrame(self.record.steps[position - 1], self.game, self._states[position]).events(seat)

    def step_name(self, position: int) -> str:
        return self.record.steps[position - 1].text(self.game)


def walk(record: Record) -> Iterator[ReplayFrame]:
    """Every step, one after the other."""
    course = Course(record.header)
    for step in record.steps:
        course.follow(step)
        yield ReplayFrame(step, course.game, course.state)


def views_at(record: Record, position: int) -> list[View]:
    """What every seat knew at `position`, a spectator last; quicker than a whole Replay."""
    course = Course(record.header)
    for step in record.steps[:position]:
        course.follow(step)
    seats: list[Seat | None] = [*range(course.players), None]
    return [course.game.view(course.state, seat) for seat in seats]
