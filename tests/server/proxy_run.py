"""The proxies of deploy/ before two real processes: `make proxies`, for those that are installed."""

import asyncio
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import pytest

from server.guest import QUICK, Guest, play_all
from server.house_process import HouseProcess, open_house
from server.postgres_process import PostgresProcess
from server.redis_process import RedisProcess, needs_redis

pytestmark = needs_redis
DEPLOY = Path(__file__).parents[2] / "deploy"


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        return int(free.getsockname()[1])


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def without_tls(file: str, houses: list[HouseProcess], port: int) -> str:
    """What stands in the file, for these houses and at a port of ours."""
    text = (DEPLOY / file).read_text()
    for usual, house in zip((8765, 8766), houses, strict=True):
        text = text.replace(f"127.0.0.1:{usual}", f"127.0.0.1:{house.port}")
    lines = [
        line
        for line in text.splitlines()
        if not re.search(r"^ *(ssl_certificate|bind :80|http-request redirect)", line)
    ]
    text = "\n".join([*lines, ""])
    text = re.sub(r"listen 80;", f"listen 127.0.0.1:{free_port()};", text)
    text = re.sub(r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};", text)
    return re.sub(r"bind :443 .*", f"bind 127.0.0.1:{port}", text)


def nginx(folder: Path, houses: list[HouseProcess], port: int) -> list[str]:
    own = f"pid {folder}/pid; error_log {folder}/error.log; daemon off;"
    (folder / "nginx.conf").write_text(without_tls("nginx.conf", houses, port))
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", own]


def haproxy(folder: Path, houses: list[HouseProcess], port: int) -> list[str]:
    (folder / "haproxy.cfg").write_text(without_tls("haproxy.cfg", houses, port))
    return [program("haproxy"), "-f", str(folder / "haproxy.cfg")]


def caddy(folder: Path, houses: list[HouseProcess], port: int) -> list[str]:
    text = without_tls("Caddyfile", houses, port).replace(
        "{$SITE:cards.example.org}", f"http://127.0.0.1:{port}"
    )
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text)
    return [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@contextmanager
def running(command: list[str], url: str) -> Iterator[None]:
    """The proxy, once it answers."""
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        try:
            until(lambda: httpx.get(f"{url}/healthz").status_code == httpx.codes.OK)
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            if true():
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError("not in twenty seconds")


@pytest.mark.parametrize("proxy", [nginx, haproxy, caddy])
def test_a_game_is_played_through_it(
    tmp_path: Path, postgres: PostgresProcess, redis: RedisProcess, proxy: Callable[..., list[str]]
) -> None:
    program(proxy.__name__)
    flags = ("--database", postgres.new_database(), "--bus", redis.url)
    with ExitStack() as stack:
        houses = [stack.enter_context(open_house(tmp_path / name, *flags)) for name in ("one", "two")]
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        stack.enter_context(running(proxy(tmp_path, houses, port), url))
        marie, lukas = Guest(url), Guest(url)
        for private in ("/readyz", "/metrics"):
            assert marie.get(private).status_code == 404
        code = marie.new_table("voodoo_prince", players=2, options=QUICK["voodoo_prince"], pace="instant")
        assert lukas.command(code, "sit")["type"] == "ack"
        asyncio.run(asyncio.wait_for(first_event(marie, code), 20))
        assert marie.command(code, "start", level="novice")["type"] == "ack"
        play_all((marie, code), (lukas, code))
        assert marie.get(f"/api/tables/{code}/verification").json()["proved"] is True
        houses[0].end()  # whoever comes now is sent to the other
        until(lambda: all(marie.get("/api/games").status_code == 200 for _ in range(4)))
        play_all((marie, marie.play_now("voodoo_prince", 2)))


async def first_event(guest: Guest, code: str) -> None:
    """Of a stream, which never ends: a proxy that waits for more would keep it."""
    headers = {"authorization": f"Bearer {guest.token}"}
    async with (
        httpx.AsyncClient() as client,
        client.stream("GET", f"{guest.url}/api/tables/{code}/events", headers=headers) as stream,
    ):
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                assert '"welcome"' in line
                return
