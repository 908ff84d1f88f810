"""Results of other code are other results: whatever plays a game is in the arena's fingerprint."""

import shutil
import subprocess
import sys
from pathlib import Path

import hexdeck
from hexdeck.ai.arena.settings import fingerprint, fingerprint_of

PACKAGE = Path(hexdeck.__file__).parent
# Imported by a process that plays, but they only count and describe.
TELLING = (
    *(
        "ai/arena/__init__.py",
        "ai/arena/estimates.py",
        "ai/arena/own_code.py",
        "ai/arena/settings.py",
        "ai/arena/facts.py",
        "ai/arena/tallies.py",
    ),
    "ai/__init__.py",
    "locale/",
    "text/",
)
PLAY_ALL = """
import sys
from hexdeck.ai.arena import cheater, match
from hexdeck.ai.arena.simulate import play_bots
from hexdeck.core.registry import GAMES
for game in GAMES.values():
    play_bots(game, ["heuristic"] * game.players[0], bytes(32))
print(*sorted(m.__file__ for name, m in sys.modules.items() if name.startswith("hexdeck")), sep="\\n")
"""


def playing_files() -> list[str]:
    """What a process has loaded that has played each of the games."""
    done = subprocess.run([sys.executable, "-c", PLAY_ALL], capture_output=True, text=True, check=True)
    paths = [Path(line).relative_to(PACKAGE).as_posix() for line in done.stdout.split()]
    return [path for path in paths if not path.startswith(TELLING)]


def test_every_file_that_plays_is_in_the_fingerprint(tmp_path: Path) -> None:
    copy = tmp_path / "hexdeck"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("web", "locale", "__pycache__"))
    before = fingerprint_of(copy)
    assert before == fingerprint()
    files = playing_files()
    assert {
        "core/record.py",
        "core/input_check.py",
        "core/cards.py",
        "games/voodoo/law/rules.py",
        "core/table.py",
    } <= set(files)
    for name in [*files, "games/voodoo/data/cards.toml"]:
        path = copy / name
        kept = path.read_bytes()
        path.write_bytes(kept + b"\n")
        assert fingerprint_of(copy) != before, name
        path.write_bytes(kept)


def test_what_people_read_is_not(tmp_path: Path) -> None:
    copy = tmp_path / "hexdeck"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("web", "__pycache__"))
    before = fingerprint_of(copy)
    (copy / "cli.py").write_text("")
    shutil.rmtree(copy / "locale")
    assert fingerprint_of(copy) == before
