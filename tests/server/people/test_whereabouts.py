"""The link that always leads to somebody's table: where it leads, and what it tells to whom."""

import pytest

from hexdeck.core.registry import GAMES
from server.guest import Guest
from server.house_process import open_house


def link_of(guest: Guest) -> str:
    made = guest.request("PUT", "/api/me/link").json()
    assert made["path"] == f"/with/{made['handle']}"
    assert made["url"] == guest.url + made["path"]
    return str(made["handle"])


def where(guest: Guest, handle: str) -> tuple[str | None, str | None, str | None]:
    found = guest.get(f"/api/with/{handle}").json()
    return found["code"], found["game"], found["status"]


@pytest.mark.parametrize("game", GAMES)
def test_it_leads_to_the_table_that_gathers_then_to_the_game(marie: Guest, lukas: Guest, game: str) -> None:
    handle = link_of(marie)
    assert link_of(marie) == handle
    assert where(lukas, handle) == (None, None, None)
    marie.play_now(game, GAMES[game].players[0])
    assert where(lukas, handle) == (None, None, None)  # she has not come to that table
    gathers = marie.new_table(game)
    assert where(lukas, handle.lower().replace("-", "")) == (gathers, game, "gathering")
    marie.command(gathers, "start", level="novice")
    assert where(lukas, handle) == (gathers, game, "playing")
    marie.command(gathers, "leave")
    assert where(lukas, handle) == (None, None, None)


def test_it_tells_no_more_than_a_table_s_own_link(marie: Guest, lukas: Guest, nina: Guest) -> None:
    """At a private table too: whoever has it looks on as with the table's own link, and sees no hand."""
    code = marie.new_table("voodoo_prince", players=2)
    lukas.command(code, "sit")
    marie.command(code, "start")
    handle = link_of(marie)
    direct = nina.look(code)["view"]

    answer = nina.get(f"/api/with/{handle}")

    assert answer.json() == {
        "name": "Marie",
        "picture": answer.json()["picture"],
        "you": False,
        "code": code,
        "game": "voodoo_prince",
        "status": "playing",
    }
    assert marie.get("/api/me").json()["profile"]["id"] not in answer.text
    assert (direct["seat"], direct["hand"], direct["actions"]) == (None, [], [])
    assert nina.look(code)["view"] == direct
    assert nina.command(code, "act", action="b5")["code"] == "seat.none"
    assert marie.get(f"/api/with/{handle}").json()["you"]
    lukas.command(code, "leave")
    assert where(nina, link_of(lukas)) == (None, None, None)  # he has left; Marie's table is not his any more


def test_a_lesson_is_nobody_else_s(marie: Guest, lukas: Guest) -> None:
    marie.post("/api/play", game="voodoo_prince", lesson=True)
    assert where(lukas, link_of(marie)) == (None, None, None)


def test_another_link_ends_the_one_before(marie: Guest, lukas: Guest) -> None:
    old = link_of(marie)
    new = marie.post("/api/me/link")["handle"]
    assert new != old
    assert new == link_of(marie) == marie.get("/api/me/export").json()["handle"]
    answer = lukas.get(f"/api/with/{old}")
    assert (answer.status_code, answer.json()["code"]) == (403, "identity.refused")
    assert lukas.get(f"/api/with/{new}").json()["name"] == "Marie"
    marie.request("DELETE", "/api/me")
    assert lukas.get(f"/api/with/{new}").status_code == 403


def test_links_cannot_be_guessed_for_long(tmp_path_factory: pytest.TempPathFactory) -> None:
    with open_house(tmp_path_factory.mktemp("guessed") / "data", "--guesses", "3") as house:
        guest = Guest(house.url)
        statuses = [guest.get(f"/api/with/QQQ-QQQ-QQ{n}").status_code for n in range(2, 7)]
    assert statuses == [403, 403, 403, 429, 429]
