"""A game through nginx, HAProxy and Caddy as deploy/ ships them, and what strangers try at each of them.

Caddy is tested where it is installed; `.ci/run` installs the others.
"""

import asyncio
import selectors
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPSConnection
from pathlib import Path
from typing import Final

import httpx
import pytest

from hexdeck.server.run.serve import make_room
from server.guest import QUICK, Guest, play_all
from server.house_process import TLS, HouseProcess, open_house
from server.postgres_process import PostgresProcess
from server.proxy_process import (
    FILES,
    PROXIES,
    Proxy,
    is_installed,
    new_certificate,
    program,
    running_proxy,
    until,
)
from server.redis_process import RedisProcess, needs_redis

pytestmark = needs_redis
UNCHECKED: Final = ssl._create_unverified_context()
HEAD_SECONDS: Final = 10  # in each of the files
SLOW_HEADS: Final = 40
CLAIMS: Final = ("x-forwarded-for", "x-real-ip", "forwarded", "client-ip", "x_forwarded_for")
ASKED: Final = [
    asked
    for name, first in (("metrics", "%6d"), ("readyz", "%72"))
    for asked in (
        f"/{name}",
        f"/{first}{name[1:]}",
        f"/{first.upper()}{name[1:]}",
        f"/{name[:-1]}%{ord(name[-1]):x}",
        "/" + "".join(f"%{ord(letter):x}" for letter in name),
        f"/%25{first[1:]}{name[1:]}",
        f"//{name}",
        f"///{name}",
        f"/./{name}",
        f"/%2e/{name}",
        f"/.//{first}{name[1:]}",
        f"/x/../{name}",
        f"/x/%2e%2e/{name}",
        f"/api/..%2f{name}",
        f"/%2f{name}",
        f"/%5c{name}",
        f"/{name}/",
        f"/{name}/.",
        f"/{name}.",
        f"/{name}%2e",
        f"/{name}%00",
        f"/{name}%20",
        f"/{name}%09",
        f"/{name};x",
        f"/{name}?x",
        f"/{name}%3fx",
        f"/{name}#x",
        f"/{name}%23x",
        f"/{name.upper()}",
        f"/{name.title()}",
        f"http://127.0.0.1/{name}",
        f"https://house/{first}{name[1:]}",
        f"HTTPS://house//{name}",
        f"https://house:443/{name}",
        f"http:///{name}",
        f"{name}",
        f"*/{name}",
    )
]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ours, which the other helpers then trust."""
    made = new_certificate(tmp_path_factory.mktemp("certificate"))
    TLS.load_verify_locations(made / "pem")
    return made


@pytest.fixture(scope="module")
def houses(
    tmp_path_factory: pytest.TempPathFactory, postgres: PostgresProcess, redis: RedisProcess
) -> Iterator[list[HouseProcess]]:
    """Two processes that answer /metrics, and bear three guesses in a minute."""
    flags = ("--database", postgres.new_database(), "--bus", redis.url, "--guesses", "3", "--metrics")
    folder = tmp_path_factory.mktemp("houses")
    with ExitStack() as stack:
        yield [stack.enter_context(open_house(folder / name, *flags)) for name in ("one", "two")]


@pytest.fixture(scope="module")
def attacked(
    tmp_path_factory: pytest.TempPathFactory, certificate: Path, houses: list[HouseProcess]
) -> Iterator[dict[str, tuple[Proxy, "SlowHeads"]]]:
    """Every proxy that is installed, with slow clients from the beginning."""
    with ExitStack() as stack:
        found = {}
        for name in filter(is_installed, PROXIES):
            folder = tmp_path_factory.mktemp(name)
            proxy = stack.enter_context(running_proxy(name, folder, certificate, houses))
            found[name] = proxy, stack.enter_context(closing(SlowHeads(proxy)))
        yield found


@pytest.fixture(params=PROXIES)
def proxy(request: pytest.FixtureRequest, attacked: dict[str, tuple[Proxy, "SlowHeads"]]) -> Proxy:
    program(request.param)
    return attacked[request.param][0]


class SlowHeads:
    """Clients who send a byte of a head now and then, and others who have not even said hello to TLS."""

    def __init__(self, proxy: Proxy) -> None:
        self._open: set[socket.socket] = set()
        for _ in range(SLOW_HEADS):
            plain = socket.create_connection(("127.0.0.1", proxy.port), 10, source_address=("127.0.0.9", 0))
            talks = UNCHECKED.wrap_socket(plain)
            talks.sendall(b"GET / HTTP/1.1\r\nHost: house\r\nx: ")
            self._open.add(talks)
        self._is_over = threading.Event()
        self._drips = threading.Thread(target=self._drip)
        self._drips.start()

    @property
    def held(self) -> int:
        return len(self._open)

    def _drip(self) -> None:
        while self._open and not self._is_over.wait(1):
            for one in list(self._open):
                one.settimeout(0.01)
                try:
                    one.sendall(b"x")
                    with suppress(TimeoutError):
                        while data := one.recv(1000):
                            del data
                        raise ConnectionResetError
                except OSError:
                    one.close()
                    self._open.discard(one)

    def close(self) -> None:
        self._is_over.set()
        self._drips.join()
        for one in self._open:
            one.close()


def asked(
    proxy: Proxy,
    target: str,
    headers: tuple[tuple[str, str], ...] = (),
    *,
    method: str = "GET",
    host: str = "127.0.0.1",
    source: str = "127.0.0.1",
) -> tuple[int, list[tuple[str, str]], str]:
    """Ask for exactly that, from an address of this machine: the status, the headers and the body."""
    connection = HTTPSConnection(
        "127.0.0.1", proxy.port, timeout=30, source_address=(source, 0), context=UNCHECKED
    )
    try:
        connection._validate_path = str  # type: ignore[attr-defined]  # any spelling
        connection.putrequest(method, target, skip_host=True)
        for name, value in (("host", host), *headers):
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.getheaders(), answer.read().decode(errors="replace")
    finally:
        connection.close()


def test_what_is_for_the_host_of_the_house_cannot_be_asked_by_any_spelling(
    proxy: Proxy, houses: list[HouseProcess]
) -> None:
    for path, said in (("/metrics", "hexdeck_process_info"), ("/readyz", "process: ")):
        assert said in httpx.get(f"{houses[0].url}{path}").text  # the house itself would answer
    passed = {}
    for target in ASKED:
        for method in ("GET", "POST"):
            status, _, body = asked(proxy, target, method=method)
            if "hexdeck_process_info" in body or "process: " in body or status >= 500:
                passed[f"{method} {target}"] = status
    assert passed == {}


@pytest.mark.parametrize("claim", CLAIMS)
def test_no_client_chooses_the_address_by_which_it_is_counted(proxy: Proxy, claim: str) -> None:
    """Unknown codes are counted by address: a client that could choose one would never be refused."""
    number = PROXIES.index(proxy.name) * 10 + CLAIMS.index(claim)
    here, elsewhere = f"127.0.3.{number}", f"127.0.4.{number}"
    told = [((claim, f"198.51.100.{n}"), (claim, f"for=198.51.100.{n}")) for n in range(8)]
    statuses = [asked(proxy, "/api/tables/ZZZZZZZZZ", claims, source=here)[0] for claims in told]
    assert (statuses[0], statuses[-1]) == (404, 429)
    assert asked(proxy, "/api/tables/ZZZZZZZZZ", source=elsewhere)[0] == 404


def test_no_client_talks_https_away(proxy: Proxy) -> None:
    for claims in ((), (("x-forwarded-proto", "http"),), (("X-Forwarded-Proto", "http"),) * 2):
        _, headers, _ = asked(proxy, "/api/me", claims, host="house")
        [cookie] = [value for name, value in headers if name.lower() == "set-cookie"]
        assert "Secure" in cookie


@pytest.mark.parametrize("target", ["/", "/metrics", "/api/me", "/nowhere"])
def test_whoever_came_by_https_is_told_once_to_stay(proxy: Proxy, target: str) -> None:
    _, headers, _ = asked(proxy, target, host="house")
    assert [value for name, value in headers if name.lower() == "strict-transport-security"] == [
        "max-age=31536000"
    ]


def test_plain_http_leads_to_https_under_no_name_of_a_stranger(proxy: Proxy) -> None:
    answer = httpx.get(f"http://127.0.0.1:{proxy.plain_port}/t/AAA?x=1", headers={"host": "evil.example"})
    assert "evil.example" not in answer.headers.get("location", "")
    assert "strict-transport-security" not in answer.headers
    known = httpx.get(f"http://127.0.0.1:{proxy.plain_port}/t/AAA?x=1", headers={"host": "cards.example.org"})
    assert known.status_code in (301, 302, 308)
    assert known.headers["location"].startswith("https://cards.example.org")
    assert known.headers["location"].endswith("/t/AAA?x=1")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:443", "house@evil.example", "a b", ""])
def test_the_house_is_nobody_elses_page(proxy: Proxy, host: str) -> None:
    status, headers, body = asked(proxy, "/api/me", host=host)
    assert status in (200, 400, 421)
    if host or status != 200:
        assert "profile" not in body
        assert "set-cookie" not in {name.lower() for name, _ in headers}


def test_nothing_large_is_taken(proxy: Proxy) -> None:
    large = httpx.post(f"{proxy.url}/api/play", content=b" " * 20 * 1024, verify=TLS)
    assert large.status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * 1024

    with suppress(httpx.TransportError):  # the answer came before we had sent all
        assert httpx.post(f"{proxy.url}/api/play", content=endless(), verify=TLS).status_code == 413


def test_one_address_cannot_send_all_it_likes(proxy: Proxy) -> None:
    if proxy.name == "caddy":
        pytest.skip("Caddy of Debian counts nothing")
    loud, calm = "127.0.5.1", "127.0.5.2"
    seen = set[int]()

    def ask() -> None:
        transport = httpx.HTTPTransport(local_address=loud, verify=TLS)
        with httpx.Client(transport=transport) as client:
            for _ in range(1000):
                if 429 in seen:
                    break
                seen.add(client.get(f"{proxy.url}/nowhere").status_code)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 429 in seen
    assert asked(proxy, "/healthz", source=calm)[0] == 200


def test_one_address_cannot_keep_all_connections(
    attacked: dict[str, tuple[Proxy, SlowHeads]],
) -> None:
    """Those that say nothing count too; nginx and Caddy end them after ten seconds, and do not count them."""
    program("haproxy")
    proxy, _ = attacked["haproxy"]
    make_room()
    with ExitStack() as stack, selectors.DefaultSelector() as ended:
        for _ in range(1010):
            one = socket.create_connection(("127.0.0.1", proxy.port), 10, source_address=("127.0.0.8", 0))
            ended.register(stack.enter_context(one), selectors.EVENT_READ)
        until(lambda: len(ended.select(0)) == 10)
        assert asked(proxy, "/healthz")[0] == 200


@pytest.mark.parametrize("name", PROXIES)
def test_a_game_is_played_through_it(
    tmp_path: Path,
    certificate: Path,
    postgres: PostgresProcess,
    redis: RedisProcess,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program(name)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "pem"))
    flags = ("--database", postgres.new_database(), "--bus", redis.url)
    with ExitStack() as stack:
        houses = [stack.enter_context(open_house(tmp_path / name, *flags)) for name in ("one", "two")]
        proxy = stack.enter_context(running_proxy(name, tmp_path, certificate, houses))
        marie, lukas = Guest(proxy.url), Guest(proxy.url)
        code = marie.new_table("voodoo_prince", players=2, options=QUICK["voodoo_prince"], pace="instant")
        assert lukas.command(code, "sit")["type"] == "ack"
        asyncio.run(asyncio.wait_for(first_event(marie, code), 20))
        assert marie.command(code, "start", level="novice")["type"] == "ack"
        play_all((marie, code), (lukas, code))
        assert marie.get(f"/api/tables/{code}/verification").json()["proved"] is True
        houses[0].end()  # who comes now is sent to the other
        until(lambda: all(marie.get("/api/games").status_code == 200 for _ in range(4)))
        play_all((marie, marie.play_now("voodoo_prince", 2)))


async def first_event(guest: Guest, code: str) -> None:
    """Of a stream, which never ends: a proxy that waits for more would keep it."""
    headers = {"authorization": f"Bearer {guest.token}"}
    async with (
        httpx.AsyncClient(verify=TLS) as client,
        client.stream("GET", f"{guest.url}/api/tables/{code}/events", headers=headers) as stream,
    ):
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                assert '"welcome"' in line
                return


def test_a_slow_head_is_not_waited_for(proxy: Proxy, attacked: dict[str, tuple[Proxy, SlowHeads]]) -> None:
    """They were opened before the other tests; the house is open to everybody else meanwhile."""
    slow = attacked[proxy.name][1]
    assert asked(proxy, "/healthz")[0] == 200
    until(lambda: slow.held == 0, lambda: f"{slow.held} of {SLOW_HEADS} are held", 3 * HEAD_SECONDS)


def test_nginx_counts_a_network_of_ipv6_as_one_client(
    tmp_path: Path, certificate: Path, houses: list[HouseProcess]
) -> None:
    """With small limits, and with addresses that a header names: this machine has no others of IPv6."""
    program("nginx")
    file, substituted = FILES["nginx"]
    own = "set_real_ip_from 127.0.0.1; real_ip_header X-Test;"
    changes = (("rate=200r/s", "rate=1r/m"), ("burst=1000", "burst=1"), ("http {", f"http {{ {own}"))

    def substitute(text: str, folder: Path, pem: Path, proxy: Proxy) -> tuple[str, list[str]]:
        for usual, small in changes:
            assert text.count(usual) == 1
            text = text.replace(usual, small)
        return substituted(text, folder, pem, proxy)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FILES, "nginx", (file, substitute))
        with running_proxy("nginx", tmp_path, certificate, houses) as proxy:

            def statuses(*addresses: str) -> list[int]:
                return [asked(proxy, "/healthz", (("X-Test", one),))[0] for one in addresses]

            one_network = ("2001:db8::1", "2001:db8:0:0:ffff::", "2001:0DB8::a:a0a:0:1")
            assert statuses(*one_network) == [200, 200, 429]
            assert (
                statuses("2001:db8:0:1::1", "2001:db8:0:a::1", "2001:db8:0:a0a::", "2001:db8:1::")
                == [200] * 4
            )
            assert statuses("fe80::1", "fe80::ffff:0:1", "fe80::") == [200, 200, 429]
            assert statuses("::1", "::2", "::ffff:0:0:1") == [200, 200, 429]
            assert statuses("192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.2") == [200, 200, 200, 429]
            mapped = [f"::ffff:192.0.2.{number}" for number in (7, 8, 9, 10, 10, 10)]
            assert statuses(*mapped) == [200] * 5 + [429]
