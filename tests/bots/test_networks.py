"""Bots that ask a network: the same answers with and without the kernel, from a network that fits."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexdeck.bots import make_bot
from hexdeck.bots.net_bot import NetBot, compiled_network
from hexdeck.bots.of_the_house import NETS
from hexdeck.bots.slow_network import SlowNetwork
from hexdeck.bots.weights import FOLDER, read_weights, weights_for
from hexdeck.chance import Stream
from hexdeck.errors import SetupRefused
from hexdeck.features import STYLES
from hexdeck.games import GAMES
from hexdeck.kernel import kernel_of

VALUED = ("voodoo",)
TRAINED = sorted(path.stem for path in FOLDER.glob("*.safetensors"))
UNTRAINED = sorted({*GAMES} - {*TRAINED})
CHOOSING = sorted({*TRAINED} - {*VALUED})  # the others say what a turn is worth
MOST_BYTES = 1_800_000


def views(game: str, number: int, most: int) -> list[Any]:
    """What seats with a choice see in a random game."""
    law = GAMES[game]
    rng, stream = Random(number), Stream(number.to_bytes(32, "big"))
    state = law.set_up(rng.choice(law.players))
    found: list[Any] = []
    while not state.is_over and len(found) < most:
        if state.needs is not None:
            state.resolve(stream.supply(state.needs))
            continue
        seat = state.to_move()[0]
        actions = state.legal_actions(seat)
        if len(actions) > 1 and rng.random() < 0.2:
            found.append(law.view(state, seat))
        state.apply(seat, rng.choice(actions))
    return found


@pytest.mark.parametrize("game", TRAINED)
def test_a_network_says_the_same_with_and_without_the_kernel(game: str) -> None:
    kernel, slow = kernel_of(game), SlowNetwork(game, weights_for(game))
    assert kernel is not None, "the kernel is not compiled: run make setup"
    for view in views(game, 5, 4):
        said = compiled_network(game).outputs(kernel.Knowledge(view), 2)
        assert slow.outputs(view, 2, range(len(said))) == pytest.approx(said, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("game", CHOOSING)
@pytest.mark.parametrize("name", NETS)
def test_a_network_likes_the_same_with_and_without_the_kernel(game: str, name: str) -> None:
    bot, slow = NetBot(game, Random(1), NETS[name]), SlowNetwork(game, weights_for(game))
    for view in views(game, 5, 4):
        liked = bot.look(view)
        assert list(liked) == list(view.actions)
        assert slow.likings(view, STYLES.index(NETS[name])) == pytest.approx(
            list(liked.values()), rel=1e-5, abs=1e-5
        )


@pytest.mark.parametrize("game", CHOOSING)
def test_a_network_chooses_what_it_likes_best(game: str) -> None:
    bot = make_bot("net", game, Random(1))
    assert isinstance(bot, NetBot)
    for view in views(game, 3, 12):
        liked = bot.look(view)
        chosen = bot.choose(view)
        assert chosen in view.actions
        if len(view.to_move) == 1:
            assert liked[chosen] == max(liked.values())


@pytest.mark.parametrize("game", TRAINED)
def test_weights_are_small_enough_to_ship(game: str) -> None:
    assert (FOLDER / f"{game}.safetensors").stat().st_size <= MOST_BYTES


@pytest.mark.parametrize("game", UNTRAINED)
def test_a_game_without_a_network_says_so(game: str) -> None:
    with pytest.raises(SetupRefused, match="nobody has trained a network"):
        make_bot("net", game, Random(1))


@pytest.mark.parametrize("game", TRAINED)
def test_a_network_of_other_features_is_refused(game: str, tmp_path: Path) -> None:
    data = (FOLDER / f"{game}.safetensors").read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    header["__metadata__"]["fingerprint"] = "0" * 16
    changed = json.dumps(header).encode()
    other = tmp_path / "other.safetensors"
    other.write_bytes(len(changed).to_bytes(8, "little") + changed + data[8 + length :])
    with pytest.raises(SetupRefused, match="other rules or features"):
        read_weights(other, game)


@pytest.mark.parametrize("cut", [0, 4, 8, 100, 5_000])
@pytest.mark.parametrize("game", TRAINED)
def test_a_file_that_was_cut_off_is_refused(game: str, cut: int, tmp_path: Path) -> None:
    half = tmp_path / "half.safetensors"
    half.write_bytes((FOLDER / f"{game}.safetensors").read_bytes()[:cut])
    with pytest.raises(SetupRefused, match="holds no network"):
        read_weights(half, game)
