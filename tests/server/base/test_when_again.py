"""Every refusal that says "wait" or "try again" says for how long, by every way in."""

import ast
import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest
from websockets.sync.client import connect

import hexdeck
from hexdeck.server.base.limits import Buckets, SharedBuckets
from hexdeck.server.base.messages import Refusal
from hexdeck.server.base.refusals import HouseFailed, TooMuch, TryLater, refusal_kinds, refused_elsewhere
from server.guest import Guest
from server.house_process import HouseProcess, open_house

SOURCE: Final = Path(hexdeck.__file__).parent
SAYS_WAIT: Final = re.compile(r"\bwait\b|\b(try|ask|ask \w+) again\b|\btomorrow\b|\blater\b")
KINDS: Final = {kind.__name__: kind for kind in refusal_kinds()}
COMMAND_LINE: Final = ("ai/arena/", "server/run/caretaker.py")  # never over the network
NO_TIME_HELPS: Final = {  # something else must happen first
    "there is no advice now: wait until it is your turn",
    "go back, reload the page and try again",
    "wait until one leaves",
    "wait until somebody joins",
    "wait until all tables are over",
    "wait until the round is over",
    "wait for the host",
    "wait for them, or make a table of your own",
    "fill them with bots, or wait",
    "come back to your own seat, or wait for the next",
}


def _told_to_wait() -> Iterator[tuple[str, str, str]]:
    """Return the kind, the message and the place of every refusal in the source that says to wait."""
    for file in sorted(SOURCE.rglob("*.py")):
        place = file.relative_to(SOURCE).as_posix()
        for call in ast.walk(ast.parse(file.read_text())):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
                continue
            if place.startswith(COMMAND_LINE) or call.func.id not in {*KINDS, "Refusal"}:
                continue
            texts = [
                part.value for word in call.args for part in ast.walk(word) if isinstance(part, ast.Constant)
            ]
            for text in texts:
                if isinstance(text, str) and SAYS_WAIT.search(text):
                    yield call.func.id, text, f"{place}:{call.lineno}"


def test_a_refusal_that_says_to_wait_says_for_how_long() -> None:
    found = list(_told_to_wait())
    silent = [
        one
        for one in found
        if not (one[0] in KINDS and issubclass(KINDS[one[0]], TryLater))
        and not any(one[1].endswith(end) for end in NO_TIME_HELPS)
    ]
    assert silent == []
    assert {end for end in NO_TIME_HELPS if not any(text.endswith(end) for _, text, _ in found)} == set()
    assert len(found) > 30


def test_none_is_made_without_its_seconds() -> None:
    with pytest.raises(TypeError, match="'n'"):
        TooMuch("too many requests")  # type: ignore[call-arg]
    assert [Refusal.of(TooMuch("no", n=n)).retry_after for n in (-1, 0, 0.2, 7.01)] == [1, 1, 1, 8]
    assert refused_elsewhere("client.too_much", "wait {n} s", {"n": 4}).retry_after == 4
    assert refused_elsewhere("client.too_much", "of an older version", {}).retry_after == 1
    assert isinstance(refused_elsewhere("of.a.newer.version", "no", {}), HouseFailed)


def test_the_limiter_knows_how_long() -> None:
    async def play() -> None:
        now, others = [0.0], [0.0]

        async def ask(client: str, count: int) -> float:
            del client, count
            return others[0]

        buckets = SharedBuckets(Buckets(0.5, 2, lambda: now[0]), ask)
        assert [await buckets.take("marie") for _ in range(3)] == [True, True, False]
        assert buckets.seconds_left("marie") == 2.0
        now[0] = 1.5
        assert buckets.seconds_left("marie") == 0.5
        now[0] = 2.0
        assert await buckets.take("marie")
        others[0] = 30.0  # taken by way of another process
        assert not await buckets.take("lukas")
        assert buckets.seconds_left("lukas") == 30.0
        others[0], now[0] = 0.0, 31.9
        assert not await buckets.take("lukas")
        now[0] = 32.0
        assert await buckets.take("lukas")

    asyncio.run(play())


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """One new table, one link and one guess in a minute."""
    flags = ("--guesses", "1", "--tables-per-minute", "1")
    with open_house(tmp_path_factory.mktemp("strict") / "data", *flags) as house:
        yield house


def _is_told(answer: httpx.Response) -> None:
    """It is refused for about a minute, which header and body say alike."""
    assert answer.status_code == 429, answer.text
    refusal = answer.json()
    assert 50 <= refusal["retry_after"] <= 60
    assert answer.headers["retry-after"] == str(refusal["retry_after"])
    assert refusal["fields"]["n"] == refusal["retry_after"]
    assert f" {refusal['retry_after']} s" in refusal["message"]


@pytest.mark.parametrize(
    ("method", "path", "wish"),
    [
        ("POST", "/api/tables", {"game": "voodoo"}),
        ("POST", "/api/play", {"game": "voodoo", "players": 3}),
        ("POST", "/api/me/move", {"code": None}),
        ("GET", "/api/tables/ZZZZZZZZZ", None),
        ("GET", "/api/tournaments/ZZZZZZZZZ", None),
        ("GET", "/api/pads/ZZZZZZZZZ", None),
    ],
)
def test_every_way_in_says_it(strict: HouseProcess, method: str, path: str, wish: object) -> None:
    """Each asks until it is refused: the limits are of a person, or of all guesses of an address."""
    guest = Guest(strict.url)
    guest.get("/api/me")
    answers = [guest.request(method, path, json=wish) for _ in range(3)]
    _is_told(answers[-1])


def test_pages_without_script_say_it(strict: HouseProcess) -> None:
    with httpx.Client(base_url=strict.url) as client:
        answers = [client.get("/t/ZZZZZZZZZ/plain") for _ in range(3)]
        assert answers[-1].status_code == 429
        seconds = answers[-1].headers["retry-after"]
        assert 50 <= int(seconds) <= 60
        assert f"wait {seconds} s" in answers[-1].text


def test_sockets_and_streams_say_it(strict: HouseProcess) -> None:
    guest = Guest(strict.url)
    for _ in range(3):
        answer = guest.get("/api/tables/ZZZZZZZZZ/events")
    _is_told(answer)
    with connect(f"{strict.url.replace('http', 'ws')}/api/tables/ZZZZZZZZZ/socket") as talk:
        refusal = json.loads(talk.recv(20))
        assert (refusal["type"], refusal["code"]) == ("refusal", "client.too_much")
        assert 50 <= refusal["retry_after"] <= 60


def test_commands_at_a_table_say_it(tmp_path: Path) -> None:
    with open_house(tmp_path / "data", "--rate", "2") as house:  # of phrases a tenth of it
        guest = Guest(house.url)
        code = guest.new_table("voodoo")
        url = f"{house.url.replace('http', 'ws')}/api/tables/{code}/socket"
        with connect(url, additional_headers={"authorization": f"Bearer {guest.token}"}) as talk:
            talk.send('{"type": "hello"}')
            for number in range(2):
                talk.send(json.dumps({"type": "say", "id": f"s{number}", "phrase": "hello"}))
            while (heard := json.loads(talk.recv(20)))["type"] != "refusal":
                pass
        assert heard["code"] == "client.too_much"
        assert 4 <= heard["retry_after"] <= 5
