"""replay, verify and simulate on the command line."""

import json
from pathlib import Path

import pexpect
import pytest

from hexdeck.core.record_reader import load
from hexdeck.core.registry import GAMES
from terminal.commands import hexdeck, in_terminal


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one game of each kind."""
    folder = tmp_path_factory.mktemp("games")
    for game in GAMES:
        ran = hexdeck(folder, "simulate", game, "--games", "1", "--seed", "3", "--records", str(folder))
        assert ran.returncode == 0, ran.stderr
    return folder


def record_of(game: str, folder: Path) -> Path:
    [path] = folder.glob(f"{game}-*p-3-0.hexdeck")
    return path


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_tells_everything_or_what_one_seat_saw(game: str, played: Path) -> None:
    path = record_of(game, played)

    everything = hexdeck(played, "replay", str(path), "--all")
    one_seat = hexdeck(played, "replay", str(path), "--all", "--seat", "0")

    assert everything.returncode == one_seat.returncode == 0
    steps = [step.text(GAMES[game]) for step in load(path).steps]
    assert all(step in everything.stdout for step in steps)
    assert not any(line.strip().endswith(steps[2]) for line in one_seat.stdout.splitlines())  # a shuffle
    assert len(one_seat.stdout) < len(everything.stdout)


def test_a_replay_can_be_stepped_through(played: Path) -> None:
    path = record_of("voodoo_prince", played)
    play = in_terminal(played, "replay", str(path))
    play.expect("Enter: next step")
    play.expect(r"0/\d+ ›")
    play.sendline("")
    play.expect(r"first to deal(.|\n)*1/\d+ ›")
    play.sendline("10")
    play.expect(r"10/\d+ ›")
    play.sendline("b")
    play.expect(r"9/\d+ ›")
    play.sendline("99999")
    play.expect("There is no such step: choose 0 to")
    play.sendline("all")
    play.expect("After round 5")
    play.sendline("q")
    play.expect(pexpect.EOF)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_proved(game: str, played: Path) -> None:
    path = record_of(game, played)

    ran = hexdeck(played, "verify", str(path))
    found = json.loads(hexdeck(played, "verify", str(path), "--json").stdout)

    assert ran.returncode == 0
    assert "proved: " in ran.stdout
    assert found["proved"] is True
    assert found["over"] is True


def test_a_game_with_changed_cards_is_not_proved(played: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.hexdeck"
    lines = record_of("voodoo_prince", played).read_text().splitlines(keepends=True)
    deal = next(at for at, line in enumerate(lines) if line.startswith("chance deal "))
    words = lines[deal].split()
    words[-1], words[-2] = words[-2], words[-1]
    changed.write_text("".join([*lines[:deal], " ".join(words) + "\n", *lines[deal + 1 :]]))

    ran = hexdeck(tmp_path, "verify", str(changed))

    assert ran.returncode == 1
    assert "WRONG: the deal (number 3 of" in ran.stdout


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"", "line 1: the record ends here"),
        (b"\x89PNG\r\n\x1a\n\xff\x00", "line 1: this is not text"),
        (b"hexdeck 1\ngame chess 1\n", "line 2: no game is called 'chess'"),
    ],
)
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_is_no_record_is_refused(command: str, content: bytes, answer: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.hexdeck"
    path.write_bytes(content)

    ran = hexdeck(tmp_path, command, str(path))

    assert ran.returncode == 2
    assert answer in ran.stderr
    assert "Traceback" not in ran.stderr


def test_an_illegal_action_in_a_record_is_named_with_its_line(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "edited.hexdeck"
    lines = record_of("voodoo_prince", played).read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line[0:2] in ("0 ", "1 "))
    lines[at] = f"{lines[at][0]} trump red"
    path.write_text("\n".join(lines) + "\n")

    ran = hexdeck(tmp_path, "replay", str(path))

    assert ran.returncode == 2
    assert f"line {at + 1}: not trump red now: choose one of" in ran.stderr


def test_a_record_cut_off_is_shown_as_far_as_it_goes(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "torn.hexdeck"
    path.write_bytes(record_of("voodoo_prince", played).read_bytes()[:-30])

    ran = hexdeck(tmp_path, "replay", str(path), "--all")

    assert ran.returncode == 0
    assert "was cut off and is left out" in ran.stderr


def test_a_seat_that_is_not_there(played: Path) -> None:
    ran = hexdeck(played, "replay", str(record_of("voodoo_prince", played)), "--seat", "7")
    assert ran.returncode == 2
    assert "there is no seat 7: choose 0 to 1" in ran.stderr


def test_simulations_sum_up_and_repeat(tmp_path: Path) -> None:
    def once() -> dict[str, object]:
        ran = hexdeck(
            *(tmp_path, "simulate", "voodoo_prince", "--players", "4", "--games", "5"),
            *("--seed", "9", "--bots", "heuristic,random,random,random", "--json"),
        )
        return dict(json.loads(ran.stdout))

    first, second = once(), once()

    assert first["games"] == 5
    assert first["bots"] == ["heuristic", "random", "random", "random"]
    assert {name: first[name] for name in first if name != "actions_per_second"} == {
        name: second[name] for name in second if name != "actions_per_second"
    }


def test_a_simulation_prints_a_table(tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "simulate", "vampire_queen", "--players", "3", "--games", "2", "-o", "phases=1")

    assert "2 games of Vampire Queen with 3 players" in ran.stdout
    assert "win share" in ran.stdout
    assert "rounds a phase: " in ran.stdout
    assert "actions per second" in ran.stdout
