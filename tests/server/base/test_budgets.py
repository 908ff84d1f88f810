"""Processor time and connections by address, with a clock that the test moves and at a real server."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from hexdeck.server.base import budgets as module
from hexdeck.server.base.budgets import MOST_REMEMBERED, MOST_WAITING, Budgets, fair_share, metered
from hexdeck.server.base.refusals import TooMuch
from hexdeck.server.web.requests import neighbourhood
from server.guest import Guest
from server.house_process import HouseProcess, open_house
from server.identities import Answer, Line, new_tokens
from server.raw_socket import HANDSHAKE

SCHOOL, STRANGER, PLAYER = "192.0.2.1", "198.51.100.1", "203.0.113.1"
ACT = 0.003  # processor seconds of an action and its way to others: more than was measured
PAGE = 0.004  # and of a plain page


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0
        self.budgets = Budgets(0.3, 100, lambda: self.now)

    def may_go_on(self, address: str) -> bool:
        return self.budgets.seconds_to_wait(self.budgets.account(address)) <= 0

    def use(self, address: str, seconds: float) -> bool:
        """Use so much if the address may go on."""
        if not self.may_go_on(address):
            return False
        self.budgets.charge(self.budgets.account(address), seconds)
        return True


# With a clock that the test moves.


def test_a_school_of_sixty_who_play_is_never_held_back() -> None:
    clock = Clock()
    for _ in range(600):
        clock.now += 0.5
        assert all(clock.use(SCHOOL, ACT) for _ in range(20))  # each of 60 acts every 1.5 seconds
        while clock.use(STRANGER, PAGE) and clock.budgets.account(STRANGER).used < 0.5:
            pass  # as much as it may, at the same time
        assert clock.use(PLAYER, ACT)


def test_a_class_that_opens_the_app_at_once_uses_up_nothing() -> None:
    clock = Clock()
    assert all(clock.use(SCHOOL, 0.001) for _ in range(60 * 40))


def test_many_identities_of_one_address_use_no_more_than_its_share() -> None:
    clock = Clock()
    used = 0.0
    for _ in range(10_000):
        clock.now += 0.01
        for _ in range(110):
            used += PAGE if clock.use(STRANGER, PAGE) else 0.0
        assert clock.use(PLAYER, ACT / 100)
    share, burst = 0.3, 9.0
    assert share * 90 < used < share * 100 + burst + 110 * PAGE


def test_whoever_uses_most_waits_first_where_all_use_too_much() -> None:
    clock = Clock()
    used = {STRANGER: 0.0, SCHOOL: 0.0}
    for _ in range(1000):
        clock.now += 0.01
        for _ in range(10):
            used[STRANGER] += PAGE if clock.use(STRANGER, PAGE) else 0.0
        used[SCHOOL] += 0.002 if clock.use(SCHOOL, 0.002) else 0.0
    assert used[SCHOOL] == pytest.approx(2.0)  # a fifth of a core for ten seconds, all it asked for
    assert used[STRANGER] < 4.5


@pytest.mark.parametrize(
    ("shares", "fair"),
    [([0.01, 0.02], float("inf")), ([0.9], float("inf")), ([0.9, 0.01], 0.49), ([0.9, 0.9, 0.1], 0.2)],
)
def test_a_fair_share_gives_to_the_small_what_they_use(shares: list[float], fair: float) -> None:
    assert fair_share(shares, 0.5) == pytest.approx(fair)


def test_all_addresses_of_one_network_of_ipv6_have_one_account() -> None:
    clock = Clock()
    for number in range(1000):
        clock.use(neighbourhood(f"2001:db8:1:2::{number:x}"), 0.02)
    assert not clock.may_go_on(neighbourhood("2001:db8:1:2:ffff::1"))
    assert clock.may_go_on(neighbourhood("2001:db8:1:3::1"))


def test_memory_is_bounded_by_addresses_and_not_by_use() -> None:
    clock = Clock()
    kept = clock.budgets.account("kept")
    assert clock.budgets.connect(kept)
    for number in range(MOST_REMEMBERED + 100):
        clock.use(f"{number}", ACT)
    assert len(clock.budgets._accounts) == MOST_REMEMBERED
    assert clock.budgets.account("kept") is kept
    clock.now += 3600
    clock.use("other", 0.0)
    clock.budgets._fair_share(clock.now)
    assert len(clock.budgets._active) < 2


def test_the_people_of_one_address_have_their_turn_one_after_the_other() -> None:
    async def play() -> list[str]:
        clock, begun = Clock(), list[str]()
        account = clock.budgets.account(SCHOOL)
        clock.budgets.charge(account, 100.0)

        async def one(person: str) -> None:
            (await clock.budgets.begin(account, person)).close()
            begun.append(person)

        asked = [asyncio.create_task(one("greedy")) for _ in range(50)]
        await asyncio.sleep(0)
        asked += [asyncio.create_task(one(f"other {number}")) for number in range(3)]
        await asyncio.sleep(0.1)
        assert begun == []
        clock.now += 1000.0
        await asyncio.gather(*asked)
        return begun[:5]

    assert asyncio.run(play()) == ["greedy", "other 0", "other 1", "other 2", "greedy"]


def test_too_many_that_wait_are_refused_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 3600.0)
    monkeypatch.setattr(module, "CROWDED_SECONDS", 0.01)

    async def play() -> None:
        clock = Clock()
        account = clock.budgets.account(STRANGER)
        clock.budgets.charge(account, 100.0)
        waiting = [
            asyncio.create_task(clock.budgets.begin(account, "x", patience=3600)) for _ in range(MOST_WAITING)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooMuch):
            await clock.budgets.begin(account, "x")
        assert account.waiting_count == MOST_WAITING
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert (account.waiting_count, len(account.waiting), len(clock.budgets._crowd)) == (0, 0, 0)

    asyncio.run(play())


def test_what_was_expected_and_not_used_is_given_back() -> None:
    async def play() -> float:
        clock = Clock()
        account = clock.budgets.account(PLAYER)
        bill = clock.budgets.begin_now(account)
        assert bill is not None
        bill.add(0.0005)
        bill.close()
        return account.used

    assert asyncio.run(play()) == pytest.approx(0.0005 + module.REQUEST_SECONDS)


def test_metered_work_waits_fails_and_is_cancelled_as_without_a_meter() -> None:
    added: list[float] = []

    async def work(what: str) -> str:
        await asyncio.sleep(0)
        try:
            async with asyncio.timeout(0.01 if what == "late" else None):
                await asyncio.sleep(3600 if what in ("late", "cancelled") else 0)
        except asyncio.CancelledError:
            added.append(-1.0)
            raise
        if what == "fails":
            raise ValueError(what)
        return what

    async def play() -> None:
        assert await metered(work("done"), added.append) == "done"
        assert len(added) == 3
        with pytest.raises(ValueError, match="fails"):
            await metered(work("fails"), added.append)
        with pytest.raises(TimeoutError):
            await metered(work("late"), added.append)

        async def wrapped() -> None:
            await metered(work("cancelled"), added.append)

        added.clear()
        task = asyncio.create_task(wrapped())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert added.count(-1.0) == 1

    asyncio.run(play())


# At a real server.


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[HouseProcess]:
    """A server where one address may open twenty connections."""
    with open_house(tmp_path / "data", "--connections", "1") as house:
        yield house


def _opened(house: HouseProcess, address: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", house.port), 20, (address, 0))
    line.sendall(b"GET /healthz HTTP/1.1\r\nhost: house\r\n\r\n")
    return line


def _heard(line: socket.socket) -> bytes:
    with suppress(ConnectionError):
        return line.recv(65536)
    return b""


def test_an_address_opens_so_many_connections_and_others_are_not_kept_out(crowded: HouseProcess) -> None:
    lines = [_opened(crowded, "127.0.0.2") for _ in range(20)]
    assert all(_heard(line).startswith(b"HTTP/1.1 200") for line in lines)
    with _opened(crowded, "127.0.0.2") as further:
        assert _heard(further).startswith((b"HTTP/1.1 429", b""))
        assert not _heard(further)
    for address in ("127.0.0.3", "127.0.0.1"):
        with _opened(crowded, address) as other:
            assert _heard(other).startswith(b"HTTP/1.1 200")
    lines.pop().close()
    assert _until_answered(crowded, "127.0.0.2").startswith(b"HTTP/1.1 200")
    for line in lines:
        line.close()


def _until_answered(house: HouseProcess, address: str) -> bytes:
    """Try again until the server has seen that another connection was closed."""
    heard = b""
    for _ in range(500):
        with _opened(house, address) as line:
            heard = _heard(line)
            if heard.startswith(b"HTTP/1.1 200"):
                break
        time.sleep(0.02)
    return heard


def test_a_socket_counts_as_one_connection_until_it_is_closed(crowded: HouseProcess) -> None:
    code = Guest(crowded.url).new_table("voodoo")
    asked = HANDSHAKE.format(code=code, token="").replace("authorization: Bearer \r\n", "").encode()
    for _ in range(3):
        sockets = []
        for _ in range(8):  # of 10 for strangers of one address, and of 20 connections
            line = socket.create_connection(("127.0.0.1", crowded.port), 20, ("127.0.0.2", 0))
            line.sendall(asked)
            assert line.recv(4096).startswith(b"HTTP/1.1 101")
            sockets.append(line)
        lines = [_opened(crowded, "127.0.0.2") for _ in range(12)]
        assert all(_heard(line).startswith(b"HTTP/1.1 200") for line in lines)
        with _opened(crowded, "127.0.0.2") as further:
            assert b"200" not in _heard(further)
        for line in [*sockets, *lines]:
            line.close()
        assert _until_answered(crowded, "127.0.0.2").startswith(b"HTTP/1.1 200")
        _until_all_are_closed(crowded)


def _until_all_are_closed(house: HouseProcess) -> None:
    for _ in range(500):
        lines = [_opened(house, "127.0.0.2") for _ in range(20)]
        all_open = all(_heard(line).startswith(b"HTTP/1.1 200") for line in lines)
        for line in lines:
            line.close()
        if all_open:
            break
        time.sleep(0.02)
    time.sleep(0.1)


WAYS_IN = {
    "JSON API": ("GET", "/api/games", "", False),
    "a person's data": ("GET", "/api/me", "", False),
    "a new table": ("POST", "/api/tables", "", False),
    "a plain page": ("GET", "/plain", "accept: text/html\r\naccept-language: de\r\n", True),
    "the app": ("GET", "/", "accept: text/html\r\n", True),
    "a file": ("GET", "/plain.css", "", False),
    "nothing": ("GET", "/nothing/here", "", False),
    "health": ("GET", "/healthz", "", False),
    "a name that is not ours": ("GET", "/api/games", "host: elsewhere\r\n", False),
    "a stream": ("GET", "/api/tables/{code}/events", "", False),
    "a socket": (
        "GET",
        "/api/tables/{code}/socket",
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        False,
    ),
}


def test_no_way_in_is_without_a_budget_and_other_addresses_feel_nothing(tmp_path: Path) -> None:
    """Identities of one address ask until its budget is used up; then every way in tells them to wait."""
    with open_house(tmp_path / "data", "--address-share", "0.001") as house:
        code = Guest(house.url).new_table("voodoo")
        answers, statuses = asyncio.run(_flood(house.port, code))
    assert set(statuses) == {200}
    for name, (_, _, _, is_page) in WAYS_IN.items():
        answer = answers[name]
        assert answer.status == 429, name
        assert "retry-after: 10" in answer.fields, name
        assert "content-security-policy" in answer.fields, name
        if is_page:
            assert answer.body.startswith(b"<!doctype html>"), name
        else:
            assert b'"client.too_much"' in answer.body, name
    assert "Warte 10 Sekunden" in answers["a plain page"].body.decode()


async def _flood(port: int, code: str) -> tuple[dict[str, Answer], list[int]]:
    tokens = await new_tokens(port, "127.0.0.2", 20)
    lines = [Line(port, "127.0.0.2", token) for token in tokens]
    for _ in range(200):  # as much as its burst allows
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await asyncio.gather(*(line.ask("GET", "/plain") for line in lines))
            continue
        break
    await asyncio.sleep(0.1)
    fresh = {name: Line(port, "127.0.0.2", tokens[0]) for name in WAYS_IN}
    asked = {
        name: asyncio.create_task(fresh[name].ask(method, path.format(code=code), b"", fields))
        for name, (method, path, fields, _) in WAYS_IN.items()
    }
    other, statuses = Line(port, "127.0.0.3"), list[int]()
    while not all(task.done() for task in asked.values()):
        statuses.append((await other.ask("GET", "/healthz")).status)
        await asyncio.sleep(0.02)
    answers = {name: await task for name, task in asked.items()}
    for line in [*lines, *fresh.values(), other]:
        line.close()
    await asyncio.sleep(0)
    return answers, statuses


def test_a_client_that_hangs_up_waits_no_longer(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--address-share", "0.001") as house:

        async def play() -> str:
            waiting = [Line(house.port, "127.0.0.2") for _ in range(40)]
            asked = [asyncio.create_task(_ended(line)) for line in waiting]
            await asyncio.wait(asked, timeout=2)
            for line in waiting:
                line.close()
            await asyncio.gather(*asked)
            other = Line(house.port, "127.0.0.3")
            told = (await other.ask("GET", "/metrics")).body.decode()
            other.close()
            await asyncio.sleep(0)
            return told

        async def _ended(line: Line) -> Any:
            with suppress(OSError, EOFError, TimeoutError):
                while True:
                    await line.ask("GET", "/plain")

        told = asyncio.run(play())
        assert "hexdeck_requests_held_back_total 0.0" not in told
        assert "hexdeck_requests_over_budget_total 0.0" in told
        assert "Traceback" not in house.log.read_text()


def test_a_client_that_hangs_up_with_many_requests_unanswered_leaves_nothing_in_the_log(
    tmp_path: Path,
) -> None:
    """It sends them all at once, and all but the first wait for the budget of its address."""
    with open_house(tmp_path / "data", "--address-share", "0.001") as house:
        for _ in range(5):
            line = socket.create_connection(("127.0.0.1", house.port), 20, ("127.0.0.2", 0))
            line.sendall(b"GET /plain HTTP/1.1\r\nhost: house\r\n\r\n" * 15)
            while (
                "hexdeck_requests_held_back_total 0.0" in Guest(house.url, "127.0.0.3").get("/metrics").text
            ):
                time.sleep(0.02)
            line.close()
        assert Guest(house.url, "127.0.0.3").get("/healthz").is_success
        assert '"error"' not in house.log.read_text()
