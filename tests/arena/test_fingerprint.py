"""Results of other code are other results: whatever plays a game is in the arena's fingerprint."""

import shutil
import subprocess
import sys
from pathlib import Path

import hexdeck
from hexdeck.arena.settings import fingerprint, fingerprint_of

PACKAGE = Path(hexdeck.__file__).parent
# Imported by a process that plays, but they only count and describe.
TELLING = (
    *("arena/__init__.py", "arena/estimates.py", "arena/own_code.py", "arena/settings.py", "arena/tallies/"),
    "locale/",
)
PLAY_ALL = """
import sys
from hexdeck.arena import cheater, match
from hexdeck.arena.simulate import play_bots
from hexdeck.games import GAMES
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
    assert {"record.py", "door.py", "cards.py", "games/voodoo/rules.py", "table/table.py"} <= set(files)
    for name in [*files, "games/voodoo/cards.toml"]:
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
