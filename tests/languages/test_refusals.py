"""What is refused is told in every language, where it can be in a sentence of its own."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexdeck.cli import main
from hexdeck.core.errors import (
    CardsRefused,
    GameError,
    IllegalAction,
    RecordRefused,
    SetupRefused,
    UndoRefused,
)
from hexdeck.core.record_reader import read
from hexdeck.locale import LANGUAGES, language
from hexdeck.server.base.messages import Refusal
from hexdeck.server.base.refusals import TableRefused, TableUnknown, refusal_kinds, refused_elsewhere
from hexdeck.text import house_words
from hexdeck.text.house_words import refused
from languages.faults import faults
from languages.messages import REFUSALS, SOURCE
from server.guest import Guest
from server.house_process import HouseProcess, open_house
from server.text_browser import Page, TextBrowser

CODES = {kind.code for kind in refusal_kinds()}
APP = Path(__file__).parents[2] / "web" / "src"
IN_THE_APP = json.loads((APP / "refusals_words.json").read_text())
TAKEN = TableRefused("seat {seat} is not open: choose one of {free}", seat=3, free="1, 2")
A_CROWD = {
    "en": "Voodoo is not for 9 players: choose 3 to 6",
    "de": "Voodoo ist nicht für 9 Spieler: Wähl 3 bis 6",
    "fr": "Voodoo ne se joue pas à 9\u00a0: choisis de 3 à 6",
    "it": "Voodoo non si gioca in 9: scegli da 3 a 6",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with open_house(tmp_path_factory.mktemp("house") / "data") as house:
        yield house


def raised() -> Iterator[tuple[str, ast.expr]]:
    """Where what has a sentence of its own is refused, and how the sentence is written."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(ast.Name(name), [message, *_]) if name in REFUSALS:
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", message


def told(error: GameError, code: str) -> str:
    return house_words.told(language(code), error)


def test_every_kind_of_refusal_has_a_sentence() -> None:
    assert {*house_words.REFUSALS, *house_words.HAS_OWN_MESSAGE} == CODES
    assert set(house_words.REFUSALS) & {*house_words.HAS_OWN_MESSAGE} == set()
    assert {*house_words.IN_ENGLISH} <= CODES


def test_every_sentence_is_written_out_with_fields_for_what_changes() -> None:
    """None is put together from pieces, so each can be translated; a `template` is another process's."""
    found = dict(raised())
    strange = {
        place: ast.unparse(message)
        for place, message in found.items()
        if not isinstance(message, ast.Constant) and ast.unparse(message) != "template"
    }
    assert strange == {}
    assert len(found) > 130


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_refusal_is_the_same_sentence_everywhere(
    code: str, house: HouseProcess, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXDECK_LANGUAGE", code)
    assert main(["play", "voodoo", "--players", "9"]) == 2
    assert capsys.readouterr().err == f"hexdeck: {A_CROWD[code]}\n"

    with TextBrowser(house.url, code) as browser:
        form = next(form for form in browser.page.forms if form.fields.get("game") == "voodoo")
        asked = browser.raw("POST", form.action, **form.fields | {"players": "9"})
        assert Page(asked).alert == A_CROWD[code]

    answer = Guest(house.url).request("POST", "/api/tables", json={"game": "voodoo", "players": 9}).json()
    assert answer["message"] == A_CROWD["en"]
    assert answer["template"] in IN_THE_APP
    assert refused(language(code), answer["code"], answer["template"], answer["fields"]) == A_CROWD[code]


def test_a_program_is_answered_in_english(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXDECK_LANGUAGE", "de")
    assert main(["simulate", "voodoo", "--players", "9", "--json"]) == 2
    assert capsys.readouterr().err == f"hexdeck: {A_CROWD['en']}\n"


def test_what_another_process_refused_is_refused_as_it_was() -> None:
    again = refused_elsewhere(TAKEN.code, TAKEN.message, TAKEN.fields)
    assert (type(again), told(again, "de")) == (TableRefused, told(TAKEN, "de"))
    assert isinstance(refused_elsewhere("table.unknown", "no such table", {}), TableUnknown)


def test_nothing_in_a_field_steers_a_terminal() -> None:
    error = SetupRefused("no bot is called “{name}”: choose one of {known}", name="\x1b[2J", known="random")
    assert told(error, "de") == "Kein Bot heißt „\\x1b[2J“: Wähl einen von random"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Seat 3 is not open: choose one of 1, 2"),
        ("de", "Platz 3 ist nicht frei: Wähl einen von 1, 2"),
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
    cards = CardsRefused("version 2 is not known", line=1)
    assert told(cards, "en") == "Line 1: version 2 is not known"
    assert told(cards, "it") == "Queste carte non sono utilizzabili."


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Line 3: the record ends here: it was cut off too early"),
        ("de", "Zeile 3: hier hört die Aufzeichnung auf: Sie wurde zu früh abgeschnitten"),
        ("fr", "Ligne 3\u00a0: l’enregistrement s’arrête ici\u00a0: il a été coupé trop tôt"),
        ("it", "Riga 3: la registrazione si ferma qui: è stata tagliata troppo presto"),
    ],
)
def test_a_record_is_refused_with_its_line(code: str, sentence: str) -> None:
    with pytest.raises(RecordRefused) as refusal:
        read("hexdeck 1\ngame voodoo 1\n")
    assert told(refusal.value, code) == sentence


def test_a_reason_that_has_no_sentence_of_its_own_is_told_by_its_kind() -> None:
    with pytest.raises(RecordRefused, match="line 2: no game is called 'chess'") as refusal:
        read("hexdeck 1\ngame chess 1\n")
    assert told(refusal.value, "de").startswith("Zeile 2: Nichts hier heißt so: ")


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
    own = {str(message.value) for _, message in raised() if isinstance(message, ast.Constant)}
    sentences = {told(TableRefused(message), code) for message in own}
    sentences |= {language(code)._(message) for message in house_words.REFUSALS.values()}
    plain = {line.replace("{", "").replace("}", "") for line in sentences}
    assert len(plain) > 140
    assert {line: found for line in plain if (found := faults(line, code))} == {}
