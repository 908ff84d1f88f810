"""Nothing is left untranslated, and longer words fit on a phone."""

from collections.abc import Callable

import pytest

from web.browser import PHONE, Visitor
from web.faults import faults
from web.pseudo import pseudo, speak_pseudo
from web.walk import CHAPTERS


def test_texts_are_longer_and_keep_their_holes() -> None:
    assert pseudo("  {who} plays it") == "  ⟦{who} pláays íit⟧"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_everything_is_translated_and_fits(marie: Callable[..., Visitor], chapter: str) -> None:
    person = marie(viewport=PHONE, touch=True, locale="de-DE")
    speak_pseudo(person.context)
    found = {
        screen: said
        for screen in CHAPTERS[chapter](person.page)
        if (said := faults(person.page, "untranslated", "cut_texts"))
    }
    assert found == {}
