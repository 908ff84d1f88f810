"""Once more: the same seats, options and bots at a new table, which waits for those who want to come."""

import asyncio

import pytest

from hexdeck.core.registry import GAMES
from server.guest import QUICK, Guest


def play_with_bots(code: str, *guests: Guest) -> None:
    """Bots play for everybody, to the end."""
    for guest in guests:
        guest.command(code, "stand")

    async def look_on() -> None:
        async with asyncio.timeout(60), Guest(guests[0].url).at(code) as client:
            while client.table is None or client.table.status != "over":
                await client.changed()

    asyncio.run(look_on())


@pytest.mark.parametrize("game", GAMES)
def test_a_rematch_keeps_seats_and_waits_for_those_who_want(
    marie: Guest, lukas: Guest, nina: Guest, game: str
) -> None:
    code = marie.new_table(game, players=4, options=QUICK[game], pace="instant", clock="slow")
    lukas.command(code, "sit", seat=3)
    nina.command(code, "sit", seat=1)
    marie.command(code, "change", memory=False)
    marie.command(code, "start", level="novice")
    before = marie.look(code)["table"]
    play_with_bots(code, marie, lukas, nina)

    again = lukas.command(code, "rematch")["code"]

    table = lukas.look(again)["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Marie", "Nina", before["seats"][2]["name"], "Lukas"]
    assert (table["options"], table["clock"], table["status"]) == (before["options"], "slow", "gathering")
    assert not table["memory"]
    assert [seat["presence"] for seat in table["seats"]] == ["awaited", "awaited", None, "away"]
    assert nina.command(code, "rematch")["code"] == again
    nina.command(again, "salt", salt="nina")
    assert lukas.look(again)["table"]["seats"][1]["presence"] == "away"

    async def start() -> None:
        async with asyncio.timeout(20), lukas.at(again) as client:
            assert client.you is not None
            assert client.you.host, "Marie has not come"
            assert lukas.command(again, "start")["message"] == (
                "seats 0 are open: fill them with bots, or wait"
            )
            assert lukas.command(again, "start", level="novice")["type"] == "ack"

    asyncio.run(start())
    seats = lukas.look(again)["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["bot", "person", "bot", "person"]
    assert marie.look(again)["you"]["seat"] is None


def test_whoever_left_for_good_is_not_waited_for(marie: Guest, lukas: Guest) -> None:
    code = marie.new_table("voodoo_prince", players=3, options={"rounds": 1}, pace="instant")
    lukas.command(code, "sit")
    marie.command(code, "start", level="novice")
    lukas.command(code, "leave")
    play_with_bots(code, marie)

    again = marie.command(code, "rematch")["code"]

    assert [seat["kind"] for seat in marie.look(again)["table"]["seats"]] == ["person", "open", "bot"]
