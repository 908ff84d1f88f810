from hexdeck.cards import Action
from hexdeck.kernel.api import Knowledge as Knows
from hexdeck.kernel.api import Position

class State(Position): ...

class Knowledge(Knows):
    def choices(self) -> list[Action]: ...

def play_at_random(players: int, actions: int, seed: int = 0) -> int: ...
