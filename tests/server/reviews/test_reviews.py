"""The coach looks back on finished games of the house: who may ask, what is found, and what stays of it."""

import asyncio
import gzip
import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hexdeck.ai.arena.simulate import new_plan, simulate
from hexdeck.ai.coach.review import Review, review
from hexdeck.core.errors import AdviceRefused
from hexdeck.core.record import Record
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.server.base.fair_queue import STRANGER
from hexdeck.server.base.messages import encode
from hexdeck.server.base.settings import Settings
from hexdeck.server.bots.pool import QUESTIONS, Background
from hexdeck.server.house.house import House, house_at
from hexdeck.server.reviews import reviewing
from hexdeck.server.reviews.reviewing import Reviewed, findings_of, put_together, seen_from
from hexdeck.server.reviews.reviews import Reviews
from hexdeck.server.store.documents import Document
from hexdeck.server.store.protocol import NewTable, ReviewChunk, ReviewLease, TableSnapshot
from hexdeck.server.store.sqlite import SqliteStorage
from languages.faults import faults
from server.among_others import two_houses
from server.days import begin, finish, page, wait_out_midnight
from server.guest import QUICK, Guest, play_all
from server.house_process import HouseProcess, open_house
from server.redis_process import RedisProcess, needs_redis
from server.text_browser import TextBrowser

PATIENCE = 60.0  # seconds for one review
FEW = 4  # worlds, so that it takes a second
MANY = 40  # so that there is time to kill it


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with open_house(tmp_path_factory.mktemp("house") / "data", "--review-worlds", str(FEW)) as house:
        yield house


def found_by(guest: Guest, code: str) -> dict[str, Any]:
    """The findings, once they are there."""
    ends, last = time.monotonic() + PATIENCE, 0
    while time.monotonic() < ends:
        said = guest.get(f"/api/tables/{code}/review").json()
        if said["ready"]:
            found: dict[str, Any] = said["findings"]
            return found
        assert last <= said["done"] <= said["steps"]
        last = said["done"]
        time.sleep(0.1)
    raise AssertionError("it takes too long")


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_looked_back_upon(house: HouseProcess, game: str) -> None:
    marie, lukas = Guest.named(house.url, "Marie"), Guest.named(house.url, "Lukas")
    code = marie.play_now(game, 3)
    address = f"/api/tables/{code}/review"
    assert marie.get(address).json()["message"].startswith("the game is not over")
    play_all((marie, code))
    wish = {"position": 1, "seat": 0, "action": "pass"}
    early = marie.request("POST", address, json=wish).json()
    assert early["message"] == "the coach has not gone through this game: ask for its review first"
    [before] = marie.get("/api/me/games").json()["games"]
    assert before["lost"] is None
    assert marie.get(address).json() == {"ready": False, "done": 0, "steps": 0, "findings": None}

    found = found_by(marie, code)

    assert found_by(lukas, code) == found  # as everybody with the code may look at the replay
    scores = marie.look(code)["table"]["scores"]
    for seat, own in enumerate(found["seats"]):
        over_others = scores[seat] - (sum(scores) - scores[seat]) / 2
        assert own["points"]["result"] == pytest.approx(over_others, abs=1e-6)
        for account in (own["points"], own["chance"]):
            parts = sum(account[part] for part in ("start", "luck", "seat", "own", "others"))
            assert parts == pytest.approx(account["result"], abs=1e-6)
        assert own["decisions"] == sum(one["seat"] == seat for one in found["decisions"])
    record = read(marie.get(f"/api/tables/{code}/record").text)
    assert len(found["course"]) == len(record.lasting())
    assert all(sum(step["chances"]) == pytest.approx(1, abs=0.01) for step in found["course"])
    one = found["decisions"][len(found["decisions"]) // 2]
    seen = marie.get(f"/api/tables/{code}/replay/{one['position']}").json()["views"][one["seat"]]
    assert one["seat"] in seen["to_move"] or game == "voodoo"  # where seats may speak up out of turn
    assert {one["action"], one["choices"][0]["action"]} <= {choice["action"] for choice in one["choices"]}
    assert len(one["choices"]) <= one["legal"]
    own = next(choice for choice in one["choices"] if choice["action"] == one["action"])
    assert own["gain"]["mean"] == 0
    assert "Marie" not in json.dumps(found)  # whoever is forgotten is not named in it

    check_what_if(marie, lukas, code, found)
    check_plain_page(house, game, code)
    [game_now] = marie.get("/api/me/games").json()["games"]
    lost = found["seats"][0]["lost"]
    assert game_now["lost"]["n"] == found["seats"][0]["decisions"]
    assert game_now["lost"]["mean"] == pytest.approx(lost["mean"], abs=1e-3)
    assert game_now["lost"]["margin"] == pytest.approx(lost["margin"], abs=1e-3)
    [statistics] = marie.get("/api/me/statistics").json()["games"]
    assert statistics["lost"] == game_now["lost"]
    [piece] = statistics["losses"]
    assert (piece["games"], piece["points"]) == (1, game_now["lost"])
    [kept] = marie.get("/api/me/export").json()["results"]
    assert kept["decisions"] == game_now["lost"]["n"]


def check_what_if(marie: Guest, lukas: Guest, code: str, found: dict[str, Any]) -> None:
    """Every choice of a decision can be tried; what was compared is told as it was found."""
    one = max(found["decisions"], key=lambda one: one["legal"] - len(one["choices"]))
    where = {"position": one["position"], "seat": one["seat"]}
    seen = marie.get(f"/api/tables/{code}/replay/{one['position']}").json()["views"][one["seat"]]
    known = {choice["action"]: choice for choice in one["choices"]}
    every = [action.replace("?", "3") for action in seen["actions"]]
    for action in (one["action"], *every[-1:]):
        told = marie.post(f"/api/tables/{code}/review", **where, action=action)
        assert told == known.get(action, told)
        assert told["action"] == action
        assert lukas.post(f"/api/tables/{code}/review", **where, action=action) == told
    for wrong, refused in (
        ({**where, "action": "nothing"}, "name.unknown"),
        ({**where, "position": 10**6, "action": one["action"]}, "advice.refused"),
        ({**where, "seat": "me", "action": one["action"]}, "message.refused"),
    ):
        assert marie.request("POST", f"/api/tables/{code}/review", json=wrong).json()["code"] == refused


def check_plain_page(house: HouseProcess, game: str, code: str) -> None:
    """Of each game in another language."""
    spoken = dict(zip(GAMES, ("en", "de", "fr", "it"), strict=True))[game]
    with TextBrowser(house.url, spoken) as browser:
        browser.read.clear()
        page = browser.open(f"/t/{code}/plain/review")
        assert page.heading == {"en": "Review", "it": "Analisi"}.get(spoken, "Analyse")
        said = {"en": "Own play", "de": "Eigenes Spiel", "fr": "Jeu personnel", "it": "Gioco personale"}
        assert page.text.count(said[spoken]) == 3
        assert {line: wrong for line in browser.read if (wrong := faults(line, spoken))} == {}
        address = f"/t/{code}/plain/review"
        assert address in browser.open(f"/t/{code}/plain").links.values()


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_tells_of_the_deal_of_the_day_whom_it_is_over_for(house: HouseProcess, game: str) -> None:
    """Of each own choice what others are told of: nobody else is told anything before the day is over."""
    wait_out_midnight()
    marie, lukas = Guest.named(house.url, "Marie"), Guest.named(house.url, "Lukas")
    code, other = begin(marie, game), begin(lukas, game)
    address = f"/api/tables/{code}/review"
    assert marie.get(address).json()["message"].startswith("the game is not over")
    finish(marie, code, choices=4)
    for guest in (lukas, Guest.named(house.url, "Nina")):
        for path in (address, f"/t/{code}/plain/review"):
            assert guest.get(path).status_code == 409
    assert lukas.get(f"/api/tables/{other}/review").json()["message"].startswith("the game is not over")

    told = page(marie, game)["results"]["turns"]
    found = found_by(marie, code)["decisions"]

    judged = {one["position"]: one["action"] for one in found if one["seat"] == 0}
    assert told
    assert [judged.get(turn["step"]) for turn in told] == [turn["action"] for turn in told]
    finish(lukas, other)
    assert lukas.get(address).status_code == 409  # a look at somebody else's table, until the day is over


def a_record() -> str:
    [game] = simulate(new_plan(GAMES["voodoo_prince"], 2, 3, ["heuristic"], QUICK["voodoo_prince"]), 1)
    return game.record


def test_slices_are_small_and_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """One moment after the other, in any process: nothing that was found before goes into the next."""
    text = a_record()
    monkeypatch.setattr(reviewing, "SLICE_SECONDS", 0.0)
    steps = seen_from(text, FEW, 0).steps
    slices = [seen_from(text, FEW, start) for start in reversed(range(steps))]
    assert [one.moments for one in slices] == [1] * steps
    kept, losses = put_together(text, FEW, [one.seen for one in reversed(slices)])
    whole = review(read(text), worlds=FEW)
    assert gzip.decompress(kept) == encode(Reviewed(True, steps, steps, findings_of(whole)))
    for loss in losses:
        lost = [one.points.mean for one in whole.decided(loss.seat)]
        assert loss.decisions == len(lost)
        assert loss.lost == pytest.approx(sum(lost))


async def an_open_house(tmp_path: Path) -> tuple[House, Document]:
    """With a table at which the game of `a_record` was played."""
    house = await house_at(Settings(data=tmp_path, review_worlds=FEW))
    document = Document("A", "voodoo_prince", {}, [], host="marie")
    await house.storage.make_table(NewTable("A", TableSnapshot(b"{}", "over", public=False), b"", 1.0))
    return house, document


async def ready(reviews: Reviews, document: Document, record: Record) -> bytes:
    async with asyncio.timeout(PATIENCE):
        while isinstance(said := await reviews.of(document, record, STRANGER), Reviewed):
            await asyncio.sleep(0.05)
    return said


def test_whoever_asks_again_does_not_begin_another(tmp_path: Path) -> None:
    """Nor does whoever stops waiting end it; what another process has begun is left to it for a while."""
    record = read(a_record())

    async def play() -> None:
        house, document = await an_open_house(tmp_path)
        await house.storage.look_back("A", ReviewLease("another", house.now() + 60, 3, 9), house.now())
        assert await house.reviews.of(document, record, STRANGER) == Reviewed(False, 3, 9, None)
        await house.storage.look_back("A", ReviewLease("another", house.now() - 1), house.now())

        first, second = await asyncio.gather(
            *(house.reviews.of(document, record, STRANGER) for _ in range(2))
        )
        asker = asyncio.create_task(house.reviews.of(document, record, STRANGER))
        asker.cancel()
        assert first == second == Reviewed(False, 0, 0, None)
        assert len(house._work) == 1
        assert await ready(house.reviews, document, record)
        async with asyncio.timeout(PATIENCE):
            while house._work:
                await asyncio.sleep(0.01)
        await house.close()

    asyncio.run(play())


def test_what_was_found_before_a_restart_is_not_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where it is wrong: here half of the game is that of another seed."""
    monkeypatch.setattr(reviewing, "SLICE_SECONDS", 0.0)
    record = read(a_record())
    other = Review(record, worlds=FEW, seed=1)
    half = len(other.moments) // 2
    monkeypatch.setattr(reviewing, "_begun", lambda *_: other)
    slices = [seen_from("", FEW, start) for start in range(half)]
    whole = Review(record, worlds=FEW)
    for moment in whole.moments:
        whole.take(moment, (other if moment.number <= half else whole).see(moment))

    async def play() -> None:
        house, document = await an_open_house(tmp_path)
        for start, one in enumerate(slices):
            look = ReviewLease("", house.now() + 60, start + 1, one.steps)
            assert await house.storage.look_back("A", look, house.now(), ReviewChunk(start, one.seen))
        assert await house.reviews.of(document, record, STRANGER) == Reviewed(
            False, half, slices[0].steps, None
        )
        found = await ready(house.reviews, document, record)
        steps = len(record.lasting())
        assert gzip.decompress(found) == encode(Reviewed(True, steps, steps, findings_of(whole)))
        assert await house.storage.glimpses("A") == []
        await house.close()

    asyncio.run(play())


def test_what_was_found_in_fewer_worlds_is_found_again(tmp_path: Path) -> None:
    record = read(a_record())
    rough = seen_from(record.text(), 2, 0)

    async def play() -> None:
        house, document = await an_open_house(tmp_path)
        look = ReviewLease("", house.now() + 60, rough.moments, rough.steps)
        await house.storage.look_back("A", look, house.now(), ReviewChunk(0, rough.seen))
        found = await ready(house.reviews, document, record)
        steps = len(record.lasting())
        whole = Reviewed(True, steps, steps, findings_of(review(record, worlds=FEW)))
        assert gzip.decompress(found) == encode(whole)
        await house.close()

    asyncio.run(play())


def test_a_review_goes_on_where_a_killed_server_was(tmp_path: Path) -> None:
    """What anybody was told is done is done for the next process too."""
    with open_house(tmp_path / "data", "--review-worlds", str(MANY)) as house:
        marie = Guest.named(house.url, "Marie")
        code, told, kept = killed_meanwhile(house, marie)

        again = marie.get(f"/api/tables/{code}/review").json()

        assert told <= kept == again["done"] < again["steps"]
        found = found_by(marie, code)
        record = read(marie.get(f"/api/tables/{code}/record").text)
        whole = encode(findings_of(review(record, worlds=MANY)))
        assert found == json.loads(whole)


def killed_meanwhile(house: HouseProcess, guest: Guest) -> tuple[str, int, int]:
    """A game whose review was not ready when the house was killed; how many steps were told, and are kept."""
    for _ in range(10):
        code = guest.play_now("voodoo_prince", 3)
        play_all((guest, code))
        told = done_of(guest, code)
        house.end(signal.SIGKILL)
        kept = asyncio.run(kept_of(house, code))
        house.start()
        if kept is not None:
            return code, told, kept
    raise AssertionError("it was ready every time")


def done_of(guest: Guest, code: str) -> int:
    """How many steps are done, once there are some."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if done := int(guest.get(f"/api/tables/{code}/review").json()["done"]):
            return done
        time.sleep(0.02)
    raise AssertionError("it does not begin")


async def kept_of(house: HouseProcess, code: str) -> int | None:
    """How many steps of a review are in the file of a house that is closed; None if it is ready."""
    storage = SqliteStorage(Settings(data=house.data).file, looks_only=True)
    found = await storage.review(code)
    await storage.close()
    assert found is not None
    return found.look.done if found.findings is None else None


def test_a_process_that_dies_meanwhile_is_replaced(tmp_path: Path) -> None:
    record = read(a_record())

    async def play() -> None:
        house, document = await an_open_house(tmp_path)
        [servant] = house.background._processes.servants
        await house.reviews.of(document, record, STRANGER)
        while servant._pool is None or not servant._pool._processes:
            await asyncio.sleep(0.001)
        for process in list(servant._pool._processes.values()):
            process.kill()
        assert await ready(house.reviews, document, record)
        await house.close()

    asyncio.run(play())


@needs_redis
def test_of_two_processes_one_looks_back_and_both_tell(database: str, redis: RedisProcess) -> None:
    record = read(a_record())
    document = Document("A", "voodoo_prince", {}, [], host="marie")

    async def play() -> None:
        async with two_houses(database, redis, review_worlds=FEW) as [first, second]:
            table = NewTable("A", TableSnapshot(b"{}", "over", public=False), b"", first.now())
            await first.storage.make_table(table)
            await first.reviews.of(document, record, STRANGER)
            while await second.storage.review("A") is None:
                await asyncio.sleep(0.01)
            said = await second.reviews.of(document, record, STRANGER)
            assert isinstance(said, bytes) or not said.ready
            assert not second.reviews._under_way
            assert await ready(first.reviews, document, record) == await ready(
                second.reviews, document, record
            )

    asyncio.run(play())


def test_who_cannot_think_or_has_no_time_says_so(tmp_path: Path) -> None:
    """But what is kept is told all the same."""
    record = read(a_record())

    async def play() -> None:
        house, document = await an_open_house(tmp_path)
        lesson = replace(document, lesson=True)
        elsewhere = Reviews(house, None, house.work_on, house.spawn)
        hurried = Reviews(house, Background(0.001, QUESTIONS), house.work_on, house.spawn)
        for reviews, wanted, why in (
            (house.reviews, lesson, "a lesson is not reviewed"),
            (elsewhere, document, "this house leaves thinking to others"),
            (hurried, document, "the coach has no time now: ask again in 10 s"),
        ):
            with pytest.raises(AdviceRefused, match=why):
                await ready(reviews, wanted, record)
        await ready(house.reviews, document, record)
        assert isinstance(await elsewhere.of(document, record, STRANGER), bytes)
        await house.close()

    asyncio.run(play())
