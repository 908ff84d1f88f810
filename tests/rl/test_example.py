"""The agent of examples/learn.py learns."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"


def test_a_few_lessons_are_enough_to_be_ahead_of_random_play() -> None:
    spec = spec_from_file_location("learn", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    learn = module_from_spec(spec)
    spec.loader.exec_module(learn)
    assert learn.learn(lessons=12, games=128) > 0.2
