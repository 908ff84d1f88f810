"""Who sits with whom: everybody sits once, company varies, and the same standings make the same tables."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexdeck.server.tournaments.pairing import meetings, mixed, seated, swiss
from hexdeck.server.tournaments.round_robin import possible, rounds_for
from hexdeck.server.tournaments.sizes import Size, sizes

PEOPLE = st.integers(2, 24)
TABLES = st.integers(2, 6)


@pytest.mark.parametrize(
    ("people", "with_bots", "expected"),
    [
        (8, True, [Size(4, 4), Size(4, 4)]),
        (9, True, [Size(3, 4), Size(3, 4), Size(3, 4)]),  # rather than one alone among bots
        (10, True, [Size(4, 4), Size(3, 4), Size(3, 4)]),
        (2, True, [Size(2, 4)]),
        (8, False, [Size(4, 4), Size(4, 4)]),
        (9, False, [Size(5, 5), Size(4, 4)]),
        (10, False, [Size(5, 5), Size(5, 5)]),
        (11, False, [Size(4, 4), Size(4, 4), Size(3, 3)]),
        (2, False, [Size(2, 4)]),  # nobody plays this game with two: so bots do after all
    ],
)
def test_tables_for_four_in_a_game_for_three_to_five(
    people: int, with_bots: bool, expected: list[Size]
) -> None:
    assert sizes(people, 4, range(3, 6), with_bots=with_bots) == expected


def test_in_the_first_round_those_who_came_together_are_dealt_out() -> None:
    assert mixed([1, 2, 3, 4, 5, 6, 7], [4, 3]) == [[1, 3, 5, 7], [2, 4, 6]]


def test_neighbours_in_the_standings_sit_together_as_far_as_they_have_not_yet() -> None:
    """After 1357 and 2468 nobody can avoid everybody: two of each table is the least company again."""
    assert swiss([1, 2, 3, 4, 5, 6, 7, 8], [4, 4], {}) == [[1, 2, 3, 4], [5, 6, 7, 8]]

    met = meetings([[[1, 3, 5, 7], [2, 4, 6, 8]]])

    assert swiss([1, 2, 3, 4, 5, 6, 7, 8], [4, 4], met) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert swiss([1, 3, 5, 7, 2, 4, 6, 8], [4, 4], met) == [[1, 3, 2, 4], [5, 7, 6, 8]]


def test_meetings_are_counted_and_bots_are_nobody() -> None:
    assert meetings([[[1, 2, None], [3, None, None]], [[2, 1, 3]]]) == {
        frozenset({1, 2}): 2,
        frozenset({1, 3}): 1,
        frozenset({2, 3}): 1,
    }


def test_everybody_sits_where_they_have_sat_least_and_bots_sit_last() -> None:
    assert seated([7, 8, 9], 4, []) == [7, 8, 9, None]
    assert seated([7, 8, 9], 4, [[[7, 8, 9, None]]]) == [8, 7, 9, None]
    assert seated([1, 2], 2, [[[1, 2]], [[2, 1]], [[1, 3]]]) == [2, 1]


@given(people=PEOPLE, players=TABLES, rounds=st.integers(1, 4), with_bots=st.booleans(), data=st.data())
@settings(max_examples=30, deadline=None)
def test_everybody_sits_once_in_every_round(
    people: int, players: int, rounds: int, with_bots: bool, data: st.DataObject
) -> None:
    """Whatever the standings are; tables differ by one person at most; the same again is the same."""
    past: list[list[list[int | None]]] = []
    for number in range(rounds):
        wanted = sizes(people, players, range(2, 7), with_bots=with_bots)
        order = data.draw(st.permutations(range(1, people + 1)))
        seats = [size.people for size in wanted]
        tables = swiss(order, seats, meetings(past)) if number else mixed(order, seats)
        assert tables == (swiss(order, seats, meetings(past)) if number else mixed(order, seats))
        seating = [seated(table, size.seats, past) for table, size in zip(tables, wanted, strict=True)]
        sitting = [one for one in chain.from_iterable(seating) if one is not None]
        assert sorted(sitting) == list(range(1, people + 1))
        assert [len(table) for table in seating] == [size.seats for size in wanted]
        assert max(seats) - min(seats) <= 1
        past.append(seating)


@given(tables=st.integers(3, 8), data=st.data())
@settings(max_examples=20, deadline=None)
def test_company_varies(tables: int, data: st.DataObject) -> None:
    """In three rounds at three tables of three or more nobody needs the same company again and again."""
    past: list[list[list[int | None]]] = []
    for number in range(3):
        order = data.draw(st.permutations(range(3 * tables)))
        made = swiss(order, [3] * tables, meetings(past)) if number else mixed(order, [3] * tables)
        past.append([seated(table, 3, past) for table in made])
    met = meetings(past)
    assert max(met.values()) <= 2
    assert sum(times > 1 for times in met.values()) <= 2


@pytest.mark.parametrize(
    ("players", "people"),
    [(2, [2, 4, 6, 8, 10, 12, 14, 16]), (3, [3, 9]), (4, [4, 16]), (5, [5, 25]), (6, [6]), (7, [7, 49])],
)
def test_everybody_meets_everybody_once_where_that_can_be(players: int, people: list[int]) -> None:
    assert possible(players, 64, 15) == people
    for number in people:
        plan = rounds_for(number, players, 15)
        assert plan is not None
        assert all(sorted(chain.from_iterable(tables)) == list(range(number)) for tables in plan)
        met = meetings(plan)
        assert (len(met), set(met.values())) == (number * (number - 1) // 2, {1})


def test_there_is_no_plan_where_somebody_would_be_left_over() -> None:
    assert rounds_for(8, 4, 15) is None
    assert rounds_for(7, 2, 15) is None
    assert rounds_for(18, 2, 15) is None  # seventeen rounds are no evening
