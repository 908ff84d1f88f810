from collections.abc import Sequence

from hexdeck.cards import Action, Seat
from hexdeck.features.layout import Steps
from hexdeck.kernel.api import Knowledge, Position

def features(knowledge: Knowledge, style: int, decided: Steps = ()) -> list[int]: ...
def features_of(position: Position, seat: Seat, style: int, decided: Steps = ()) -> list[int]: ...
def steps(knowledge: Knowledge, actions: Sequence[Action]) -> list[Steps]: ...

class Network:
    def __init__(
        self, sizes: Sequence[int], layers: Sequence[tuple[Sequence[float], Sequence[float]]]
    ) -> None: ...
    def likings(
        self, knowledge: Knowledge, choices: Sequence[int], style: int, decided: Steps = ()
    ) -> list[float]: ...
