"""What a review has found, for programs: plain numbers and names."""

from dataclasses import dataclass
from math import hypot
from typing import Final

from hexdeck.ai.coach.luck import Standing
from hexdeck.ai.coach.missable_actions import choice_name
from hexdeck.ai.coach.moments import ReviewStep
from hexdeck.ai.coach.review import Decision, Review
from hexdeck.core.cards import Seat
from hexdeck.core.record import Acted

SURE: Final = 3.5  # standard errors: of a thousand steps that change nothing, none is likely to be named


@dataclass(frozen=True, slots=True)
class Turn:
    """A step that changed somebody's chance to win much."""

    moment: ReviewStep
    seat: Seat  # for whom it changed most
    before: float
    after: float


def turns(review: Review, most: int = 5) -> list[Turn]:
    """The steps that turned the game for sure, those that turned it most first."""
    course = review.luck.course
    found = [
        turn
        for moment in review.moments
        if (turn := _turn(moment, course[moment.number - 1], course[moment.number])) is not None
    ]
    return sorted(found, key=lambda turn: (-abs(turn.after - turn.before), turn.moment.number))[:most]


def _turn(moment: ReviewStep, before: Standing, after: Standing) -> Turn | None:
    changes = [will - was for was, will in zip(before.chances, after.chances, strict=True)]
    errors = map(hypot, before.errors, after.errors)
    sure = [seat for seat, error in enumerate(errors) if abs(changes[seat]) > SURE * error]
    if not sure:
        return None
    seat = max(sure, key=lambda seat: abs(changes[seat]))
    return Turn(moment, seat, before.chances[seat], after.chances[seat])


def player_name(review: Review, seat: Seat) -> str:
    return review.record.header.players[seat].name


def step_name(review: Review, moment: ReviewStep) -> str:
    """`Marie: b5`, or what chance decided: `deal`."""
    step = moment.step
    if isinstance(step, Acted):
        return f"{player_name(review, step.seat)}: {review.game.action_name(step.action)}"
    return step.needs.what


def as_dict(review: Review) -> dict[str, object]:
    header, luck = review.record.header, review.luck
    return {
        "game": header.game.name,
        "version": header.game.version,
        "options": header.options,
        "seed": review.seed,
        "worlds": review.worlds,
        "is_over": review.moments[-1].after.is_over,
        "steps": len(review.moments),
        "players": [_player(review, seat) for seat in range(len(header.players))],
        "decisions": [_decision(review, one) for one in review.decisions],
        "turns": [_turned(review, turn) for turn in turns(review)],
        "course": [
            {"points": _rounded(standing.points), "chances": _rounded(standing.chances)}
            for standing in luck.course
        ],
    }


def _player(review: Review, seat: Seat) -> dict[str, object]:
    lost, player = review.points_lost(seat), review.record.header.players[seat]
    return {
        "seat": seat,
        "name": player.name,
        "kind": player.kind,
        "points": review.luck.points[seat].as_dict(),
        "chance": review.luck.chances[seat].as_dict(),
        "decisions": len(review.decided(seat)),
        "mistakes": len(review.mistakes(seat)),
        "points_lost": None if lost is None else lost.as_dict(),
    }


def _decision(review: Review, one: Decision) -> dict[str, object]:
    return {
        "step": one.number,
        "round": one.round,
        "seat": one.seat,
        "action": choice_name(review.game, one.action),
        "better": None if one.better is None else choice_name(review.game, one.better),
        "points_lost": one.points.as_dict(),
        "chance_lost": one.chance.as_dict(),
        "is_mistake": one.is_mistake,
        "missed": [review.game.action_name(action) for action in one.missed],
        "legal": one.legal,
        "worlds": one.worlds,
        "choices": [
            {
                "action": choice_name(review.game, tried.action),
                "points": tried.points.as_dict(),
                "chance": tried.chance.as_dict(),
                "gain": tried.gain.as_dict(),
            }
            for tried in one.tried
        ],
    }


def _turned(review: Review, turn: Turn) -> dict[str, object]:
    return {
        "step": turn.moment.number,
        "round": turn.moment.round,
        "what": step_name(review, turn.moment),
        "seat": turn.seat,
        "before": round(turn.before, 4),
        "after": round(turn.after, 4),
    }


def _rounded(numbers: list[float]) -> list[float]:
    return [round(number, 4) for number in numbers]
