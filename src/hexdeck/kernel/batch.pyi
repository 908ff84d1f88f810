from typing import Any

from hexdeck.kernel.api import Position

REWARDS: tuple[str, ...]
STEPS: int

class Batch:
    size: int
    players: int
    actions: int
    features: int
    words: int
    def __init__(
        self,
        first: Position,
        size: int,
        seed: int = 0,
        *,
        features: bool = False,
        style: str = "points",
        reward: str = "points",
    ) -> None: ...
    @property
    def bytes_each(self) -> int: ...
    def restart(self, game: int, seed: int | None = None) -> None: ...
    def look(self, seats: Any, legal: Any, features: Any = None) -> None: ...
    def steps(self, choices: Any) -> None: ...
    def pick(self, chosen: Any) -> None: ...
    def step(self, chosen: Any, over: Any, scores: Any, rewards: Any = None) -> None: ...
    def step_unchecked(self, chosen: Any, over: Any, scores: Any, rewards: Any = None) -> None: ...
