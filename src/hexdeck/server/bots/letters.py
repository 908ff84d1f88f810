"""Questions and answers as they travel between machines, by way of Redis.

A question goes into one stream, from which whichever worker is free takes it; the answer into a stream of the
process that asked.  A question holds what the bot's seat sees and nothing else of its table: no code, no
name, no seed.  So whoever thinks needs neither the database nor the house's secret.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, get_type_hints

from msgspec import DecodeError, Raw, Struct, ValidationError
from msgspec.msgpack import Decoder, Encoder

from hexdeck import __version__
from hexdeck.cards import Action
from hexdeck.game import View
from hexdeck.games import GAMES
from hexdeck.server.bots.question import Answer, Luck, Question

PLACE: Final = f"hexdeck:{__version__}"  # another version may see a game with other eyes
QUESTIONS: Final = f"{PLACE}:questions"  # a stream
WORKERS: Final = f"{PLACE}:workers"  # who is there, and when they last said so
GROUP: Final = "workers"  # who share the questions
LETTER: Final = b"letter"
WANTED_SECONDS: Final = 30.0  # after that nobody waits for an answer any more
AWAY_SECONDS: Final = 3.0  # after that a worker that says nothing counts as gone


def answers_for(house: str) -> str:
    """The stream in which a process of a house waits for answers."""
    return f"{PLACE}:answers:{house}"


class Asked(Struct, frozen=True, array_like=True):
    ticket: str  # to find the question again
    house: str  # the process that asks
    level: str
    game: str
    interrupts: bool
    mark: str
    memories: dict[str, Any]
    view: Raw
    options: dict[str, int | str] = {}
    luck: Luck | None = None


class Answered(Struct, frozen=True, array_like=True):
    ticket: str
    action: Action | None = None
    memories: dict[str, Any] = {}
    failures: int = 0
    was_claimed: bool = False  # from a worker that was gone
    is_given_back: bool = False  # a worker ends before it has thought: ask again


encoded: Final = Encoder().encode
_asked: Final = Decoder(Asked)
_answered: Final = Decoder(Answered)
Unreadable: Final = (DecodeError, ValidationError)


def letters_in(found: Any) -> Iterator[tuple[bytes, bytes]]:
    """What was read from a stream: each letter after its place there."""
    for _, entries in found:
        for entry, fields in entries:
            if fields is not None:  # an older Redis tells also of what is gone
                yield entry, fields.get(LETTER, b"")


def asked(ticket: str, house: str, question: Question) -> bytes:
    return encoded(
        Asked(
            ticket,
            house,
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


def read_question(letter: bytes) -> tuple[Asked, Question]:
    """What was asked by whom, or one of `Unreadable`."""
    found = _asked.decode(letter)
    if found.game not in GAMES:
        raise ValidationError("no such game here")
    view = _view_of(found.game).decode(found.view)
    memories = _as_kept(found.memories)
    return found, Question(
        found.level,
        found.game,
        view,
        found.interrupts,
        found.mark,
        memories=memories,
        options=found.options,
        luck=found.luck,
    )


def answered(ticket: str, answer: Answer, *, was_claimed: bool) -> bytes:
    return encoded(Answered(ticket, answer.action, dict(answer.memories), answer.failures, was_claimed))


def read_answer(letter: bytes) -> Answered:
    """Or one of `Unreadable`."""
    return _answered.decode(letter)


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
