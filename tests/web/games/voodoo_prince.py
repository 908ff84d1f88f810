"""Voodoo Prince: the first card that is allowed, the first trump."""

from functools import partial
from typing import Any

from web.playing import Deeds, Press, by_keys, play_a_card, play_with_keys, press_enter

learn = play_with_keys


def deeds(press: Press) -> Deeds:
    if (
        press is by_keys
    ):  # the focus is on the button that goes on; it may be at the hand when trump is asked for
        naming = partial(by_keys, what=".naming button")
        return {"turn": play_with_keys, "naming": naming, "summary": press_enter}
    return {
        "turn": lambda page: play_a_card(page, press),
        "naming": lambda page: press(page, ".naming button"),
        "summary": lambda page: press(page, "dialog .primary"),
    }


def wanted(shown: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    del shown
    return {
        "hand": sorted(view["hand"]),
        "dolls": view["tricks"],
        "trick": [card for _, card in view["trick"]],
    }
