"""Voodoo's search bots: whole games in both modes, sound deeds, and no reminder of what slipped the mind."""

from array import array
from random import Random
from typing import Any

import pytest

from bots.winning_scene import two_curses_that_win
from hexdeck import new_table
from hexdeck.ai.arena.results import measure
from hexdeck.ai.arena.settings import new_settings
from hexdeck.ai.arena.simulate import play_bots
from hexdeck.ai.bots import make_bot, slow_search
from hexdeck.ai.bots.search_bot import SearchBot
from hexdeck.core.errors import PositionRefused
from hexdeck.core.registry import GAMES
from hexdeck.games.voodoo.ai import search as voodoo_search
from hexdeck.games.voodoo.ai.features import LAYOUT
from hexdeck.games.voodoo.ai.heuristic import TRIED, Heuristic
from hexdeck.games.voodoo.ai.search import Sought, VoodooPlayer
from hexdeck.games.voodoo.law.actions import SEATS
from hexdeck.games.voodoo.law.names import action_named
from hexdeck.kernel import kernel_of, network_module, search_module
from rulebook.voodoo_scene import Scene

VOODOO = GAMES["voodoo"]
NAMES = ["ismcts-40", "mc-40", "club", "net"]


def view_of(game: Scene, name: str) -> Any:
    return VOODOO.view(game.state, game.seat(name))


@pytest.mark.parametrize("mode", ["screen", "table"])
@pytest.mark.parametrize("players", VOODOO.players)
def test_search_plays_whole_games_by_the_rules(players: int, mode: str) -> None:
    """The table refuses whatever is not legal."""
    kinds = (["ismcts-40", "mc-40", "net", "novice", "random", "expert"])[:players]
    assert play_bots(VOODOO, kinds, bytes(32), {"mode": mode}).is_over


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_budget_give_the_same_game(name: str) -> None:
    games = [play_bots(VOODOO, [name, "heuristic", name], bytes(32)) for _ in range(2)]
    assert games[0].record.text() == games[1].record.text()


@pytest.mark.parametrize("name", [*NAMES, "expert"])
def test_two_cheap_curses_that_win_together_are_cast(name: str) -> None:
    game = two_curses_that_win()
    bot = make_bot(name, "voodoo", Random(3))
    while not game.state.is_over:
        game.state.apply(0, bot.choose(view_of(game, "Leo")))
        assert game.state.turn == 0
        assert game.state.needs is None
    assert game.state.scores[0] == 11


def test_a_search_reminds_nobody_of_an_act() -> None:
    """Whoever forgets everything passes without the act; whoever forgets nothing does it first."""
    game = Scene(
        doll="Leo",
        in_force=("winter_sleep Ugo on Leo",),
        Leo="tiny_drum",
        Ugo="mummy_feet",
        Ida="lights_out",
    )
    game.play("Leo roll", "dice bat bat bat bat bat", "Leo stop", "Leo draw curse with bat bat")
    view = view_of(game, "Leo")

    def chooses(attention: float) -> int:
        sense = Heuristic(Random(1), attention=attention, taste=TRIED)
        return VoodooPlayer(Sought(SearchBot("voodoo", 40, Random(1))), sense).choose(view)

    act = action_named("do winter_sleep")
    assert chooses(1.0) == act
    assert chooses(0.0) != act


@pytest.mark.parametrize("players", VOODOO.players)
def test_search_beats_random_play_clearly(players: int) -> None:
    settings = new_settings("voodoo", ("ismcts-100", "random"), players=players, seed=4)
    assert measure(settings, 1).duels["ismcts-100", "random"].win_share.mean * players >= 1.5


def test_search_beats_the_heuristic() -> None:
    settings = new_settings("voodoo", ("ismcts-200", "heuristic"), players=3, seed=6)
    duel = measure(settings, 4).duels["ismcts-200", "heuristic"]
    assert duel.win_share.mean * 3 >= 1.3
    assert duel.main_lead.mean > 0


def test_an_expert_is_the_player_who_asks_the_network() -> None:
    seen = view_of(two_curses_that_win(), "Leo")
    expert, net = (make_bot(name, "voodoo", Random(2)) for name in ("expert", "net"))
    assert expert.choose(seen) == net.choose(seen)


def found(network: Any, view: Any) -> dict[int, tuple[int, float]]:
    search, kernel = search_module(), kernel_of("voodoo")
    assert search is not None, "the kernel is not compiled: run make setup"
    assert kernel is not None, "the kernel is not compiled: run make setup"
    return dict(search.ismcts(kernel.Knowledge(view), 300, 7, network=network))


def test_a_search_takes_chances_from_the_network_it_asks() -> None:
    """One that is sure of the seat finds every choice good, one that is sure of the next seat none."""
    game = Scene(doll="Leo", Leo="tiny_drum mummy_feet", Ugo="winter_sleep", Ida="lights_out")
    game.play("Leo roll", "dice raven star skull skull bat", "Leo stop")
    seen = view_of(game, "Leo")
    for sure_of, worth in ((0, 1.0), (1, 0.0)):
        tried = found(certain_network(sure_of), seen)
        assert len(tried) > 1
        assert [total / visits for visits, total in tried.values()] == pytest.approx([worth] * len(tried))


def test_a_search_asks_only_a_network_of_its_game() -> None:
    search, kernel = search_module(), kernel_of("voodoo_prince")
    assert search is not None
    assert kernel is not None
    with pytest.raises(PositionRefused, match="another game"):
        found(certain_network(0, LAYOUT.size - 1), view_of(two_curses_that_win(), "Leo"))
    prince = new_table("voodoo_prince", 4)
    knowledge = kernel.Knowledge(prince.view(prince.to_move()[0]))
    with pytest.raises(PositionRefused, match="another game"):
        search.ismcts(knowledge, 10, 1, network=certain_network(0))


def certain_network(away: int, inputs: int = LAYOUT.size) -> Any:
    """Whatever it sees, it is sure that the seat so far from the one that looks will win."""
    network = network_module()
    assert network is not None, "the kernel is not compiled: run make setup"
    chances = array("f", [40.0 if seat == away else 0.0 for seat in range(SEATS)])
    return network.Network(
        (inputs, 1, SEATS),
        [(array("f", [0.0] * inputs), array("f", [0.0])), (array("f", [0.0] * SEATS), chances)],
    )


def test_levels_differ_in_attention_and_search() -> None:
    """The expert forgets nothing; a novice among experts is caught now and then."""
    settings = new_settings("voodoo", ("novice", "club"), players=3, seed=2)
    assert measure(settings, 3).duels["novice", "club"].win_share.mean * 3 < 0.9


def test_without_the_kernel_it_goes_by_the_heuristic_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(voodoo_search, "kernel_of", lambda _game: None)
    slow_search.say_so_once.cache_clear()
    with pytest.warns(UserWarning, match="the compiled kernel is not here") as said:
        played = play_bots(VOODOO, ["ismcts-100", "mc-100", "expert"], bytes(32))
    assert played.is_over
    assert len(said) == 1
