"""The app says what the games and the house say."""

from web.words_tables import SOURCE, tables


def test_the_words_of_the_app_are_those_of_the_games() -> None:
    old = [path.relative_to(SOURCE).as_posix() for path, text in tables() if path.read_text() != text]
    assert old == [], "run web/words_tables.py"
