"""What a game that is over leaves behind: places, and ratings of people and bots alike."""

from typing import Final

from openskill.models import PlackettLuce

from hexdeck.server.documents import Chair, Document
from hexdeck.server.store import Statement, Store

BANDS: Final = ((2, "2"), (4, "3-4"), (6, "5-6"), (12, "7-12"))  # most players, and the band's name


def band(players: int) -> str:
    """Games of so many players are rated together."""
    return next(name for most, name in BANDS if players <= most)


def rated_as(chair: Chair) -> str:
    """Who a chair's result belongs to: a person, or all bots of a level."""
    return chair.who if chair.kind == "person" and chair.who else f"bot {chair.bot_level()}"


def statements(document: Document, store: Store, now: float) -> list[Statement]:
    """What must be stored with the last step; nobody else may rate meanwhile.  A lesson leaves nothing."""
    if document.lesson:
        return []
    scores = document.scores or []
    whos = [rated_as(chair) for chair in document.chairs]
    made: list[Statement] = [
        (
            "INSERT INTO results (code, seat, who, game, players, score, place, ended)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (document.code, seat, who, document.game, len(scores), scores[seat], _place(scores, seat), now),
        )
        for seat, who in enumerate(whos)
    ]
    return [*made, *_ratings(document, store, whos, scores)]


def _place(scores: list[int], seat: int) -> int:
    return 1 + sum(score > scores[seat] for score in scores)


def _ratings(document: Document, store: Store, whos: list[str], scores: list[int]) -> list[Statement]:
    """Everybody is rated once a game; of several bots of one level, the best placed."""
    key = (document.game, band(len(scores)))
    best: dict[str, int] = {}
    for who, score in zip(whos, scores, strict=True):
        best[who] = max(score, best.get(who, score))
    if len(best) == 1:
        return []
    model = PlackettLuce()
    known = {who: rating(store, who, *key) for who in best}
    teams = [[model.rating(mu, sigma)] for mu, sigma, _ in known.values()]
    after = model.rate(teams, scores=[float(score) for score in best.values()])
    return [
        (
            "INSERT OR REPLACE INTO ratings (who, game, band, mu, sigma, games) VALUES (?, ?, ?, ?, ?, ?)",
            (who, *key, new.mu, new.sigma, known[who][2] + 1),
        )
        for who, [new] in zip(best, after, strict=True)
    ]


def rating(store: Store, who: str, game: str, players: str) -> tuple[float, float, int]:
    """Mu, sigma and rated games; of somebody new, what the model gives to begin with."""
    row = store.row("SELECT mu, sigma, games FROM ratings WHERE who = ? AND game = ? AND band = ?",
                    who, game, players)  # fmt: skip
    if row is not None:
        return row[0], row[1], row[2]
    fresh = PlackettLuce().rating()
    return fresh.mu, fresh.sigma, 0
