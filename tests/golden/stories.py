"""What browsers hear of whole games, for the tests of the app's sentences (web/tests/wording.test.ts).

Every event and action that came up, once, as it stands on the wire; and rounds with the view at their end.
"""

from pathlib import Path
from typing import Any

import msgspec

from hexdeck.core.registry import GAMES
from hexdeck.text.wire import wire
from laws.games import FACTS, Case, random_game

STORIES = Path(__file__).parent / "stories.json"
NAMES = ("Ada", "Ugo", "Jon", "Pia")
ROUND_ENDS = ("RoundEnded", "PhaseEnded")
PLAYED: list[tuple[str, int, dict[str, int | str]]] = [
    ("voodoo_prince", 2, {"rounds": 2}),
    ("voodoo_prince", 4, {"rounds": 1}),
    ("voodoo_prince", 3, {"variant": "marshmallow"}),
    ("vampire_queen", 3, {"phases": 2}),
    ("skull_queen", 2, {}),
    ("skull_queen", 4, {}),
    ("voodoo", 3, {}),
    ("voodoo", 4, {"mode": "table"}),
]


def stories() -> str:
    """One story a line."""
    lines = [msgspec.json.encode(_story(*played)).decode() for played in PLAYED]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _story(game: str, players: int, options: dict[str, int | str]) -> dict[str, Any]:
    case = Case(GAMES[game], FACTS[game], players, options)
    events, actions = dict[bytes, Any](), dict[str, None]()
    rounds: list[Any] = []
    for state, _step in random_game(case, 5):
        heard: list[Any] = [
            event for seat in (None, 0) for event in wire(game).events(case.game.events(state, seat))
        ]
        events |= {msgspec.json.encode(event): event for event in heard}
        view: Any = wire(game).view(case.game.view(state, 0))
        actions |= dict.fromkeys(action for action in view.actions if "?" not in action)
        ended = [event for event in heard if type(event).__struct_config__.tag in ROUND_ENDS]
        rounds += [(event, view) for event in ended[:1]]
    return {
        "game": game,
        "names": NAMES[:players],
        "events": list(events.values()),
        "actions": list(actions),
        "rounds": rounds,
    }
