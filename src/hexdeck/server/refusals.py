"""What the server refuses, beside what the games do; the tree goes on from errors.py.

GameError
├── TableUnknown        table.unknown       no table has this code
├── TableRefused        table.refused       not now, or not by you: seats, settings, start
├── TournamentUnknown   tournament.unknown  no tournament has this code
├── TournamentRefused   tournament.refused  not now, or not so: who takes part, rounds, what may be looked at
│   └── TournamentWord  tournament.word     the word that the host tells is missing or wrong
├── NotSeated           seat.none           you only look on
├── NotHost             table.not_host      the host decides that
├── TooMuch             client.too_much     slower
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
"""

from collections.abc import Iterator, Mapping

from hexdeck.errors import GameError, SetupRefused


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
    """Granted perhaps in a while; the field `n` says in how many seconds."""

    @property
    def retry_after(self) -> int | None:
        seconds = self.fields.get("n")
        return seconds if isinstance(seconds, int) else None


class TooMuch(TryLater):
    code = "client.too_much"


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


class HouseFailed(GameError):
    code = "house.failed"


class Outdated(StoreFailed):
    code = "table.outdated"


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
    return kinds.get(code, HouseFailed)(message, **fields)
