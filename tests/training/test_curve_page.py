"""A training can be looked at: its curves as plots, and the same in tables."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexdeck.core.registry import GAMES
from training.curve_page import LINES, PAGE, measured_lines, write_page
from training.recipe import of


def page_of(folder: Path, game: str, *lines: dict[str, Any]) -> str:
    (folder / LINES).write_text("".join(json.dumps(line) + "\n" for line in lines))
    write_page(folder, of(game))
    return (folder / PAGE).read_text()


def lead(players: int, points: float) -> dict[str, float]:
    return {"players": players, "matches": 100, "points": points, "error": 0.5, "wins": 0.5}


def test_leads_over_every_rival_by_number_of_players(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        "voodoo_prince",
        {"decisions": 2e6, "seconds": 60, "leads": {"policy": [lead(2, -1.0), lead(3, 0.25)]}},
        {"decisions": 4e6, "seconds": 120, "leads": {"policy": [lead(2, 1.5)], "imitation": [lead(2, 0.75)]}},
    )
    assert "<h1>Voodoo Prince: a network learns</h1>" in page
    assert "2 minutes of lessons; its recipe is for 1,500 M decisions with seed 1" in page
    assert page.count("<svg") == 4
    assert "<h2>Alone among policy</h2>" in page
    assert "<h2>Alone among imitation</h2>" in page
    assert '<th scope="row">2</th><td>−1.00 ± 0.50</td><td>+0.25 ± 0.50</td>' in page
    assert '<th scope="row">4</th><td>+1.50 ± 0.50</td><td></td>' in page
    assert "<h2>Wins alone among policy</h2>" in page
    assert '<th scope="row">2</th><td>50.0% (40–60)</td><td>50.0% (40–60)</td>' in page


def test_a_rival_against_whom_no_match_is_over_yet_has_no_plot(tmp_path: Path) -> None:
    leads = {"policy": [lead(12, 3.0)], "imitation": []}
    page = page_of(tmp_path, "vampire_queen", {"decisions": 2e6, "seconds": 60, "leads": leads})
    assert page.count("<svg") == 2
    assert "imitation" not in page


def test_wins_where_a_game_is_only_won_or_lost(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        "voodoo",
        {"lessons": 1, "seconds": 30, "off": 0.9, "wins": {"3": [0.5, 400]}},
        {"lessons": 2, "seconds": 90, "off": 0.8, "wins": {"3": [0.6, 400]}},
    )
    assert page.count("<svg") == 1
    assert '<th scope="row">1</th><td>50.0% (45–55)</td>' in page
    assert "lessons; upwards: share of the games" in page
    assert "its recipe is for 160 lessons of 120,000 turns with seed 1" in page


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_a_kill_has_cut_off_is_left_out(game: str, tmp_path: Path) -> None:
    whole = {"lessons": 1, "decisions": 2e6, "seconds": 30, "leads": {"policy": [lead(3, 1.0)]}}
    (tmp_path / LINES).write_text(f'{json.dumps(whole)}\n{{"lessons": 2, "decis')
    assert measured_lines(tmp_path) == [whole]
    write_page(tmp_path, of(game))
    assert (tmp_path / PAGE).exists()
