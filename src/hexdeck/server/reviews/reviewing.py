"""What runs in a bot's process when somebody wants a finished game looked back upon, and what it finds.

Nobody is named in it: whoever is forgotten later need not be looked for here.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from gzip import compress, decompress
from itertools import chain
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from hexdeck import __version__
from hexdeck.ai.arena.estimates import Estimate
from hexdeck.ai.coach.findings import Turn, turns
from hexdeck.ai.coach.luck import Account
from hexdeck.ai.coach.missable_actions import choice_name
from hexdeck.ai.coach.moments import ReviewStep
from hexdeck.ai.coach.review import Decision, Review, StepResult, Tried
from hexdeck.core.cards import Seat
from hexdeck.core.record import Acted
from hexdeck.core.record_reader import read
from hexdeck.server.store.protocol import Loss

SLICE_SECONDS: Final = 0.15  # of thinking at once: bots wait no longer for their turn
FORMAT: Final = 3  # of what is kept of a review that is under way


class Mean(Struct):
    mean: float
    margin: float | None  # half of its 95 % interval; None where one alone says nothing


class ReviewedChoice(Struct):
    """One of the choices before a seat, tried in the same worlds as the others."""

    action: str  # its name
    points: Mean  # of the round, over the mean of the others
    chance: Mean  # to win, from 0 to 1
    gain: Mean  # of chance over what was chosen, from the differences in each world


class ReviewedDecision(Struct):
    position: int  # of the replay, at which it was made
    round: int
    seat: int
    action: str  # its name, or `wait`: out of turn, it let something go by
    better: str | None  # what wins most often; None if that was chosen
    points: Mean  # lost, over the mean of the others
    chance: Mean  # lost
    mistake: bool  # it cost at least one in a hundred chances to win, by its whole interval
    legal: int  # choices that there were
    worlds: int  # in which some of them were compared
    choices: list[ReviewedChoice]  # those that were compared, what wins most often first
    missed: list[str] = []  # what could have been done beside or instead, until it was too late


class ReviewedAccount(Struct):
    """Where a result comes from: the start and the four parts add up to it."""

    start: float
    luck: float
    seat: float
    own: float
    others: float
    result: float


class ReviewedSeat(Struct):
    points: ReviewedAccount  # over the mean of the others
    chance: ReviewedAccount  # to win
    decisions: int
    mistakes: int
    lost: Mean | None  # points a decision; None where there was nothing to decide


class ReviewedTurn(Struct):
    """A step that changed somebody's chance to win much."""

    position: int  # of the replay, before it
    round: int
    by: int | None  # the seat that made it; None: chance
    what: str  # the name of an action, or of what chance decided
    seat: int  # for whom it changed most
    before: float
    after: float


class ReviewedStep(Struct):
    position: int  # of the replay, before it
    round: int
    chances: list[float]  # of each seat to win, after it


class Findings(Struct):
    """What the coach has found in a finished game; docs/coach.md tells how."""

    seats: list[ReviewedSeat]
    decisions: list[ReviewedDecision]
    turns: list[ReviewedTurn]  # those that turned the game most first
    course: list[ReviewedStep]


class Reviewed(Struct):
    """The review of a game, or how far it is: `done` of so many `steps`, none of either while it waits."""

    ready: bool
    done: int
    steps: int
    findings: Findings | None


@dataclass(frozen=True, slots=True)
class Slice:
    """What was found at some moments of a game, one after the other."""

    seen: bytes  # as it is kept
    moments: int
    steps: int  # moments of the whole game


_encode: Final = Encoder().encode
_decode: Final = Decoder(Reviewed).decode
_decode_seen: Final = Decoder(list[StepResult]).decode


@lru_cache(maxsize=2)
def _begun(text: str, worlds: int) -> Review:
    """A record gone through, with nothing looked at yet."""
    return Review(read(text), worlds=worlds or None)


def seen_from(text: str, worlds: int, start: int) -> Slice:
    """What is found from a moment on, as far as a short time allows; one of them at least.

    In so many worlds; 0 is as many as some seconds a game allow.
    """
    review, ends = _begun(text, worlds), time.monotonic() + SLICE_SECONDS
    seen: list[StepResult] = []
    for moment in review.moments[start:]:
        seen.append(review.see(moment))
        if time.monotonic() >= ends:
            break
    return Slice(_seal(worlds) + compress(_encode(seen), mtime=0), len(seen), len(review.moments))


def can_go_on(slices: Sequence[bytes], worlds: int) -> bool:
    """Whether this version would find the same, in as many worlds."""
    return all(one.startswith(_seal(worlds)) for one in slices)


def _seal(worlds: int) -> bytes:
    return f"{__version__} {FORMAT} {worlds}\n".encode()


def put_together(text: str, worlds: int, slices: Sequence[bytes]) -> tuple[bytes, list[Loss]]:
    """A `Reviewed` as it is stored and told, and what the decisions of each seat have cost."""
    review, seal = Review(read(text), worlds=worlds or None), _seal(worlds)
    seen = chain.from_iterable(_decode_seen(decompress(one.removeprefix(seal))) for one in slices)
    for moment, one in zip(review.moments, seen, strict=True):
        review.take(moment, one)
    steps = len(review.moments)
    told = Reviewed(True, steps, steps, findings_of(review))
    return compress(_encode(told), mtime=0), [_loss(review, seat) for seat in review.seats]


def tried_instead(text: str, worlds: int, position: int, seat: Seat, action: str) -> ReviewedChoice:
    """Another choice than the one that a seat has made, in the worlds of its review."""
    review = _begun(text, 0)
    there = [one for one in review.moments if one.position == position]
    own = [one for one in there if isinstance(one.step, Acted) and one.step.seat == seat]
    moment = [*own, *there][0]  # out of turn, what it let go by
    return _choice(review, review.instead(moment, seat, review.game.action_named(action), worlds))


def unpacked(kept: bytes) -> Reviewed:
    """What `put_together` has made."""
    return _decode(decompress(kept))


def findings_of(review: Review) -> Findings:
    return Findings(
        [_seat(review, seat) for seat in review.seats],
        [_decision(review, one) for one in review.decisions],
        [_turn(review, one) for one in turns(review)],
        [_step(review, moment) for moment in review.moments],
    )


def _loss(review: Review, seat: Seat) -> Loss:
    lost = [one.points.mean for one in review.decided(seat)]
    return Loss(seat, len(lost), sum(lost), sum(points**2 for points in lost))


def _seat(review: Review, seat: Seat) -> ReviewedSeat:
    lost = review.points_lost(seat)
    return ReviewedSeat(
        _account(review.luck.points[seat]),
        _account(review.luck.chances[seat]),
        len(review.decided(seat)),
        len(review.mistakes(seat)),
        None if lost is None else _mean(lost),
    )


def _account(account: Account) -> ReviewedAccount:
    return ReviewedAccount(**account.as_dict())


def _decision(review: Review, one: Decision) -> ReviewedDecision:
    return ReviewedDecision(
        *(one.position, one.round, one.seat),
        choice_name(review.game, one.action),
        None if one.better is None else choice_name(review.game, one.better),
        _mean(one.points),
        _mean(one.chance),
        one.is_mistake,
        one.legal,
        one.worlds,
        [_choice(review, tried) for tried in one.tried],
        [review.game.action_name(action) for action in one.missed],
    )


def _choice(review: Review, tried: Tried) -> ReviewedChoice:
    name = choice_name(review.game, tried.action)
    return ReviewedChoice(name, _mean(tried.points), _mean(tried.chance), _mean(tried.gain))


def _turn(review: Review, turn: Turn) -> ReviewedTurn:
    step = turn.moment.step
    by, what = (
        (step.seat, review.game.action_name(step.action))
        if isinstance(step, Acted)
        else (None, step.needs.what)
    )
    before, after = round(turn.before, 4), round(turn.after, 4)
    return ReviewedTurn(turn.moment.position, turn.moment.round, by, what, turn.seat, before, after)


def _step(review: Review, moment: ReviewStep) -> ReviewedStep:
    chances = review.luck.course[moment.number].chances
    return ReviewedStep(moment.position, moment.round, [round(chance, 4) for chance in chances])


def _mean(estimate: Estimate) -> Mean:
    return Mean(round(estimate.mean, 4), None if estimate.margin is None else round(estimate.margin, 4))
