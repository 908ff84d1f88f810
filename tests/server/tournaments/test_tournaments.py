"""A tournament from the first to the last round: the same cards for all, tables by themselves, standings."""

import asyncio
import json
import signal
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hexdeck.core.chance import Roll, Shuffle, commitment
from hexdeck.core.record import PERSON, Chanced, Player, Record, Step, new_header
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.table import Table
from hexdeck.server.base.refusals import TournamentUnknown
from hexdeck.server.store.documents import chair_for
from hexdeck.server.store.protocol import NewTable, TournamentChange
from hexdeck.server.tournaments.documents import Round, RoundTable, Stage, Tournament
from server.club import Club
from server.guest import QUICK, Guest
from server.house_process import HouseProcess, open_house
from server.inside import Inside

SEALED = "other tables of this tournament play the same cards: wait until the round is over"
TELLING = (
    *("", "/story", "/record", "/replay", "/replay/0", "/verification", "/events", "/advice", "/qr.svg"),
    *("/review", "/rounds"),
)
OPENED = ("/record", "/replay", "/replay/0", "/verification", "/review", "/rounds")


def stage(game: str, players: int) -> dict[str, Any]:
    return {"game": game, "players": players, "options": QUICK[game]}


@pytest.mark.parametrize("game", GAMES)
def test_a_round_with_the_same_cards_at_all_tables_and_the_next(house: HouseProcess, game: str) -> None:
    """Four people at tables of three: bots fill, everybody is paired anew, and all can be verified."""
    club = Club(house.url, 4)
    made = club.make(stage(game, 3), rounds=2)
    seen = club.ask(club.host, "start")
    assert (seen["status"], seen["commitments"]) == ("playing", made["commitments"])
    seats = [table["seats"] for table in seen["played"][0]["tables"]]
    assert sorted(number for table in seats for number in table[:2]) == [1, 2, 3, 4]
    assert [table[2:] for table in seats] == [[None], [None]]
    look = club.host.look(club.table_of(club.host))
    assert look["table"]["tournament"] == club.code
    assert look["table"]["commitment"] == made["commitments"][0]
    assert (look["you"]["host"], look["table"]["advice"], look["table"]["status"]) == (
        False,
        False,
        "playing",
    )

    first = club.finish_round()

    assert first["status"] == "pausing"
    [played] = first["played"]
    assert commitment(bytes.fromhex(played["seed"])) == made["commitments"][0]
    stranger = Guest(house.url)
    records = [read(stranger.get(f"/api/tables/{one['code']}/record").text) for one in played["tables"]]
    assert _deal(records[0]) == _deal(records[1]) != []
    for table, record in zip(played["tables"], records, strict=True):
        proof = stranger.get(f"/api/tables/{table['code']}/verification").json()
        assert (proof["proved"], proof["seed"], proof["salts"]) == (True, played["seed"], [])
        assert table["scores"] == list(record.result or ())
    _check_points(first)

    [*_, second] = club.ask(club.host, "next")["played"]
    assert (second["commitment"], second["seed"]) == (made["commitments"][1], None)
    assert [table["seats"][2:] for table in second["tables"]] == [[None], [None]]
    company = {frozenset(table[:2]) for table in seats}
    assert {frozenset(table["seats"][:2]) for table in second["tables"]} != company, "company varies"
    last = club.ask(club.host, "end")
    assert (last["status"], last["standings"]) == ("over", first["standings"])
    assert club.host.get("/api/me").json()["tournaments"] == []
    assert len(club.host.get("/api/me/games").json()["games"]) == 1  # and it is rated like any other


def _deal(record: Record) -> list[Step]:
    """What chance has given before anybody has chosen anything."""
    return list(takewhile(lambda step: isinstance(step, Chanced), record.steps))


def _check_points(seen: dict[str, Any]) -> None:
    """Two tables: more points than the same seat at the other is a hundred, the same is fifty."""
    one, other = (table["scores"] for table in seen["played"][0]["tables"])
    expected = {}
    for table, mine, theirs in zip(seen["played"][0]["tables"], (one, other), (other, one), strict=True):
        for seat, number in enumerate(table["seats"]):
            if number is not None:
                expected[number] = (
                    100 if mine[seat] > theirs[seat] else 50 if mine[seat] == theirs[seat] else 0
                )
    assert {one["number"]: one["points"] for one in seen["standings"]} == expected


def test_nobody_looks_at_a_running_table_of_others(house: HouseProcess) -> None:
    """By no way in, neither strangers nor those who have the same cards at another table."""
    club = Club(house.url, 4)
    club.make(stage("voodoo_prince", 2), rounds=1)
    club.ask(club.host, "start")
    [marie, leon], [lukas, _] = club.seated()
    table, other = club.table_of(marie), club.table_of(lukas)
    assert table != other
    assert table not in json.dumps(club.look(lukas))
    for outsider in (lukas, Guest(house.url)):
        for what in TELLING:
            answer = outsider.get(f"/api/tables/{table}{what}")
            assert (answer.status_code, answer.json()["message"]) == (409, SEALED), what
        page = outsider.get(f"/t/{table}/plain")
        assert (page.status_code, "wait until the round is over" in page.text) == (409, True)
        home = outsider.get("/plain").text
        assert table not in home
        assert _first_word(outsider, table)["message"] == SEALED
        for kind in ("sit", "stand", "leave", "rematch"):
            assert outsider.command(table, kind)["message"] == SEALED
        signature = home.partition('name="signature" value="')[2].partition('"')[0]
        answer = outsider.request("POST", f"/t/{table}/plain", data={"signature": signature, "do": "sit"})
        assert answer.status_code == httpx.codes.CONFLICT
    assert _first_word(marie, table)["type"] == "welcome"
    assert marie.get(f"/t/{table}/plain").status_code == httpx.codes.OK

    club.let_bots_play(marie, leon)  # their table ends, the other one goes on
    seen = club.until(lambda seen: seen["played"][0]["tables"][0]["over"])

    assert seen["status"] == "playing"
    assert (seen["played"][0]["seed"], seen["played"][0]["tables"][0]["scores"]) == (None, None)
    assert seen["standings"][0]["rounds"] == []
    assert marie.look(table)["table"]["status"] == "over"  # what they have seen themselves
    for what in OPENED:
        answer = marie.get(f"/api/tables/{table}{what}")
        assert (answer.status_code, answer.json()["code"]) == (409, "tournament.refused"), what
    assert lukas.get(f"/api/tables/{table}").status_code == httpx.codes.CONFLICT

    club.finish_round()

    for what in ("", "/story", *OPENED):
        assert Guest(house.url).get(f"/api/tables/{table}{what}").status_code == httpx.codes.OK, what
    assert lukas.get(f"/t/{table}/plain").status_code == httpx.codes.OK


def _first_word(guest: Guest, table: str) -> Any:
    """What a socket is told after its hello, or before it."""
    url = f"{guest.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(url, additional_headers={"authorization": f"Bearer {guest.token}"}) as socket:
        with suppress(ConnectionClosed):
            socket.send('{"type": "hello"}')
        return json.loads(socket.recv(20))


def test_nobody_decides_for_a_table_of_a_tournament_alone(house: HouseProcess) -> None:
    club = Club(house.url, 2)
    club.make(stage("skull_queen", 2), rounds=1)
    club.ask(club.host, "start")
    table = club.table_of(club.host)
    for kind, fields in (
        ("sit", {}),
        ("salt", {"salt": "mine"}),
        ("admit", {"asking": 1}),
        ("swap", {"seat": 0, "other": 1}),
        ("fill", {"level": "novice"}),
        ("remove", {"seat": 1}),
        ("change", {"public": True}),
        ("start", {}),
        ("rematch", {}),
    ):
        answer = club.host.command(table, kind, **fields)
        assert answer["message"] == "this table belongs to a tournament, which decides that: ask its host"
    assert club.host.command(table, "advise")["code"] == "advice.refused"


def test_people_come_late_leave_and_are_played_for(house: HouseProcess) -> None:
    club = Club(house.url, 3)
    marie, lukas, leon = club.guests
    club.make(stage("voodoo_prince", 3), rounds=3)
    assert club.refused(lukas, "start") == (403, "table.not_host", "only the host can do that: ask them")
    club.ask(leon, "leave")
    assert [one["name"] for one in club.look()["entrants"]] == ["Marie", "Lukas"]
    club.ask(club.host, "start")
    assert club.refused(marie, "start")[2].startswith("this tournament has begun already")
    assert club.refused(marie, "next")[2].startswith("there is no round to begin now")

    seen = club.ask(leon, "join", name="Leon the Late")

    assert [one["name"] for one in seen["entrants"]] == ["Marie", "Lukas", "Leon the Late"]
    assert (seen["you"]["number"], seen["you"]["table"]) == (3, None)
    assert club.refused(marie, "stand-in", number=3)[2] == (
        "nobody with number 3 plays in this round: choose one who does"
    )
    assert club.refused(marie, "stand-in", number=2)[2].startswith("this player has just gone")
    table = club.table_of(marie)
    club.let_bots_play(lukas)
    seat = club.look()["played"][0]["tables"][0]["seats"].index(2)
    assert marie.look(table)["table"]["seats"][seat]["presence"] == "held"
    assert lukas.get("/api/me").json()["tournaments"] == [
        {"code": club.code, "name": "Friday", "status": "playing", "table": table}
    ]
    club.finish_round()
    club.ask(club.host, "next")
    assert sorted(filter(None, club.look()["played"][1]["tables"][0]["seats"])) == [1, 2, 3]
    club.ask(lukas, "leave")
    assert marie.look(club.table_of(marie))["table"]["status"] == "playing"
    club.finish_round()
    club.ask(club.host, "next")
    [last] = club.look()["played"][2]["tables"]
    assert sorted(filter(None, last["seats"])) == [1, 3]
    seen = club.finish_round()
    assert {one["number"]: [points is None for points in one["rounds"]] for one in seen["standings"]} == {
        1: [False, False, False],
        2: [False, False, True],
        3: [True, False, False],
    }
    assert club.refused(lukas, "join")[2].startswith("this tournament is over")


@pytest.mark.parametrize("game", GAMES)
def test_a_tournament_that_all_players_leave_between_rounds_is_over(house: HouseProcess, game: str) -> None:
    club = Club(house.url, 2)
    club.make(stage(game, GAMES[game].players[0]), rounds=2)
    club.ask(club.host, "start")
    club.finish_round()
    for guest in club.guests:
        club.ask(guest, "leave")

    seen = club.ask(club.host, "next")

    assert (seen["status"], len(seen["played"])) == ("over", 1)


def test_where_everybody_meets_everybody(house: HouseProcess) -> None:
    """Six rounds of pairs are too many for a test: four people meet in three."""
    club = Club(house.url, 3)
    club.make(stage("voodoo_prince", 2), stage("skull_queen", 2), system="round_robin", pause=0)
    assert club.refused(club.host, "start") == (
        409,
        "tournament.refused",
        "with 3 people not everybody can meet everybody once at tables of 2: be 2, 4, 6, 8, 10, 12, 14, 16,"
        " or make a Swiss tournament",
    )
    nina = Guest.named(house.url, "Nina")
    club.guests.append(nina)
    club.ask(nina, "join")
    assert club.ask(club.host, "start")["rounds"] == 3
    assert club.refused(Guest(house.url), "join")[2].startswith(
        "this tournament has begun, and in it everybody"
    )
    for number in range(1, 4):  # the next one begins by itself
        club.until(lambda seen, number=number: len(seen["played"]) == number)  # type: ignore[misc]
        club.let_bots_play()
    seen = club.until(lambda seen: seen["status"] == "over")
    assert [one["game"] for one in seen["played"]] == ["voodoo_prince", "skull_queen", "voodoo_prince"]
    met = [frozenset(table["seats"]) for one in seen["played"] for table in one["tables"]]
    assert len(set(met)) == len(met) == 6


def test_it_can_be_ended_early_and_the_running_round_counts_for_nothing(house: HouseProcess) -> None:
    club = Club(house.url, 2)
    club.make(stage("vampire_queen", 3), rounds=2)
    club.ask(club.host, "start")
    table = club.table_of(club.host)
    assert club.refused(club.guests[1], "end")[1] == "table.not_host"

    seen = club.ask(club.host, "end")

    assert (seen["status"], seen["played"]) == ("over", [])
    assert [one["points"] for one in seen["standings"]] == [0, 0]
    look = club.host.look(table)["table"]
    assert (look["status"], look["scores"], look["tournament"]) == ("over", None, club.code)
    page = club.host.get(f"/t/{table}/plain").text
    assert "The tournament is over." in page
    assert f"/tournament/{club.code}" in page
    assert club.ask(club.host, "end")["status"] == "over"


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"games": []}, "this cannot be understood"),
        ({"name": ""}, "this cannot be understood"),
        ({"name": "a\nb"}, "cannot be a name"),
        ({"rounds": 16}, "this cannot be understood"),
        ({"clock": "slow"}, "this cannot be understood"),
        ({"level": "nobody"}, "no bot is called"),
        ({"games": [{"game": "vampire_queen", "players": 2}]}, "Vampire Queen is not for 2 players"),
        (
            {"games": [{"game": "voodoo", "players": 3, "options": {"dice": "real"}}]},
            "chance must be the same at all tables of a tournament: choose no real dice",
        ),
        (
            {"system": "round_robin", "games": [stage("voodoo", 3), stage("voodoo_prince", 4)]},
            "everybody meets everybody at tables of one size alone: choose the same players for all games",
        ),
    ],
)
def test_what_cannot_be_is_refused(house: HouseProcess, wish: dict[str, Any], message: str) -> None:
    whole = {"name": "Friday", "games": [stage("voodoo_prince", 3)], **wish}
    answer = Guest(house.url).request("POST", "/api/tournaments", json=whole)
    assert answer.status_code == httpx.codes.BAD_REQUEST
    assert message in answer.json()["message"]


def test_an_unknown_code_is_refused_and_guessing_is_limited(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--guesses", "2", "--tables-per-minute", "3") as house:
        guest = Guest(house.url)
        for _ in range(2):
            answer = guest.get("/api/tournaments/AAA-BBB-CCC")
            assert (answer.status_code, answer.json()["code"]) == (404, "tournament.unknown")
        assert guest.get("/api/tournaments/AAA-BBB-CCC").status_code == httpx.codes.TOO_MANY_REQUESTS
        club = Club(house.url, 4)
        club.make(stage("voodoo_prince", 2))  # one of three tables a minute
        club.ask(club.host, "start")  # and the two others
        wish = {"name": "Friday", "games": [stage("voodoo", 3)]}
        answer = club.host.request("POST", "/api/tournaments", json=wish)
        assert answer.status_code == httpx.codes.TOO_MANY_REQUESTS


def test_whoever_is_forgotten_leaves_results_without_a_name(house: HouseProcess) -> None:
    club = Club(house.url, 3)
    marie, lukas, leon = club.guests
    club.make(stage("voodoo_prince", 3), rounds=2, join=True)
    club.ask(marie, "start")
    club.finish_round()
    export = lukas.get("/api/me/export").json()["tournaments"]
    assert export == [{"code": club.code, "name": "Friday", "host": False, "number": 2}]
    before = {one["number"]: one["points"] for one in club.look()["standings"]}

    lukas.request("DELETE", "/api/me")

    seen = club.look()
    assert [one["name"] for one in seen["entrants"]] == ["Marie", "…", "Leon"]
    assert {one["number"]: one["points"] for one in seen["standings"]} == before
    assert "Lukas" not in json.dumps(seen)
    leon.request("PATCH", "/api/me", json={"name": "Leon II"})
    assert [one["name"] for one in club.look()["entrants"]] == ["Marie", "…", "Leon II"]
    marie.request("DELETE", "/api/me")
    assert club.refused(marie, "next")[1] == "table.not_host"


def test_a_house_that_is_killed_in_the_middle_of_a_round_goes_on(tmp_path: Path) -> None:
    """Everybody is away: bots play once their time is up, and nobody is seated twice."""
    with open_house(tmp_path / "data", "--grace", "0.3") as house:
        club = Club(house.url, 4)
        club.make(stage("voodoo_prince", 2), rounds=2, pause=0)
        club.ask(club.host, "start")
        house.end(signal.SIGKILL)
        house.start()
        club.until(lambda seen: len(seen["played"]) == 2)
        house.end(signal.SIGKILL)
        house.start()
        seen = club.until(lambda seen: seen["status"] == "over")
    assert len(seen["played"]) == 2
    for one in seen["played"]:
        assert sorted(number for table in one["tables"] for number in table["seats"]) == [1, 2, 3, 4]
        assert all(table["scores"] for table in one["tables"])


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_cards_however_people_play(game: str) -> None:
    """All of the game where only cards are dealt; where dice are rolled too, all that lies ready at first."""
    one, other = (_chances(game, Random(number)) for number in (1, 2))
    rolled_later = any(isinstance(chance.needs, Roll) for chance in one[2:])
    same = [chance for chance, its in zip(one, other, strict=False) if chance == its]
    assert len(same) == len(one) == len(other) or (rolled_later and len(same) >= 5)
    assert sum(isinstance(chance.needs, Shuffle) for chance in same) >= 4


def _chances(game: str, rng: Random) -> list[Chanced]:
    """All that chance has decided in a game played at random."""
    rules, seed = GAMES[game], bytes(32)
    names = [Player(name, PERSON) for name in ("Marie", "Lukas", "Leon", "Nina")]
    table = Table(new_header(rules, names, rules.complete({}), seed=seed), seed)
    table.open()
    while not table.is_over:
        seat = table.to_move()[0]
        table.submit(seat, rng.choice(table.view(seat).actions))
    return [step for step in table.record.steps if isinstance(step, Chanced)]


def test_an_old_tournament_is_swept_away(tmp_path: Path) -> None:
    async def play() -> None:
        inside = await Inside.at(tmp_path, keep_days=30)
        tournaments = inside.house.tournaments
        tournament = Tournament("", "Friday", "p0", [Stage("voodoo_prince", 2, {})], 1, [])
        await tournaments.make(tournament)
        for days in (29, 2):
            assert (await tournaments.read(tournament.code)).name == "Friday"
            inside.time += days * 86_400
            await inside.house.sweeper.clear_out()
        with pytest.raises(TournamentUnknown):
            await tournaments.read(tournament.code)
        await inside.close()

    asyncio.run(play())


def test_a_round_that_was_made_and_not_begun_begins_at_the_next_look(tmp_path: Path) -> None:
    """As if the house had died in between."""

    async def play() -> None:
        inside = await Inside.at(tmp_path)
        house = inside.house
        stage = Stage("voodoo_prince", 2, {"rounds": 1, "variant": "prince"})
        tournament = Tournament("", "Friday", "p0", [stage], 1, [])
        await house.tournaments.make(tournament)
        for who in ("p0", "p1"):
            await house.tournaments.join(tournament.code, await house.people.profile(who))
        document = await house.new_document("p0", stage.game, 2, stage.options, tournament=tournament.code)
        document.chairs[1] = chair_for(await house.people.profile("p1"))
        found = await house.tournaments.read(tournament.code)
        found.played, found.status = [Round([RoundTable(document.code, [1, 2])], inside.time)], "playing"
        table = NewTable(document.code, document.kept(), found.seed(0), inside.time, ["p0", "p1"])
        change = TournamentChange(found.code, 4, found.written(), "playing", inside.time, (), [table])
        await house.storage.change_tournament(change)
        assert await house.storage.table_statuses([document.code]) == {document.code: "gathering"}

        await house.tournaments.look_after(found.code)

        assert await house.storage.table_statuses([document.code]) == {document.code: "playing"}
        await inside.close()

    asyncio.run(play())
