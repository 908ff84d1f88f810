"""What is refused is told in every language, where it can be in a sentence of its own."""

import json
from pathlib import Path

import pytest

from hexdeck import house_words
from hexdeck.errors import GameError, IllegalAction, SetupRefused, UndoRefused
from hexdeck.house_words import refused
from hexdeck.locale import LANGUAGES, language
from hexdeck.server.protocol import Refusal
from hexdeck.server.refusals import TableRefused, refusal_kinds
from languages.faults import faults
from languages.messages import REFUSALS

CODES = {kind.code for kind in refusal_kinds()}
OWN = json.loads((Path(__file__).parents[2] / "web" / "src" / "refusals_words.json").read_text())
TAKEN = TableRefused("seat {seat} is not open: choose one of {free}", seat=3, free="1, 2")


def told(error: GameError, code: str) -> str:
    return refused(language(code), error.code, error.message, error.fields)


def test_every_kind_of_refusal_has_a_sentence() -> None:
    assert set(house_words.REFUSALS) == CODES
    assert {*house_words.OF_THEIR_OWN, *house_words.IN_ENGLISH} <= CODES
    assert set(REFUSALS) == {"TableRefused", "TooMuch", "IdentityRefused", "UndoRefused", "ChanceRefused"}


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Seat 3 is not open: choose one of 1, 2"),
        ("de", "Platz 3 ist nicht frei: wähle einen von 1, 2"),
        ("fr", "La place 3 n’est pas libre\u00a0: choisis parmi 1, 2"),
        ("it", "Il posto 3 non è libero: scegline uno tra 1, 2"),
    ],
)
def test_a_refusal_says_in_every_language_what_would_work(code: str, sentence: str) -> None:
    assert str(TAKEN) == "seat 3 is not open: choose one of 1, 2"
    assert told(TAKEN, code) == sentence


def test_what_is_written_for_programs_is_told_to_people_by_its_kind() -> None:
    error = IllegalAction("not b12 now: choose one of r3, r9")
    assert [told(error, code) for code in ("en", "de")] == [
        "That cannot be played now.",
        "Das kann jetzt nicht gespielt werden.",
    ]
    setup = SetupRefused("{title} is not for {players} players", title="Voodoo", players=2)
    assert told(setup, "en") == "Voodoo is not for 2 players"
    assert told(setup, "it") == "Così non si può preparare: scegli qualcos’altro."


def test_the_wire_carries_what_a_translation_needs() -> None:
    assert Refusal.of(TAKEN, "a1") == Refusal(
        "a1",
        "table.refused",
        "seat 3 is not open: choose one of 1, 2",
        template="seat {seat} is not open: choose one of {free}",
        fields={"seat": 3, "free": "1, 2"},
    )
    assert Refusal.of(UndoRefused("no")) == Refusal(None, "action.undo_refused", "no")


@pytest.mark.parametrize("code", LANGUAGES)
def test_refusals_read_well(code: str) -> None:
    sentences = {told(TableRefused(message), code) for message in OWN}
    sentences |= {language(code)._(message) for message in house_words.REFUSALS.values()}
    plain = {line.replace("{", "").replace("}", "") for line in sentences}
    assert len(plain) > 60
    assert {line: found for line in plain if (found := faults(line, code))} == {}
