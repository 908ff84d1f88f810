"""Score pads that several phones share: read and written under a code, one after the other."""

import pytest

from hexdeck.core.registry import GAMES
from server.guest import Guest

ENGINES = ("sqlite", "postgres")


@pytest.mark.parametrize("game", GAMES)
def test_whoever_has_the_code_follows_and_writes(marie: Guest, lukas: Guest, game: str) -> None:
    made = marie.post("/api/pads", game=game, document="one")
    code = made["code"]
    assert made == {"code": code, "game": game, "revision": 1, "document": None}
    path = f"/api/pads/{code}"
    assert lukas.get(path.lower()).json() == made | {"document": "one"}
    assert lukas.get(f"{path}?since=1").json() == made

    written = lukas.request("PUT", path, json={"revision": 1, "document": "two"})
    assert written.json() == made | {"revision": 2}
    late = marie.request("PUT", path, json={"revision": 1, "document": "three"})
    assert (late.status_code, late.json()["code"]) == (409, "table.refused")
    assert marie.get(f"{path}?since=1").json() == made | {"revision": 2, "document": "two"}
    assert marie.get(f"{path}/qr.svg").text.startswith("<svg")


def test_what_is_no_pad_is_refused(marie: Guest) -> None:
    code = marie.post("/api/pads", game="voodoo", document="")["code"]
    path = f"/api/pads/{code}"
    answers = [
        marie.request("POST", "/api/pads", json={"game": "poker", "document": ""}),
        marie.request("POST", "/api/pads", json={"game": "voodoo", "document": "x" * 12_001}),
        marie.request("PUT", path, json={"revision": -1, "document": ""}),
        marie.request("PUT", path, json={"revision": 1, "document": "\0"}),
        marie.get(f"{path}?since=x"),
    ]
    assert [(one.status_code, one.json()["code"]) for one in answers] == [(400, "message.refused")] * 5
    unknown = marie.get("/api/pads/QQQ-QQQ-QQQ")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "table.unknown")
    assert marie.get(f"/api/tables/{code}").status_code == 404
