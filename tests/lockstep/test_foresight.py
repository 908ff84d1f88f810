"""What choices come to: rounds played on in the kernel, and replayed by the law."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from hexdeck.ai.networks.fast_network import fast_network
from hexdeck.core.errors import IllegalAction, NotYourTurn, PositionRefused
from hexdeck.core.registry import GAMES
from hexdeck.kernel import foresight_module, kernel_of
from lockstep.test_features import positions

WORLDS = 6


def network_of(game: str) -> Any:
    return fast_network(game).network


def foreseen(game: str, law: Any, seat: int, *, network: Any, seed: int = 3) -> Any:
    module, kernel = foresight_module(), kernel_of(game)
    assert module is not None
    assert kernel is not None
    knowledge = kernel.Knowledge(GAMES[game].view(law, seat))
    return module.futures(knowledge, law.legal_actions(seat)[:5], WORLDS, seed, network=network)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_foresees_does_not_change_with_what_it_has_not_seen(game: str) -> None:
    rng = Random(1)
    for law, _ in islice(positions(game, 2), 0, 60, 7):
        seat = law.to_move()[0]
        other = GAMES[game].worlds(GAMES[game].view(law, seat), rng)
        for network in (None, network_of(game)):
            here = foreseen(game, law, seat, network=network)
            assert foreseen(game, other, seat, network=network) == here
            count = min(5, len(law.legal_actions(seat))) * WORLDS * law.players
            assert [len(numbers) for numbers in here] == [count, count]
            assert sum(here[1]) == pytest.approx(count / law.players)


@pytest.mark.parametrize("game", GAMES)
def test_the_law_replays_a_line_to_the_end_of_the_round(game: str) -> None:
    module = foresight_module()
    assert module is not None
    for law, twin in islice(positions(game, 4), 3, 60, 11):
        state, ended = law.copy(), twin.copy()
        for seat, step in module.line(twin, 5, network=network_of(game)):
            if seat is None:
                state.resolve(step)
                ended.resolve(step)
            else:
                assert step in state.legal_actions(seat)
                state.apply(seat, step)
                ended.apply(seat, step)
        assert state.scores == ended.scores
        if GAMES[game].round_ends:
            assert any(isinstance(event, GAMES[game].round_ends) for event in state.events)


@pytest.mark.parametrize("game", GAMES)
def test_a_state_that_is_played_on_stays_as_it_was(game: str) -> None:
    module = foresight_module()
    assert module is not None
    for _, twin in islice(positions(game, 6), 2, 20, 6):
        before = twin.copy()
        points, chances = module.futures_of(twin, 4, 9, network=network_of(game))
        assert (points, chances) == module.futures_of(twin, 4, 9, network=network_of(game))
        assert twin == before
        assert sum(chances) == pytest.approx(4)


def test_what_cannot_be_foreseen_is_refused() -> None:
    module, kernel, other = foresight_module(), kernel_of("voodoo_prince"), network_of("skull_queen")
    assert module is not None
    assert kernel is not None
    law, twin = next(positions("voodoo_prince", 1))
    mover = law.to_move()[0]
    waiting = (mover + 1) % law.players
    knows, waits = (kernel.Knowledge(GAMES["voodoo_prince"].view(law, seat)) for seat in (mover, waiting))
    with pytest.raises(IllegalAction):
        module.futures(knows, [99999], 1, 0)
    with pytest.raises(NotYourTurn):
        module.futures(waits, [0], 1, 0)
    with pytest.raises(PositionRefused, match="another game"):
        module.futures(knows, law.legal_actions(mover), 1, 0, network=other)
    for count in (0, -1, 1 << 40):
        with pytest.raises(ValueError, match="futures"):
            module.futures_of(twin, count, 0)


@pytest.mark.parametrize("game", GAMES)
def test_all_stand_alike_before_the_first_deal_and_a_leader_afterwards_better(game: str) -> None:
    module, kernel = foresight_module(), kernel_of(game)
    assert module is not None
    assert kernel is not None
    players = GAMES[game].players[-1]
    first = kernel.State(players, GAMES[game].complete({}))
    assert module.standing(first) == pytest.approx([1 / players] * players)
    for law, twin in islice(positions(game, 8), 0, 60, 12):
        chances = module.standing(twin)
        assert sum(chances) == pytest.approx(1)
        assert max(chances) == chances[max(range(law.players), key=law.scores.__getitem__)]
