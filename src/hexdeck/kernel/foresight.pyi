from array import array
from collections.abc import Sequence

from hexdeck.core.cards import Action, Seat
from hexdeck.core.chance import Outcome
from hexdeck.kernel.api import Knowledge, Position
from hexdeck.kernel.network import Network

def world_seed(seed: int, at: int) -> int: ...
def futures(
    knowledge: Knowledge, actions: Sequence[Action], worlds: int, seed: int, *, network: Network | None = None
) -> tuple[array[float], array[float]]: ...
def futures_of(
    position: Position, playouts: int, seed: int, *, network: Network | None = None
) -> tuple[array[float], array[float]]: ...
def standing(position: Position) -> list[float]: ...
def line(
    position: Position, seed: int, *, network: Network | None = None, most: int = 1000
) -> list[tuple[Seat, Action] | tuple[None, Outcome]]: ...
