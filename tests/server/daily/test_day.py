"""The deal of the day: the same for everybody, one try each, and nothing told before its time."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexdeck.ai.bots import make_bot
from hexdeck.core.record import Player, new_header
from hexdeck.core.registry import GAMES
from hexdeck.core.table import Table
from hexdeck.server.base.settings import Settings
from hexdeck.server.base.worker_key import WorkerKey
from hexdeck.server.bots.bot_request import Luck, Question
from hexdeck.server.bots.pool_worker import think
from hexdeck.server.bots.redis_codec import asked, read_question
from hexdeck.server.store.sqlite import SqliteStorage
from server.days import (
    begin,
    choices,
    finish,
    page,
    play,
    repeat,
    steps,
    today,
    wait_for_the_end,
    wait_out_midnight,
)
from server.guest import Guest, Traveller
from server.house_process import HouseProcess, open_house

REFUSED = "the deal of the day is the same for everybody: only play, or let a bot finish it"


@pytest.fixture(autouse=True)
def one_day() -> None:
    wait_out_midnight()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """Of a club, whose people all come from one network."""
    with open_house(tmp_path_factory.mktemp("house") / "data", "--rate-neighbours") as house:
        yield house


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """One for strangers."""
    with open_house(tmp_path_factory.mktemp("strict") / "data") as house:
        yield house


@pytest.fixture(scope="module")
def twin(house: HouseProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """Another house, on another machine for all we know, with the same secret and so the same deals."""
    data = tmp_path_factory.mktemp("twin")

    async def copy_secret() -> None:
        storage = SqliteStorage(Settings(data=house.data).file, looks_only=True)
        other = SqliteStorage(Settings(data=data).file)
        await other.secret(await storage.secret(b""))
        await storage.close()
        await other.close()

    asyncio.run(copy_secret())
    with open_house(data, "--rate-neighbours") as other:
        yield other


@pytest.mark.parametrize("game", GAMES)
def test_the_same_choices_make_the_same_game_to_the_last_card(
    house: HouseProcess, twin: HouseProcess, game: str
) -> None:
    """In another house, with a restart in between, and however quick somebody is."""
    marie, lukas = Guest.named(house.url, "Marie"), Guest.named(twin.url, "Lukas")
    first = begin(marie, game)
    play(marie, first, Random(game), most=400)
    wait_for_the_end(marie, first)
    chosen = choices(marie, first)

    second = begin(lukas, game)
    repeat(lukas, second, chosen[: len(chosen) // 2])
    twin.end()
    twin.start()
    lukas.url = twin.url
    repeat(lukas, second, chosen[len(chosen) // 2 :])
    wait_for_the_end(lukas, second)

    assert steps(lukas, second) == steps(marie, first)
    assert len(chosen) > 5


@pytest.mark.parametrize("game", GAMES)
def test_whoever_has_finished_sees_how_everybody_did_and_nobody_else(house: HouseProcess, game: str) -> None:
    nina, leon = Guest.named(house.url, "Nina"), Guest.named(house.url, "Leon")
    before = page(nina, game)
    assert (before["deal"]["state"], before["deal"]["seed"], before["results"]) == ("new", None, None)
    finished = before["deal"]["finished"]
    codes = [begin(nina, game), begin(leon, game)]
    finish(nina, codes[0], choices=2)
    assert page(leon, game)["results"] is None
    play(leon, codes[1], Random(1), most=2)
    leon.command(codes[1], "stand")
    wait_for_the_end(leon, codes[1])

    told = page(leon, game)

    own = next(row for row in told["results"]["table"] if row["you"])
    others = [row for row in told["results"]["table"] if row["name"] == "Nina"]
    assert (own["name"], own["helped"], own["score"]) == ("Leon", True, told["deal"]["score"])
    assert told["deal"]["state"] == "over"
    assert told["results"]["finished"] == told["deal"]["finished"] == finished + 2
    assert sum(one["count"] for one in told["results"]["spread"]) == finished + 2
    assert [(row["score"], row["place"]) for row in others] == [(own["score"], own["place"])]  # the same bot
    for turn in told["results"]["turns"]:  # both chose the same, by the same dice
        assert {"action": turn["action"], "count": 2} in turn["shares"] or turn["shares"][0]["count"] > 2
    assert not {"who", "id"} & {name for row in told["results"]["table"] for name in row}

    while not (marks := page(leon, game)["results"]["marks"]):
        time.sleep(0.1)
    assert [mark["level"] for mark in marks] == ["club", "expert"]


def test_everybody_has_one_try_and_is_led_back_to_it(house: HouseProcess) -> None:
    marie, lukas = Guest(house.url), Guest(house.url)
    day = today(marie)
    with ThreadPoolExecutor(4) as threads:
        codes = {*threads.map(lambda _: begin(marie, "vampire_queen", day), range(4))}
    assert len(codes) == 1
    [code] = codes
    other = begin(lukas, "vampire_queen", day)
    assert other != code
    assert lukas.look(other)["table"]["commitment"] == marie.look(code)["table"]["commitment"]
    assert page(marie, "vampire_queen")["deal"]["code"] == code
    assert marie.get("/api/me").json()["tables"] == []  # it is found on the page of the day

    finish(marie, code)

    assert begin(marie, "vampire_queen", day) == code
    again = page(marie, "vampire_queen")["deal"]
    assert (again["state"], again["code"]) == ("over", code)


def test_a_table_of_the_day_is_the_same_for_everybody(house: HouseProcess) -> None:
    """Nobody asks the coach there, takes back, sits down late, changes it, or plays it again."""
    marie, lukas = Guest(house.url), Guest(house.url)
    code = begin(marie, "voodoo_prince")
    table = marie.look(code)["table"]
    assert (table["day"], table["practice"], table["advice"], table["public"]) == (
        today(marie),
        False,
        False,
        False,
    )
    assert (table["players"], table["options"]["rounds"]) == (4, 2)
    assert {seat["level"] for seat in table["seats"][1:]} == {"club"}
    for kind, fields in (
        *(("undo", {}), ("advise", {}), ("rematch", {}), ("remove", {"seat": 1}), ("sit", {"seat": 1})),
        *(("change", {"public": True}), ("change", {"advice": True}), ("change", {"clock": "timed"})),
    ):
        refused = marie.command(code, kind, **fields)
        assert (refused["type"], refused["message"]) == ("refusal", REFUSED), kind
    assert marie.command(code, "change", pace="calm")["type"] == "ack"
    assert lukas.command(code, "sit", seat=1)["code"] == "table.refused"
    early = marie.command(begin(marie, "voodoo"), "act", action="pass", early=True)
    assert early["message"] == REFUSED


@pytest.mark.parametrize("game", GAMES)
def test_nobody_sees_somebody_elses_try_before_the_day_is_over(house: HouseProcess, game: str) -> None:
    """Neither while it is played nor after it; and its own player learns the seed with everybody else."""
    marie, lukas = Guest(house.url), Guest(house.url)
    code = begin(marie, game)
    for _ in range(2):
        for what in (
            "",
            "/story",
            "/record",
            "/replay",
            "/replay/1",
            "/review",
            "/verification",
            "/events",
            "/qr.svg",
        ):
            answer = lukas.get(f"/api/tables/{code}{what}")
            assert answer.status_code == 409, what
            assert answer.json()["message"].startswith("somebody else tries the deal of the day here"), what
        assert lukas.get(f"/t/{code}/plain").status_code == 409
        assert lukas.command(code, "say", phrase="hello")["code"] == "table.refused"
        finish(marie, code)

    verification = marie.get(f"/api/tables/{code}/verification").json()
    assert (verification["seed"], verification["secret"], verification["proved"]) == (None, True, False)
    assert "\nseed " not in marie.get(f"/api/tables/{code}/record").text
    assert marie.get(f"/api/tables/{code}/replay").json()["result"] is not None


def test_whoever_leaves_for_good_has_a_bot_finish_it(house: HouseProcess) -> None:
    marie = Guest(house.url)
    code = begin(marie, "skull_queen")
    play(marie, code, Random(1), most=2)
    assert marie.command(code, "leave")["type"] == "ack"
    wait_for_the_end(marie, code)

    told = page(marie, "skull_queen")

    assert told["deal"]["state"] == "over"
    assert [row["helped"] for row in told["results"]["table"] if row["you"]] == [True]
    assert len(told["results"]["turns"]) <= 2  # what the bot chose is nobody's choice


def test_the_deal_of_the_day_stands_among_ones_games_but_is_not_rated(house: HouseProcess) -> None:
    marie = Guest(house.url)
    finish(marie, code := begin(marie, "voodoo_prince"))
    assert [game["code"] for game in marie.get("/api/me/games").json()["games"]] == [code]
    assert marie.get("/api/me/statistics").json()["ratings"] == []
    assert marie.get("/api/ratings/voodoo_prince/3-4").json() == {"ratings": []}


def test_what_somebody_chose_is_theirs_to_have_and_to_be_forgotten(house: HouseProcess) -> None:
    marie, lukas = Guest.named(house.url, "Zoë"), Guest(house.url)
    code = begin(marie, "voodoo_prince")
    finish(marie, code, choices=3)
    finish(lukas, begin(lukas, "voodoo_prince"))
    [kept] = marie.get("/api/me/export").json()["tries"]
    assert (kept["day"], kept["game"], kept["code"]) == (today(marie), "voodoo_prince", code)
    assert kept["choices"]
    assert "Zoë" in [row["name"] for row in page(lukas, "voodoo_prince")["results"]["table"]]
    finished = page(lukas, "voodoo_prince")["results"]["finished"]

    marie.request("DELETE", "/api/me")

    results = page(lukas, "voodoo_prince")["results"]
    assert results["finished"] == finished - 1
    assert "Zoë" not in [row["name"] for row in results["table"]]


def test_the_deals_of_today_and_tomorrow_are_promised(marie: Guest) -> None:
    told = marie.get("/api/day").json()
    assert [deal["game"] for deal in told["deals"]] == [promise["game"] for promise in told["tomorrow"]]
    assert [deal["game"] for deal in told["deals"]] == list(GAMES)
    promises = [one["commitment"] for one in (*told["deals"], *told["tomorrow"])]
    assert len(set(promises)) == 8
    assert all(len(promise) == len(sha256().hexdigest()) for promise in promises)
    assert told["now"] < told["ends"] <= told["now"] + 86_400
    assert 28 <= len(told["archive"]) <= 30


@pytest.mark.parametrize("path", ["2020-01-01/voodoo", "today/voodoo", "2999-01-01/voodoo", "TODAY/chess"])
def test_other_days_and_games_are_not_there(marie: Guest, path: str) -> None:
    path = path.replace("TODAY", today(marie))
    for method in ("GET", "POST"):
        assert marie.request(method, f"/api/day/{path}").status_code == 404


def test_luck_travels_to_workers() -> None:
    view: Any = GAMES["voodoo_prince"].view(GAMES["voodoo_prince"].set_up(3), 0)
    question = Question("club", "voodoo_prince", view, interrupts=False, luck=Luck("f" * 64, 7))
    key = WorkerKey(bytes(32))
    assert read_question(key, asked(key, bytes(16), "house", 1.0, question))[1].luck == Luck("f" * 64, 7)


def test_what_a_bot_decides_once_it_keeps_to_without_a_memory() -> None:
    """A player of Voodoo who lets something slip lets it slip in the whole window, whoever is asked."""
    one, same, other = (
        [one[0] for one in lapses(fate, version)] for fate, version in (("a", 1), ("a", 2), ("b", 1))
    )
    assert one == same
    assert one != other
    assert {None} < {*one}


def lapses(fate: str, version: int) -> list[tuple[Any, object]]:
    """What a novice does whenever it could act out of turn in some game, asked as if for the first time."""
    game = GAMES["voodoo"]
    seed = bytes(32)
    table = Table(new_header(game, [Player(name) for name in ("Marie", "Lukas", "Leon")], seed=seed), seed)
    table.open()
    bot, answers = make_bot("heuristic", "voodoo", Random(1)), []
    while not table.is_over:
        for seat in range(3):
            if seat not in table.to_move() and table.may_act(seat):
                luck = Luck(fate, version)
                answers.append(
                    think("novice", "voodoo", table.view(seat), interrupts=True, memory=None, luck=luck)
                )
        [seat] = table.to_move()
        table.submit(seat, bot.choose(table.view(seat)))
    return answers


def test_it_is_told_before_the_try_that_only_one_of_a_network_is_ranked(
    strict: HouseProcess, house: HouseProcess
) -> None:
    """And not in a house that ranks all."""
    for one, expected in ((strict, True), (house, False)):
        deals = Guest(one.url).get("/api/day").json()["deals"]
        assert [(deal["state"], deal["one_of_network"]) for deal in deals] == [("new", expected)] * len(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_only_the_first_try_of_a_network_is_ranked(strict: HouseProcess, game: str) -> None:
    """Else a second identity could look at the cards first, without finishing, and be forgotten."""
    scout, marie = Guest.named(strict.url, "Scout"), Guest.named(strict.url, "Marie")
    other = Traveller(strict.url, "Other", "127.0.0.51")
    begin(scout, game)
    codes = begin(marie, game), begin(other, game)
    for guest, code in zip((marie, other), codes, strict=True):
        guest.command(code, "stand")
        wait_for_the_end(guest, code)

    told = page(marie, game)
    assert (told["deal"]["place"], told["deal"]["unranked"], told["deal"]["finished"]) == (None, True, 1)
    assert [row["place"] for row in told["results"]["table"] if row["you"]] == [None]
    assert marie.get(f"/api/tables/{codes[0]}/rating").json()["rating"]["reason"] == "tried"
    told = page(other, game)
    assert (told["deal"]["place"], told["deal"]["unranked"]) == (1, False)
    assert [row["name"] for row in told["results"]["table"]] == ["Other"]


def test_a_try_counts_for_its_network_after_its_person_was_forgotten(strict: HouseProcess) -> None:
    scout = Traveller(strict.url, "Scout", "127.0.0.52")
    begin(scout, "voodoo_prince")
    assert scout.request("DELETE", "/api/me").is_success
    marie = Traveller(strict.url, "Marie", "127.0.0.52")
    code = begin(marie, "voodoo_prince")
    marie.command(code, "stand")
    wait_for_the_end(marie, code)
    assert page(marie, "voodoo_prince")["deal"]["unranked"]


def test_the_first_try_of_a_network_stays_the_first_after_a_restart(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        first, second = Guest.named(house.url, "First"), Guest.named(house.url, "Second")
        codes = [begin(first, "skull_queen")]
        house.end()
        house.start()
        codes.append(begin(second, "skull_queen"))
        for guest, code in zip((first, second), codes, strict=True):
            guest.command(code, "stand")
            wait_for_the_end(guest, code)
        assert [page(guest, "skull_queen")["deal"]["unranked"] for guest in (first, second)] == [False, True]
