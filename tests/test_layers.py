"""Imports point one way, and the law imports nothing but the standard library."""

import ast
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import hexdeck
from hexdeck.games import GAMES

ROOT = Path(hexdeck.__file__).parent
LAYERS = [
    {"errors", "cards", "file_lock", "parts", "quickly_made"},
    {"chance", "locale"},
    {"game", "game_words", "dealing"},
    {"games"},
    {"features"},
    {"door", "record", "reader", "verify", "bots", "table", "kernel", "console", "house_words", "screens"}
    | {"wire"},
    {"arena", "coach", "server", "tui", "library", "rl", "tactics", "puzzles"},
    {"pieces"},
    {"cli", "__main__"},
]
MODULES = sorted(ROOT.rglob("*.py"))
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
PURE = max(level for level, names in enumerate(LAYERS) if "games" in names)


@cache
def parsed(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text())))


@cache
def imported(path: Path) -> set[str]:
    """Every module that `path` imports, by its dotted name."""
    nodes = parsed(path)
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    named = {f"{node.module}.{alias.name}" for node in parts for alias in node.names}
    modules = {name for name in named if ROOT.parent.joinpath(*name.split(".")).with_suffix(".py").exists()}
    return plain | modules | {str(node.module) for node in parts}


def part(path: Path) -> str:
    """The package or module directly under hexdeck that `path` belongs to."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def offenders(wrong: Callable[[Path], set[str]], paths: Iterable[Path]) -> dict[str, set[str]]:
    """What is wrong in which module."""
    return {str(path.relative_to(ROOT)): found for path in paths if (found := wrong(path))}


def test_imports_point_one_way() -> None:
    def upwards(path: Path) -> set[str]:
        level = LEVEL[part(path)]
        ours = {name.split(".")[1] for name in imported(path) if name.startswith("hexdeck.")}
        return {name for name in ours if LEVEL[name] > level}

    # of the package itself tests/table/test_library.py shows that it loads nothing by itself
    assert offenders(upwards, [path for path in MODULES if path != ROOT / "__init__.py"]) == {}


def test_the_server_knows_no_terminal() -> None:
    """What both need stands below both: screens and words."""
    served = [path for path in MODULES if part(path) == "server"]
    assert len(served) > 30
    assert [path for path in served if any(name.startswith("hexdeck.tui") for name in imported(path))] == []


def test_the_law_needs_only_the_standard_library() -> None:
    law = [path for path in MODULES if LEVEL.get(part(path), PURE + 1) <= PURE]
    assert len(law) > 30

    def foreign(path: Path) -> set[str]:
        return {name.split(".")[0] for name in imported(path)} - sys.stdlib_module_names - {"hexdeck"}

    assert offenders(foreign, law) == {}


def test_no_game_knows_another() -> None:
    def others(path: Path) -> set[str]:
        own = path.relative_to(ROOT).parts[1]
        return {
            name for name in imported(path) if name.startswith("hexdeck.games.") and own != name.split(".")[2]
        }

    in_games = [path for path in MODULES if part(path) == "games" and path.parent != ROOT / "games"]
    assert {path.relative_to(ROOT).parts[1] for path in in_games} == {*GAMES}
    assert offenders(others, in_games) == {}


def games_own(path: Path) -> bool:
    """It lies in the folder of a game, or is called after one: voodoo.py, voodoo_terms.py."""
    places = [*path.relative_to(ROOT).parts[:-1], path.stem]
    return any(place == game or place.startswith(f"{game}_") for place in places for game in GAMES)


def test_no_game_is_named_outside_its_own_files() -> None:
    """Only the shelf says in which order the games stand."""

    def games(path: Path) -> set[str]:
        named = {
            node.value
            for node in parsed(path)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in GAMES
        }
        ours = [name for name in imported(path) if name.startswith("hexdeck.")]
        return named | {name for name in ours if games_own(ROOT.parent.joinpath(*name.split(".")))}

    shelf = ROOT / "games" / "__init__.py"
    assert offenders(games, [path for path in MODULES if not games_own(path) and path != shelf]) == {}


def test_no_module_of_the_server_needs_itself_by_way_of_another() -> None:
    """Not even for a type: TopologicalSorter raises CycleError."""
    names = {".".join(path.relative_to(ROOT.parent).with_suffix("").parts): path for path in MODULES}
    rooms = {name: path for name, path in names.items() if part(path) == "server"}
    order = TopologicalSorter({name: rooms.keys() & imported(path) for name, path in rooms.items()})
    assert len(list(order.static_order())) == len(rooms)


def test_only_the_store_speaks_sql() -> None:
    for path in MODULES:
        if part(path) == "server" and "storage" not in path.parts:
            text = path.read_text()
            assert not {"sqlite3", "asyncpg"} & imported(path), path
            assert not re.search(r"\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA)\b", text), path


def test_everything_outside_the_games_sees_views_only() -> None:
    """No screen and no bot imports a State."""
    for path in MODULES:
        if part(path) in ("bots", "screens", "tui", "arena", "server"):
            assert not re.search(r"import [^\n]*\bState\b|^    State,$", path.read_text(), re.MULTILINE), path
