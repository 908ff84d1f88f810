"""Taking back by agreement at a table of a house: asked, answered, refused, lapsed; never rated."""

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import Ack, Act, Agree, Refusal, Undo
from hexdeck.server.base.settings import RatingRule, Settings
from hexdeck.server.house.house import House, house_at
from hexdeck.server.store.documents import Chair
from hexdeck.server.tables import take_back
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.tables.results import ended
from server.guest import Guest, some_action
from server.listening import Listener, people_at

MOST_STEPS = 300
PATIENCE = 60.0


def play_until_answered(code: str, people: list[Guest]) -> tuple[int, list[Any]]:
    """Until somebody's choice can be taken back by agreement alone; whose, and what all saw before it."""
    rng = Random(code)
    before: dict[int, list[Any]] = {}
    for _ in range(MOST_STEPS):
        looks = [guest.look(code) for guest in people]
        alone = [seat for seat in looks[0]["back"] if seat in before and seat != looks[0]["undo"]]
        if alone and rng.random() < 0.5:
            return alone[0], before[alone[0]]
        seat = looks[0]["view"]["to_move"][0]
        before[seat] = [look["view"] for look in looks]
        people[seat].command(code, "act", action=some_action(looks[seat]["view"], rng))
    raise AssertionError("nobody answers anybody in this game")


@pytest.mark.parametrize("game", GAMES)
def test_the_game_goes_back_when_everybody_has_agreed(
    marie: Guest, lukas: Guest, nina: Guest, game: str
) -> None:
    people = [marie, lukas, nina]
    code = marie.new_table(game, players=3)
    for guest in (lukas, nina):
        guest.command(code, "sit")
    marie.command(code, "start")
    asker, before = play_until_answered(code, people)
    others = [seat for seat in range(3) if seat != asker]
    version = marie.look(code)["version"]

    assert people[asker].command(code, "undo", ask=True)["type"] == "ack"
    asked = marie.look(code)["table"]["asked_back"]
    assert (asked["seat"], asked["version"], asked["waits_for"]) == (asker, version, others)
    assert people[others[0]].command(code, "undo", ask=True)["type"] == "refusal"
    assert people[others[0]].command(code, "agree", version=version - 1)["code"] == "table.refused"
    people[others[0]].command(code, "agree", version=version)
    assert marie.look(code)["version"] == version
    people[others[1]].command(code, "agree", version=version)

    looks = [guest.look(code) for guest in people]
    assert [look["view"] for look in looks] == before
    assert (looks[0]["version"], looks[0]["table"]["asked_back"]) == (version + 1, None)
    told = marie.get(f"/api/tables/{code}/story").json()["steps"][-1]
    assert told == [{"type": "TakenBack", "seat": asker, "agreed": told[0]["agreed"]}]


def test_one_no_is_enough_until_somebody_acts(marie: Guest, lukas: Guest) -> None:
    people = [marie, lukas]
    code = marie.new_table("voodoo_prince", players=2)
    lukas.command(code, "sit")
    marie.command(code, "start")
    asker, _ = play_until_answered(code, people)
    version = marie.look(code)["version"]
    other = 1 - asker
    people[asker].command(code, "undo", ask=True)
    people[asker].command(code, "agree", version=version, yes=False)  # asks no more
    assert marie.look(code)["table"]["asked_back"] is None
    people[asker].command(code, "undo", ask=True)
    people[other].command(code, "agree", version=version, yes=False)
    assert marie.look(code)["table"]["asked_back"]["refused"]
    again = people[asker].command(code, "undo", ask=True)
    assert (again["code"], again["message"]) == (
        "action.undo_refused",
        "the others have said no: play on",
    )
    assert people[other].command(code, "agree", version=version)["code"] == "table.refused"
    mover = marie.look(code)["view"]["to_move"][0]
    action = people[mover].look(code)["view"]["actions"][0]
    people[mover].command(code, "act", action=action)
    assert marie.look(code)["table"]["asked_back"] is None
    assert people[mover].command(code, "undo", ask=True)["type"] == "ack"
    people[mover].command(code, "leave")
    assert marie.look(code)["table"]["asked_back"] is None


@pytest.mark.parametrize("game", GAMES)
def test_bots_agree_at_once(marie: Guest, game: str) -> None:
    code = marie.post("/api/play", game=game, players=3, level="novice", pace="instant")["code"]
    rng, end = Random(code), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        look = marie.look(code)
        may = 0 in look["back"] and look["undo"] is None
        if may and marie.command(code, "undo", ask=True)["type"] == "ack":  # unless bots deal meanwhile
            break
        if 0 in look["view"]["to_move"]:
            marie.command(code, "act", action=some_action(look["view"], rng))
        else:
            time.sleep(0.05)  # for bots to think
    assert {"type": "TakenBack", "seat": 0} in [
        {"type": event["type"], "seat": event.get("seat")}
        for step in marie.get(f"/api/tables/{code}/story").json()["steps"]
        for event in step
    ]


def test_a_lesson_goes_on(marie: Guest) -> None:
    code = marie.post("/api/play", game="voodoo_prince", lesson=True, pace="instant")["code"]
    look = marie.look(code)
    while 0 not in look["view"]["to_move"]:
        look = marie.look(code)
    marie.command(code, "act", action=look["view"]["actions"][0])
    assert marie.look(code)["back"] == []
    assert marie.command(code, "undo", ask=True)["type"] == "refusal"


async def at_table(data: Path, bots: int, pace: float = 0.0) -> tuple[House, LiveTable]:
    """Two people who are here, who play first, and bots."""
    house = await house_at(Settings(data=data, retry=0.05, pace=pace))
    await house.open()
    document = people_at("voodoo_prince")
    document.options["rounds"] = 1
    document.chairs += [Chair("bot", name=f"Bot {n}", level="novice") for n in range(bots)]
    live = await house.new_table(document)
    for who in ("p0", "p1"):
        await Listener(live, who).listen()
    await live.start()
    return house, live


async def acted(live: LiveTable, who: str, number: int) -> bool:
    _, view = await live.look(who)
    if view.seat not in view.to_move:
        return False
    name = live.document.rules.action_name(view.actions[0])
    return isinstance(await live.command(who, Act(f"a{number}", name)), Ack)


async def ask_before_a_bot_plays(live: LiveTable) -> tuple[str, int]:
    """Who has asked, and where the game stood; a bot that was quicker is let be, and they play on."""
    for number in range(MOST_STEPS):
        movers = [one for one in ("p0", "p1") if await acted(live, one, number)]
        if movers and live.next_bot() is not None:
            version = live.version
            answer = await live.command(movers[-1], Undo(f"ask{number}", ask=True))
            if live.version == version:
                assert isinstance(answer, Ack)
                return movers[-1], version
        await asyncio.sleep(0.01)
    raise AssertionError("a bot was quicker every time")


def test_bots_wait_for_the_answers_and_go_on_when_it_lapses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(take_back, "ASKED_SECONDS", 5.0)

    async def play() -> None:
        house, live = await at_table(tmp_path, bots=1, pace=0.5)  # of a bot that was about to play
        listener = Listener(live, "a stranger")
        await listener.listen()
        who, version = await ask_before_a_bot_plays(live)
        assert live.next_bot() is None
        while live.document.asked_back is not None:
            await asyncio.sleep(0.05)
        other = "p1" if who == "p0" else "p0"
        assert isinstance(await live.command(other, Agree("late", version)), Refusal)
        while live.version == version:
            await asyncio.sleep(0.05)  # the bot plays by itself
        await live.look(who)  # waits until that is stored and told
        told = [one for one in listener.all() if one["type"] in ("table", "step")]
        kinds = ["step" if one["type"] == "step" else one["table"]["asked_back"] is not None for one in told]
        at = len(kinds) - kinds[::-1].index(True)
        assert kinds[at : at + 2] == [False, "step"]
        await house.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_a_game_in_which_all_agreed_to_go_back_is_not_rated(tmp_path: Path) -> None:
    async def play() -> None:
        house, live = await at_table(tmp_path, bots=0)
        has_asked = False
        for number in range(MOST_STEPS):
            for who in ("p0", "p1"):
                await acted(live, who, number)
            if not has_asked:
                await live.command("p0", Undo("ask", ask=True))
                has_asked = isinstance(await live.command("p1", Agree("yes", live.version)), Ack)
            record = await live.finished_record()
            if record is not None:
                break
        assert record is not None
        assert record.is_agreed_back
        assert not read(record.text()).is_advised
        left = ended(live.document, record, 1.0, RatingRule())
        assert left is not None
        assert (list(left.rated), len(left.results)) == ([], 2)
        assert await house.storage.ratings_of("p0") == []
        await house.close()

    asyncio.run(asyncio.wait_for(play(), 60))
