"""What a network sees is the same from a view in Python and from a view or a state in the kernel."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from hexdeck.core.chance import Stream
from hexdeck.core.errors import SetupRefused
from hexdeck.core.feature_layout import Steps
from hexdeck.core.features import STYLES, features_for, fingerprint, next_choices
from hexdeck.core.game_files import part_of
from hexdeck.core.registry import GAMES
from hexdeck.kernel import kernel_of, network_module

SEEN = [game for game in GAMES if part_of(game, "ai.features") is not None]


def positions(game: str, number: int) -> Iterator[tuple[Any, Any]]:
    """Law and kernel side by side, whenever somebody must choose, in a random game."""
    law_of, kernel, rng = GAMES[game], kernel_of(game), Random(number)
    assert kernel is not None, "the kernel is not compiled: run make setup"
    wanted = {option.name: rng.choice(option.choices) for option in law_of.options}
    options, players = law_of.complete(wanted), rng.choice(law_of.players)
    law, twin = law_of.set_up(players, options), kernel.State(players, options)
    stream = Stream(number.to_bytes(32, "big"))
    while not law.is_over:
        if law.needs is not None:
            outcome = stream.supply(law.needs)
            law.resolve(outcome)
            twin.resolve(outcome)
            continue
        yield law, twin
        seat = law.to_move()[0]
        action = rng.choice(law.legal_actions(seat))
        law.apply(seat, action)
        twin.apply(seat, action)


@pytest.mark.parametrize("game", SEEN)
@pytest.mark.parametrize("number", range(6))
def test_law_and_kernel_see_the_same(game: str, number: int) -> None:
    kernel, network, features = kernel_of(game), network_module(), features_for(game)
    assert kernel is not None
    assert network is not None
    rng, names = Random(number), features.LAYOUT.names()
    for law, twin in positions(game, number):
        seat, style = rng.choice((rng.randrange(law.players), law.to_move()[0])), rng.randrange(len(STYLES))
        view = GAMES[game].view(law, seat)
        knowledge = kernel.Knowledge(view)
        ways = features.steps(view, view.actions)
        assert network.steps(knowledge, view.actions) == ways
        way = rng.choice(ways) if ways else ()
        decided = way[: rng.randrange(max(1, len(way)))]
        seen = features.features(view, style, decided)
        found = network.features(knowledge, style, decided)
        assert [names[bit] for bit in found] == [names[bit] for bit in seen]
        assert network.features_of(twin, seat, style, decided) == seen
        world = knowledge.world(rng.getrandbits(60))
        assert network.features_of(world, seat, style, decided) == seen, "it saw what the seat does not"


@pytest.mark.parametrize("game", SEEN)
def test_every_action_is_choices_that_make_up_no_other(game: str) -> None:
    features = features_for(game)
    for law, _ in positions(game, 7):
        view = GAMES[game].view(law, law.to_move()[0])
        ways = features.steps(view, view.actions)
        assert len({*ways}) == len(ways)
        assert all(0 <= number < features.LAYOUT.choices for way in ways for number in way)
        assert len({len(way) for way in ways}) == 1, "an action would end where another goes on"


def test_placing_is_five_small_choices() -> None:
    """Side, then a space for each slot; nobody sees more of it than the seat itself."""
    features = features_for("skull_queen")
    law, _ = next(positions("skull_queen", 3))
    view = GAMES["skull_queen"].view(law, 0)
    ways, decided = features.steps(view, view.actions), Steps()
    for count in (2, 5, 5, 5, 5):
        choices = next_choices(ways, decided)
        assert len(choices) == count
        decided += (choices[1],)
    assert decided in ways


def test_a_game_without_features_says_so() -> None:
    with pytest.raises(SetupRefused, match="no network sees nim"):
        features_for("nim")


@pytest.mark.parametrize("game", SEEN)
def test_every_bit_has_a_name_of_its_own(game: str) -> None:
    layout = features_for(game).LAYOUT
    assert len({*layout.names()}) == layout.size
    assert len(fingerprint(game)) == 16


def test_a_bit_that_is_named_anew_leaves_its_network_readable() -> None:
    """Networks of Voodoo Prince know the variant by a name that is no longer shown."""
    layout = features_for("voodoo_prince").LAYOUT
    renamed = dict(zip(layout.names(), layout.trained_names(), strict=True))
    assert {name: former for name, former in renamed.items() if name != former} == {
        "variant: the Race to 20": "variant: the Marshmallow Test"
    }
    assert fingerprint("voodoo_prince") == "682835c0bda3ce6e"  # that of networks trained before
