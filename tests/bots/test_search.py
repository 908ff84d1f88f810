"""Search bots: same seed same choice, sound choices where there are some, mixed ones where not."""

from dataclasses import replace
from random import Random
from time import monotonic
from typing import Any

import pytest

from hexdeck.ai.arena.results import measure
from hexdeck.ai.arena.settings import new_settings
from hexdeck.ai.bots import levels, make_bot, search_bot, slow_search
from hexdeck.ai.bots.levels import LEVELS, LevelBot
from hexdeck.ai.bots.search_bot import SearchBot, mean
from hexdeck.core.chance import Stream
from hexdeck.core.registry import GAMES
from hexdeck.games.voodoo_prince import GAME as VOODOO_PRINCE
from hexdeck.games.voodoo_prince.law.names import card_named
from rulebook.skull_queen_scene import Scene as SkullQueen
from rulebook.voodoo_prince_scene import Scene as VoodooPrince


def opened(game: str, players: int) -> Any:
    """A state in which somebody must choose."""
    state, stream = GAMES[game].set_up(players), Stream(bytes(32))
    while state.needs is not None:
        state.resolve(stream.supply(state.needs))
    return state


def last_two() -> Any:
    """Leon and Nina are left; whoever wins now is not left over, and Leon holds the top trump."""
    return VoodooPrince(
        trump="blue",
        leads="Leon",
        in_round=5,
        tricks={"Marie": 3, "Lukas": 3, "Leon": 2, "Nina": 2},
        out="Marie Lukas",
        Marie="",
        Lukas="",
        Leon="b12 g1 r2",
        Nina="r9 g9 y9",
    )


SEARCHED = ["voodoo_prince", "vampire_queen", "skull_queen"]


@pytest.mark.parametrize("game", SEARCHED)
@pytest.mark.parametrize("name", ["ismcts-60", "mc-60", "novice"])
def test_the_same_seed_and_budget_give_the_same_choice(game: str, name: str) -> None:
    state = opened(game, GAMES[game].players[1])
    view = GAMES[game].view(state, state.to_move()[0])
    choices = [make_bot(name, game, Random(5)).choose(view) for _ in range(2)]
    assert choices[0] == choices[1]
    assert choices[0] in view.actions


@pytest.mark.parametrize("name", ["ismcts-200", "mc-200", "club", "casual"])
def test_a_sure_winner_is_played_when_winning_is_everything(name: str) -> None:
    view = GAMES["voodoo_prince"].view(last_two().state, 2)
    assert make_bot(name, "voodoo_prince", Random(1)).choose(view) == card_named("b12")


def test_a_single_legal_action_needs_no_search() -> None:
    game = VoodooPrince(trump="blue", leads="Carsten", Carsten="r7 g1", Ulrich="r2 g2")
    game.play("Carsten r7")
    assert (
        SearchBot("voodoo_prince", 10**8, Random(0)).choose(GAMES["voodoo_prince"].view(game.state, 1)) == 2
    )


def test_two_players_of_skull_queen_mix_their_secret_choices() -> None:
    """The best card depends on what the other plays, so nobody should be certain of it."""
    game = SkullQueen(
        leads="Luke",
        planks={"Luke": "front r5 y3 g3 b5", "Leon": "back r5 y3 g3 b3"},
        ghost="b6 r6 y6",
        Luke="b2 b9 b11",
        Leon="b3 b8 b10",
    )
    view = GAMES["skull_queen"].view(game.state, 0)
    chosen = {make_bot("ismcts-400", "skull_queen", Random(seed)).choose(view) for seed in range(12)}
    assert len(chosen) > 1


@pytest.mark.parametrize(
    ("game", "players"), [("voodoo_prince", 4), ("vampire_queen", 4), ("skull_queen", 3)]
)
def test_search_beats_random_play(game: str, players: int) -> None:
    settings = new_settings(game, ("ismcts-150", "random"), players=players, seed=4)
    assert measure(settings, 2).duels["ismcts-150", "random"].win_share.mean * players >= 1.5


def test_without_the_kernel_search_runs_on_the_law_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_bot, "kernel_of", lambda _game: None)
    monkeypatch.setattr(slow_search, "search_module", lambda: None)
    slow_search.say_so_once.cache_clear()
    view = GAMES["voodoo_prince"].view(last_two().state, 2)
    bot = make_bot("ismcts-2000", "voodoo_prince", Random(1))

    with pytest.warns(UserWarning, match="the compiled kernel is not here") as said:
        choices = [bot.choose(view), bot.choose(view)]

    assert choices == [card_named("b12"), card_named("b12")]
    assert len(said) == 1


@pytest.mark.parametrize("level", ["novice", "casual"])
def test_no_level_throws_more_away_than_its_guard(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its temper, the bot never plays what its own search calls silly."""
    found = {1: (10, 9.0), 2: (10, 8.5), 3: (10, 2.0)}
    view = replace(VOODOO_PRINCE.view(last_two().state, 2), actions=(1, 2, 3))
    search = SearchBot("voodoo_prince", LEVELS[level].iterations, Random(0))
    monkeypatch.setattr(search, "look", lambda _view: found)
    bot = LevelBot("voodoo_prince", LEVELS[level], search, Random(0))

    chosen = {bot.choose(view) for _ in range(300)}

    assert 3 not in chosen
    assert 1 in chosen
    assert all(mean(found[1]) - mean(found[action]) <= LEVELS[level].guard for action in chosen)


@pytest.mark.parametrize("game", SEARCHED)
def test_who_plays_for_points_does_not_look_at_the_standing(game: str) -> None:
    state = opened(game, 3)
    view: Any = GAMES[game].view(state, state.to_move()[0])
    ahead = replace(view, scores=(20, 0, 0))

    def found(seen: Any, match: float | None) -> Any:
        return SearchBot(game, 60, Random(1), match=match).look(seen)

    assert found(view, 0.0) == found(ahead, 0.0)
    for match in (None, 0.95):
        assert found(view, match) != found(ahead, match)


def test_a_search_by_the_clock_takes_about_its_time() -> None:
    view = GAMES["voodoo_prince"].view(opened("voodoo_prince", 4), opened("voodoo_prince", 4).turn)
    started = monotonic()
    assert make_bot("ismcts-100ms", "voodoo_prince", Random(1)).choose(view) in view.actions
    assert 0.1 <= monotonic() - started < 5.0


def test_levels_are_named_from_gentle_to_strong() -> None:
    assert list(levels.LEVELS) == ["novice", "casual", "club", "expert"]
