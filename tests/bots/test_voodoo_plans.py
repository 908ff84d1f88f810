"""Plans for a turn of Voodoo by any network: always legal, the same for the same seed, and a win is taken."""

from array import array
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bots.winning_scene import two_curses_that_win
from hexdeck.ai.bots import make_bot
from hexdeck.ai.networks.fast_network import fast_network
from hexdeck.core.chance import Stream
from hexdeck.core.errors import NotYourTurn, PositionRefused
from hexdeck.core.features import STYLES
from hexdeck.core.registry import GAMES
from hexdeck.games.voodoo.ai.features import LAYOUT
from hexdeck.games.voodoo.ai.search import all_done
from hexdeck.games.voodoo.law.actions import MEANINGS, SEATS
from hexdeck.kernel import kernel_of, network_module

VOODOO = GAMES["voodoo"]


def any_network(seed: int, inputs: int = LAYOUT.size) -> Any:
    """Eight units, and weights as chance has them."""
    network, rng, sizes = network_module(), Random(seed), (inputs, 8, SEATS)
    assert network is not None, "the kernel is not compiled: run make setup"
    layers = [
        tuple(array("f", [rng.uniform(-0.5, 0.5) for _ in range(size)]) for size in (before * after, after))
        for before, after in pairwise(sizes)
    ]
    return network.Network(sizes, layers)


def planned(view: Any, network: Any, seed: int = 1, attention: int = 2) -> int:
    kernel = kernel_of("voodoo")
    assert kernel is not None, "the kernel is not compiled: run make setup"
    action: int = kernel.Knowledge(all_done(view)).planned(network, attention, seed)
    return action


@pytest.mark.parametrize("players", VOODOO.players)
def test_every_plan_is_legal(players: int) -> None:
    """Some choices are any that is legal, for hands and dice of all kinds."""
    rng, stream, network = Random(players), Stream(bytes(32)), any_network(players)
    law = VOODOO.set_up(players, {"mode": rng.choice(["screen", "table"])})
    for _ in range(250):
        if law.needs is not None:
            law.resolve(stream.supply(law.needs))
            continue
        if law.is_over:
            break
        seat = law.to_move()[0]
        view = VOODOO.view(law, seat)
        action = planned(view, network, rng.getrandbits(64), rng.randrange(len(STYLES)))
        assert action in view.actions
        law.apply(seat, action if rng.random() < 0.7 else rng.choice(view.actions))


@pytest.mark.parametrize("seed", range(3))
def test_two_cheap_curses_that_win_are_cast_whatever_the_network_thinks(seed: int) -> None:
    game, network = two_curses_that_win(), any_network(seed)
    while not game.state.is_over:
        game.state.apply(0, planned(VOODOO.view(game.state, 0), network))
        assert game.state.turn == 0
        assert game.state.needs is None
    assert game.state.scores[0] == 11


def test_the_same_seed_gives_the_same_plan() -> None:
    view, network = VOODOO.view(two_curses_that_win().state, 0), any_network(1)
    assert planned(view, network, 5) == planned(view, network, 5)


def test_net_alone_plans_its_turns_by_the_network_of_the_house() -> None:
    """Dice too; acts and calls are what comes to its mind."""
    stream, network = Stream(bytes(32)), fast_network("voodoo").network
    law, asked = VOODOO.set_up(3, {}), 0
    for _ in range(150):
        if law.needs is not None:
            law.resolve(stream.supply(law.needs))
            continue
        seat = law.to_move()[0]
        view: Any = VOODOO.view(law, seat)
        chosen = make_bot("net-alone", "voodoo", Random(3)).choose(view)
        if view.phase != "before_rolling" and MEANINGS[chosen][0] not in ("do", "call"):
            assert chosen == planned(view, network, Random(3).getrandbits(64))
            asked += 1
        law.apply(seat, chosen)
    assert asked > 50


def test_only_the_seat_to_move_plans_and_only_by_a_network_of_the_game() -> None:
    state = two_curses_that_win().state
    with pytest.raises(NotYourTurn):
        planned(VOODOO.view(state, 1), any_network(1))
    with pytest.raises(PositionRefused, match="another game"):
        planned(VOODOO.view(state, 0), any_network(1, LAYOUT.size - 1))
