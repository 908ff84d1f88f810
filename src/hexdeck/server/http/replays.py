"""A game for whoever looks at it again: every step, and every hand once it is finished."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from hexdeck.cards import Seat
from hexdeck.errors import NameUnknown
from hexdeck.record import Record, Step, TakenBack
from hexdeck.server.http.answers import Replayed, ReplayedStep
from hexdeck.server.protocol import encode
from hexdeck.server.wire import wire
from hexdeck.table.replay import views_at, walk

LONGEST_STORY: Final = 400  # steps
PIECE: Final = 50  # steps of a replay that are made and sent at once


def replay_in_pieces(game: str, record: Record) -> Iterator[bytes]:
    """A `Replayed`: every step with its events as each seat saw them and as all of them together did."""
    names = [player.name for player in record.header.players]
    yield encode(Replayed(game, names, record.result, [])).removesuffix(b"]}")
    steps = (encode(_step(record, step, state)) for step, state in walk(record))
    comma = b""
    while piece := b",".join(islice(steps, PIECE)):
        yield comma + piece
        comma = b","
    yield b"]}"


def story_of(record: Record, seat: Seat | None) -> list[list[Any]]:
    """What the last steps made happen, as `seat` saw it; the game may go on."""
    last = islice(walk(record), max(0, len(record.steps) - LONGEST_STORY), None)
    return [_events(record, step, state, seat) for step, state in last]


def position_of(game: str, record: Record, number: str) -> dict[str, Any]:
    """What every seat knew after so many steps, and what an onlooker did, last."""
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number) <= len(record.steps)):
        raise NameUnknown(f"there is no position {number[:20]!r}: choose 0 to {len(record.steps)}")
    speak = wire(game)
    return {"position": int(number), "views": [speak.view(view) for view in views_at(record, int(number))]}


def _step(record: Record, step: Step, state: Any) -> ReplayedStep:
    seats: list[Seat | None] = [*range(len(record.header.players)), None]
    return ReplayedStep(step.text(record.header.game), [_events(record, step, state, seat) for seat in seats])


def _events(record: Record, step: Step, state: Any, seat: Seat | None) -> list[Any]:
    game = record.header.game
    return wire(game.name).events((step,) if isinstance(step, TakenBack) else game.events(state, seat))
