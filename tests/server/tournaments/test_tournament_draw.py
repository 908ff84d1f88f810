"""The seats of a tournament are drawn from committed seeds: no order of joining decides who sits where."""

import hashlib
import hmac
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from hexdeck.cli import main
from hexdeck.core.registry import GAMES
from hexdeck.server.tournaments.documents import Entrant, Round, RoundTable, Stage, Tournament
from hexdeck.server.tournaments.rounds import lots, next_seating
from server.club import Club
from server.guest import QUICK, Guest
from server.house_process import HouseProcess
from server.tournaments.test_tournaments import stage

TOGETHER, SAME, OTHER = "at one table", "the same cards", "the opponent's cards"
DRAWN = {  # people, players at a table, number in the seed: the seats of the first round
    (4, 2, 1): [[3, 1], [2, 4]],
    (4, 2, 2): [[4, 1], [2, 3]],
    (4, 2, 3): [[1, 4], [2, 3]],
    (6, 3, 1): [[5, 6, 3], [1, 4, 2]],
    (6, 3, 2): [[2, 6, 3], [5, 4, 1]],
    (8, 4, 1): [[5, 7, 1, 8], [6, 3, 2, 4]],
    (8, 4, 2): [[7, 2, 5, 1], [6, 8, 4, 3]],
}


def tournament(
    people: int, *seeds: int, game: str = "voodoo_prince", players: int = 2, **more: Any
) -> Tournament:
    entrants = [Entrant(number, f"p{number}", "", "") for number in range(1, people + 1)]
    stages, written = [Stage(game, players, {})], [f"{seed:064x}" for seed in seeds]
    return Tournament("", "Friday", "", stages, len(seeds), written, entrants=entrants, drawn=True, **more)


@pytest.mark.parametrize(("people", "players", "seed"), DRAWN)
def test_the_seats_of_a_first_round_follow_from_its_seed(people: int, players: int, seed: int) -> None:
    drawn = next_seating(tournament(people, seed, players=players), set())
    assert drawn == DRAWN[people, players, seed]


@pytest.mark.parametrize("game", GAMES)
def test_the_game_changes_nothing_about_the_draw(game: str) -> None:
    players = 3
    assert next_seating(tournament(6, 1, game=game, players=players), set()) == DRAWN[6, players, 1]


def test_a_stranger_draws_the_same_lots_by_hand() -> None:
    """Nothing but docs/notation.md: the stream of the seed with the salt `seating`, and a shuffle."""
    seed = bytes(31) + b"\1"
    salted = hashlib.sha256(b"seating\n").digest()
    blocks = b"".join(
        hmac.new(seed, salted + number.to_bytes(8, "big"), "sha256").digest() for number in range(3)
    )
    words = iter([int.from_bytes(blocks[at : at + 8], "big") for at in range(0, len(blocks), 8)])
    order = [1, 2, 3, 4, 5, 6, 7, 8]
    for last in range(7, 0, -1):
        chosen = next(words) % (last + 1)  # none of these words is so large that it is thrown away
        order[last], order[chosen] = order[chosen], order[last]
    assert order == [5, 6, 7, 3, 1, 2, 8, 4]
    assert lots(seed, [8, 7, 6, 5, 4, 3, 2, 1]) == order


def between(seats: list[list[int | None]], one: int, other: int) -> str:
    """What a person with two cookies learns from the second."""
    where = {number: (at, seat) for at, row in enumerate(seats) for seat, number in enumerate(row)}
    (table, seat), (other_table, other_seat) = where[one], where[other]
    return TOGETHER if table == other_table else SAME if seat == other_seat else OTHER


@pytest.mark.parametrize("joined", [*combinations(range(1, 5), 2)])
def test_no_order_of_joining_brings_the_opponents_cards(joined: tuple[int, int]) -> None:
    """Whenever two cookies of one person join among four, the seed alone decides what they get."""
    found = {between(next_seating(tournament(4, seed), set()), *joined) for seed in range(5)}
    assert found == {TOGETHER, SAME, OTHER}


def test_ties_of_a_later_round_are_drawn_from_its_own_seed() -> None:
    """All four have the same points and company: the order of joining would decide, so the lots do."""
    drawn = {}
    for seed in range(4):
        found = tournament(4, 9, seed)
        found.played = [
            Round([RoundTable("A", [1, 2], [3, 3]), RoundTable("B", [3, 4], [3, 3])], 0.0, ended=1.0)
        ]
        drawn[seed] = next_seating(found, set())
    assert drawn == {
        0: [[4, 1], [2, 3]],
        1: [[2, 3], [4, 1]],
        2: [[4, 2], [3, 1]],
        3: [[4, 1], [2, 3]],
    }


def test_places_in_a_plan_for_all_rounds_are_drawn_from_the_first_seed() -> None:
    """Everybody meets everybody; each round draws who has which seat."""
    found = tournament(4, 0, 1, 2, system="round_robin")
    for number in range(3):
        seats = next_seating(found, set())
        tables = [RoundTable(f"{number}{at}", row, [1, 1]) for at, row in enumerate(seats)]
        found.played.append(Round(tables, 0.0, ended=1.0))
    assert found.seating() == [[[4, 3], [1, 2]], [[3, 1], [2, 4]], [[2, 3], [4, 1]]]


def test_a_plan_that_was_begun_in_an_older_version_goes_on() -> None:
    found = tournament(4, 0, 1, 2, system="round_robin")
    found.drawn = False
    pairs = {frozenset(row) for row in next_seating(found, set())}
    assert pairs == {frozenset({4, 1}), frozenset({2, 3})}, "places in the order of joining"


@pytest.mark.parametrize(
    ("system", "players", "people"), [("swiss", 2, 5), ("swiss", 3, 6), ("round_robin", 2, 4)]
)
def test_everybody_can_recompute_the_draw_afterwards(
    house: HouseProcess,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    system: str,
    players: int,
    people: int,
) -> None:
    """By `hexdeck verify`, from the answer that anybody gets."""
    club = Club(house.url, people)
    made = club.make(stage("voodoo_prince", players), rounds=2, system=system)
    assert len(made["commitments"]) >= 2, "promised before anybody else has joined"
    club.ask(club.host, "start")
    assert club.look()["played"][0]["seed"] is None
    club.finish_round()
    club.ask(club.host, "next")
    club.finish_round()
    club.ask(club.host, "end")

    seen = Guest(house.url).get(f"/api/tournaments/{club.code}").json()
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(seen))

    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out == "Friday: 2 rounds proved: the seats are what the committed seeds draw\n"
    swapped = seen["played"][1]["tables"][0]["seats"]
    swapped[0], swapped[1] = swapped[1], swapped[0]
    file.write_text(json.dumps(seen))
    assert main(["verify", "--json", str(file)]) == 1
    wrong = "the seats of round 2 are not what its seed draws"
    assert json.loads(capsys.readouterr().out) == {
        "file": "friday.json", "proved": False, "rounds": 1, "wrong": wrong,
    }  # fmt: skip
    seen["played"][0]["seed"] = f"{1:064x}"
    file.write_text(json.dumps(seen))
    assert main(["verify", str(file)]) == 1
    assert "the seed of round 1 is not the one that was committed to" in capsys.readouterr().out
    file.write_text("{}")
    assert main(["verify", str(file)]) == 2
    assert "is no tournament as the API shows it" in capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES)
def test_a_tournament_of_each_game_is_seated_by_lot(house: HouseProcess, game: str) -> None:
    club = Club(house.url, 4)
    club.make({"game": game, "players": 3, "options": QUICK[game]}, rounds=1)
    club.ask(club.host, "start")
    seats = [table["seats"] for table in club.finish_round()["played"][0]["tables"]]
    seed = bytes.fromhex(club.look()["played"][0]["seed"])
    first, second, third, fourth = lots(seed, [1, 2, 3, 4])
    assert seats == [[first, third, None], [second, fourth, None]]
