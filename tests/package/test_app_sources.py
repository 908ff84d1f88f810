"""The app is built anew when anything changes that it is built from."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
READ_BY_PLUGINS: Final = re.compile(r'new URL\("\.\./\.\./([^"]+)"')


def listed() -> set[Path]:
    """What the fingerprint and the Makefile go by."""
    told = subprocess.run(
        [sys.executable, ROOT / "web" / "build.py", "--sources"], capture_output=True, text=True, check=True
    )
    return {ROOT / line for line in told.stdout.splitlines()}


def test_whatever_a_plugin_reads_is_a_source() -> None:
    plugins = (path.read_text() for path in (ROOT / "web" / "plugins").glob("*.js"))
    read = {ROOT / place for text in plugins for place in READ_BY_PLUGINS.findall(text)}
    assert read == {ROOT / "src/hexdeck/games", ROOT / "src/hexdeck/locale"}
    assert [place for place in read if not any(path.is_relative_to(place) for path in listed())] == []


def test_every_file_of_the_app_is_a_source() -> None:
    kept = subprocess.run(["git", "ls-files", "web"], cwd=ROOT, capture_output=True, text=True, check=True)
    ours = {ROOT / name for name in kept.stdout.split() if not name.startswith("web/tests/")}
    assert ours - listed() == set()
    assert {ROOT / "web" / "plugins" / "cards.js", ROOT / "web" / "package-lock.json"} <= listed()


def test_make_builds_it_after_an_edited_card() -> None:
    """As if the card file had just been changed; nothing is run."""
    cards = "src/hexdeck/games/voodoo/data/cards.toml"
    told = subprocess.run(
        ["make", "--dry-run", f"--what-if={cards}", "--old-file=.venv/.ready", "src/hexdeck/web/stamp"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ".venv/bin/python web/build.py\n" in told.stdout
