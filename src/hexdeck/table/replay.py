"""A record gone through again, seen from any seat at any step."""

from collections.abc import Iterator, Sequence
from typing import Any

from hexdeck.cards import Seat
from hexdeck.record import Chanced, Course, Record, Step, TakenBack


class Replay:
    """Position 0 is before the first step, position n after the nth."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = record.header.game
        course = Course(record.header)
        self._states = [course.state]
        for step in record.steps:
            course.take(step)
            self._states.append(course.state)

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
    undone = _undone(record.steps)
    state = record.header.start()
    before: list[Any] = []  # actions that will be taken back
    for number, step in enumerate(record.steps):
        if isinstance(step, TakenBack):
            state = before.pop()
        else:
            if number in undone:
                before.append(state.copy())
            if isinstance(step, Chanced):
                state.resolve(step.outcome)
            else:
                state.apply(step.seat, step.action)
        yield step, state


def _undone(steps: Sequence[Step]) -> set[int]:
    """Which of the steps were taken back later."""
    lasting: list[int] = []
    undone: set[int] = set()
    for number, step in enumerate(steps):
        if isinstance(step, TakenBack):
            undone.add(lasting.pop())
        else:
            lasting.append(number)
    return undone


def views_at(record: Record, position: int) -> list[Any]:
    """What every seat knew at `position`, a spectator last; quicker than a whole Replay."""
    state = record.header.start()
    for step in record.lasting(position):
        if isinstance(step, Chanced):
            state.resolve(step.outcome)
        else:
            state.apply(step.seat, step.action)
    seats: list[Seat | None] = [*range(len(record.header.players)), None]
    return [record.header.game.view(state, seat) for seat in seats]
