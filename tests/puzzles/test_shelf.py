"""The puzzles that come with the house: enough of them, whole, solvable, and without a hidden card."""

from collections import Counter
from operator import gt
from random import Random

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from hexdeck.ai.coach.missable_actions import openings
from hexdeck.ai.coach.why import Reason
from hexdeck.ai.puzzles.checking import checks
from hexdeck.ai.puzzles.finder import CONFIRMED, FELT, MANY_WORLDS, MOST_FOUND
from hexdeck.ai.puzzles.many import answered, is_among_many
from hexdeck.ai.puzzles.puzzle import (
    LEVELS,
    STAGES,
    at_level,
    id_of,
    in_order,
    level_of,
    puzzle_named,
    puzzles_of,
    read,
    view_of,
    written,
)
from hexdeck.core.errors import NameUnknown, RecordRefused
from hexdeck.core.game_files import data_of, part_of
from hexdeck.core.registry import GAMES
from hexdeck.locale import LANGUAGES, language

LEAST = 50  # puzzles a game

each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_there_are_enough_of_every_sort(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= LEAST
    assert list(puzzles) == in_order(puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.stage for puzzle in puzzles} == set(STAGES)
    assert len({puzzle.level for puzzle in puzzles}) >= 3
    players = Counter(view_of(game, puzzle).players for puzzle in puzzles)
    assert len(players) >= min(4, len(GAMES[game].players))
    assert max(players.values()) <= 0.8 * len(puzzles)


@each_game
def test_a_file_holds_puzzles_and_nothing_else(game: str) -> None:
    """Line for line what we would write: no field more, in a puzzle or in its view."""
    text = (data_of(game) / "puzzles.jsonl").read_bytes()
    assert written(read(text)) == text
    assert len(text) < 400_000
    for puzzle in puzzles_of(game):
        assert encode(view_of(game, puzzle)) == bytes(puzzle.view)


@each_game
def test_nothing_is_stored_that_the_seat_has_not_seen(game: str) -> None:
    """Whatever the others hold: the seat sees the same, so the same puzzle is stored."""
    rules = GAMES[game]
    for puzzle in puzzles_of(game):
        view = view_of(game, puzzle)
        for number in range(2):
            redealt = rules.view(rules.worlds(view, Random(number)), view.seat)
            assert redealt == view
            assert id_of(game, redealt) == puzzle.id


@each_game
def test_the_best_choice_is_clearly_so_and_mostly_missed(game: str) -> None:
    for puzzle in puzzles_of(game):
        view = view_of(game, puzzle)
        names = [GAMES[game].action_name(action) for action in view.actions]
        compared = [choice.action for choice in puzzle.choices]
        assert view.seat in view.to_move
        assert not openings(game, view)  # what could be done first
        assert puzzle.tempting in compared
        assert puzzle.worlds >= MANY_WORLDS
        assert puzzle.found <= MOST_FOUND
        assert puzzle.best.behind == 0
        if is_among_many(view):
            wrong = [puzzle.tempting_choice]
            assert set(compared) < set(names)
        else:
            wrong = list(puzzle.choices[1:])
            assert view.to_move == (view.seat,)
            assert sorted(compared) == sorted(names)
        for other in wrong:
            assert other.behind >= CONFIRMED * FELT
            assert not other.is_right


@each_game
def test_reasons_are_the_coachs_and_told_in_every_language(game: str) -> None:
    part = part_of(game, "ai.reasons")
    assert part is not None
    known = {fact.message: fact.speaks_for for fact in part.FACTS} | {part.POINTS: gt}
    for puzzle in puzzles_of(game):
        assert 1 <= len(puzzle.reasons) <= 2
        for counted in puzzle.reasons:
            assert known[counted.message](counted.best, counted.other)
            assert counted.best != counted.other
            assert len({counted.reason.told(language(code)) for code in LANGUAGES}) == len(LANGUAGES)
            assert isinstance(counted.reason, Reason)


@each_game
def test_answers_stand_in_other_worlds(game: str) -> None:
    """In a small form; `hexdeck puzzles check` looks at all of them, and longer."""
    found = list(checks(game, puzzles_of(game)[::25], worlds=200, seed=11))
    assert found
    assert [one.as_dict() for one in found if one.best != one.puzzle.best.action] == []


def test_pirates_are_placed_in_some_and_every_placing_can_be_judged() -> None:
    """One that was compared comes to the same again; any other one is tried in the same worlds."""
    game, rules = "skull_queen", GAMES["skull_queen"]
    placings = [puzzle for puzzle in puzzles_of(game) if is_among_many(view_of(game, puzzle))]
    assert len(placings) >= 5
    for puzzle in placings:
        assert sum(choice.is_right for choice in puzzle.choices) < len(puzzle.choices) / 2
    puzzle = placings[0]
    alone = replace(puzzle, choices=puzzle.choices[:1])
    for known in puzzle.choices[1::10]:
        assert answered(game, alone, rules.action_named(known.action)) == known
    compared = {choice.action for choice in puzzle.choices}
    fallen = answered(game, puzzle, rules.action_named("front r1 y1 g1 b1"))
    assert fallen.action not in compared
    assert not fallen.is_right


def test_steps_of_the_ladder() -> None:
    shares = (0.5, 0.35, 0.3, 0.2, 0.15, 0.1, 0.05, 0.0)
    assert [level_of(found) for found in shares] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert list(LEVELS) == [1, 2, 3, 4]
    puzzles = puzzles_of("skull_queen")
    assert {puzzle.level for puzzle in at_level(puzzles, 2)} == {2}
    assert at_level(puzzles, None) == list(puzzles)


def test_what_is_not_there_is_refused_in_words() -> None:
    with pytest.raises(NameUnknown, match="no game is called"):
        puzzles_of("patience")
    with pytest.raises(NameUnknown, match="there is no puzzle “nowhere”: choose one of the list"):
        puzzle_named("voodoo", "nowhere")
    with pytest.raises(RecordRefused, match="line 2 is no puzzle"):
        read(written(puzzles_of("voodoo")[:1]) + b"{}\n")
