from collections.abc import Sequence
from typing import Final

from hexdeck.cards import Action, Seat
from hexdeck.kernel.api import Knowledge, Position

STYLES: Final[tuple[str, ...]]

def features(knowledge: Knowledge, style: int) -> list[int]: ...
def features_of(position: Position, seat: Seat, style: int) -> list[int]: ...
def choices(knowledge: Knowledge, actions: Sequence[Action]) -> list[int]: ...

class Network:
    def __init__(
        self, sizes: Sequence[int], layers: Sequence[tuple[Sequence[float], Sequence[float]]]
    ) -> None: ...
    def likings(self, knowledge: Knowledge, actions: Sequence[Action], style: int) -> list[float]: ...
