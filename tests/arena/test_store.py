"""Results on disk: nothing is lost, nothing is mixed up."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.arenas import hand_made, three_player_settings
from hexdeck.ai.arena.store import Store
from hexdeck.core.errors import SetupRefused

SETTINGS = three_player_settings()


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A file with the second of two deals, then the first."""
    path = tmp_path / "deep" / "results.jsonl"
    with Store.open(path, SETTINGS) as store:
        for match in reversed(hand_made()):
            store.add(match)
    return path


def refusal(path: Path, settings: object = SETTINGS) -> str:
    assert isinstance(settings, type(SETTINGS))
    before = path.read_bytes()
    with pytest.raises(SetupRefused) as refused, Store.open(path, settings):
        pass
    assert path.read_bytes() == before
    return str(refused.value)


def test_what_was_stored_is_there_again_in_order(filled: Path) -> None:
    with Store.open(filled, SETTINGS) as store:
        assert store.first(5) == hand_made()
        assert store.first(1) == hand_made()[:1]
        assert store.missing(4) == [2, 3]


def test_a_line_that_was_cut_off_is_played_again(filled: Path) -> None:
    filled.write_bytes(filled.read_bytes()[:-20])
    with Store.open(filled, SETTINGS) as store:
        assert store.missing(2) == [0]
        store.add(hand_made()[0])
    with Store.open(filled, SETTINGS) as store:
        assert store.first(2) == hand_made()


def test_a_file_that_was_cut_off_in_its_first_line_begins_anew(filled: Path) -> None:
    filled.write_bytes(filled.read_bytes()[:30])
    with Store.open(filled, SETTINGS) as store:
        store.add(hand_made()[0])
    with Store.open(filled, SETTINGS) as store:
        assert store.missing(2) == [1]


def test_a_file_of_other_settings_is_refused_and_kept(filled: Path) -> None:
    assert "other settings (seed 0 and not 8): name another" in refusal(filled, replace(SETTINGS, seed=8))
    assert "(bots A B and not B A)" in refusal(filled, replace(SETTINGS, bots=("B", "A")))
    assert "(code code and not newer)" in refusal(filled, replace(SETTINGS, code="newer"))


@pytest.mark.parametrize(
    "content", [b"my shopping list", b"\x00\xff\n", b"{}\n", b'{"arena":7}\n', b'{"arena":1}\n']
)
def test_what_is_no_file_of_results_is_refused_and_kept(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    assert "holds no results of an arena: name another" in refusal(path)


@pytest.mark.parametrize("line", [b"{}", b"[]", b"nonsense", b'{"deal":0,"games":[]}'])
def test_a_damaged_line_is_named(line: bytes, filled: Path) -> None:
    filled.write_bytes(filled.read_bytes() + line + b"\n")
    assert f"line 4 of {filled} is no finished deal" in refusal(filled)


def test_two_arenas_do_not_write_to_one_file(filled: Path) -> None:
    with Store.open(filled, SETTINGS) as store:
        assert "another arena writes to" in refusal(filled)
        assert store.missing(2) == []
