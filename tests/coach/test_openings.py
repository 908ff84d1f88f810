"""What is done out of turn, and what is let go by: acts and calls of Voodoo, judged as choices."""

import json
from pathlib import Path
from random import Random

import pytest

from coach.soundness import losses, reviewed
from coach.test_attention import BATS, GAME, act, gain, scene
from coach.test_review import played
from hexdeck.ai.arena.estimates import estimate
from hexdeck.ai.coach.adviser import Adviser
from hexdeck.ai.coach.missable_actions import Aside, asides, closed
from hexdeck.ai.coach.moments import ReviewStep
from hexdeck.ai.coach.outlook import WAIT
from hexdeck.ai.coach.review import Review, review
from hexdeck.cli import main
from hexdeck.core.errors import IllegalAction
from hexdeck.core.record import Acted
from hexdeck.core.record_reader import read
from hexdeck.games.voodoo.law.names import action_named
from rulebook.voodoo_scene import Scene


def moment_of(game: Scene, name: str, text: str) -> ReviewStep:
    """A step that is about to be made."""
    step = Acted(game.seat(name), act(game, text))
    return ReviewStep(1, 1, step, 0, game.state, None, None, begins=False, ends=False)


def asides_at(moment: ReviewStep) -> list[Aside]:
    return list(asides(GAME, moment, closed(GAME, moment)))


def told(game: Scene, found: Aside) -> tuple[str, str, list[str]]:
    names = ["wait" if one == WAIT else GAME.action_name(one) for one in (found.action, *found.choices)]
    return game.names[found.seat], names[0], names[1:]


def test_a_call_is_missed_once_and_when_it_is_too_late() -> None:
    game = scene("tiny_drum Leo on Ugo")
    call = "call tiny_drum on 0"
    assert asides_at(moment_of(game, "Ugo", "roll")) == []
    game.play("Ugo roll", f"dice {BATS}")
    for step in ("stop", "pass"):
        assert asides_at(moment_of(game, "Ugo", step)) == []
        game.play(f"Ugo {step}")
    [made] = asides_at(moment_of(game, "Leo", "call tiny_drum on Ugo"))
    [missed] = asides_at(moment_of(game, "Luca", "roll"))
    assert told(game, made) == ("Leo", call, ["wait", call])
    assert told(game, missed) == ("Leo", "wait", ["wait", call])
    found = gain(game, "Leo", "call tiny_drum on Ugo", "wait")
    assert found.mean > 0.7  # a point, and perhaps another one later if it is not called
    assert found.is_clear
    game.play("Luca roll", f"dice {BATS}")
    assert asides_at(moment_of(game, "Luca", "stop")) == []
    assert asides_at(moment_of(game, "Leo", "call tiny_drum on Ugo")) == []  # it would be wrong


def test_what_is_missed_in_turn_belongs_to_the_choice_that_was_made() -> None:
    """Luca cast it and is the next to roll."""
    game = scene("tiny_drum Luca on Ugo")
    rolled = moment_of(game, "Ugo", "roll")
    assert closed(GAME, rolled) == {game.seat("Ugo"): (act(game, "do tiny_drum"),)}
    assert asides_at(rolled) == []
    game.turn_of("Ugo")
    rolled = moment_of(game, "Luca", "roll")
    assert closed(GAME, rolled) == {game.seat("Luca"): (act(game, "call tiny_drum on Ugo"),)}
    assert asides_at(rolled) == []
    assert gain(game, "Luca", "call tiny_drum on Ugo", "roll").mean > 0.7


def test_what_was_done_early_is_not_missed() -> None:
    """[VO-R20]; what binds all the time wants its act in both halves of the turn."""
    game = scene("winter_sleep Leo on Ugo", "gardus_corpux Leo on Ugo")
    game.play("Ugo do winter_sleep", "Ugo do gardus_corpux")
    assert closed(GAME, moment_of(game, "Ugo", "roll")) == {}
    game.prepared("Ugo", BATS)
    assert closed(GAME, moment_of(game, "Ugo", "pass")) == {0: (act(game, "do gardus_corpux"),)}
    game.play("Ugo do gardus_corpux")
    assert closed(GAME, moment_of(game, "Ugo", "pass")) == {}


def test_whoever_is_rid_of_a_curse_misses_no_act() -> None:
    game = scene("gardus_corpux Leo on Ugo", ugo="mummy_feet salt_circle")
    game.play("Ugo do gardus_corpux")
    game.prepared("Ugo", BATS)
    assert closed(GAME, moment_of(game, "Ugo", "use salt_circle on gardus_corpux")) == {}


def test_a_cry_out_of_turn_is_missed_when_the_doll_is_passed() -> None:
    """Leo's marker moved in Ugo's turn, and Luca had cast Ahi Cho-Chos! on everybody."""
    game = scene("ahi_cho_chos Luca on all", "tiny_drum Leo on Ugo")
    game.play("Ugo roll", f"dice {BATS}", "Leo call tiny_drum on Ugo", "Ugo stop")
    [missed] = asides_at(moment_of(game, "Ugo", "pass"))
    assert told(game, missed) == ("Leo", "wait", ["wait", "do ahi_cho_chos"])
    found = gain(game, "Leo", "do ahi_cho_chos", "wait")
    assert 0.3 < found.mean < 0.7
    assert found.is_clear


def test_the_stinky_doll_is_judged_where_it_is_used_and_may_be_kept() -> None:
    """Luca can cast the curse in the next turn as well, and keep the doll."""
    game = scene(luca="scarab_on_duty stinky_doll")
    game.play("Ugo roll", "dice skull star ghost raven bat", "Ugo stop")
    [used] = asides_at(moment_of(game, "Luca", "stinky scarab_on_duty on Ugo"))
    stinks = ["stinky scarab_on_duty on 0", "stinky scarab_on_duty on 2"]
    assert told(game, used) == ("Luca", stinks[0], ["wait", *stinks])
    assert asides_at(moment_of(game, "Ugo", "pass")) == []
    assert abs(gain(game, "Luca", "stinky scarab_on_duty on Ugo", "wait").mean) < 0.3


def test_at_the_table_nobody_can_tell_what_was_missed() -> None:
    game = scene("tiny_drum Leo on Ugo", mode="table")
    game.turn_of("Ugo")
    assert asides_at(moment_of(game, "Luca", "roll")) == []


def test_the_adviser_speaks_up_out_of_turn() -> None:
    game = scene("tiny_drum Leo on Ugo")
    adviser, leo = Adviser(GAME, Random(2)), game.seat("Leo")
    assert adviser.interrupt(GAME.view(game.state, leo)) is None
    game.turn_of("Ugo")
    assert adviser.interrupt(GAME.view(game.state, leo)) == act(game, "call tiny_drum on Ugo")


def test_a_review_says_what_novices_forgot() -> None:
    """Whatever was missed could be done, in the very worlds of the decision, and belongs to its seat."""
    record = read(played("voodoo", 4, {}, "novice"))
    found = review(record, worlds=40)
    missed = [one for one in found.decisions if one.action == WAIT]
    assert missed
    for one in missed:
        moment = found.moments[one.number - 1]
        assert isinstance(moment.step, Acted)
        assert moment.step.seat != one.seat
        assert {tried.action for tried in one.tried} >= {WAIT}
        for tried in one.tried:
            assert found.instead(moment, one.seat, tried.action, one.worlds) == tried
        with pytest.raises(IllegalAction, match="there is no advice on"):
            found.instead(moment, one.seat, action_named("roll"), one.worlds)
    assert estimate([one.points.mean for one in missed]).mean > 0.3
    [seat] = {missed[0].seat}
    alone = Review(record, seats=[seat], worlds=40)
    moment = alone.moments[missed[0].number - 1]
    assert missed[0] in alone.see(moment).decisions
    assert all(one.seat == seat for one in alone.see(moment).decisions)


def test_what_was_missed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Out of turn alone, in turn beside what was chosen; in tables and for programs."""
    path = tmp_path / "game.hexdeck"
    path.write_text(played("voodoo", 4, {}, "novice"))
    assert main(["review", str(path), "--worlds", "60", "--json"]) == 0
    decisions = json.loads(capsys.readouterr().out)["decisions"]
    late = [one for one in decisions if one["missed"]]
    assert {one["action"] for one in late} >= {"wait", "roll", "pass"}
    for one in late:
        assert {missed.split()[0] for missed in one["missed"]} <= {"do", "call"}
        assert {*one["missed"], one["action"]} <= {choice["action"] for choice in one["choices"]}
    folder = tmp_path / "report"
    assert main(["review", str(path), "--worlds", "60", "--report", str(folder)]) == 0
    page = (folder / "index.html").read_text()
    assert "<td>missed call " in page
    assert "<td>pass, missed do " in page
    assert "missed" in capsys.readouterr().out


def test_what_slips_a_novices_mind_costs_more_than_what_experts_do() -> None:
    """The long form: soundness.py."""
    games = [reviewed("voodoo", number, worlds=60) for number in range(2)]
    assert losses(games, "novice").mean > losses(games, "expert").mean
