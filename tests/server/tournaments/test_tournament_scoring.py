"""What a round is worth: whoever had the same cards is compared."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from hexdeck.server.tournaments.scoring import Mark, Played, marks, standings

HALF = Fraction(1, 2)


def points(tables: list[Played]) -> dict[int, float]:
    return {entrant: float(100 * mark.surpassed) for entrant, mark in marks(tables).items()}


def test_the_same_seat_of_every_other_table_is_compared() -> None:
    """Seat 0 got 12, 9 and 9 points: the first has surpassed both, the others share the rest."""
    tables = [
        Played([1, 2, 3], [12, 4, 0]),
        Played([4, 5, 6], [9, 8, -3]),
        Played([7, 8, 9], [9, 6, 2]),
    ]
    assert points(tables) == {1: 100, 4: 25, 7: 25, 2: 0, 5: 100, 8: 50, 3: 50, 6: 0, 9: 100}


def test_a_bot_on_the_same_seat_is_compared_too_and_gets_nothing() -> None:
    assert points([Played([1, 2], [5, 5]), Played([3, None], [4, 6])]) == {1: 100, 3: 0, 2: 0}


def test_a_table_alone_of_its_size_is_compared_with_itself() -> None:
    """Other numbers of players have other cards."""
    tables = [Played([1, 2, 3], [3, 7, 3]), Played([4, 5], [6, 1]), Played([6, 7], [2, 1])]
    assert points(tables) == {1: 25, 2: 100, 3: 25, 4: 100, 6: 0, 5: 50, 7: 50}


def test_at_a_table_that_was_closed_everybody_gets_half() -> None:
    tables = [Played([1, 2], None), Played([3, 4], [9, 2])]
    assert points(tables) == {1: 50, 2: 50, 3: 100, 4: 0}


def test_equal_points_are_parted_by_the_own_tables_and_else_share_a_place() -> None:
    rounds = [
        {1: Mark(HALF, Fraction(1)), 2: Mark(HALF, Fraction(0)), 3: Mark(HALF, Fraction(1))},
        {2: Mark(HALF, Fraction(1)), 1: Mark(HALF, HALF), 3: Mark(HALF, HALF), 4: Mark(Fraction(1), HALF)},
    ]
    found = standings([1, 2, 3, 4], rounds)
    assert [(one.place, one.entrant, float(one.points)) for one in found] == [
        (1, 1, 100),
        (1, 3, 100),
        (3, 2, 100),
        (4, 4, 100),  # came late: nothing for the first round, and half a table for the second
    ]
    assert found[3].rounds == [None, Fraction(100)]


@given(
    st.integers(2, 5).flatmap(
        lambda seats: st.lists(
            st.lists(st.integers(-50, 50), min_size=seats, max_size=seats), min_size=1, max_size=6
        )
    )
)
def test_what_one_gains_somebody_with_the_same_cards_loses(scores: list[list[int]]) -> None:
    """All points of a round come to half of what there could be, and more at a seat is worth more."""
    seats = len(scores[0])
    numbers = iter(range(100))
    tables = [Played([next(numbers) for _ in range(seats)], table) for table in scores]
    found = marks(tables)
    assert sum(mark.surpassed for mark in found.values()) == Fraction(len(found), 2)
    for seat in range(seats):
        ranked = sorted(tables, key=lambda table: table.scores[seat] if table.scores else 0)
        shares = [found[table.seats[seat] or 0].surpassed for table in ranked]
        assert len(tables) == 1 or shares == sorted(shares)
