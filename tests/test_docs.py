"""What the documents say is so."""

import inspect
import re
import shlex
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from hexdeck.cli import parser
from hexdeck.errors import GameError
from hexdeck.game import Game
from hexdeck.games import GAMES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def page(game: Game[Any, Any]) -> str:
    return (ROOT / "docs" / "games" / f"{game.name}.md").read_text()


@every_game
def test_a_games_page_names_every_field_event_and_option(game: Game[Any, Any]) -> None:
    view: Any = import_module(f"hexdeck.games.{game.name}.view").View
    events = import_module(f"hexdeck.games.{game.name}.events")
    kinds: list[Any] = [
        kind for _, kind in inspect.getmembers(events, inspect.isclass) if kind.__module__ == events.__name__
    ]
    names = [field.name for field in (*fields(view), *(field for kind in kinds for field in fields(kind)))]
    names += [kind.__name__ for kind in kinds] + [option.name for option in game.options]
    assert [name for name in names if f"`{name}`" not in page(game)] == []
    assert f"`{game.name}`, version {game.version}," in page(game)
    assert f"{game.actions} numbers." in page(game)


@every_game
def test_a_rules_page_has_a_test_for_every_paragraph_and_ruling(game: Game[Any, Any]) -> None:
    rules = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text()
    tests = "\n".join(
        path.read_text()
        for path in (ROOT / "tests" / "rulebook").glob("test_*.py")
        if re.fullmatch(rf"test_{game.name}(_(?!prince).*)?\.py", path.name)
    )
    paragraphs = [mark.lower() for mark in re.findall(r"\*\*\[([A-Z]{2}\d+)\]", rules)]
    rulings = re.findall(r"\*\*\[[A-Z]{2}-R(\d+)\]\*\*", rules)
    assert len(paragraphs) >= 12
    assert [mark for mark in paragraphs if f"def test_{mark}_" not in tests] == []
    assert [number for number in rulings if f"def test_ruling_{number}_" not in tests] == []


def test_the_law_cites_paragraphs_that_exist() -> None:
    for game in GAMES.values():
        rules = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text()
        there = set(re.findall(r"\[([A-Z]{2}(?:-R)?\d+)\]", rules))
        for path in (ROOT / "src" / "hexdeck" / "games" / game.name).glob("*.py"):
            cited = {mark for group in re.findall(r"\[([^\]]*)\]", path.read_text()) for mark in marks(group)}
            assert cited - there == set(), path


def marks(group: str) -> list[str]:
    """`VP4` and `VP-R5` from what stands in square brackets, if it is a citation."""
    parts = group.split(", ")
    return parts if all(re.fullmatch(r"[A-Z]{2}(-R)?\d+", part) for part in parts) else []


def test_the_readmes_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    program = README.split("```python\n")[1].split("```")[0]
    exec(compile(program, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines()[-1].startswith("(")


@pytest.mark.parametrize("line", re.findall(r"^hexdeck .*?(?=\s*#|$)", README, re.MULTILINE))
def test_the_readmes_commands_exist(line: str) -> None:
    if "COMMAND" not in line:
        parser().parse_args(shlex.split(line)[1:])


@pytest.mark.parametrize(
    "text", [README, (ROOT / "CONTRIBUTING.md").read_text()], ids=["README", "CONTRIBUTING"]
)
def test_links_and_make_targets_exist(text: str) -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert [link for link in re.findall(r"\]\(([^)]+)\)", text) if not (ROOT / link).exists()] == []
    assert [target for target in re.findall(r"`?make ([a-z]+)", text) if f"\n{target}:" not in makefile] == []


def test_the_error_tree_is_drawn_as_it_is() -> None:
    drawing = import_module("hexdeck.errors").__doc__ or ""
    kinds = [GameError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    codes = {kind.code for kind in kinds if hasattr(kind, "code")}
    assert all(f"{kind.__name__} " in drawing for kind in kinds if "code" in vars(kind))
    assert all(code in drawing for code in codes)


def test_no_page_names_a_path_of_somebodys_machine() -> None:
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        assert not re.search(r"/(home|root|work|Users)/", path.read_text()), path
