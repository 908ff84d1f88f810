"""Invitations to people with whom somebody has played: seen, followed, declined, taken back, not wanted."""

from typing import Any

import pytest

from hexdeck.core.registry import GAMES
from server.guest import QUICK, Guest, play_all
from server.house_process import HouseProcess

ENGINES = ("sqlite", "postgres")


@pytest.fixture(scope="module")
def pair(house: HouseProcess) -> tuple[Guest, Guest]:
    """Two who have finished a game together."""
    marie, lukas = Guest.named(house.url, "Marie"), Guest.named(house.url, "Lukas")
    code = marie.new_table("voodoo_prince", players=2, pace="instant", options=QUICK["voodoo_prince"])
    lukas.command(code, "sit")
    marie.command(code, "start")
    play_all((marie, code), (lukas, code))
    return marie, lukas


def companion_of(guest: Guest) -> str:
    [found] = guest.get("/api/me/companions").json()["companions"]
    return str(found["id"])


def invite(host: Guest, code: str) -> Any:
    return host.request("PUT", f"/api/me/invitations/{companion_of(host)}", json={"code": code})


def received(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guest.get("/api/me").json()["invitations"]
    assert guest.get("/api/me/invitations").json()["received"] == found
    return found


def sent(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guest.get("/api/me/invitations").json()["sent"]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_companion_sees_an_invitation_and_follows_it(pair: tuple[Guest, Guest], game: str) -> None:
    marie, lukas = pair
    code = marie.new_table(game, players=3)
    answer = invite(marie, code)
    assert (answer.status_code, answer.json()["code"]) == (201, code)

    [seen] = received(lukas)
    told = {key: seen[key] for key in ("companion", "name", "code", "game", "players", "free")}
    assert told == {
        "companion": companion_of(lukas),
        "name": "Marie",
        "code": code,
        "game": game,
        "players": 3,
        "free": 2,
    }
    ids = [guest.get("/api/me").json()["profile"]["id"] for guest in pair]
    assert not any(one in lukas.get("/api/me/invitations").text for one in ids)
    assert [one["code"] for one in sent(marie)] == [code]
    assert lukas.command(code, "sit")["type"] == "ack"
    assert received(lukas) == []
    refused = invite(marie, code)
    assert (refused.status_code, refused.json()["code"]) == (409, "table.refused")
    marie.command(code, "start", level="novice")
    assert invite(marie, code).json()["message"] == "the game has started: invite them to the next one"
    marie.request("DELETE", f"/api/me/invitations/{companion_of(marie)}")
    assert sent(marie) == []


def test_only_the_latest_counts_while_it_can_be_followed(pair: tuple[Guest, Guest]) -> None:
    marie, lukas = pair
    first, second = marie.new_table("voodoo", players=3), marie.new_table("skull_queen", players=2)
    for code in (first, second):
        invite(marie, code)
    assert [(one["code"], one["free"]) for one in received(lukas)] == [(second, 1)]
    marie.command(second, "fill", level="novice")
    assert received(lukas) == []  # no seat is free
    marie.command(second, "remove", seat=1)
    assert len(received(lukas)) == 1
    marie.command(second, "leave")
    assert received(lukas) == []
    assert invite(marie, second).json()["code"] == "table.refused"  # she was the last there
    invite(marie, first)
    marie.request("DELETE", f"/api/me/invitations/{companion_of(marie)}")
    assert (received(lukas), sent(marie)) == ([], [])


def test_nobody_but_a_companion_can_be_asked(house: HouseProcess, pair: tuple[Guest, Guest]) -> None:
    marie, nina = pair[0], Guest.named(house.url, "Nina")
    code = nina.new_table("voodoo", players=3)
    for companion in (companion_of(marie), "nobody"):  # an id is good for one person alone
        answer = nina.request("PUT", f"/api/me/invitations/{companion}", json={"code": code})
        assert (answer.status_code, answer.json()["code"]) == (404, "name.unknown")
        for method, path in (
            ("DELETE", f"/api/me/invitations/{companion}"),
            ("POST", f"/api/me/invitations/{companion}/decline"),
        ):
            assert nina.request(method, path).status_code == 404
    assert invite(marie, code).json()["code"] == "seat.none"


def test_a_no_lasts_and_is_told(pair: tuple[Guest, Guest]) -> None:
    marie, lukas = pair
    code = lukas.new_table("vampire_queen", players=3)
    invite(lukas, code)
    answer = marie.post(f"/api/me/invitations/{companion_of(marie)}/decline")
    assert answer["received"] == []
    assert [(one["code"], one["declined"]) for one in sent(lukas)] == [(code, True)]
    lukas.request("DELETE", f"/api/me/invitations/{companion_of(lukas)}")
    refused = invite(lukas, lukas.new_table("voodoo", players=3))
    assert refused.json()["message"] == "they have said no for today: ask them again tomorrow"
    assert received(marie) == []


def test_invitations_that_are_not_wanted_are_not_seen_and_nobody_is_told(
    pair: tuple[Guest, Guest],
) -> None:
    marie, lukas = pair
    code = marie.new_table("voodoo_prince", players=4)
    path = f"/api/me/companions/{companion_of(lukas)}"
    assert lukas.request("PATCH", path, json={"welcome": False}).json() == {"welcome": False}
    assert invite(marie, code).status_code == 201
    assert received(lukas) == []
    assert [(one["code"], one["declined"]) for one in sent(marie)] == [(code, False)]
    [known] = lukas.get("/api/me/companions").json()["companions"]
    assert not known["welcome"]
    exported = lukas.get("/api/me/export").json()
    assert exported["unwelcome"] == [companion_of(lukas)]
    lukas.request("PATCH", path, json={"welcome": True})
    assert [one["code"] for one in received(lukas)] == [code]
    exported = marie.get("/api/me/export").json()
    assert ([one["code"] for one in exported["invited"]], exported["invitations"]) == ([code], [])


def test_of_somebody_forgotten_no_invitation_is_left(house: HouseProcess, pair: tuple[Guest, Guest]) -> None:
    marie, leon = pair[0], Guest.named(house.url, "Leon")
    code = leon.new_table("voodoo_prince", players=2, pace="instant", options=QUICK["voodoo_prince"])
    marie.command(code, "sit")
    leon.command(code, "start")
    play_all((marie, code), (leon, code))
    invite(leon, leon.new_table("voodoo", players=3))
    assert [one["name"] for one in received(marie)] == ["Leon"]
    leon.request("DELETE", "/api/me")
    assert received(marie) == []
