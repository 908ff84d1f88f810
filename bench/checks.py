"""What it costs that the kernel checks its callers: the same games played again, checked and unchecked."""

from array import array
from collections.abc import Mapping
from random import Random
from typing import Any

from bench.kernels import Case
from bench.stopwatch import Runner, timed
from hexdeck.kernel.batch import Batch

GAMES = 64  # in a batch
STEPS = 100


def checked_loops(case: Case) -> dict[str, Runner]:
    """`apply`, and `look` with `step` of a batch, beside their unchecked forms; all was chosen before."""
    moves, steps = _moves(case), _steps(case)
    return {
        case.name("apply"): timed(lambda: _apply(case, moves, "apply")),
        case.name("apply_unchecked"): timed(lambda: _apply(case, moves, "apply_unchecked")),
        case.name("batch"): timed(lambda: _step(case, steps, "step")),
        case.name("batch_unchecked"): timed(lambda: _step(case, steps, "step_unchecked")),
    }


def kept_speed(figures: Mapping[str, float]) -> float | None:
    """The least share of the unchecked speed that any checked loop reaches."""
    loops = [name for name in figures if name.startswith(("apply.", "batch."))]
    return min((figures[name] / figures[name.replace(".", "_unchecked.", 1)] for name in loops), default=None)


def _fresh(case: Case) -> Any:
    state = case.kernel.State(case.players, {})
    state.begin(1)
    return state


def _moves(case: Case) -> list[list[tuple[int, int]]]:
    """Who does what between two times that chance is asked, in one game."""
    state, rng = _fresh(case), Random(0)
    found: list[list[tuple[int, int]]] = []
    while not state.is_over:
        state.begin(len(found))
        found.append([])
        while seats := state.to_move():
            action = rng.choice(state.legal_actions(seats[0]))
            state.apply(seats[0], action)
            found[-1].append((seats[0], action))
    return found


def _apply(case: Case, moves: list[list[tuple[int, int]]], method: str) -> int:
    state, played = _fresh(case), 0
    apply = getattr(state, method)
    for seed, between in enumerate(moves):
        state.begin(seed)
        for seat, action in between:
            apply(seat, action)
        played += len(between)
    return played


def _seen(batch: Batch) -> tuple[Any, Any]:
    """What `look` fills: seats and legal actions."""
    legal = memoryview(bytearray(GAMES * batch.actions))
    return array("b", bytes(GAMES)), legal.cast("B", (GAMES, batch.actions))


def _came(batch: Batch) -> tuple[Any, Any]:
    """What `step` fills: games that are over, and scores."""
    scores = memoryview(bytearray(2 * GAMES * batch.players))
    return array("B", bytes(GAMES)), scores.cast("h", (GAMES, batch.players))


def _steps(case: Case) -> list[Any]:
    """What is chosen in every game of a batch, step by step."""
    batch, rng, found = Batch(_fresh(case), GAMES, 1), Random(0), []
    seats, legal = _seen(batch)
    for _ in range(STEPS):
        batch.look(seats, legal)
        choices = [[action for action, may in enumerate(row) if may] for row in legal.tolist()]
        found.append(array("i", map(rng.choice, choices)))
        batch.step(found[-1], *_came(batch))
    return found


def _step(case: Case, steps: list[Any], method: str) -> int:
    batch = Batch(_fresh(case), GAMES, 1)
    step, (seats, legal), (over, scores) = getattr(batch, method), _seen(batch), _came(batch)
    for chosen in steps:
        batch.look(seats, legal)
        step(chosen, over, scores)
    return GAMES * len(steps)
