"""A real Ray cluster of two nodes on this machine finds out what local processes find out."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from arena.arenas import DEALS, arena, found, wait_for
from terminal.commands import environment

RAY = Path(sys.executable).with_name("ray")
SMALL = ("--block", "--num-cpus=1", "--object-store-memory=80000000", "--disable-usage-stats")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Ray's sockets need a short path."""
    path = Path(tempfile.mkdtemp(prefix="hexray"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@contextmanager
def two_nodes(folder: Path) -> Iterator[str]:
    """A core each; the address."""
    place = f"127.0.0.1:{free_port()}"
    head = (
        f"--port={place.partition(':')[2]}",
        "--head",
        f"--temp-dir={folder}",
        "--include-dashboard=false",
    )
    with node(folder, "head", *head), node(folder, "second", f"--address={place}"):
        yield place


@contextmanager
def node(folder: Path, name: str, *more: str) -> Iterator[None]:
    """A node in a process group of its own, which ends with it."""
    said = folder / f"{name}.txt"
    with said.open("w") as file:
        process = subprocess.Popen(
            [str(RAY), "start", *SMALL, *more],
            stdout=file,
            stderr=file,
            env=environment(folder),
            start_new_session=True,
        )
    try:
        wait_for(lambda: "Ray runtime started" in said.read_text() or process.poll() is not None, 40)
        assert process.poll() is None, said.read_text()
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def processes_naming(word: str) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found.append(path.read_text(errors="replace"))
    return [line for line in found if word in line]


def test_two_nodes_find_out_the_same_as_local_processes(folder: Path, tmp_path: Path) -> None:
    with two_nodes(folder) as address:
        cluster = arena(tmp_path, tmp_path / "cluster.jsonl", "--ray", address)
        assert processes_naming(str(folder)) != []
    wait_for(lambda: processes_naming(str(folder)) == [])

    local = arena(tmp_path, tmp_path / "local.jsonl", "--workers", "2")
    again = arena(tmp_path, tmp_path / "cluster.jsonl", "--workers", "1")

    assert found(cluster) == found(local) == found(again)
    assert cluster["run"]["computed"] == DEALS
    assert cluster["run"]["workers"] == 2  # nodes
    assert again["run"]["computed"] == 0
