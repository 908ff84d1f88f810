"""Bots of the host's own, each at one seat of one table: no process sees two hands."""

from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from random import Random, SystemRandom
from typing import Final

from hexdeck.ai.bots import check_bot
from hexdeck.ai.bots.finding import Named
from hexdeck.ai.external_bots import warm_pool
from hexdeck.ai.external_bots.external_bot import OwnBot
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Options, View
from hexdeck.core.registry import GAMES

MOST: Final = 16  # seats that a process keeps bots for; whoever was asked longest ago leaves


def check_guests(own: Mapping[str, str]) -> None:
    """Refused before a house opens, in words, if one of them plays no game at all."""
    for label, what in own.items():
        games_of(Named(label, what))


@cache
def games_of(guest: Named) -> tuple[str, ...]:
    """Those that it does not refuse when it is started; SetupRefused with its first reason if none."""
    reasons = {game: _reason_not_to_play(guest, game) for game in GAMES}
    warm_pool.dismiss()  # it plays elsewhere
    played = tuple(game for game, reason in reasons.items() if reason is None)
    for reason in reasons.values():
        if not played and reason is not None:
            raise reason
    return played


def _reason_not_to_play(guest: Named, game: str) -> SetupRefused | None:
    try:
        check_bot(guest.text, game)
    except SetupRefused as reason:
        return reason
    return None


class Guests:
    def __init__(self) -> None:
        self._own: dict[str, str] = {}
        self._seconds = self._start_seconds = 0.0
        self._seated: OrderedDict[tuple[str, str, int | None], OwnBot] = OrderedDict()

    def offer(self, own: Mapping[str, str], seconds: float, start_seconds: float) -> None:
        """Each has so many seconds for a choice, and for each of the two steps of its start."""
        self._own, self._seconds, self._start_seconds = dict(own), seconds, start_seconds

    def are_called(self, name: str) -> bool:
        return name in self._own

    def at(self, mark: str, name: str, game: str, view: View, options: Options) -> OwnBot:
        """The one that plays this seat at the table of this mark."""
        seat = (mark, name, view.seat)
        if seat not in self._seated:
            rng = Random(SystemRandom().getrandbits(64))
            named, limits = Named(name, self._own[name]), (self._seconds, self._start_seconds)
            self._seated[seat] = OwnBot(named, game, rng, options, *limits)
            if len(self._seated) > MOST:
                self._seated.popitem(last=False)[1].leave(None)
        self._seated.move_to_end(seat)
        return self._seated[seat]
