"""What a game leaves behind of people: ratings and statistics, on both engines."""

from typing import Any

import pytest

from hexdeck.server.results.ratings import band, histories
from hexdeck.server.store.protocol import OwnGame
from server.guest import Guest, play_all
from server.house_process import HouseProcess

ENGINES = ("sqlite", "postgres")


def test_numbers_of_players_are_rated_in_bands() -> None:
    assert [band(players) for players in (2, 3, 4, 5, 6, 7, 12)] == [
        *("2", "3-4", "3-4", "5-6", "5-6", "7-12", "7-12")
    ]


def test_a_long_history_is_told_in_a_few_moments() -> None:
    games = [OwnGame(f"T{at}", 0, "voodoo", 3, 1, 1, at, None, 25.0 + at, 8.0) for at in range(100)]
    unrated = OwnGame("U", 0, "voodoo", 3, 1, 1, 200, None)
    [one] = histories([*games, unrated])
    assert (one.game, one.players, one.games, one.provisional) == ("voodoo", "3-4", 100, False)
    assert [moment.ended for moment in one.moments][:3] == [0, 4, 8]
    assert (len(one.moments), one.moments[-1].mu) == (24, 124.0)
    assert [histories(games[:count])[0].provisional for count in (9, 10)] == [True, False]


def ratings(guest: Guest, game: str, players: str) -> dict[str, dict[str, Any]]:
    listed = guest.get(f"/api/ratings/{game}/{players}").json()["ratings"]
    estimates = [one["mu"] - 3 * one["sigma"] for one in listed]
    assert estimates == sorted(estimates, reverse=True)
    return {one["name"]: one for one in listed}


def test_people_and_bots_are_rated_in_every_game_and_band(house: HouseProcess) -> None:
    guest = Guest(house.url)
    guest.request("PATCH", "/api/me", json={"name": "Charlotte"})
    codes = [guest.play_now("vampire_queen", players, level="casual") for players in (3, 4, 5)]
    play_all(*((guest, code) for code in codes))
    assert ratings(guest, "vampire_queen", "3-4")["Charlotte"]["games"] == 2
    assert ratings(guest, "vampire_queen", "3-4")["bot casual"]["games"] == 2
    listed = ratings(guest, "vampire_queen", "3-4").values()
    told = {one["name"]: (one["kind"], one["you"], one["provisional"]) for one in listed}
    assert (told["Charlotte"], told["bot casual"]) == (("person", True, True), ("bot", False, True))
    assert not ratings(Guest(house.url), "vampire_queen", "3-4")["Charlotte"]["you"]
    few, many = guest.get("/api/me/statistics").json()["histories"]
    assert [(one["players"], one["games"], len(one["moments"])) for one in (few, many)] == [
        ("3-4", 2, 2),
        ("5-6", 1, 1),
    ]
    now = ratings(guest, "vampire_queen", "3-4")["Charlotte"]
    assert (few["moments"][-1]["mu"], few["moments"][-1]["sigma"]) == (now["mu"], now["sigma"])
    assert ratings(guest, "vampire_queen", "5-6")["Charlotte"]["games"] == 1
    assert ratings(guest, "vampire_queen", "7-12") == {}
    assert guest.get("/api/ratings/poker/2").status_code == 404
    assert guest.get("/api/ratings/voodoo/99").status_code == 404


def test_whoever_wins_rises_and_whoever_loses_falls(house: HouseProcess) -> None:
    guest = Guest(house.url)
    guest.request("PATCH", "/api/me", json={"name": "Georges"})
    code = guest.play_now("voodoo_prince", 2, level="casual")
    play_all((guest, code))
    scores = guest.look(code)["table"]["scores"]
    now = ratings(guest, "voodoo_prince", "2")
    mine, theirs = now["Georges"]["mu"] - 25, now["bot casual"]["mu"] - 25
    if scores[0] == scores[1]:
        assert mine == theirs == 0
    else:
        assert (mine > 0) == (scores[0] > scores[1])
        assert (theirs > 0) == (scores[1] > scores[0])


def test_games_that_end_at_the_same_moment_lose_no_rating(house: HouseProcess) -> None:
    guest = Guest(house.url)
    guest.request("PATCH", "/api/me", json={"name": "Antonia"})
    codes = [guest.play_now("voodoo_prince", 5) for _ in range(4)]
    play_all(*((guest, code) for code in codes))
    now = ratings(guest, "voodoo_prince", "5-6")
    assert now["Antonia"]["games"] == 4
    assert now["bot novice"]["games"] == 4
    [statistics] = guest.get("/api/me/statistics").json()["statistics"]
    assert statistics["games"] == 4


def test_statistics_count_games_wins_and_places(house: HouseProcess) -> None:
    guest = Guest(house.url)
    codes = [guest.play_now("skull_queen", 2) for _ in range(3)]
    play_all(*((guest, code) for code in codes))
    scores = [guest.look(code)["table"]["scores"] for code in codes]

    [line] = guest.get("/api/me/statistics").json()["statistics"]

    wins = sum(mine >= theirs for mine, theirs in scores)
    assert (line["game"], line["players"], line["games"], line["wins"]) == ("skull_queen", 2, 3, wins)
    assert line["mean_place"] == pytest.approx((wins + 2 * (3 - wins)) / 3)
    assert line["mean_score"] == pytest.approx(sum(mine for mine, _ in scores) / 3)
