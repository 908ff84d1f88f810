"""A game looked back upon: what every decision cost, and luck apart from skill."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import sub
from statistics import fmean
from typing import Final

from hexdeck.ai.arena.estimates import Estimate, Share, estimate
from hexdeck.ai.coach.intervals import NOTHING, chance_of, difference_of, mean_of
from hexdeck.ai.coach.luck import Luck, StepWorth, seed_of
from hexdeck.ai.coach.missable_actions import asides, closed, kept_open
from hexdeck.ai.coach.moments import ReviewStep, moments
from hexdeck.ai.coach.outlook import WAIT, Outlook, look_ahead, network_at, require_kernel
from hexdeck.ai.coach.values import LEAST_WORLDS, compared, usual_worlds
from hexdeck.core.cards import Action, Seat
from hexdeck.core.errors import IllegalAction, RecordRefused
from hexdeck.core.game import View
from hexdeck.core.input_check import check_seat
from hexdeck.core.record import Acted, Record

MATTERS: Final = 0.01  # of the chance to win: what costs less is no mistake, however sure it is
SHARE: Final = 7  # one part in so many of the worlds of a piece of advice: a game has hundreds of decisions


@dataclass(frozen=True, slots=True)
class Tried:
    """A choice that was compared with the one that was made."""

    action: Action
    points: Estimate  # of the round, over the mean of the others
    chance: Share  # to win
    gain: Estimate  # of chance over the choice that was made, from the differences in each world


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice among several, and what it cost, by what the seat could know."""

    number: int  # of the step
    position: int  # of the record
    round: int
    seat: Seat
    action: Action  # or WAIT: it let something go by out of turn
    better: Action | None  # what wins most often; None if that was chosen
    points: Estimate  # lost, over the mean of the others
    chance: Estimate  # lost, to win
    legal: int  # choices that there were
    worlds: int  # in which some of them were compared
    tried: tuple[Tried, ...]  # those that were compared, what wins most often first
    missed: tuple[Action, ...] = ()  # what it could have done beside or instead, until it was too late

    @property
    def is_mistake(self) -> bool:
        """It cost chances to win that matter, even by the end of the interval that says least."""
        return self.better is not None and self.chance.low is not None and self.chance.low >= MATTERS


def lost(
    values: Sequence[Sequence[float]],
    chosen: int,
    measure: Callable[[Sequence[float]], Estimate] = difference_of,
) -> Estimate:
    """Measure how much better another choice would have been; `values` are chances, by choice and world.

    Whatever looks best in some worlds looks better in them than it is.  So it is picked in one half of the
    worlds and measured in the other half, and the other way round.  Where both halves pick the choice itself,
    nothing was lost, exactly.
    """
    gains = [list(map(sub, others, values[chosen])) for others in values]
    picked = [
        max(range(len(gains)), key=lambda at: (_sure(gains[at][half::2]), at == chosen)) for half in (0, 1)
    ]
    if picked == [chosen, chosen]:
        return NOTHING
    return measure([gains[picked[1 - world % 2]][world] for world in range(len(values[chosen]))])


def _sure(gains: Sequence[float]) -> float:
    """What can be counted on: nothing for the choice itself, so that only what seems better is picked."""
    mean = fmean(gains)
    return mean - sqrt(fmean([(gain - mean) ** 2 for gain in gains]) / len(gains))


def decision(
    outlook: Outlook, moment: ReviewStep, action: Action, legal: int, missed: tuple[Action, ...] = ()
) -> Decision:
    points = [outlook.leads(one) for one in outlook.actions]
    chances = [list(outlook.wins(one)) for one in outlook.actions]
    chosen = outlook.actions.index(action)
    best = max(range(len(chances)), key=lambda at: (fmean(chances[at]), fmean(points[at]), at == chosen))
    return Decision(
        number=moment.number,
        position=moment.position,
        round=moment.round,
        seat=outlook.seat,
        action=action,
        better=None if best == chosen else outlook.actions[best],
        points=lost(points, chosen, estimate),
        chance=lost(chances, chosen),
        legal=legal,
        worlds=outlook.worlds,
        tried=_tried(outlook.actions, points, chances, chosen),
        missed=missed,
    )


def _tried(
    actions: Sequence[Action], points: list[list[float]], chances: list[list[float]], chosen: int
) -> tuple[Tried, ...]:
    found = [
        Tried(
            *(action, mean_of(own), chance_of(wins)),
            gain=NOTHING if at == chosen else difference_of(list(map(sub, wins, chances[chosen]))),
        )
        for at, (action, own, wins) in enumerate(zip(actions, points, chances, strict=True))
    ]
    return tuple(sorted(found, key=lambda one: (-one.chance.mean, -one.points.mean, one.action)))


@dataclass(frozen=True, slots=True)
class StepResult:
    """What is found at one moment; nothing that was found before goes into it."""

    worth: StepWorth
    decisions: tuple[Decision, ...]  # of whoever made the step, and of those who could have spoken up


class Review:
    """What is found when one looks at each of the `moments` in their order."""

    def __init__(
        self,
        record: Record,
        *,
        seats: Collection[Seat] | None = None,
        worlds: int | None = None,
        seed: int = 0,
    ) -> None:
        """Of the decisions of these seats, or of all; in so many worlds, or as many as seconds allow."""
        require_kernel(record.header.game.name)
        players = len(record.header.players)
        self.record, self.game = record, record.header.game
        self.seats = tuple(range(players)) if seats is None else tuple(sorted(set(seats)))
        for seat in self.seats:
            check_seat(players, seat)
        self.worlds, self.seed = worlds, seed
        self.moments = tuple(moments(record))
        if not self.moments:
            raise RecordRefused("nothing has happened in this game yet: there is nothing to review")
        self.luck = Luck(record, self.moments, seed, worlds)
        self.decisions: list[Decision] = []

    def look(self, moment: ReviewStep) -> None:
        self.take(moment, self.see(moment))

    def see(self, moment: ReviewStep) -> StepResult:
        """The long part of `look`, for each moment alone: they can be seen in any order, anywhere."""
        return StepResult(self.luck.step_worth(moment), tuple(self._decisions(moment)))

    def take(self, moment: ReviewStep, seen: StepResult) -> None:
        self.luck.take(moment, seen.worth)
        self.decisions += seen.decisions

    def _decisions(self, moment: ReviewStep) -> Iterator[Decision]:
        step, missed = moment.step, closed(self.game, moment)
        if isinstance(step, Acted) and step.seat in self.seats and step.seat in moment.asked.to_move():
            view, late = self.game.view(moment.asked, step.seat), missed.get(step.seat, ())
            if (legal := len(view.actions)) > 1:
                actions = kept_open(self.game, view, step.action) or compared(
                    self.game.name, view, self._seed_at(moment, step.seat), [step.action, *late]
                )
                yield decision(self._outlook(view, moment, actions), moment, step.action, legal, late)
        for aside in asides(self.game, moment, missed):
            if aside.seat in self.seats:
                view, late = self.game.view(moment.asked, aside.seat), missed.get(aside.seat, ())
                outlook = self._outlook(view, moment, aside.choices)
                yield decision(outlook, moment, aside.action, len(aside.choices), late)

    def _outlook(self, view: View, moment: ReviewStep, actions: Sequence[Action]) -> Outlook:
        assert view.seat is not None, "somebody has chosen"
        game, seed = self.game.name, self._seed_at(moment, view.seat)
        network = network_at(game, view)
        worlds = self.worlds or max(LEAST_WORLDS, usual_worlds(game, view, len(actions), network) // SHARE)
        return look_ahead(game, view, actions, worlds=worlds, seed=seed, network=network)

    def _seed_at(self, moment: ReviewStep, seat: Seat) -> int:
        is_own = isinstance(moment.step, Acted) and moment.step.seat == seat
        whose = "" if is_own else f" of {seat}"
        return seed_of(f"{self.record.header.commitment} {self.seed} choice {moment.number}{whose}")

    def instead(self, moment: ReviewStep, seat: Seat, action: Action, worlds: int) -> Tried:
        """What another choice comes to in so many worlds, which are those of the decision that was made."""
        game, step = self.game.name, moment.step
        assert isinstance(step, Acted), "somebody has chosen"
        chosen = step.action if step.seat == seat else WAIT
        view = self.game.view(moment.asked, seat)
        if action not in (*view.actions, chosen):
            raise IllegalAction(
                "there is no advice on {action}: it is not legal now", action=self.game.action_name(action)
            )
        actions = sorted({chosen, action})
        outlook = look_ahead(
            *(game, view, actions),
            worlds=worlds,
            seed=self._seed_at(moment, seat),
            network=network_at(game, view),
        )
        found = decision(outlook, moment, chosen, len(view.actions)).tried
        return next(one for one in found if one.action == action)

    def decided(self, seat: Seat) -> list[Decision]:
        return [one for one in self.decisions if one.seat == seat]

    def mistakes(self, seat: Seat) -> list[Decision]:
        """The dearest first."""
        found = [one for one in self.decided(seat) if one.is_mistake]
        return sorted(found, key=lambda one: (-one.chance.mean, one.number))

    def points_lost(self, seat: Seat) -> Estimate | None:
        """A decision, on average; None where there was nothing to decide."""
        found = [one.points.mean for one in self.decided(seat)]
        return estimate(found) if found else None


def review(
    record: Record, *, seats: Collection[Seat] | None = None, worlds: int | None = None, seed: int = 0
) -> Review:
    """All of a game at once, or the GameError that says why not."""
    found = Review(record, seats=seats, worlds=worlds, seed=seed)
    for moment in found.moments:
        found.look(moment)
    return found
