"""How long bots wait before they act."""

from hexdeck.server.tables.driver import pause_before
from hexdeck.server.tables.live_table import BotTurn


def turn(*, interrupts: bool = False, goes_on: bool = False) -> BotTurn:
    return BotTurn(1, interrupts, goes_on, "casual", None, 7, None)


def test_a_bot_waits_before_its_turn_and_hardly_within_it() -> None:
    assert pause_before(turn(), "normal", may_be_undone=False) == 0.7
    assert pause_before(turn(goes_on=True), "normal", may_be_undone=False) == 0.04
    assert pause_before(turn(goes_on=True), "calm", may_be_undone=False) == 0.7
    assert pause_before(turn(), "instant", may_be_undone=False) == 0.0


def test_a_bot_leaves_people_time_to_take_back() -> None:
    assert pause_before(turn(), "normal", may_be_undone=True) == 1.5


def test_whoever_interrupts_does_so_at_once() -> None:
    assert pause_before(turn(interrupts=True), "calm", may_be_undone=False) == 0.0
