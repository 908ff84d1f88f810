"""What a seat can do beside its turn or out of it: what it did there, and what it let go by."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hexdeck.ai.coach.moments import ReviewStep
from hexdeck.ai.coach.outlook import WAIT
from hexdeck.core.cards import Action, Seat
from hexdeck.core.game import AnyGame, View
from hexdeck.core.game_files import part_of
from hexdeck.core.record import Acted

WAITED: Final = "wait"  # what WAIT is called where actions have names


@dataclass(frozen=True, slots=True)
class Aside:
    """What a seat did that was not to move: one of its openings, something else, or nothing."""

    seat: Seat
    action: Action
    choices: tuple[Action, ...]


def openings(game: str, view: View) -> tuple[Action, ...]:
    """What the seat of the view should not miss, in turn or out of it."""
    part = part_of(game, "ai.out_of_turn")
    found: tuple[Action, ...] = () if part is None else part.openings(view)
    return found


def closed(game: AnyGame, moment: ReviewStep) -> dict[Seat, tuple[Action, ...]]:
    """What each seat could do, should not miss, and has missed since somebody in turn went on.

    What another one says first is nobody's omission.
    """
    part, step, state = part_of(game.name, "ai.out_of_turn"), moment.step, moment.asked
    if part is None or not isinstance(step, Acted) or step.seat not in state.to_move():
        return {}
    open_to = {seat: part.openings(game.view(state, seat)) for seat in range(len(state.scores))}
    if step.action in open_to[step.seat] or not any(open_to.values()):
        return {}
    after = state.copy()
    after.apply(step.seat, step.action)
    gone = {seat: part.missed(found, game.view(after, seat)) for seat, found in open_to.items() if found}
    return {seat: tuple(actions) for seat, actions in gone.items() if actions}


def asides(game: AnyGame, moment: ReviewStep, missed: Mapping[Seat, tuple[Action, ...]]) -> Iterator[Aside]:
    """Whoever speaks up although others are to move; and whoever has not until it was too late: `closed`."""
    part, step = part_of(game.name, "ai.out_of_turn"), moment.step
    if part is None or not isinstance(step, Acted):
        return
    if step.seat not in moment.asked.to_move():
        if found := part.openings(game.view(moment.asked, step.seat)):
            yield Aside(step.seat, step.action, tuple(sorted({WAIT, step.action, *found})))
        return
    for seat, actions in missed.items():
        if seat != step.seat:
            yield Aside(seat, WAIT, (WAIT, *actions))


def kept_open(game: AnyGame, view: View, action: Action) -> tuple[Action, ...] | None:
    """What an action in turn is held against that could be missed; None: all there is.

    Whatever can be chosen after it is judged then.
    """
    part = part_of(game.name, "ai.out_of_turn")
    if part is None or action not in (found := part.openings(view)):
        return None
    return tuple(sorted({*found, *part.closing(view)}))


def choice_name(game: AnyGame, action: Action) -> str:
    return WAITED if action == WAIT else game.action_name(action)
