"""What somebody finds of the games they have finished: with whom, how they went, what they come to."""

from typing import Any

import pytest

from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.server.results.statistics import BestRound, Estimate, Piece, lost_a_decision, statistics_by_game
from hexdeck.server.store.feats import Feats, feats_of, labels_of
from hexdeck.server.store.protocol import OwnGame
from server.guest import Guest, play_all
from server.house_process import HouseProcess


def games_of(guest: Guest, query: str = "") -> dict[str, Any]:
    answer = guest.get(f"/api/me/games{query}")
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_found_with_its_company_and_feats(house: HouseProcess, game: str) -> None:
    marie, lukas = Guest.named(house.url, "Marie"), Guest.named(house.url, "Lukas")
    assert games_of(marie) == {"total": 0, "pages": 0, "games": []}
    quick = {option.name: 1 for option in GAMES[game].options if 1 in option.choices}
    code = marie.new_table(game, players=3, pace="instant", options=quick)
    lukas.command(code, "sit")
    marie.command(code, "start", level="novice")
    play_all((marie, code), (lukas, code))
    scores = marie.look(code)["table"]["scores"]

    [found] = games_of(marie)["games"]

    assert (found["code"], found["game"], found["seat"], found["players"]) == (code, game, 0, 3)
    assert [found["score"], *(one["score"] for one in found["others"])] == scores
    assert [(one["seat"], one["name"], one["kind"]) for one in found["others"]] == [
        (1, "Lukas", "person"),
        (2, "novice", "bot"),
    ]
    assert sum(found["feats"]["rounds"]) == found["score"]
    assert found["feats"]["counts"].keys() <= labels_of(game).keys()
    assert found["kept"]
    [lukas_now] = marie.get("/api/me/companions").json()["companions"]
    assert (lukas_now["name"], lukas_now["games"]) == ("Lukas", 1)
    assert found["others"][0]["id"] == lukas_now["id"]
    assert lukas.get("/api/me").json()["profile"]["id"] not in marie.get("/api/me/companions").text
    assert games_of(marie, f"?game={game}&other={lukas_now['id']}")["total"] == 1
    assert games_of(marie, "?game=" + next(one for one in GAMES if one != game))["total"] == 0
    assert games_of(marie, "?page=2")["games"] == []
    [statistics] = marie.get("/api/me/statistics").json()["games"]
    assert (statistics["game"], statistics["games"], statistics["fair"]) == (game, 1, 0.33)
    assert statistics["wins"] == (scores[0] == max(scores))
    assert statistics["counts"] == found["feats"]["counts"]
    assert [(one["code"], one["kept"]) for one in statistics["best"]] == [(code, True)] * len(
        statistics["best"]
    )

    record = read(marie.get(f"/api/tables/{code}/record").text)
    assert feats_of(record)[0].counts == statistics["counts"]
    lukas.request("DELETE", "/api/me")
    [found] = games_of(marie)["games"]
    assert (found["others"][0]["name"], found["others"][0]["id"]) == ("…", None)
    assert marie.get("/api/me/companions").json() == {"companions": []}


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("?game=poker", 400, "message.refused"),
        ("?page=0", 400, "message.refused"),
        ("?page=two", 400, "message.refused"),
        (f"?page={9**40}", 400, "message.refused"),
        ("?other=" + "x" * 41, 400, "message.refused"),
        ("?color=red", 400, "message.refused"),
        ("?other=nobody", 404, "name.unknown"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(house: HouseProcess, query: str, status: int, code: str) -> None:
    answer = Guest(house.url).get(f"/api/me/games{query}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def game(code: str, place: int, at: float, feats: Feats | None, players: int = 4) -> OwnGame:
    return OwnGame(code, 0, "voodoo_prince", players, 9, place, at, feats.stored() if feats else None)


def test_statistics_come_from_all_games_and_points_from_those_that_tell() -> None:
    [found] = statistics_by_game([
        game("A", 1, 10.0, None, players=2),
        game("B", 2, 20.0, Feats([4, 8], {"split": 1})),
        game("C", 1, 30.0, Feats([6], {"split": 2, "last": 1})),
    ])  # fmt: skip
    assert (found.game, found.unit, found.games, found.wins, found.fair) == (
        *("voodoo_prince", "round", 3, 2),
        1.0,
    )
    assert found.points == Estimate(3, 6.0, 2.263)  # 1.96 · 2 / √3
    assert found.course == [Piece(20.0, 1, Estimate(2, 6.0, 3.92)), Piece(30.0, 1, Estimate(1, 6.0, None))]
    assert found.best == [BestRound(8, 2, "B", 20.0), BestRound(6, 1, "C", 30.0), BestRound(4, 1, "B", 20.0)]
    assert found.counts == {"split": 3, "last": 1}


def test_points_lost_a_decision_come_from_all_decisions_of_reviewed_games() -> None:
    """Losses of 1 and 2, of 0 and 3, and a game that nobody looked back upon."""
    games = [
        game("A", 1, 10.0, None)._replace(decisions=2, lost=3.0, squares=5.0),
        game("B", 1, 20.0, None),
        game("C", 1, 30.0, None)._replace(decisions=2, lost=3.0, squares=9.0),
        game("D", 1, 40.0, None)._replace(decisions=0, lost=0.0, squares=0.0),
    ]
    [found] = statistics_by_game(games)
    assert found.lost == Estimate(4, 1.5, 2.054)  # 3.182 · √(5/3) / 2: Student's t
    assert found.losses == [
        Piece(10.0, 1, Estimate(2, 1.5, 6.353)),
        Piece(30.0, 1, Estimate(2, 1.5, 19.059)),
    ]
    one = game("A", 1, 10.0, None)._replace(decisions=1, lost=0.25, squares=0.0625)
    assert lost_a_decision([one]) == Estimate(1, 0.25, None)
    assert lost_a_decision(games[1:2]) is None


def test_a_long_course_is_told_in_twelve_pieces() -> None:
    [found] = statistics_by_game([game(f"T{at}", 1, float(at), Feats([at], {})) for at in range(100)])
    assert [piece.games for piece in found.course] == [8, 8, 9] * 4
    assert found.course[-1].until == 99.0
    assert statistics_by_game([]) == []
