"""Bots that ask a network: the same answers with and without the kernel, from a network that fits."""

import json
from pathlib import Path
from random import Random

import pytest

from bots.known_likings import KNOWN, TRAINED, moments, views
from hexdeck.bots import make_bot
from hexdeck.bots.fast_network import FastNetwork
from hexdeck.bots.net_bot import network_for
from hexdeck.bots.of_the_house import NETS
from hexdeck.bots.slow_network import SlowNetwork
from hexdeck.bots.weights import FOLDER, read_weights, weights_for
from hexdeck.chance import Stream
from hexdeck.errors import SetupRefused
from hexdeck.features import STYLES, features_for, next_choices
from hexdeck.games import GAMES

UNTRAINED = sorted({*GAMES} - {*TRAINED})
CHOOSING = [game for game in TRAINED if features_for(game).LAYOUT.choices == weights_for(game).sizes[-1]]
MIXING = [game for game in CHOOSING if features_for(game).LAYOUT.mixes]
MOST_BYTES = 1_800_000


@pytest.mark.parametrize("kind", [FastNetwork, SlowNetwork])
@pytest.mark.parametrize("game", TRAINED)
def test_networks_see_and_like_what_they_did(game: str, kind: type[FastNetwork] | type[SlowNetwork]) -> None:
    """With the kernel and without, to a hundred-thousandth."""
    network, features = kind(game, weights_for(game)), features_for(game)
    told = json.loads(KNOWN.read_text())[game]
    for moment, known in zip(moments(game), told, strict=True):
        assert features.features(moment.view, moment.style, moment.decided) == known["features"]
        assert moment.choices == known["choices"]
        seen = network.read(moment.view)
        likings = network.likings(seen, moment.choices, moment.style, moment.decided)
        assert likings == pytest.approx(known["likings"], rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("game", TRAINED)
def test_the_expert_plays_by_the_network(game: str) -> None:
    expert, net = (make_bot(name, game, Random(1)) for name in ("expert", "net"))
    seen = list(views(game, 3, 4))
    assert [expert.choose(view) for view in seen] == [net.choose(view) for view in seen]


@pytest.mark.parametrize("game", CHOOSING)
def test_a_network_chooses_what_it_likes_best(game: str) -> None:
    """Choice by choice, unless it must not be predictable."""
    bot, network, layout = make_bot("net", game, Random(1)), network_for(game), features_for(game).LAYOUT
    looked = 0
    for view in (view for number in range(3, 6) for view in views(game, number, 4)):
        chosen = bot.choose(view)
        assert chosen in view.actions
        if view.players in layout.mixes:
            continue
        seen = network.read(view)
        ways = network.steps(seen, view.actions)
        way = ways[view.actions.index(chosen)]
        for at, choice in enumerate(way):
            choices = next_choices(ways, way[:at])
            likings = network.likings(seen, choices, STYLES.index(NETS["net"]), way[:at])
            assert choice == choices[likings.index(max(likings))]
            looked += 1
    assert looked > 4


@pytest.mark.parametrize("game", MIXING)
def test_who_chooses_in_secret_is_not_predictable(game: str) -> None:
    """With as many players as must mix, the same view is answered in several ways; else always in one."""
    law = GAMES[game]
    for players in law.players:
        state = law.set_up(players)
        stream = Stream(players.to_bytes(32, "big"))
        while state.needs is not None:
            state.resolve(stream.supply(state.needs))
        view = law.view(state, 0)
        chosen = {make_bot("net", game, Random(seed)).choose(view) for seed in range(12)}
        assert (len(chosen) > 1) == (players in features_for(game).LAYOUT.mixes)


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
