"""What is installed is what was published when we locked it, wherever it is fetched from."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
LOCKS: Final = sorted(ROOT.glob("requirements*.lock"))
PINNED: Final = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>[^ ;]+)(?P<where> ; [^\\]+)? \\\n"
    r"(?P<hashes>(?: {4}--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)"
)
BY_HASH: Final = "--no-deps --require-hashes"
COMPILED: Final = {"httptools": 40, "markupsafe": 40, "msgspec": 30, "uvloop": 30, "websockets": 40}  # files


def versions(lock: Path) -> set[tuple[str, str]]:
    return {(found["name"], found["version"]) for found in PINNED.finditer(lock.read_text())}


def test_all_locks_are_there() -> None:
    assert [path.name for path in LOCKS] == [
        "requirements-bench.lock",
        "requirements-build.lock",
        "requirements-dev.lock",
        "requirements-node.lock",
        "requirements-postgres.lock",
        "requirements-torch.lock",
        "requirements-training.lock",
        "requirements.lock",
    ]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_line_is_a_version_with_its_hashes_and_no_address(lock: Path) -> None:
    assert PINNED.sub("", lock.read_text()) == ""
    assert versions(lock)


def test_files_for_every_system_and_python_are_covered() -> None:
    found = {one["name"]: one["hashes"].count("sha256") for one in PINNED.finditer(LOCKS[-1].read_text())}
    assert {name: found[name] for name, least in COMPILED.items() if found[name] < least} == {}


@pytest.mark.parametrize("lock", LOCKS[:-1], ids=lambda path: path.name)
def test_locks_agree(lock: Path) -> None:
    house = dict(versions(ROOT / "requirements.lock"))
    other = [(name, version) for name, version in versions(lock) if house.get(name, version) != version]
    assert other == []


def test_make_installs_nothing_without_its_hash() -> None:
    installed = re.findall(r"\$\(PIP\) (.*)", (ROOT / "Makefile").read_text())
    assert len(installed) == 5
    for line in installed:
        assert BY_HASH in line or line.startswith("$(LOCKED)") or "--no-deps --editable ." in line


@pytest.mark.parametrize("file", ["Makefile", "Containerfile", ".github/workflows/release.yml"])
def test_what_a_lock_names_is_installed_and_nothing_is_looked_up_beside_it(file: str) -> None:
    """`coverage[toml]`, asked for by a package, was taken from the newest release, not from the lock."""
    text = (ROOT / file).read_text()
    assert text.count(BY_HASH) == text.count("--require-hashes") > 0


def test_locks_are_whole() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stdout) == (0, "No broken requirements found.\n")


@pytest.mark.parametrize("lock", ["web/package-lock.json", "bench/boardgameio/package-lock.json"])
def test_node_packages_have_hashes_and_no_address(lock: str) -> None:
    packages = json.loads((ROOT / lock).read_text())["packages"]
    fetched = {name: one for name, one in packages.items() if name.startswith("node_modules/")}
    assert fetched
    assert [name for name, one in fetched.items() if "integrity" not in one or "resolved" in one] == []


@pytest.mark.parametrize("file", [".ci/run", ".github/workflows/test.yml"])
def test_ci_installs_nothing_without_its_hash(file: str) -> None:
    """Asking what would be installed is none, and one job does what a user does."""
    installed = re.findall(r"pip install (.*)", (ROOT / file).read_text())
    assert installed
    by_hash = [line for line in installed if BY_HASH.removeprefix("install ") in line]
    assert [line for line in installed if line not in by_hash and not re.match(r"--dry-run|\.$", line)] == []


def test_pytorch_is_the_same_with_and_without_cuda() -> None:
    [(name, version)] = versions(ROOT / "requirements-torch.lock")
    assert (name, version) in versions(ROOT / "requirements-training.lock")
    bench = dict(versions(ROOT / "requirements-bench.lock"))
    assert dict(versions(ROOT / "requirements-training.lock"))["open-spiel"] == bench["open-spiel"]
