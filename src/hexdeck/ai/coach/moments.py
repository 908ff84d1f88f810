"""A recorded game step by step, as those look at it who ask what each step was worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, TypeAlias

from hexdeck.ai.coach.outlook import require_kernel
from hexdeck.core.game import State
from hexdeck.core.record import Acted, Advised, Chanced, Course, Record, TakenBack

Lasting: TypeAlias = Chanced | Acted


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """A step that was not taken back."""

    number: int  # from 1
    round: int  # from 1; always 1 in a game without rounds
    step: Lasting
    position: int  # of the record, before it; where several choose in secret, before the first of them did
    asked: State  # of the law, there
    before: Any  # of the kernel
    after: Any
    begins: bool  # the first step of a round
    ends: bool  # the last of a round, or of the game


def moments(record: Record) -> Iterator[ReviewStep]:
    """Every step in its order; secret choices made at the same time in the order of their seats."""
    course, game = Course(record.header), record.header.game
    kernel = require_kernel(game.name)[0].State(course.players, record.header.options)
    steps, places = record.lasting(), lasting_places(record)
    asked, position, secret = course.state, 0, 0
    number, rounds, begins = 0, 1, True
    while number < len(steps):
        if not secret:
            asked, position = course.state.copy(), places[number]
            secret = _arrange(steps, number, course.state)
        step, before = steps[number], kernel.copy()
        course.follow(step)
        _follow(kernel, step)
        ended = any(isinstance(event, game.round_ends) for event in course.state.events)
        number, secret = number + 1, secret - 1
        ends = ended or course.state.is_over
        yield ReviewStep(number, rounds, step, position, asked, before, kernel.copy(), begins, ends)
        rounds, begins = rounds + ended, ends


def lasting_places(record: Record) -> list[int]:
    """How many lines of the record come before each of its lasting steps."""
    places: list[int] = []
    for place, step in enumerate(record.steps):
        if isinstance(step, TakenBack):
            places.pop()
        elif not isinstance(step, Advised):
            places.append(place)
    return places


def _arrange(steps: list[Lasting], start: int, state: State) -> int:
    """Put secret choices that begin at `start` into the order of their seats; how many steps they are."""
    waited = set(state.to_move())
    if len(waited) < 2:
        return 1
    block = list(takewhile(lambda step: _is_by(step, waited), steps[start : start + len(waited)]))
    steps[start : start + len(block)] = sorted(block, key=_seat)
    return max(1, len(block))


def _seat(step: Lasting) -> int:
    return -1 if isinstance(step, Chanced) else step.seat


def _is_by(step: Lasting, waited: set[int]) -> bool:
    """Whether one of those chose, who then is waited for no more."""
    if isinstance(step, Chanced) or step.seat not in waited:
        return False
    waited.remove(step.seat)
    return True


def _follow(position: Any, step: Lasting) -> None:
    if isinstance(step, Chanced):
        position.resolve(step.outcome)
    else:
        position.apply(step.seat, step.action)


def over_others(points: Sequence[float]) -> list[float]:
    """Each seat's points over the mean of the others."""
    return [own - (sum(points) - own) / (len(points) - 1) for own in points]
