"""PyTorch on one core: as many threads as cores wait for each other where other tests run beside them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexdeck.core.features import is_value_network
from hexdeck.core.registry import GAMES

try:
    import torch
except ImportError:  # then these tests are skipped
    pass
else:
    torch.set_num_threads(1)

A_LESSON = 64 * 16  # decisions
CHOOSING = (
    "layers = [16]\ngames = 64\nsteps = 16\nminibatch = 256\nelders = 1\nmeasured_games = 8\nimitated = 2\n"
)
VALUING = "layers = [16]\nturns = 400\nfirst = 1\nminibatch = 100\nmeasured = 20\n"


@pytest.fixture
def small(tmp_path: Path) -> Callable[..., Path]:
    """Writes a recipe for a moment of a processor: so many lessons, and whatever else it is to say."""

    def write(game: str, lessons: int = 1, more: str = "") -> Path:
        own = VALUING + f"lessons = {lessons}\n"
        if not is_value_network(game):
            own = CHOOSING + f"decisions = {lessons * A_LESSON}\n"
        tables = f"tables = [{{ players = {GAMES[game].players[0]} }}]\n"
        path = tmp_path / "small.toml"
        path.write_text(f'game = "{game}"\n{own}{tables}{more}')
        return path

    return write
