"""A record gone through again, seen from any seat at any step."""

from collections.abc import Iterator
from typing import Any

from hexdeck.cards import Seat
from hexdeck.record import Course, Record, Step, TakenBack


class Replay:
    """Position 0 is before the first step, position n after the nth."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = record.header.game
        self._states = [record.header.start(), *(state.copy() for _, state in walk(record))]

    def __len__(self) -> int:
        """The last position."""
        return len(self.record.steps)

    def view(self, position: int, seat: Seat | None) -> Any:
        return self.game.view(self._states[position], seat)

    def events(self, position: int, seat: Seat | None) -> tuple[Any, ...]:
        """What the step to `position` made happen, as `seat` saw it."""
        step = self.record.steps[position - 1]
        return (step,) if isinstance(step, TakenBack) else self.game.events(self._states[position], seat)

    def step_name(self, position: int) -> str:
        return self.record.steps[position - 1].text(self.game)


def walk(record: Record) -> Iterator[tuple[Step, Any]]:
    """Each step with the state after it, which is good until the next: a long game needs little memory."""
    course = Course(record.header)
    for step in record.steps:
        course.follow(step)
        yield step, course.state


def views_at(record: Record, position: int) -> list[Any]:
    """What every seat knew at `position`, a spectator last; quicker than a whole Replay."""
    course = Course(record.header)
    for step in record.steps[:position]:
        course.follow(step)
    seats: list[Seat | None] = [*range(course.players), None]
    return [course.game.view(course.state, seat) for seat in seats]
