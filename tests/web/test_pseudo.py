"""On a phone in the morning: all is translated, longer words fit, a thumb and axe find their way."""

from collections.abc import Callable

import pytest

from web.browser import PHONE, Visitor
from web.faults import axe_faults, faults
from web.pseudo import pseudo, speak_pseudo
from web.walk import CHAPTERS


def test_texts_are_longer_and_keep_their_holes() -> None:
    assert pseudo("  {who} plays it") == "  ⟦{who} pláays íit⟧"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_everything_is_translated_fits_and_can_be_used(marie: Callable[..., Visitor], chapter: str) -> None:
    person = marie(viewport=PHONE, touch=True, locale="de-DE", color_scheme="light")
    speak_pseudo(person.context)
    found = {
        screen: said
        for screen in CHAPTERS[chapter](person.page)
        if (
            said := [
                *faults(person.page, "untranslated", "cut_texts", "small_targets"),
                *axe_faults(person.page),
            ]
        )
    }
    assert found == {}
