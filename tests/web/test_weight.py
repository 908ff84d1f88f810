"""How much script a game loads; `hexdeck bench web` measures it in a browser, with all the rest."""

import re
from pathlib import Path
from typing import Final

import pytest

import hexdeck
from hexdeck.core.registry import GAMES

BUILT: Final = Path(hexdeck.__file__).parent / "web"
ASSETS: Final = BUILT / "assets"
MOST: Final = 60_000  # bytes, compressed
IMPORTED: Final = re.compile(r'(?:from|import)"\./([\w.-]+\.js)"')


@pytest.mark.parametrize("game", GAMES)
def test_a_game_loads_no_more_script_than_it_may(game: str) -> None:
    [start] = re.findall(r'src="/assets/([^"]+\.js)"', (BUILT / "index.html").read_text())
    loaded = {start, _chunk("TablePage"), _chunk(game)}
    while more := {name for one in loaded for name in IMPORTED.findall((ASSETS / one).read_text())} - loaded:
        loaded |= more
    assert sum((ASSETS / f"{name}.gz").stat().st_size for name in loaded) <= MOST


def _chunk(name: str) -> str:
    [found] = [
        path.name for path in ASSETS.glob("*.js") if re.fullmatch(rf"{name}-[\w-]{{8}}\.js", path.name)
    ]
    return found
