"""The cheater sees all cards, and is known to the arena alone."""

from random import Random

import pytest

from hexdeck.ai.arena.match import play_deal
from hexdeck.ai.arena.settings import new_settings
from hexdeck.ai.arena.statistics import duels
from hexdeck.ai.bots import make_bot
from hexdeck.core.errors import SetupRefused


@pytest.mark.parametrize(
    ("game", "players"), [("voodoo_prince", 2), ("vampire_queen", 3), ("skull_queen", 3)]
)
def test_whoever_sees_all_cards_beats_the_same_search_that_does_not(game: str, players: int) -> None:
    options: dict[str, int | str] = {"phases": 1} if game == "vampire_queen" else {}
    settings = new_settings(game, ["cheater-150", "ismcts-150"], players=players, options=options, seed=3)
    [alone, _among] = duels(settings, [play_deal(settings, deal) for deal in range(6)])
    assert alone.bot == "cheater-150"
    assert alone.lead.mean > 0


def test_no_table_for_people_knows_a_cheater() -> None:
    with pytest.raises(SetupRefused, match="no bot is called “cheater-100”"):
        make_bot("cheater-100", "voodoo_prince", Random(0))


def test_a_cheater_does_not_play_voodoo() -> None:
    with pytest.raises(SetupRefused, match="the cheater cannot play voodoo"):
        new_settings("voodoo", ["cheater-100", "random"], players=3)
