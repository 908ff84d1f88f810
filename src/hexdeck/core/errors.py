"""What can go wrong through no fault of ours, told apart by what the caller should do.

GameError                     somebody asked for what cannot be; `code` names it on the wire
├── NameUnknown               name.unknown            no card, action or game is called that
├── SetupRefused              setup.refused           no such table: player count, option, bot, salt
├── SeatUnknown               seat.unknown            no such seat at this table
├── ActionRefused
│   ├── IllegalAction         action.illegal          choose one of the legal actions
│   ├── NotYourTurn           action.not_your_turn    wait, or answer early
│   ├── ChanceIsDue           action.chance_is_due    supply the roll or shuffle first
│   ├── GameIsOver            action.game_is_over     nothing can be done any more
│   └── UndoRefused           action.undo_refused     something was seen since
├── ChanceRefused             chance.refused          not an outcome of this roll or shuffle
├── AdviceRefused             advice.refused          no advice at this table, or on this machine
├── PositionRefused           (never on the wire)     not a view or state that a game can go on from
├── RecordRefused             record.refused          a file that is not a game; knows its line
└── CardsRefused              cards.refused           a card file that cannot be used; knows its line

A message says what was refused, why, and what would work.  It never tells what its reader could not see.
What changes in it is a field, so that it can be translated: `house_words.told` tells it in every language.
A field that is a refusal itself is why, and is translated too.
Our own mistakes are AssertionErrors and belong to no tree.
"""

from typing import ClassVar


class GameError(Exception):
    code: ClassVar[str]

    def __init__(self, message: str, **fields: object) -> None:
        self.message = message  # its {fields} not filled in
        self.fields = {
            name: value if isinstance(value, int) else visible(str(value)) for name, value in fields.items()
        }
        self.reasons = {name: value for name, value in fields.items() if isinstance(value, GameError)}
        super().__init__(message.format(**self.fields) if fields else message)

    @property
    def retry_after(self) -> int | None:
        """Seconds after which the same may be granted; None where time alone changes nothing."""
        return None


def visible(text: str) -> str:
    """`text` without anything that steers a terminal: an escape character reads \\x1b."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


class NameUnknown(GameError):
    code = "name.unknown"


class SetupRefused(GameError):
    code = "setup.refused"


class SeatUnknown(GameError):
    code = "seat.unknown"


class ActionRefused(GameError):
    pass


class IllegalAction(ActionRefused):
    code = "action.illegal"


class NotYourTurn(ActionRefused):
    code = "action.not_your_turn"


class ChanceIsDue(ActionRefused):
    code = "action.chance_is_due"


class GameIsOver(ActionRefused):
    code = "action.game_is_over"


class UndoRefused(ActionRefused):
    code = "action.undo_refused"


class ChanceRefused(GameError):
    code = "chance.refused"


class AdviceRefused(GameError):
    code = "advice.refused"


class PositionRefused(GameError):
    pass


class RecordRefused(GameError):
    code = "record.refused"

    def __init__(self, message: str, *, line: int | None = None, **fields: object) -> None:
        super().__init__(message, **(fields if line is None else {**fields, "line": line}))
        self.line = line


class CardsRefused(GameError):
    code = "cards.refused"

    def __init__(self, reason: str, *, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.line = line
