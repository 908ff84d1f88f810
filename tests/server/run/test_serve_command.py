"""The commands that open a house and copy it: what they print, and what they refuse."""

import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from hexdeck.cli import main, parser
from hexdeck.core.errors import SetupRefused
from hexdeck.server.base.settings import Settings, settings, settings_to_think
from server.house_process import SERVE, HouseProcess, open_house


@contextmanager
def serving(*flags: str, **environment: str) -> Iterator[list[str]]:
    """The lines that a house prints when it opens, until it says how to stop it."""
    process = subprocess.Popen(
        [*SERVE, *flags], stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}
    )
    assert process.stdout
    lines: list[str] = []
    try:
        for line in process.stdout:
            lines.append(line.rstrip())
            if line.startswith("Stop it"):
                break
        yield lines
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)
        process.stdout.close()


def refused(*flags: str, **environment: str) -> str:
    """What a house says that does not open."""
    done = subprocess.run(
        [*SERVE, *flags], capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    return done.stderr.strip()


def port_of(line: str) -> int:
    found = re.fullmatch(r"Hexdeck is open: http://127\.0\.0\.1:(\d+)", line)
    assert found, line
    return int(found[1])


def test_a_house_says_where_it_is_and_how_to_stop_it(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path), "--port", "0") as lines:
        assert len(lines) == 2
        assert httpx.get(f"http://127.0.0.1:{port_of(lines[0])}/healthz").text == "alive\n"
    assert (tmp_path / "hexdeck.sqlite3").exists()


def test_phones_get_a_code_to_scan(tmp_path: Path) -> None:
    with serving("--lan", "--host", "127.0.0.1", "--data", str(tmp_path), "--port", "0") as lines:
        assert lines[1] == "Phones on the same network can scan this:"
        assert sum("█" in line or "▀" in line for line in lines) > 10


def test_the_public_address_is_the_one_that_is_told(tmp_path: Path) -> None:
    url = "https://cards.example.org"
    with serving("--data", str(tmp_path), "--port", "0", "--public-url", f"{url}/") as lines:
        assert lines[0] == f"Hexdeck is open: {url}"


def test_another_port_is_taken_where_nobody_asked_for_one(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path / "one")) as one, serving("--data", str(tmp_path / "two")) as two:
        assert port_of(one[0]) != port_of(two[0])


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        wanted = (
            f"the address 127.0.0.1, port {port} cannot be used: Address already in use;"
            " choose another with --port"
        )
        assert refused("--data", str(tmp_path), "--port", str(port)) == f"hexdeck: {wanted}"
        assert refused("--data", str(tmp_path), HEXDECK_PORT=str(port)) == f"hexdeck: {wanted}"


def test_two_houses_do_not_share_a_folder(tmp_path: Path) -> None:
    with open_house(tmp_path / "data") as house:
        assert refused("--data", str(house.data), "--port", "0") == (
            f"hexdeck: another house is open with {house.data}: use that one,"
            " or choose another place with --data"
        )
    house = HouseProcess(tmp_path / "data")
    house.start()  # the lock of a house that was killed holds nobody up
    house.end()


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    assert refused("--data", str(file / "data"), "--port", "0") == (
        f"hexdeck: the folder {file / 'data'} cannot be used: Not a directory;"
        " choose another place with --data"
    )


def test_the_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path), "--port", "0"):
        pass
    script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version = 99')"
    subprocess.run([SERVE[0], "-c", script, str(tmp_path / "hexdeck.sqlite3")], check=True)
    assert "was written by a newer hexdeck" in refused("--data", str(tmp_path), "--port", "0")


def test_the_environment_chooses_and_flags_choose_first(tmp_path: Path) -> None:
    environment = {"HEXDECK_DATA": str(tmp_path), "HEXDECK_PORT": "1234", "HEXDECK_METRICS": "1"}
    chosen = settings({"port": 99, "pace": None}, {**environment, "HEXDECK_GRACE": "2.5"})
    assert (chosen.data, chosen.port, chosen.metrics, chosen.grace) == (tmp_path, 99, True, 2.5)
    assert chosen.pace == Settings(data=tmp_path).pace


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"HEXDECK_PORT": "many"}, "the setting HEXDECK_PORT cannot be “many”: write a number"),
        ({"HEXDECK_PORT": "70000"}, "there is no port 70000: choose one of 0 to 65535"),
        ({"HEXDECK_METRICS": "perhaps"}, "the setting HEXDECK_METRICS cannot be “perhaps”: write 1 or 0"),
        ({"HEXDECK_KEEP_DAYS": "-1"}, "the setting keep_days cannot be -1: choose 0 or more"),
        ({"HEXDECK_RATE": "0"}, "the setting rate cannot be 0.0: choose more than 0"),
        ({"HEXDECK_RATE": "nan"}, "the setting rate cannot be nan: choose more than 0"),
        ({"HEXDECK_GRACE": "nan"}, "the setting grace cannot be nan: choose 0 or more"),
        ({"HEXDECK_BOT_PROCESSES": "0"}, "bots cannot think in 0 processes: choose 1 or more"),
        ({"HEXDECK_REVIEW_WORLDS": "1"}, "1 worlds are not enough or too many: ask for 2 to 100000"),
        (
            {"HEXDECK_NAME": "x" * 61},
            f"the setting name cannot be “{'x' * 61}”: write at most 60 visible characters",
        ),
        (
            {"HEXDECK_PUBLIC_URL": "cards.example.org"},
            "the setting public_url cannot be “cards.example.org”: write it with https:// or http://",
        ),
        (
            {"HEXDECK_TRUSTED_PROXIES": "*"},
            "the trusted proxies cannot be “*”, or every client could choose its own address:"
            " write the addresses of your proxies, like 10.0.0.5,10.0.1.0/24",
        ),
        *(
            (
                {"HEXDECK_TRUSTED_PROXIES": f"10.0.0.5, {network}"},
                f"the network {network} is too large for trusted proxies, since clients in it could choose"
                " their own address: write one of at least /8",
            )
            for network in ("0.0.0.0/0", "::/0", "128.0.0.0/1", "fc00::/7")
        ),
        *(
            (
                {"HEXDECK_TRUSTED_PROXIES": text},
                f"“{text}” is no address or network of a trusted proxy:"
                " write them like 10.0.0.5,10.0.1.0/24, or none to trust no proxy",
            )
            for text in ("proxy", "10.0.0.5/24", "")
        ),
        (
            {"FORWARDED_ALLOW_IPS": "10.0.0.5"},
            "the variable FORWARDED_ALLOW_IPS is not read: name your proxies with --trusted-proxies",
        ),
    ],
)
def test_settings_that_cannot_be_are_refused(environment: dict[str, str], message: str) -> None:
    with pytest.raises(SetupRefused) as error:
        settings({}, environment)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (
            ["serve", "--bots", "none"],
            "en",
            "without a bus bots can only think here: name the Redis with --bus, or leave out --bots",
        ),
        (
            ["serve", "--bots", "none"],
            "de",
            "Ohne Bus können Bots nur hier denken: Nenn das Redis mit --bus, oder lass --bots weg",
        ),
        (["serve", "--bots", "there"], "en", "bots cannot think in “there”: write here | none"),
        (
            ["think", "--bus", "redis://bus"],
            "en",
            "a worker signs its answers: write what hexdeck house worker-key prints into a file,"
            " and name it with --worker-key-file",
        ),
        (["think"], "en", "bots are asked over a bus: name the Redis of your house with --bus"),
        (
            ["think", "--bus", "redis://bus:port"],
            "en",
            "the address of the bus cannot be read: write it like redis://host:6379",
        ),
    ],
)
def test_bots_think_where_they_can_be_asked(
    command: list[str],
    code: str,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HEXDECK_LANGUAGE", code)
    assert main(command) == 2
    assert capsys.readouterr().err == f"hexdeck: {message}\n"


@pytest.mark.parametrize("name", ["database", "bus"])
def test_what_has_a_password_in_it_is_read_from_a_file(tmp_path: Path, name: str) -> None:
    urls = {"database": "postgresql://hexdeck:secret@db/hexdeck", "bus": "redis://server:secret@bus"}
    file, variable = tmp_path / "secret", f"HEXDECK_{name.upper()}"
    file.write_text(f"{urls[name]}\n")
    environment = {"HEXDECK_DATABASE": urls["database"]} if name == "bus" else {}
    environment[f"{variable}_FILE"] = str(file)
    assert getattr(settings({}, environment), name) == urls[name]
    assert getattr(settings({name: other(name)}, environment), name) == other(name)
    assert getattr(settings({}, {**environment, variable: other(name)}), name) == other(name)
    file.write_text("\n")
    with pytest.raises(SetupRefused, match=f"the file {file} that {variable}_FILE names is empty"):
        settings({}, environment)
    file.unlink()
    with pytest.raises(SetupRefused, match=f"{variable}_FILE names cannot be read: No such file"):
        settings({}, environment)


def other(name: str) -> str:
    return {"database": "postgresql://other/house", "bus": "redis://other"}[name]


def test_a_worker_needs_no_database() -> None:
    chosen = settings_to_think(
        {"bus": "redis://bus", "worker_key_file": "worker.key"}, {"HEXDECK_BOT_SECONDS": "3"}
    )
    assert (chosen.bus, chosen.database, chosen.bot_seconds) == ("redis://bus", "", 3.0)


def test_help_shows_every_flag_with_its_variable(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["serve", "--help"])
    text = re.sub(r"\s+", " ", capsys.readouterr().out)
    for name in Settings.__dataclass_fields__:
        assert f"--{name.replace('_', '-')}" in text
        assert f"(HEXDECK_{name.upper()})" in text


def test_there_is_nothing_to_back_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"hexdeck: there is nothing to back up: {tmp_path / 'hexdeck.sqlite3'} does not exist;"
        " choose a place with --data\n"
    )


def test_a_copy_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_house(tmp_path / "data") as house:
        assert main(["backup", str(tmp_path / "no" / "copy"), "--data", str(house.data)]) == 2
        assert "cannot be written" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()
