"""Who may take part in a tournament: the host admits, removes and limits, and puppets do not fill it."""

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hexdeck.core.registry import GAMES
from hexdeck.server.base.refusals import TooMuch, TournamentRefused
from hexdeck.server.house.house import House
from hexdeck.server.store.protocol import Profile
from hexdeck.server.tournaments.admission import Applicant, admit, apply
from hexdeck.server.tournaments.documents import Stage, Tournament
from server.among_others import two_houses
from server.club import Club
from server.guest import QUICK, Guest, play_all
from server.house_process import HouseProcess, open_house
from server.inside import Inside
from server.redis_process import RedisProcess, needs_redis
from server.tournaments.test_tournaments import SEALED, stage

AWAY = "127.0.0.77"  # another address than that of the club
VOODOO_PRINCE = stage("voodoo_prince", 2)


def names(seen: dict[str, Any], which: str = "entrants") -> list[str]:
    return [one["name"] for one in seen[which]]


def crowd(url: str, people: int, address: str | None = None) -> list[Guest]:
    return [Guest.named(url, f"Puppet {number}", address) for number in range(1, people + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_puppets_of_one_address_do_not_fill_an_open_tournament(house: HouseProcess, game: str) -> None:
    """Eight come in, all others wait for the host, and players from elsewhere find room."""
    club = Club(house.url, 1)
    club.make({"game": game, "players": 4, "options": QUICK[game]})
    puppets = crowd(house.url, 12, AWAY)
    joined = [club.ask(puppet, "join") for puppet in puppets]
    assert [one["you"]["asking"] for one in joined] == [False] * 8 + [True] * 4
    assert club.ask(Guest.named(house.url, "Lukas", "127.0.0.78"), "join")["you"]["number"] == 10

    own = club.look()

    assert (own["admission"], own["limit"], len(own["entrants"])) == ("open", 8, 10)
    assert names(own, "requests") == ["Puppet 9", "Puppet 10", "Puppet 11", "Puppet 12"]
    assert {one["network"] for one in own["requests"]} == {1}
    assert [one["network"] for one in own["entrants"]] == [None] + [1] * 8 + [None]

    stranger = club.look(puppets[0])
    assert stranger["requests"] == []
    assert {one["network"] for one in stranger["entrants"]} == {None}

    seen = club.ask(club.host, "remove", number=2, network=True)

    assert (names(seen), names(seen, "requests")) == (["Marie", "Lukas"], [])
    assert club.look(puppets[0])["you"]["removed"]
    assert club.ask(Guest.named(house.url, "Puppet 13", AWAY), "join")["you"]["asking"], (
        "the address is closed"
    )


@pytest.mark.parametrize(("limit", "entered"), [(2, 2), (None, 10)])
def test_the_host_chooses_how_many_come_from_one_address(
    house: HouseProcess, limit: int | None, entered: int
) -> None:
    club = Club(house.url, 1)
    club.make(VOODOO_PRINCE, limit=limit)
    for guest in crowd(house.url, 10, AWAY):
        club.ask(guest, "join")
    assert len(club.look()["entrants"]) == 1 + entered
    seen = club.ask(club.host, "entry", limit=20)
    assert seen["limit"] == 20
    assert len(club.ask(club.host, "admit")["entrants"]) == 11, "all who wait, at once"


def test_a_host_may_admit_each_player(house: HouseProcess) -> None:
    club = Club(house.url, 1)
    club.make(VOODOO_PRINCE, admission="host", limit=None)
    lukas, leon = (Guest.named(house.url, name) for name in ("Lukas", "Leon"))
    for guest in (lukas, leon, leon):  # asking again is asking once
        seen = club.ask(guest, "join")
        assert (seen["you"]["asking"], seen["you"]["number"]) == (True, None)
    assert lukas.get("/api/me").json()["tournaments"][0]["code"] == club.code
    assert club.refused(lukas, "admit")[1] == "table.not_host"
    assert club.refused(lukas, "remove", number=1)[1] == "table.not_host"
    assert club.refused(lukas, "entry", admission="open")[1] == "table.not_host"

    seen = club.ask(club.host, "admit", number=1)

    assert [(one["name"], one["admitted"]) for one in seen["entrants"]] == [
        ("Marie", "open"),
        ("Lukas", "host"),
    ]
    assert names(seen, "requests") == ["Leon"]
    assert club.refused(club.host, "admit", number=1)[2].startswith("nobody waits under number 1")
    assert club.refused(club.host, "admit", welcome=False)[1] == "message.refused"
    assert club.ask(club.host, "admit", number=2, welcome=False)["requests"] == []
    assert club.refused(leon, "join")[2] == "the host has said no: ask them, or look on"
    nina = Guest.named(house.url, "Nina")
    club.ask(nina, "join")
    assert not club.ask(nina, "leave")["you"]["asking"]
    assert club.look()["requests"] == []
    assert club.ask(club.host, "entry", admission="open")["admission"] == "open"
    assert club.ask(nina, "join")["you"]["number"] == 3


def test_a_word_opens_the_door_whatever_the_capitals(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--guesses", "2") as house:
        club = Club(house.url, 1)
        club.make(VOODOO_PRINCE, admission="word", word="Black  Cat")
        assert (club.look()["admission"], club.look()["limit"]) == ("word", None)
        lukas = Guest.named(house.url, "Lukas", AWAY)
        missing = "this tournament asks for a word: ask its host for it"
        wrong = "this is not the word of this tournament: ask its host for it"
        assert club.refused(lukas, "join") == (403, "tournament.word", missing)
        assert club.refused(lukas, "join", word="white cat") == (403, "tournament.word", wrong)
        assert club.ask(lukas, "join", word=" black cat")["you"]["number"] == 2
        assert club.look()["entrants"][1]["admitted"] == "word"

        guesser = Guest(house.url, AWAY)
        assert club.refused(guesser, "join", word="red cat") == (403, "tournament.word", wrong)
        too_many = r"too many wrong words from here: wait \d+ s and ask the host"
        for word in ("blue cat", "black cat"):
            status, code, message = club.refused(Guest(house.url, AWAY), "join", word=word)
            assert (status, code) == (429, "client.too_much")
            assert re.fullmatch(too_many, message)
        assert club.ask(Guest(house.url, "127.0.0.79"), "join", word="BLACK CAT")["you"]["number"] == 3
        assert club.ask(lukas, "join")["you"]["number"] == 2, "who is in needs no word again"
        kept = b"".join(path.read_bytes() for path in (tmp_path / "data").glob("*.sqlite3*"))
        assert b"lack  Cat" not in kept
        assert b"black cat" not in kept


def test_players_whom_the_host_knows_come_in_and_others_wait(house: HouseProcess) -> None:
    club = Club(house.url, 2)
    marie, lukas = club.guests
    table = marie.new_table("voodoo_prince", players=2, options=QUICK["voodoo_prince"])
    assert lukas.command(table, "sit")["type"] == "ack"
    assert marie.command(table, "start")["type"] == "ack"
    play_all((marie, table), (lukas, table))

    club.make(VOODOO_PRINCE, admission="known")

    assert [(one["name"], one["admitted"]) for one in club.look()["entrants"][1:]] == [("Lukas", "known")]
    assert club.ask(Guest(house.url), "join")["you"]["asking"]


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"admission": "word"}, "a tournament that asks for a word needs one: say which players must know"),
        ({"admission": "word", "word": "  "}, "this cannot be understood"),
        ({"admission": "friends"}, "this cannot be understood"),
        ({"limit": 0}, "this cannot be understood"),
    ],
)
def test_rules_that_cannot_be_are_refused(house: HouseProcess, wish: dict[str, Any], message: str) -> None:
    whole = {"name": "Friday", "games": [VOODOO_PRINCE], **wish}
    answer = Guest(house.url).request("POST", "/api/tournaments", json=whole)
    assert answer.status_code == httpx.codes.BAD_REQUEST
    assert message in answer.json()["message"]


def test_a_word_can_be_set_later(house: HouseProcess) -> None:
    club = Club(house.url, 1)
    club.make(VOODOO_PRINCE)
    assert club.refused(club.host, "entry", admission="word")[2].startswith("there is no word yet")
    club.ask(club.host, "entry", admission="word", word="raven")
    assert club.refused(Guest(house.url), "join", word="crow")[1] == "tournament.word"
    assert club.ask(Guest(house.url), "join", word="Raven")["you"]["number"] == 2


def test_who_is_removed_before_the_start_comes_back_with_the_hosts_yes_alone(house: HouseProcess) -> None:
    club = Club(house.url, 3)
    club.make(VOODOO_PRINCE)
    _, lukas, leon = club.guests
    assert club.refused(club.host, "remove", number=1)[2].startswith("you are the host")
    seen = club.ask(club.host, "remove", number=2)
    assert [(one["number"], one["name"]) for one in seen["entrants"]] == [(1, "Marie"), (2, "Leon")]
    assert lukas.get("/api/me").json()["tournaments"] == []
    seen = club.ask(lukas, "join")
    assert (seen["you"]["asking"], seen["you"]["removed"]) == (True, True)
    club.ask(club.host, "admit", number=1)
    assert club.look(lukas)["you"] == {
        "number": 3, "host": False, "left": False, "table": None, "asking": False, "removed": False,
    }  # fmt: skip
    assert club.look(leon)["you"]["number"] == 2
    assert club.refused(club.host, "remove", number=4)[2].startswith("nobody with number 4 takes part")


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_on_for_who_is_removed_and_they_see_no_more(house: HouseProcess, game: str) -> None:
    """By no way in: their socket closes, and the table is as sealed for them as for strangers."""
    club = Club(house.url, 3)
    club.make({"game": game, "players": 3, "options": QUICK[game]}, rounds=2)
    marie, lukas, leon = club.guests
    club.ask(marie, "start")
    table = club.table_of(lukas)
    url = f"{house.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(url, additional_headers={"authorization": f"Bearer {lukas.token}"}) as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv(20))["type"] == "welcome"

        seen = club.ask(marie, "remove", number=2)

        *_, last = _heard(socket)
        assert (last["type"], last["reason"]) == ("goodbye", "removed")
    assert (seen["entrants"][1]["left"], seen["entrants"][1]["removed"]) == (True, True)
    seat = seen["played"][0]["tables"][0]["seats"].index(2)
    assert marie.look(table)["table"]["seats"][seat]["kind"] == "bot"
    look = club.look(lukas)
    assert (look["you"]["table"], look["you"]["removed"]) == (None, True)
    assert table not in json.dumps(look)
    for path in ("", "/story", "/record", "/replay", "/events"):
        answer = lukas.get(f"/api/tables/{table}{path}")
        assert (answer.status_code, answer.json()["message"]) == (409, SEALED), path
    for kind in ("sit", "reclaim", "leave"):
        assert lukas.command(table, kind)["type"] == "refusal"
    assert lukas.get(f"/t/{table}/plain").status_code == httpx.codes.CONFLICT
    assert club.ask(lukas, "join")["you"]["asking"]
    club.let_bots_play(marie, leon)
    seen = club.until(lambda seen: seen["status"] == "pausing")
    assert [(one["left"], one["removed"]) for one in seen["entrants"]] == [
        (False, False), (True, True), (False, False),
    ]  # fmt: skip
    club.ask(marie, "next")
    again = club.look()["played"][1]["tables"][0]["seats"]
    assert sorted(number for number in again if number) == [1, 3]


def _heard(socket: ClientConnection) -> Iterator[dict[str, Any]]:
    """Every message until the house closes the socket."""
    with suppress(ConnectionClosed):
        while True:
            yield json.loads(socket.recv(20))


def person(number: int, origin: str = "", **more: Any) -> Applicant:
    return Applicant(Profile(f"p{number}", f"Player {number}", "cat"), origin, **more)


def pure(**more: Any) -> Tournament:
    return Tournament("K7Q-M3X-HPA", "Friday", "p0", [Stage("voodoo", 3, {})], 1, ["00" * 32], **more)


def test_a_full_list_of_requests_has_room_for_another_address() -> None:
    tournament = pure(admission="host")
    for number in range(1, 65):
        assert apply(tournament, person(number, "puppets")) is None
    with pytest.raises(TooMuch, match="too many people wait"):
        apply(tournament, person(65, "puppets"))
    assert apply(tournament, person(66, "home")) is None
    assert len(tournament.requests) == 64
    assert [one.who for one in tournament.requests][-2:] == ["p63", "p66"]


def test_leaving_and_coming_back_does_not_pass_the_limit() -> None:
    tournament = pure(limit=2)
    for number in (1, 2):
        apply(tournament, person(number, "puppets"))
    tournament.status = "pausing"
    for number in (1, 2):
        entrant = tournament.entrant(number)
        assert entrant is not None
        tournament.leave(entrant)
    for number in (3, 4):
        assert apply(tournament, person(number, "puppets"))
    assert apply(tournament, person(1, "elsewhere")) is None, "by the address they first came from"
    assert [one.who for one in tournament.staying()] == ["p3", "p4"]
    admit(tournament, None)
    assert [one.number for one in tournament.staying()] == [1, 3, 4]


def test_nobody_is_admitted_beyond_what_a_tournament_holds() -> None:
    tournament = pure(admission="host", limit=None)
    for number in range(1, 65):
        apply(tournament, person(number))
    admit(tournament, None)
    assert len(tournament.entrants) == 64
    with pytest.raises(TournamentRefused, match="64 people take part already"):
        apply(tournament, person(65))


def test_marks_of_addresses_go_when_the_tournament_is_over(tmp_path: Path) -> None:
    """They are of this tournament alone, and those who are forgotten leave no request behind."""

    async def play() -> None:
        inside = await Inside.at(tmp_path)
        house = inside.house
        tournament, other = pure(admission="open", limit=1), pure(limit=1)
        for one in (tournament, other):
            await house.tournaments.make(one, "cat")
        for who in ("p1", "p2"):
            house.origins.note(who, "192.0.2.7")
            for one in (tournament, other):
                await house.tournaments.join(one.code, await house.people.profile(who))
        found = await house.tournaments.read(tournament.code)
        elsewhere = await house.tournaments.read(other.code)
        assert found.entrants[0].origin == found.requests[0].origin != ""
        assert found.entrants[0].origin != elsewhere.entrants[0].origin
        await house.tournaments.forget("p2")
        assert (await house.tournaments.read(other.code)).requests == []
        await house.tournaments.end(tournament.code, "p0")
        found = await house.tournaments.read(tournament.code)
        assert (found.status, found.entrants[0].origin, found.word) == ("over", "", None)
        await inside.close()

    asyncio.run(play())


@needs_redis
def test_two_processes_admit_and_remove_at_once(database: str, redis: RedisProcess) -> None:
    """Every decision is there, whoever carried it out, and no player is there twice."""

    async def play() -> None:
        async with two_houses(database, redis) as houses:
            tournament = Tournament("", "Friday", "p0", [Stage("voodoo", 3, {})], 1, [], admission="host")
            await houses[0].tournaments.make(tournament)
            code, people = tournament.code, [f"p{number}" for number in range(1, 13)]
            await each(houses, [_join(code, who) for who in people])
            waiting = (await houses[1].tournaments.read(code)).requests
            assert sorted(one.who for one in waiting) == sorted(people)
            welcome, refused = waiting[:8], waiting[8:]
            await each(
                houses,
                [
                    *(lambda house, n=one.number: house.tournaments.admit(code, "p0", n) for one in welcome),
                    *(
                        lambda house, n=one.number: house.tournaments.decline(code, "p0", n)
                        for one in refused
                    ),
                ],
            )
            found = await houses[0].tournaments.read(code)
            assert sorted(one.who or "" for one in found.entrants) == sorted(one.who for one in welcome)
            assert sorted(found.declined) == sorted(one.who for one in refused)

    def _join(code: str, who: str) -> Any:
        async def join(house: House) -> None:
            await house.tournaments.join(code, await house.people.profile(who))

        return join

    async def each(houses: Sequence[House], works: Sequence[Any]) -> None:
        await asyncio.gather(*(work(houses[at % 2]) for at, work in enumerate(works)))

    asyncio.run(play())
