"""A kernel's state is a value: it can be looked at, compared, copied, stored and brought back."""

import pickle
from collections.abc import Iterator
from copy import copy, deepcopy
from random import Random
from typing import Any

import pytest

from hexdeck.core.chance import Stream
from hexdeck.core.errors import SeatUnknown
from hexdeck.core.registry import GAMES
from hexdeck.kernel import kernel_of
from lockstep.test_lockstep import FACTS, TABLES

MOST = 70  # steps of a game that are looked at


def state_of(name: str) -> Any:
    kernel = kernel_of(name)
    assert kernel is not None
    return kernel.State


def in_step(name: str, players: int, options: dict[str, int | str]) -> Iterator[tuple[Any, Any]]:
    """A game on the law and in the kernel, after every step."""
    law: Any = GAMES[name].set_up(players, options)
    twin = state_of(name)(players, options)
    rng, stream = Random(players), Stream(bytes(32))
    for _ in range(MOST):
        yield law, twin
        if law.is_over:
            break
        if law.needs is not None:
            outcome = stream.supply(law.needs)
            law.resolve(outcome)
            twin.resolve(outcome)
        else:
            seat = rng.choice(law.to_move())
            action = rng.choice(law.legal_actions(seat))
            law.apply(seat, action)
            twin.apply(seat, action)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_seat_sees_what_the_law_shows_it(name: str, players: int) -> None:
    for law, twin in in_step(name, players, FACTS[name].OPTIONS[-1]):
        for seat in (None, *range(players)):
            assert twin.view(seat) == GAMES[name].view(law, seat)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_equal_positions_are_equal_whatever_led_to_them(name: str, players: int) -> None:
    earlier: Any = None
    for law, twin in in_step(name, players, {}):
        read = twin.of(law)
        assert read == twin
        assert hash(read) == hash(twin)
        assert read != earlier
        assert len({read, twin, twin.copy()}) == 1
        earlier = read


@pytest.mark.parametrize("name", GAMES)
def test_a_state_tells_where_it_stands(name: str) -> None:
    """Who is asked, what is due, or that it is over; and no card."""
    players, rng = GAMES[name].players[0], Random(1)
    state = state_of(name)(players, {})
    assert repr(state) == f"<{name} for {players}: {state.needs} is due, scores {state.scores}>"
    state.begin(1)
    asked = ", ".join(map(str, state.to_move()))
    assert repr(state) == f"<{name} for {players}: {asked} to move, scores {state.scores}>"
    while state.step(rng.random()):
        pass
    assert repr(state) == f"<{name} for {players}: over, scores {state.scores}>"


@pytest.mark.parametrize("name", GAMES)
def test_states_of_other_games_and_tables_are_not_equal(name: str) -> None:
    fewest, most = GAMES[name].players[0], GAMES[name].players[-1]
    state = state_of(name)(fewest, {})
    others = [state_of(other)(GAMES[other].players[0], {}) for other in GAMES if other != name]
    assert state != state_of(name)(most, {})
    assert all(state != other for other in (*others, None, state.facts()))


@pytest.mark.parametrize("name", GAMES)
def test_a_state_comes_back_from_a_pickle_with_all_that_players_remember(name: str) -> None:
    state = state_of(name)(GAMES[name].players[1], {})
    state.begin(3)
    for fraction in [0.3, 0.9, 0.1, 0.6] * 8:
        state.step(fraction)
    for twin in (pickle.loads(pickle.dumps(state)), copy(state), deepcopy(state)):
        assert twin == state
        assert [twin.view(seat) for seat in (None, 0, 1)] == [state.view(seat) for seat in (None, 0, 1)]
        after = state.copy()
        for fraction in [0.2, 0.7] * 10:
            assert twin.step(fraction) == after.step(fraction)
        assert twin == after  # the same chance, too
        assert twin.law() == after.law()


@pytest.mark.parametrize("name", GAMES)
def test_copies_remember_their_own_games(name: str) -> None:
    """Whichever of them goes on first."""
    state = state_of(name)(GAMES[name].players[0], {})
    state.begin(11)
    for _ in range(6):
        before, legal = state.view(0), state.legal_actions(state.to_move()[0])
        seat, twins = state.to_move()[0], [state.copy() for _ in range(3)]
        for twin, action in zip(twins, (legal[0], legal[-1], legal[0]), strict=True):
            twin.apply(seat, action)
        assert state.view(0) == before
        assert [twin.of(twin.law()) for twin in twins] == twins
        assert twins[0].law() == twins[2].law()
        state.step(0.5)


@pytest.mark.parametrize("name", GAMES)
def test_a_view_for_nobody_is_refused(name: str) -> None:
    state = state_of(name)(GAMES[name].players[0], {})
    for seat in (-1, 99, 10**30):
        with pytest.raises(SeatUnknown):
            state.view(seat)
