"""Puzzles in the terminal: shown, asked, judged, remembered; in every game."""

import re
from pathlib import Path

import pytest

from hexdeck.ai.puzzles.many import is_among_many
from hexdeck.ai.puzzles.puzzle import Puzzle, puzzles_of, view_of
from hexdeck.core.registry import GAMES
from hexdeck.locale import LANGUAGES, language
from hexdeck.terminal import puzzle_session as session
from hexdeck.text.console import Console
from hexdeck.text.screens import screen_of
from terminal.commands import hexdeck


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_and_another_is_not(tmp_path: Path, game: str) -> None:
    first, second = puzzles_of(game)[:2]
    right, wrong = numbered(game, first, first.best.action), numbered(game, second, second.tempting)
    ran = hexdeck(tmp_path, "puzzles", game, typed=f"{right}\n\n{wrong}\nquit\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"Puzzle 1 of {len(puzzles_of(game))}, step {first.level}\n" in ran.stdout
    assert "Right: " in ran.stdout
    assert f"it wins {100 * first.tempting_choice.behind:.0f} of 100 games fewer." in ran.stdout
    assert f"wins {100 * second.tempting_choice.behind:.0f} of 100 games fewer than" in ran.stdout
    assert ran.stdout.count("% to win") >= 4
    assert ran.stdout.endswith("1 of 2 solved.\n")
    again = hexdeck(tmp_path, "puzzles", game, typed="quit\n")
    assert (
        f"Puzzle 1 of {len(puzzles_of(game))}, step {second.level}\n" in again.stdout
    )  # what is solved comes last


def numbered(game: str, puzzle: Puzzle, action: str) -> str:
    """How a choice is typed that could be meant in two ways by its name: `#3`; a placing by its name."""
    view = view_of(game, puzzle)
    screen = screen_of(game)([""] * view.players, language("en"))
    offers, number = screen.offers(view), GAMES[game].action_named(action)
    return f"#{offers.index(number) + 1}" if number in offers else action


def test_a_placing_is_judged_whichever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """As good as the best is right; what nobody has compared is tried."""
    game = "skull_queen"
    puzzle = next(one for one in puzzles_of(game) if is_among_many(view_of(game, one)))
    as_good = next((one.action for one in puzzle.choices[1:] if one.is_right), puzzle.best.action)
    lines: list[str] = []
    console = Console()
    monkeypatch.setattr(session, "keep_solved", lambda *_: None)
    monkeypatch.setattr(session, "solved", lambda _: set())
    monkeypatch.setattr(console, "print", lambda text="", **_: lines.append(str(text)))
    for typed, said in ((as_good, "1 of 1 solved."), ("front r1 y1 g1 b1", "0 of 1 solved.")):
        monkeypatch.setattr(console, "ask", lambda _, typed=typed: typed)
        session.PuzzleSession(game, [puzzle], console, language("en")).run()
        assert lines[-1] == said
    assert any(re.search(r"wins \d+ of 100 games fewer than", line) for line in lines)


def test_the_game_is_asked_for_and_what_is_no_choice_is_refused(tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "puzzles", "--level", "1", typed="9\n1\n\nwhat\nb99\nq\n")
    assert "1: Voodoo Prince\n" in ran.stdout
    assert ran.stdout.count("Puzzle 1 of") == 1
    assert ran.stdout.count("Nothing here is called that") == 2
    assert ran.stdout.endswith("0 of 0 solved.\n")
    assert hexdeck(tmp_path, "puzzles", typed="q\n").returncode == 0


def test_it_speaks_every_language(tmp_path: Path) -> None:
    puzzle = puzzles_of("voodoo_prince")[0]
    wrong = numbered("voodoo_prince", puzzle, puzzle.tempting)
    said = {
        hexdeck(tmp_path, "puzzles", "voodoo_prince", "--language", code, typed=f"{wrong}\nq\n").stdout
        for code in LANGUAGES
    }
    assert len(said) == len(LANGUAGES)
    assert not any("{" in text for text in said)
