"""The network each person last came from: a keyed mark, of IPv6 by 64 bits, the newest people remembered."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.server.people import origins
from hexdeck.server.people.origins import Origins
from hexdeck.server.tables import house_changes
from hexdeck.server.tables.driver import requester_of
from hexdeck.server.web.requests import neighbourhood
from server.inside import Inside


def _marked(address: str) -> str:
    return f"<{address}>"


def test_a_person_has_the_mark_of_where_they_last_came_from() -> None:
    kept = Origins(_marked)
    kept.note("p1", "192.0.2.1")
    kept.note("p1", "192.0.2.2")
    assert kept.of("p1") == "<192.0.2.2>"


def test_somebody_unknown_and_an_unknown_address_have_no_mark() -> None:
    kept = Origins(_marked)
    kept.note("p1", "")
    assert [kept.of("p1"), kept.of("p2"), kept.of(None)] == ["", "", ""]


def test_one_network_of_ipv6_has_one_mark() -> None:
    kept = Origins(_marked)
    kept.note("p1", neighbourhood("2001:db8::1"))
    kept.note("p2", neighbourhood("2001:db8::ffff"))
    kept.note("p3", neighbourhood("2001:db8:0:1::1"))
    assert kept.of("p1") == kept.of("p2") != kept.of("p3")


def test_people_who_came_longest_ago_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(origins, "MOST_REMEMBERED", 2)
    kept = Origins(_marked)
    for person in ("p1", "p2", "p1", "p3"):
        kept.note(person, "192.0.2.1")
    assert [bool(kept.of(person)) for person in ("p1", "p2", "p3")] == [True, False, True]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_keeps_the_mark_of_who_made_it_while_it_is_played(game: str, tmp_path: Path) -> None:
    """For its bots' time alone, also after a restart; it is told to nobody and goes with the game."""

    async def play() -> None:
        inside = await Inside.at(tmp_path)
        marie = inside.token("marie")
        made = await inside.ask("POST", "/api/play", marie, {"game": game})
        code = str(made).partition('"code":"')[2].partition('"')[0]
        live = await inside.house.tables.table(code)
        mark = inside.house.origins.of("marie")
        assert mark
        assert requester_of(live.document) == (mark, "marie", code)
        for path in (
            f"/api/tables/{code}",
            f"/api/tables/{code}/story",
            "/api/me/export",
            f"/t/{code}/plain",
        ):
            assert mark.encode() not in await inside.ask("GET", path, marie)
        await inside.close()

        again = await Inside.at(tmp_path)
        assert again.house.origins.of("marie") == ""
        live = await again.house.tables.table(code)
        assert requester_of(live.document).address == mark
        await live.change(house_changes.close)
        stored = await again.house.storage.read_table(code)
        assert stored is not None
        assert b'"origin":""' in stored.document
        await again.close()

    asyncio.run(play())


def test_a_forgotten_host_takes_the_mark_along(tmp_path: Path) -> None:
    async def play() -> None:
        inside = await Inside.at(tmp_path)
        house = inside.house
        house.origins.note("marie", "192.0.2.1")
        document = await house.new_document("marie", "voodoo_prince", 2, {})
        document.fill("novice")
        live = await house.new_table(document)
        assert live.document.origin == house.origins.of("marie")
        await live.change(partial(house_changes.forget, "marie"))
        assert live.document.origin == ""
        assert requester_of(live.document) == (live.code, live.code, live.code)
        await inside.close()

    asyncio.run(play())
