"""A real PostgreSQL of the machine's own package, as a process of its own in a temporary folder.

It listens on a socket in that folder alone.  A cluster that the machine runs for itself is never touched.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

START_SECONDS = 60.0
TEMPLATE = "empty_house"
PORT = "5432"  # a part of the socket's name
UNSAFE = ("fsync=off", "full_page_writes=off")  # safe from a kill, but not from a loss of power

_UNTIL_WE_END = ("setpriv", "--pdeathsig", "QUIT", "--") if shutil.which("setpriv") else ()  # of our thread


def programs() -> Path | None:
    """The folder of the newest PostgreSQL that is installed."""
    if sys.platform == "win32":
        return None  # no sockets in folders there
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else None if on_path is None else Path(on_path).resolve().parent


class PostgresProcess:
    """Can be killed and started again with the same data and the same address."""

    def __init__(self, folder: Path, *options: str, standby_of: "PostgresProcess | None" = None) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        found = programs()
        assert found is not None, "look before you start one"
        self._programs = found
        self._options = [
            f"--{option}"
            for option in ("listen_addresses=", "max_connections=40", "shared_buffers=16MB", *options)
        ]
        self._user = another_user() if os.geteuid() == 0 else {}  # it does not run as root
        if self._user:
            shutil.chown(folder, self._user["user"], self._user["group"])
        self._names = (f"house{number}" for number in count())
        if standby_of is not None:
            self.copy(standby_of)
            return
        self._run(
            *("initdb", "--no-sync", "--auth=trust", "--username=hexdeck", "--no-locale", "--encoding=UTF8"),
            "--wal-segsize=1",
        )

    def copy(self, primary: "PostgresProcess") -> None:
        """Be its standby from now on, whatever was here before."""
        shutil.rmtree(self.folder / "data", ignore_errors=True)
        self._run(
            *("pg_basebackup", "--no-sync", "--checkpoint=fast", "--write-recovery-conf"),
            *("--pgdata", str(self.folder / "data"), "--username", "hexdeck", "--host", str(primary.folder)),
        )

    def promote(self) -> None:
        """A standby can be written from now on."""
        self._run("pg_ctl", "promote", "--wait")

    @property
    def socket(self) -> Path:
        return self.folder / f".s.PGSQL.{PORT}"

    def _run(self, program: str, *arguments: str) -> str:
        command = [str(self._programs / program), *arguments]
        environment = {
            **os.environ,
            "PGDATA": str(self.folder / "data"),
            "PGHOST": str(self.folder),
            "PGPORT": PORT,
        }
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=environment,
            **self._user,
        )
        assert done.returncode == 0, done.stderr
        return str(done.stdout)

    def start(self) -> None:
        """Return once it answers; after a kill what is left of the one before may need a moment to end."""
        end = time.monotonic() + START_SECONDS
        while not self._is_up():
            assert time.monotonic() < end, (self.folder / "log").read_text()
            if self.process is None or self.process.poll() is not None:
                self._launch()
            time.sleep(0.02)

    def _launch(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *_UNTIL_WE_END,
                    *(self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder, "-p", PORT),
                    *self._options,
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                process_group=0,
                **self._user,
            )

    def _is_up(self) -> bool:
        ready = [
            str(self._programs / "pg_isready"),
            "--quiet",
            "--host",
            str(self.folder),
            "-p",
            PORT,
            "-d",
            "postgres",
        ]
        return self.process is not None and subprocess.run(ready, check=False).returncode == 0

    def end(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """SIGKILL for an accident; usually at once too, nobody needs what is in it."""
        assert self.process
        self.process.send_signal(how)
        self.process.wait(START_SECONDS)
        self.process = None

    def url(self, database: str) -> str:
        return f"postgresql://hexdeck@/{database}?host={self.folder}&port={PORT}"

    @staticmethod
    def name_of(url: str) -> str:
        return urlsplit(url).path.removeprefix("/")

    def ask(self, database: str, sql: str) -> str:
        """What psql answers, without headings."""
        return self._run(
            "psql", "--quiet", "--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-U", "hexdeck", "-Atc", sql, database
        ).strip()

    def new_database(self, template: str = TEMPLATE) -> str:
        """The address of a copy of `template`."""
        name = next(self._names)
        self.ask("postgres", f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)


def another_user() -> dict[str, Any]:
    names = Path("/etc/passwd").read_text()
    name = "postgres" if "\npostgres:" in names else "nobody"
    group = "postgres" if name == "postgres" else "nogroup"
    return {"user": name, "group": group, "extra_groups": []}


@contextmanager
def running_postgres(*options: str) -> Iterator[PostgresProcess]:
    folder = Path(tempfile.mkdtemp(prefix="hexdeck-postgres-"))
    try:
        server = PostgresProcess(folder, *options)
        try:
            server.start()
            yield server
        finally:
            if server.process is not None:
                server.end()
    finally:
        shutil.rmtree(folder)
