"""compose.cluster.yaml: what its services may reach and do, and its scripts with a real PostgreSQL and Redis.

There is no Docker here: each part is started by the command, the files and the secrets that the file names,
at addresses of this machine instead of names.
"""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import fields, replace
from importlib import import_module
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, Final

import asyncpg
import pytest

from hexdeck.cli import parser
from hexdeck.server.base.settings import Settings, settings, settings_to_think
from hexdeck.server.base.worker_key import key_in
from hexdeck.server.store.choice import storage_of
from hexdeck.server.store.postgres import PostgresStorage
from server.guest import Guest, play_all
from server.house_process import open_house
from server.postgres_process import another_user, programs
from server.redis_process import PROGRAM, RedisProcess, redis_running
from server.store.test_postgres import TABLE, change, stored_lines
from server.worker_process import worker_running

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
SECONDS: Final = 60.0
SERVERS: Final = ("one", "two")
OURS: Final = (*SERVERS, "worker")
ADDRESSES: Final = {"primary": "127.0.66.2", "standby": "127.0.66.3"}  # nobody else's
FAST: Final = ("fsync=off", "wal_retrieve_retry_interval=100ms")

needs_postgres = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


def composed(file: str) -> dict[str, Any]:
    read: dict[str, Any] = import_module("yaml").safe_load((ROOT / file).read_text())
    return read


CLUSTER: Final = composed("compose.cluster.yaml")
SERVICES: Final[dict[str, dict[str, Any]]] = CLUSTER["services"]


def networks(service: str) -> set[str]:
    return set(SERVICES[service]["networks"])


# What the file says.


def test_only_the_proxy_can_be_reached_and_can_reach_the_world() -> None:
    assert [name for name, one in SERVICES.items() if "ports" in one] == ["proxy"]
    open_networks = {name for name, one in CLUSTER["networks"].items() if not (one or {}).get("internal")}
    assert {name for name in SERVICES if networks(name) & open_networks} == {"proxy"}


def test_each_service_reaches_what_it_needs_and_nothing_else() -> None:
    reached = {
        name: {other for other in SERVICES if other != name and networks(name) & networks(other)}
        for name in SERVICES
    }
    assert reached["worker"] == {"one", "two", "bus"}
    assert reached["proxy"] == {"one", "two"}
    assert reached["primary"] == {"one", "two", "standby"}
    assert reached["bus"] == {"one", "two", "worker"}


def test_a_service_is_given_only_its_own_secrets() -> None:
    given = {name: set(one.get("secrets", ())) for name, one in SERVICES.items()}
    assert given == {
        "one": {"database_url", "server_bus_url", "worker_key"},
        "two": {"database_url", "server_bus_url", "worker_key"},
        "worker": {"worker_bus_url", "worker_key"},
        "proxy": set(),
        "primary": {"postgres_password", "database_password", "replication_password"},
        "standby": {"replication_password"},
        "bus": {"redis_server_password", "redis_worker_password"},
    }
    words = " ".join(
        f"{name}={value}" for one in SERVICES.values() for name, value in environment(one).items()
    )
    assert re.findall(r"\w*(?:PASSWORD|KEY|SECRET)=\S*|://\w+:", words) == []


def environment(service: dict[str, Any]) -> dict[str, str]:
    return dict(service.get("environment", {}))


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_bounded_and_can_do_little(name: str) -> None:
    one = SERVICES[name]
    assert one["mem_limit"]
    assert one["pids_limit"]
    assert one["read_only"] is True
    assert one["cap_drop"] == ["ALL"]
    assert one.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in one
    assert "healthcheck" in one or name in SERVERS  # theirs is in the Containerfile
    assert all(volume.endswith(":ro") for volume in one.get("volumes", ()) if volume.startswith("./"))


def test_the_same_holds_for_a_house_alone() -> None:
    one = composed("compose.yaml")["services"]["house"]
    assert (one["mem_limit"], one["read_only"], one["cap_drop"]) == ("2g", True, ["ALL"])
    assert one["ports"] == ["127.0.0.1:8765:8765"]  # for a proxy on this machine alone


def test_files_and_settings_that_it_names_exist() -> None:
    files = [volume.split(":")[0] for one in SERVICES.values() for volume in one.get("volumes", ())]
    assert [file for file in files if file.startswith("./") and not (ROOT / file).exists()] == []
    known = {f"HEXDECK_{one.name.upper()}" for one in fields(Settings)}
    known |= {"HEXDECK_DATABASE_FILE", "HEXDECK_BUS_FILE"}
    named = {name for one in SERVICES.values() for name in environment(one) if name.startswith("HEXDECK_")}
    assert named <= known
    assert {name for name, one in SERVICES.items() if "build" in one} == set(OURS)
    assert {SERVICES[name]["build"]["dockerfile"] for name in OURS} == {"Containerfile"}
    assert SERVICES["proxy"]["environment"]["HOUSES"] == " ".join(f"{name}:8765" for name in SERVERS)
    assert {SERVICES[name]["environment"]["HEXDECK_NAME"] for name in OURS} == set(OURS)


@pytest.mark.parametrize("file", ["compose.yaml", "compose.cluster.yaml"])
def test_nothing_but_the_proxy_can_have_an_address_that_is_trusted(file: str) -> None:
    """In a container alone the proxy is outside, and comes from the network's own address."""
    read = composed(file)
    [(network, told)] = [(name, one) for name, one in read["networks"].items() if "ipam" in (one or {})]
    [address] = told["ipam"]["config"]
    for service in read["services"].values():
        trusted = environment(service).get("HEXDECK_TRUSTED_PROXIES")
        if trusted is None:
            continue
        chosen = settings({}, {"HEXDECK_TRUSTED_PROXIES": trusted})
        [proxies] = chosen.proxies
        assert proxies.subnet_of(ip_network(address["subnet"]))  # type: ignore[arg-type]
        if "proxy" in read["services"]:
            own = read["services"]["proxy"]["networks"][network]["ipv4_address"]
            assert chosen.is_proxy(own)
            assert proxies.num_addresses == 1
            assert ip_address(own) not in ip_network(address["ip_range"])
        else:
            assert [one for one in read["services"].values() if network in one["networks"]] == [service]


# The secrets, and what is started with them.


@pytest.fixture(scope="module")
def secrets() -> Iterator[Path]:
    """All of them as deploy/secrets.sh makes them; where others, such as PostgreSQL's user, can look."""
    with tempfile.TemporaryDirectory(prefix="hexdeck-cluster-") as folder:
        Path(folder).chmod(0o755)
        made = Path(folder) / "secrets"
        subprocess.run(["sh", DEPLOY / "secrets.sh", made], check=True)
        yield made


def test_secrets_are_made_once_and_for_nobody_else(secrets: Path) -> None:
    assert secrets.stat().st_mode & 0o777 == 0o700
    named = {name: ROOT / one["file"] for name, one in CLUSTER["secrets"].items()}
    assert {file.parent for file in named.values()} == {ROOT / "secrets"}
    assert {file.name for file in named.values()} == set(named) == {file.name for file in secrets.iterdir()}
    assert {name for one in SERVICES.values() for name in one.get("secrets", ())} == set(named)
    found = [word for file in secrets.iterdir() for word in re.findall("[0-9a-f]{64}", file.read_text())]
    assert len(set(found)) == 6  # a password or key for each use
    again = subprocess.run(
        ["sh", DEPLOY / "secrets.sh", secrets], capture_output=True, text=True, check=False
    )
    assert again.returncode == 1
    assert "remove" in again.stderr
    assert "secrets/" in (ROOT / ".gitignore").read_text().splitlines()


@pytest.mark.parametrize("name", OURS)
def test_our_own_parser_takes_what_a_service_is_started_with(secrets: Path, name: str) -> None:
    service = SERVICES[name]
    entry = service.get("entrypoint", ["hexdeck", "serve"])  # of the Containerfile
    assert entry[0] == "hexdeck"
    given = vars(parser().parse_args([*entry[1:], *service.get("command", ())]))
    told = {
        variable: str(value).replace("/run/secrets", str(secrets)).replace("${SITE:?", "site.example${:")
        for variable, value in environment(service).items()
    }
    if name == "worker":
        chosen = settings_to_think(given, told)
        assert chosen.database == ""
        assert chosen.bus.startswith("redis://worker:")
    else:
        chosen = settings(given, told)
        assert "hexdeck:" in chosen.database
        assert chosen.bus.startswith("redis://server:")
        assert chosen.bots == "none"
    assert chosen.name == name
    assert Path(chosen.worker_key_file).exists()


class Node:
    """The primary or the standby, started as its service says."""

    def __init__(self, name: str, folder: Path, secrets: Path) -> None:
        self.name = name
        self.data = folder / name / "data"
        self._folder = folder / name
        self._folder.mkdir()
        found = programs()
        assert found is not None
        self._programs = found
        self._user = another_user() if os.geteuid() == 0 else {}
        if self._user:
            shutil.chown(self._folder, self._user["user"], self._user["group"])
        self._scripts = Path(shutil.copytree(DEPLOY, self._folder / "deploy"))  # where that user can read
        own = self._folder / "secrets"  # what the container is given, as its user can read it
        own.mkdir()
        for secret in SERVICES[name]["secrets"]:
            shutil.copy(secrets / secret, own)
        self._environment = {
            **os.environ,
            "PATH": f"{found}:{os.environ['PATH']}",
            "PGDATA": str(self.data),
            "PGHOST": str(self._folder),
            "SECRETS": str(own),
            "PASSWORD": str(self._folder / "replication"),
            "PRIMARY": ADDRESSES["primary"],
        }
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, *command: str) -> str:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd=self._folder,
            env=self._environment,
            **self._user,
        )
        assert done.returncode == 0, done.stderr
        return str(done.stdout).strip()

    def make(self) -> None:
        """As the image does: an empty cluster, then the script; it listens on its socket alone."""
        password = self._environment["SECRETS"] + "/postgres_password"
        ours = environment(SERVICES["primary"])["POSTGRES_INITDB_ARGS"].split()
        self.run("initdb", "--no-sync", "--username=postgres", f"--pwfile={password}", "--auth=trust", *ours)
        self.start("listen_addresses=")
        self.run("sh", str(self._scripts / "primary.sh"))
        self.end(signal.SIGINT)
        if self._user.get("user") != "postgres":  # peer is for PostgreSQL's own user
            rules = self.data / "pg_hba.conf"
            rules.write_text(rules.read_text().replace("peer", "trust"))

    def start(self, *options: str) -> None:
        service = SERVICES[self.name]
        listening = options or (f"listen_addresses={ADDRESSES[self.name]}",)
        own = (*listening, f"unix_socket_directories={self._folder}", "shared_buffers=16MB", *FAST)
        entry = ["sh", str(self._scripts / "standby.sh")] if "entrypoint" in service else []
        more = [part for option in own for part in ("-c", option)]
        with (self._folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*entry, *service["command"], *more],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env=self._environment,
                process_group=0,
                **self._user,
            )
        end = time.monotonic() + SECONDS
        ready = [str(self._programs / "pg_isready"), "--quiet", "--host", str(self._folder)]
        while subprocess.run(ready, check=False).returncode != 0:
            assert time.monotonic() < end, (self._folder / "log").read_text()
            assert self.process.poll() is None, (self._folder / "log").read_text()
            time.sleep(0.05)

    def end(self, how: signal.Signals = signal.SIGQUIT) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(SECONDS)
            self.process = None

    def ask(self, sql: str, database: str = "hexdeck") -> str:
        """Ask as the host of the house would, by its socket."""
        return self.run(
            "psql", "--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-U", "postgres", "-Atc", sql, database
        )


@pytest.fixture(scope="module")
def nodes(secrets: Path) -> Iterator[dict[str, Node]]:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    made = {name: Node(name, secrets.parent, secrets) for name in ("primary", "standby")}
    try:
        made["primary"].make()
        made["primary"].start()
        made["standby"].start()
        yield made
    finally:
        for node in made.values():
            node.end()


@pytest.fixture
def url(secrets: Path, nodes: dict[str, Node]) -> str:
    """What servers are told, with addresses for names."""
    assert nodes
    text = (secrets / "database_url").read_text().strip()
    for name, address in ADDRESSES.items():
        text = text.replace(name, address)
    return text


@needs_postgres
def test_the_role_of_the_house_owns_its_schema_and_nothing_else(nodes: dict[str, Node], url: str) -> None:
    async def build() -> list[str]:
        await (await storage_of(Settings(database=url))).close()
        connection = await asyncpg.connect(url)
        try:
            may_not = [
                "CREATE TABLE public.mine (x int)",
                "CREATE SCHEMA mine",
                "CREATE TEMPORARY TABLE mine (x int)",
                "CREATE ROLE mine",
                "CREATE DATABASE mine",
                "ALTER SYSTEM SET fsync = off",
                "SELECT pg_read_file('/etc/passwd')",
                "COPY (SELECT 1) TO PROGRAM 'true'",
                "SELECT pg_promote()",
                "SELECT pg_drop_replication_slot('standby')",
                "SELECT * FROM pg_authid",
            ]
            done = []
            for statement in may_not:
                try:
                    await connection.execute(statement)
                    done.append(statement)
                except asyncpg.InsufficientPrivilegeError:
                    pass
            return done
        finally:
            await connection.close()

    assert asyncio.run(build()) == []
    rights = "rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls"
    primary = nodes["primary"]
    assert primary.ask(f"SELECT {rights} FROM pg_roles WHERE rolname = 'hexdeck'") == "f"
    owned = "SELECT DISTINCT schemaname FROM pg_tables WHERE tableowner = 'hexdeck'"
    assert primary.ask(owned) == "hexdeck"
    assert primary.ask("SELECT count(*) > 5 FROM pg_tables WHERE schemaname = 'hexdeck'") == "t"


@needs_postgres
@pytest.mark.parametrize(
    ("user", "secret", "database"),
    [
        ("hexdeck", "database_password", "postgres"),
        ("hexdeck", "replication_password", "hexdeck"),
        ("replicator", "replication_password", "hexdeck"),
        ("postgres", "postgres_password", "hexdeck"),
        ("postgres", "postgres_password", "postgres"),
    ],
)
def test_no_one_comes_in_over_the_network_but_each_to_their_own(
    nodes: dict[str, Node], secrets: Path, user: str, secret: str, database: str
) -> None:
    assert nodes
    password = (secrets / secret).read_text().strip()

    async def come() -> None:
        with pytest.raises((asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidPasswordError)):
            await asyncpg.connect(user=user, password=password, database=database, host=ADDRESSES["primary"])

    asyncio.run(come())


@pytest.fixture(scope="module")
def bus(secrets: Path) -> Iterator[RedisProcess]:
    """Redis, as its service starts it."""
    if PROGRAM is None:
        pytest.skip("redis-server is not installed")
    places = {"/run/secrets": str(secrets), "/redis.": f"{DEPLOY}/redis."}
    command = SERVICES["bus"]["command"]
    for place, ours in places.items():
        command = [word.replace(place, ours) if word.startswith(place) else word for word in command]
    with redis_running(*command) as running:
        yield running


def test_a_healthy_bus_answers_everybody_if_only_to_refuse(bus: RedisProcess) -> None:
    program, *ping = SERVICES["bus"]["healthcheck"]["test"][1:]
    if shutil.which(program) is None:
        pytest.skip("redis-cli is not installed")
    command = [program, "-p", str(bus.port), *ping]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, "NOAUTH" in done.stdout) == (0, True)


@needs_postgres
def test_bots_play_in_it_with_its_secrets(tmp_path: Path, secrets: Path, bus: RedisProcess, url: str) -> None:
    """Two servers, a worker without which no bot plays, and every password that the files hold."""
    urls = {
        name: (secrets / f"{name}_bus_url").read_text().strip().replace("@bus", f"@127.0.0.1:{bus.port}")
        for name in ("server", "worker")
    }
    key = key_in(str(secrets / "worker_key"))
    flags = ("--database", url, "--bus", urls["server"], "--bots", "none")
    own = (*flags, "--worker-key-file", str(secrets / "worker_key"))
    with (
        open_house(tmp_path / "one", *own) as one,
        open_house(tmp_path / "two", *own) as two,
        worker_running(tmp_path / "worker.log", urls["worker"], key),
    ):
        guest = Guest(one.url)
        code = guest.play_now("voodoo_prince", 2)
        guest.url = two.url
        play_all((guest, code))
        assert guest.look(code)["table"]["status"] == "over"
        for house in (one, two):
            assert "_lost" not in house.log.read_text()


@needs_postgres
def test_pages_have_checksums_at_both(nodes: dict[str, Node]) -> None:
    """`hexdeck house check` reads every row of a database so that they are compared."""
    assert [node.ask("SHOW data_checksums") for node in nodes.values()] == ["on", "on"]


@needs_postgres
def test_the_standby_is_synchronous_and_takes_over_without_a_loss(nodes: dict[str, Node], url: str) -> None:
    primary, standby = nodes["primary"], nodes["standby"]
    until(
        primary,
        "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND usename = 'replicator'",
    )
    assert primary.ask("SHOW max_slot_wal_keep_size") == "4GB"
    assert primary.ask("SELECT active FROM pg_replication_slots WHERE slot_name = 'standby'") == "t"
    password = (Path(primary._environment["SECRETS"]) / "replication_password").read_text().strip()
    assert password not in (standby.data / "postgresql.auto.conf").read_text()

    async def play() -> None:
        storage = await PostgresStorage.open(url, alone=True)
        await storage.make_table(replace(TABLE, code="C"))
        await storage.change_table(change(1, "line 1", code="C"))
        primary.end(signal.SIGKILL)
        standby.run("pg_ctl", "promote", "--wait")
        end = time.monotonic() + SECONDS
        while True:
            try:
                await storage.change_table(change(2, "line 2", code="C"))
                break
            except Exception:
                assert time.monotonic() < end
                await asyncio.sleep(0.1)
        assert await stored_lines(storage, "C") == ["line 1", "line 2"]
        await storage.close()

    asyncio.run(play())
    # As docs/many_machines.md says: what was promoted takes the primary's place, with a new standby.
    standby.end(signal.SIGINT)
    shutil.rmtree(primary.data)
    shutil.move(standby.data, primary.data)
    primary.start()
    standby.start()
    until(primary, "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'")


def until(node: Node, sql: str) -> None:
    end = time.monotonic() + SECONDS
    while node.ask(sql) != "t":
        assert time.monotonic() < end, sql
        time.sleep(0.1)
