"""Nobody chooses a deal alone: the house promises first, then everybody who plays adds salt."""

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from hexdeck.core.chance import commitment
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from hexdeck.server.base.messages import Salt, Sit, Start
from hexdeck.server.house import house as house_module
from server.guest import QUICK, Guest, play_all
from server.house_process import HouseProcess
from server.inside import Inside
from server.text_browser import TextBrowser
from server.ways_in import WAYS, send

ENGINES = ("sqlite", "postgres")


def played(code: str, *guests: Guest) -> dict[str, Any]:
    """The verification of a game, once the guests have played it."""
    play_all(*((guest, code) for guest in guests))
    facts: dict[str, Any] = guests[0].get(f"/api/tables/{code}/verification").json()
    assert verify(read(facts["record"])).is_proved
    return facts


@pytest.mark.parametrize("way", WAYS)
def test_host_and_guest_add_salt_by_every_way_in_and_again_at_the_rematch(
    house: HouseProcess, way: str
) -> None:
    marie, lukas = Guest.named(house.url, "Marie"), Guest.named(house.url, "Lukas")
    code = marie.new_table("voodoo_prince", players=2, options={"rounds": 1}, pace="instant")
    promised = marie.look(code)["table"]["commitment"]
    assert send(lukas, code, way, "sit", seat=1, salt="moon")
    assert send(marie, code, way, "salt", salt="candle")
    assert marie.look(code)["you"]["salt"] == "candle"
    assert send(marie, code, way, "start", level="novice", salt="wax")
    assert not send(lukas, code, way, "salt", salt="late")

    facts = played(code, marie, lukas)

    assert facts["commitment"] == promised
    assert (facts["salts"], facts["salted_by"]) == (["wax", "moon"], ["Marie", "Lukas"])
    assert not facts["lesson"]
    again = marie.command(code, "rematch")["code"]
    assert marie.look(again)["you"]["salt"] is None
    assert marie.look(again)["table"]["commitment"] != promised
    assert send(lukas, again, way, "salt", salt="sun")
    assert send(marie, again, way, "start", level="novice", salt="sand")
    assert played(again, marie, lukas)["salts"] == ["sand", "sun"]


@pytest.mark.parametrize("game", GAMES)
def test_alone_against_bots_the_promise_comes_before_the_salt(house: HouseProcess, game: str) -> None:
    marie = Guest.named(house.url, "Marie")
    wish = {"game": game, "level": "novice", "pace": "instant", "options": QUICK[game]}
    made = marie.post("/api/play", start=False, **wish)
    looked = marie.look(made["code"])
    assert (looked["table"]["status"], looked["view"]) == ("gathering", None)
    assert looked["table"]["commitment"] == made["commitment"]

    marie.command(made["code"], "start", salt="pepper")

    facts = played(made["code"], marie)
    assert (facts["commitment"], facts["salts"], facts["salted_by"]) == (
        made["commitment"],
        ["pepper"],
        ["Marie"],
    )


def test_a_plain_page_proposes_a_salt_that_can_be_changed(house: HouseProcess) -> None:
    with TextBrowser(house.url) as marie:
        code = marie.new_table("voodoo_prince", "people", players="2")
        page = marie.open(f"/t/{code}/plain")
        assert marie.raw("GET", f"/api/tables/{code}").json()["table"]["commitment"] in page.text
        proposed = page.form("start").fields["salt"]
        assert len(proposed) > 20
        marie.press(page.form("start"), level="novice", salt="sugar")
        assert marie.raw("GET", f"/api/tables/{code}").json()["you"]["salt"] == "sugar"
        code = marie.new_table("voodoo_prince", "bots", players="2", level="novice")
        assert marie.raw("GET", f"/api/tables/{code}").json()["you"]["salt"]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_begins_at_once_takes_the_salt_that_comes_with_it(house: HouseProcess, game: str) -> None:
    marie = Guest.named(house.url, "Marie")
    wish = {"game": game, "level": "novice", "pace": "instant", "options": QUICK[game]}
    facts = played(marie.post("/api/play", salt="pepper", **wish)["code"], marie)
    assert (facts["salts"], facts["salted_by"], facts["unsalted"]) == (["pepper"], ["Marie"], False)


def test_a_game_without_salt_says_that_the_server_alone_chose_its_seed(house: HouseProcess) -> None:
    marie = Guest(house.url)
    facts = played(marie.play_now("voodoo_prince", 2), marie)
    assert (facts["salts"], facts["unsalted"]) == ([], True)


def test_the_python_client_salts_by_itself(house: HouseProcess) -> None:
    """At a table that waits, and again at the rematch."""
    marie = Guest.named(house.url, "Marie")
    wish = {"game": "voodoo_prince", "level": "novice", "pace": "instant", "options": {"rounds": 1}}
    code = marie.post("/api/play", start=False, **wish)["code"]

    async def salted(code: str) -> str:
        async with marie.at(code) as client, asyncio.timeout(20):
            while client.you is None or client.you.salt is None:
                await client.changed()
            await client.send(Start("start", "novice"))
            return client.you.salt

    salt = asyncio.run(salted(code))
    assert played(code, marie)["salts"] == [salt]
    again = marie.command(code, "rematch")["code"]
    assert asyncio.run(salted(again)) != salt


def test_a_lesson_has_no_salt_and_says_so(house: HouseProcess) -> None:
    marie = Guest(house.url)
    code = marie.post("/api/play", game="voodoo_prince", lesson=True, pace="instant", start=False)["code"]
    facts = played(code, marie)
    assert (facts["salts"], facts["lesson"], facts["unsalted"]) == ([], True, False)
    refused = marie.request(
        "POST", "/api/play", json={"game": "voodoo_prince", "lesson": True, "salt": "sea"}
    )
    assert refused.json()["message"] == "a lesson has the same deal for everybody: leave the salt out"


@pytest.mark.parametrize("salt", ["", " ", "two\nlines", "x" * 101])
def test_what_is_no_line_of_text_is_no_salt(house: HouseProcess, salt: str) -> None:
    marie = Guest(house.url)
    code = marie.new_table("voodoo_prince", players=2)
    wish = {"game": "voodoo_prince", "level": "novice", "salt": salt}
    assert marie.request("POST", "/api/play", json=wish).json()["code"] in (
        "message.refused",
        "setup.refused",
    )
    for kind in ("salt", "sit", "start"):
        fields = {"level": "novice"} if kind == "start" else {}
        assert marie.command(code, kind, salt=salt, **fields)["code"] in ("message.refused", "setup.refused")
    assert marie.look(code)["table"]["status"] == "gathering"


# Whoever acts alone.


def dealt(data: Path, game: str, seed: bytes, salts: tuple[str, str]) -> tuple[str, str]:
    """What a house that would like this seed promises, and what it then must deal to two people."""

    async def play() -> tuple[str, str]:
        inside = await Inside.at(data)
        with patch.object(house_module, "token_bytes", lambda _: seed):
            document = await inside.house.new_document("marie", game, 3, {})
            live = await inside.house.new_table(document)
        promised = (await live.look("marie"))[0].table.commitment
        await live.command("lukas", Sit("sit", salt=salts[1]))
        await live.command("marie", Salt("salt", salts[0]))
        assert (await live.look("marie"))[0].table.commitment == promised
        await live.command("marie", Start("start", "novice"))
        record, _, _ = await live.so_far("marie")
        assert record is not None
        lines = [step.text(record.header.game) for step in record.steps]
        await inside.close()
        return promised, "\n".join(line for line in lines if line.startswith("chance"))

    return asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_no_party_alone_chooses_a_deal(tmp_path: Path, game: str) -> None:
    """The house fixes the seed, and one of two people their salt: the other's salt still decides."""
    seed = bytes(range(32))
    promised, deal = dealt(tmp_path / "1", game, seed, ("a", "b"))
    assert promised == commitment(seed)
    assert dealt(tmp_path / "2", game, seed, ("a", "b")) == (promised, deal), "all together choose it"

    by_marie = dealt(tmp_path / "3", game, seed, ("other", "b"))
    by_lukas = dealt(tmp_path / "4", game, seed, ("a", "other"))
    by_house = dealt(tmp_path / "5", game, bytes(32), ("a", "b"))

    assert by_marie[0] == by_lukas[0] == promised, "which it had told before"
    assert len({deal, by_marie[1], by_lukas[1], by_house[1]}) == 4
