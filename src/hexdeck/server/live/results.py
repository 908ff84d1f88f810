"""What a game that is over leaves behind: places, and ratings of people and bots alike."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from openskill.models import PlackettLuce

from hexdeck.record import Record
from hexdeck.server.day.calendar import is_over
from hexdeck.server.day.deals import SEAT
from hexdeck.server.day.stories import story_of, write_story
from hexdeck.server.feats import feats_of
from hexdeck.server.live.documents import Chair, Document
from hexdeck.server.storage.protocol import BOT, Ended, Rating, Result, Tried

BANDS: Final = ((2, "2"), (4, "3-4"), (6, "5-6"), (12, "7-12"))  # most players, and the band's name


def band(players: int) -> str:
    """Games of so many players are rated together."""
    return next(name for most, name in BANDS if players <= most)


def rated_as(chair: Chair) -> str:
    """Who a chair's result belongs to: a person, or all bots of a level."""
    return chair.who if chair.kind == "person" and chair.who else f"{BOT}{chair.bot_level()}"


def is_bot(who: str) -> bool:
    return who.startswith(BOT)


def ended(document: Document, record: Record, now: float) -> Ended | None:
    """What must be stored with the last step.  A lesson and a day of the archive leave nothing.

    Nobody is rated with advice, on the day, or where all have agreed to take something back: bots always do.
    """
    if document.lesson or document.practice:
        return None
    scores = document.scores or []
    whos = [rated_as(chair) for chair in document.chairs]
    is_rated = not (record.is_advised or record.is_agreed_back or document.day is not None)
    best = _best(whos, scores) if is_rated else {}
    done = feats_of(record)
    return Ended(
        game=document.game,
        players=len(scores),
        band=band(len(scores)),
        at=now,
        results=[
            Result(
                seat, who, scores[seat], _place(scores, seat), None if is_bot(who) else done[seat].stored()
            )
            for seat, who in enumerate(whos)
        ],
        rated=list(best) if len(best) > 1 else (),
        rate=partial(rate, best) if len(best) > 1 else lambda _: {},
    )


def tried(document: Document, record: Record, now: float) -> Tried | None:
    """What the deal of a day keeps of a try: nothing of one that ends when the cards are known."""
    chair = document.chairs[SEAT]
    if document.day is None or document.practice or not chair.who or is_over(document.day, now):
        return None
    assert document.scores is not None, "the game is over"
    story = write_story(story_of(record, SEAT, chair.helped_from))
    return Tried(document.day, document.game, chair.who, document.scores[SEAT], now, story)


def _place(scores: list[int], seat: int) -> int:
    return 1 + sum(score > scores[seat] for score in scores)


def _best(whos: list[str], scores: list[int]) -> dict[str, int]:
    """Everybody is rated once a game; of several bots of one level, the best placed."""
    best: dict[str, int] = {}
    for who, score in zip(whos, scores, strict=True):
        best[who] = max(score, best.get(who, score))
    return best


def rate(scores: Mapping[str, int], known: Mapping[str, Rating]) -> dict[str, Rating]:
    """Ratings after a game with these scores; somebody new has what the model gives to begin with."""
    model = PlackettLuce()
    before = {who: known.get(who, _fresh()) for who in scores}
    teams = [[model.rating(one.mu, one.sigma)] for one in before.values()]
    after = model.rate(teams, scores=[float(score) for score in scores.values()])
    return {
        who: Rating(new.mu, new.sigma, before[who].games + 1)
        for who, [new] in zip(scores, after, strict=True)
    }


def _fresh() -> Rating:
    fresh = PlackettLuce().rating()
    return Rating(fresh.mu, fresh.sigma, 0)
