"""What the server refuses, beside what the games do; the tree goes on from errors.py.

GameError
├── TableUnknown        table.unknown       no table has this code
├── TableRefused        table.refused       not now, or not by you: seats, settings, start
│   └── NotYet                              not at this time of the day
├── TournamentUnknown   tournament.unknown  no tournament has this code
├── TournamentRefused   tournament.refused  not now, or not so: who takes part, rounds, what may be looked at
│   └── TournamentWord  tournament.word     the word that the host tells is missing or wrong
├── NotSeated           seat.none           you only look on
├── NotHost             table.not_host      the host decides that
├── TooMuch             client.too_much     slower
├── AdviceRefused       advice.refused      (of errors.py)
│   └── CoachBusy                           the coach has more to do than it can
├── MessageRefused      message.refused     not a message of the protocol
│   ├── TooLong                             more than we read
│   └── TooSlow                             it did not come in time
├── IdentityRefused     identity.refused    cookie, token or link that is not good (any more)
├── Banned              identity.banned     whoever keeps the house lets you in no more
├── StoreFailed         store.failed        nothing was done; try again later
│   └── Outdated        table.outdated      somebody else has changed the table first: look again
├── HouseFailed         house.failed        our own mistake; nothing was done
├── AlreadyDone         command.done        a link that was taken before
└── SetupRefused        setup.refused
    ├── HouseIsOpen                         another one has the same store, and no two may
    └── StoreDamaged                        what is stored is not what was stored: restore a backup

TooMuch, StoreFailed, HouseFailed, NotYet and CoachBusy are TryLater besides: each says when to try again.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Final

from hexdeck.core.errors import AdviceRefused, GameError, SetupRefused

SOON: Final = 1  # seconds: what stands in the way is over at once
PEOPLE_SECONDS: Final = 10  # what stands in the way is for people to settle, however long they take


class TableUnknown(GameError):
    code = "table.unknown"


class TableRefused(GameError):
    code = "table.refused"


class TournamentUnknown(GameError):
    code = "tournament.unknown"


class TournamentRefused(GameError):
    code = "tournament.refused"


class TournamentWord(TournamentRefused):
    code = "tournament.word"


class NotSeated(GameError):
    code = "seat.none"


class NotHost(GameError):
    code = "table.not_host"


class TryLater(GameError):
    """Granted perhaps in a while; the field `n`, which none can leave out, says in how many whole seconds."""

    def __init__(self, message: str, *, n: float, **fields: object) -> None:
        self._seconds = max(1, math.ceil(n))
        super().__init__(message, n=self._seconds, **fields)

    @property
    def retry_after(self) -> int:
        return self._seconds


class TooMuch(TryLater):
    code = "client.too_much"


class NotYet(TryLater, TableRefused):
    pass


class CoachBusy(TryLater, AdviceRefused):
    pass


class MessageRefused(GameError):
    code = "message.refused"


class TooLong(MessageRefused):
    pass


class TooSlow(MessageRefused):
    pass


class IdentityRefused(GameError):
    code = "identity.refused"


class Banned(GameError):
    code = "identity.banned"


class StoreFailed(TryLater):
    code = "store.failed"


class HouseFailed(TryLater):
    code = "house.failed"


class Outdated(StoreFailed):
    code = "table.outdated"

    def __init__(self, message: str, *, n: float = SOON, **fields: object) -> None:
        super().__init__(message, n=n, **fields)


class AlreadyDone(GameError):
    code = "command.done"


class HouseIsOpen(SetupRefused):
    pass


class StoreDamaged(SetupRefused):
    pass


def refusal_kinds(kind: type[GameError] = GameError) -> Iterator[type[GameError]]:
    """Every kind of refusal that has a code, those of the games among them."""
    for one in kind.__subclasses__():
        if hasattr(one, "code"):
            yield one
        yield from refusal_kinds(one)


def refused_elsewhere(code: str, message: str, fields: Mapping[str, str | int]) -> GameError:
    """What another process has refused, to be refused here."""
    kinds = {kind.code: kind for kind in refusal_kinds() if "code" in vars(kind)}
    kind = kinds.get(code, HouseFailed)
    return kind(message, **({"n": SOON} | dict(fields) if issubclass(kind, TryLater) else fields))
