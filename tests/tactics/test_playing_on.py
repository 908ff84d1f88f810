"""What is right early in a round: by how much, how sure, and still so when it is played on again."""

from dataclasses import replace

import pytest

from hexdeck.ai.coach.outlook import Outlook
from hexdeck.ai.tactics.making import themes_of
from hexdeck.ai.tactics.playing_on import EARLY, PLAYED_ON, is_ahead, played_on
from hexdeck.ai.tactics.suite import Tactic, suite_for
from hexdeck.ai.tactics.trial import answers

GAME = "vampire_queen"
LEAST = 20  # such positions


def early() -> list[Tactic]:
    return [tactic for tactic in suite_for(GAME).tactics if tactic.proof == PLAYED_ON]


def outlook(*gained: list[int]) -> Outlook:
    """Of seat 0 with two others, who gain nothing; a list for each choice, with a number for each world."""
    worlds = len(gained[0])
    flat = tuple([float(points) for own in choice for points in (own, 0, 0)] for choice in gained)
    return Outlook(0, 3, tuple(range(len(gained))), worlds, tuple(range(worlds)), flat, flat)


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    seen = Outlook(1, 3, (7,), 2, (0, 1), ([1.0, 5.0, 3.0, 0.0, 2.0, 4.0],), ([0.0] * 6,))
    assert seen.leads(7) == [5.0 - 2.0, 2.0 - 2.0]


@pytest.mark.parametrize(
    ("one", "other", "least", "ahead"),
    [
        ([4, 4, 4, 5], [1, 1, 1, 1], 3.0, True),
        ([4, 4, 4, 5], [1, 1, 1, 1], 4.0, False),  # not by so much
        ([30, -20, 9, -3], [1, 1, 1, 1], 3.0, False),  # it may be luck
        ([1, 1, 1, 1], [4, 4, 4, 5], 3.0, False),
    ],
)
def test_ahead_is_by_enough_and_surely(one: list[int], other: list[int], least: float, ahead: bool) -> None:
    assert is_ahead(outlook(one, other), 0, 1, least) is ahead


def test_there_are_enough_and_they_are_early() -> None:
    assert len(early()) >= LEAST
    assert all(tactic.after <= EARLY and len(tactic.right) == 1 for tactic in early())


def test_search_does_not_find_them() -> None:
    """Worlds without number do not help whoever plays them on badly."""
    suite = replace(suite_for(GAME), tactics=tuple(early()))
    found = [answer.is_right for answer in answers(suite, "ismcts-1000")]
    assert sum(found) < 0.75 * len(found)


def test_what_was_played_on_is_right_again() -> None:
    """The one of them that takes least time."""
    suite = suite_for(GAME)
    positions = [(tactic, suite.game.view(suite.reached(tactic), tactic.seat)) for tactic in early()]
    tactic, view = min(positions, key=lambda position: position[1].players * len(position[1].actions))
    again = played_on(GAME, view, themes_of(GAME).LEAD)
    assert again is not None
    assert tuple(map(suite.game.action_name, again.right)) == tactic.right


def test_a_network_that_is_the_weaker_player_judges_nothing() -> None:
    suite = suite_for("skull_queen")
    tactic, state = next(suite.positions())
    assert played_on("skull_queen", suite.game.view(state, tactic.seat), 0.1) is None
