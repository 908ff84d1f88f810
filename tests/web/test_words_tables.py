"""The app says what the games and the house say."""

from pathlib import Path

import pytest

from web.words_tables import SOURCE, tables

TABLES = dict(tables())


@pytest.mark.parametrize("path", TABLES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_words_of_the_app_are_those_of_the_games(path: Path) -> None:
    assert path.read_text() == TABLES[path], "run web/words_tables.py"
