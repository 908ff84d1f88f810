"""Choices of search are recorded, chunk by chunk, and learnt; without PyTorch this is skipped by name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'hexdeck[train]'")

from hexdeck.core.features import is_value_network  # noqa: E402
from hexdeck.core.registry import GAMES  # noqa: E402
from training import command, imitation  # noqa: E402
from training.imitation import CHUNK, chunks_of, imitated, packed, record_chunk, recorded  # noqa: E402
from training.recipe import Recipe, RecipeRefused, read  # noqa: E402

Small = Callable[..., Path]
CHOOSING = [game for game in GAMES if not is_value_network(game)]


@pytest.mark.parametrize("game", CHOOSING)
def test_a_kill_loses_no_chunk_that_was_finished(
    game: str, tmp_path: Path, small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whoever is killed has the same choices in the end, in the same order."""
    recipe, numbers = read(small(game), Recipe), list[int]()

    def at_home(work: list[Any], _: int) -> None:
        """Backwards: chunks are finished in any order."""
        for each in reversed(work):
            if len(numbers) == 1:
                numbers.append(-1)
                raise KeyboardInterrupt
            record_chunk(each)
            numbers.append(each[1])

    monkeypatch.setattr(imitation, "_record_all", at_home)
    with pytest.raises(KeyboardInterrupt):
        recorded(recipe, 2 * CHUNK, 1, tmp_path)
    seen, legal, chosen = recorded(recipe, 2 * CHUNK, 1, tmp_path)
    assert numbers == [1, -1, 0]
    assert len(seen) == len(legal) == len(chosen) >= 2 * CHUNK
    (tmp_path / "again").mkdir()
    for number in (0, 1):
        record_chunk((recipe, number, tmp_path / "again"))
    again = [torch.load(tmp_path / "again" / f"{number}.pt") for number in (0, 1)]
    for name, found in zip(("seen", "legal", "chosen"), (seen, legal, chosen), strict=True):
        assert torch.equal(torch.cat([chunk[name] for chunk in again]), found)


def test_choices_of_another_search_are_not_taken(tmp_path: Path, small: Small) -> None:
    one = read(small("voodoo_prince"), Recipe)
    for more in ("seed = 2\n", "imitated = 3\n"):
        text = small("voodoo_prince").read_text().replace("imitated = 2\n" if "imitated" in more else "", "")
        (tmp_path / "other.toml").write_text(text + more)
        assert chunks_of(read(tmp_path / "other.toml", Recipe), tmp_path) != chunks_of(one, tmp_path)


def test_bits_are_packed_into_words() -> None:
    assert packed([[0, 33], [31]], 2).tolist() == [[1, 2], [-(2**31), 0]]


def test_a_training_imitates_search_first(
    tmp_path: Path, small: Small, capsys: pytest.CaptureFixture[str]
) -> None:
    """In processes of its own; what was recorded is not needed any more once it is learnt."""
    folder, recipe = tmp_path / "run", small("voodoo_prince")
    command.run("voodoo_prince", folder=folder, minutes=5, recipe=recipe, imitate=1, keep=False)
    out = capsys.readouterr().out
    assert "recording 1 chunks: about 0 minutes to go" in out
    assert "chooses like search in" in out
    assert "imitation 2p" in out
    assert (folder / "imitation.pt").exists()
    assert not list(folder.glob("choices-*"))


def test_an_imitation_that_goes_astray_is_refused(small: Small) -> None:
    recipe = read(small("voodoo_prince", 1, "imitation_rate = 1e30\n"), Recipe)
    bits = torch.ones(40, 35, dtype=torch.int32)
    with pytest.raises(RecipeRefused, match="a lower imitation_rate"):
        imitated(
            recipe,
            (bits, torch.full((40, 3), 3, dtype=torch.int32), torch.arange(40) % 2),
            torch.device("cpu"),
        )
