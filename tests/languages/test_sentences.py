"""Sentences made from parts: one mark at the end, a minus sign before numbers below zero."""

import pytest

from hexdeck.locale import language
from hexdeck.text.paint import filled
from hexdeck.text.sentences import digits, fill, signed, text_of


@pytest.mark.parametrize(
    ("template", "curse", "text"),
    [
        ("Leo broke {curse}!", "Foghorn", "Leo broke Foghorn!"),
        ("Leo broke {curse}!", "Still Warm!", "Leo broke Still Warm!"),
        ("Cursed: {curse}. Do it now.", "Who Lives in the Oak?", "Cursed: Who Lives in the Oak? Do it now."),
        ("Cursed: {curse}. Do it now.", "“Still Warm!”", "Cursed: “Still Warm!” Do it now."),
        ("{curse} !", "Qui habite le chêne ?", "Qui habite le chêne ?"),
        ("{curse}: broken", "“Still Warm!”", "“Still Warm!”: broken"),
        ("Waiting for {curse} …", "Max J.", "Waiting for Max J. …"),
    ],
)
def test_no_mark_is_put_twice(template: str, curse: str, text: str) -> None:
    assert fill(template, curse=curse) == text
    assert filled(template, curse=curse).plain == text


def test_sentences_stand_one_after_the_other() -> None:
    assert text_of(["Leo: 7", "A queen costs 14.", "Who?", "Ask: “Who?”", "end"]) == (
        "Leo: 7. A queen costs 14. Who? Ask: “Who?” end"
    )


def test_numbers_below_zero_have_a_minus_sign() -> None:
    assert [digits(-21), digits(7), digits(-2.5, ".2f")] == ["−21", "7", "−2.50"]
    assert [signed(-1), signed(2)] == ["−1", "+2"]
    assert fill("now {score}", score=-30) == filled("now {score}", score=-30).plain == "now −30"


@pytest.mark.parametrize(
    ("code", "one", "many"),
    [
        ("en", "−1 point", "−15 points"),
        ("de", "−1 Punkt", "−15 Punkte"),
        ("fr", "−1 point", "−15 points"),
        ("it", "−1 punto", "−15 punti"),
    ],
)
def test_points_below_zero_are_counted_without_their_sign(code: str, one: str, many: str) -> None:
    ngettext = language(code).ngettext
    assert [fill(ngettext("{n} point", "{n} points", n), n=n) for n in (-1, -15)] == [one, many]
