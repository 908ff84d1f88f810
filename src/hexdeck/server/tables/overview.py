"""A table as whoever keeps the house may look at it: who sits where, whom it waits for, and no card."""

from typing import Any

from hexdeck.server.base.messages import TableInfo
from hexdeck.server.tables.state import TableState


def overview(state: TableState, info: TableInfo, steps: int) -> dict[str, Any]:
    document = state.document
    to_move = state.begun.to_move() if state.is_playing else ()
    return {
        "code": document.code,
        "game": document.game,
        "options": document.options,
        "status": document.status,
        "public": document.public,
        "clock": document.clock,
        "host": document.host,
        "steps": steps,
        "since": state.began,
        "deadline": state.next_deadline(),
        "watchers": info.watchers,
        "seats": [
            {
                "seat": seat,
                "kind": chair.kind,
                "id": chair.who,
                "name": chair.name,
                "level": shown.level,
                "presence": shown.presence,
                "to_move": seat in to_move,
            }
            for seat, (chair, shown) in enumerate(zip(document.chairs, info.seats, strict=True))
        ],
    }
