"""A finished game for whoever looks at it again: every step, every hand."""

from typing import Any

from hexdeck.cards import Seat
from hexdeck.server.wire import wire
from hexdeck.table.replay import Replay


def whole_replay(game: str, replay: Replay) -> dict[str, Any]:
    """Every step with its events as each seat saw them and as all of them together did."""
    return {
        "game": game,
        "players": [player.name for player in replay.record.header.players],
        "result": replay.record.result,
        "steps": [_step(game, replay, position) for position in range(1, len(replay) + 1)],
    }


def position_of(game: str, replay: Replay, position: int) -> dict[str, Any]:
    """What every seat knew after a step, and what an onlooker did, last."""
    speak = wire(game)
    return {
        "position": position,
        "views": [speak.view(replay.view(position, seat)) for seat in _seats(replay)],
    }


def _step(game: str, replay: Replay, position: int) -> dict[str, Any]:
    speak = wire(game)
    return {
        "name": replay.step_name(position),
        "events": [speak.events(replay.events(position, seat)) for seat in _seats(replay)],
    }


def _seats(replay: Replay) -> list[Seat | None]:
    return [*range(len(replay.record.header.players)), None]
