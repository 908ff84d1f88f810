"""How much may be stored for an address and a person in a day; codes that were opened stay open."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from hexdeck.core.registry import GAMES
from hexdeck.server.base.limits import MOST_REMEMBERED, Buckets, OpenedCodes, SharedBuckets
from hexdeck.server.base.refusals import TooMuch
from hexdeck.server.base.storage_budget import StoredBytes
from server.guest import Guest
from server.house_process import HouseProcess, open_house

MEGABYTES = "1.5"  # of which 46,875 bytes may be pads, and an eighth is for one person
LONG = "x" * 10_000
WRONG = "QQQ-QQQ-QQQ"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[HouseProcess]:
    with open_house(tmp_path / "data", "--address-megabytes", MEGABYTES) as house:
        yield house


class Phone:
    """A browser without an identity, with an address of its own."""

    def __init__(self, house: HouseProcess, address: str) -> None:
        transport = httpx.HTTPTransport(local_address=address)
        self.client = httpx.Client(base_url=house.url, transport=transport)
        _OPEN.append(self.client)

    def new_pad(self, document: str = LONG, game: str = "voodoo") -> httpx.Response:
        return self.client.post("/api/pads", json={"game": game, "document": document})

    def until_refused(self, method: str, path: str, **more: object) -> int:
        """Return how often it was done before the server refused it."""
        for done in range(100):
            answer = self.client.request(method, path, **more)  # type: ignore[arg-type]
            if answer.status_code == 429:
                assert answer.json()["message"].startswith("as much as a day allows was stored")
                return done
            assert answer.is_success, answer.text
        raise AssertionError("it was never refused")


_OPEN: list[httpx.Client] = []


@pytest.fixture(autouse=True)
def phones_closed() -> Iterator[None]:
    yield
    while _OPEN:
        _OPEN.pop().close()


@pytest.mark.parametrize("game", GAMES)
def test_score_pads_of_one_address_are_bounded_and_others_share_theirs(
    small: HouseProcess, game: str
) -> None:
    wish = {"game": game, "document": LONG}
    assert Phone(small, "127.0.0.2").until_refused("POST", "/api/pads", json=wish) == 5
    assert Phone(small, "127.0.0.3").new_pad(game=game).status_code == 201


def test_writing_longer_and_longer_is_bounded_and_writing_as_much_is_not(small: HouseProcess) -> None:
    phone = Phone(small, "127.0.0.2")
    codes = [phone.new_pad("").json()["code"] for _ in range(10)]
    statuses = [
        phone.client.put(f"/api/pads/{code}", json={"revision": 1, "document": LONG}).status_code
        for code in codes
    ]
    assert statuses == [200] * 5 + [429] * 5
    for revision in range(2, 12):
        answer = phone.client.put(f"/api/pads/{codes[0]}", json={"revision": revision, "document": LONG})
        assert answer.status_code == 200


def test_new_identities_of_one_address_store_no_more(small: HouseProcess) -> None:
    def pads_of(number: int) -> int:
        phone = Phone(small, "127.0.0.2")
        token = phone.client.post("/api/me/token").json()["token"]
        phone.client.headers["authorization"] = f"Bearer {token}"
        return sum(phone.new_pad().status_code == 201 for _ in range(number))

    assert [pads_of(3) for _ in range(6)] == [1] * 5 + [0]  # 5,859 bytes are for one person


@pytest.mark.parametrize(
    ("method", "path", "wish", "least"),
    [
        ("POST", "/api/tables", {"game": "voodoo"}, 5),
        ("POST", "/api/play", {"game": "skull_queen", "pace": "normal"}, 5),
        ("POST", "/api/tournaments", {"name": "x", "games": [{"game": "voodoo", "players": 3}]}, 5),
    ],
)
def test_one_person_stores_so_many_tables(
    small: HouseProcess, method: str, path: str, wish: dict[str, object], least: int
) -> None:
    marie, lukas = Guest(small.url), Guest(small.url)
    statuses = [marie.request(method, path, json=wish).status_code for _ in range(7)]
    assert statuses == [201] * least + [429] * (7 - least)
    assert lukas.request(method, path, json=wish).status_code == 201


def test_names_and_links_count_too(small: HouseProcess) -> None:
    marie = Guest(small.url)
    while marie.request("PATCH", "/api/me", json={"name": "Marie"}).is_success:
        pass
    assert marie.request("POST", "/api/me/link").status_code == 429
    assert marie.request("POST", "/api/me/move", json={"code": None}).status_code == 429
    assert "hexdeck_storing_refused_total 3.0" in marie.get("/metrics").text


def test_bytes_come_back_within_a_day() -> None:
    async def play() -> list[bool]:
        now = [0.0]

        async def everybody(client: str, count: int) -> float:
            del client, count
            return 0.0

        stored = StoredBytes(
            "x", lambda _, rate, burst: SharedBuckets(Buckets(rate, burst, lambda: now[0]), everybody), 80_000
        )

        async def may(person: str | None, count: int) -> bool:
            try:
                await stored.take(person, "here", count)
            except TooMuch:
                return False
            return True

        found = [await may("marie", 10_000), await may("marie", 1), await may("lukas", 10_000)]
        found.append(await may(None, 60_000))
        found.append(await may(None, 1))
        now[0] += 3600.0
        return [*found, await may("marie", 1), await may(None, 1)]

    assert asyncio.run(play()) == [True, False, True, True, False, True, True]


# Codes.


def _guess(phone: Phone) -> None:
    """Try wrong codes until no further one is answered."""
    for _ in range(200):
        if phone.client.get(f"/api/pads/{WRONG}").status_code == 429:
            return
    raise AssertionError("it may guess for ever")


@pytest.mark.parametrize("keeps_cookies", [True, False])
def test_wrong_codes_shut_nobody_out_of_a_pad_they_know(small: HouseProcess, *, keeps_cookies: bool) -> None:
    maker, other = Phone(small, "127.0.0.2"), Phone(small, "127.0.0.2")
    code = maker.new_pad().json()["code"]
    path = f"/api/pads/{code}"
    assert other.client.get(path.lower()).status_code == 200
    stranger = Phone(small, "127.0.0.3")
    _guess(other)
    _guess(stranger)
    if not keeps_cookies:
        maker.client.cookies.clear()
        other.client.cookies.clear()
    assert stranger.client.get(path).status_code == 429
    written = maker.client.put(path, json={"revision": 1, "document": "maker"})
    assert written.status_code == 200
    assert other.client.get(path).json()["document"] == "maker"
    assert other.client.get(f"{path}/qr.svg").status_code == 200


def test_a_pad_stays_open_after_a_restart_and_for_a_person(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--guesses", "3") as house:
        phone, marie = Phone(house, "127.0.0.2"), Guest(house.url)
        code, own = (
            phone.new_pad().json()["code"],
            marie.post("/api/pads", game="voodoo", document="")["code"],
        )
        while marie.get(f"/api/pads/{WRONG}").status_code != 429:
            pass
        assert marie.get(f"/api/pads/{own}").status_code == 200
        house.end()
        house.start()
        _guess(phone)
        assert phone.client.get(f"/api/pads/{code}").status_code == 200
        assert Phone(house, "127.0.0.2").client.get(f"/api/pads/{code}").status_code == 429
        forged = httpx.Cookies({"hexdeck-pad": "x"})
        assert httpx.get(f"{house.url}/api/pads/{code}", cookies=forged).status_code == 200  # another address


def test_wrong_codes_shut_no_tournament_table_or_link_that_was_opened(small: HouseProcess) -> None:
    marie, phone = Guest.named(small.url, "Marie"), Phone(small, "127.0.0.2")
    game = [{"game": "voodoo", "players": 3}]
    paths = [
        f"/api/tournaments/{marie.post('/api/tournaments', name='Friday', games=game)['code']}",
        f"/api/tables/{marie.new_table('voodoo')}",
        f"/api/with/{marie.request('PUT', '/api/me/link').json()['handle']}",
    ]
    for path in paths:
        assert phone.client.get(path).status_code == 200
        phone.client.cookies.clear()
    _guess(phone)
    for path in paths:
        assert phone.client.get(path).status_code == 200, path
        phone.client.cookies.clear()


def test_opened_codes_are_forgotten_after_a_while() -> None:
    opened = OpenedCodes()
    for number in range(MOST_REMEMBERED + 1):
        opened.note("phone", f"{number}")
    assert not opened.has("phone", "0")
    assert opened.has("phone", f"{MOST_REMEMBERED}")
    assert not opened.has("other", "1")
