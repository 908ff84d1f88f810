"""Vampire Queen's law in the words of its kernel."""

from typing import Any

from hexdeck.core.cards import Card
from hexdeck.games.vampire_queen.law.rules import State

OPTIONS: list[dict[str, int | str]] = [{"phases": 1}, {"phases": 3}]


def facts(law: State) -> dict[str, Any]:
    same = ("phase", "turn", "hands", "left_over", "crypt", "barred", "scores", "is_over")
    return {name: getattr(law, name) for name in same} | {
        "round": list(law.round.items()),
        "last_round": list(law.last_round.items()),
        "played": _piles(law, law.played),
        "taken_up": _piles(law, law.taken_up),
        "known": _piles(law, law.known),
        "passes": law.passes or [0] * law.players,
        "passed_on": [sorted(ranks) for ranks in law.passed_on] or [[] for _ in range(law.players)],
    }


def _piles(law: State, piles: list[list[Card]]) -> list[list[Card]]:
    """Sorted, for the kernel counts them; empty before the first deal."""
    return [sorted(pile) for pile in piles] or [[] for _ in range(law.players)]
