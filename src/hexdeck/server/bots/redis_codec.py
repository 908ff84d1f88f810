"""Questions and answers as they travel between machines, by way of Redis.

A question goes into one stream, from which whichever worker is free takes it; the answer into a list of the
process that asked.  A question holds what the bot's seat sees and nothing else of its table: no code, no
name, no seed.  So a worker needs neither the database nor the house's secret.

Both are signed with the key of the house and its workers (worker_key.py).  An answer's signature covers the
question's, and with it the table, its version, the seat and everything that the seat sees: an answer to
another question, or to the same one asked at another time, is refused.  Nothing is encrypted.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, get_type_hints

from msgspec import DecodeError, Raw, Struct, ValidationError
from msgspec.msgpack import Decoder, Encoder

from hexdeck.core.cards import Action
from hexdeck.core.game import View
from hexdeck.core.registry import GAMES
from hexdeck.server.base.worker_key import SIGNATURE_BYTES, WorkerKey
from hexdeck.server.bots.bot_request import Answer, Luck, Question

GROUP: Final = "workers"  # who share the questions
LETTER: Final = b"letter"
WANTED_SECONDS: Final = 45.0  # after that nobody waits for an answer any more
AWAY_SECONDS: Final = 3.0  # after that a worker that says nothing counts as gone
TICKET_BYTES: Final = 16
LARGEST: Final = 256 * 1024  # bytes of a question or an answer; the largest view of a game has some 10,000
MOST_BYTES: Final = 32 * 1024 * 1024  # of one key in Redis; what has grown larger is deleted

FORGED, TOO_LARGE, UNREADABLE = "forged", "too large", "unreadable"  # why a question or an answer is refused
LATE, REPEATED, ILLEGAL = "late", "repeated", "illegal"


class Refused(Exception):
    """A question or an answer that counts for nothing."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Asked(Struct, frozen=True, array_like=True):
    ticket: bytes  # to find the question again
    house: str  # the process that asks
    until: float  # in seconds of Redis's clock
    version: int  # of the table's game
    level: str
    game: str
    interrupts: bool
    mark: str  # of the table
    memories: dict[str, Any]
    view: Raw
    options: dict[str, int | str] = {}
    luck: Luck | None = None


class Answered(Struct, frozen=True, array_like=True):
    action: Action | None = None
    memories: dict[str, Any] = {}
    failures: int = 0
    was_claimed: bool = False  # from a worker that was gone
    is_given_back: bool = False  # a worker ends before it has thought: ask again


encoded: Final = Encoder().encode
_asked: Final = Decoder(Asked)
_answered: Final = Decoder(Answered)
_Unreadable: Final = (DecodeError, ValidationError)


def letters_in(found: Any) -> Iterator[tuple[bytes, bytes]]:
    """Each letter that was read from a stream, after its place there."""
    for _, entries in found:
        for entry, fields in entries:
            if fields is not None:  # an older Redis tells also of what is gone
                yield entry, fields.get(LETTER, b"")


def asked(key: WorkerKey, ticket: bytes, house: str, until: float, question: Question) -> bytes:
    """A signed question."""
    content = encoded(
        Asked(
            ticket,
            house,
            until,
            question.version,
            question.level,
            question.game,
            question.interrupts,
            question.mark,
            dict(question.memories),
            Raw(encoded(question.view)),
            dict(question.options),
            question.luck,
        )
    )
    return key.signature("question", content) + content


def is_question(key: WorkerKey, letter: bytes) -> bool:
    """It is signed by a house with this key."""
    signature, content = letter[:SIGNATURE_BYTES], letter[SIGNATURE_BYTES:]
    return len(letter) <= LARGEST and key.is_signed(signature, "question", content)


def read_question(key: WorkerKey, letter: bytes) -> tuple[Asked, Question]:
    """The question, and who has asked it; or Refused."""
    if not is_question(key, letter):
        raise Refused(TOO_LARGE if len(letter) > LARGEST else FORGED)
    try:
        found = _asked.decode(letter[SIGNATURE_BYTES:])
        if found.game not in GAMES:
            raise Refused(UNREADABLE)
        view = _view_of(found.game).decode(found.view)
    except _Unreadable:
        raise Refused(UNREADABLE) from None
    return found, Question(
        found.level,
        found.game,
        view,
        found.interrupts,
        found.mark,
        version=found.version,
        memories=_as_kept(found.memories),
        options=found.options,
        luck=found.luck,
    )


def signature_of(letter: bytes) -> bytes:
    """What an answer to this question is bound to."""
    return letter[:SIGNATURE_BYTES]


def answered(answer: Answer, *, was_claimed: bool) -> Answered:
    return Answered(answer.action, dict(answer.memories), answer.failures, was_claimed)


def answer_letter(key: WorkerKey, question: bytes, ticket: bytes, answer: Answered) -> bytes:
    """A signed answer to the question with this signature."""
    content = ticket + encoded(answer)
    return key.signature("answer", content, question) + content


def ticket_in(letter: bytes) -> bytes:
    """The question that this claims to answer."""
    return letter[SIGNATURE_BYTES : SIGNATURE_BYTES + TICKET_BYTES]


def read_answer(key: WorkerKey, question: bytes, letter: bytes) -> Answered:
    """The answer to the question with this signature, or Refused."""
    if len(letter) > LARGEST:
        raise Refused(TOO_LARGE)
    content = letter[SIGNATURE_BYTES:]
    if not key.is_signed(letter[:SIGNATURE_BYTES], "answer", content, question):
        raise Refused(FORGED)
    try:
        return _answered.decode(content[TICKET_BYTES:])
    except _Unreadable:
        raise Refused(UNREADABLE) from None


def answer_in(letter: Answered) -> Answer:
    return Answer(letter.action, _as_kept(letter.memories), letter.failures)


@cache
def _view_of(game: str) -> Decoder[View]:
    kind: type[View] = get_type_hints(GAMES[game].view, include_extras=True)["return"]
    return Decoder(kind)


def _as_kept(memories: Mapping[str, Any]) -> dict[str, Any]:
    """As bots know them: what was a tuple has travelled as a list."""
    return {name: _tupled(memory) for name, memory in memories.items()}


def _tupled(thing: Any) -> Any:
    if isinstance(thing, list):
        return tuple(map(_tupled, thing))
    if isinstance(thing, dict):
        return {key: _tupled(value) for key, value in thing.items()}
    return thing
