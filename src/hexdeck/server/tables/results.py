"""What a game that is over leaves behind: places, and ratings of people and bots alike."""

from collections.abc import Mapping, Sequence
from functools import partial

from openskill.models import PlackettLuce

from hexdeck.core.record import Record
from hexdeck.server.base.settings import RatingRule
from hexdeck.server.daily.calendar import is_over
from hexdeck.server.daily.deals import SEAT
from hexdeck.server.daily.stories import story_of, write_story
from hexdeck.server.results import standing
from hexdeck.server.results.ratings import band
from hexdeck.server.store.documents import Chair, Document, RatedPlayer
from hexdeck.server.store.feats import feats_of
from hexdeck.server.store.protocol import BOT, DailyResult, GameResult, Past, Rating, Result, Storage


def rated_as(chair: Chair) -> str:
    """Who a chair's result belongs to: a person, or all bots of a level."""
    return chair.who if chair.kind == "person" and chair.who else f"{BOT}{chair.bot_level()}"


def is_bot(who: str) -> bool:
    return who.startswith(BOT)


def ended(document: Document, record: Record, now: float, rule: RatingRule) -> GameResult | None:
    """What must be stored with the last step.  A lesson and a day of the archive leave nothing.

    Nobody is rated with advice, on the day, or where all have agreed to take something back: bots always do.
    """
    if document.lesson or document.practice:
        return None
    scores = document.scores or []
    whos = [rated_as(chair) for chair in document.chairs]
    is_rated = not (record.is_advised or record.is_agreed_back or document.day is not None)
    best = _best(whos, scores) if is_rated else {}
    players = document.rated_people() if len(best) > 1 else []
    done = feats_of(record)
    return GameResult(
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
        people=[one.who for one in players] if len(players) > 1 else (),
        since=now - standing.WEEK,
        rate=partial(_rate, best, players, now, rule) if len(best) > 1 else lambda *_: {},
    )


async def verdict(
    document: Document, record: Record | None, storage: Storage, now: float, rule: RatingRule
) -> standing.Verdict | None:
    """Return how a game counts for ratings, or would if it ended now; None where it never does.

    After the game the answer is made from what had been played by its end.
    """
    is_old = document.status == "over" and document.ended is None  # before there was a rule, or unfinished
    if document.unranked:
        return standing.Verdict(0.0, "tried")
    if is_old or document.lesson or document.day is not None:
        return None
    if record is not None and record.is_advised:
        return standing.Verdict(0.0, "advice")
    if record is not None and record.is_agreed_back:
        return standing.Verdict(0.0, "taken_back")
    players, until = document.rated_people(), now if document.ended is None else document.ended
    past = await storage.pasts([one.who for one in players], until - standing.WEEK, until)
    return standing.verdict(players, past, until, rule)


def _rate(
    scores: Mapping[str, int],
    players: Sequence[RatedPlayer],
    now: float,
    rule: RatingRule,
    known: Mapping[str, Rating],
    past: Mapping[str, Past],
) -> dict[str, Rating]:
    weight = standing.verdict(players, past, now, rule).weight
    return rate(scores, known, weight) if weight else {}


def tried(document: Document, record: Record, now: float) -> DailyResult | None:
    """What the deal of a day keeps of a try: nothing of one that ends when the cards are known."""
    chair = document.chairs[SEAT]
    if document.day is None or document.practice or not chair.who or is_over(document.day, now):
        return None
    assert document.scores is not None, "the game is over"
    story = story_of(record, SEAT, chair.helped_from)
    story.unranked = document.unranked
    return DailyResult(document.day, document.game, chair.who, document.scores[SEAT], now, write_story(story))


def _place(scores: list[int], seat: int) -> int:
    return 1 + sum(score > scores[seat] for score in scores)


def _best(whos: list[str], scores: list[int]) -> dict[str, int]:
    """Everybody is rated once a game; of several bots of one level, the best placed."""
    best: dict[str, int] = {}
    for who, score in zip(whos, scores, strict=True):
        best[who] = max(score, best.get(who, score))
    return best


def rate(scores: Mapping[str, int], known: Mapping[str, Rating], weight: float = 1.0) -> dict[str, Rating]:
    """Return ratings after a game with these scores; a newcomer begins with those of the model.

    With a smaller weight each moves by that share of the way.
    """
    model = PlackettLuce()
    before = {who: known.get(who, _fresh()) for who in scores}
    teams = [[model.rating(one.mu, one.sigma)] for one in before.values()]
    after = model.rate(teams, scores=[float(score) for score in scores.values()])
    return {
        who: Rating(
            before[who].mu + weight * (new.mu - before[who].mu),
            before[who].sigma + weight * (new.sigma - before[who].sigma),
            before[who].games + 1,
        )
        for who, [new] in zip(scores, after, strict=True)
    }


def _fresh() -> Rating:
    fresh = PlackettLuce().rating()
    return Rating(fresh.mu, fresh.sigma, 0)
