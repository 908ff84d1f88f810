"""Bots as bytes, so that an environment in which they play can be copied and stored."""

import pickle
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.external_bots.bot_session import Conversation
from hexdeck.ai.networks.fast_network import FastNetwork, fast_network
from hexdeck.core.cards import Seat


def written(bots: Mapping[Seat, Bot], game: str) -> bytes:
    """What `pickle.loads` makes the same bots from; TypeError while one of one's own plays."""
    file = BytesIO()
    _Writer(file, game).dump(dict(bots))
    return file.getvalue()


class _Writer(pickle.Pickler):
    def __init__(self, file: BytesIO, game: str) -> None:
        super().__init__(file)
        self._game = game

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, Conversation):
            raise TypeError(
                "this environment cannot be copied now: a bot of one's own plays in it, and its process"
                " cannot be copied; do it before a reset or after the game, or choose bots of the house"
            )
        if isinstance(thing, FastNetwork):
            assert thing is fast_network(self._game), "any other one is a bot of one's own"
            return fast_network, (self._game,)
        return NotImplemented
