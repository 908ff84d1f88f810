"""What learns, as a training keeps it: networks with their optimiser, and lessons in slices."""

from typing import Any, Protocol

from torch import nn
from torch.optim import Optimizer


class Learner:
    """Networks and an optimiser that are kept, and gone on with, together."""

    def __init__(self, **parts: nn.Module | Optimizer) -> None:
        self._parts = parts

    def kept(self) -> dict[str, Any]:
        """All that is needed to go on; the optimiser is the larger half."""
        return {name: part.state_dict() for name, part in self._parts.items()}

    def go_on(self, kept: dict[str, Any]) -> None:
        for name, part in self._parts.items():
            part.load_state_dict(kept[name])


class Lessons(Protocol):
    """A training, or a study."""

    def begin(self) -> None: ...
    def run(self, seconds: float) -> None: ...
    def keep(self) -> None: ...


def learn(lessons: Lessons, seconds: float) -> None:
    """A slice of them; whoever interrupts it loses nothing."""
    lessons.begin()
    try:
        lessons.run(seconds)
    except KeyboardInterrupt:
        lessons.keep()
        raise
