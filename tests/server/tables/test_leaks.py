"""Nobody is sent anything that depends on cards they cannot see; leak_run.py tells how that is known."""

from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from hexdeck.core.cards import Action, Seat
from hexdeck.core.table import Table
from hexdeck.server.base.logs import log
from hexdeck.server.base.messages import TableInfo
from hexdeck.server.tables.audience import Audience
from laws.games import CASES, Case
from server.leak_run import differences, heard_twice
from server.redeals import Twins, twins

NUMBERED = [pytest.param(*case.values, number, id=case.id) for number, case in enumerate(CASES)]


@pytest.mark.parametrize(("case", "number"), NUMBERED)
def test_what_a_seat_is_sent_does_not_depend_on_cards_it_cannot_see(case: Case, number: int) -> None:
    """A game of each kind; `make soak` plays a thousand."""
    first, second = heard_twice(twins(case, number), number)
    assert list(differences(first, second)) == []


def _some_twins() -> Twins:
    """A game of three, seen from seat 1."""
    [case] = [param.values[0] for param in CASES if param.id == "voodoo_prince-3"]
    assert isinstance(case, Case)
    return next(made for number in range(100) if (made := twins(case, number)).seat == 1)


def hand_at(table: Table, seat: Seat) -> tuple[int, ...]:
    view: Any = table.view(seat)
    return tuple(view.hand)


def _leaks(games: Twins) -> list[str]:
    return [leak.split(" differs")[0] for leak in differences(*heard_twice(games, 1))]


@pytest.mark.parametrize(
    ("looking", "where"),
    [
        ("view", {"back as seat 1", "back as spectator", "catching up"}),
        ("own", {"socket", "spectator", "stream"}),
    ],
)
def test_a_house_that_shows_a_neighbours_hand_is_found_out(looking: str, where: set[str]) -> None:
    def look(table: Table, seat: Seat | None) -> Any:
        return getattr(table.game, looking)(
            table._course.state, 0 if seat is None else (seat + 1) % table.players
        )

    with patch.object(Table, looking, look):
        assert where <= set(_leaks(_some_twins()))


def test_a_house_that_gives_a_hand_away_by_a_number_is_found_out() -> None:
    honest = Audience.info

    def info(audience: Audience) -> TableInfo:
        table = audience._state.table
        hand = hand_at(table, 0) if table else (0,)
        return replace(honest(audience), watchers=sum(hand))

    with patch.object(Audience, "info", info):
        assert {"socket", "spectator", "stream"} <= set(_leaks(_some_twins()))


def test_a_house_that_writes_cards_into_its_log_is_found_out() -> None:
    honest = Table.submit

    def submit(table: Table, seat: Seat, action: Action) -> None:
        log("played", hands=[hand_at(table, seat) for seat in range(table.players)])
        honest(table, seat, action)

    with patch.object(Table, "submit", submit):
        assert _leaks(_some_twins()) == ["log"]
