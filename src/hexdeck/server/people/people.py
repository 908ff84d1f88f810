"""The people who come: a name and a picture each, and what they may ask to be told or forgotten."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import asdict

from hexdeck.core.cards import Seat
from hexdeck.core.record import PERSON, check_name
from hexdeck.locale import LANGUAGES
from hexdeck.server.base.identity import hashed, new_code
from hexdeck.server.base.refusals import AlreadyDone, IdentityRefused
from hexdeck.server.daily.stories import read_story
from hexdeck.server.results.ratings import RatingHistory, histories, is_provisional
from hexdeck.server.results.statistics import GameStatistics, statistics_by_game
from hexdeck.server.store.default_profile import NOBODY, unchosen
from hexdeck.server.store.documents import Document, read_document
from hexdeck.server.store.feats import read_feats
from hexdeck.server.store.protocol import BOT, OwnGame, Profile, Ranked, Storage, Try

MOVE_SECONDS: Final = 600.0  # that a link to another device works
VISITOR_SECONDS: Final = 86_400.0  # that the name of somebody who never sat down is kept


class People:
    def __init__(self, storage: Storage, now: Callable[[], float]) -> None:
        self._storage = storage
        self._now = now

    async def profile(self, who: str) -> Profile:
        """What somebody has chosen, or a picture and its name until they do."""
        return await self._storage.profile(who) or unchosen(who)

    async def language(self, who: str) -> str | None:
        """What somebody has chosen."""
        profile = await self._storage.profile(who)
        return None if profile is None else profile.language

    async def change(self, profile: Profile) -> None:
        """Nothing is stored of somebody who has chosen nothing."""
        check_name(profile.name)
        if profile != await self.profile(profile.id):
            await self._storage.keep_profile(profile, self._now())

    async def new_move(self, who: str, path: str) -> str:
        """The secret of a link that makes another device the same person, once."""
        secret = new_code()
        await self._storage.make_link(hashed(secret), who, path, self._now() + MOVE_SECONDS)
        return secret

    async def moved(self, secret: str) -> tuple[str, str]:
        """Who the link was made for and where it leads; it works no more."""
        try:
            return await self._storage.take_link(hashed(secret), self._now())
        except AlreadyDone:
            raise IdentityRefused("this link was used already or is too old: make a new one") from None

    async def tables(self, who: str) -> list[Document]:
        """Where somebody sits or sat, the latest first."""
        return [read_document(document) for document in await self._storage.tables_of(who)]

    async def open_tables(self, who: str) -> list[tuple[Document, float]]:
        """Those that are not over and that they have not left, and when somebody last played there."""
        found = await self._storage.open_tables_of(who)
        documents = [(read_document(document), played) for document, played in found]
        return [(document, played) for document, played in documents if who in document.staying()]

    async def export(self, who: str) -> dict[str, object]:
        """All that is kept of somebody."""
        return {
            "profile": asdict(await self.profile(who)),
            "tables": [document.code for document in await self.tables(who)],
            "results": [_result(one) for one in await self._storage.games_of(who)],
            "ratings": await self.ratings(who),
            "tries": [_try(one) for one in await self._storage.tries_of(who)],
        }

    async def ratings(self, who: str) -> list[dict[str, object]]:
        return [one._asdict() for one in await self._storage.ratings_of(who)]

    async def statistics(self, who: str) -> list[dict[str, object]]:
        """Games, wins and mean place, by game and number of players."""
        return [one._asdict() for one in await self._storage.statistics_of(who)]

    async def by_game(self, who: str) -> list[GameStatistics]:
        """What all games of each kind come to."""
        found = statistics_by_game(await self._storage.games_of(who))
        best = [one for game in found for one in game.best]
        kept = await self._storage.kept_tables([one.code for one in best])
        for one in best:
            one.kept = one.code in kept
        return found

    async def rating_histories(self, who: str) -> list[RatingHistory]:
        return histories(await self._storage.games_of(who))

    async def ranking(self, game: str, players: str, asker: str | None = None) -> list[dict[str, object]]:
        """People under their name, bots under their level; a person's id stays with the house."""
        return [
            {
                "name": _shown_as(one),
                "kind": "bot" if one.who.startswith(BOT) else "person",
                "you": one.who == asker,
                "mu": one.mu,
                "sigma": one.sigma,
                "games": one.games,
                "provisional": is_provisional(one.games),
            }
            for one in await self._storage.ranking(game, players)
        ]


def _result(game: OwnGame) -> dict[str, object]:
    return game._asdict() | {"feats": None if game.feats is None else read_feats(game.feats)}


def _try(one: Try) -> dict[str, object]:
    """With what they chose at each turn, step by step."""
    turns = [] if one.story is None else read_story(one.story).turns
    kept = {"day": one.day, "game": one.game, "code": one.code, "score": one.score, "ended": one.ended}
    return {**kept, "choices": [[turn.step, turn.action] for turn in turns]}


def is_named(profile: Profile) -> bool:
    """Whether somebody has chosen another name than they were given."""
    return all(profile.name != unchosen(profile.id, code).name for code in LANGUAGES)


def spoken_name(profile: Profile) -> str:
    """Their own; else that of the picture they were given, in the language that they have chosen since."""
    return profile.name if is_named(profile) else unchosen(profile.id, profile.language).name


def _shown_as(rated: Ranked) -> str:
    return rated.who if rated.who.startswith(BOT) else rated.name or unchosen(rated.who).name


def unnamed(header: str, seat: Seat) -> str:
    """A record's header in which the person on `seat` has no name; a bot there before them keeps its."""
    start = f"player {seat} {PERSON} "
    return "\n".join(start + NOBODY if line.startswith(start) else line for line in header.split("\n"))
