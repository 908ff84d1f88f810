"""What makes an evening at the terminal pleasant: names, rules, time to think, and taking back."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from hexdeck.ai.arena.simulate import play_bots
from hexdeck.core.errors import NameUnknown
from hexdeck.core.registry import GAMES
from hexdeck.core.replay import Replay
from hexdeck.locale import language
from hexdeck.terminal.naming import Unclear, meant
from hexdeck.text.game_texts import rules_in_short
from hexdeck.text.screens import screen_of
from terminal.commands import games_in, hexdeck, in_terminal

SEED = ("--seed", "07" * 32)
NAMES = ["Marie", "Beatrice", "Luca", "Nina", "Leon", "Jo"]
TWO_ROUNDS = {"voodoo_prince": ["-o", "rounds=2"], "vampire_queen": ["-o", "phases=2"], "skull_queen": []}


def choices_of(game: str, players: int) -> Iterator[Any]:
    """Views in which somebody chooses, from one game among bots."""
    table = play_bots(GAMES[game], ["heuristic"] * players, b"\7" * 32)
    replay = Replay(table.record)
    for position in range(len(replay)):
        for seat in replay.view(position, None).to_move:
            yield replay.view(position, seat)


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_can_be_typed(game: str, code: str) -> None:
    """Every choice by its number, by # and its number, by its name in a record and as it is shown."""
    players = GAMES[game].players[1]
    screen = screen_of(game)(NAMES[:players], language(code))
    played = 0
    for view in choices_of(game, players):
        offers = list(screen.offers(view))
        for number, action in enumerate(offers, start=1):
            assert meant(f"#{number}", view, screen, GAMES[game]) == action
            written = GAMES[game].action_name(action)
            if not written.isdigit():  # a number is a choice first
                assert meant(written.upper(), view, screen, GAMES[game]) == action
            for name in screen.names(action):
                assert meant(name, view, screen, GAMES[game]) == action
                played += 1
    assert played > 100


@pytest.mark.parametrize("game", GAMES)
def test_a_bare_number_is_the_choice_shown_or_is_asked_about(game: str) -> None:
    screen = screen_of(game)(NAMES[: GAMES[game].players[1]], language("en"))
    unclear = 0
    for view in choices_of(game, GAMES[game].players[1]):
        offers = list(screen.offers(view))
        for number in range(1, 30):
            card = next((one for one in offers if GAMES[game].action_name(one) == str(number)), None)
            choice = offers[number - 1] if number <= len(offers) else None
            if card is choice is None:
                with pytest.raises(NameUnknown):
                    meant(str(number), view, screen, GAMES[game])
            elif None in (card, choice) or card == choice:
                only = card if choice is None else choice
                assert meant(str(number), view, screen, GAMES[game]) == only
            else:
                with pytest.raises(Unclear) as refused:
                    meant(str(number), view, screen, GAMES[game])
                assert [offers[one - 1] for one in refused.value.choices] == [choice, card]
                unclear += 1
    assert (unclear > 0) == (game == "vampire_queen")  # only there cards are numbers


def test_words_of_a_choice_are_enough() -> None:
    """In Voodoo nobody wants to type a whole line."""
    screen = screen_of("voodoo")(NAMES[:3], language("en"))
    for view in choices_of("voodoo", 3):
        named = {action: screen.names(action)[0] for action in screen.offers(view)}
        for action, name in named.items():
            if name.startswith("Cast"):
                curse = re.findall("“(.*)”", name)[0]
                alone = sum(curse in other for other in named.values()) == 1
                typed = f"cast {curse.lower()}" if alone else f"{curse} {name.split()[-1]}"
                assert meant(typed, view, screen, GAMES["voodoo"]) == action
                return
    raise AssertionError("nobody could cast a curse")


def test_both_readings_of_a_number_are_named(tmp_path: Path) -> None:
    arguments = ("play", "vampire_queen", "--players", "3", "--seed", "01" * 32)
    ran = hexdeck(tmp_path, *arguments, typed="5\n[5]\nquit\n")

    assert "“5” can mean #5 [7], #3 [5]. Type # and the number of the one you mean." in ran.stdout
    assert "You: 5\n" in ran.stdout


@pytest.mark.parametrize(
    ("game", "code", "level"),
    [
        ("voodoo_prince", "en", "novice"),
        ("vampire_queen", "de", "Neuling"),
        ("skull_queen", "fr", "novice"),
        ("voodoo", "it", "principiante"),
    ],
)
def test_rules_and_level_are_at_hand(game: str, code: str, level: str, tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "play", game, "--bots", "novice", "--language", code, typed="rules\nquit\n")

    sections, _ = rules_in_short(game), language(code)._
    shown = " ".join(ran.stdout.split())
    assert [one.title for one in sections if " ".join(_(one.text[-1]).split()) not in shown] == []
    assert level in shown.split(GAMES[game].title)[1].partition(_(sections[0].text[0])[:20])[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_no_wider_than_the_screen(game: str) -> None:
    players = min(len(NAMES), GAMES[game].players[-1])
    for width in (60, 80):
        screen = screen_of(game)(NAMES[:players], language("de"), width)
        for view in choices_of(game, players):
            lists = [line for line in screen.choices(view) if len(re.findall(r"\d+:|·", line.plain)) > 1]
            assert [line.plain for line in lists if line.cell_len > width] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_move_can_be_taken_back_and_a_round_is_looked_at(game: str, tmp_path: Path) -> None:
    """Play on to the end of a round, ask the coach, and take back the first move that can be."""
    few = str(GAMES[game].players[0])
    play = in_terminal(tmp_path, "play", game, "--players", few, *TWO_ROUNDS.get(game, []), *SEED)
    asked, undone, expected = (
        False,
        False,
        ["Enter to go on, or undo .*› ", r"Enter to go on, or a number .*› "],
    )
    for _ in range(300):
        found = play.expect([*expected, "your choice, .*› ", "Enter to go on .*› ", pexpect.EOF])
        if found == 2 and not asked:
            play.sendline("hint")
            play.expect("You: asks the coach")
            play.expect("(The coach would choose|Both are good:|These are all good:) .* % to win")
            asked = True
        elif found == 0 and not undone:
            play.sendline("undo")
            play.expect("You: the last choice is taken back")
            undone = True
        elif found == 3 or (found == 0 and game == "voodoo"):
            break
        else:
            play.sendline("1" if found == 2 else "")
    assert undone
    assert found == (0 if game == "voodoo" else 3)  # which has turns instead of rounds
    play.sendline("quit")
    play.expect("Go on with it: ")
    play.expect(pexpect.EOF)
    assert "undo 0\n" in games_in(tmp_path)[0].read_text()
    assert "advice 0\n" in games_in(tmp_path)[0].read_text()


def test_arrow_keys_edit_a_line_and_bring_back_the_last_one(tmp_path: Path) -> None:
    play = in_terminal(tmp_path, "play", "voodoo_prince", *SEED)
    play.expect("your choice, .*› ")
    play.sendline("99b")
    play.expect("Nothing here is called “99b”")
    play.expect("your choice, .*› ")
    play.send("\x1b[A\x1b[D\x7f\r")  # up, left, delete the second 9
    play.expect("Nothing here is called “9b”")
    play.sendline("quit")
    play.expect(pexpect.EOF)


def test_nobody_reads_what_the_last_person_typed(tmp_path: Path) -> None:
    play = in_terminal(tmp_path, "play", "skull_queen", "--people", "Marie,Luca", *SEED)
    play.expect("Marie, take the keyboard and press Enter. ")
    play.sendline("")
    play.expect("your choice, .*› ")
    play.sendline("back 3 3 5 2")
    play.expect("Enter to go on, or undo .*› ")
    play.sendline("")
    play.expect("Luca, take the keyboard and press Enter. ")
    play.send("\x1b[A\r")
    play.expect("your choice, .*› ")
    assert "back 3 3 5 2" not in str(play.before).rpartition("take the keyboard")[2]
    play.sendline("quit")
    play.expect(pexpect.EOF)
