"""A wheel that was built once needs neither a compiler nor Node where it is installed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gettext import translation
from pathlib import Path
from typing import Final

import httpx
import pytest

ROOT: Final = Path(__file__).parents[2]
BUILT: Final = shutil.ignore_patterns("*.so", "__pycache__", "node_modules", "*.egg-info")
PIP: Final = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an installed wheel, built from a copy: others use the tree at the same time."""
    tree, wheels, target = (tmp_path_factory.mktemp(name) for name in ("tree", "wheels", "installed"))
    for name in ("src", "web"):
        shutil.copytree(ROOT / name, tree / name, ignore=BUILT)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree / name)
    run([*PIP, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", str(wheels), str(tree)])
    [wheel] = wheels.glob("*.whl")
    run([*PIP, "install", "--no-deps", "--no-index", "--target", str(target), str(wheel)])
    return target


def run(command: Sequence[str], **variables: str) -> str:
    """What it prints; its errors are in the test's message if it fails."""
    ran = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False, cwd="/"
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def bare(installed: Path) -> dict[str, str]:
    """A machine with no other program on it."""
    return {"PYTHONPATH": str(installed), "PATH": "/nowhere"}


@contextmanager
def served(installed: Path, data: Path) -> Iterator[str]:
    """The address of a house from the wheel."""
    process = subprocess.Popen(
        [sys.executable, "-m", "hexdeck.cli", "serve", "--port", "0", "--data", str(data)],
        env={**os.environ, **bare(installed)},
        stdout=subprocess.PIPE,
        text=True,
        cwd="/",
    )
    assert process.stdout
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        yield found[0]
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


def test_the_kernel_comes_compiled(installed: Path) -> None:
    script = (
        "import hexdeck\nfrom hexdeck.games import GAMES\n"
        "from hexdeck.kernel import kernel_of, search_module\n"
        "print(hexdeck.__file__, all(map(kernel_of, GAMES)), search_module() is not None)"
    )

    said = run([sys.executable, "-c", script], **bare(installed))

    assert said.split() == [str(installed / "hexdeck" / "__init__.py"), "True", "True"]


def test_the_house_serves_the_app(installed: Path, tmp_path: Path) -> None:
    with served(installed, tmp_path / "data") as url, httpx.Client(base_url=url) as client:
        page = client.get("/")
        script = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
        assert script
        assert client.get(script[1]).is_success
        assert client.get("/plain", follow_redirects=True).is_success


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_the_words_are_there(installed: Path, language: str) -> None:
    words = translation("hexdeck", installed / "hexdeck" / "locale", [language])

    assert words.gettext("Play now") != "Play now"
