"""The network each person last came from: a keyed mark, of IPv6 by 64 bits, the newest people remembered."""

import pytest

from hexdeck.server.http.requests import neighbourhood
from hexdeck.server.people import origins
from hexdeck.server.people.origins import Origins


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
