"""The files of a game, found by its name, and what a half-made one lacks: `hexdeck games check`."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

PACKAGE: Final = Path(__file__).parents[1]
GAMES_FOLDER: Final = PACKAGE / "games"
REPOSITORY: Final = PACKAGE.parents[1]


class GameFile(NamedTuple):
    path: str  # below the game's folder, or below the repository; {game} stands for the name
    content: str
    names: tuple[str, ...] = ()  # that other modules use of it
    optional: bool = False  # the game can be played without it


FILES: Final = (
    GameFile("law/events.py", "what can happen, a frozen dataclass each; all of them in Event", ("Event",)),
    GameFile("law/rules.py", "the rules: a State, and new(players, options)", ("State", "new")),
    GameFile(
        "law/view.py",
        "who knows what: a View, view(state, seat), events(state, seat), worlds(view, rng)",
        ("View", "view", "events"),
    ),
    GameFile("law/names.py", "written names of cards, actions and outcomes, and back"),
    GameFile("__init__.py", "GAME = Game(...), which gathers all that", ("GAME",)),
    GameFile("text/words.py", "what is said about each event, and the labels of options", ("WORDS",)),
    GameFile("text/rules_in_short.py", "the rules for a player who sits down", ("SECTIONS",)),
    GameFile("text/screen.py", "GameScreen(Screen), how its table reads in lines", ("GameScreen",)),
    GameFile("text/pad.py", "what counts points at a real table", ("OPTIONS", "TABLE"), optional=True),
    GameFile("ai/heuristic.py", "Heuristic(rng), a bot that reads only the view", ("Heuristic",)),
    GameFile("ai/search.py", "a searching player, where search is not the whole of it", optional=True),
    GameFile(
        "ai/features.py",
        "what a network sees: a LAYOUT of bits, features(view, style)",
        ("LAYOUT", "features"),
        optional=True,
    ),
    GameFile("ai/tallies.py", "what the arena counts", ("count", "means"), optional=True),
    GameFile("ai/feats.py", "what players find in their statistics", ("LABELS", "feats"), optional=True),
    GameFile(
        "ai/themes.py",
        "what good players know: THEMES, look(state, seat) and sees(view)",
        ("THEMES", "look", "sees"),
        optional=True,
    ),
    GameFile("ai/reasons.py", "what is counted to explain advice", ("FACTS", "POINTS"), optional=True),
    GameFile(
        "ai/out_of_turn.py",
        "what should not be missed in turn and out of it",
        ("openings", "closing", "missed"),
        optional=True,
    ),
    GameFile("ai/bounds.py", "how many points and choices it has at most", ("bounds",), optional=True),
    GameFile("data/puzzles.jsonl", "what hexdeck puzzles make has found in it", optional=True),
    GameFile("data/network.safetensors", "what hexdeck train has made", optional=True),
    GameFile("kernel/compiled.pyx", "the rules in C, for search a hundred times as fast", optional=True),
)
BESIDE: Final = (
    GameFile("docs/rules/{game}.md", "the rules in numbered paragraphs, with every ruling"),
    GameFile("docs/games/{game}.md", "the page of the game"),
    GameFile("tests/laws/{game}_facts.py", "what the laws of all games must know of this one"),
    GameFile("tests/rulebook/test_{game}.py", "a test for each paragraph of the rules"),
    GameFile("web/src/games/{game}/front.ts", "its box and what it is about, for the first page"),
    GameFile("web/src/games/{game}/index.ts", "its room in the browser, and the faces of its cards"),
    GameFile("web/src/games/{game}/lesson.ts", "what a learner is told"),
    GameFile("web/src/games/{game}/draws.ts", "what chance draws from, to verify it in the browser"),
)


def part_of(game: str, part: str) -> ModuleType | None:
    """Return a module of a game's folder, such as `ai.heuristic`; None if there is no such file."""
    return optional_module(f"hexdeck.games.{game}.{part}")


def optional_module(name: str) -> ModuleType | None:
    """Return the module, or None if it or a folder above it is not there."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if not f"{name}.".startswith(f"{error.name}."):
            raise
        return None


def data_of(game: str) -> Path:
    """Return the folder with a game's files that are no code, such as its network and its puzzles."""
    return GAMES_FOLDER / game / "data"


class Finding(NamedTuple):
    path: str
    lack: str  # why it is not there or not whole; empty where it is
    file: GameFile

    def line(self) -> str:
        if not self.lack:
            return f"  found     {self.path}"
        word = "may have" if self.file.optional else self.lack
        return f"  {word:<8}  {self.path}: {self.file.content}"


def findings(game: str) -> Iterator[Finding]:
    """Yield each file of the game; those beside the package only where it lies in its repository."""
    for file in FILES:
        yield Finding(f"games/{game}/{file.path}", _lack(GAMES_FOLDER / game / file.path, file), file)
    if (REPOSITORY / "docs" / "rules").exists():
        for file in BESIDE:
            path = file.path.format(game=game)
            yield Finding(path, "" if (REPOSITORY / path).exists() else "missing", file)


def _lack(path: Path, file: GameFile) -> str:
    if not path.exists():
        return "missing"
    if not file.names:
        return ""
    try:
        defined = set(_defined(ast.parse(path.read_text("utf-8"))))
    except SyntaxError as error:
        return f"broken, {error}"
    lacking = [name for name in file.names if name not in defined]
    return f"lacks {', '.join(lacking)}" if lacking else ""


def _defined(module: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines or imports; a half-made game cannot be imported."""
    for node in module.body:
        match node:
            case ast.FunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.Assign(targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(ast.Name(name)):
                yield name
            case ast.Import(names) | ast.ImportFrom(names=names):
                yield from (alias.asname or alias.name for alias in names)
