"""How puzzles are found: what is planted comes to light, twice the same, also after an interruption."""

import json
from pathlib import Path
from random import Random

import pytest

from hexdeck.ai.puzzles import many
from hexdeck.ai.puzzles.finder import is_choice, is_felt, is_missed, looked_at, puzzle_at
from hexdeck.ai.puzzles.making import (
    Collection,
    Decision,
    Witness,
    decisions,
    first_puzzle,
    kinds_of,
    look_into_games,
    players_of,
)
from hexdeck.ai.puzzles.puzzle import puzzles_of, view_of
from hexdeck.ai.puzzles.workbench import Progress, Workbench
from hexdeck.core.cards import Action
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import View
from hexdeck.core.registry import GAMES
from rulebook.voodoo_prince_scene import Scene
from terminal.commands import hexdeck

SEED = 10


@pytest.mark.parametrize("game", GAMES)
def test_what_is_planted_among_other_positions_is_found(game: str) -> None:
    """One of the house's own with a large lead, among positions in which nothing is to be chosen."""
    hard = [one for one in puzzles_of(game) if one.found < 0.2]
    planted = max(hard, key=lambda one: one.choices[1].behind - 2 * one.choices[1].behind_margin)
    decision = Decision(view_of(game, planted), GAMES[game].action_named(planted.best.action))
    players = GAMES[game].players[0]
    plain = [one for one in decisions(game, players, bytes(32)) if not is_choice(one.view)][:3]
    found = first_puzzle(game, "late", [*plain, decision, *plain], Random(SEED), worlds=150)
    assert found is not None
    assert (found.id, found.best.action, found.stage) == (planted.id, planted.best.action, "late")
    assert bytes(found.view) == bytes(planted.view)
    assert found.tempting != found.best.action
    assert found.reasons


def test_a_placing_is_found_among_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """In few worlds; positions with few choices are left out then."""
    monkeypatch.setattr(many, "HALVINGS", ((1, 30), (10, 6)))
    game = "skull_queen"
    placings = [one for one in puzzles_of(game) if many.is_among_many(view_of(game, one))]
    planted = max(
        placings, key=lambda one: one.tempting_choice.behind - 2 * one.tempting_choice.behind_margin
    )
    view = view_of(game, planted)
    few = next(view_of(game, one) for one in puzzles_of(game) if one not in placings)
    seen = [Decision(one, one.actions[0]) for one in (few, view, few)]
    found = first_puzzle(game, "early", seen, Random(1), worlds=120, many=True)
    assert found is not None
    assert (found.id, found.stage, found.worlds) == (planted.id, "early", 120)
    assert len(found.choices) < 60
    assert found.best.is_right
    assert not found.tempting_choice.is_right
    assert found.reasons


def test_what_makes_no_difference_is_no_puzzle() -> None:
    """To lead b9 or b8 is the same; who wants to win late keeps the 10 of trumps for the seventh trick."""
    game = "voodoo_prince"
    twins = view_in(tricks={"Nina": 1, "Leon": 1}, Nina="b9 b8 g1 g2", Leon="y1 y2 y3 r4")
    assert not is_felt(looked_at(game, twins, 40, SEED))
    assert puzzle_at(game, twins, "late", SEED, worlds=40) is None
    plain = view_in(tricks={"Nina": 6, "Leon": 3}, Nina="b10 b0 g1 r2", Leon="y1 y2 y3 r4")
    assert is_missed(game, plain, GAMES[game].action_named("b10"), SEED)


def view_in(**hands: object) -> View:
    scene = Scene(trump="blue", leads="Nina", **hands)  # type: ignore[arg-type]
    return GAMES["voodoo_prince"].view(scene.state, 0)


def test_a_witness_plays_as_the_bot_it_watches() -> None:
    class Last:
        def choose(self, view: View) -> Action:
            return view.actions[-1]

        def interrupt(self, view: View) -> Action | None:
            del view
            return None

    seen: list[Decision] = []
    view = view_in(Nina="b10 b0", Leon="y1 y2")
    assert Witness(Last(), seen).choose(view) == view.actions[-1]
    assert Witness(Last(), seen).interrupt(view) is None
    assert seen == [Decision(view, view.actions[-1])]


def test_a_collection_has_room_for_so_many_of_each_sort() -> None:
    every = puzzles_of("skull_queen")
    few = Collection("skull_queen", 15, every)
    assert len(few.puzzles) <= 15
    cells = [(view_of("skull_queen", one).players, one.stage) for one in few.puzzles]
    assert max(map(cells.count, cells)) <= 3
    steps = [one.level for one in few.puzzles]
    assert max(map(steps.count, steps)) <= 11
    count = len(few.puzzles)
    few.offer(few.puzzles[0])
    assert len(few.puzzles) == count
    assert not Collection("skull_queen", 50, []).is_full
    assert Collection("skull_queen", 1, every).is_full


def test_kinds_of_choices() -> None:
    puzzles = [one for game in GAMES for one in puzzles_of(game)]
    kinds = {kind for puzzle in puzzles for kind in kinds_of(puzzle)}
    assert {"pass", "cast"} <= kinds
    assert not {"b", "q", "7"} & kinds


def test_games_are_for_each_number_of_players_in_turn() -> None:
    assert [players_of("voodoo_prince", number) for number in range(5)] == [2, 3, 4, 5, 2]


def test_the_same_seed_gives_the_same_puzzles_also_after_a_stop(tmp_path: Path) -> None:
    """Skull Queen's are found soonest: by this seed in the second game."""
    seed = 4
    whole = Collection("skull_queen", 1)
    assert list(look_into_games(whole, seed, worlds=60)) == [1, 2]
    rest = Collection("skull_queen", 1)
    assert list(look_into_games(rest, seed, 1, worlds=60)) == [2]
    assert rest.puzzles == whole.puzzles

    wanted = Progress("skull_queen", 1, seed, 2)
    bench = Workbench(tmp_path / "mine.jsonl", wanted)
    bench.keep(whole.puzzles, 2)
    again = Workbench(tmp_path / "mine.jsonl", Progress("skull_queen", 1, seed, 2))
    assert (again.puzzles, again.progress.next) == (whole.puzzles, 2)
    with pytest.raises(SetupRefused, match="was begun with another game, seed or count"):
        Workbench(tmp_path / "mine.jsonl", Progress("skull_queen", 1, seed, 3))
    again.finish()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.jsonl"]
    assert b"seed" not in (tmp_path / "mine.jsonl").read_bytes()
    with pytest.raises(SetupRefused, match="exists already: choose another --output"):
        Workbench(tmp_path / "mine.jsonl", wanted)
    (tmp_path / "odd.jsonl.part").write_text("what is this\n")
    with pytest.raises(SetupRefused, match="is not what this command left there: move it away"):
        Workbench(tmp_path / "odd.jsonl", wanted)


def test_the_command_makes_and_checks(tmp_path: Path) -> None:
    made = hexdeck(tmp_path, "puzzles", "make", "skull_queen", "--count", "1", "--seed", "15", "--json")
    told = json.loads(made.stdout)
    assert (told["game"], told["puzzles"], told["output"]) == ("skull_queen", 1, "skull_queen.jsonl")
    assert sum(told["levels"].values()) == sum(told["players"].values()) == sum(told["stages"].values()) == 1
    check = ("puzzles", "check", "skull_queen", "--file", "skull_queen.jsonl", "--worlds", "200")
    checked = json.loads(hexdeck(tmp_path, *check, "--json").stdout)
    assert (checked["checked"], checked["failed"]) == (1, 0)
    assert checked["puzzles"][0]["holds"]
    assert hexdeck(tmp_path, *check).stdout == "1 puzzles, 1 answers stand\n"


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (("make", "voodoo", "--count", "0"), "--count cannot be 0: choose 1 to 10000"),
        (("make", "voodoo", "--seed", "-1"), "--seed cannot be -1: choose 0 to 2147483648"),
        (("make", "voodoo", "--workers", "0"), "--workers cannot be 0: choose 1 to 64"),
        (("check", "--worlds", "1"), "--worlds cannot be 1: choose 2 to 100000"),
        (("check", "--file", "mine.jsonl"), "a file of puzzles belongs to a game: name it first"),
        (("voodoo", "--level", "5"), "--level cannot be 5: choose 1 to 4"),
    ],
)
def test_what_cannot_be_is_refused_in_words(tmp_path: Path, words: tuple[str, ...], refusal: str) -> None:
    ran = hexdeck(tmp_path, "puzzles", *words)
    assert (ran.returncode, ran.stderr) == (2, f"hexdeck: {refusal}\n")
    assert "examples:" in hexdeck(tmp_path, "puzzles", "make", "--help").stdout
