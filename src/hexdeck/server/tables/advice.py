"""Advice at a table: worked out in a process of low priority, and once for each choice."""

from typing import TypeAlias

from msgspec import Struct

from hexdeck.ai.coach.values import Choice, advise
from hexdeck.ai.coach.why import reasons
from hexdeck.core.game import View
from hexdeck.core.registry import game_named
from hexdeck.server.base.fair_queue import Requester
from hexdeck.server.bots.coach_queue import Questions, Spawn
from hexdeck.server.bots.pool import Background

Key: TypeAlias = tuple[str, int, int | None]  # a table, the version of its game, and a seat


class AdvisedChoice(Struct):
    action: str  # its name
    points: float  # that the seat can expect of the round
    margin: float  # half of its 95 % interval
    chance: float  # to win the match, from 0 to 1
    behind: float  # points that the best choice has more, from the differences in the same worlds
    behind_margin: float
    close: bool  # not clearly worse than the best


class AdviceReason(Struct):
    """What sets the best choice apart from `GivenAdvice.other`; `message` has {n} and {of}, or {n} alone."""

    message: str
    best: float  # how many of so many worlds, or a mean where there is no {of}
    other: float  # the same of the choice that it is compared with
    of: int


class GivenAdvice(Struct):
    version: int  # of the game, to which it belongs
    worlds: int  # in which the choices were tried
    choices: list[AdvisedChoice]  # the best first
    expert: bool  # the best is so because the expert plays it: another came to more, though not clearly
    reasons: list[AdviceReason]
    other: str | None = None  # the next choice that is clearly worse, for the reasons; None: all are good


class Coach:
    def __init__(self, background: Background | None, spawn: Spawn) -> None:
        self._questions: Questions[GivenAdvice] = Questions("advice", background, spawn)

    async def advice(self, key: Key, requester: Requester, game: str, view: View) -> GivenAdvice:
        """On the choice before a seat, or AdviceRefused."""
        return await self._questions.ask(key, requester, advised, key[1], game, view)


def advised(version: int, game: str, view: View) -> GivenAdvice:
    """What runs in a bot's process."""
    advice = advise(game, view)
    return GivenAdvice(
        version,
        advice.outlook.worlds,
        [_choice(game, choice) for choice in advice.choices],
        advice.is_experts,
        [AdviceReason(one.message, one.best, one.other, one.of) for one in reasons(advice, view)],
        None if (worse := advice.next_worse) is None else game_named(game).action_name(worse.action),
    )


def _choice(game: str, choice: Choice) -> AdvisedChoice:
    points, behind = choice.worth.points, choice.behind.points
    return AdvisedChoice(
        game_named(game).action_name(choice.action),
        points.mean,
        points.margin or 0.0,
        choice.worth.chance.mean,
        behind.mean,
        behind.margin or 0.0,
        close=not choice.is_clearly_worse,
    )
