"""What is refused on the plain pages, in words."""

from hexdeck.locale import language
from hexdeck.server.labels import refusal


def test_a_refusal_is_exact_in_english_and_clear_in_the_others() -> None:
    said = "seat 3 is not open: choose one of 1"
    assert refusal(language("en"), "table.refused", said) == said
    assert refusal(language("it"), "table.refused", said) == "A questo tavolo adesso non si può."
