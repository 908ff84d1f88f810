"""The coach at tables of the house: who may ask, what is said, and what stays of it."""

import asyncio
from random import Random
from typing import Any

import pytest

from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from server.guest import Guest, play_all, play_to_the_end
from server.house_process import HouseProcess, open_house


def play_until_there_is_a_choice(guest: Guest, code: str) -> dict[str, Any]:
    """What the guest sees when it is their turn and they can do more than one thing."""
    rng = Random(1)

    async def play() -> dict[str, Any]:
        async with guest.at(code) as client:  # and stays there, or a bot might play on
            for _ in range(40):
                while not (client.view and client.view["seat"] in client.view["to_move"]):
                    await client.changed()
                if len(client.view["actions"]) > 1:
                    return guest.look(code)
                await play_to_the_end(client, rng, most=1)
        raise AssertionError("there is always something to choose")

    return asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_somebody_among_bots_asks_the_coach(marie: Guest, lukas: Guest, game: str) -> None:
    """All hear of it, the answer stays the same, and the game is proved but not rated."""
    code = marie.play_now(game, GAMES[game].players[1])
    advice = f"/api/tables/{code}/advice"
    seen = play_until_there_is_a_choice(marie, code)
    assert seen["table"]["advice"]
    assert marie.get(advice).json()["message"] == "ask the coach first: send the command advise"

    assert marie.command(code, "advise")["type"] == "ack"
    while len(marie.look(code)["view"]["to_move"]) > 1:  # bots choose at the same time
        pass
    version = marie.look(code)["version"]
    assert marie.command(code, "advise")["version"] == version

    said = marie.get(advice).json()
    assert said["version"] == version
    assert marie.get(advice).json() == said
    assert len(said["choices"]) > 1
    assert len(said["reasons"]) <= 2
    assert (said["choices"][0]["behind"], said["choices"][0]["close"]) == (0, True)
    assert all(0 <= choice["chance"] <= 1 for choice in said["choices"])
    assert lukas.get(advice).json()["code"] == "seat.none"
    story = marie.get(f"/api/tables/{code}/story").json()["steps"]
    assert story.count([{"type": "Advised", "seat": 0}]) == 1
    assert marie.command(code, "act", action=said["choices"][0]["action"])["type"] == "ack"

    play_all((marie, code))
    record = read(marie.get(f"/api/tables/{code}/record").text)
    assert record.is_advised
    assert verify(record).is_proved
    assert marie.get("/api/me/statistics").json()["ratings"] == []
    assert marie.command(code, "advise")["code"] == "action.game_is_over"


def test_among_people_the_host_decides(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("voodoo_prince", players=2)
    lukas.command(code, "sit")
    assert marie.command(code, "advise")["code"] == "table.refused"  # it has not begun
    marie.command(code, "start")
    seen = marie.look(code)
    assert not seen["table"]["advice"]
    mover, waiting = (marie, lukas) if seen["view"]["to_move"] == [0] else (lukas, marie)
    refused = mover.command(code, "advise")
    assert refused["message"] == "the coach cannot be asked at this table: the host can allow it"
    assert lukas.command(code, "change", advice=True)["code"] == "table.not_host"

    assert marie.command(code, "change", advice=True)["type"] == "ack"

    assert lukas.look(code)["table"]["advice"]
    assert waiting.command(code, "advise")["code"] == "action.not_your_turn"
    assert mover.command(code, "advise")["type"] == "ack"
    assert waiting.get(f"/api/tables/{code}/advice").json()["code"] == "advice.refused"
    assert mover.get(f"/api/tables/{code}/advice").is_success
    marie.command(code, "change", advice=False)
    assert mover.get(f"/api/tables/{code}/advice").json()["code"] == "advice.refused"


def test_a_lesson_has_a_coach_of_its_own(marie: Guest) -> None:
    code = marie.post("/api/play", game="voodoo_prince", lesson=True)["code"]
    assert not marie.look(code)["table"]["advice"]


def test_a_coach_without_time_says_so(tmp_path: Any) -> None:
    with open_house(tmp_path, "--bot-seconds", "0.001") as house:
        guest = Guest(house.url)
        code = guest.new_table("voodoo_prince", players=2)
        other = Guest(house.url)
        other.command(code, "sit")
        guest.command(code, "start")
        guest.command(code, "change", advice=True)
        mover = guest if guest.look(code)["view"]["to_move"] == [0] else other
        mover.command(code, "advise")
        refused = mover.get(f"/api/tables/{code}/advice").json()
        assert refused["message"] == "the coach has no time now: ask again in 10 s"


def test_ways_in(house: HouseProcess) -> None:
    """The command and the address are in the schema that programs read."""
    guest = Guest(house.url)
    assert "/api/tables/{code}/advice" in guest.get("/api/openapi.json").json()["paths"]
    assert "Advise" in guest.get("/api/protocol.json").text
