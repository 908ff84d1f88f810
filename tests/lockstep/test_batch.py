"""Many games stepped together are the games stepped one by one."""

from array import array
from random import Random
from typing import Any

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.kernel import kernel_of
from hexdeck.kernel.batch import STEPS, Batch

SIZE = 16


def arrays(batch: Any) -> tuple[Any, Any, Any, Any]:
    """Seats, legal actions, games over and scores, as flat memory with the right shape."""
    seats = array("b", bytes(batch.size))
    legal = memoryview(bytearray(batch.size * batch.actions)).cast("B", (batch.size, batch.actions))
    scores = memoryview(bytearray(2 * batch.size * batch.players)).cast("h", (batch.size, batch.players))
    return seats, legal, array("B", bytes(batch.size)), scores


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_a_batch_goes_by_the_rules_and_begins_anew_when_over(name: str) -> None:
    kernel, game = kernel_of(name), GAMES[name]
    assert kernel is not None
    players = game.players[0]
    batch = Batch(kernel.State(players, game.complete({})), SIZE, 7)
    seats, legal, over, scores = arrays(batch)
    rng, ended = Random(1), 0
    for _ in range(3000):
        batch.look(seats, legal)
        able = [[action for action, may in enumerate(row) if may] for row in legal.tolist()]
        assert all(able)
        assert all(0 <= seat < players for seat in seats)
        batch.step(array("i", [rng.choice(actions) for actions in able]), over, scores)
        ended += sum(over)
        assert all(
            max(row) != 0 or min(row) != 0 for row, done in zip(scores.tolist(), over, strict=True) if done
        )
        if ended > 3:
            break
    assert ended > 3


def test_a_batch_says_how_large_it_is() -> None:
    kernel = kernel_of("voodoo_prince")
    assert kernel is not None
    batch = Batch(kernel.State(4, GAMES["voodoo_prince"].complete({})), 1000)
    assert (batch.size, batch.players, batch.actions) == (1000, 4, 85)
    assert batch.bytes_each <= 500


def test_a_million_tables_of_voodoo_fit_into_half_a_gigabyte() -> None:
    kernel = kernel_of("voodoo")
    assert kernel is not None
    assert Batch(kernel.State(6, GAMES["voodoo"].complete({})), 1).bytes_each <= 480


def test_arrays_of_the_wrong_size_are_refused() -> None:
    kernel = kernel_of("voodoo_prince")
    assert kernel is not None
    batch = Batch(kernel.State(4, GAMES["voodoo_prince"].complete({})), 3)
    with pytest.raises(ValueError, match="2 seats do not fit this batch: it wants 3"):
        batch.look(array("b", bytes(2)), memoryview(bytearray(3 * 85)).cast("B", (3, 85)))


@pytest.mark.parametrize("name", GAMES)
def test_features_are_kept_and_filled_only_where_they_were_asked_for(name: str) -> None:
    kernel = kernel_of(name)
    assert kernel is not None
    first = kernel.State(GAMES[name].players[0], {})
    plain, seeing = Batch(first, 2), Batch(first, 2, features=True)
    seats, legal, _, _ = arrays(plain)
    words = memoryview(bytearray(4 * 2 * seeing.words)).cast("I", (2, seeing.words))
    choices = memoryview(bytearray(2 * 2 * seeing.actions * STEPS)).cast("h", (2, seeing.actions, STEPS))
    seeing.look(seats, legal, words)
    seeing.steps(choices)
    assert (plain.features, plain.words) == (0, 0)
    assert 32 * (seeing.words - 1) < seeing.features <= 32 * seeing.words
    with pytest.raises(ValueError, match="this batch keeps no features: make it with features=True"):
        plain.look(seats, legal, words)
    with pytest.raises(ValueError, match="this batch keeps no features: make it with features=True"):
        plain.steps(choices)
    with pytest.raises(ValueError, match="1 rows of features do not fit this batch: it wants 2"):
        seeing.look(seats, legal, memoryview(bytearray(4 * seeing.words)).cast("I", (1, seeing.words)))
    for game in (-1, 2, 2**70):
        with pytest.raises(ValueError, match="is not from 0 to below 2"):
            seeing.restart(game, 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_is_equal_and_goes_its_own_way(name: str) -> None:
    kernel, game = kernel_of(name), GAMES[name]
    assert kernel is not None
    state = kernel.State(game.players[0], game.complete({}))
    state.begin(5)
    before, twin = state.facts(), state.copy()
    assert twin.facts() == before
    fractions = [0.3, 0.9, 0.1, 0.6] * 5
    for fraction in fractions:
        state.step(fraction)
    assert twin.facts() == before
    assert state.facts() != before
    for fraction in fractions:
        twin.step(fraction)
    assert twin.facts() == state.facts()  # the same chance, too


@pytest.mark.parametrize("name", GAMES)
def test_a_step_takes_every_legal_action_by_an_equal_part_of_the_fractions(name: str) -> None:
    kernel, game, rng = kernel_of(name), GAMES[name], Random(3)
    assert kernel is not None
    state = kernel.State(game.players[1], game.complete({}))
    state.begin(8)
    for _ in range(60):
        legal = state.legal_actions(state.to_move()[0])
        if len(legal) < 100:  # Skull Queen's planks would take long
            stepped = [after_step(state, (at + 0.5) / len(legal)) for at in range(len(legal))]
            assert sorted(stepped) == sorted(after_action(state, action) for action in legal)
        state.step(rng.random())


def after_step(state: Any, fraction: float) -> str:
    twin = state.copy()
    twin.begin(1)
    twin.step(fraction)
    return str(twin.facts())


def after_action(state: Any, action: int) -> str:
    twin = state.copy()
    twin.apply(twin.to_move()[0], action)
    twin.begin(1)
    return str(twin.facts())
