"""The README's commands, as somebody types them who has read nothing else."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pexpect
import pytest

import hexdeck
from hexdeck.cli import main
from terminal.commands import environment

ROOT: Final = Path(__file__).parents[1]
README: Final = (ROOT / "README.md").read_text()
[BLOCK] = (block for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) if "hexdeck " in block)
ACTIVATE, *COMMANDS = (line.partition("  #")[0].strip() for line in BLOCK.splitlines())
FIRST_CHOICES: Final = "1\n2\n" + "1\n" * 60  # the first game, for two; then nobody types any more
ONLY_UNIX: Final = ("fcntl", "grp", "pwd", "readline", "resource", "termios", "tty", "uvloop")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder after `make setup`, with a game in it."""
    (tmp_path / ".venv").symlink_to(sys.prefix)
    main(["simulate", "skull_queen", "--games", "1", "--json", "--records", str(tmp_path / "records")])
    [record] = (tmp_path / "records").iterdir()
    record.rename(tmp_path / "game.hexdeck")
    return tmp_path


def typed(home: Path, command: str, **more: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        ["sh", "-c", f"{ACTIVATE}\nexec {command}"],
        cwd=home,
        env=environment(home, PATH="/usr/bin:/bin", **more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wait_until_open(house: "subprocess.Popen[str]") -> None:
    """Root is warned first."""
    assert house.stdout
    assert any(line.startswith("Hexdeck is open: http://") for line in house.stdout)


@pytest.mark.parametrize("command", [line for line in COMMANDS if " serve" not in line])
def test_a_command_runs_as_printed(command: str, home: Path) -> None:
    running = typed(home, command)
    told, _ = running.communicate(FIRST_CHOICES, timeout=120)
    assert running.returncode == 0, told
    assert "Traceback" not in told


@pytest.mark.parametrize("command", [line for line in COMMANDS if " serve" in line])
def test_a_house_opens_as_printed_and_ctrl_c_is_no_failure(command: str, home: Path) -> None:
    running = typed(home, command, HEXDECK_PORT="0", HEXDECK_DATA=str(home / "house"))
    wait_until_open(running)
    running.send_signal(signal.SIGINT)
    told, _ = running.communicate(timeout=60)
    assert running.returncode == 0, told


def test_ctrl_c_ends_make_play_without_a_complaint(tmp_path: Path) -> None:
    ready = ("--old-file=.venv/.ready", "--old-file=src/hexdeck/web/stamp")
    own = {"HEXDECK_PORT": "0", "HEXDECK_DATA": str(tmp_path / "house"), "BROWSER": "true"}
    play = pexpect.spawn(
        "make", ["play", *ready], cwd=ROOT, env=environment(tmp_path, **own), encoding="utf-8", timeout=60
    )
    play.expect("Stop it with Ctrl-C; every game is kept.")
    play.sendintr()
    play.expect(pexpect.EOF)
    assert "make" not in str(play.before), play.before


@pytest.mark.parametrize("program", [["-m", "hexdeck"], ["-m", "hexdeck.cli"]])
def test_the_version_is_told(program: list[str]) -> None:
    told = subprocess.run([sys.executable, *program, "--version"], capture_output=True, text=True, check=True)
    assert told.stdout == f"hexdeck {hexdeck.__version__}\n"
    assert re.fullmatch(r"\d+\.\d+\.\d+", hexdeck.__version__)


@pytest.fixture
def elsewhere(home: Path) -> dict[str, str]:
    """As on a system that has none of what only Unix has."""
    blocking = f"import sys\nfor name in {ONLY_UNIX}:\n    sys.modules[name] = None\n"
    (home / "sitecustomize.py").write_text(blocking)
    return {"PYTHONPATH": f"{home}{os.pathsep}{ROOT / 'src'}"}


def test_every_module_imports_without_what_only_unix_has(elsewhere: dict[str, str]) -> None:
    script = (
        "import hexdeck, importlib, pkgutil\n"
        "names = [one.name for one in pkgutil.walk_packages(hexdeck.__path__, 'hexdeck.')]\n"
        "others = ('.cluster', '.open_spiel')\n"  # need what not everybody has
        "for name in names:\n    name.endswith(others) or importlib.import_module(name)\n"
        "print(len(names) > 100)"
    )
    program, own = [sys.executable, "-c", script], {**os.environ, **elsewhere}
    told = subprocess.run(program, env=own, capture_output=True, text=True, check=False)
    assert (told.stdout, told.stderr) == ("True\n", "")


def test_serve_and_play_work_without_what_only_unix_has(home: Path, elsewhere: dict[str, str]) -> None:
    own = {"HEXDECK_PORT": "0", "HEXDECK_DATA": str(home / "house")}
    house = typed(home, "hexdeck serve", **own, **elsewhere)
    wait_until_open(house)
    house.terminate()
    told, _ = house.communicate(timeout=60)
    assert "Traceback" not in told
    play = typed(home, "hexdeck play voodoo_prince --players 2 -o rounds=1", **elsewhere)
    told, _ = play.communicate(FIRST_CHOICES, timeout=60)
    assert (play.returncode, "Traceback" in told) == (0, False), told
