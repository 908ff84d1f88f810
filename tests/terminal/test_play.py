"""A person at the terminal: whole games, mistakes, leaving, coming back."""

import re
import signal
from pathlib import Path

import pexpect
import pytest

from hexdeck.cli import main
from hexdeck.core.record_reader import load
from hexdeck.core.registry import GAMES
from hexdeck.core.verify import verify
from terminal.commands import games_in, hexdeck, in_terminal

ANY = "1\n" * 3000  # always the first choice
SEED = ("--seed", "07" * 32)  # where a test counts on the cards
SHORT = {
    "voodoo_prince": ["-o", "rounds=1"],
    "vampire_queen": ["-o", "phases=1"],
    "skull_queen": [],
    "voodoo": [],
}


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_through_a_pipe(game: str, language: str, tmp_path: Path) -> None:
    players = str(GAMES[game].players[0] + (language in ("de", "it")))

    ran = hexdeck(
        tmp_path, "play", game, "--players", players, "--language", language, *SHORT[game], typed=ANY
    )

    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert "♛" in ran.stdout
    assert "\x1b" not in ran.stdout  # no colour codes in a pipe
    [path] = games_in(tmp_path)
    record = load(path)
    assert record.result is not None
    assert verify(record).is_proved


def test_without_arguments_it_asks(tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "play", typed="9\n3\nx\n2\nquit\n")

    assert "Which game?" in ran.stdout
    assert "Type a number from 1 to 4." in ran.stdout
    assert "How many players, you included?" in ran.stdout
    assert "Type a number from 2 to 6." in ran.stdout
    assert "Round 1 of 2" in ran.stdout  # Skull Queen with two
    assert re.search(r"Go on with it: \S*hexdeck play --resume", ran.stdout)


def test_mistakes_get_an_answer_and_nothing_is_lost(tmp_path: Path) -> None:
    typed = "b99\ntrump red\n0\n77\n?\nlast\nlog\nundo\nlanguage klingon\nlanguage fr\nsave\nquit\n"

    ran = hexdeck(tmp_path, "play", "voodoo_prince", "--players", "3", *SEED, typed=typed)

    assert ran.returncode == 0
    assert "Nothing here is called “b99”." in ran.stdout
    assert "Not “trump red” now." in ran.stdout
    assert "Nothing here is called “77”." in ran.stdout
    assert "Type the number of a choice, or its name." in ran.stdout
    assert "That cannot be taken back: the last step was not yours" in ran.stdout
    assert "Choose a language: en, de, fr, it" in ran.stdout
    assert "Manche 1 sur 5" in ran.stdout
    assert load(games_in(tmp_path)[0]).result is None


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    hexdeck(tmp_path, "play", "voodoo_prince", "--players", "3", "-o", "rounds=1", *SEED, typed="1\n1\n")
    [path] = games_in(tmp_path)
    before = path.read_text()

    again = hexdeck(tmp_path, "play", "--resume", typed=ANY)

    assert "♛" in again.stdout
    assert path.read_text().startswith(before)
    assert verify(load(path)).is_proved
    over = hexdeck(tmp_path, "play", "--resume")
    assert over.returncode == 2
    assert "there is no game to go on with" in over.stderr


def test_the_first_question_offers_the_last_game(tmp_path: Path) -> None:
    hexdeck(tmp_path, "play", "voodoo_prince", "--players", "3", *SEED, typed="1\n")

    ran = hexdeck(tmp_path, "play", typed="0\nquit\n")

    assert "0 Go on with the last game" in ran.stdout
    assert "Round 1 of 5" in ran.stdout


def test_a_torn_record_goes_on_before_the_tear(tmp_path: Path) -> None:
    hexdeck(tmp_path, "play", "voodoo_prince", "--players", "3", "-o", "rounds=1", *SEED, typed="1\n1\n")
    [path] = games_in(tmp_path)
    path.write_bytes(path.read_bytes()[:-2])

    again = hexdeck(tmp_path, "play", "--resume", str(path), typed=ANY)

    assert "was cut off; the game goes on before it" in again.stdout.replace("\n", " ")
    assert load(path).result is not None


def test_what_is_saved_can_be_loaded(tmp_path: Path) -> None:
    copy = tmp_path / "somewhere" / "copy.hexdeck"

    ran = hexdeck(tmp_path, "play", "voodoo_prince", *SEED, typed=f"1\nsave {copy}\nsave /dev/null/x\nquit\n")

    assert load(copy).header.game.name == "voodoo_prince"
    assert "It could not be saved there" in ran.stdout


def test_naming_trump_can_be_taken_back(tmp_path: Path) -> None:
    """Play on until the person may name trump, name it, take it back, name another."""
    play = in_terminal(
        tmp_path, "play", "--quick", "voodoo_prince", "--players", "2", "-o", "rounds=10", *SEED
    )
    for _ in range(300):
        found = play.expect([r"Name trump: .*› ", r"your choice, or \? for help.*› ", pexpect.EOF])
        if found != 1:
            break
        play.sendline("1")
    assert found == 0, "somebody is left over in ten rounds"
    play.sendline("blue")
    play.expect(r"You: trump is .*blue")
    play.sendline("undo")
    play.expect("You: the last choice is taken back")
    play.expect("Name trump: ")
    play.sendline("trump red")
    play.expect(r"You: trump is .*red")
    play.sendline("quit")
    play.expect(pexpect.EOF)
    assert "undo 0\n" in games_in(tmp_path)[0].read_text()


def test_a_terminal_shows_colours_and_no_color_turns_them_off(tmp_path: Path) -> None:
    coloured = in_terminal(tmp_path, "play", "voodoo_prince")
    coloured.expect("Your hand")
    plain = in_terminal(tmp_path, "play", "voodoo_prince", NO_COLOR="1")
    plain.expect("Your hand")
    for play in (coloured, plain):
        play.sendline("quit")
        play.expect(pexpect.EOF)
    assert re.search(r"\x1b\[[0-9;]*38;", str(coloured.before) + str(coloured.after))
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", str(plain.before))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_terminal_closed_in_the_middle_loses_nothing(how: signal.Signals, tmp_path: Path) -> None:
    play = in_terminal(
        tmp_path, "play", "--quick", "voodoo_prince", "--players", "3", "-o", "rounds=1", *SEED
    )
    for _ in range(3):
        play.expect(r"your choice, or \? for help.*› ")
        play.sendline("1")
    play.expect(r"your choice, or \? for help.*› ")
    for _ in range(10):  # what comes in the moment before Python begins to read it hears with the next
        play.kill(how)
        if play.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=6) == 0:
            break
    assert play.flag_eof
    play.close()

    [path] = games_in(tmp_path)
    assert sum(step.text(load(path).header.game).startswith("0 ") for step in load(path).steps) == 3
    assert "♛" in hexdeck(tmp_path, "play", "--resume", typed=ANY).stdout


def test_several_people_share_a_keyboard(tmp_path: Path) -> None:
    ran = hexdeck(
        tmp_path, "play", "voodoo_prince", "--people", "Marie,Lukas", "--players", "2", "-o", "rounds=1",
        *SEED, typed="\n1\n" * 400,
    )  # fmt: skip

    assert "Marie, take the keyboard and press Enter." in ran.stdout
    assert "Lukas, take the keyboard and press Enter." in ran.stdout
    assert "♛" in ran.stdout


@pytest.mark.parametrize("game", GAMES)
def test_the_people_named_are_the_table(game: str, tmp_path: Path) -> None:
    few, many = GAMES[game].players[0], GAMES[game].players[-1]
    names = ["Marie", "Beatrice", "Luca", "Nina", "Leon"]

    def kinds(*arguments: str) -> list[str]:
        ran = hexdeck(tmp_path, "play", game, *arguments)
        assert ran.returncode == 0, ran.stderr
        path = max(games_in(tmp_path), key=lambda path: path.stat().st_mtime_ns)
        kinds = [player.kind for player in load(path).header.players]
        path.unlink()
        return kinds

    assert kinds("--people", ",".join(names[:few])) == ["person"] * few
    assert kinds("--people", "Marie,Luca", "--players", str(few + 1)) == ["person"] * 2 + ["casual"] * (
        few - 1
    )
    assert kinds("--people", "Marie") == ["person"] + ["casual"] * 3
    crowd = hexdeck(tmp_path, "play", game, "--people", ",".join(f"P{n}" for n in range(many + 1)))
    assert f"{GAMES[game].title} is not for {many + 1} players: choose {few} to {many}" in crowd.stderr


def test_people_at_a_real_table_are_asked_no_number(tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "play", "--people", "Marie,Beatrice,Luca", typed="4\n\nquit\n")

    assert "How many players" not in ran.stdout
    assert [player.kind for player in load(games_in(tmp_path)[0]).header.players] == ["person"] * 3


def test_real_dice_are_asked_for(tmp_path: Path) -> None:
    typed = "1\nbat bat\n" + "bat bat star skull raven\nquit\n"

    ran = hexdeck(
        tmp_path, "play", "voodoo", "--people", "Georges,Marie,Leon", "--players", "3", "-o", "mode=table",
        "-o", "dice=real", *SEED, typed="\n" + typed,
    )  # fmt: skip

    assert "Roll the dice and type what they show:" in ran.stdout
    assert "rolled dice" in games_in(tmp_path)[0].read_text()


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["play", "chess"], "invalid choice: 'chess'"),
        (["play", "voodoo_prince", "--players", "9"], "Voodoo Prince is not for 9 players: choose 2 to 5"),
        (["play", "voodoo_prince", "-o", "rounds=99"], "option rounds cannot be “99”"),
        (["play", "voodoo_prince", "-o", "colour=red"], "has no option “colour”"),
        (["play", "-o", "rounds=1"], "options belong to a game"),
        (["play", "voodoo_prince", "--seed", "xyz"], "“xyz” is no seed: write 64 hexadecimal digits"),
        (["play", "voodoo_prince", "--people", "A,B,C,D,E,F"], "Voodoo Prince is not for 6 players"),
        (
            ["play", "voodoo_prince", "--people", "A,B,C", "--players", "2"],
            "3 people do not fit at a table for 2: leave --players out, or raise it",
        ),
        (
            ["play", "voodoo", "--people", "A,B"],
            "2 people are too few for Voodoo: name 3 to 6, or let bots join with --players 3",
        ),
        (["play", "voodoo_prince", "--people", "A,A"], "two people have the same name"),
        (["play", "voodoo_prince", "--people", "A,,B"], "“” cannot be a name"),
        (["simulate", "voodoo_prince", "--workers", "0"], "0 workers play nothing: ask for 1 or more"),
        (["play", "--resume", "nowhere.hexdeck"], "nowhere.hexdeck: No such file or directory"),
        (["replay", "nowhere.hexdeck"], "nowhere.hexdeck: No such file or directory"),
        (["simulate", "voodoo_prince", "--games", "0"], "0 games cannot be played: ask for 1 or more"),
        (
            ["simulate", "voodoo_prince", "--players", "3", "--bots", "random,random"],
            "2 bots do not fill 3 seats",
        ),
        (["simulate", "voodoo_prince", "--bots", "deep_blue"], "no bot is called “deep_blue”"),
        ([], "the following arguments are required: COMMAND"),
    ],
)
def test_a_wrong_command_line_is_refused_in_words(arguments: list[str], answer: str, tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, *arguments)

    assert ran.returncode == 2
    assert answer in ran.stderr
    assert "Traceback" not in ran.stderr
    assert games_in(tmp_path) == []


@pytest.mark.parametrize("number", ["0", "-1", "99999999999999999999"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_so_many_players_are_refused_in_words(
    command: str, game: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, game, f"--players={number}"]) == 2
    assert f"is not for {number} players: choose {GAMES[game].players[0]} to " in capsys.readouterr().err


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mine.hexdeck"
    path.write_text("precious")

    ran = hexdeck(tmp_path, "play", "voodoo_prince", "--record", str(path))

    assert ran.returncode == 2
    assert "exists already" in ran.stderr
    assert path.read_text() == "precious"


def test_the_same_seed_deals_the_same_cards(tmp_path: Path) -> None:
    first, second = (
        hexdeck(tmp_path, "play", "skull_queen", "--seed", "ab" * 32, typed="quit\n").stdout for _ in range(2)
    )
    assert [line for line in first.splitlines() if "hand" in line] == [
        line for line in second.splitlines() if "hand" in line
    ]


@pytest.mark.parametrize("command", [[], ["play"], ["replay"], ["verify"], ["simulate"]])
def test_help_is_there(command: list[str], tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, *command, "--help")
    assert ran.returncode == 0
    assert "hexdeck play" in ran.stdout or f"hexdeck {command[0]}" in ran.stdout
    assert not command or "examples:" in ran.stdout


OWN_BOT = """
class Raising:
    def __init__(self, game, rng):
        pass

    def choose(self, view):
        raise ValueError("so it goes")
"""


def test_a_bot_of_ones_own_that_fails_is_told_in_a_line_and_named_again_to_go_on(tmp_path: Path) -> None:
    """The record tells what it is called, not where its code is."""
    (tmp_path / "my_bots.py").write_text(OWN_BOT)
    bots = ("--bots", "novice,bad=my_bots:Raising")
    ran = hexdeck(tmp_path, "play", "voodoo_prince", "--players", "3", *bots, *SEED, typed="1\n1\nquit\n")
    assert "bad lost its turn: ValueError: so it goes" in ran.stdout
    [path] = games_in(tmp_path)
    assert "player 2 bad Lukas" in path.read_text()
    assert "my_bots" not in path.read_text()

    refused = hexdeck(tmp_path, "play", "--resume", typed="quit\n")
    assert refused.returncode == 2
    assert "“bad” plays in this game and is not one of the house: name it with --bots bad=" in refused.stderr
    assert hexdeck(tmp_path, "play", "--resume", *bots, typed="quit\n").returncode == 0
