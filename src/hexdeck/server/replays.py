"""A game for whoever looks at it again: every step, and every hand once it is finished."""

from typing import Any, Final

from hexdeck.cards import Seat
from hexdeck.errors import NameUnknown
from hexdeck.record import Record
from hexdeck.server.wire import wire
from hexdeck.table.replay import Replay, views_at

LONGEST_STORY: Final = 400  # steps


def whole_replay(game: str, replay: Replay) -> dict[str, Any]:
    """Every step with its events as each seat saw them and as all of them together did."""
    return {
        "game": game,
        "players": [player.name for player in replay.record.header.players],
        "result": replay.record.result,
        "steps": [_step(game, replay, position) for position in range(1, len(replay) + 1)],
    }


def story_of(game: str, record: Record, seat: Seat | None) -> list[list[Any]]:
    """What the last steps made happen, as `seat` saw it; the game may go on."""
    replay, speak = Replay(record), wire(game)
    first = max(1, len(replay) - LONGEST_STORY + 1)
    return [speak.events(replay.events(position, seat)) for position in range(first, len(replay) + 1)]


def position_of(game: str, record: Record, number: str) -> dict[str, Any]:
    """What every seat knew after so many steps, and what an onlooker did, last."""
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number) <= len(record.steps)):
        raise NameUnknown(f"there is no position {number[:20]!r}: choose 0 to {len(record.steps)}")
    speak = wire(game)
    return {"position": int(number), "views": [speak.view(view) for view in views_at(record, int(number))]}


def _step(game: str, replay: Replay, position: int) -> dict[str, Any]:
    speak = wire(game)
    return {
        "name": replay.step_name(position),
        "events": [speak.events(replay.events(position, seat)) for seat in _seats(replay)],
    }


def _seats(replay: Replay) -> list[Seat | None]:
    return [*range(len(replay.record.header.players)), None]
