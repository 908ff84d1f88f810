"""A browser for the tests of the app, found or installed; PATH says what kind of machine it is."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import sync_playwright

from bench.chromium import MISSING

ROOT: Final = Path(__file__).parents[2]
NOBODY_LISTENS: Final = "http://127.0.0.1:9"


def machine(programs: Path, **more: str) -> dict[str, str]:
    """One that has nothing but `programs`, and cannot download anything."""
    clean = {name: value for name, value in os.environ.items() if name != "CI"}
    own = {"PLAYWRIGHT_BROWSERS_PATH": str(programs / "own"), "PLAYWRIGHT_DOWNLOAD_HOST": NOBODY_LISTENS}
    return clean | own | {"PATH": str(programs)} | more


def set_up(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What `make browser` does."""
    program = [sys.executable, "bench/chromium.py"]
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)


def write(program: Path, script: str) -> None:
    program.write_text(f"#!{sys.executable}\n{script}")
    program.chmod(0o755)


def test_a_browser_that_is_there_is_taken(tmp_path: Path) -> None:
    write(tmp_path / "chromium", "")
    ran = set_up(machine(tmp_path))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_playwrights_own_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "own"))
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    own.parent.mkdir(parents=True)
    write(own, "")
    ran = set_up(machine(tmp_path))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root installs packages")
def test_debians_is_installed_where_we_may(tmp_path: Path) -> None:
    write(
        tmp_path / "apt-get",
        "import pathlib, sys\nif 'install' in sys.argv:\n"
        "    new = pathlib.Path(__file__).with_name('chromium')\n    new.touch()\n    new.chmod(0o755)\n",
    )
    ran = set_up(machine(tmp_path))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "installing chromium chromium-headless-shell fonts-dejavu-core\n"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root installs packages")
def test_root_gets_the_quicker_one_beside_the_other(tmp_path: Path) -> None:
    """And is asked for no more once it is there."""
    write(tmp_path / "chromium", "")
    write(
        tmp_path / "apt-get",
        "import pathlib, sys\n"
        "new = pathlib.Path(__file__).with_name(sys.argv[-1])\nnew.touch()\nnew.chmod(0o755)\n",
    )
    said = [set_up(machine(tmp_path)).stdout for _ in range(2)]
    assert said == ["installing chromium-headless-shell: the tests of the app are quicker with it\n", ""]
    assert (tmp_path / "chromium-headless-shell").exists()


def test_where_none_can_be_had_it_says_so_in_one_sentence_and_ci_fails(tmp_path: Path) -> None:
    ran = set_up(machine(tmp_path, CI="true"))
    assert (ran.returncode, ran.stderr) == (1, f"{MISSING}\n")


def test_without_a_browser_its_tests_are_skipped(tmp_path: Path) -> None:
    options = ("-n", "0", "-q", "-rs", "-p", "no:cacheprovider")
    test = "tests/web/test_pages.py::test_somebody_is_forgotten"
    program = [sys.executable, "-m", "pytest", *options, test]
    ran = subprocess.run(
        program, env=machine(tmp_path), capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert "1 skipped" in ran.stdout, ran.stdout
    assert MISSING in ran.stdout
