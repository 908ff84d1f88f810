"""Whatever people type, are called, or name their files: an answer, never a traceback."""

import subprocess
from pathlib import Path
from random import Random

import pexpect
import pytest

from hexdeck.core.errors import visible
from hexdeck.core.record_reader import load
from hexdeck.core.registry import GAMES
from hexdeck.text.console import number_typed, shortened
from terminal.commands import HEXDECK, environment, games_in, hexdeck, in_terminal

NASTY = [
    "[/]", "[/bold]", "[red", "[[", "]", "[link=x]", ":ghost:", "\\[/]", "{who}", "{0}", "{", "%s", "%",
    "\x1b[2J", "\x1b]0;title\x07", "\x00", "\x07\x08\x7f", "\u202e", "\ufeff", "\u2028", "\x85", "\r", "\t",
    "日本語", "🧛‍♀️", "é" * 3, "ﷺ", "́", "３", "٣", "²", "-1", "+1", "1.0", "1e9", "0", "00", "0000019",
    "9" * 25, "9" * 5000, "1" * 10, "0x1", "x" * 3000, "w o r d s " * 50, "  ", "1 1", "1,2", "#1",
    "#", "#[/]", "k", "k z", "d", "d p p", "curse", "artefact x", "keep [/]", "front", "front 9 9 9 9",
    "front r8 y5 g3",
    "q q q", "slayer", "7 7 q", "trump", "trump [/]", "call", "cast", "use", "b99", "~", "?", "last", "log",
    "show", "undo", "language", "language [/]", "language de", "save [/]", "save \x00", "save ~nobody/x",
    "save .", "save /", "save /dev/null", "save \ud83d", "save " + "n" * 300, "save folder/[/].hexdeck",
    "rules",
]  # fmt: skip

LEADING_ON = ["1", "1", "2", "3", "p s g r b", "s s s s s", "p g", "t"]  # choices, and dice that were rolled


def nasty_lines(seed: str, count: int) -> str:
    """Lines that no game offers, between choices that lead on."""
    rng = Random(seed)
    lines = (rng.choice(NASTY if rng.random() < 0.6 else LEADING_ON) for _ in range(count))
    return "".join(f"{line}\n" for line in lines)


def told(ran: "subprocess.CompletedProcess[str]") -> None:
    """It ended as it should, without a word that was not for people."""
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert "\x1b" not in ran.stdout


@pytest.mark.parametrize("game", GAMES)
def test_every_prompt_of_every_game_takes_anything(game: str, tmp_path: Path) -> None:
    typed = nasty_lines(game, 300).encode("utf-8", "surrogatepass")
    players = str(GAMES[game].players[0])
    arguments = ["play", game, "--players", players, "--people", "[/],{who}"]
    if game == "voodoo":
        arguments += ["-o", "mode=table", "-o", "dice=real"]

    ran = subprocess.run(
        [*HEXDECK, *arguments], input=typed, capture_output=True, cwd=tmp_path, timeout=120,
        env=environment(tmp_path, COLUMNS="60"), check=False,
    )  # fmt: skip

    assert ran.returncode == 0, ran.stderr.decode()
    assert ran.stderr == b""
    assert b"\x1b" not in ran.stdout
    assert "[/]" in ran.stdout.decode()
    assert load(games_in(tmp_path)[0]).header.players[0].name == "[/]"


@pytest.mark.parametrize("game", GAMES)
def test_every_prompt_in_a_terminal_takes_anything(game: str, tmp_path: Path) -> None:
    """Where there is time to take a move back, arrow keys, and a pause after a round."""
    rng = Random(game)
    nasty = [line for line in NASTY if len(line) < 200 and all(one.isprintable() for one in line)]
    play = in_terminal(tmp_path, "play", game, "--players", str(GAMES[game].players[0]), "--people", "[/]")
    for _ in range(40):
        assert play.expect(["› ", pexpect.EOF]) == 0, play.before
        play.sendline(rng.choice(nasty if rng.random() < 0.5 else ["1", "1", "2", ""]))
    play.expect("› ")
    play.sendline("quit")
    play.expect("--resume")
    play.expect(pexpect.EOF)
    play.close()
    assert play.exitstatus == 0


def test_every_question_before_a_game_takes_anything(tmp_path: Path) -> None:
    lines = [line for line in NASTY if line.strip() and not line.isdigit() and "\ud83d" not in line]
    nasty = "\n".join(lines)

    ran = hexdeck(tmp_path, "play", typed=f"{nasty}\n0000019\n3\n{nasty}\n{'9' * 5000}\n0000002\nquit\n")

    told(ran)
    assert "Type a number from 1 to 4." in ran.stdout
    assert "Round 1 of 2" in ran.stdout  # Skull Queen with two


@pytest.mark.parametrize("typed", ["", "1\n"])
def test_input_that_ends_at_the_first_questions_ends_us_kindly(typed: str, tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "play", typed=typed)

    told(ran)
    assert ran.stdout.endswith("\nNo game was started.\n")
    assert games_in(tmp_path) == []


@pytest.mark.parametrize("game", GAMES)
def test_input_that_ends_in_a_game_keeps_it(game: str, tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "play", game)

    told(ran)
    assert "Go on with it: " in ran.stdout
    assert load(games_in(tmp_path)[0]).result is None


def test_control_d_and_control_c_at_the_first_question(tmp_path: Path) -> None:
    for key in ("\x04", "\x03"):
        play = in_terminal(tmp_path, "play")
        play.expect("Enter for 1 › ")
        play.send(key)
        play.expect("No game was started.")
        play.expect(pexpect.EOF)
        play.close()
        assert play.exitstatus == 0


def test_no_standard_input_at_all(tmp_path: Path) -> None:
    ran = subprocess.run(
        f"{' '.join(HEXDECK)} play <&-", shell=True, capture_output=True, text=True,
        env=environment(tmp_path), check=False, timeout=60,
    )  # fmt: skip
    told(ran)
    assert "No game was started." in ran.stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_brackets_in_names_and_path_goes_on(game: str, tmp_path: Path) -> None:
    few = str(GAMES[game].players[0])
    where = tmp_path / "[/bold] {x}" / "[/].hexdeck"
    first = hexdeck(
        *(tmp_path, "play", game, "--people", "[/],[red]", "--players", few, "--record", str(where)),
        typed="\n1\n",
    )
    told(first)
    assert "[/]" in first.stdout

    again = hexdeck(tmp_path, "play", "--resume", str(where), typed="\nlog\nquit\n")
    shown = hexdeck(tmp_path, "replay", str(where), "--all")

    told(again)
    told(shown)
    assert "[/]" in again.stdout
    assert "[red]" in shown.stdout


@pytest.mark.parametrize(
    ("game", "language", "encoding"),
    [
        ("voodoo_prince", "de", "ascii"),
        ("vampire_queen", "fr", "latin-1"),
        ("skull_queen", "it", "cp437"),
        ("voodoo", "fr", "ascii"),
    ],
)
def test_output_that_is_not_unicode_is_made_plain(
    game: str, language: str, encoding: str, tmp_path: Path
) -> None:
    few = str(GAMES[game].players[0])
    ran = hexdeck(
        *(tmp_path, "play", game, "--players", few, "--people", "Zoë", "--language", language),
        typed="?\n" + "1\n" * 20,
        encoding=encoding,
        PYTHONIOENCODING=encoding,
    )

    told(ran)
    assert ("Zoë" if encoding == "latin-1" else "Zo") in ran.stdout
    assert "Encod" not in ran.stdout


def test_what_cannot_be_written_is_near_to_it_in_ascii(tmp_path: Path) -> None:
    ran = hexdeck(
        *(
            tmp_path,
            "play",
            "voodoo_prince",
            "--people",
            "Françoise",
            "--seed",
            "07" * 32,
            "--language",
            "de",
        ),
        typed="äöü\n",
        PYTHONIOENCODING="ascii:strict",
    )
    told(ran)
    assert "> Francoise" in ran.stdout
    assert '"??????"' in ran.stdout  # three letters that came in as six bytes


def test_a_number_may_begin_with_zeros_and_be_of_any_length() -> None:
    assert number_typed("0000019") == 19
    assert number_typed("000") == 0
    assert number_typed("7") == 7
    assert [number_typed(text) for text in ("", "x", "-1", "1 1", "²", "٣", "9" * 5000)] == [None] * 7


def test_what_is_said_again_steers_no_terminal() -> None:
    assert visible("a\x1b[2Jb\n") == r"a\x1b[2Jb\n"
    assert visible("日本é") == "日本é"
    assert shortened("x" * 100) == "x" * 59 + "…"


def test_a_step_of_a_replay_that_is_not_there(tmp_path: Path) -> None:
    hexdeck(tmp_path, "simulate", "voodoo_prince", "--games", "1", "--records", str(tmp_path))
    [path] = tmp_path.glob("*.hexdeck")
    play = in_terminal(tmp_path, "replay", str(path))
    for text in ("[/]", "9" * 30, "-3", "0000000000002"):
        play.expect("› ")
        play.sendline(text)
    play.expect(r"2/\d+ ›")
    play.sendline("q")
    play.expect(pexpect.EOF)
    assert "Traceback" not in str(play.before)
