"""What choices are worth: whatever the seat has not seen, and plain where it is plain."""

from array import array
from itertools import islice
from random import Random

import pytest

from hexdeck.ai.arena.estimates import Estimate
from hexdeck.ai.coach.adviser import Adviser
from hexdeck.ai.coach.outlook import Outlook, require_kernel
from hexdeck.ai.coach.values import MOST_COMPARED, advice_of, advise, compared, value
from hexdeck.core.errors import AdviceRefused, IllegalAction, NotYourTurn
from hexdeck.core.registry import GAMES
from lockstep.test_features import positions
from rulebook.voodoo_prince_scene import Scene


@pytest.mark.parametrize("game", GAMES)
def test_advice_does_not_change_with_what_the_seat_has_not_seen(game: str) -> None:
    rng = Random(3)
    for law, twin in islice(positions(game, 5), 0, 40, 13):
        seat = law.to_move()[0]
        view = GAMES[game].view(law, seat)
        redealt = GAMES[game].view(GAMES[game].worlds(view, rng), seat)
        advice = advise(game, view, worlds=4, seed=9)
        assert advise(game, redealt, worlds=4, seed=9) == advice
        assert sorted(choice.action for choice in advice.choices) == sorted(advice.outlook.actions)
        assert advice.best.behind.chance.mean == 0
        assert all(is_close(choice.behind.chance) for choice in advice.choices)
        worth = value(game, law, playouts=3)
        assert worth == value(game, twin, playouts=3)
        assert sum(one.chance.mean for one in worth) == pytest.approx(1)


def is_close(difference: Estimate) -> bool:
    """Not clearly better than the best."""
    return difference.mean >= 0 or not difference.is_clear


def test_numbers_are_those_of_the_worlds() -> None:
    """Two choices in four worlds, a table of two: everything can be worked out by hand."""
    sure = array("d", [2, 1, 2, 1, 2, 1, 2, 1])  # seat 1 has 1 in every world
    risky = array("d", [0, 3, 0, 3, 0, 3, 4, 0])
    halves, risks = array("d", [0.5] * 8), array("d", [0.25, 0.75, 0.25, 0.75, 0.25, 0.75, 1, 0])
    outlook = Outlook(1, 2, (7, 8), 4, (1, 2, 3, 4), (sure, risky), (halves, risks))

    advice = advice_of("voodoo_prince", outlook)

    assert [choice.action for choice in advice.choices] == [8, 7]
    assert advice.best.worth.points.mean == 2.25
    assert advice.best.worth.points.margin == pytest.approx(3.182 * 1.5 / 2)
    assert advice.choice(7).worth.points.margin == 0
    assert advice.choice(7).behind.points.mean == 1.25
    assert advice.choice(7).behind.chance.mean == 0.0625
    assert advice.choice(7).behind.chance.margin == pytest.approx(3.182 * 0.375 / 2)
    assert not advice.choice(7).is_clearly_worse
    assert not advice.is_experts
    favoured = advice_of("voodoo_prince", outlook, 7)
    assert [choice.action for choice in favoured.choices] == [7, 8]
    assert favoured.is_experts
    assert not advice_of("voodoo_prince", outlook, 8).is_experts  # it is first by its numbers


def in_all(worlds: int, *chances: float) -> Outlook:
    """The outlook of a seat alone whose choices 0, 1, ... come to these chances in every world."""
    columns = tuple(array("d", [chance] * worlds) for chance in chances)
    return Outlook(0, 1, tuple(range(len(chances))), worlds, tuple(range(worlds)), columns, columns)


@pytest.mark.parametrize(
    ("worlds", "low", "high"), [(6, 0.0, 0.390334), (16, 0.0, 0.193607), (300, 0.0, 0.012643)]
)
def test_a_chance_that_no_world_has_shown_is_not_excluded(worlds: int, low: float, high: float) -> None:
    """Wilson's interval of no win in so many: from none to z² / (n + z²)."""
    never = advice_of("voodoo_prince", in_all(worlds, 0.0, 1.0)).choice(0).worth.chance
    always = advice_of("voodoo_prince", in_all(worlds, 0.0, 1.0)).choice(1).worth.chance
    assert (never.mean, never.low, never.high) == pytest.approx((0.0, low, high), abs=1e-6)
    assert (always.mean, always.low, always.high) == pytest.approx((1.0, 1 - high, 1 - low), abs=1e-6)


@pytest.mark.parametrize(
    ("worlds", "more", "margin", "is_worse"),
    [
        (16, 0.05, 0.179287, False),  # 0.05 more in each of 16 worlds is not clear
        (16, 0.5, 0.256125, True),
        (300, 0.05, 0.010432, True),
        (16, 0.0, 0.170750, False),  # all alike so far
    ],
)
def test_what_all_worlds_agree_on_is_not_certain(
    worlds: int, more: float, margin: float, is_worse: bool
) -> None:
    """Other worlds are as frequent as one can miss them each time, and differ by 1 at most."""
    advice = advice_of("voodoo_prince", in_all(worlds, 0.25 + more, 0.25))
    behind = advice.choice(1).behind.chance
    assert (behind.mean, behind.margin) == pytest.approx((more, margin), abs=1e-6)
    assert advice.choice(1).is_clearly_worse == is_worse
    assert len(advice.good) == (1 if is_worse else 2)
    assert advice.best.behind.chance == Estimate(0.0, 0.0)  # the best compared with itself


def test_the_worth_of_a_finished_game_is_exact() -> None:
    *_, (law, _) = positions("voodoo_prince", 3)
    assert law.is_over
    for seat, worth in enumerate(value("voodoo_prince", law, playouts=3)):
        chance = worth.chance
        assert chance.low == chance.mean == chance.high
        assert (chance.mean > 0) == (law.scores[seat] == max(law.scores))
        assert worth.points == Estimate(0.0, 0.0)


def test_a_favourite_gives_way_to_what_is_clearly_better() -> None:
    worse, better = array("d", [0.1, 0.2, 0.1, 0.2]), array("d", [0.3, 0.5, 0.4, 0.4])
    outlook = Outlook(0, 1, (7, 8), 4, (1, 2, 3, 4), (worse, better), (worse, better))
    advice = advice_of("voodoo_prince", outlook, 7)
    assert [choice.action for choice in advice.choices] == [8, 7]
    assert advice.choice(7).is_clearly_worse


def test_the_trick_that_ends_the_round_is_worth_what_the_other_has_taken() -> None:
    """Nina has six tricks and the 10 and 0 of trumps: with the 10 she is out, for 3 points."""
    scene = Scene(
        trump="blue", leads="Nina", tricks={"Nina": 6, "Leon": 3}, Nina="b10 b0 g1 r2", Leon="y1 y2 y3 r4"
    )
    view = GAMES["voodoo_prince"].view(scene.state, 0)

    advice = advise("voodoo_prince", view, worlds=40, seed=1)

    ten = advice.choice(GAMES["voodoo_prince"].action_named("b10"))
    assert ten.is_clearly_worse  # others may yet take tricks for her: win late
    assert Adviser(GAMES["voodoo_prince"], Random(1)).choose(view) not in (ten.action, None)
    assert (ten.worth.points.mean, ten.worth.points.margin) == (3, 0)
    assert all(sum(pair) == 7 for pair in _pairs(advice.outlook, ten.action))


def _pairs(outlook: Outlook, action: int) -> list[tuple[float, float]]:
    return list(zip(outlook.points(action, 0), outlook.points(action, 1), strict=True))


def test_more_worlds_begin_with_the_same_ones() -> None:
    law, _ = next(positions("voodoo_prince", 8))
    view = GAMES["voodoo_prince"].view(law, law.to_move()[0])
    few, many = (advise("voodoo_prince", view, worlds=worlds, seed=2).outlook for worlds in (8, 11))
    assert (few.worlds, many.worlds) == (8, 11)
    assert many.seeds[:8] == few.seeds
    assert many.points(view.actions[0])[:8] == few.points(view.actions[0])
    assert advise("voodoo_prince", view, worlds=8, seed=3).outlook.seeds != few.seeds
    assert advise("voodoo_prince", view, worlds=10_000, seconds=0.0).outlook.worlds == 8


def test_of_very_many_choices_good_ones_are_compared_and_those_asked_about() -> None:
    law, _ = next(positions("skull_queen", 2))
    view = GAMES["skull_queen"].view(law, law.to_move()[0])
    assert len(view.actions) == 1250
    asked = (view.actions[0], view.actions[-1])
    found = compared("skull_queen", view, 1, asked)
    assert set(asked) <= set(found) <= set(view.actions)
    assert 10 < len(found) <= MOST_COMPARED + 3


def test_where_there_is_nothing_to_say_it_says_why() -> None:
    law, _ = next(positions("voodoo_prince", 1))
    game, mover = GAMES["voodoo_prince"], law.to_move()[0]
    for view in (game.view(law, (mover + 1) % law.players), game.view(law, None)):
        with pytest.raises(NotYourTurn, match="wait until it is your turn"):
            advise(game.name, view)
    with pytest.raises(IllegalAction):
        advise(game.name, game.view(law, mover), named=[99999])
    with pytest.raises(AdviceRefused, match="compiled kernel"):
        require_kernel("a_game_without_a_kernel")
