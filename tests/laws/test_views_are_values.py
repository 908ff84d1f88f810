"""A view cannot be changed, compares by what is in it, and travels to other processes."""

import pickle
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from hexdeck.core.game import AnyGame
from hexdeck.core.registry import GAMES


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_view_is_a_value(game: AnyGame) -> None:
    state = game.set_up(game.players[0])
    view: Any = game.view(state, 0)

    assert view == game.view(state, 0) != game.view(state, 1)
    assert hash(view) == hash(game.view(state, 0))
    assert pickle.loads(pickle.dumps(view)) == view
    assert replace(view, seat=1).seat == 1
    assert [field.name for field in fields(view)] == list(type(view).__slots__)
    with pytest.raises(FrozenInstanceError):
        view.seat = 1
    with pytest.raises(TypeError, match=r"missing .* required positional argument"):
        type(view)(seat=0)
    with pytest.raises(TypeError, match="unexpected keyword argument 'hidden'"):
        replace(view, hidden=1)
