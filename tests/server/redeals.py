"""Games for the leak test: a way to some moment, and the same way with cards that one seat cannot see."""

from dataclasses import dataclass
from random import Random
from typing import Any

from hexdeck.core.cards import Seat
from hexdeck.core.chance import Outcome, Roll
from laws.games import Case, Step, random_game

LONGEST = 160  # steps to the moment


@dataclass(frozen=True)
class Way:
    """States and the steps between them."""

    states: list[Any]
    steps: list[Step]

    def chances(self) -> list[Outcome]:
        """Those that a table draws itself."""
        return [
            step.what for at, step in enumerate(self.steps) if step.seat is None and not self.is_rolled(at)
        ]

    def is_rolled(self, at: int) -> bool:
        """By people, with real dice."""
        needs = self.states[at].needs
        return isinstance(needs, Roll) and needs.by_hand


@dataclass(frozen=True)
class Twins:
    """Two games that look the same to one seat, or to a spectator."""

    case: Case
    seat: Seat | None
    ways: tuple[Way, Way]


def twins(case: Case, number: int) -> Twins:
    """To a moment at which the seat cannot see everything."""
    rng, whole = Random(number), _way(case, number)
    moments = [at for at, state in enumerate(whole.states) if state.needs is None and not state.is_over]
    while True:
        end, seat = rng.choice(moments), rng.choice(case.seats())
        way = Way(whole.states[: end + 1], whole.steps[:end])
        world = case.game.worlds(case.game.view(way.states[-1], seat), rng)
        deals, choices = case.facts.deals_behind(world), case.facts.choices_behind(world)
        redealt = _redealt(way, deals, choices, seat)
        if redealt != way.steps:
            return Twins(case, seat, (way, Way(way.states, redealt)))


def _way(case: Case, number: int) -> Way:
    """As far as the leak test goes."""
    states, steps = [case.start()], []
    for state, step in random_game(case, number):
        states.append(state.copy())
        steps.append(step)
        if len(steps) == LONGEST:
            break
    return Way(states, steps)


def _redealt(way: Way, deals: dict[str, Outcome], choices: dict[Seat, int], seat: Seat | None) -> list[Step]:
    """The steps over other deals; secret choices of others that are still secret are others, too."""
    hidden = {other: choice for other, choice in choices.items() if other != seat}
    last = {step.seat: at for at, step in enumerate(way.steps) if step.seat in hidden}
    redealt = list(way.steps)
    dealt_at = {
        way.states[at].needs.what: at
        for at, step in enumerate(way.steps)
        if step.seat is None and way.states[at].needs.what in deals
    }
    for what, at in dealt_at.items():
        redealt[at] = Step(None, deals[what])
    for other, choice in hidden.items():
        redealt[last[other]] = Step(other, choice)
    return redealt
