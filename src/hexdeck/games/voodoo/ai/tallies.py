"""Voodoo: how long games are, and what is cast and called in them."""

from collections.abc import Iterable

from hexdeck.ai.arena.facts import Facts, mean
from hexdeck.games.voodoo.law.events import CallJudged, CurseCast, Event, GameEnded, TurnBegan


def count(facts: Facts, events: Iterable[Event]) -> None:
    for event in events:
        match event:
            case TurnBegan():
                facts["turns"] += 1
            case CurseCast():
                facts["cast"] += 1
            case CallJudged(_seat, _card, _accused, broken):
                facts["right calls" if broken else "false calls"] += 1
            case GameEnded():
                facts["games"] += 1


def means(facts: Facts) -> dict[str, float]:
    counted = {
        "turns": "turns",
        "cast": "curses cast",
        "right calls": "right calls",
        "false calls": "false calls",
    }
    return {f"{name} a game": mean(facts[key], facts["games"]) for key, name in counted.items()}
