"""On a phone in the morning all is translated and fits a thumb; axe finds nothing then, nor at midnight."""

from collections.abc import Callable

import pytest

from web.browser import DESKTOP, PHONE, Visitor, resize
from web.faults import SCRIPTS, axe_faults, faults
from web.walk import CHAPTERS

PSEUDO = (SCRIPTS / "pseudo.js").read_text()


def test_texts_are_longer_and_keep_their_holes(marie: Callable[..., Visitor]) -> None:
    person = marie()
    person.context.add_init_script(PSEUDO)
    person.page.goto("/plain")

    assert person.page.evaluate("pseudo('  {who} plays it')") == "  ⟦{who} pláays íit⟧"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_everything_is_translated_fits_and_can_be_used(marie: Callable[..., Visitor], chapter: str) -> None:
    person = marie(viewport=PHONE, touch=True, locale="de-DE", color_scheme="light")
    person.context.add_init_script(PSEUDO)
    page = person.page
    found = {}
    for screen in CHAPTERS[chapter](page):
        dialogs = page.locator("dialog[open]").count()
        in_the_morning = [*faults(page, "untranslated", "cut_texts", "small_targets"), *axe_faults(page)]
        resize(page, DESKTOP)
        page.emulate_media(color_scheme="dark")
        assert page.locator("dialog[open]").count() == dialogs
        if said := in_the_morning + axe_faults(page):
            found[screen] = said
        resize(page, PHONE)
        page.emulate_media(color_scheme="light")
    assert found == {}
