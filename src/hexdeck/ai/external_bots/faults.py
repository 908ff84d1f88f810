"""What a bot of one's own can do wrong, and how often it did."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final

from hexdeck.core.errors import visible

FAILED: Final = "failed"  # it raised an exception, or says itself that it cannot answer
ENDED: Final = "ended"  # its process is gone
LATE: Final = "late"  # no answer in its time
NONSENSE: Final = "nonsense"  # no answer that can be read
ILLEGAL: Final = "illegal"  # an action that its seat may not take
GIVEN_UP: Final = "given up"  # it was not asked any more in this game
ENDING: Final = frozenset((ENDED, LATE, NONSENSE))  # after which a process is started anew
MOST_LOST: Final = 3  # processes in one game, before a bot is not asked any more
LONGEST: Final = 300  # characters that are kept of what a bot says


class Fault(Exception):
    """A bot has lost its turn."""

    def __init__(self, kind: str, detail: str) -> None:
        self.kind = kind
        self.detail = shown(detail)
        super().__init__(kind, self.detail)

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"


def given_up() -> Fault:
    return Fault(GIVEN_UP, f"not asked any more in this game: {MOST_LOST} processes were lost")


@dataclass(frozen=True, slots=True)
class Faults:
    """Of one bot and one kind."""

    bot: str
    kind: str
    count: int
    first: str  # the first of them, in words

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


def summed(faults: Iterable[Faults]) -> tuple[Faults, ...]:
    """One for each bot and kind, in the order in which they first happened."""
    found: dict[tuple[str, str], Faults] = {}
    for one in faults:
        before = found.get((one.bot, one.kind))
        count, first = (before.count, before.first) if before else (0, one.first)
        found[one.bot, one.kind] = Faults(one.bot, one.kind, count + one.count, first)
    return tuple(found.values())


def shown(text: str) -> str:
    """What a stranger's program has said, on one line that steers no terminal."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
