"""What a game consists of, file by file, and what a half-made one lacks: `hexdeck games check`."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

PACKAGE: Final = Path(__file__).parent
REPOSITORY: Final = PACKAGE.parents[1]


class Piece(NamedTuple):
    path: str  # below the package, or below the repository; {game} stands for the name
    what: str  # what is written there
    names: tuple[str, ...] = ()  # what others look for in it
    optional: bool = False  # everything works without it


PIECES: Final = (
    Piece(
        "games/{game}/events.py", "what can happen, a frozen dataclass each; all of them in Event", ("Event",)
    ),
    Piece("games/{game}/rules.py", "the rules: a State, and new(players, options)", ("State", "new")),
    Piece(
        "games/{game}/view.py",
        "who knows what: a View, view(state, seat), events(state, seat), worlds(view, rng)",
        ("View", "view", "events"),
    ),
    Piece("games/{game}/names.py", "written names of cards, actions and outcomes, and back"),
    Piece("games/{game}/words.py", "what is said about each event, and the labels of options", ("WORDS",)),
    Piece("games/{game}/rules_in_short.py", "the rules for whoever sits down", ("SECTIONS",)),
    Piece("games/{game}/pad.py", "what counts points at a real table", ("OPTIONS", "TABLE"), optional=True),
    Piece("games/{game}/__init__.py", "GAME = Game(...), which gathers all that", ("GAME",)),
    Piece("bots/heuristics/{game}.py", "Heuristic(rng), a bot that reads only the view", ("Heuristic",)),
    Piece("screens/{game}.py", "GameScreen(Screen), how its table reads in lines", ("GameScreen",)),
    Piece("arena/tallies/{game}.py", "what is worth counting", ("count", "means"), optional=True),
    Piece(
        "server/feats/{game}.py", "what players find in their statistics", ("LABELS", "feats"), optional=True
    ),
    Piece(
        "bots/searches/{game}.py", "a searching player, where search is not the whole of it", optional=True
    ),
    Piece(
        "features/{game}.py",
        "what a network sees: a LAYOUT of bits, features(view, style), choice(view, action)",
        ("LAYOUT", "features", "choice"),
        optional=True,
    ),
    Piece(
        "tactics/themes/{game}.py",
        "what good players know: look(state, seat) and theme(view, right, wrong)",
        ("THEMES", "look", "sees", "theme"),
        optional=True,
    ),
    Piece("coach/reasons/{game}.py", "what is counted to explain advice", ("FACTS", "POINTS"), optional=True),
    Piece(
        "coach/asides/{game}.py",
        "what should not be missed",
        ("openings", "closing", "missed"),
        optional=True,
    ),
    Piece("puzzles/shelf/{game}.jsonl", "what hexdeck puzzles make has found in it", optional=True),
    Piece("kernel/{game}.pyx", "the rules in C, for search a hundred times as fast", optional=True),
)
BESIDE: Final = (
    Piece("docs/rules/{game}.md", "the rules in numbered paragraphs, with every ruling"),
    Piece("docs/games/{game}.md", "the page of the game"),
    Piece("tests/laws/{game}_facts.py", "what the laws of all games must know of this one"),
    Piece("tests/rulebook/test_{game}.py", "a test for each paragraph of the rules"),
    Piece("web/src/games/{game}/front.ts", "its box and what it is about, for the first page"),
    Piece("web/src/games/{game}/index.ts", "its room in the browser, and the faces of its cards"),
    Piece("web/src/games/{game}/lesson.ts", "what somebody is told who learns it"),
    Piece("web/src/games/{game}/draws.ts", "what chance draws from, to verify it in the browser"),
)


class Finding(NamedTuple):
    path: str
    lack: str  # why it is not there or not whole; empty where it is
    piece: Piece

    def line(self) -> str:
        if not self.lack:
            return f"  found     {self.path}"
        word = "may have" if self.piece.optional else self.lack
        return f"  {word:<8}  {self.path}: {self.piece.what}"


def findings(game: str) -> Iterator[Finding]:
    """Each piece of the game; those beside the package only where that lies in its repository."""
    for piece in PIECES:
        path = piece.path.format(game=game)
        yield Finding(path, _lack(PACKAGE / path, piece), piece)
    if (REPOSITORY / "docs" / "rules").exists():
        for piece in BESIDE:
            path = piece.path.format(game=game)
            yield Finding(path, "" if (REPOSITORY / path).exists() else "missing", piece)


def _lack(file: Path, piece: Piece) -> str:
    if not file.exists():
        return "missing"
    if not piece.names:
        return ""
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    try:
        module = import_module(".".join(parts).removesuffix(".__init__"))
    except Exception as error:  # whatever a half-made file may raise
        return f"broken, {error}"
    lacking = [name for name in piece.names if not hasattr(module, name)]
    return f"lacks {', '.join(lacking)}" if lacking else ""
