"""The figures that docs/hundred_thousand.md plans with, and the page written anew with them.

Run it with: hexdeck bench server --json --sockets > figures.json; python -m bench.server_plan figures.json
"""

import io
import json
import re
import socket
import sys
import time
from contextlib import ExitStack, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from bench.processes import processor_seconds
from hexdeck.server.bus.protocol import Changed
from server.redis_process import RedisProcess, redis_running

PAGE: Final = Path(__file__).parents[1] / "docs" / "hundred_thousand.md"
MESSAGES: Final = 10_000
LISTENERS: Final = 20
NEWS: Final = 50  # in a message
CODE: Final = "K7Q-M3X-HPA"
KEY: Final = bytes(32)


def bus_figures() -> dict[str, float]:
    """Processor time of Redis for a message and for each who hears it, and of a process that reads it."""
    with redis_running() as redis:
        one, many = _published(redis, 1), _published(redis, LISTENERS)
    deliver = (many - one) / (LISTENERS - 1)
    return {"publish_us": one - deliver, "deliver_us": deliver, "news_us": _read()}


def _published(redis: RedisProcess, listeners: int) -> float:
    """One after the other, as a process tells them."""
    assert redis.process
    message = _news().NewsWriter(KEY, "0" * 16).written([Changed(CODE, 1000)], 0.0)
    with ExitStack() as stack:
        place = ("127.0.0.1", redis.port)
        heard = [stack.enter_context(socket.create_connection(place)) for _ in range(listeners)]
        for line in heard:
            line.sendall(b"SUBSCRIBE house\r\n")
            line.recv(1000)
        teller = stack.enter_context(import_module("redis").Redis.from_url(redis.url))
        began = processor_seconds(redis.process.pid)
        for _ in range(MESSAGES):
            teller.publish("house", message)
            for line in heard:
                line.recv(1000)
        return 1e6 * (processor_seconds(redis.process.pid) - began) / MESSAGES


def _read() -> float:
    """News of tables that a process does not have."""
    writer, reader = _news().NewsWriter(KEY, "0" * 16), _news().NewsReader(KEY, "another")
    news = [Changed(f"{CODE}{number}", number) for number in range(NEWS)]
    messages = [writer.written(news, 0.0) for _ in range(MESSAGES)]
    tables: dict[str, int] = {}
    began = time.process_time()
    for raw in messages:
        for one in reader.read(raw, 0.0):
            tables.get(one.code)
    return 1e6 * (time.process_time() - began) / MESSAGES / NEWS


def _news() -> Any:
    """Only where the library for Redis is installed."""
    return import_module("hexdeck.server.bus.redis")


def plan_figures(facts: dict[str, Any]) -> dict[str, float] | None:
    """From all that the benchmark has found; None where a part of it is missing."""
    held, busy, sockets = facts["at_5000_sockets"], facts["saturated"], facts["by_sockets"]
    if "postgres_2_spread" not in busy or "postgres" not in held or len(sockets) < 2:
        return None
    fewest, most, playing = sockets[0], sockets[-1], held["postgres"]
    of_a_socket = (most["rss_mb"] - fewest["rss_mb"]) / (most["sockets"] - fewest["sockets"])
    return {
        "server_us": playing["cpu_us"],
        "database_us": playing["database_cpu_us"],
        "follow_us": busy["postgres_2_spread"]["cpu_us"] - busy["postgres_2"]["cpu_us"],
        "received": facts["bytes_per_move"],
        "socket_kb": 1024 * of_a_socket,
        "process_mb": fewest["rss_mb"] - of_a_socket * fewest["sockets"],
        "idle_us": 1e6 * most["idle_cpu_share"] / most["sockets"],
        "stored": playing["stored_bytes"],
        "logged": playing["logged_bytes"],
        **facts["bus"],
    }


def renewed(page: str, figures: dict[str, float]) -> str:
    """With these figures in its table and in its program, and with what the program prints then."""
    for name, figure in figures.items():
        shown = f"{figure:.2g}" if figure < 10 else f"{figure:.0f}"
        page = _in_program(_in_table(page, name, shown), name, shown)
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(program, PAGE.name, "exec"), {})
    return re.sub(r"(```text\n).*?(```)", rf"\g<1>{printed.getvalue()}\g<2>", page, flags=re.DOTALL)


def _in_table(page: str, name: str, shown: str) -> str:
    return re.sub(rf"^(\| `{name}` \| )[\d.,]+", rf"\g<1>{float(shown):,g}", page, flags=re.MULTILINE)


def _in_program(page: str, name: str, shown: str) -> str:
    """Where names and figures stand on both sides of one sign."""
    for line in re.findall(rf"^[\w, ]*\b{name}\b[\w, ]* = [\d., ]+", page, re.MULTILINE):
        names, figures = (side.split(", ") for side in line.rstrip().split(" = "))
        figures[names.index(name)] = shown
        page = page.replace(line.rstrip(), f"{', '.join(names)} = {', '.join(figures)}")
    return page


def main() -> None:
    figures = plan_figures(json.loads(Path(sys.argv[1]).read_text()))
    if figures is None:
        sys.exit("figures are missing: measure with --sockets, where PostgreSQL and Redis are installed")
    PAGE.write_text(renewed(PAGE.read_text(), figures))


if __name__ == "__main__":
    main()
