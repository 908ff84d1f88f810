"""Intervals of the coach: those of the arena where worlds differ, and no points where they agree."""

from random import Random

import pytest

from hexdeck.ai.arena.estimates import estimate, share
from hexdeck.ai.coach.intervals import chance_of, difference_of, mean_of, unseen


def test_many_values_are_estimated_quickly_and_alike() -> None:
    rng = Random(6)
    values = [rng.gauss(0.3, 2) for _ in range(500)]
    for quick in (mean_of(values), difference_of(values)):
        assert (quick.mean, quick.margin) == pytest.approx((estimate(values).mean, estimate(values).margin))
    chances = [rng.random() for _ in range(500)]
    assert chance_of(chances).ends == pytest.approx(share(chances).ends)


def test_one_world_alone_says_nothing_about_others() -> None:
    for found in (mean_of([0.5]), chance_of([0.5]), difference_of([0.5])):
        assert (found.mean, found.margin) == (0.5, None)


@pytest.mark.parametrize(("number", "share"), [(1, 0.95), (2, 0.776393), (16, 0.170750), (300, 0.009936)])
def test_what_no_world_has_shown_may_still_be_so_frequent(number: int, share: float) -> None:
    """A kind of world that is as frequent is missed so many times in a row once in twenty."""
    assert unseen(number) == pytest.approx(share, abs=1e-6)
    assert (1 - share) ** number == pytest.approx(0.05, abs=1e-3)


def test_no_interval_of_agreeing_worlds_is_a_point() -> None:
    for number in (2, 8, 16, 300, 10_000):
        for value in (-1.0, -0.3, 0.0, 0.3, 1.0):
            assert difference_of([value] * number).margin
        for value in (0.0, 0.3, 1.0):
            low, high = chance_of([value] * number).ends or (0.0, 0.0)
            assert low < high


def test_the_interval_covers_what_few_worlds_miss() -> None:
    """Of 16 worlds that agree on +0.1, one in six may be another: the mean with that is still inside."""
    found = difference_of([0.1] * 16)
    assert found.low is not None
    assert found.low <= (1 - 0.17) * 0.1 + 0.17 * -1
