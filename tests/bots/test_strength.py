"""Every heuristic beats random play clearly, at every player count, and reads only its view."""

from random import Random

import pytest

from hexdeck.ai.arena.results import measure
from hexdeck.ai.arena.settings import new_settings
from hexdeck.ai.arena.simulate import play_bots
from hexdeck.ai.bots import make_bot
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import AnyGame
from hexdeck.core.registry import GAMES

TABLES = [
    pytest.param(game, players, id=f"{game.name}-{players}")
    for game in GAMES.values()
    for players in game.players
]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_heuristic_wins_one_and_a_half_times_its_share(game: AnyGame, players: int) -> None:
    """Seats rotate over the same deals; the seeds are fixed, so this is no gamble.  More: make strength."""
    options = {"phases": 3} if game.name == "vampire_queen" else {}
    settings = new_settings(game.name, ("heuristic", "random"), players=players, options=options, seed=11)
    deals = 6 // players if game.name == "voodoo_prince" else 1
    duel = measure(settings, deals).duels["heuristic", "random"]
    assert duel.win_share.mean * players >= 1.5


@pytest.mark.parametrize("kind", ["random", "heuristic"])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_same_seed_gives_the_same_game(game: AnyGame, kind: str) -> None:
    kinds = [kind] * game.players[0]
    assert play_bots(game, kinds, bytes(32)).record.text() == play_bots(game, kinds, bytes(32)).record.text()


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(SetupRefused, match="no bot is called “deep_blue”: choose one of random, heuristic"):
        make_bot("deep_blue", "voodoo", Random(0))
