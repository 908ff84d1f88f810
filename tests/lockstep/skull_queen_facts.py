"""Skull Queen's law in the words of its kernel."""

from typing import Any

from hexdeck.games.skull_queen.law.rules import State
from hexdeck.games.skull_queen.law.trick import trick_color

OPTIONS: list[dict[str, int | str]] = [{}]


def facts(law: State) -> dict[str, Any]:
    same = ("round", "dealer", "turn", "stack", "centre", "choices", "gone", "points", "scores", "is_over")
    last = law.last_trick
    nothing: list[list[int]] = [[] for _ in range(law.players)]
    return {name: getattr(law, name) for name in same} | {
        "hands": law.hands or nothing,
        "planks": [(plank.side, plank.pirates) for plank in law.planks],
        "trick": list(law.trick.items()),
        "trick_color": trick_color(law.trick.values()),
        "last_trick": [(laid.seat, laid.card) for laid in last.trick] if last else [],
        "last_gone": list(last.gone) if last else [],
        "played": [sorted(cards) for cards in law.played] or [[] for _ in range(max(law.players, 3))],
        "voids": law.voids or [set() for _ in range(law.players)],
    }
