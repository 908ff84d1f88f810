"""Callers who know nothing of the rules: what they hand to a kernel is refused, or it goes on by the rules.

`make sanitize` runs this as a program, for as long as it is told; test_strangers.py is the short form.
"""

import faulthandler
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import fields, is_dataclass, replace
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

import pytest

from hexdeck.core.chance import Chance, Shuffle, Stream
from hexdeck.core.errors import GameError, PositionRefused
from hexdeck.core.registry import GAMES
from hexdeck.kernel import kernel_of
from hexdeck.kernel.batch import STEPS as MOST_STEPS
from hexdeck.kernel.batch import Batch
from hexdeck.kernel.foresight import futures_of, line
from hexdeck.kernel.search import cheating_searcher, ismcts
from lockstep.test_lockstep import FACTS

NUMBERS: Final = (
    -1,
    -2,
    0,
    1,
    5,
    6,
    13,
    99,
    127,
    128,
    255,
    256,
    1300,
    32768,
    2**31 - 1,
    2**31,
    2**63,
    10**30,
)
SMALL: Final = (-(2**31), -(2**63), -(10**30), -7)
NONSENSE: Final[tuple[Any, ...]] = (None, 0.5, "1", b"1", (1,), [], {}, object())
STEPS: Final = 400  # that a position is gone on with
PATIENCE: Final = 120  # seconds after which something hangs

Refusal = (GameError, TypeError, ValueError, OverflowError)


class Setting(NamedTuple):
    """A game at one player count with one set of options."""

    game: str
    players: int
    options: dict[str, int | str]

    def new(self) -> Any:
        kernel = kernel_of(self.game)
        assert kernel is not None, "the kernel is not compiled: run make setup"
        return kernel.State(self.players, self.options)

    def laws(self, rng: Random) -> Iterator[Any]:
        """States of one game on the law, from its beginning to its end."""
        law: Any = GAMES[self.game].set_up(self.players, self.options)
        stream = Stream(rng.randbytes(32))
        while True:
            yield law
            if law.is_over:
                return
            if law.needs is not None:
                law.resolve(stream.supply(law.needs))
            else:
                seat = rng.choice(law.to_move())
                law.apply(seat, rng.choice(law.legal_actions(seat)[:200]))


def settings() -> list[Setting]:
    return [
        Setting(game, players, options)
        for game in GAMES
        for players in GAMES[game].players
        for options in FACTS[game].OPTIONS
    ]


def refuses(state: Any, method: Callable[..., object], *given: Any) -> None:
    """The call must be refused, and change nothing."""
    before = state.facts()
    try:
        method(*given)
    except Refusal:
        assert state.facts() == before
    else:
        raise AssertionError("that was not refused")


def wrong_actions(state: Any, rng: Random) -> None:
    """What `is_legal` says is what the list says; everything else is refused."""
    actions = state.GAME.actions
    for seat in range(len(state.scores)):
        legal = state.legal_actions(seat)
        assert [action for action in range(-2, actions + 2) if state.is_legal(seat, action)] == legal
        for action in (*rng.choices(range(actions), k=5), *rng.choices(NUMBERS, k=3), rng.choice(SMALL)):
            if action not in legal:
                refuses(state, state.apply, seat, action)
        refuses(state, state.apply, seat, rng.choice(NONSENSE))
    strange: tuple[Any, ...] = (
        -1,
        len(state.scores),
        *rng.sample(NUMBERS, 2),
        *SMALL,
        *rng.sample(NONSENSE, 2),
    )
    for seat in strange:
        if seat not in range(len(state.scores)):
            refuses(state, state.apply, seat, rng.randrange(actions))
            refuses(state, state.legal_actions, seat)
    for fraction in (-0.1, 1.0, float("nan"), float("inf"), "half"):
        refuses(state, state.step, fraction)


def wrong_outcomes(state: Any, rng: Random) -> None:
    """All but what can come of the roll or shuffle that is due."""
    due = state.due
    if due is None:
        for outcome in ((), (0,), (1, 2, 3), range(55)):
            refuses(state, state.resolve, outcome)
        return
    right = Stream(rng.randbytes(32)).supply(due)
    at = rng.randrange(len(right))
    wrong: list[Any] = [
        right[:-1],
        (*right, right[-1]),
        right * 9,
        (),
        *((*right[:at], number, *right[at + 1 :]) for number in (*NUMBERS[6:], *SMALL)),
        *NONSENSE,
    ]
    for outcome in wrong:
        if not (isinstance(outcome, tuple) and len(outcome) == len(right) and due.allows(outcome)):
            refuses(state, state.resolve, outcome)
    refuses(state, state.apply, 0, 0)
    refuses(state, state.step, 0.5)


def _wanted(due: Chance | None) -> object:
    """A roll or shuffle without the order in which its cards are named."""
    return replace(due, cards=tuple(sorted(due.cards))) if isinstance(due, Shuffle) else due


def twisted(thing: Any, rng: Random) -> Any:
    """The same with something wrong somewhere in it."""
    if is_dataclass(thing) and not isinstance(thing, type):
        name = rng.choice([field.name for field in fields(thing)])
        return replace(thing, **{name: twisted(getattr(thing, name), rng)})
    if isinstance(thing, dict) and thing and rng.random() < 0.7:
        key = rng.choice(list(thing))
        return {**thing, rng.choice((key, key, *NUMBERS[:4])): twisted(thing[key], rng)}
    if isinstance(thing, tuple | list) and thing:
        return type(thing)(_twisted_list(list(thing), rng))
    if isinstance(thing, bool):
        return not thing
    if isinstance(thing, int) and rng.random() < 0.9:
        return rng.choice((thing - 1, thing + 1, thing + 2, rng.choice(NUMBERS), rng.choice(SMALL)))
    if isinstance(thing, set):
        return thing ^ {rng.choice(NUMBERS)}
    return rng.choice((*NONSENSE[:5], 0, 1, (), (0,), (0, 0), ((0, 0),), [[0]]))


def _twisted_list(things: list[Any], rng: Random) -> list[Any]:
    at = rng.randrange(len(things))
    way = rng.randrange(8)
    if way == 0:
        return things[:at]
    if way == 1:
        return things + things
    if way == 2:
        return things[::-1]
    if way == 3:
        return [*things, things[at]]
    if way == 4:
        return things * 300
    return [*things[:at], twisted(things[at], rng), *things[at + 1 :]]


def strange_views(setting: Setting, law: Any, rng: Random) -> int:
    """Views with something wrong in them; how many were taken, because no rule speaks against them."""
    kernel, game = kernel_of(setting.game), GAMES[setting.game]
    assert kernel is not None
    view = twisted(game.view(law, rng.choice([None, *range(setting.players)])), rng)
    if rng.random() < 0.3:
        view = twisted(view, rng)
    try:
        knowledge = kernel.Knowledge(view)
    except GameError:
        return 0
    goes_on(knowledge.world(rng.getrandbits(60)), rng)
    try:
        ismcts(knowledge, 40, rng.getrandbits(60))
    except GameError:
        assert view.seat not in view.to_move or view.seat is None
    return 1


def strange_states(setting: Setting, law: Any, rng: Random) -> int:
    kernel = kernel_of(setting.game)
    assert kernel is not None
    law = twisted(deepcopy(law), rng)
    try:
        state = kernel.State.of(law)
    except GameError:
        return 0
    goes_on(state, rng)
    return 1


def goes_on(state: Any, rng: Random) -> None:
    """Play on by steps and by lists, and look at everything."""
    for _ in range(STEPS):
        if state.is_over:
            break
        if state.due is not None:
            state.resolve(Stream(rng.randbytes(32)).supply(state.due))
            continue
        seats = state.to_move()
        assert seats
        if rng.random() < 0.5:
            state.step(rng.random())
        else:
            seat = rng.choice(seats)
            state.apply(seat, rng.choice(state.legal_actions(seat)))
    state.facts()
    state.hidden()
    hash(state)
    if rng.random() < 0.1:  # the law takes long to play all that once more
        with suppress(PositionRefused):
            state.view(rng.choice([None, *range(len(state.scores))]))
    if not state.is_over and state.due is None:
        search = cheating_searcher(state, state.to_move()[0], 20, rng.getrandbits(60))
        search.run(20)
        futures_of(state, 3, rng.getrandbits(60))
        line(state, rng.getrandbits(60))


def foreign_things(setting: Setting, law: Any, rng: Random) -> None:
    """Views and states of another game, and what is neither."""
    other = kernel_of(rng.choice([name for name in GAMES if name != setting.game]))
    assert other is not None
    view = GAMES[setting.game].view(law, 0)
    things: tuple[Any, ...] = (law, view, setting.new(), None, 3, {}, object)
    for thing in things:
        for read in (other.Knowledge, other.State.of):
            try:
                read(thing)
            except PositionRefused:
                continue
            raise AssertionError(f"{other.__name__} took {thing!r}")


def wrong_batches(setting: Setting, rng: Random) -> None:
    """A step with one wrong action among right ones changes no game."""
    size = 5
    batch = Batch(setting.new(), size, rng.getrandbits(60), features=True)
    words = memoryview(bytearray(4 * size * batch.words)).cast("I", (size, batch.words))
    shape = (size, batch.actions, MOST_STEPS)
    choices = memoryview(bytearray(2 * size * batch.actions * MOST_STEPS)).cast("h", shape)
    seats, over = array("b", bytes(size)), array("B", bytes(size))
    legal = memoryview(bytearray(size * batch.actions)).cast("B", (size, batch.actions))
    scores = memoryview(bytearray(2 * size * batch.players)).cast("h", (size, batch.players))
    for _ in range(30):
        batch.look(seats, legal, words)
        batch.steps(choices)
        rows: list[list[int]] = legal.tolist()  # type: ignore[assignment]  # it has two dimensions
        right = [rng.choice([a for a, may in enumerate(row) if may]) for row in rows]
        at = rng.randrange(size)
        for action in (-1, batch.actions, 2**31 - 1, -(2**31), rng.randrange(batch.actions)):
            if action < 0 or action >= batch.actions or not rows[at][action]:
                wrong = array("i", [*right[:at], action, *right[at + 1 :]])
                with pytest.raises(GameError, match=f"game {at} of the batch: "):
                    batch.step(wrong, over, scores)
        batch.look(seats, legal)
        assert str(legal.tolist()) == str(rows)
        batch.step(array("i", right), over, scores)
        batch.restart(at, rng.choice((None, rng.getrandbits(60))))


def visit(setting: Setting, rng: Random, *, positions: int = 40) -> int:
    """Strangers in one game; how many strange positions were gone on with."""
    kernel, taken = kernel_of(setting.game), 0
    assert kernel is not None
    for law in setting.laws(rng):
        if positions == 0:
            break
        if rng.random() < 0.8:
            continue
        positions -= 1
        state = kernel.State.of(law)
        assert _wanted(state.due) == _wanted(law.needs)
        wrong_actions(state, rng)
        wrong_outcomes(state, rng)
        for _ in range(5):
            taken += strange_states(setting, law, rng)
            taken += strange_views(setting, law, rng)
        foreign_things(setting, law, rng)
    wrong_batches(setting, rng)
    return taken


def main(seconds: float, seed: int) -> None:
    everything, ends, games, taken = settings(), monotonic() + seconds, 0, 0
    while monotonic() < ends:
        for setting in everything:
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
            taken += visit(setting, Random(f"{seed} {games} {setting}"))
            games += 1
    faulthandler.cancel_dump_traceback_later()
    print(
        f"{games} games of {len(everything)} settings, {taken} strange positions gone on with: nothing broke"
    )


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
