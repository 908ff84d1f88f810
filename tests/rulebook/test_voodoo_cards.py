"""The card file of docs/rules/voodoo.md, and what is refused in it."""

import re
from contextlib import suppress
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexdeck.core.errors import CardsRefused
from hexdeck.games.voodoo.law.cards import Cards, Text, load_cards, the_cards

TEXT = files("hexdeck.games.voodoo").joinpath("data", "cards.toml").read_text("utf-8")


def changed(old: str, new: str) -> str:
    """The shipped file with one thing in its first place replaced."""
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def line_of(text: str, words: str) -> int:
    return 1 + text[: text.index(words)].count("\n")


def test_the_shipped_file_is_read() -> None:
    cards = load_cards(TEXT)

    assert cards == the_cards()
    gardus = cards.curses[0]
    assert (gardus.id, gardus.school, gardus.cost, gardus.asterisk) == ("gardus_corpux", "celtic", (4,), True)
    assert (gardus.casting, gardus.breaking, gardus.moment, gardus.victims) == (1, 1, "always", "one")
    assert gardus.name == Text(dict.fromkeys(["en", "de", "fr", "it"], "Gardus corpux"))
    assert cards.permanents[0].penalty == "point"
    assert cards.artefacts[0].effect == "reroll"
    assert len(set(cards.ids())) == 59


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        ('school = "celtic"', 'school = "greek"', 'school = "greek"', "'greek' is not known"),
        ('cost = ["bat", "any"]', 'cost = ["bat", "frog"]', 'cost = ["bat", "frog"]', "is not a cost"),
        ('cost = ["bat", "any"]', 'cost = ["any", "bat"]', 'cost = ["any", "bat"]', "only once"),
        ('cost = ["bat", "any"]', 'cost = ["any", "any"]', 'cost = ["any", "any"]', "only once"),
        ('cost = ["bat", "any"]', 'cost = ["bat"]', 'cost = ["bat"]', "1 ingredients"),
        ('cost = ["bat", "any"]', 'cost = "bat"', 'cost = "bat"', "is not a cost"),
        ("casting = 1", "casting = 0", "casting = 0", "not a number of points"),
        ("casting = 1", "casting = true", "casting = true", "not a number of points"),
        ("casting = 1", 'casting = "1"', 'casting = "1"', "not a number of points"),
        ('moment = "always"', 'moment = "never"', 'moment = "never"', "'never' is not known"),
        ('victims = "one"', "victims = 1", "victims = 1", "1 is not known"),
        ('gesture = "cave"', 'gesture = "Cave"', 'gesture = "Cave"', "is no name"),
        (
            'gesture = "cave"',
            'gesture = "crossed_arms"',
            'gesture = "crossed_arms"\nname.en = "Vox',
            "is taken",
        ),
        (
            'id = "vox_cavernix"',
            'id = "gardus_corpux"',
            'id = "gardus_corpux"\nschool = "celtic"\ncost = ["skull", "ghost"',
            "is taken",
        ),
        (
            'name.en = "Vox cavernix"',
            'name.en = "Gardus corpux"',
            'name.en = "Gardus corpux"\nname.de = "Vox',
            "is taken",
        ),
        ('name.en = "Vox cavernix"', 'name.en = " "', 'name.en = " "', "is not a text"),
        ('name.en = "Vox cavernix"', "name.en = 3", "name.en = 3", "is not a text"),
        (
            'gesture = "cave"',
            'gesture = "cave"\nsmell = "bad"',
            'smell = "bad"',
            "no field is called 'smell'",
        ),
        ('penalty = "point"', 'penalty = "hand"', 'penalty = "hand"', "'hand' is not known"),
        ('effect = "reroll"', 'effect = "explode"', 'effect = "explode"', "'explode' is not known"),
        (
            'moment = "preparing"',
            'moment = "acting"',
            'moment = "acting"\neffect = "reroll"',
            "another moment",
        ),
        ('name.it = "Gardus corpux"\n', "", "[[curse]]", "name.it is missing"),
        ('victims = "one"\n', "", "[[curse]]", "victims is missing"),
        ("version = 1", "version = ", "version = ", "not TOML"),
        ("version = 1", "version = 2", "version = 2", "version 2 is not known"),
        ("version = 1", "version = 1\nrelics = 3", "relics = 3", "nothing here is called 'relics'"),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, at: str, reason: str) -> None:
    text = changed(old, new)

    with pytest.raises(CardsRefused, match=re.escape(reason)) as refused:
        load_cards(text)

    assert refused.value.line == line_of(text, at)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "version None is not known"),
        ("version = 1\ncurse = 3", "curse is not a list of cards"),
        ("version = 1\ncurse = [3]", "curse is not a list of cards"),
        ("version = 1", "0 curses are not the set of a game: write 36"),
        (changed('school = "celtic"', 'school = "haitian"'), "11 celtic curses"),
        (TEXT[: TEXT.index("[[permanent]]")], "0 permanent curses"),
        (TEXT[: TEXT.index("[[artefact]]")], "0 artefacts"),
        (changed('effect = "extra_die"', 'effect = "shield"'), "0 artefacts that do extra_die"),
        (
            TEXT.replace('["bat", "any"]', '["bat", "bat", "any"]').replace(', "any"]', ', "any", "bat"]'),
            "only once",
        ),
        ("version = " + "9" * 5000, "not TOML that can be read"),
        ("version = " + "[" * 5000, "not TOML that can be read"),
        ("version = 1\n[curse", "not TOML"),
    ],
)
def test_a_file_that_is_no_set_is_refused(text: str, reason: str) -> None:
    with pytest.raises(CardsRefused, match=re.escape(reason)):
        load_cards(text)


def test_there_must_be_a_starting_curse_for_six_players() -> None:
    """Five curses of two ingredients are left."""
    text = TEXT
    for cost in (
        '["bat", "any"]',
        '["pumpkin", "skull"]',
        '["ghost", "ghost"]',
        '["skull", "skull"]',
        '["skull", "star"]',
    ):
        text = text.replace(f"cost = {cost}", f'cost = ["bat", {cost[1:]}', 1)

    with pytest.raises(CardsRefused, match="5 curses of two ingredients"):
        load_cards(text)


def test_a_card_written_in_another_way_has_no_line() -> None:
    with pytest.raises(CardsRefused, match="id is missing") as refused:
        load_cards('version = 1\ncurse = [{school = "celtic"}]')

    assert refused.value.line is None


def test_an_unfinished_file_is_refused_at_its_last_line() -> None:
    with pytest.raises(CardsRefused) as refused:
        load_cards('version = 1\n\nname = """')

    assert refused.value.line == 3


@given(st.text())
def test_any_text_gives_cards_or_is_refused(text: str) -> None:
    with suppress(CardsRefused):
        assert isinstance(load_cards(text), Cards)


@given(at=st.integers(0, len(TEXT)), gone=st.integers(0, 300), text=st.text(max_size=20))
def test_any_damage_gives_cards_or_is_refused(at: int, gone: int, text: str) -> None:
    with suppress(CardsRefused):
        assert isinstance(load_cards(TEXT[:at] + text + TEXT[at + gone :]), Cards)
