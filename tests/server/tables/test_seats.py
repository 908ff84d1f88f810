"""Who may sit where: nobody whom the host has removed, nobody late without the others' consent."""

from functools import partial
from typing import Any

import pytest

from arena.arenas import wait_for
from hexdeck.core.registry import GAMES
from server.guest import Guest
from server.house_process import HouseProcess, open_house
from server.ways_in import WAYS, send

ENGINES = ("sqlite", "postgres")

every_game = pytest.mark.parametrize("game", GAMES)
every_way = pytest.mark.parametrize("way", WAYS)


def is_away(guest: Guest, code: str, seat: int) -> bool:
    """Whether somebody has gone, as `guest` sees it."""
    return bool(guest.look(code)["table"]["seats"][seat]["presence"] == "away")


def seat_of(guest: Guest, code: str) -> int | None:
    seat: int | None = guest.look(code)["you"]["seat"]
    return seat


def asking(guest: Guest, code: str) -> list[dict[str, Any]]:
    """Who asks for a seat, without their pictures."""
    found = guest.look(code)["table"]["asking"]
    return [{name: one[name] for name in ("number", "name", "seat", "waits_for")} for one in found]


def game_of(*guests: Guest, game: str = "voodoo_prince", players: int = 4) -> str:
    """A game of the guests and bots, the first of them its host."""
    code = guests[0].new_table(game, players=players)
    for guest in guests[1:]:
        assert guest.command(code, "sit")["type"] == "ack"
    assert guests[0].command(code, "start", level="novice")["type"] == "ack"
    return code


# Removed.


@every_way
def test_somebody_removed_before_the_game_comes_back_only_if_the_host_lets_them(
    marie: Guest, lukas: Guest, nina: Guest, way: str
) -> None:
    code = marie.new_table("voodoo_prince", players=3)
    lukas.command(code, "sit")
    marie.command(code, "remove", seat=1)

    assert send(lukas, code, way, "sit", seat=1)
    assert seat_of(lukas, code) is None
    assert lukas.look(code)["you"]["asking"] == 1
    assert asking(marie, code) == [{"number": 1, "name": "Lukas", "seat": 1, "waits_for": [0]}]
    assert lukas.command(code, "admit", asking=1)["code"] == "seat.none"

    assert send(nina, code, way, "sit", seat=2), "Lukas could have come under another name"
    assert seat_of(nina, code) is None
    assert marie.command(code, "admit", asking=2)["type"] == "ack"
    assert seat_of(nina, code) == 2
    assert nina.command(code, "admit", asking=1)["code"] == "table.not_host"

    assert marie.command(code, "admit", asking=1)["type"] == "ack"
    assert seat_of(lukas, code) == 1


@every_game
def test_somebody_removed_from_a_game_stays_out_of_it(
    marie: Guest, lukas: Guest, nina: Guest, game: str
) -> None:
    code = game_of(marie, lukas, nina, game=game)
    marie.command(code, "remove", seat=1)

    for number, way in enumerate(WAYS, start=1):
        assert send(lukas, code, way, "sit", seat=1)
        assert seat_of(lukas, code) is None
        assert asking(marie, code) == [{"number": number, "name": "Lukas", "seat": 1, "waits_for": [0, 2]}]
    assert nina.command(code, "admit", asking=3, welcome=False)["type"] == "ack"
    assert asking(marie, code) == []
    for way in WAYS:
        assert not send(lukas, code, way, "sit", seat=1)
        assert not send(lukas, code, way, "sit", seat=3), "he has seen other cards"


def test_somebody_removed_by_mistake_gets_their_own_seat_back(marie: Guest, lukas: Guest) -> None:
    code = game_of(marie, lukas)
    hand = lukas.look(code)["view"]["hand"]
    marie.command(code, "remove", seat=1)
    lukas.command(code, "sit")
    marie.command(code, "admit", asking=1)
    assert seat_of(lukas, code) == 1
    assert set(lukas.look(code)["view"]["hand"]) <= set(hand)


def test_a_removal_is_remembered_at_the_next_table(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("voodoo_prince", players=3, options={"rounds": 1}, pace="instant")
    lukas.command(code, "sit")
    marie.command(code, "remove", seat=1)
    marie.command(code, "start", level="novice")
    marie.command(code, "stand")
    while marie.look(code)["table"]["status"] != "over":
        pass
    again = marie.command(code, "rematch")["code"]
    marie.command(again, "remove", seat=1)
    lukas.command(again, "sit", seat=1)
    assert seat_of(lukas, again) is None


def test_whoever_is_host_for_a_while_cannot_remove_the_host(tmp_path: Any) -> None:
    with open_house(tmp_path / "data", "--grace", "0") as house:
        marie, lukas = Guest.named(house.url, "Marie"), Guest.named(house.url, "Lukas")
        for code in (game_of(marie, lukas), marie.new_table("voodoo_prince", players=3)):
            lukas.command(code, "sit")
            assert send(marie, code, "socket", "say", phrase="bye")
            wait_for(partial(is_away, lukas, code, 0))
            assert send(lukas, code, "socket", "change", pace="calm"), "the host has gone, so Lukas is host"
            assert not send(lukas, code, "socket", "remove", seat=0)
            assert marie.look(code)["you"]["seat"] == 0


# Late.


@every_game
def test_a_second_cookie_sees_no_second_hand(marie: Guest, lukas: Guest, game: str) -> None:
    """The host removes a guest, or takes a bot's seat, as somebody whom nobody knows."""
    second = Guest(marie.url)
    code = game_of(marie, lukas, game=game)

    for number, way in enumerate(WAYS, start=1):
        assert send(second, code, way, "sit", seat=2)
        marie.command(code, "admit", asking=number)
        assert seat_of(second, code) is None, "Lukas has not said yes"
    assert second.look(code)["view"]["seat"] is None

    marie.command(code, "remove", seat=1)
    assert asking(marie, code) == []
    for way in WAYS:
        assert not send(second, code, way, "sit", seat=1)
        assert not send(second, code, way, "sit", seat=2)
    assert seat_of(second, code) is None


@every_way
def test_somebody_comes_late_when_everybody_who_plays_agrees(
    marie: Guest, lukas: Guest, nina: Guest, way: str
) -> None:
    code = game_of(marie, lukas)
    assert send(nina, code, way, "sit", seat=3)
    assert asking(marie, code) == [{"number": 1, "name": "Nina", "seat": 3, "waits_for": [0, 1]}]
    answer = {"answer": "yes"} if way == "plain" else {}
    assert send(marie, code, way, "admit", asking=1, **answer)
    assert asking(marie, code)[0]["waits_for"] == [1]
    assert send(lukas, code, way, "admit", asking=1, **answer)
    assert seat_of(nina, code) == 3
    assert nina.look(code)["view"]["hand"] != []


def test_whoever_has_left_is_not_waited_for(marie: Guest, lukas: Guest, nina: Guest) -> None:
    code = game_of(marie, lukas)
    nina.command(code, "sit", seat=2)
    marie.command(code, "admit", asking=1)
    assert seat_of(nina, code) is None
    lukas.command(code, "stand")
    assert seat_of(nina, code) == 2


def test_one_who_asks_can_think_again(marie: Guest, lukas: Guest, nina: Guest) -> None:
    code = game_of(marie, lukas)
    nina.command(code, "sit", seat=2)
    nina.command(code, "sit", seat=3)
    assert [(one["number"], one["seat"]) for one in asking(marie, code)] == [(2, 3)]
    nina.command(code, "stand")
    assert asking(marie, code) == []
    assert marie.command(code, "admit", asking=2)["message"] == (
        "nobody asks for a seat under this number: look at the table again"
    )


def test_of_two_who_ask_for_one_seat_the_second_gets_another(
    house: HouseProcess, marie: Guest, lukas: Guest
) -> None:
    code = marie.play_now("voodoo_prince", 3)
    others = [lukas, Guest.named(house.url, "Leon"), Guest.named(house.url, "Ugo")]
    for guest in others:
        guest.command(code, "sit", seat=1)
    marie.command(code, "admit", asking=1)
    for voter in (marie, lukas):
        voter.command(code, "admit", asking=2)
    assert [seat_of(guest, code) for guest in others] == [1, 2, None]
    for voter in (marie, *others[:2]):
        voter.command(code, "admit", asking=3)
    assert (seat_of(others[2], code), asking(marie, code)) == (None, [])


def test_not_everybody_can_ask_at_once(house: HouseProcess, marie: Guest) -> None:
    code = marie.play_now("voodoo_prince", 3)
    answers = [Guest(house.url).command(code, "sit").get("code") for _ in range(9)]
    assert answers == [None] * 8 + ["client.too_much"]


def test_what_is_asked_survives_a_restart_and_names_nobody_who_is_forgotten(tmp_path: Any) -> None:
    with open_house(tmp_path / "data") as house:
        marie, lukas, nina = (Guest.named(house.url, name) for name in ("Marie", "Lukas", "Nina"))
        code = game_of(marie, lukas)
        nina.command(code, "sit", seat=2)
        house.end()
        house.start()
        assert [one["name"] for one in asking(marie, code)] == ["Nina"]
        nina.request("DELETE", "/api/me")
        assert asking(marie, code) == []
