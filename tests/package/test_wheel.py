"""A wheel that was built once needs neither a compiler nor Node where it is installed; and where nothing
can be compiled, a wheel without the kernel is built from the sources that we publish."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gettext import translation
from pathlib import Path
from sysconfig import get_platform
from typing import Final

import httpx
import pytest

ROOT: Final = Path(__file__).parents[2]
BUILT: Final = shutil.ignore_patterns("*.so", "__pycache__", "node_modules", "*.egg-info")
PIP: Final = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy to build in: others use the tree at the same time.  The kernel is compiled already."""
    tree = tmp_path_factory.mktemp("tree")
    compiled = tree / "build" / f"lib.{get_platform()}-{sys.implementation.cache_tag}" / "hexdeck" / "kernel"
    for name in ("src", "web"):
        shutil.copytree(ROOT / name, tree / name, ignore=BUILT)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree / name)
    shutil.copytree(ROOT / "build" / "kernel", tree / "build" / "kernel")
    compiled.mkdir(parents=True)
    for module in (ROOT / "src" / "hexdeck" / "kernel").glob("*.so"):
        shutil.copy(module, compiled)
    return tree


@pytest.fixture(scope="module")
def installed(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an installed wheel."""
    return install(tree, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def installed_without_compiler(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same from the source distribution, on a machine whose compiler fails."""
    unpacked = tmp_path_factory.mktemp("unpacked")
    run([sys.executable, "setup.py", "--quiet", "sdist", "--dist-dir", str(unpacked)], tree)
    [archive] = unpacked.iterdir()
    run(["tar", "--extract", "--file", str(archive), "--directory", str(unpacked)])
    [source] = (path for path in unpacked.iterdir() if path.is_dir())
    shutil.copytree(tree / "build" / "kernel", source / "build" / "kernel")
    return install(source, tmp_path_factory.mktemp("law"), CC="false", HEXDECK_SKIP_WEB="1")


def install(source: Path, target: Path, **variables: str) -> Path:
    """`target`, with what was built from `source` in it."""
    wheels = target / "wheels"
    options = ("--no-cache-dir", "--no-build-isolation", "--no-deps", "--wheel-dir", str(wheels))
    run([*PIP, "wheel", *options, str(source)], **variables)
    [wheel] = wheels.glob("*.whl")
    run([*PIP, "install", "--no-deps", "--no-index", "--target", str(target), str(wheel)])
    return target


def run(command: Sequence[str], cwd: Path = Path("/"), /, **variables: str) -> str:
    """What it prints; its errors are in the test's message if it fails."""
    ran = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False, cwd=cwd
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


@pytest.mark.parametrize(
    "command",
    [
        "simulate voodoo_prince --games 1 --bots ismcts-40 -o rounds=1",
        "simulate vampire_queen --games 1 --bots ismcts-40 -o phases=1",
        "simulate skull_queen --games 1 --bots heuristic",
        "simulate voodoo --games 1 --bots ismcts-40",
        "arena voodoo_prince ismcts-40 random --players 2 --deals 2 --workers 2 -o rounds=1",
    ],
)
def test_without_a_compiler_the_law_plays_and_says_so_once(
    command: str, installed_without_compiler: Path, tmp_path: Path
) -> None:
    assert list(installed_without_compiler.rglob("*.so")) == []
    ran = subprocess.run(
        [sys.executable, "-m", "hexdeck.cli", *command.split()],
        env={**os.environ, **bare(installed_without_compiler), "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    said = "hexdeck: the compiled kernel is not here: search bots run on the law, slower and weaker"
    assert (ran.returncode, ran.stderr.split("\n")[0], ran.stderr.count("kernel")) == (0, said, 1)
