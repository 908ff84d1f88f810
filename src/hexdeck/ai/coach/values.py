"""What each choice is worth: points of the round and the chance to win, and how far it lies behind the best.

All choices are tried in the same worlds, so what one is behind another is far surer than either alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import sub
from random import Random
from typing import Any, Final

from hexdeck.ai.arena.estimates import Estimate, Share, estimate
from hexdeck.ai.bots.net_bot import net_bot
from hexdeck.ai.coach.intervals import NOTHING, chance_of, difference_of, exact_chance
from hexdeck.ai.coach.outlook import Outlook, look_ahead, network_at, require_kernel
from hexdeck.ai.networks.weights import has_network
from hexdeck.core.cards import Action, Seat
from hexdeck.core.errors import IllegalAction, NotYourTurn
from hexdeck.core.game import View
from hexdeck.kernel import search_module

MOST_COMPARED: Final = 24  # choices; of more a search picks those it likes
GLANCES: Final = 2_000  # iterations of that search
LOOKS: Final = 30_000  # of a network for one piece of advice: less than half a second
PLAYOUTS: Final = 40_000  # by the policy of playouts: much less
LEAST_WORLDS: Final = 16
MOST_WORLDS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a position to a seat."""

    points: Estimate  # still gained in this round
    chance: Share  # to win the match


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more one choice comes to than another, from the differences in the same worlds."""

    points: Estimate
    chance: Estimate


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice, and what it comes to for whoever makes it."""

    action: Action
    worth: Worth
    behind: Difference  # what the best choice has more

    @property
    def is_clearly_worse(self) -> bool:
        return is_above(self.behind)


@dataclass(frozen=True, slots=True)
class Advice:
    """The choices of a seat, the best first."""

    game: str
    seat: Seat
    choices: tuple[Choice, ...]
    outlook: Outlook  # what it was made from

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def is_experts(self) -> bool:
        """Whether the best is so because the expert plays it: another came to more, though not clearly."""
        return any(_rank(choice.worth) < _rank(self.best.worth) for choice in self.choices)

    @property
    def good(self) -> tuple[Choice, ...]:
        """Return the best choice and all others that are not clearly worse."""
        return tuple(choice for choice in self.choices if not choice.is_clearly_worse)

    @property
    def next_worse(self) -> Choice | None:
        """Return the best of the choices that are clearly worse; None where all are good."""
        return next((choice for choice in self.choices if choice.is_clearly_worse), None)

    def choice(self, action: Action) -> Choice:
        return next(choice for choice in self.choices if choice.action == action)


def _rank(worth: Worth) -> tuple[float, float]:
    """The highest chance to win comes first, then the most points."""
    return -worth.chance.mean, -worth.points.mean


def advise(
    game: str,
    view: View,
    *,
    worlds: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    named: Iterable[Action] = (),
) -> Advice:
    """What the seat that sees `view` should do, or the GameError that says why nothing can be said.

    The same arguments give the same advice, but for `seconds`: whatever the clock allows.  `worlds` is as
    many as half a second allows, if left out.  Where there are very many choices, those that a short look
    finds good are compared, and those that are `named`.
    """
    require_kernel(game)
    check_turn(view)
    network = network_at(game, view)
    actions = compared(game, view, seed, named)
    if worlds is None:
        worlds = usual_worlds(game, view, len(actions), network)
    outlook = look_ahead(game, view, actions, worlds=worlds, seed=seed, seconds=seconds, network=network)
    return advice_of(game, outlook, None if network is None else networks_choice(game, view, seed))


def usual_worlds(game: str, view: View, choices: int, network: Any) -> int:
    """As many as there is time for: by the length of one way to the end of the round, so always the same."""
    kernel, foresight = require_kernel(game)
    steps = len(foresight.line(kernel.Knowledge(view).world(0), 0, network=network))
    playouts = PLAYOUTS if network is None else LOOKS // max(1, steps)
    return min(MOST_WORLDS, max(LEAST_WORLDS, playouts // choices))


def check_turn(view: View) -> None:
    """NotYourTurn where nothing is to be chosen."""
    if view.seat is None or view.seat not in view.to_move:
        raise NotYourTurn("there is no advice now: wait until it is your turn")


def compared(game: str, view: View, seed: int, named: Iterable[Action] = ()) -> tuple[Action, ...]:
    """All choices; of very many those a search looked at most, what the network plays, and those named."""
    for action in (named := tuple(named)):
        if action not in view.actions:
            raise IllegalAction("there is no advice on {action}: it is not legal now", action=action)
    if len(view.actions) <= MOST_COMPARED:
        return view.actions
    kernel, _ = require_kernel(game)
    search = search_module()
    assert search is not None, "it is compiled with the kernels"
    found = search.ismcts(kernel.Knowledge(view), GLANCES, seed)
    liked = sorted(found, key=lambda action: (-found[action][0], action))[:MOST_COMPARED]
    asked = [networks_choice(game, view, seed)] if has_network(game) else []
    return tuple(sorted({*liked, *asked, *named}))


def networks_choice(game: str, view: View, seed: int) -> Action:
    """What `net` would play; where it mixes, the same for the same seed."""
    return net_bot(game, Random(seed)).choose(view)


def advice_of(game: str, outlook: Outlook, favourite: Action | None = None) -> Advice:
    """The highest chance to win first, then the most points; but `favourite` if none is clearly better."""
    worths = {action: worth_of(outlook, action) for action in outlook.actions}
    order = sorted(worths, key=lambda action: (_rank(worths[action]), action))
    if favourite in order and not any(is_above(behind(outlook, other, favourite)) for other in order):
        order.sort(key=lambda action: action != favourite)
    choices = (Choice(action, worths[action], behind(outlook, order[0], action)) for action in order)
    return Advice(game, outlook.seat, tuple(choices), outlook)


def is_above(difference: Difference) -> bool:
    """The chance to win is higher, and the interval of the difference leaves zero out."""
    return difference.chance.mean > 0 and difference.chance.is_clear


def worth_of(outlook: Outlook, action: Action) -> Worth:
    return Worth(estimate(outlook.points(action)), chance_of(outlook.wins(action)))


def behind(outlook: Outlook, best: Action, action: Action) -> Difference:
    """Return what `best` has more than `action`, world by world; exactly nothing if they are the same."""
    if best == action:
        return Difference(NOTHING, NOTHING)
    points = list(map(sub, outlook.points(best), outlook.points(action)))
    wins = list(map(sub, outlook.wins(best), outlook.wins(action)))
    return Difference(estimate(points), difference_of(wins))


def value(game: str, state: Any, *, playouts: int = 100, seed: int = 0) -> tuple[Worth, ...]:
    """Return the worth of a true state, of the law or of the kernel, to every seat; exact at the end."""
    kernel, foresight = require_kernel(game)
    position = state if isinstance(state, kernel.State) else kernel.State.of(state)
    network = None if position.is_over else network_at(game, position.view(None))
    points, wins = foresight.futures_of(position, playouts, seed, network=network)
    players = len(position.scores)
    if position.is_over:
        return tuple(Worth(NOTHING, exact_chance(wins[seat])) for seat in range(players))
    return tuple(
        Worth(estimate(points[seat::players]), chance_of(wins[seat::players])) for seat in range(players)
    )
