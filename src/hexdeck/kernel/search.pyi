from collections.abc import Iterable

from hexdeck.core.cards import Action, Seat
from hexdeck.kernel.api import Knowledge, Position
from hexdeck.kernel.network import Network

class Searcher:
    def run(self, iterations: int) -> None: ...
    def results(self) -> dict[Action, tuple[int, float]]: ...

def searcher(
    knowledge: Knowledge,
    iterations: int,
    seed: int,
    *,
    exploration: float = 0.2,
    flat: bool = False,
    network: Network | None = None,
    match: float | None = None,
) -> Searcher: ...
def cheating_searcher(
    position: Position, seat: Seat, iterations: int, seed: int, *, exploration: float = 0.2
) -> Searcher: ...
def ismcts(
    knowledge: Knowledge,
    iterations: int,
    seed: int,
    *,
    threads: int = 1,
    exploration: float = 0.2,
    flat: bool = False,
    network: Network | None = None,
    match: float | None = None,
) -> dict[Action, tuple[int, float]]: ...
def ismcts_for(
    knowledge: Knowledge, seconds: float, seed: int, *, most: int = 1_000_000
) -> dict[Action, tuple[int, float]]: ...
def merged(searchers: Iterable[Searcher]) -> dict[Action, tuple[int, float]]: ...
