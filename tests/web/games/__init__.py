"""What tests in a browser must know of each game, in a file of its name: how it is played, what it shows."""

from importlib import import_module
from typing import Any, Protocol, cast

import pytest

from web.playing import Deeds, Press


class Known(Protocol):
    def deeds(self, press: Press) -> Deeds:
        """What somebody does who plays by mouse, touch or keys, for each moment that the app comes to."""

    def learn(self, page: Any) -> None:
        """One turn of somebody in the game's lesson, on a phone."""

    def wanted(self, shown: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
        """What a page must show of a seat's view beside points and turn; `shown` is what it does show."""


def known(game: str) -> Known:
    name = f"{__name__}.{game}"
    try:
        return cast("Known", import_module(name))
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        pytest.fail(f"no test in a browser knows {game}: write tests/web/games/{game}.py as for the others")
