"""Bots that ask a network: the same answers with and without the kernel, from a network that fits."""

import json
from array import array
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bots.known_likings import KNOWN, TRAINED, moments, views
from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.net_bot import NetBot
from hexdeck.ai.bots.search_bot import Found, SearchBot
from hexdeck.ai.networks import weights as weights_module
from hexdeck.ai.networks.fast_network import FastNetwork
from hexdeck.ai.networks.slow_network import SlowNetwork
from hexdeck.ai.networks.weights import Weights, network_path, read_weights, weights_for
from hexdeck.core.cards import Action
from hexdeck.core.errors import SetupRefused
from hexdeck.core.features import STYLES, features_for, game_predicate, is_value_network, next_choices
from hexdeck.core.game import View
from hexdeck.core.game_files import part_of
from hexdeck.core.registry import GAMES

SEEN = [game for game in GAMES if part_of(game, "ai.features") is not None]
BOTH = STYLES.index("both")
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


RULES = ("is_weak_at", "is_nearly_over")  # where a search plays instead of the network


@cache
def seen_where(game: str, rule: str, *, holds: bool) -> list[Any]:
    """Some views where nobody must mix: those for which a rule of the game holds, or others."""
    seen = [view for number in range(4) for view in views(game, number, 40)]
    seen = [view for view in seen if view.players not in features_for(game).LAYOUT.mixes]
    return [view for view in seen if game_predicate(game, rule)(view) == holds][:12]


@pytest.mark.parametrize("game", TRAINED)
def test_the_expert_is_net(game: str) -> None:
    for rule in RULES:
        for view in seen_where(game, rule, holds=False):
            expert, net = (make_bot(name, game, Random(1)) for name in ("expert", "net"))
            assert expert.choose(view) == net.choose(view)


@pytest.mark.parametrize(
    ("rule", "game"),
    [(rule, game) for rule in RULES for game in TRAINED if seen_where(game, rule, holds=True)],
)
def test_a_search_plays_where_it_is_the_stronger(rule: str, game: str) -> None:
    for view in seen_where(game, rule, holds=True):
        bot, search = (make_bot(each, game, Random(1)) for each in ("net", "ismcts-10000"))
        assert bot.choose(view) == search.choose(view)


@pytest.mark.parametrize("game", [game for game in TRAINED if seen_where(game, RULES[1], holds=True)])
def test_a_search_that_helps_plays_for_what_the_network_plays_for(game: str) -> None:
    """Who plays for points alone and who plays for the match alone do not always choose the same."""
    asked = [view for rule in RULES for view in seen_where(game, rule, holds=True)]
    points, win = ([make_bot(name, game, Random(1)) for _ in asked] for name in ("net-points", "net-win"))
    both = zip(points, win, asked, strict=True)
    assert any(one.choose(view) != other.choose(view) for one, other, view in both)


@pytest.mark.parametrize("game", TRAINED)
def test_net_alone_never_searches(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where `net` does; and where it need not draw, it takes what the network likes best."""

    def looks(bot: SearchBot, view: View) -> Found:
        raise AssertionError(f"{bot} searches for {view.seat}")

    monkeypatch.setattr(SearchBot, "look", looks)
    asked = [view for number in range(4) for view in views(game, number, 40)]
    assert all(make_bot("net-alone", game, Random(1)).choose(view) in view.actions for view in asked)
    if not is_value_network(game):  # for Voodoo see test_voodoo_plans.py
        for view in [view for rule in RULES for view in seen_where(game, rule, holds=True)]:
            alone, likes = make_bot("net-alone", game, Random(1)), liked_best(game, view)
            assert alone.choose(view) == likes


def liked_best(game: str, view: View) -> Action:
    return NetBot(game, SlowNetwork(game, weights_for(game)), Random(2), "both").choose(view)


def made_up(game: str, spread: float) -> Weights:
    """For a network that nobody has trained."""
    layout, rng = features_for(game).LAYOUT, Random(1)
    sizes = (layout.size, 6, 4, layout.choices)

    def drawn(count: int) -> "array[float]":
        return array("f", [rng.gauss(0, spread) for _ in range(count)])

    return Weights(sizes, tuple((drawn(a * b), drawn(b)) for a, b in pairwise(sizes)))


@pytest.mark.parametrize("game", SEEN)
def test_a_network_chooses_what_it_likes_best(game: str) -> None:
    """Choice by choice, where an action is several; and likes the same with and without the kernel."""
    weights = made_up(game, 1.0)
    fast, slow = FastNetwork(game, weights), SlowNetwork(game, weights)
    bot = NetBot(game, fast, Random(1), "both")
    asked = (view for number in range(6) for view in views(game, number, 3))
    greedy = [view for view in asked if view.players not in features_for(game).LAYOUT.mixes]
    assert len(greedy) > 4
    for view in greedy:
        seen, ways = fast.read(view), slow.steps(view, view.actions)
        assert fast.steps(seen, view.actions) == ways
        way = ways[view.actions.index(bot.choose(view))]
        for at, choice in enumerate(way):
            choices = next_choices(ways, way[:at])
            likings = slow.likings(view, choices, BOTH, way[:at])
            assert fast.likings(seen, choices, BOTH, way[:at]) == pytest.approx(likings, rel=1e-5, abs=1e-5)
            assert likings[choices.index(choice)] == pytest.approx(max(likings), abs=1e-5)


@pytest.mark.parametrize("game", SEEN)
def test_who_chooses_in_secret_is_not_predictable(game: str) -> None:
    """If it likes all choices the same it draws one where it must mix, and takes the first elsewhere."""
    network = SlowNetwork(game, made_up(game, 0.0))
    mixed = 0
    for view in (view for number in range(8) for view in views(game, number, 1)):
        chosen = {NetBot(game, network, Random(seed), "both").choose(view) for seed in range(12)}
        must_mix = game == "skull_queen" and view.players == 2
        assert (len(chosen) > 1) == must_mix
        mixed += must_mix
    assert mixed or game != "skull_queen"


@pytest.mark.parametrize("game", TRAINED)
def test_weights_are_small_enough_to_ship(game: str) -> None:
    assert network_path(game).stat().st_size <= MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_network_says_so(game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(weights_module, "network_path", lambda _: tmp_path / "none.safetensors")
    with pytest.raises(SetupRefused, match="nobody has trained a network"):
        weights_for.__wrapped__(game)


@pytest.mark.parametrize("game", TRAINED)
def test_a_network_of_other_features_is_refused(game: str, tmp_path: Path) -> None:
    data = network_path(game).read_bytes()
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
    half.write_bytes(network_path(game).read_bytes()[:cut])
    with pytest.raises(SetupRefused, match="holds no network"):
        read_weights(half, game)
