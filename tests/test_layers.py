"""Imports point one way, and the law imports nothing but the standard library."""

import ast
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import hexdeck
from hexdeck.core.registry import GAMES

ROOT = Path(hexdeck.__file__).parent
LAYERS = [
    {"core"},
    {"locale"},
    {"text", "kernel"},
    {"ai"},
    {"rl", "terminal", "server"},
    {"library"},
    {"cli", "__main__"},
]  # a folder imports what stands above it here
OF_A_GAME = {
    "law": {"core"},
    "text": {"core", "locale", "text"},
    "kernel": {"core", "kernel"},
    "ai": {"core", "locale", "text", "kernel", "ai"},
}  # what each folder of a game imports beside the game's law
ROOMS = [
    *("base", "bus", "bots", "store", "daily", "results", "people", "tables"),
    *("tournaments", "reviews", "cluster", "house", "web", "run"),
]  # of the server: each imports only those before it
SEES_VIEWS = re.compile(
    r"ai/(bots|external_bots|networks|arena)/|text/|terminal/|server/|games/\w+/(text|ai/heur)"
)
MODULES = sorted(ROOT.rglob("*.py"))
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


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


def of_ours(path: Path) -> set[str]:
    """Return the modules of ours that a module imports, without the package's own name."""
    return {name.removeprefix("hexdeck.") for name in imported(path) if name.startswith("hexdeck.")}


def test_imports_point_one_way() -> None:
    def upwards(path: Path) -> set[str]:
        level = LEVEL[part(path)]
        return {name for name in of_ours(path) if LEVEL.get(name.split(".")[0], -1) > level}

    # of the package itself tests/core/test_library.py shows that it loads nothing by itself
    outside = [path for path in MODULES if path != ROOT / "__init__.py" and part(path) != "games"]
    assert offenders(upwards, outside) == {}


def test_a_folder_of_a_game_imports_its_layer_and_the_law() -> None:
    def foreign(path: Path) -> set[str]:
        game, folder = path.relative_to(ROOT).parts[1:3]
        may = OF_A_GAME[folder]
        own = {f"games.{game}.{name}" for name in ("law", folder)} | (
            {f"games.{game}", f"games.{game}.text"} if folder == "ai" else set()
        )
        return {
            name
            for name in of_ours(path)
            if name.split(".")[0] not in may and ".".join(name.split(".")[:3]) not in own
        }

    inside = [path for path in MODULES if len(path.relative_to(ROOT).parts) == 4 and part(path) == "games"]
    assert len(inside) > 80
    assert offenders(foreign, inside) == {}


def test_the_server_knows_no_terminal() -> None:
    """What both need stands below both: screens and words."""
    served = [path for path in MODULES if part(path) == "server"]
    assert len(served) > 30
    assert [
        path for path in served if any(name.startswith("hexdeck.terminal") for name in imported(path))
    ] == []


def test_the_law_needs_only_the_standard_library() -> None:
    law = [path for path in MODULES if part(path) == "core" or "law" in path.parts]
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
    """Only the registry says in which order the games stand."""

    def games(path: Path) -> set[str]:
        named = {
            node.value
            for node in parsed(path)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in GAMES
        }
        ours = [name for name in imported(path) if name.startswith("hexdeck.")]
        return named | {name for name in ours if games_own(ROOT.parent.joinpath(*name.split(".")))}

    registry = ROOT / "core" / "registry.py"
    assert offenders(games, [path for path in MODULES if not games_own(path) and path != registry]) == {}


def test_no_module_of_the_server_needs_itself_by_way_of_another() -> None:
    """Not even for a type: TopologicalSorter raises CycleError."""
    names = {".".join(path.relative_to(ROOT.parent).with_suffix("").parts): path for path in MODULES}
    rooms = {name: path for name, path in names.items() if part(path) == "server"}
    order = TopologicalSorter({name: rooms.keys() & imported(path) for name, path in rooms.items()})
    assert len(list(order.static_order())) == len(rooms)


def test_rooms_of_the_server_import_those_below() -> None:
    def upwards(path: Path) -> set[str]:
        room = path.relative_to(ROOT).parts[1]
        may = ROOMS[: ROOMS.index(room) + 1]
        return {
            name for name in of_ours(path) if name.startswith("server.") and name.split(".")[1] not in may
        }

    rooms = [path for path in MODULES if part(path) == "server" and path.parent != ROOT / "server"]
    assert {path.relative_to(ROOT).parts[1] for path in rooms} == {*ROOMS}
    assert offenders(upwards, rooms) == {}


def test_only_the_store_speaks_sql() -> None:
    for path in MODULES:
        if part(path) == "server" and "store" not in path.parts:
            text = path.read_text()
            assert not {"sqlite3", "asyncpg"} & imported(path), path
            assert not re.search(r"\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA)\b", text), path


def test_everything_outside_the_games_sees_views_only() -> None:
    """No screen and no bot imports a State."""
    for path in MODULES:
        name = path.relative_to(ROOT).as_posix()
        if re.match(
            r"ai/(bots|external_bots|networks|arena)/|text/|terminal/|server/|games/\w+/(text|ai/heur)", name
        ):
            assert not re.search(r"import [^\n]*\bState\b|^    State,$", path.read_text(), re.MULTILINE), path
