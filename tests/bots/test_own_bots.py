"""Bots of one's own: how they are named, what they see, and what becomes of those that fail."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexdeck
from arena.arenas import is_running, wait_for
from hexdeck.ai.bots import check_bot, find, make_bot, split_names
from hexdeck.ai.bots.command_name import program_name
from hexdeck.ai.external_bots import messages, warm_pool
from hexdeck.ai.external_bots.external_bot import OwnBot
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import AnyGame, View
from hexdeck.core.registry import GAMES
from hexdeck.text.wire import wire
from laws.games import FACTS, Case, take
from server.redeals import twins

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BAD = f"program:{sys.executable} -S {HERE / 'bad_program.py'}"
PATIENT = 60.0  # seconds, where the fault is another than being late
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@pytest.fixture(autouse=True, scope="module")
def _own_modules() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as here:
        here.setenv("PYTHONPATH", str(HERE))
        yield
    warm_pool.dismiss()


@pytest.fixture(scope="module")
def view() -> View:
    """Of somebody who can choose among several actions."""
    table = hexdeck.new_table("voodoo_prince", 3, seed=bytes(32))
    return table.view(next(iter(table.turns())))


def asked(name: str, view: View, seconds: float = PATIENT) -> tuple[str, str]:
    """What a bot's only question came to; it has lost its turn, and a legal action was taken."""
    bot = make_bot(name, "voodoo_prince", Random(0), seconds=seconds)
    assert isinstance(bot, OwnBot)
    assert bot.choose(view) in view.actions
    bot.leave(None)
    [fault] = bot.faults
    assert (fault.bot, fault.count) == (find(name).label, 1)
    return fault.kind, fault.first


# Naming.


@pytest.mark.parametrize(
    ("name", "label", "what"),
    [
        ("club", "club", "club"),
        ("ismcts-1000", "ismcts-1000", "ismcts-1000"),
        ("a.b:MyBot", "my-bot", "a.b:MyBot"),
        ("a:ISMCTSBot2", "ismcts-bot2", "a:ISMCTSBot2"),
        ("mine=a:B.C", "mine", "a:B.C"),
        (f"program:{sys.executable} -c 'a, b'", Path(sys.executable).stem.replace(".", "-"), None),
        ("it=program:sh -c 'x=1 y'", "it", "program:sh -c 'x=1 y'"),
    ],
)
def test_a_name_stands_for_a_bot(name: str, label: str, what: str | None) -> None:
    found = find(name)
    assert (found.label, found.what) == (label, what or name)
    assert find(found.text) == found


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("./bot", "bot"),
        ("./my_bot.py --fast", "my_bot"),
        ("'/opt/Bots/Night Owl.exe'", "Night Owl"),
        ("node bot.js", "bot"),
        ("/usr/bin/node --require ./setup.js bots/greedy.mjs --deep", "greedy"),
        ("node -e 'code()'", "node"),
        ("node", "node"),
        ("python3 -m frugal", "frugal"),
        ("python3.11 -u -X dev -m club.frugal --deep", "frugal"),
        ("python -m frugal.__main__", "frugal"),
        ("python -c 'import x'", "python"),
        ("java -jar out/Greedy.jar", "Greedy"),
        ("java -cp a.jar:b.jar org.example.Greedy 3", "Greedy"),
        ("java Greedy.java", "Greedy"),
        ("env X=1 ./bot", "bot"),
        ("env -u HOME X=1 Y=2 nice -n 10 python3 bots/frugal.py", "frugal"),
        ("deno run --allow-read bot.ts", "bot"),
        ("uv run --with numpy python frugal.py", "frugal"),
        ("sh -c 'exec ./bot'", "sh"),
        ("bash -e run_bot.sh", "run_bot"),
        ("env", "env"),
    ],
)
def test_a_command_is_called_after_its_program(command: str, name: str) -> None:
    assert program_name(shlex.split(command)) == name


@pytest.mark.parametrize(
    ("command", "label"),
    [
        ("node bot.js", "bot"),
        ("env LEVEL=3 node 'Night Owl!.js'", "night-owl"),
        ("python3 " + "very_" * 12 + "long.py", "very_very_very_very_very_very_very_very"),
    ],
)
def test_the_name_of_a_program_fits_a_record(
    command: str, label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in ("node", "env", "python3"):
        (tmp_path / program).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find(f"program:{command}").label == label


def test_names_stand_between_commas_that_are_not_quoted() -> None:
    assert split_names("club, a:B,'program:x a,b',program:y \"c,d\" e") == [
        *("club", "a:B", "'program:x a,b'", 'program:y "c,d" e')
    ]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("deep_blue", "no bot is called “deep_blue”: choose one of random, heuristic, net"),
        ("club=own_bots:Lowest", "“club” is taken: call your bot something else, like my-club=own_bots:L"),
        ("person=own_bots:Lowest", "“person” is taken"),
        ("mine=club", "“club” is of the house and keeps its name: leave “mine” out"),
        ("Mine=own_bots:Lowest", "a bot cannot be called “Mine”: write small letters"),
        ("nowhere:Bot", "there is no module “nowhere” for “nowhere:Bot”: start from the folder it lies in"),
        ("own_bots.deeper:Bot", "there is no module “own_bots.deeper”"),
        ("bad_import:Bot", "the module of “bad_import:Bot” cannot be imported: RuntimeError: not today; m"),
        ("own_bots:Highest", "the module “own_bots” has no “Highest”"),
        ("own_bots:NoChoice", "“own_bots:NoChoice” is no bot: give it a method choose(self, view)"),
        ("own_bots:NO_BOT", "“own_bots:NO_BOT” is no bot"),
        ("own_bots:Unwilling", "“unwilling” does not play: ValueError: I do not play Voodoo; name another"),
        ("program:", "“program:” names no program: write it like program:./bot --fast"),
        ("program:'x", "the command of “program:'x” cannot be read: close its quotes"),
        ("program:./nowhere", "there is no program “./nowhere”: write its path, like ./bot"),
        (f"program:{__file__}", "cannot be run: make it executable with chmod"),
        ("program:true", "“true” does not speak the protocol for bots (its process ended): see docs/bot_pr"),
        ("program:echo hi", "“echo” does not speak the protocol for bots (no message: b'hi')"),
        (f"it={BAD} newer", "“it” speaks version 2 of the protocol for bots and we speak 1: see docs/bot_"),
        (f"it={BAD} unwilling", "“it” does not play: I only play at night; name another bot"),
    ],
)
def test_what_cannot_play_is_refused_with_a_reason(name: str, why: str) -> None:
    with pytest.raises(SetupRefused) as refused:
        check_bot(name, "voodoo")
    assert why in str(refused.value)


def test_a_package_brings_its_bots_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = tmp_path / "my_bots-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[hexdeck.bots]\nlowest = own_bots:Lowest\nclub = own_bots:No\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = find("lowest")
    assert (found.label, found.what, find("mine=lowest").label) == ("lowest", "own_bots:Lowest", "mine")
    assert not find("club").is_own


# Playing.


@every_game
def test_kinds_of_bots_mix_at_a_table(game: AnyGame) -> None:
    """A class, a program in Python and a bot of the house, to the end of a game and without a fault."""
    bots = {0: "own_bots:Calling", 1: f"program:{ROOT / 'examples' / 'bot.py'}", 2: "heuristic"}
    table = hexdeck.new_table(game.name, 3, bots, seed=bytes(32))
    assert list(table.turns()) == []
    assert table.is_over
    assert table.faults == ()
    assert [player.kind for player in table.header.players] == ["calling", "bot", "heuristic"]


@every_game
def test_a_program_in_another_language_plays(game: AnyGame) -> None:
    if not any(os.access(Path(folder) / "node", os.X_OK) for folder in os.get_exec_path()):
        pytest.skip("examples/bot.js needs Node")
    bots = {0: "random", 1: f"program:{ROOT / 'examples' / 'bot.js'}", 2: "random"}
    table = hexdeck.new_table(game.name, 3, bots, seed=bytes(32))
    assert list(table.turns()) == []
    assert (table.is_over, table.faults) == (True, ())


def test_a_function_makes_a_bot_and_printing_is_no_fault() -> None:
    bots = {0: "own_bots:made_by_a_function", 1: "own_bots:Printing"}
    table = hexdeck.new_table("voodoo_prince", 2, bots, options={"rounds": 1}, seed=bytes(32))
    assert list(table.turns()) == []
    assert (table.is_over, table.faults) == (True, ())


def test_a_class_remembers_nothing_of_another_game() -> None:
    """The process that splits off players is kept, those that have played are not."""
    for _ in range(2):
        table = hexdeck.new_table(
            "voodoo_prince", 2, "own_bots:Remembering", options={"rounds": 1}, seed=bytes(32)
        )
        assert list(table.turns()) == []
        assert table.faults == ()


@every_game
def test_the_redeal_law(game: AnyGame, tmp_path: Path) -> None:
    """A program is told the same, byte for byte, in two games that look the same from its seat."""
    case = Case(game, FACTS[game.name], 3, game.complete({}))
    pairs = (twins(case, number) for number in range(1000))
    pair = next(pair for pair in pairs if pair.seat is not None and any(moves(pair, 0)))
    told = []
    for number in (0, 1):
        notes = tmp_path / str(number)
        spy = f"spy=program:{sys.executable} -S {HERE / 'spy.py'} {shlex.quote(str(notes))}"
        bot = make_bot(spy, game.name, Random(0), options=case.options)
        for view in moves(pair, number):
            bot.choose(view)
        assert isinstance(bot, OwnBot)
        bot.leave(None)
        assert bot.faults == ()
        told.append(notes.read_text())
    assert told[0] == told[1]
    views = list(moves(pair, 0))
    heard = [json.loads(line) for line in told[0].splitlines()]
    assert [one["type"] for one in heard] == ["hello", "game", *["choose"] * len(views), "quit"]
    shown = json.loads(messages.encoded([wire(game.name).view(view) for view in views]))
    assert [one["view"] for one in heard[2:-1]] == shown
    assert [one["actions"] for one in heard[2:-1]] == [
        [game.action_name(action) for action in view.actions] for view in views
    ]


def moves(pair: Any, number: int) -> Iterator[View]:
    """What the seat saw in one of two games, whenever it had to choose."""
    way, state = pair.ways[number], pair.case.start()
    for step in [*way.steps, None]:
        if pair.seat in state.to_move():
            yield pair.case.game.view(state, pair.seat)
        if step is not None:
            take(state, step)


# Failing.


@pytest.mark.parametrize(
    ("name", "kind", "first"),
    [
        ("Raising", "failed", "ZeroDivisionError: so it goes"),
        ("Exiting", "ended", "its process ended"),
        ("Cheating", "illegal", " is none of its seat’s "),
    ],
)
def test_a_class_that_fails_loses_its_turn(name: str, kind: str, first: str, view: View) -> None:
    found = asked(f"own_bots:{name}", view)
    assert (found[0], first in found[1]) == (kind, True)


@every_game
def test_what_a_class_answers_instead_of_a_number_is_told_as_it_reads(game: AnyGame) -> None:
    table = hexdeck.new_table(game.name, 3, seed=bytes(32))
    view = table.view(next(iter(table.turns())))
    first, count = game.action_name(view.actions[0]), len(view.actions)
    for name, told in (("Naming", f"'{first}'"), ("Halving", "0.5")):
        bot = make_bot(f"own_bots:{name}", game.name, Random(0), seconds=PATIENT)
        assert isinstance(bot, OwnBot)
        bot.choose(view)
        bot.leave(None)
        assert [fault.first for fault in bot.faults] == [f"{told} is none of its seat’s {count} actions"]


@pytest.mark.parametrize(
    "name", ["own_bots:Sleeping", f"it={BAD} silent", f"it={BAD} 'no newline'", f"it={BAD} drip"]
)
def test_whoever_hangs_loses_its_turn(name: str, view: View) -> None:
    assert asked(name, view, seconds=0.3) == ("late", "no answer after 0.3 s")


@pytest.mark.parametrize(
    ("mode", "kind", "first"),
    [
        ("another question", "nonsense", "not an answer to question 1"),
        ("another type", "nonsense", "not an answer to question 1"),
        ("unknown type", "nonsense", 'no message: b\'{"type": "resign"'),
        ("a number", "illegal", "3 is none of its seat’s"),
        ("no action", "illegal", "None is none of its seat’s"),
        ("illegal", "illegal", "'nothing' is none of its seat’s"),
        ("cannot", "failed", "no \\x1b[2J idea no \\x1b[2J idea"),
        ("no json", "nonsense", "no message: b'e2e4'"),
        ("an empty line", "nonsense", "no message: b''"),
        ("not utf-8", "nonsense", 'no message: b\'{"type":"\\xff'),
        ("nul", "nonsense", "no message: b'\\x00\\x00\\x00'"),
        ("deep", "nonsense", "no message: b'[[[["),
        ("huge", "nonsense", "a line of more than 65536 bytes: b'xxxx"),
        ("flood", "nonsense", "not an answer to question 1"),
        ("complain", "illegal", "'nothing' is none"),
        ("close output", "ended", "its process ended"),
        ("close input", "illegal", "'nothing' is none"),
        ("exit", "ended", "its process ended: I have had enough"),
    ],
)
def test_a_program_that_fails_loses_its_turn(mode: str, kind: str, first: str, view: View) -> None:
    found = asked(f"it={BAD} {shlex.quote(mode)}", view)
    assert (found[0], first in found[1], len(found[1]) <= 300) == (kind, True, True), found


def test_who_loses_three_processes_is_not_asked_any_more(view: View) -> None:
    bot = make_bot(f"it={BAD} exit", "voodoo_prince", Random(0), seconds=PATIENT)
    assert isinstance(bot, OwnBot)
    assert all(bot.choose(view) in view.actions for _ in range(5))
    assert [(one.kind, one.count) for one in bot.faults] == [("ended", 3), ("given up", 2)]


# Leaving nothing behind.

only_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc for processes")


@only_linux
@pytest.mark.parametrize("mode", ["leave children", "babble with children"])
def test_nothing_of_a_program_is_left(mode: str, view: View, tmp_path: Path) -> None:
    notes = tmp_path / "children"
    bot = make_bot(f"it={BAD} '{mode}' {notes}", "voodoo_prince", Random(0), seconds=PATIENT)
    bot.choose(view)
    children = [int(line) for line in notes.read_text().split()]
    assert len(children) == 2
    wait_for(lambda: not any(map(is_running, children)))


@only_linux
def test_nothing_is_left_when_we_are_killed(tmp_path: Path) -> None:
    notes = tmp_path / "children"
    spec = f"it={BAD} 'hang with children' {notes}"
    code = (
        "import hexdeck, sys\n"
        "bots = {0: 'own_bots:Sleeping', 1: sys.argv[1]}\n"
        "table = hexdeck.new_table('voodoo_prince', 2, bots, seed=bytes(32))  # 1 is the first to move\n"
        "next(table.turns(), None)\n"
    )
    ours = subprocess.Popen([sys.executable, "-c", code, spec])
    wait_for(lambda: notes.exists() and len(notes.read_text().split()) == 2)
    children = [int(line) for line in notes.read_text().split()]
    ours.send_signal(signal.SIGKILL)
    ours.wait()
    wait_for(lambda: not any(map(is_running, children)))
