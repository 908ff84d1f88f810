"""What goes with every answer, who may ask, and what never leaves the house."""

import asyncio
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any, get_args
from unittest.mock import patch

import httpx
import pytest
from websockets.sync.client import connect

import hexdeck.server
from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import Command
from hexdeck.server.house.house import House
from server.guest import Guest, play_to_the_end
from server.house_process import HouseProcess, open_house
from server.inside import Inside
from server.leak_run import logged

SERVER = Path(hexdeck.server.__file__).parent
SCRIPT = "<script>alert('1')</script>"
FOREIGN = {"origin": "https://evil.example"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with open_house(tmp_path_factory.mktemp("security") / "data", "--guesses", "100000") as house:
        yield house


@pytest.fixture(scope="module")
def marie(house: HouseProcess) -> Guest:
    return Guest(house.url)


@pytest.fixture(scope="module")
def running(marie: Guest) -> str:
    return marie.play_now("skull_queen", 3)


def _socket_url(house: HouseProcess, code: str) -> str:
    return f"{house.url.replace('http', 'ws')}/api/tables/{code}/socket"


# Headers.


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/plain", 200),
        ("GET", "/plain.css", 200),
        ("GET", "/healthz", 200),
        ("GET", "/api/games", 200),
        ("GET", "/metrics", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("GET", "/api/games/", 404),
        ("GET", "/api/tables/AAA-AAA-AAA", 404),
        ("GET", "/t/AAA-AAA-AAA/plain", 404),
        ("DELETE", "/api/games", 405),
        ("POST", "/api/tables", 400),
        ("POST", "/plain/play", 403),
        ("OPTIONS", "/api/games", 204),
    ],
)
def test_every_answer_forbids_whatever_is_not_ours(
    house: HouseProcess, method: str, path: str, status: int
) -> None:
    answer = httpx.request(method, house.url + path)
    assert answer.status_code == status
    _is_guarded(answer.headers)


def _is_guarded(headers: httpx.Headers) -> None:
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("host", ["[", "[::::]", "a b", "x:y", "\xff"])
def test_a_host_that_cannot_be_read_is_refused(house: HouseProcess, host: str) -> None:
    answer = httpx.get(f"{house.url}/", headers={b"host": host.encode("latin-1")})
    assert answer.status_code == 400
    _is_guarded(answer.headers)


def test_nothing_of_a_running_game_is_kept_by_a_cache(marie: Guest, running: str) -> None:
    assert marie.get(f"/api/tables/{running}").headers["cache-control"] == "no-store"
    assert marie.get(f"/t/{running}/plain").headers["cache-control"] == "no-store"


def test_head_and_options_behave(house: HouseProcess, marie: Guest, running: str) -> None:
    for path in ("/api/games", "/plain", f"/api/tables/{running}", f"/api/tables/{running}/events"):
        answer = marie.request("HEAD", path)
        assert (answer.status_code, answer.content) == (200, b"")
    allowed = httpx.options(f"{house.url}/api/me").headers["allow"]
    assert allowed == "DELETE, GET, HEAD, PATCH"
    refused = httpx.put(f"{house.url}/api/me")
    assert (refused.headers["allow"], refused.json()["code"]) == (allowed, "method.refused")


def test_an_unknown_path_is_answered_as_it_was_asked_for(house: HouseProcess) -> None:
    page = httpx.get(f"{house.url}/nowhere", headers={"accept": "text/html"})
    assert page.headers["content-type"].startswith("text/html")
    assert len(page.content) < 500
    assert httpx.get(f"{house.url}/nowhere").json()["code"] == "path.unknown"


# Pages.


class _Inline(HTMLParser):
    """Collects what a page would run or fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "style" or (tag == "script" and "src" not in dict(attributes)):
            self.found.append(tag)
        for name, value in attributes:
            if (
                name.startswith("on")
                or name == "style"
                or re.match(r"(?i)\s*(javascript|https?):", value or "")
            ):
                self.found.append(f"{tag} {name}={value}")


def test_no_page_has_anything_inline_or_from_elsewhere(marie: Guest, running: str) -> None:
    waiting = marie.new_table("voodoo", players=4)
    for path in ("/", "/plain", "/move", f"/t/{waiting}/plain", f"/t/{running}/plain", "/t/AAA/plain"):
        answer = httpx.get(
            marie.url + path, headers={"authorization": f"Bearer {marie.token}"}, follow_redirects=True
        )
        assert answer.headers["content-type"].startswith("text/html")
        assert _Inline(answer.text).found == []


def test_what_people_write_is_never_read_as_a_page(house: HouseProcess) -> None:
    evil, other = Guest(house.url), Guest(house.url)
    for name in (SCRIPT, '"><img src=x onerror=alert(1)>'):
        evil.request("PATCH", "/api/me", json={"name": name})
        code = evil.new_table("voodoo_prince", players=2, public=True)
        other.command(code, "sit")
        evil.command(code, "start")
        for guest in (evil, other):
            for path in ("/plain", f"/t/{code}/plain"):
                page = guest.get(path).text
                assert name not in page
                assert {"script", "img"}.isdisjoint(_Inline(page).tags)


def test_a_refusal_does_not_give_back_what_was_typed_as_a_page(house: HouseProcess) -> None:
    page = httpx.get(f"{house.url}/t/{SCRIPT.replace('/', '%2F')}/plain", headers={"accept": "text/html"})
    assert "<script" not in page.text
    answer = httpx.get(f"{house.url}/api/ratings/<script>/2")
    assert answer.headers["content-type"] == "application/json"


# Who asks.


def test_a_cookie_is_for_this_house_alone(house: HouseProcess) -> None:
    cookie = httpx.get(f"{house.url}/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    behind_tls = httpx.get(f"{house.url}/api/me", headers={"x-forwarded-proto": "https"})
    assert "Secure" in behind_tls.headers["set-cookie"]


@pytest.mark.parametrize(
    ("public_url", "scheme", "host", "is_https", "is_demanded"),
    [
        ("", "http", "192.168.1.7", False, False),
        ("", "http", "house", False, False),
        ("", "https", "house", True, True),
        ("", "https", "localhost", True, False),
        ("", "https", "club.localhost", True, False),
        ("http://cards.example.org", "http", "cards.example.org", False, False),
        ("https://cards.example.org", "http", "cards.example.org:443", True, True),
        ("https://cards.example.org", "http", "cards.example.org.", True, True),
        ("https://cards.example.org", "http", "192.168.1.7:8765", False, False),
    ],
)
def test_who_came_by_https_is_to_come_by_nothing_else(
    tmp_path: Path, public_url: str, scheme: str, host: str, is_https: bool, is_demanded: bool
) -> None:
    flags = ("--public-url", public_url) if public_url else ()
    with open_house(tmp_path / "data", *flags) as house:
        for path in ("/api/me", "/plain", "/nowhere"):
            answer = httpx.get(f"{house.url}{path}", headers={"host": host, "x-forwarded-proto": scheme})
            assert answer.headers.get("strict-transport-security") == (
                "max-age=31536000" if is_demanded else None
            )
            for cookie in answer.headers.get_list("set-cookie"):
                assert ("Secure" in cookie) == is_https
        told = {"host": host, "x-forwarded-proto": scheme}
        pad = {"game": "voodoo_prince", "document": "{}"}
        cookies = {
            cookie.partition("=")[0]: "Secure" in cookie
            for answer in (
                httpx.get(f"{house.url}/plain", headers=told),
                httpx.post(f"{house.url}/api/pads", headers=told, json=pad),
            )
            for cookie in answer.headers.get_list("set-cookie")
        }
        assert cookies == {"hexdeck": is_https, "hexdeck-pad": is_https}


def test_every_cookie_is_given_by_the_same_rule() -> None:
    for file in SERVER.rglob("*.py"):
        text = file.read_text()
        assert text.count("response.set_cookie(") == text.count("secure=came_by_https(request)"), file


@pytest.mark.parametrize(
    "headers",
    [FOREIGN, {"origin": "null"}, {"origin": "http://127.0.0.1:1"}, {"sec-fetch-site": "cross-site"}],
)
@pytest.mark.parametrize("path", ["/api/tables", "/plain/play", "/api/me/token", "/api/move", "/move"])
def test_pages_of_others_cannot_command(house: HouseProcess, path: str, headers: dict[str, str]) -> None:
    answer = httpx.post(house.url + path, headers=headers, json={"game": "voodoo"})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers or path.startswith(("/plain", "/move"))


def test_our_own_pages_and_scripts_can(house: HouseProcess) -> None:
    for headers in ({"origin": house.url}, {}, {"origin": house.url, "sec-fetch-site": "same-origin"}):
        assert httpx.post(f"{house.url}/api/me/token", headers=headers).status_code == 200


def test_pages_of_others_get_no_socket(house: HouseProcess, running: str, marie: Guest) -> None:
    headers = {"authorization": f"Bearer {marie.token}", **FOREIGN}
    with connect(_socket_url(house, running), additional_headers=headers) as socket:
        assert json.loads(socket.recv(10))["code"] == "identity.refused"
        with pytest.raises(Exception, match="received 1000"):
            socket.recv(10)


def test_a_form_counts_only_with_the_mark_that_was_made_for_its_sender(house: HouseProcess) -> None:
    with httpx.Client(base_url=house.url) as marie, httpx.Client(base_url=house.url) as lukas:
        marks = [
            re.findall(r'name="signature" value="(\w+)"', who.get("/plain").text)[0] for who in (marie, lukas)
        ]
        form = {"name": "Marie", "picture": "bat", "language": "en"}
        for mark in ("", marks[1], "é"):
            assert marie.post("/plain/me", data={**form, "signature": mark}).status_code == 403
        assert marie.get("/api/me").json()["profile"]["name"] != "Marie"
        assert marie.post("/plain/me", data={**form, "signature": marks[0]}).status_code == 303
        assert marie.get("/api/me").json()["profile"]["name"] == "Marie"


def test_no_token_counts_in_an_address(house: HouseProcess, marie: Guest) -> None:
    mine = marie.get("/api/me").json()["profile"]["id"]
    for name in ("token", "hexdeck", "access_token", "authorization"):
        answer = httpx.get(f"{house.url}/api/me", params={name: marie.token})
        assert answer.json()["profile"]["id"] != mine
    link = marie.post("/api/me/move")
    assert link["path"] == f"/move#{link['secret']}"  # what follows the mark is not sent to any server


def test_a_seats_token_is_good_for_that_seat_alone(house: HouseProcess, marie: Guest, running: str) -> None:
    token = marie.look(running)["you"]["token"]
    elsewhere = marie.play_now("skull_queen", 3)
    headers = {"authorization": f"Bearer seat:{token}"}
    assert httpx.get(f"{house.url}/api/tables/{running}", headers=headers).json()["you"]["seat"] == 0
    assert httpx.get(f"{house.url}/api/tables/{elsewhere}", headers=headers).status_code == 403
    for path in ("/api/me", "/api/me/export", "/plain"):
        assert httpx.get(house.url + path, headers=headers).status_code == 403
    with connect(_socket_url(house, elsewhere), additional_headers=headers) as socket:
        socket.send('{"type":"hello"}')
        assert json.loads(socket.recv(10))["code"] == "identity.refused"


# What a spectator can do, and see.


def test_a_spectator_can_command_nothing(house: HouseProcess, running: str) -> None:
    lukas = Guest(house.url)
    needed: dict[str, Any] = {
        "action": "g1",
        "faces": "1",
        "seat": 0,
        "other": 1,
        "asking": 1,
        "level": "novice",
        "phrase": "wow",
    }
    for kind in get_args(Command):
        name = kind.__struct_config__.tag
        if name == "sit":
            continue  # that a seat of a bot can be taken is shown elsewhere
        fields = {field: needed[field] for field in kind.__struct_fields__ if field in needed}
        assert lukas.command(running, name, **fields)["type"] == "refusal", name


def test_everything_is_laid_open_only_after_the_game(house: HouseProcess) -> None:
    marie, lukas = Guest(house.url), Guest(house.url)
    code = marie.play_now("voodoo_prince", 2)
    for what in ("record", "replay", "replay/1", "review", "verification"):
        for guest in (marie, lukas):
            assert guest.get(f"/api/tables/{code}/{what}").status_code == 409

    async def play() -> None:
        async with marie.at(code) as client:
            await play_to_the_end(client, Random(1))

    asyncio.run(play())
    for what in ("record", "replay", "replay/1", "review", "verification"):
        assert lukas.get(f"/api/tables/{code}/{what}").status_code == 200


# What is written down, and what is counted.


def test_the_log_knows_no_address_code_name_or_token(house: HouseProcess, marie: Guest, running: str) -> None:
    marie.request("PATCH", "/api/me", json={"name": "Antonia"})
    marie.get("/api/tables/AAA-AAA-AAA")
    log = house.log.read_text()
    assert '"open"' in log
    for secret in ("127.0.0.1", running, "Antonia", marie.token, *GAMES):
        assert secret not in log


def test_our_own_mistake_is_answered_without_a_traceback_and_logged_without_its_words(tmp_path: Path) -> None:
    async def fail(house: House) -> None:
        del house
        raise ValueError("the hand is b12 r3")

    async def ask() -> bytes:
        inside = await Inside.at(tmp_path)
        try:
            return await inside.ask("GET", "/api/tables")
        finally:
            await inside.close()

    with logged() as log, patch.object(House, "public_tables", fail):
        answer = asyncio.run(ask())
    assert answer.startswith(b"500\n")
    assert b"content-security-policy" in answer
    assert b'"code":"house.failed"' in answer
    assert b"Traceback" not in answer
    [line] = [json.loads(line) for line in log.getvalue().splitlines() if "failed" in line]
    assert line["error"] == "ValueError"
    assert line["where"][-1].startswith("web/test_security.py:")
    assert "b12" not in log.getvalue()


@pytest.mark.parametrize(
    ("chosen", "status"),
    [
        ({"host": "127.0.0.1"}, b"200"),
        ({"host": "0.0.0.0"}, b"404"),
        ({"host": "0.0.0.0", "metrics": True}, b"200"),
    ],
)
def test_metrics_are_off_where_others_can_ask(tmp_path: Path, chosen: dict[str, Any], status: bytes) -> None:
    async def ask() -> bytes:
        inside = await Inside.at(tmp_path, **chosen)
        try:
            return await inside.ask("GET", "/metrics")
        finally:
            await inside.close()

    assert asyncio.run(ask())[:3] == status
