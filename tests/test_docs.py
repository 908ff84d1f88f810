"""What the documents say is so."""

import inspect
import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from docs import module_tables
from hexdeck.cli import parser
from hexdeck.core.errors import GameError
from hexdeck.core.features import features_for, is_value_network
from hexdeck.core.game import AnyGame
from hexdeck.core.registry import GAMES
from hexdeck.server.base import messages as protocol
from hexdeck.server.base.metrics import Metrics
from hexdeck.server.base.settings import Settings
from hexdeck.server.web import streams
from hexdeck.server.web.api import routes as api

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text()
SERVER = (ROOT / "docs" / "server.md").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def page(game: AnyGame) -> str:
    return (ROOT / "docs" / "games" / f"{game.name}.md").read_text()


@every_game
def test_a_games_page_names_every_field_event_and_option(game: AnyGame) -> None:
    view: Any = import_module(f"hexdeck.games.{game.name}.law.view").View
    events = import_module(f"hexdeck.games.{game.name}.law.events")
    kinds: list[Any] = [
        kind for _, kind in inspect.getmembers(events, inspect.isclass) if kind.__module__ == events.__name__
    ]
    names = [field.name for field in (*fields(view), *(field for kind in kinds for field in fields(kind)))]
    names += [kind.__name__ for kind in kinds] + [option.name for option in game.options]
    assert [name for name in names if f"`{name}`" not in page(game)] == []
    assert f"`{game.name}`, version {game.version}," in page(game)
    assert f"{game.actions} numbers." in page(game)


@every_game
def test_a_games_page_tells_what_a_network_sees(game: AnyGame) -> None:
    """Every group of bits in its order, with its size; and how many choices there are, or seats to win."""
    section = page(game).partition("\n## What a network sees\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\S.*) \|$", section, re.MULTILINE)
    features = features_for(game.name)
    groups = Counter(name.partition(": ")[0] for name in features.LAYOUT.names())
    assert [(group, int(bits)) for group, bits, _ in rows] == list(groups.items())
    assert f"`hexdeck.games.{game.name}.ai.features` makes {features.LAYOUT.size:,} bits of a view" in section
    outputs = "six seats" if is_value_network(game.name) else f"{features.LAYOUT.choices} choices"
    assert f"each of {outputs}" in section


@every_game
def test_a_rules_page_has_a_test_for_every_paragraph_and_ruling(game: AnyGame) -> None:
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


@pytest.mark.parametrize("page", ["README.md", "api.md", "coach.md"])
def test_a_program_runs(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    [program] = examples()[page, "python"]
    exec(compile(program, page, "exec"), {})
    assert capsys.readouterr().out.splitlines()[-1].startswith("(")


def test_features_have_names(capsys: pytest.CaptureFixture[str]) -> None:
    [program] = examples()["training.md", "python"]
    exec(compile(program, "training.md", "exec"), {})
    assert capsys.readouterr().out == "1106 85 ['hand: trump or longest, 0', 'hand: trump or longest, 1']\n"


def test_the_plan_follows_from_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """Every figure of the program stands in the table too, which says how it was measured."""
    [program], [printed] = (examples()["hundred_thousand.md", kind] for kind in ("python", "text"))
    names: dict[str, Any] = {}
    exec(compile(program, "hundred_thousand.md", "exec"), names)
    assert capsys.readouterr().out == printed
    rows = re.findall(
        r"^\| (`.*?) \| (.*?) \|", (ROOT / "docs" / "hundred_thousand.md").read_text(), re.MULTILINE
    )
    measured = {
        name: float(figure.replace(",", ""))
        for left, right in rows
        for name, figure in zip(re.findall(r"`(\w+)`", left), re.findall(r"[\d.,]+", right), strict=True)
    }
    assert measured == {name: names[name] for name in measured}
    assert len(measured) == 12


@pytest.mark.parametrize(
    "text",
    [(ROOT / name).read_text() for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")],
    ids=["README", "CONTRIBUTING", "SECURITY"],
)
def test_links_and_make_targets_exist(text: str) -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert [link for link in re.findall(r"\]\(([^)]+)\)", text) if not (ROOT / link).exists()] == []
    assert [target for target in re.findall(r"`?make ([a-z]+)", text) if f"\n{target}:" not in makefile] == []


def test_the_error_tree_is_drawn_as_it_is() -> None:
    modules = ("hexdeck.core.errors", "hexdeck.server.base.refusals")
    drawing = "\n".join(str(import_module(name).__doc__) for name in modules)
    assert [
        kind for kind in every_kind() if "code" in vars(kind) and f"{kind.__name__} " not in drawing
    ] == []
    assert [code for code in every_code() if code not in drawing] == []


def test_the_protocol_page_names_every_message_route_and_refusal() -> None:
    messages = [
        kind.__struct_config__.tag for kind in (*get_args(protocol.Incoming), *get_args(protocol.Outgoing))
    ]
    routes = [
        f"{method} {route.path}" for route in (*api.ROUTES, *streams.ROUTES) for method in route.methods or ()
    ]
    assert [name for name in messages if f"`{name}`" not in PROTOCOL] == []
    assert [route for route in routes if f"`{route}`" not in PROTOCOL and "HEAD" not in route] == []
    assert [code for code in every_code() if f"`{code}`" not in PROTOCOL] == []


def test_the_protocol_page_names_every_field_of_a_command() -> None:
    for kind in get_args(protocol.Command):
        [row] = re.findall(rf"^\| `{kind.__struct_config__.tag}` \|.*$", PROTOCOL, re.MULTILINE)
        assert [name for name in kind.__struct_fields__ if name != "id" and f"`{name}`" not in row] == []


def every_kind() -> list[type[GameError]]:
    kinds: list[type[GameError]] = [GameError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return kinds


def every_code() -> set[str]:
    return {kind.code for kind in every_kind() if hasattr(kind, "code")}


def test_every_module_says_what_is_in_it() -> None:
    page = module_tables.page()
    named = [
        f"{folder}/{name}"
        for folder, table in re.findall(r"^## `([\w/]+)/`\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
        for name in re.findall(r"^\| `(\w+\.py)` \| \S", table, re.MULTILINE)
    ]
    source = ROOT / "src"
    modules = [path for path in (source / "hexdeck").rglob("*.py") if path.name != "__init__.py"]
    assert sorted(named) == sorted(path.relative_to(source).as_posix() for path in modules)


def test_the_server_page_names_every_setting_with_its_default() -> None:
    usual = Settings(data=Path())
    for one in fields(Settings):
        flag, variable = f"--{one.name.replace('_', '-')}", f"HEXDECK_{one.name.upper()}"
        [row] = re.findall(rf"^\| `{flag}` \| `{variable}` \|(.*?)\| .* \|$", SERVER, re.MULTILINE)
        value = getattr(usual, one.name)
        if not isinstance(value, Path):
            assert row.strip() == {False: "off", "": ""}.get(
                value, f"{value:g}" if isinstance(value, float) else str(value)
            )


def test_the_server_page_names_every_metric() -> None:
    names = [
        f"{metric.name}_total" if metric.type == "counter" else metric.name
        for metric in Metrics("house").registry.collect()
    ]
    assert [name for name in names if f"`{name}`" not in SERVER] == []


def examples() -> dict[tuple[str, str], list[str]]:
    """What stands between fences, by page and kind."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in PAGES:
        for kind, text in re.findall(r"^```(\S+)\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL):
            found.setdefault((path.name, kind), []).append(text)
    return found


def test_every_example_is_checked() -> None:
    """A new one needs a test that produces it or runs it, and a line here that says which."""
    checked = {
        ("README.md", "sh"): 3,  # test_way_in.py runs them
        ("README.md", "python"): 1,  # test_a_program_runs
        ("adding_a_game.md", "sh"): 1,  # test_commands_in_documents_exist
        ("api.md", "python"): 1,  # test_a_program_runs
        ("api.md", "{eval-rst}"): 8,  # make docs
        ("architecture.md", "text"): 2,  # drawings
        ("arena.md", "sh"): 3,  # test_commands_in_documents_exist
        ("bot_protocol.md", "sh"): 1,  # test_commands_in_documents_exist
        ("bot_protocol.md", "text"): 1,  # tests/bots/test_bot_protocol.py
        ("browser.md", "text"): 1,  # test_a_component_in_a_document_exists
        ("coach.md", "python"): 1,  # test_a_program_runs
        ("coach.md", "sh"): 1,  # test_commands_in_documents_exist
        ("data.md", "sh"): 2,  # test_commands_in_documents_exist
        ("data.md", "python"): 1,  # tests/core/test_data.py
        ("hundred_thousand.md", "python"): 1,  # test_the_plan_follows_from_its_figures
        ("hundred_thousand.md", "text"): 1,  # the same
        ("index.md", "{toctree}"): 3,  # make docs
        ("kernel.md", "python"): 5,  # tests/lockstep/test_kernel_page.py
        ("kernel.md", "c"): 1,  # tests/lockstep/test_headers.py
        ("many_machines.md", "sh"): 6,  # test_commands_in_documents_exist
        ("notation.md", "text"): 1,  # tests/core/test_notation.py
        ("protocol.md", "python"): 1,  # tests/server/web/test_example_bot.py
        ("protocol.md", "text"): 1,  # test_the_conversation_is_in_the_protocol
        ("rl.md", "python"): 11,  # tests/rl/test_rl_page.py
        ("server.md", "ini"): 1,  # test_the_unit_sets_what_can_be_set
        ("server.md", "nginx"): 1,  # test_the_proxy_asks_the_usual_port
        ("server.md", "text"): 1,  # tests/server/cluster/test_many_processes.py
        ("server.md", "sh"): 7,  # test_commands_in_documents_exist
        ("training.md", "python"): 1,  # test_features_have_names
        ("training.md", "sh"): 14,  # test_commands_in_documents_exist
        ("write_a_bot.md", "python"): 1,  # tests/bots/test_write_a_bot.py
        ("write_a_bot.md", "sh"): 1,  # the same
    }
    assert {where: len(texts) for where, texts in examples().items()} == checked


def options_of(program: Path) -> set[str]:
    """That a program of ours says it takes."""
    told = subprocess.run([sys.executable, program, "--help"], capture_output=True, text=True, check=True)
    return set(re.findall(r"--[a-z]+", told.stdout))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_commands_in_documents_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    lines = [
        line.partition(" #")[0]
        for text in examples().get((page.name, "sh"), [])
        for line in text.splitlines()
    ]
    for line in lines:
        program, *words = [word for word in shlex.split(line) if not re.match("[A-Z_]+=", word)]
        if program == "hexdeck":
            parser().parse_args(words)
        elif program == "make":
            assert f"\n{words[0]}:" in makefile
        elif program == "python":
            assert (ROOT / words[0]).exists(), line
            assert {word for word in words if word.startswith("--")} <= options_of(ROOT / words[0]), line
        else:
            assert program in (
                ".",
                "sh",
                "pip",
                "ray",
                "apt",
                "sudo",
                "install",
                "cp",
                "systemctl",
                "docker",
            ), line
            files = [word for word in words if word.startswith(("deploy/", "compose"))]
            assert [file for file in files if file != "compose" and not (ROOT / file).exists()] == []


def test_a_component_in_a_document_exists() -> None:
    [text] = examples()["browser.md", "text"]
    source = (ROOT / "web" / "src" / "tables" / "stage" / "Stage.svelte").read_text()
    assert [
        name for name in re.findall(r"\{(\w+)\}|(\w+)=", text) if f"{name[0] or name[1]}" not in source
    ] == []


def test_the_conversation_is_in_the_protocol() -> None:
    """What is said can be read, what is heard has the fields it is shown with."""
    heard = {kind.__struct_config__.tag: kind for kind in get_args(protocol.Outgoing)}
    [text] = examples()["protocol.md", "text"]
    for line in text.replace("{…}", "{}").replace("[…]", "[]").splitlines():
        if line.startswith("→ "):
            msgspec.json.decode(line[2:], type=protocol.Incoming)
        else:
            message = json.loads(line.removeprefix("← "))
            names = msgspec.json.encode(heard[message.pop("type")].__struct_encode_fields__).decode()
            assert [name for name in message if f'"{name}"' not in names] == []


def test_the_unit_sets_what_can_be_set() -> None:
    [text] = examples()["server.md", "ini"]
    known = {f"HEXDECK_{one.name.upper()}" for one in fields(Settings)}
    assert set(re.findall(r"Environment=(\w+)=", text)) <= known
    [command] = re.findall(r"ExecStart=\S+/hexdeck (.*)", text)
    parser().parse_args(shlex.split(command))


def test_the_proxy_asks_the_usual_port() -> None:
    [text] = examples()["server.md", "nginx"]
    assert f"proxy_pass http://127.0.0.1:{Settings(data=Path()).port};" in text
    assert text.count("{") == text.count("}")


def test_the_site_leads_to_every_page() -> None:
    named = (ROOT / "docs" / "index.md").read_text().split()
    pages = (path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md"))
    assert [page.as_posix() for page in pages if page.as_posix() not in (*named, "index")] == []


def test_contributing_names_every_folder_of_tests() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    assert [name for name in sorted(folders) if f"tests/{name}" not in text] == []


def test_no_page_names_a_path_of_somebodys_machine() -> None:
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        assert not re.search(r"/(home|root|work|Users)/", path.read_text()), path
