"""Bytes of any kind for everything that reads what strangers send; only a GameError may come of it.

Guided by coverage where Atheris is installed (`pip install atheris`), else by Hypothesis towards inputs
that are read further.
"""

import asyncio
import gc
import importlib
import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any
from urllib.parse import urlencode

from hypothesis import HealthCheck, given, seed, settings, strategies, target
from uvicorn import Config
from uvicorn.server import ServerState

from hexdeck.core.errors import GameError, RecordRefused
from hexdeck.core.record import Player, check_name, new_header
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.table import Table
from hexdeck.server.base.identity import read_code
from hexdeck.server.base.messages import decode_command, decode_incoming
from hexdeck.server.web.connections import PIECE, SocketConnection
from hexdeck.server.web.direct import READ_AHEAD
from hexdeck.server.web.plain import forms
from hexdeck.server.web.requests import read as read_message
from server.fuzz_messages import Facts, Mischief
from server.raw_socket import HANDSHAKE, broken_frame, frame

EXAMPLES_A_SECOND = 40  # that Hypothesis is asked for; it stops sooner where it finds nothing new
SAMPLES = 40
OWN = (
    "hexdeck.core.record_reader",
    "hexdeck.core.record",
    "hexdeck.core.input_check",
    "hexdeck.server.web.plain.forms",
    "hexdeck.server.web.connections",
)
SEED = bytes(range(32))


def record(data: bytes) -> float:
    """How many lines were read."""
    text = data.decode("utf-8", "replace")
    try:
        return len(read(text).text().splitlines())
    except RecordRefused as error:
        return float(error.line or 0)


def command(data: bytes) -> float:
    for decode in (decode_incoming, decode_command):
        with suppress(GameError):
            return float(len(str(read_message(decode, data))))
    return 0.0


def form(data: bytes) -> float:
    fields: Any = {}
    with suppress(GameError):
        fields = forms.read_form(data)
        forms.number(fields, "players")
        forms.options(fields, forms.one_of(fields, "game", GAMES))
    return float(len(fields))


def name(data: bytes) -> float:
    text = data.decode("utf-8", "replace")
    read_code(text)
    with suppress(GameError):
        check_name(text)
        return float(len(text))
    return 0.0


class Wire(asyncio.Transport):
    """A transport that goes nowhere."""

    def __init__(self) -> None:
        super().__init__()
        self.is_over = False
        self.is_read = True
        self.written: list[bytes] = []

    def write(self, data: Any) -> None:
        assert not self.is_over or data is not None
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.is_over

    def close(self) -> None:
        self.is_over = True

    abort = close

    def pause_reading(self) -> None:
        assert not self.is_over, "there is nothing to read"
        assert self.is_read, "paused twice"
        self.is_read = False

    def resume_reading(self) -> None:
        assert not self.is_read, "resumed twice"
        self.is_read = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("192.0.2.7", 1), "sockname": ("192.0.2.1", 80)}.get(name, default)


async def _accept(scope: Any, receive: Any, send: Any) -> None:
    """An application that says yes and then is busy with something else."""
    del scope
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.sleep(60)


async def opened_line() -> tuple[SocketConnection, Wire, ServerState]:
    """A socket that has been accepted."""
    config = Config(
        _accept,
        ws=SocketConnection,
        ws_max_size=16_384,
        lifespan="off",
        log_config=None,
        log_level="critical",
    )
    wire, state = Wire(), ServerState()
    line = SocketConnection(config, state, {})
    line.connection_made(wire)
    line.data_received(HANDSHAKE.format(code="AAA-AAA-AAA", token="x").encode())
    for _ in range(3):
        await asyncio.sleep(0)
    return line, wire, state


def frames(data: bytes) -> float:
    """How many messages wait; never more than a few, whatever comes."""

    async def feed() -> int:
        line, _, state = await opened_line()
        line.data_received(data)
        for _ in range(2 + len(data) // PIECE):
            await asyncio.sleep(0)
        waiting = line.queue.qsize()
        assert waiting <= READ_AHEAD + PIECE // 6 + 2, "a few, and what was in one piece"
        await end(state)
        return waiting

    return float(asyncio.run(feed()))


async def end(state: ServerState) -> None:
    for task in list(state.tasks):
        task.cancel()
    await asyncio.gather(*state.tasks, return_exceptions=True)


TARGETS: dict[str, Callable[[bytes], float]] = {
    "records": record,
    "commands": command,
    "forms": form,
    "names": name,
    "frames": frames,
}


def samples(name: str, rng: Random) -> list[bytes]:
    """What the fuzzer begins with: things that are right, or nearly."""
    mischief = Mischief(rng, Facts(["AAA-AAA-AAA"], ["x"], ["r1", "b3"]))
    if name == "records":
        return [_some_record(game).encode() for game in GAMES]
    if name == "forms":
        wish = {"game": "voodoo", "players": "3", "with": "people", "option mode": "table", "level": "club"}
        return [urlencode(wish).encode(), b"do=act&choice=1", b"a=%ff&&&=;"]
    if name == "names":
        return [text.encode() for text in ("Marie", "K7Q-M3X-HPA", "a\u202eb", "\u3164", "\u2800", "👻 boo")]
    bodies = [mischief.frame()[:16_000] for _ in range(SAMPLES)]
    return bodies if name == "commands" else [*map(frame, bodies), *(broken_frame(rng) for _ in bodies)]


def _some_record(game: str) -> str:
    players = [Player(f"P{seat}") for seat in range(GAMES[game].players[0])]
    table, rng = Table(new_header(GAMES[game], players, seed=SEED), SEED), Random(1)
    table.open()
    for _ in range(12):
        seat = table.to_move()[0]
        table.submit(seat, rng.choice(table.view(seat).actions))
    return table.record.text()


def fuzz(seconds: float, start: int) -> dict[str, str]:
    """Every target for its share of the time; AssertionError with what was found."""
    share = seconds / len(TARGETS)
    if importlib.util.find_spec("atheris"):
        return {name: _with_atheris(name, share, start) for name in TARGETS}
    return {name: with_hypothesis(name, share, start) for name in TARGETS}


def with_hypothesis(name: str, seconds: float, start: int) -> str:
    examples = max(20, int(seconds * EXAMPLES_A_SECOND))
    known = samples(name, Random(start))
    tried = 0

    @seed(start)
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(strategies.sampled_from(known), strategies.binary(max_size=40), strategies.floats(0, 1))
    def try_out(sample: bytes, more: bytes, where: float) -> None:
        nonlocal tried
        tried += 1
        at = int(len(sample) * where)
        target(TARGETS[name](sample[:at] + more + sample[at + len(more) // 2 :]))

    try_out()
    return f"{tried} inputs by Hypothesis"


def _with_atheris(name: str, seconds: float, start: int) -> str:
    command = [sys.executable, __file__, name, f"-max_total_time={max(1, int(seconds))}", f"-seed={start}"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    done = [line for line in ended.stderr.splitlines() if line.startswith(("Done", "#"))]
    return f"{done[-1]} by Atheris" if done else "by Atheris"


def main() -> None:
    """One target under Atheris, which never comes back."""
    atheris = importlib.import_module("atheris")
    name, *flags = sys.argv[1:]
    run = TARGETS[name]
    for function in gc.get_objects():  # all of them, with what we only use, would take minutes
        if isinstance(function, FunctionType) and function.__module__ in OWN:
            atheris.instrument_func(function)
    with tempfile.TemporaryDirectory() as folder:
        for number, sample in enumerate(samples(name, Random(1))):
            (Path(folder) / f"{number}").write_bytes(sample)
        atheris.Setup([sys.argv[0], *flags, folder], lambda data: run(bytes(data)) and None)
        atheris.Fuzz()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main()
    else:
        print(json.dumps(fuzz(10.0, 1)))
