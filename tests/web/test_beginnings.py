"""The games that the app's scenes are tested with begin as the house tells them."""

from web.beginnings import KEPT, beginnings


def test_the_beginnings_are_up_to_date() -> None:
    assert KEPT.read_text() == beginnings(), "run tests/web/beginnings.py"
