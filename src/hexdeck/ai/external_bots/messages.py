"""What we and a bot in a process of its own say to each other, a JSON object a line; docs/bot_protocol.md."""

from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, Encoder

PROTOCOL: Final = 1  # rises when an old bot would misunderstand


class Hello(Struct, frozen=True, tag="hello"):
    """The first line, from us and back."""

    protocol: int
    hexdeck: str = ""  # our version


class Game(Struct, frozen=True, tag="game"):
    """A game begins, for one seat."""

    game: str
    version: int  # of the game's rules and names
    players: int
    seat: int
    options: dict[str, int | str]
    seed: int  # for bots that want to choose the same again
    seconds: float  # for each answer


class Choose(Struct, frozen=True, tag="choose"):
    """It is the seat's turn."""

    question: int
    seconds: float
    view: Any  # as the server's wire gives it to the seat
    actions: tuple[str, ...]


class Interrupt(Choose, frozen=True, tag="interrupt"):
    """The seat may act out of turn, or let it be."""


class Over(Struct, frozen=True, tag="over"):
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Quit(Struct, frozen=True, tag="quit"):
    pass


class Ready(Struct, frozen=True, tag="ready"):
    """For the game."""

    interrupts: bool = False  # it wants to be asked out of turn


class Refuse(Struct, frozen=True, tag="refuse"):
    """It does not play this game."""

    reason: str
    fields: dict[str, int | str] = {}  # of a reason that we have written ourselves


class Act(Struct, frozen=True, tag="action"):
    question: int
    action: str | int | None = None  # its name; None lets an interruption be


class Failed(Struct, frozen=True, tag="failed"):
    """It cannot answer."""

    question: int
    reason: str


FromBot: TypeAlias = Hello | Ready | Refuse | Act | Failed
ToBot: TypeAlias = Hello | Game | Choose | Interrupt | Over | Quit

encoded: Final = Encoder().encode
_heard: Final[Decoder[FromBot]] = Decoder(FromBot)
_told: Final[Decoder[ToBot]] = Decoder(ToBot)


def read_from_bot(line: bytes) -> FromBot | None:
    """None if it is none of these."""
    try:
        return _heard.decode(line)
    except (ValueError, RecursionError):  # a DecodeError is a ValueError, and so is what is not UTF-8
        return None


def read_to_bot(line: bytes) -> ToBot:
    return _told.decode(line)
