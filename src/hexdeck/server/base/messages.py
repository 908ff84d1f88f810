"""What clients and the server say to each other; docs/protocol.md tells the story.

The JSON Schema is made from these types and from the games' views and events (schema.py).
"""

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import Decoder, Encoder

from hexdeck.core.errors import GameError
from hexdeck.core.registry import GAMES

PROTOCOL: Final = 1  # rises when an old client would misunderstand
FEWEST: Final = min(game.players[0] for game in GAMES.values())  # players of any game
MOST: Final = max(game.players[-1] for game in GAMES.values())

Id: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=64)
]  # chosen by the client, new for each command
Place: TypeAlias = Annotated[int, Meta(ge=0, le=MOST - 1)]
Players: TypeAlias = Annotated[int, Meta(ge=FEWEST, le=MOST)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
SaltText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
ActionName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
LevelName: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40)
]  # one of the game's `levels` in /api/games: those of every house, and the host's own
if TYPE_CHECKING:
    GameName: TypeAlias = str
else:
    GameName = Literal[tuple(GAMES)]
Clock: TypeAlias = Literal["casual", "timed", "slow"]
Pace: TypeAlias = Literal["instant", "quick", "normal", "calm"]
Phrase: TypeAlias = Literal[
    "hello", "well_played", "thanks", "sorry", "oops", "hurry", "one_moment", "good_game", "again", "bye",
    "laugh", "wow", "cry", "angry", "clap", "skull", "heart", "ghost",
]  # fmt: skip
Picture: TypeAlias = Literal[
    "bat", "candle", "cat", "crow", "doll", "eye", "ghost", "hat", "key", "lantern", "moon", "owl",
    "pumpkin", "ship", "skull", "snake", "spider", "star",
]  # fmt: skip
Presence: TypeAlias = Literal["here", "away", "held", "awaited"]
PHRASES: Final[tuple[str, ...]] = get_args(Phrase)
PICTURES: Final[tuple[str, ...]] = get_args(Picture)
Options: TypeAlias = dict[Annotated[str, Meta(max_length=40)], int | Annotated[str, Meta(max_length=40)]]


class Asked(Struct, forbid_unknown_fields=True, tag=str.lower):
    """A command.  It is answered with an Ack or a Refusal that has its id, and is never carried out twice."""

    id: Id


class Act(Asked):
    """Play; `early` keeps the choice until it is the seat's turn."""

    action: ActionName
    early: bool = False


class Withdraw(Asked):
    """Forget the early choice."""


class Undo(Asked):
    """Take back the seat's own last action, if it has shown nobody anything; with `ask`, if all agree."""

    ask: bool = False


class Agree(Asked):
    """Answer somebody who asks to take back; whoever has asked says no to ask no more."""

    version: Annotated[int, Meta(ge=0)]  # of the table's `asked_back`
    yes: bool = True


class Advise(Asked):
    """Ask the coach about the choice before the seat; what it says is at /api/tables/CODE/advice."""


class Roll(Asked):
    """What real dice show."""

    faces: ActionName


class Sit(Asked):
    """Take an open seat, or change to it; without a number, any.  The salt goes into the shuffles.

    In a running game, or where somebody was removed, it asks those who sit there for the seat.
    """

    seat: Place | None = None
    salt: SaltText | None = None


class Salt(Asked):
    """The own part in the shuffles, once the table has told its commitment; the last one before the start."""

    salt: SaltText


class Stand(Asked):
    """Leave the seat: before the start it is open again, later a bot has it.  Or ask for one no more."""


class Admit(Asked):
    """Let somebody have the seat they ask for, or not."""

    asking: Annotated[int, Meta(ge=1)]  # their number in the table's `asking`
    welcome: bool = True


class Leave(Asked):
    """Leave for good: a bot plays on for those who stay; whoever is last ends the table."""


class Swap(Asked):
    """The host changes who sits where."""

    seat: Place
    other: Place


class Fill(Asked):
    """The host puts a bot on a seat; without a number, on every open one."""

    level: LevelName
    seat: Place | None = None


class Remove(Asked):
    """The host empties a seat; in a running game a bot takes it over."""

    seat: Place


class Change(Asked):
    """The host changes what was chosen when the table was made."""

    players: Players | None = None
    options: Options | None = None
    clock: Clock | None = None
    pace: Pace | None = None
    public: bool | None = None
    advice: bool | None = None
    memory: bool | None = None


class Start(Asked):
    """The host starts the game; open seats are filled with bots of the level, or refused without one."""

    level: LevelName | None = None
    salt: SaltText | None = None  # the host's own, if they have a seat


class Reclaim(Asked):
    """Take the seat back from the bot that holds it."""


class Rematch(Asked):
    """The same people at a new table, the options changed if some are given."""

    options: Options | None = None


class Say(Asked):
    """A ready phrase or an emote."""

    phrase: Phrase


class Ping(Asked):
    """Answered with a Pong."""


class Hello(Struct, forbid_unknown_fields=True, tag="hello"):
    """The first word on a socket: the last version seen, if any, and the epoch that it was seen in."""

    since: Annotated[int, Meta(ge=0)] | None = None
    epoch: Annotated[str, Meta(max_length=40)] | None = None
    protocol: int = PROTOCOL


Command: TypeAlias = (
    Act
    | Withdraw
    | Undo
    | Agree
    | Advise
    | Roll
    | Sit
    | Salt
    | Stand
    | Admit
    | Leave
    | Swap
    | Fill
    | Remove
    | Change
    | Start
    | Reclaim
    | Rematch
    | Say
)
Incoming: TypeAlias = Hello | Ping | Command


class SeatInfo(Struct):
    kind: Literal["open", "person", "bot"]
    name: str = ""
    picture: str = ""
    level: str | None = None  # of the bot that plays, or that holds the seat for its owner
    presence: Presence | None = None  # of a person; `awaited` from the last game, and not here yet
    salted: bool = False  # they have added their salt to the shuffles


class AskingInfo(Struct):
    """Somebody who asks for a seat."""

    number: int
    name: str
    picture: str
    seat: int
    waits_for: list[int]  # the seats whose people have not said yes yet


class AskedBackInfo(Struct):
    """Somebody who asks to go back to before their last choice."""

    seat: int
    version: int  # of the game: when anybody acts, nobody asks any more
    until: float  # nor then, in seconds since 1970
    waits_for: list[int]  # the seats whose people have not said yes yet
    refused: bool  # somebody has said no


class TableInfo(Struct):
    """All that everybody may know of a table, apart from the game itself."""

    code: str
    game: str
    title: str
    game_version: int
    players: int
    options: dict[str, int | str]
    clock: str
    pace: str
    public: bool
    status: Literal["gathering", "playing", "over"]
    host: int | None  # the host's seat
    seats: list[SeatInfo]
    watchers: int  # people who look on
    deadlines: dict[int, float]  # by seat: when a bot takes over, in seconds since 1970
    commitment: str  # SHA-256 of the seed, before anybody adds salt
    scores: list[int] | None = None  # once it is over; None where everybody has left before
    rematch: str | None = None  # the code of the next table
    lesson: bool = False  # a first game to learn from, the same for everybody
    advice: bool = False  # the coach may be asked
    day: str | None = None  # it is the deal of this day, like 2026-11-17
    practice: bool = False  # after that was over: it counts for nothing
    memory: bool = True  # clients may show what was seen in the round
    asking: list[AskingInfo] = []
    tournament: str | None = None  # the code of the one that it is a table of
    asked_back: AskedBackInfo | None = None
    cannot_store: str | None = None  # why no change can be stored just now: see the refusals


class You(Struct):
    """What only this client is told of itself."""

    seat: int | None
    host: bool
    token: str | None = None  # plays this seat in the place of a cookie
    early: str | None = None  # what the seat has chosen before its turn
    asking: int | None = None  # the number under which this client asks for a seat
    salt: str | None = None  # what this person adds to the shuffles
    stood_in: tuple[int, int] | None = None  # a bot played for them from this version to that, the last time


class Welcome(Struct, tag="welcome"):
    """The answer to Hello, before a Snapshot or the Steps since."""

    protocol: int
    now: float  # the server's clock
    you: You
    table: TableInfo
    epoch: str  # another one after every start of the house: versions of another may be of another game


class TableChanged(Struct, tag="table"):
    table: TableInfo
    you: You | UnsetType = UNSET  # where that has changed too


class Step(Struct, tag="step"):
    """One step of the game as this seat saw it, and what it knows now."""

    version: int
    events: list[Any]
    view: Any | UnsetType = UNSET  # both left out where a later step follows at once
    deadlines: dict[int, float] | UnsetType = UNSET
    undo: int | UnsetType | None = UNSET  # the seat that may take back its last action now
    back: list[int] | UnsetType = UNSET  # the seats that may ask to take back theirs; left out where none may


class Snapshot(Struct, tag="snapshot"):
    """What this seat knows now; the way here is not told."""

    version: int
    view: Any
    deadlines: dict[int, float]
    undo: int | None = None  # as in a Step
    back: list[int] = []


class Ack(Struct, tag="ack"):
    """It is done and safely stored."""

    id: str
    version: int  # of the game, after it
    code: str | UnsetType = UNSET  # of the table a rematch is played at


class Refusal(Struct, tag="refusal", omit_defaults=True):
    """It is not done; `message` says why and what would work, in English."""

    id: str | None  # None where the message could not be read that far
    code: str
    message: str
    template: str = ""  # the message before its `fields` were filled in, if it has any: what is translated
    fields: dict[str, str | int] = {}
    retry_after: int | None = None  # seconds after which the same may be granted

    @classmethod
    def of(cls, error: GameError, command: str | None = None) -> "Refusal":
        template = error.message if error.fields else ""
        return cls(command, error.code, str(error), template, error.fields, error.retry_after)


class Pong(Struct, tag="pong"):
    id: str
    now: float


class Said(Struct, tag="said"):
    seat: int
    phrase: str


class Goodbye(Struct, tag="goodbye"):
    """The connection ends; come back after `retry` seconds, or not at all."""

    reason: Literal["restart", "gone", "slow", "removed"]
    retry: float | None = None


Outgoing: TypeAlias = Welcome | TableChanged | Step | Snapshot | Ack | Refusal | Pong | Said | Goodbye

decode_incoming: Final = Decoder(Incoming).decode
decode_command: Final = Decoder(Ping | Command).decode
encode: Final = Encoder().encode
