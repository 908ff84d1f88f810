"""The app's types are those of the server."""

from web.protocol_types import TARGET, typescript


def test_the_types_of_the_app_are_up_to_date() -> None:
    assert TARGET.read_text() == typescript(), "run web/protocol_types.py"
