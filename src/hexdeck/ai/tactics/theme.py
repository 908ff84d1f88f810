"""A theme: something that good players know, and how to see that a position is about it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Theme(NamedTuple):
    name: str
    idea: str
    fits: Callable[[Any], bool]  # of a game's own Case: what the seat sees, what is right and what is wrong
    yes_or_no: bool = False  # to do something or to leave it: then two choices are enough to ask


def first_fitting(themes: Sequence[Theme], case: object) -> Theme | None:
    return next((theme for theme in themes if theme.fits(case)), None)
