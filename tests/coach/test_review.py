"""Games looked back upon: what adds up, what is fair, what is the same again."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest

from hexdeck.ai.arena.estimates import Estimate, estimate
from hexdeck.ai.arena.simulate import new_plan, simulate
from hexdeck.ai.coach.findings import as_dict, turns
from hexdeck.ai.coach.luck import Standing
from hexdeck.ai.coach.moments import moments, over_others
from hexdeck.ai.coach.review import Review, lost, review
from hexdeck.cli import main
from hexdeck.core.chance import Stream
from hexdeck.core.errors import IllegalAction
from hexdeck.core.game import winners
from hexdeck.core.record import Acted, Record
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.replay import Replay
from hexdeck.kernel import foresight_module, kernel_of

SHORT: dict[str, dict[str, int | str]] = {"voodoo_prince": {"rounds": 2}, "vampire_queen": {"phases": 1}}
TABLES = [
    *((game.name, players, SHORT.get(game.name, {})) for game in GAMES.values() for players in game.players),
    ("voodoo_prince", 4, {"rounds": 1, "variant": "marshmallow"}),
    ("voodoo", 4, {"mode": "table"}),
]


def played(game: str, players: int, options: dict[str, int | str], bot: str = "heuristic") -> str:
    [one] = simulate(new_plan(GAMES[game], players, 3, [bot], options), 1)
    return one.record


def cut(text: str, share: float) -> str:
    """The beginning of a record."""
    lines = text.splitlines()
    begins = lines.index("") + 1
    return "\n".join(lines[: begins + int(share * (len(lines) - begins))]) + "\n"


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_luck_and_skill_add_up_to_the_result(game: str, players: int, options: dict[str, int | str]) -> None:
    text = played(game, players, options)
    record = read(text)
    assert record.result is not None
    found = review(record, seats=[1], worlds=2)
    best = winners(record.result)
    for seat, points in enumerate(over_others(record.result)):
        assert found.luck.points[seat].result == pytest.approx(points, abs=1e-9)
        won = (seat in best) / len(best)
        assert found.luck.chances[seat].result == pytest.approx(won, abs=1e-9)
    for part in ("luck", "seat"):
        assert sum(account.parts[part] for account in found.luck.points) == pytest.approx(0, abs=1e-9)
        assert sum(account.parts[part] for account in found.luck.chances) == pytest.approx(0, abs=1e-9)
    assert {one.seat for one in found.decisions} == {1}
    asked = [one for one in record.positions() if one.seat == 1 and one.seat in one.state.to_move()]
    in_turn = [one for one in found.decisions if 1 in found.moments[one.number - 1].asked.to_move()]
    assert len(in_turn) == sum(len(one.view.actions) > 1 for one in asked)
    assert game == "voodoo" or in_turn == found.decisions


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_cut_off_is_worth_what_is_expected(game: str) -> None:
    text = played(game, GAMES[game].players[0], SHORT.get(game, {}))
    found, begun = (review(read(one), seats=[], worlds=2) for one in (text, cut(text, 0.3)))
    now = begun.luck.course[-1]
    assert [account.result for account in begun.luck.points] == pytest.approx(now.points, abs=1e-9)
    assert begun.luck.course == found.luck.course[: len(begun.luck.course)]


def test_the_same_seed_finds_the_same_and_what_was_taken_back_nothing() -> None:
    text = played("voodoo_prince", 3, {"rounds": 1})
    found = as_dict(review(read(text), worlds=3, seed=1))
    assert as_dict(review(read(text), worlds=3, seed=1)) == found
    assert as_dict(review(read(text), worlds=3, seed=2)) != found
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line[:2] in ("0 ", "1 "))
    undone = "\n".join([*lines[: at + 1], f"undo {lines[at][0]}", *lines[at:]]) + "\n"
    assert as_dict(review(read(undone), worlds=3, seed=1)) == found


def test_a_decision_knows_where_it_stands_and_what_else_was_tried() -> None:
    """Also where lines of the record count for nothing: `undo` and `advice`."""
    text = played("voodoo_prince", 3, {"rounds": 1})
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line[:2] in ("0 ", "1 "))
    seat = lines[at][0]
    more = "\n".join([*lines[: at + 1], f"undo {seat}", f"advice {seat}", *lines[at:]]) + "\n"
    for record in (read(text), read(more)):
        replay = Replay(record)
        found = review(record, worlds=3)
        assert len(found.decisions) > 10
        for one in found.decisions:
            view = replay.view(one.position, one.seat)
            assert one.seat in view.to_move
            assert record.steps[one.position] == Acted(one.seat, one.action)
            assert one.legal == len(one.tried) == len(view.actions)
            assert sorted(tried.action for tried in one.tried) == sorted(view.actions)
            [own] = [tried for tried in one.tried if tried.action == one.action]
            assert (own.gain.mean, own.gain.margin) == (0, 0)
            best = max(one.tried, key=lambda tried: tried.chance.mean)
            assert one.tried[0].chance.mean == best.chance.mean


@pytest.mark.parametrize("game", GAMES)
def test_another_choice_is_tried_in_the_worlds_of_the_decision(game: str) -> None:
    """So what was compared comes to the same again, and what was not can be held against it."""
    record = read(played(game, 3, SHORT.get(game, {})))
    found = Review(record, seats=[1], worlds=5)
    decided = 0
    for moment in found.moments:
        if decided == 3 or not (made := found.see(moment).decisions):
            continue
        one, decided = made[0], decided + 1
        legal = GAMES[game].view(moment.asked, 1).actions
        tried = {other.action: other for other in one.tried}
        for action in (*list(tried)[:4], legal[-1]):
            again = found.instead(moment, 1, action, one.worlds)
            assert again == tried.get(action, again)
            assert again == found.instead(moment, 1, action, one.worlds)
        with pytest.raises(IllegalAction, match="there is no advice on"):
            found.instead(moment, 1, next(other for other in range(9999) if other not in legal), one.worlds)
    assert decided == 3


def test_only_what_changed_a_chance_for_sure_has_turned_the_game() -> None:
    """A fifth more for Marie, who is known less well, and then a tenth less, which may be nothing."""
    found = review(read(played("voodoo_prince", 3, {"rounds": 1})), seats=[], worlds=2)
    before = Standing([0.0] * 3, [0.30, 0.30, 0.40], [0.02, 0.02, 0.02])
    after = Standing([0.0] * 3, [0.50, 0.25, 0.25], [0.04, 0.02, 0.02])
    later = Standing([0.0] * 3, [0.40, 0.30, 0.30], [0.04, 0.02, 0.02])
    found.luck.course[:] = [before] * 5 + [after] * 4 + [later] * (len(found.luck.course) - 9)
    [turn] = turns(found)
    assert (turn.moment.number, turn.seat, turn.before, turn.after) == (5, 0, 0.30, 0.50)


def test_secret_choices_are_gone_through_in_the_order_of_seats() -> None:
    record = read(played("skull_queen", 2, {}))
    steps = [one for one in moments(record) if isinstance(one.step, Acted)]
    secret = [one for one in steps if len(one.asked.to_move()) > 1]
    assert [one.step.seat for one in secret if isinstance(one.step, Acted)] == [0, 1] * (len(secret) // 2)
    turned = Record(record.header, list(record.steps))
    at = next(number for number, step in enumerate(turned.steps) if step == secret[0].step)
    turned.steps[at : at + 2] = reversed(turned.steps[at : at + 2])
    assert [one.step for one in moments(turned)] == [one.step for one in moments(record)]
    assert secret[0].asked is secret[1].asked


@pytest.mark.parametrize("game", GAMES)
def test_a_position_before_a_deal_or_roll_is_worth_the_mean_of_those_after_it(game: str) -> None:
    """So luck is zero on average, whatever a position is said to be worth."""
    foresight, kernel, rng = foresight_module(), kernel_of(game), Random(5)
    assert foresight is not None
    assert kernel is not None
    players, seen = GAMES[game].players[-1], set()
    state = kernel.State(players, GAMES[game].complete({}))
    for _ in range(80):
        if state.due is None:
            [seat, *_] = state.to_move()
            state.apply(seat, rng.choice(state.legal_actions(seat)))
            continue
        if state.due.what not in seen:
            seen.add(state.due.what)
            before = foresight.futures_of(state, 2_000, rng.getrandbits(50))
            after = [drawn(state, rng) for _ in range(400)]
            worths = [foresight.futures_of(one, 5, rng.getrandbits(50)) for one in after]
            for measure in (0, 1):
                here = before[measure][0::players]
                there = [fmean(worth[measure][0::players]) for worth in worths]
                spread = (stdev(here) ** 2 / len(here) + stdev(there) ** 2 / len(there)) ** 0.5
                assert abs(fmean(here) - fmean(there)) <= 4 * spread
        state = drawn(state, rng)
    assert len(seen) > 1


def drawn(state: object, rng: Random) -> object:
    """The state after what chance owes it."""
    after = state.copy()  # type: ignore[attr-defined]
    after.resolve(Stream(rng.randbytes(32)).supply(after.due))
    return after


def test_what_is_lost_is_not_what_looks_best_by_chance() -> None:
    """Of ten choices that are all alike, the best mean of 20 worlds lies 0.3 above; the loss is none."""
    rng = Random(4)
    tables = [[[rng.gauss(0, 1) for _ in range(20)] for _ in range(10)] for _ in range(300)]
    naive = estimate([max(map(fmean, table)) - fmean(table[0]) for table in tables])
    fair = estimate([lost(table, 0).mean for table in tables])
    assert naive.mean > 0.25
    assert abs(fair.mean) < 0.05
    assert not fair.is_clear


def test_points_that_are_lost_in_every_world_are_lost_in_full() -> None:
    worse, better = [0.0, 1.0, 2.0, 3.0] * 4, [1.5, 2.5, 3.5, 4.5] * 4
    points = lost([worse, better], 0, estimate)
    assert (points.mean, points.margin) == (1.5, 0.0)


def test_the_best_choice_loses_exactly_nothing() -> None:
    """Also beside one that is equal to it in every world: the choice is compared with itself."""
    worse, better = [0.0, 0.25, 0.0, 0.25] * 4, [0.25, 0.5, 0.25, 0.5] * 4
    for values, chosen in (([worse, better], 1), ([better, better, worse], 1), ([better], 0)):
        assert lost(values, chosen) == Estimate(0.0, 0.0)


def test_a_chance_that_is_lost_in_all_of_a_few_worlds_is_not_lost_for_sure() -> None:
    """Sixteen worlds miss one kind in six now and then: 1 - 0.05 ** (1 / 16) = 0.17075."""
    equal, little, much = [0.2] * 16, [0.3] * 16, [0.9] * 16
    found = lost([equal, little], 0)
    assert (found.mean, found.margin) == pytest.approx((0.1, 0.17075 * 1.1), abs=1e-4)
    assert not found.is_clear
    found = lost([equal, much], 0)
    assert (found.mean, found.low) == pytest.approx((0.7, 0.7 - 0.17075 * 1.7), abs=1e-4)
    assert found.is_clear


@pytest.mark.parametrize(
    ("mean", "margin", "is_mistake"),
    [(0.03, 0.01, True), (0.02, 0.01, True), (0.014, 0.012, False), (0.008, 0.001, False), (0.3, 0.4, False)],
)
def test_a_mistake_costs_at_least_one_win_in_a_hundred(mean: float, margin: float, is_mistake: bool) -> None:
    found = review(read(played("voodoo_prince", 2, {"rounds": 1}, "random")), worlds=4).decisions[0]
    assert replace(found, better=7, chance=Estimate(mean, margin)).is_mistake == is_mistake
    assert not replace(found, better=None, chance=Estimate(mean, margin)).is_mistake


def test_the_better_player_loses_less_a_decision() -> None:
    """The long form, with all levels in all games: soundness.py."""
    bots = ["random", "heuristic", "ismcts-100"]
    [game] = simulate(new_plan(GAMES["skull_queen"], 3, 1, bots), 1)
    found = review(read(game.record), worlds=12)
    random, heuristic, search = (found.points_lost(seat) for seat in range(3))
    assert random is not None
    assert random.mean > 0.4
    for better in (heuristic, search):
        assert better is not None
        assert better.mean < 0.4
    assert len(found.mistakes(0)) > len(found.mistakes(1)) + len(found.mistakes(2))


def test_the_command_tells_writes_and_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = played("voodoo_prince", 3, {"rounds": 1}, "random")
    path, folder = tmp_path / "game.hexdeck", tmp_path / "report"
    path.write_text(text)
    assert main(["review", str(path), "--worlds", "20", "--report", str(folder)]) == 0
    told = capsys.readouterr().out
    for words in ("Voodoo Prince, 3 players.", "own play", "points lost a decision", "What turned the game"):
        assert words in told
    page = (folder / "index.html").read_text()
    assert page.count("<svg") == 2
    assert "Luck apart from skill" in page
    meaning = "A mistake cost at least one win in a hundred, even by the lower end of its 95 % interval."
    assert meaning in " ".join(told.split())
    assert meaning in page
    assert main(["review", str(path), "--worlds", "20", "--json", "--seats", "0, random 2"]) == 0
    whole, kept = json.loads(capsys.readouterr().out), json.loads((folder / "review.json").read_text())
    assert {one["seat"] for one in whole["decisions"]} == {0, 2}
    assert whole["course"] == kept["course"]
    assert [one for one in kept["decisions"] if one["seat"] != 1] == whole["decisions"]
    assert sum(one["mistakes"] for one in kept["players"]) > 0

    header = text[: text.index("\n\n") + 2]
    (tmp_path / "new.hexdeck").write_text(header)
    (tmp_path / "bad.hexdeck").write_bytes(b"\xff")
    for wrong, why in (
        ([str(path), "--seats", "Marie"], "nobody here is called “Marie”"),
        ([str(path), "--seats", "3"], "seats from 0 to 2"),
        ([str(path), "--worlds", "1"], "ask for 2 to"),
        ([str(path), "--seed", "-1"], "is no seed"),
        ([str(tmp_path / "new.hexdeck")], "nothing has happened"),
        ([str(tmp_path / "bad.hexdeck")], "not text"),
    ):
        assert main(["review", *wrong]) == 2
        assert why in capsys.readouterr().err
