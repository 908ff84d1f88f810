"""Games are found by their files, and so are the words of each."""

from pathlib import Path

import pytest

from hexdeck import games
from hexdeck.core import registry
from hexdeck.core.registry import GAMES
from hexdeck.text.game_texts import rules_in_short, words_of


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_words_and_rules_in_short(game: str) -> None:
    assert words_of(game).sayings
    assert rules_in_short(game)[0].title == "The idea"


@pytest.fixture
def further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that somebody has begun to write."""
    for name, text in {
        "wordless": "",
        "half_made": "from hexdeck.games.half_made.law.rules import State\n",
        "mistaken": "import a_library_that_is_not_there\n",
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])


@pytest.mark.usefixtures("further")
def test_a_game_may_still_lack_its_words() -> None:
    assert words_of("wordless").sayings == {}
    assert rules_in_short("wordless") == ()


@pytest.mark.usefixtures("further")
def test_what_lacks_a_file_of_its_own_is_no_game_yet() -> None:
    assert registry._game("half_made") is None
    with pytest.raises(ModuleNotFoundError, match="a_library_that_is_not_there"):
        registry._game("mistaken")
