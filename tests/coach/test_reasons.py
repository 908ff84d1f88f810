"""What is counted to explain advice: by hand where it is plain, and in every game."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from statistics import fmean
from typing import Any

import pytest

from hexdeck.ai.coach.outlook import Outlook
from hexdeck.ai.coach.stories import Fact, Story, stories
from hexdeck.ai.coach.values import Advice, advice_of, advise
from hexdeck.ai.coach.why import Reason, apart, helps, reasons
from hexdeck.core.cards import Seat
from hexdeck.core.game import View
from hexdeck.core.game_files import part_of
from hexdeck.core.registry import GAMES
from hexdeck.games.skull_queen.ai import reasons as skull_queen
from hexdeck.games.skull_queen.law import events as skull_queen_events
from hexdeck.games.skull_queen.law.planks import OVERBOARD
from hexdeck.games.vampire_queen.ai import reasons as vampire_queen
from hexdeck.games.vampire_queen.law import events as vampire_queen_events
from hexdeck.games.voodoo.ai import reasons as voodoo
from hexdeck.games.voodoo.law import events as voodoo_events
from hexdeck.games.voodoo_prince.ai import reasons as voodoo_prince
from hexdeck.locale import LANGUAGES, language
from lockstep.test_features import positions
from rulebook.voodoo_prince_scene import Scene


def test_a_trick_that_cannot_be_lost_is_taken_in_all_worlds() -> None:
    """Nina has six tricks and the 10 and 0 of trumps."""
    scene = Scene(
        trump="blue", leads="Nina", tricks={"Nina": 6, "Leon": 3}, Nina="b10 b0 g1 r2", Leon="y1 y2 y3 r4"
    )
    game = GAMES["voodoo_prince"]
    view = game.view(scene.state, 0)
    found = list(stories(game.name, view, game.action_named("b10"), tuple(range(20))))
    assert len(found) == 20
    for story in found:
        assert voodoo_prince.takes_trick(story)
        assert voodoo_prince.is_first_out(story)
        assert not voodoo_prince.is_left_over(story)
        assert not voodoo_prince.splits(story)
    zero = list(stories(game.name, view, game.action_named("b0"), tuple(range(20))))
    lost = [story for story in zero if not voodoo_prince.takes_trick(story)]
    assert 0 < len(lost) < 20  # Leon has a blue card, or he has none


def test_facts_of_skull_queen() -> None:
    up = skull_queen_events.PirateMoved(1, 0, 0, 2, 3, 5)
    fall = skull_queen_events.PirateMoved(1, 2, 0, -3, 2, OVERBOARD)
    tricks = [
        skull_queen_events.TrickResolved((), (up,), (), (), 1),
        skull_queen_events.TrickResolved((), (fall,), (), (), 0),
    ]
    facts = (skull_queen.climbs, skull_queen.sinks, skull_queen.drowns, skull_queen.leads)
    assert [fact(Story(1, tuple(tricks))) for fact in facts] == [True, False, True, True]
    assert [fact(Story(0, tuple(tricks))) for fact in facts] == [False] * 4
    assert [fact(Story(1, ())) for fact in facts] == [False] * 4


def test_facts_of_vampire_queen() -> None:
    told = (
        vampire_queen_events.TakenUp(2, (1, 15), 15),
        vampire_queen_events.LaidAside(0, (3,)),
        vampire_queen_events.PhaseEnded(1, ((), (4,), (9, 20)), (0, 4, 29), (0, -4, -29)),
    )
    facts = (
        vampire_queen.starts_next,
        vampire_queen.takes_up,
        vampire_queen.goes_out,
        vampire_queen.keeps_a_slayer,
    )
    by_seat = [[fact(Story(seat, told)) for fact in facts] for seat in range(3)]
    assert by_seat == [[False, False, True, False], [False] * 4, [True, True, False, True]]


def test_facts_of_voodoo() -> None:
    told = (
        voodoo_events.CurseCast(0, 5, (1,)),
        voodoo_events.TurnBegan(1, 2, 5),
        voodoo_events.Drew(0, "curses", 7),
        voodoo_events.CallJudged(0, 5, 1, broken=True),
        voodoo_events.GameEnded((0,), (11, 3)),
    )
    facts = (voodoo.wins, voodoo.casts, voodoo.breaks_theirs, voodoo.is_caught, voodoo.draws)
    assert [fact(Story(0, told)) for fact in facts] == [True, True, True, False, False]
    assert [fact(Story(1, told)) for fact in facts] == [False, False, False, True, False]


@pytest.mark.parametrize("game", GAMES)
def test_reasons_in_every_language(game: str) -> None:
    """Where there are two, which are the same every time."""
    views = (GAMES[game].view(law, seat) for law, seat in choices(game))
    asked = ((advise(game, view, worlds=20, seed=4), view) for view in views)
    advice, view = next(each for each in asked if len(reasons(*each)) == 2)
    found = reasons(advice, view)
    assert found == reasons(advice, view)
    for reason in found:
        assert reason.best >= reason.other if reason.is_mean else 0 <= reason.best <= reason.of == 20
        told = {reason.told(language(code)) for code in LANGUAGES}
        assert len(told) == len(LANGUAGES)
        assert not any("{" in text for text in told)


def choices(game: str) -> Iterator[tuple[Any, Seat]]:
    """Somewhere in a game, with few choices each."""
    moments = ((law, law.to_move()[0]) for law, _ in islice(positions(game, 3), 6, None))
    return ((law, seat) for law, seat in moments if 1 < len(law.legal_actions(seat)) < 9)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_sets_the_choices_apart(game: str) -> None:
    """At most two reasons where a choice is clearly worse, and never one that is as true of that choice."""
    counts = []
    for law, seat in islice(choices(game), 0, 32, 4):
        view = GAMES[game].view(law, seat)
        advice = advise(game, view, worlds=100, seed=1)
        found = reasons(advice, view)
        assert all(reason.is_telling for reason in found)
        if advice.next_worse is not None:
            counts.append(len(found))
    assert max(counts) == 2
    assert sum(counts) >= len(counts)


def test_what_happens_hardly_more_often_explains_nothing() -> None:
    assert Reason("takes the trick in {n} of {of}", 55, 50, 100).is_telling
    assert Reason("takes the trick in {n} of {of}", 50, 55, 100).is_telling
    assert not Reason("takes the trick in {n} of {of}", 52, 50, 100).is_telling
    assert Reason("brings {n} points in this round on average", 2.5, 2.3, 100).is_telling
    assert not Reason("brings {n} points in this round on average", 2.5, 2.45, 100).is_telling


def test_numbers_in_reasons() -> None:
    taken = Reason("takes the trick in {n} of {of}", 71, 12, 100)
    assert taken.told(language("en")) == "takes the trick in 71 of 100"
    assert taken.told(language("de")) == "nimmt den Stich in 71 von 100 Fällen"
    mean = Reason("brings {n} points in this phase on average", -12.345, -20.0, 40)
    assert mean.told(language("en")) == "brings −12.3 points in this phase on average"
    assert mean.number(mean.other) == "−20.0"
    assert apart([1, 1, 1, 1], [0, 0, 0, 0]) > apart([1, 0, 1, 0], [0, 0, 1, 0]) > apart([1, 0], [0, 1]) == 0


@pytest.mark.parametrize(("is_good", "told"), [(True, [3]), (False, [1]), (None, [1, 3])])
def test_what_is_good_or_bad_for_everybody_speaks_for_the_best(is_good: bool | None, told: list[int]) -> None:
    """It happens once after the best choice and twice after the next, or three times and once."""
    fact = Fact("gets rid of all cards first in {n} of {of}", bool, is_good)
    assert [best for best, other in ((1, 2), (3, 1)) if fact.speaks_for(best, other)] == told


@pytest.mark.parametrize("game", GAMES)
def test_no_reason_speaks_against_the_choice(game: str) -> None:
    part = part_of(game, "ai.reasons")
    assert part is not None
    facts = {fact.message: fact for fact in part.FACTS}
    counted = 0
    for law, seat in islice(choices(game), 0, 60, 5):
        view = GAMES[game].view(law, seat)
        advice = advise(game, view, worlds=60, seed=2)
        for reason in reasons(advice, view):
            counted += 1
            happens_more = reason.best > reason.other
            if reason.is_mean:
                assert happens_more
            elif (fact := facts[reason.message]).is_good is not None:
                assert happens_more == fact.is_good
            else:
                assert happens_more == _wins_more_where_it_holds(advice, view, fact)
    assert counted


def _wins_more_where_it_holds(advice: Advice, view: View, fact: Fact) -> bool:
    """By hand: the mean chance of the stories in which it holds beside that of the others."""
    assert advice.next_worse is not None
    chances: dict[bool, list[float]] = {True: [], False: []}
    for action in (advice.best.action, advice.next_worse.action):
        told = stories(advice.game, view, action, advice.outlook.seeds)
        for story, chance in zip(told, advice.outlook.wins(action), strict=True):
            chances[fact.holds(story)].append(chance)
    return fmean(chances[True]) > fmean(chances[False])


def test_a_drawback_is_no_reason() -> None:
    """What happens where the seat loses is told only of a choice after which it happens less often."""
    assert helps([1, 1, 0, 0], [0.9, 0.8, 0.2, 0.1])
    assert not helps([1, 1, 0, 0], [0.2, 0.1, 0.9, 0.8])
    assert helps([1, 1, 1, 1], [0.2, 0.1, 0.9, 0.8])


def test_the_best_is_compared_with_what_is_clearly_worse() -> None:
    """The first two win as often: there is no reason for one of them against the other."""
    chances = {1: [0.5, 0.6, 0.4, 0.5], 2: [0.5, 0.4, 0.6, 0.5], 3: [0.1, 0.1, 0.2, 0.1]}
    advice = _advice_by(chances)
    assert [choice.action for choice in advice.good] == [1, 2]
    assert advice.next_worse == advice.choice(3)
    equal = _advice_by({action: chances[action] for action in (1, 2)})
    assert [choice.action for choice in equal.good] == [1, 2]
    assert equal.next_worse is None


def _advice_by(chances: dict[int, list[float]]) -> Advice:
    """Advice of seat 0 of two, by its chances in four worlds after each action."""
    both = tuple([each for chance in column for each in (chance, 1 - chance)] for column in chances.values())
    outlook = Outlook(0, 2, tuple(chances), 4, (1, 2, 3, 4), both, both)
    return advice_of("voodoo_prince", outlook)


@pytest.mark.parametrize("game", GAMES)
def test_where_all_choices_are_good_there_is_no_reason(game: str) -> None:
    law, seat = next(choices(game))
    view = GAMES[game].view(law, seat)
    advice = advise(game, view, worlds=20, seed=2)
    alike = replace(advice, choices=(advice.best, replace(advice.best, action=advice.choices[1].action)))
    assert reasons(alike, view) == ()
