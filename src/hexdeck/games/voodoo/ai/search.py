"""Players of Voodoo who search for the best deeds of a turn; dice go by exact odds.

What comes to mind of acts and calls is the heuristic's affair; a search does not remind anybody.
"""

from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

from hexdeck.ai.bots.net_bot import network_for
from hexdeck.ai.bots.search_bot import SearchBot
from hexdeck.ai.bots.slow_search import say_so_once
from hexdeck.ai.networks.fast_network import FastNetwork
from hexdeck.ai.networks.slow_network import SlowNetwork
from hexdeck.ai.networks.weights import has_network
from hexdeck.core.cards import Action
from hexdeck.games.voodoo.ai.features import UNFORGETTING
from hexdeck.games.voodoo.ai.heuristic import PLAIN, TRIED, Heuristic, Memory, Taste
from hexdeck.games.voodoo.law.actions import MEANINGS
from hexdeck.games.voodoo.law.diary import Note
from hexdeck.games.voodoo.law.view import View
from hexdeck.kernel import kernel_of

ASKING: Final = 4_000  # iterations of a search that asks a network; with more it is no better


class Care(NamedTuple):
    attention: float  # the chance to think of a curse while it is the only one in force
    taste: Taste  # what it takes things to be worth
    searches: bool  # or goes by the heuristic


CARES: Final = {  # of each level
    "novice": Care(0.85, PLAIN, searches=False),
    "casual": Care(0.93, TRIED, searches=False),
    "club": Care(0.98, TRIED, searches=True),
    "expert": Care(1.0, TRIED, searches=True),
}


def search_bot(search: SearchBot, rng: Random) -> "VoodooPlayer":
    """A player who searches and forgets nothing."""
    return VoodooPlayer(Sought(search), Heuristic(rng, attention=1.0, taste=TRIED))


def net_bot(network: FastNetwork | SlowNetwork, rng: Random) -> "VoodooPlayer":
    """A player who searches its turn, asks a network what comes of it, and forgets nothing."""
    asked = network if isinstance(network, FastNetwork) else None
    return search_bot(SearchBot("voodoo", ASKING, rng, network=asked), rng)


def net_alone(network: FastNetwork | SlowNetwork, rng: Random) -> "VoodooPlayer":
    """A player who plans its turn by a network, as in the games that taught it, and forgets nothing."""
    return VoodooPlayer(Planned(network, rng), Heuristic(rng, attention=1.0, taste=TRIED))


def level_bot(name: str, search: SearchBot, rng: Random) -> "VoodooPlayer | Heuristic":
    """A player of a level: they differ in attention, too; an expert asks the network."""
    if name == "expert" and has_network("voodoo"):
        return net_bot(network_for("voodoo"), rng)
    care = CARES[name]
    sense = Heuristic(rng, attention=care.attention, taste=care.taste)
    return VoodooPlayer(Sought(search), sense) if care.searches else sense


class VoodooPlayer:
    """Without the kernel it plays as the heuristic does: whole turns take too long on the law."""

    def __init__(self, deeds: "Sought | Planned", sense: Heuristic) -> None:
        self._deeds = deeds
        self._sense = sense

    @property
    def memory(self) -> Memory | None:
        return self._sense.memory

    @memory.setter
    def memory(self, memory: Memory | None) -> None:
        self._sense.memory = memory

    @property
    def fate(self) -> str:
        return self._sense.fate

    @fate.setter
    def fate(self, fate: str) -> None:
        self._sense.fate = fate

    def interrupt(self, view: View) -> Action | None:
        return self._sense.interrupt(view)

    def choose(self, view: View) -> Action:
        if view.call is not None or view.phase == "before_rolling":
            return self._sense.choose(view)
        aside = self._sense.interrupt(view)
        return self._best_deed(view) if aside is None else aside

    def _best_deed(self, view: View) -> Action:
        if kernel_of("voodoo") is None:
            say_so_once()
            return self._sense.choose(view)
        return self._deeds.choose(all_done(view))


class Sought:
    """Deeds by search, where there is more than one good choice."""

    def __init__(self, search: SearchBot) -> None:
        self._search = search

    def choose(self, view: View) -> Action:
        choices: list[Action] = _knowledge(view).choices()
        return choices[0] if len(choices) == 1 else self._search.choose(view)


class Planned:
    """Deeds and dice by the plan for the turn that a network finds best."""

    def __init__(self, network: FastNetwork | SlowNetwork, rng: Random) -> None:
        self._network = network
        self._rng = rng

    def choose(self, view: View) -> Action:
        assert isinstance(self._network, FastNetwork), "without a kernel nobody asks for deeds"
        seed = self._rng.getrandbits(64)
        return int(_knowledge(view).planned(self._network.network, UNFORGETTING, seed))


def _knowledge(view: View) -> Any:
    kernel = kernel_of("voodoo")
    assert kernel is not None, "without a kernel the heuristic plays"
    return kernel.Knowledge(view)


def all_done(view: View) -> View:
    """The view of a player to whom no act comes to mind any more."""
    assert view.seat is not None
    acts = [numbers[0] for verb, numbers in map(MEANINGS.__getitem__, view.actions) if verb == "do"]
    return replace(view, diary=(*view.diary, *(Note("did", view.seat, card) for card in acts)))
