"""Whoever chooses forgets nothing from there on, so that acts and calls of Voodoo cost what they cost."""

from operator import sub

import pytest

from hexdeck.ai.arena.estimates import Estimate, estimate
from hexdeck.ai.coach.outlook import WAIT, look_ahead
from hexdeck.core.registry import GAMES
from hexdeck.games.voodoo.law.names import action_named
from rulebook.voodoo_scene import Scene

GAME = GAMES["voodoo"]
BATS = "bat bat bat bat bat"


def scene(
    *in_force: str,
    doll: str = "Ugo",
    mode: str = "screen",
    ugo: str = "mummy_feet",
    luca: str = "scarab_on_duty",
) -> Scene:
    """Ugo, then Luca, then Leo, each with a starting curse."""
    return Scene(doll=doll, in_force=in_force, mode=mode, Ugo=ugo, Luca=luca, Leo="camel_at_lunch")


def act(game: Scene, text: str) -> int:
    return WAIT if text == "wait" else action_named(game._with_seats(text))


def gain(game: Scene, name: str, better: str, worse: str) -> Estimate:
    """Points that one choice of a seat brings more than another, in the same worlds."""
    view = GAME.view(game.state, game.seat(name))
    actions = [act(game, better), act(game, worse)]
    outlook = look_ahead("voodoo", view, actions, worlds=1_500, seed=5)
    return estimate(list(map(sub, *(outlook.leads(action) for action in actions))))


def test_what_can_be_done_one_after_the_other_is_worth_the_same_in_any_order() -> None:
    """Ugo owes Luca an act and can call Leo; whoever rolls has done neither."""
    game = scene("tiny_drum Luca on Ugo", "winter_sleep Ugo on Leo", doll="Leo")
    game.turn_of("Leo")
    first, next_ = "do tiny_drum", "call winter_sleep on Leo"
    assert abs(gain(game, "Ugo", first, next_).mean) < 0.15
    for careful in (first, next_):
        found = gain(game, "Ugo", careful, "roll")
        assert found.mean > 0.5
        assert found.is_clear


@pytest.mark.parametrize(
    ("curse", "ends"), [("tiny_drum Leo on Ugo", "roll"), ("winter_sleep Leo on Ugo", "pass")]
)
def test_an_act_that_is_forgotten_costs_what_its_caster_scores(curse: str, ends: str) -> None:
    """One point of one of two others is half a point; sometimes nobody calls it."""
    game = scene(curse)
    if ends == "pass":  # with a die left, which buys nothing
        game.prepared("Ugo", BATS)
        game.play(*["Ugo draw curse with bat bat"] * 2)
    found = gain(game, "Ugo", f"do {curse.split(maxsplit=1)[0]}", ends)
    assert 0.3 < found.mean < 0.7
    assert found.is_clear


def test_whoever_passes_and_whoever_draws_is_followed_as_far() -> None:
    """Else a pass would bring a turn more: whoever passes seems to win a point then."""
    game = scene()
    game.prepared("Ugo", BATS)
    found = gain(game, "Ugo", "draw curse with bat bat", "pass")
    assert found.mean > 0
    assert found.is_clear
