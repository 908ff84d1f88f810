"""Copies of package and app with the files of a fifth game dropped in, and nothing else changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import hexdeck

PACKAGE = Path(hexdeck.__file__).parent
FILES = Path(__file__).parent / "hexdeck"  # each where it belongs in the package
WEB = Path(__file__).parents[2] / "web"
PAGES = Path(__file__).parent / "web"  # each where it belongs in the app


def linked(source: str, target: str) -> None:
    """As good as copied, and at once."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def drop_in(folder: Path, files: Path = FILES) -> dict[str, str]:
    """Make the copy in `folder`; returns the environment in which Python finds it."""
    skipped = shutil.ignore_patterns("__pycache__")
    copy = folder / "src" / "hexdeck"
    shutil.copytree(PACKAGE, copy, copy_function=linked, ignore=skipped)
    _add(files, copy)
    return {"PYTHONPATH": str(folder / "src")}


def build_app(folder: Path, environment: dict[str, str]) -> None:
    """The app with the game's room, for the package that `drop_in` has copied to `folder`."""
    shutil.rmtree(folder / "src" / "hexdeck" / "web")  # linked: what is written there would change ours
    web = folder / "web"
    shutil.copytree(WEB, web, ignore=shutil.ignore_patterns("node_modules", "tests", "__pycache__"))
    (web / "node_modules").symlink_to(WEB / "node_modules", target_is_directory=True)
    _add(PAGES, web)
    for script in ("protocol_types.py", "words_tables.py", "build.py"):
        made = subprocess.run(
            [sys.executable, str(web / script)],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, made.stdout + made.stderr


def _add(files: Path, copy: Path) -> None:
    for file in sorted(files.rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            target = copy / file.relative_to(files)
            assert not target.exists(), f"{target} would be changed"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target)
