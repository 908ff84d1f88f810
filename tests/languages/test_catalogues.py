"""Every text is there in every language, with the same placeholders."""

import re
from typing import Any

import pytest

from hexdeck.core.errors import SetupRefused
from hexdeck.locale import LANGUAGES, language, users_language
from languages.messages import TRANSLATED, catalogue_of, extracted

PLACEHOLDER = re.compile(r"{[a-z_]*}")


def forms(text: Any) -> list[str]:
    """The text, or its singular and plurals."""
    return [text or ""] if isinstance(text, str | None) else list(text)


def test_we_speak_four_languages() -> None:
    assert LANGUAGES == {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
    assert TRANSLATED == ["de", "fr", "it"]


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_message_is_missing_and_none_is_left_over(code: str) -> None:
    wanted = {message.id for message in extracted() if message.id}
    there = {message.id for message in catalogue_of(code) if message.id}
    assert wanted - there == set()
    assert there - wanted == set()


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_is_translated(code: str) -> None:
    catalogue = catalogue_of(code)
    for message in catalogue:
        texts = forms(message.string)
        assert all(texts), f"{message.id!r} is not translated"
        assert not message.fuzzy or not message.id
        if message.pluralizable:
            assert len(texts) == catalogue.num_plurals


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_translation_has_the_placeholders_of_its_message(code: str) -> None:
    for message in catalogue_of(code):
        if not message.id:
            continue
        wanted = {tuple(sorted(PLACEHOLDER.findall(source))) for source in forms(message.id)}
        assert {tuple(sorted(PLACEHOLDER.findall(text))) for text in forms(message.string)} <= wanted, (
            message.id
        )


@pytest.mark.parametrize("code", TRANSLATED)
def test_indentation_survives_translation(code: str) -> None:
    for message in catalogue_of(code):
        if isinstance(message.id, str) and isinstance(message.string, str):
            assert indentation(message.id) == indentation(message.string)


def indentation(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def test_a_language_speaks() -> None:
    assert language("de")._("The game is over.") == "Das Spiel ist aus."
    assert language("fr").ngettext("{n} point", "{n} points", 2) == "{n} points"
    assert language("it")._("blue") == "blu"
    assert language("en")._("blue") == "blue"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(SetupRefused, match="we do not speak “tlh”: choose one of en, de, fr, it"):
        language("tlh")


@pytest.mark.parametrize(("asked", "code"), [("de", "de"), ("fr_CH.UTF-8", "fr"), ("tlh", "en")])
def test_the_environment_chooses_the_language(asked: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXDECK_LANGUAGE", asked)
    assert users_language().code == code


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_ends_as_its_message_does(code: str) -> None:
    """Else it is shortened, and a screen reader hears half a word; or a sentence without its end."""
    for message in catalogue_of(code):
        for source, text in zip(forms(message.id), forms(message.string), strict=True):
            assert not message.id or end(source) == end(text), text


def end(text: str) -> str:
    return text[-1:] if text[-1:] in ".!?…:" else ""


@pytest.mark.parametrize("code", ["en", *TRANSLATED])
def test_quotation_marks_and_apostrophes_are_those_of_print(code: str) -> None:
    messages = extracted() if code == "en" else catalogue_of(code)
    read = [message.id if code == "en" else message.string for message in messages if message.id]
    texts = [text for one in read for text in forms(one)]
    assert [text for text in texts if "'" in text or '"' in text] == []


def test_french_marks_have_their_spaces() -> None:
    """A narrow no-break space before ; ! ? and a no-break space before : and inside « »."""
    loose = re.compile(
        r"[ \u00a0][;!]|\w[ \u00a0]\?(?! [a-z]|\u00a0:)|[ \u202f][:»]|«[^\u00a0]"
        r"|\w[;!](?!\w)|\w:(?=\s|$)|\w\?$"
    )  # a ? that stands alone is a key
    texts = [text for message in catalogue_of("fr") if message.id for text in forms(message.string)]
    assert [text for text in texts if loose.search(text)] == []


def test_no_long_text_is_the_same_in_two_languages() -> None:
    """Else one of them was left in the other."""
    texts = {
        code: {text for message in catalogue_of(code) for text in forms(message.string)}
        for code in TRANSLATED
    }
    shared = (texts["de"] & texts["fr"]) | (texts["fr"] & texts["it"]) | (texts["it"] & texts["de"])
    assert [text for text in shared if len(text) > 30 and "\n" not in text] == []
