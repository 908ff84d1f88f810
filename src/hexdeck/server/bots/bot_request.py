"""What is asked of a bot, what it answers, and who can be asked: processes here, or workers elsewhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from hexdeck.core.cards import Action
from hexdeck.core.game import Options, View
from hexdeck.server.base.fair_queue import STRANGER, Requester


def _always() -> bool:
    return True


class Luck(NamedTuple):
    """What a bot's chance follows from, where it must be the same whoever is asked, and how often."""

    fate: str  # of the seat in this game: for what a bot decides once and keeps to
    version: int  # of the game: for this choice


@dataclass(frozen=True, slots=True)
class Question:
    """All that a bot gets to know: what its seat sees, and what it remembers itself."""

    level: str
    game: str
    view: View
    interrupts: bool  # it may act out of turn, or let it be
    mark: str = ""  # of the table, for the log
    requester: Requester = STRANGER  # the table's maker, host and code, to whom the time is charged
    memories: Mapping[str, object] = field(default_factory=dict)  # of this seat, by the name of the bot
    is_wanted: Callable[[], bool] = _always  # the table still waits for it
    options: Options = field(default_factory=dict)  # of the game
    luck: Luck | None = None  # None: chance, and what the bot remembers
    version: int = 0  # of the table's game, to which an answer is bound

    def allows(self, action: Action | None) -> bool:
        return self.interrupts if action is None else action in self.view.actions


@dataclass(frozen=True, slots=True)
class Answer:
    action: Action | None  # one of `view.actions`; None if it could interrupt and does not
    memories: Mapping[str, object] = field(default_factory=dict)  # for the next question to this seat
    failures: int = 0  # of bots for whom a simpler one has played


class Thinker(Protocol):
    """Whoever thinks for the bots of a house."""

    @property
    def is_there(self) -> bool:
        """Somebody would answer at present."""

    async def open(self) -> None: ...

    async def choose(self, question: Question) -> Answer:
        """As soon as somebody has thought about it; Outdated if it is not wanted any more."""

    async def close(self) -> None: ...
