"""Voodoo Prince's law in the words of its kernel."""

from typing import Any

from hexdeck.games.voodoo_prince.law.rules import State

OPTIONS: list[dict[str, int | str]] = [{"rounds": 1}, {}, {"variant": "marshmallow"}]  # the first most often


def facts(law: State) -> dict[str, Any]:
    same = ("round", "turn", "trump", "hands", "undealt", "playing", "left", "tricks", "trick", "last_trick")
    return {name: getattr(law, name) for name in (*same, "points", "scores", "is_over")} | {
        "played": [sorted(cards) for cards in law.played] or [[] for _ in range(law.players)],
        "voids": law.voids or [set() for _ in range(law.players)],
    }
