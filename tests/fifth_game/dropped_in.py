"""A copy of the package with the files of a fifth game dropped in, and nothing else changed."""

import os
import shutil
from pathlib import Path

import hexdeck

PACKAGE = Path(hexdeck.__file__).parent
FILES = Path(__file__).parent / "hexdeck"  # each where it belongs in the package


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
    for file in sorted(files.rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            target = copy / file.relative_to(files)
            assert not target.exists(), f"{target} would be changed"
            target.parent.mkdir(exist_ok=True)
            shutil.copy2(file, target)
    return {"PYTHONPATH": str(folder / "src")}
