"""From an empty house to a game: making a table, gathering people, changing one's mind, starting, again."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from secrets import token_hex
from typing import Any

import httpx
import pytest

from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import Act, Fill, Say, Sit, Start
from server.guest import QUICK, Guest, play_all, some_action
from server.house_process import HouseProcess, open_house
from server.ways_in import WAYS, send

ENGINES = ("sqlite", "postgres")


def names(guest: Guest, code: str) -> list[str]:
    return [seat["name"] for seat in guest.look(code)["table"]["seats"]]


def refusal(answer: dict[str, Any]) -> tuple[str, str]:
    assert answer["type"] == "refusal", answer
    return answer["code"], answer["message"]


# Making a table.


def test_a_table_has_what_was_chosen_for_it(marie: Guest) -> None:
    chosen = {"options": {"rounds": 3, "variant": "marshmallow"}, "clock": "timed", "pace": "calm"}
    code = marie.new_table("voodoo_prince", players=3, **chosen)

    looked = marie.look(code)

    table = looked["table"]
    assert looked["you"]["seat"] == 0
    assert looked["you"]["host"]
    assert looked["view"] is None
    assert (table["code"], table["status"], table["host"]) == (code, "gathering", 0)
    assert {name: table[name] for name in chosen} == chosen
    assert [seat["kind"] for seat in table["seats"]] == ["person", "open", "open"]
    assert names(marie, code) == ["Marie", "", ""]
    assert len(table["commitment"]) == 64


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "voodoo_prince", "players": 6}, "setup.refused"),
        ({"game": "voodoo_prince", "options": {"rounds": 0}}, "setup.refused"),
        ({"game": "skull_queen", "options": {"rounds": 1}}, "setup.refused"),
        ({"game": "poker"}, "message.refused"),
        ({"game": "skull_queen", "clock": "sundial"}, "message.refused"),
        ({}, "message.refused"),
    ],
)
def test_a_table_that_cannot_be_is_refused(marie: Guest, wish: dict[str, Any], code: str) -> None:
    answer = marie.request("POST", "/api/tables", json=wish)
    assert answer.status_code == 400
    assert answer.json()["code"] == code


def test_only_a_public_table_is_listed(marie: Guest, lukas: Guest) -> None:
    hidden = marie.new_table("skull_queen")
    shown = marie.new_table("skull_queen", public=True)

    listed = [table["code"] for table in lukas.get("/api/tables").json()["tables"]]

    assert shown in listed
    assert hidden not in listed
    marie.command(shown, "change", public=False)
    assert shown not in [table["code"] for table in lukas.get("/api/tables").json()["tables"]]


# Coming and going.


@pytest.mark.parametrize("typed", [str.lower, lambda code: code.replace("-", ""), lambda code: f" {code} "])
def test_a_code_is_read_however_it_is_typed(marie: Guest, lukas: Guest, typed: Any) -> None:
    code = marie.new_table("skull_queen")
    assert lukas.look(typed(code))["table"]["code"] == code


def test_an_unknown_code_is_refused(marie: Guest) -> None:
    answer = marie.get("/api/tables/AAA-AAA-AAA")
    assert answer.status_code == 404
    assert answer.json()["code"] == "table.unknown"


def test_sitting_changing_seats_and_standing_up(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=3)
    unknown = dict.fromkeys(("seat", "token", "early", "asking", "salt", "stood_in"))
    assert lukas.look(code)["you"] == {"host": False, **unknown}

    assert lukas.command(code, "sit")["type"] == "ack"
    assert names(marie, code) == ["Marie", "Lukas", ""]
    lukas.command(code, "sit", seat=2)
    assert names(marie, code) == ["Marie", "", "Lukas"]
    assert refusal(lukas.command(code, "sit", seat=0)) == (
        "table.refused",
        "seat 0 is not open: choose one of 1",
    )
    lukas.command(code, "stand")
    assert names(marie, code) == ["Marie", "", ""]
    assert refusal(lukas.command(code, "stand"))[0] == "seat.none"


def test_a_full_table_has_no_seat(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=2)
    marie.command(code, "fill", level="novice")
    assert refusal(lukas.command(code, "sit"))[1] == (
        "every seat is taken: look on, or ask the host to make room"
    )


def test_a_host_who_stands_up_hands_the_table_on(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=3)
    lukas.command(code, "sit")
    marie.command(code, "stand")
    assert lukas.look(code)["you"]["host"]
    assert not marie.look(code)["you"]["host"]


def test_swapping_seats(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=3)
    lukas.command(code, "sit", seat=2)
    marie.command(code, "swap", seat=0, other=2)
    assert names(marie, code) == ["Lukas", "", "Marie"]
    marie.command(code, "swap", seat=1, other=2)
    assert names(marie, code) == ["Lukas", "Marie", ""]
    assert refusal(marie.command(code, "swap", seat=0, other=7))[0] == "setup.refused"


def test_filling_with_bots(marie: Guest) -> None:
    code = marie.new_table("vampire_queen", players=12)
    marie.command(code, "fill", level="expert", seat=3)
    marie.command(code, "fill", level="novice")

    seats = marie.look(code)["table"]["seats"]

    assert [seat["level"] for seat in seats[1:4]] == ["novice", "novice", "expert"]
    assert len({seat["name"] for seat in seats}) == 12
    marie.command(code, "fill", level="club", seat=3)
    assert marie.look(code)["table"]["seats"][3]["level"] == "club"
    assert refusal(marie.command(code, "fill", level="club", seat=0))[1] == (
        "somebody sits on seat 0: remove them first"
    )


def test_removing_before_the_start(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=3)
    lukas.command(code, "sit")
    marie.command(code, "remove", seat=1)
    assert names(marie, code) == ["Marie", "", ""]
    assert lukas.look(code)["you"]["seat"] is None
    assert refusal(marie.command(code, "remove", seat=0))[1] == "that is your own seat: stand up instead"


@pytest.mark.parametrize(
    "command",
    [
        {"kind": "swap", "seat": 0, "other": 1},
        {"kind": "fill", "level": "novice"},
        {"kind": "remove", "seat": 0},
        {"kind": "change", "players": 2},
        {"kind": "start", "level": "novice"},
    ],
    ids=lambda command: str(command["kind"]),
)
def test_only_the_host_decides(marie: Guest, lukas: Guest, command: dict[str, Any]) -> None:
    code = marie.new_table("skull_queen", players=3)
    lukas.command(code, "sit")
    before = marie.look(code)["table"]
    assert refusal(lukas.command(code, **command)) == (
        "table.not_host",
        "only the host can do that: ask them",
    )
    assert marie.look(code)["table"] == before


def test_changing_what_was_chosen(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("voodoo_prince", players=4)
    lukas.command(code, "sit", seat=3)
    marie.command(code, "fill", level="novice", seat=1)

    assert marie.look(code)["table"]["memory"]
    marie.command(code, "change", players=3, options={"rounds": 2}, clock="slow", pace="quick", memory=False)

    table = marie.look(code)["table"]
    assert not table["memory"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "person"]
    assert table["options"] == {"rounds": 2, "variant": "prince"}
    assert (table["clock"], table["pace"]) == ("slow", "quick")
    marie.command(code, "change", players=2)
    assert names(marie, code) == ["Marie", "Lukas"]
    marie.command(code, "change", players=5)
    assert names(marie, code) == ["Marie", "Lukas", "", "", ""]
    assert refusal(marie.command(code, "change", players=6))[0] == "setup.refused"
    assert refusal(marie.command(code, "change", options={"rounds": 99}))[0] == "setup.refused"


def test_people_are_not_sent_away_by_a_smaller_table(house: HouseProcess, marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=3)
    for guest in (lukas, Guest.named(house.url, "Leon")):
        guest.command(code, "sit")
    assert refusal(marie.command(code, "change", players=2))[1] == (
        "3 people sit at this table: it cannot be for 2"
    )


# Starting.


def test_a_game_starts_when_every_seat_is_taken(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=3)
    lukas.command(code, "sit")
    assert refusal(marie.command(code, "start"))[1] == "seats 2 are open: fill them with bots, or wait"
    assert refusal(marie.command(code, "act", action="b5"))[1] == (
        "the game has not started yet: wait for the host"
    )

    assert marie.command(code, "start", level="novice")["type"] == "ack"

    assert marie.look(code)["table"]["status"] == "playing"
    assert lukas.look(code)["view"]["seat"] == 1
    late = "the game has started: that can be changed for the next one"
    for again in (
        {"kind": "start"},
        {"kind": "change", "players": 4},
        {"kind": "swap", "seat": 0, "other": 1},
    ):
        assert refusal(marie.command(code, **again)) == ("table.refused", late)


def test_instant_play(marie: Guest) -> None:
    code = marie.play_now("vampire_queen", 5, level="novice")
    looked = marie.look(code)
    assert looked["table"]["status"] == "playing"
    assert [seat["kind"] for seat in looked["table"]["seats"]] == ["person", *["bot"] * 4]
    assert looked["view"]["seat"] == 0


def test_everybody_at_the_table_hears_what_happens(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=3)

    async def gather() -> None:
        async with marie.at(code) as host, lukas.at(code) as guest:
            await guest.send(Sit(token_hex(8)))
            await host.send(Fill(token_hex(8), "novice"))
            await host.send(Say(token_hex(8), "hello"))
            await host.send(Start(token_hex(8)))
            while guest.view is None or host.view is None:
                await guest.changed()
            assert guest.view["seat"] == 1
            assert host.view["seat"] == 0
            assert guest.table is not None
            assert [seat.presence for seat in guest.table.seats] == ["here", "here", None]

    asyncio.run(gather())


def test_the_same_over_server_sent_events(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=2)
    with listening(marie, code) as messages:
        assert next(messages)["type"] == "welcome"
        lukas.command(code, "sit")
        assert any(names_in(told) == ["Marie", "Lukas"] for told in messages)
        marie.command(code, "start")
        step = next(told for told in messages if told["type"] == "step" and "view" in told)
    assert step["view"]["seat"] == 0
    with listening(marie, code, since=step["version"] - 1) as messages:
        assert next(messages)["type"] == "welcome"
        again = next(messages)
    assert again["version"] == step["version"]
    assert again["view"] == step["view"]
    assert marie.get(f"/api/tables/{code}/events?since=yesterday").json()["code"] == "message.refused"


@contextmanager
def listening(guest: Guest, code: str, since: int | None = None) -> Iterator[Iterator[dict[str, Any]]]:
    query = "" if since is None else f"?since={since}"
    url = f"{guest.url}/api/tables/{code}/events{query}"
    headers = {"authorization": f"Bearer {guest.token}"}
    with httpx.stream("GET", url, headers=headers, timeout=20) as stream:
        lines = stream.iter_lines()
        yield (json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: "))


def names_in(told: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in told.get("table", {}).get("seats", [])]


def test_phrases_are_said_from_a_seat(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=2)
    assert marie.command(code, "say", phrase="well_played")["type"] == "ack"
    assert marie.command(code, "say", phrase="something rude")["code"] == "message.refused"
    assert refusal(lukas.command(code, "say", phrase="hello"))[0] == "seat.none"


def test_what_was_said_can_be_read_by_whoever_comes_later(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=3)
    lukas.command(code, "sit")
    lukas.command(code, "say", phrase="hello")
    marie.command(code, "say", phrase="heart")
    marie.command(code, "swap", seat=1, other=2)
    told = [{"type": "said", "seat": 2, "phrase": "hello"}, {"type": "said", "seat": 0, "phrase": "heart"}]
    assert marie.get(f"/api/tables/{code}/story").json() == {"version": 0, "steps": [], "said": told}

    lukas.command(code, "stand")
    assert marie.get(f"/api/tables/{code}/story").json()["said"] == told[1:]


# While it runs.


def test_what_has_happened_is_told_to_each_seat_as_it_saw_it(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("voodoo_prince", players=2)
    leon = Guest(marie.url)
    lukas.command(code, "sit")
    marie.command(code, "start")
    hands = [guest.look(code)["view"]["hand"] for guest in (marie, lukas)]
    leader = next(guest for guest in (marie, lukas) if guest.look(code)["view"]["actions"])
    first = leader.look(code)["view"]["actions"][0]
    leader.command(code, "act", action=first)

    for guest, seen in ((marie, [hands[0], []]), (lukas, [[], hands[1]]), (leon, [[], []])):
        story = guest.get(f"/api/tables/{code}/story").json()
        assert story["version"] == len(story["steps"]) == 4
        assert [step[0]["type"] for step in story["steps"][:2]] == ["DealerDrawn", "TrumpDrawn"]
        assert story["steps"][2] == [{"type": "Dealt", "round": 1, "hands": seen}]
        assert story["steps"][3][0] == {"type": "Played", "seat": [marie, lukas].index(leader), "card": first}


def test_an_early_choice_is_told_to_its_own_seat_alone(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("voodoo_prince", players=2)
    lukas.command(code, "sit")
    marie.command(code, "start")
    waiting = next(guest for guest in (marie, lukas) if not guest.look(code)["view"]["actions"])
    other = marie if waiting is lukas else lukas
    card = waiting.look(code)["view"]["hand"][0]

    waiting.command(code, "act", action=card, early=True)
    assert waiting.look(code)["you"]["early"] == card
    assert other.look(code)["you"]["early"] is None
    waiting.command(code, "withdraw")
    assert waiting.look(code)["you"]["early"] is None


def test_every_tab_of_a_seat_is_told_its_early_choice(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("voodoo_prince", players=2)
    lukas.command(code, "sit")
    marie.command(code, "start")
    waiting = next(guest for guest in (marie, lukas) if not guest.look(code)["view"]["actions"])
    card = waiting.look(code)["view"]["hand"][0]

    async def choose() -> None:
        async with asyncio.timeout(20), waiting.at(code) as one, waiting.at(code) as two:
            await one.send(Act("early", card, early=True))
            while two.you is None or two.you.early != card:
                await two.changed()

    asyncio.run(choose())


def test_an_onlooker_sees_no_hand(marie: Guest, lukas: Guest) -> None:
    code = marie.play_now("voodoo_prince", 3)
    seen = lukas.look(code)["view"]
    assert seen["seat"] is None
    assert seen["hand"] == []
    assert seen["actions"] == []
    assert refusal(lukas.command(code, "act", action="b5"))[0] == "seat.none"


def test_somebody_who_comes_late_takes_the_seat_of_a_bot(marie: Guest, lukas: Guest) -> None:
    code = marie.play_now("skull_queen", 3)

    async def come_late() -> None:
        async with lukas.at(code) as client:
            while client.view is None:
                await client.changed()
            assert client.view["seat"] is None
            await client.send(Sit(token_hex(8), 2))
            marie.command(code, "admit", asking=1)
            while client.view["seat"] is None:
                await client.changed()
            assert client.view["seat"] == 2
            assert client.view["hand"] != []
            assert client.you is not None
            assert client.you.seat == 2
            if "front r? y? g? b?" in client.view["actions"]:
                answer = await client.send(Act(token_hex(8), some_action(client.view, Random(1))))
                assert answer.__class__.__name__ == "Ack"

    asyncio.run(come_late())
    assert names(marie, code)[2] == "Lukas"


def test_nobody_looks_at_two_hands(marie: Guest, lukas: Guest) -> None:
    code = marie.play_now("skull_queen", 3)
    seen = "you have seen cards of this game: come back to your own seat, or wait for the next"
    assert refusal(marie.command(code, "sit", seat=1)) == ("table.refused", seen)
    lukas.command(code, "sit", seat=1)
    marie.command(code, "admit", asking=1)
    marie.command(code, "remove", seat=1)
    assert refusal(lukas.command(code, "sit", seat=2)) == ("table.refused", seen)


def test_nobody_comes_late_to_a_public_table(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("skull_queen", players=2, public=True)
    marie.command(code, "start", level="novice")
    assert refusal(lukas.command(code, "sit"))[1] == "the game is running: look on, and play the next one"


def test_a_bot_plays_for_whoever_stands_up_or_is_removed(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("voodoo_prince", players=3, options=QUICK["voodoo_prince"], pace="instant")
    lukas.command(code, "sit")
    marie.command(code, "start", level="novice")

    async def leave() -> None:
        async with lukas.at(code) as client:
            assert marie.command(code, "remove", seat=1)["type"] == "ack"
            while client.view is None or client.view["seat"] is not None:
                await client.changed()
            assert client.view["hand"] == []

    asyncio.run(leave())
    assert marie.look(code)["table"]["seats"][1]["kind"] == "bot"
    assert "Lukas" not in names(marie, code)
    marie.command(code, "stand")
    assert marie.look(code)["table"]["seats"][0]["presence"] == "held"
    assert marie.command(code, "reclaim")["type"] == "ack"
    assert marie.look(code)["table"]["seats"][0]["presence"] != "held"


def test_a_game_of_bots_goes_on_without_its_people(marie: Guest) -> None:
    code = marie.play_now("voodoo_prince", 3)
    marie.command(code, "stand")

    async def watch() -> list[int]:
        other = Guest(marie.url)
        async with other.at(code) as client:
            while client.table is None or client.table.status != "over":
                await client.changed()
            return client.table.scores or []

    assert len(asyncio.run(watch())) == 3


def play_until_the_bot_has(lukas: Guest, code: str, since: int) -> None:
    """Lukas acts wherever the game waits for him, until something of seat 0 has happened."""
    rng, end = Random(code), time.monotonic() + 60
    while not any(event.get("seat") == 0 for event in events_between(lukas, code, since)):
        assert time.monotonic() < end, "the bot does not play"
        view = lukas.look(code)["view"]
        if 1 in view["to_move"]:
            lukas.command(code, "act", action=some_action(view, rng))


def events_between(guest: Guest, code: str, since: int, until: int | None = None) -> list[dict[str, Any]]:
    """What has happened after the one version, up to the other."""
    story = guest.get(f"/api/tables/{code}/story").json()
    skipped = story["version"] - len(story["steps"])
    steps = story["steps"][since - skipped : None if until is None else until - skipped]
    return [event for step in steps for event in step]


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_back_can_see_what_a_bot_played_for_them(marie: Guest, lukas: Guest, game: str) -> None:
    code = marie.new_table(game, players=3, options=QUICK[game], pace="instant")
    lukas.command(code, "sit")  # so that it is not over before she is back
    marie.command(code, "start", level="novice")
    since = marie.look(code)["version"]
    assert marie.look(code)["you"]["stood_in"] is None
    marie.command(code, "stand")
    play_until_the_bot_has(lukas, code, since)

    async def come_back() -> tuple[int, int] | None:
        async with asyncio.timeout(20), marie.at(code) as own:
            assert own.you is not None
            return own.you.stood_in

    stood_in = asyncio.run(come_back())

    assert stood_in is not None
    assert since <= stood_in[0] < stood_in[1]
    assert any(event.get("seat") == 0 for event in events_between(marie, code, *stood_in))


def test_whether_somebody_has_chosen_a_name_is_known(house: HouseProcess) -> None:
    guest = Guest(house.url)
    assert not guest.get("/api/me").json()["named"]
    guest.request("PATCH", "/api/me", json={"language": "de"})
    assert not guest.get("/api/me").json()["named"]
    guest.request("PATCH", "/api/me", json={"name": "Ada"})
    assert guest.get("/api/me").json()["named"]


# Again.


def test_a_rematch_has_the_same_people_and_new_options(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("voodoo_prince", players=3, options={"rounds": 1}, pace="instant", clock="slow")
    lukas.command(code, "sit", seat=2)
    assert refusal(marie.command(code, "rematch"))[1] == (
        "the game is not over yet: play it to its end first"
    )
    marie.command(code, "start", level="novice")
    bot = names(marie, code)[1]
    play_all((marie, code), (lukas, code))

    first = lukas.command(code, "rematch", options={"rounds": 2})
    second = marie.command(code, "rematch", options={"rounds": 9})

    again = first["code"]
    assert second["code"] == again != code
    table = marie.look(again)["table"]
    assert names(marie, again) == ["Marie", bot, "Lukas"]
    assert table["options"] == {"rounds": 2, "variant": "prince"}
    assert (table["status"], table["clock"], table["pace"]) == ("gathering", "slow", "instant")
    assert marie.look(again)["you"]["host"]
    assert lukas.look(code)["table"]["rematch"] == again
    assert marie.look(code)["you"]["token"] != marie.look(again)["you"]["token"]


def test_after_the_game_only_looking_is_left(marie: Guest, lukas: Guest) -> None:
    code = marie.play_now("voodoo_prince", 2)
    play_all((marie, code))
    assert refusal(marie.command(code, "act", action="b5"))[0] == "action.game_is_over"
    assert refusal(marie.command(code, "stand"))[0] == "table.refused"
    assert refusal(lukas.command(code, "sit"))[1] == (
        "this game is over: ask for a rematch, or make a table of your own"
    )
    assert refusal(lukas.command(code, "rematch"))[0] == "seat.none"
    assert lukas.look(code)["view"]["is_over"]


def test_one_person_cannot_make_tables_without_end(tmp_path: Any) -> None:
    with open_house(tmp_path / "data", "--tables-per-minute", "2") as house:
        guest = Guest(house.url)
        codes = [guest.request("POST", "/api/tables", json={"game": "voodoo"}).status_code for _ in range(3)]
        assert codes == [201, 201, 429]


def test_all_ways_to_make_a_table_share_one_limit(tmp_path: Any) -> None:
    """The API, playing at once, a lesson, the plain form and a rematch, for a person; and for strangers."""
    with open_house(tmp_path / "data", "--tables-per-minute", "3") as house:
        guest = Guest(house.url)
        code = guest.play_now("voodoo_prince", 2)
        play_all((guest, code))
        [signature, *_] = re.findall(r'name="signature" value="(\w+)"', guest.get("/plain").text)
        form = {"signature": signature, "game": "voodoo", "players": "3", "level": "novice", "pace": "calm"}
        wish = {"game": "voodoo"}

        for path, more in (
            ("/api/tables", {"json": wish}),
            ("/api/play", {"json": wish}),
            ("/api/play", {"json": {**wish, "lesson": True}}),
            ("/plain/play", {"data": {**form, "with": "bots"}}),
            ("/plain/play", {"data": {**form, "with": "people"}}),
        ):
            make_all_that_can_be(guest)
            assert guest.request("POST", path, **more).status_code == 429
        make_all_that_can_be(guest)
        assert refusal(guest.command(code, "rematch"))[0] == "client.too_much"
        strangers = [httpx.post(f"{house.url}/api/play", json=wish).status_code for _ in range(8)]
        assert 429 in strangers


def make_all_that_can_be(guest: Guest) -> None:
    while guest.request("POST", "/api/tables", json={"game": "voodoo"}).status_code != 429:
        pass


def test_guessing_codes_is_slow(tmp_path: Any) -> None:
    with open_house(tmp_path / "data", "--guesses", "3") as house:
        guest = Guest(house.url)
        code = guest.new_table("voodoo")
        answers = [guest.get(f"/api/tables/AAA-AAA-AA{letter}").status_code for letter in "BCDE"]
        assert answers == [404, 404, 404, 429]
        assert Guest(house.url).get(f"/api/tables/{code}").status_code == 200, "another person, same address"


def test_whoever_sits_at_a_table_is_never_taken_for_a_guesser(tmp_path: Any) -> None:
    with open_house(tmp_path / "data", "--guesses", "3") as house:
        guest, other = Guest(house.url), Guest(house.url)
        mine, theirs = guest.new_table("voodoo"), other.new_table("voodoo")
        token = guest.look(mine)["you"]["token"]
        for asker in (guest, None):
            for letter in "BCDE":
                headers = {"authorization": f"Bearer {asker.token}"} if asker else {}
                httpx.get(f"{house.url}/api/tables/AAA-AAA-AA{letter}", headers=headers)
        assert guest.get(f"/api/tables/{theirs}").status_code == 429
        for path in (f"/api/tables/{mine}", f"/t/{mine}/plain", f"/api/tables/{mine}/qr.svg"):
            assert guest.get(path).status_code == 200
        for way in WAYS:
            assert send(guest, mine, way, "say", phrase="hello")
        program = {"authorization": f"Bearer seat:{token}"}
        assert httpx.get(f"{house.url}/api/tables/{mine}", headers=program).status_code == 200
        assert httpx.get(f"{house.url}/api/tables/{mine}").status_code == 429
