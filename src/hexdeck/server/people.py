"""The people who come: a name and a picture each, and what they may ask to be told or forgotten."""

from collections.abc import Callable
from typing import Any, Final
from zlib import crc32

from msgspec import Struct
from msgspec.structs import asdict

from hexdeck.cards import Seat
from hexdeck.record import PERSON, check_name
from hexdeck.server.documents import Document, read_document
from hexdeck.server.identity import hashed, new_code
from hexdeck.server.protocol import PICTURES
from hexdeck.server.refusals import AlreadyDone, IdentityRefused
from hexdeck.server.store import Statement, Store
from hexdeck.server.stored_tables import header_statement

MOVE_SECONDS: Final = 600.0  # that a link to another device works
VISITOR_SECONDS: Final = 86_400.0  # that the name of somebody who never sat down is kept
NOBODY: Final = "…"  # the name of somebody who wished to be forgotten
_USED: Final = "this link was used already or is too old: make a new one"

_OPEN: Final = (  # with a quick clock, only a step tells when it was made
    "SELECT document, MAX(updated, COALESCE("
    "(SELECT at FROM steps WHERE steps.code = tables.code ORDER BY number DESC LIMIT 1), 0)) AS played"
    " FROM tables JOIN sittings USING (code) WHERE who = ? AND status != 'over'"
    " ORDER BY played DESC LIMIT 50"
)


class Profile(Struct):
    id: str
    name: str
    picture: str
    language: str = "en"


class People:
    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    def profile(self, who: str) -> Profile:
        """What somebody has chosen, or a picture and its name until they do."""
        row = self._store.row("SELECT name, picture, language FROM players WHERE id = ?", who)
        if row is not None:
            return Profile(who, *row)
        picture = PICTURES[crc32(who.encode()) % len(PICTURES)]
        return Profile(who, picture.capitalize(), picture)

    def is_known(self, who: str) -> bool:
        """Whether somebody has chosen a name, sat down or played."""
        places = ("SELECT id FROM players", "SELECT who FROM sittings", "SELECT who FROM results")
        row = self._store.row(f"SELECT ? IN ({' UNION ALL '.join(places)})", who)
        return row == (1,)

    async def change(self, profile: Profile) -> None:
        """Nothing is stored of somebody who has chosen nothing."""
        check_name(profile.name)
        if profile == self.profile(profile.id):
            return
        values = (profile.id, profile.name, profile.picture, profile.language, self._now())
        await self._store.commit(
            (
                "INSERT OR REPLACE INTO players (id, name, picture, language, seen) VALUES (?, ?, ?, ?, ?)",
                values,
            )
        )

    async def new_move(self, who: str, path: str) -> str:
        """The secret of a link that makes another device the same person, once."""
        secret = new_code()
        await self._store.commit(
            (
                "INSERT INTO moves (secret, who, path, expires) VALUES (?, ?, ?, ?)",
                (hashed(secret), who, path, self._now() + MOVE_SECONDS),
            )
        )
        return secret

    async def moved(self, secret: str) -> tuple[str, str]:
        """Who the link was made for and where it leads; it works no more."""
        row = self._store.row(
            "SELECT who, path FROM moves WHERE secret = ? AND expires > ?", hashed(secret), self._now()
        )
        if row is None:
            raise IdentityRefused(_USED)
        # Inserting the same mark twice fails, so of two devices only one gets through.
        used = "INSERT INTO moves (secret, who, path, expires) VALUES (?, '', '', ?)"
        try:
            await self._store.commit(
                (used, (f"used {hashed(secret)}", self._now() + MOVE_SECONDS)),
                ("DELETE FROM moves WHERE secret = ?", (hashed(secret),)),
            )
        except AlreadyDone:
            raise IdentityRefused(_USED) from None
        return row[0], row[1]

    def tables(self, who: str) -> list[Document]:
        """Where somebody sits or sat, the latest first."""
        rows = self._store.rows(
            "SELECT document FROM tables JOIN sittings USING (code) WHERE who = ? ORDER BY updated DESC", who
        )
        return [read_document(document) for (document,) in rows]

    def open_tables(self, who: str) -> list[tuple[Document, float]]:
        """Those that are not over and that they have not left, and when somebody last played there."""
        rows = self._store.rows(_OPEN, who)
        documents = [(read_document(document), played) for document, played in rows]
        return [(document, played) for document, played in documents if who in document.staying()]

    def export(self, who: str) -> dict[str, Any]:
        """All that is kept of somebody."""
        games = self._store.rows(
            "SELECT code, seat, game, players, score, place, ended FROM results WHERE who = ?", who
        )
        ratings = self._store.rows("SELECT game, band, mu, sigma, games FROM ratings WHERE who = ?", who)
        return {
            "profile": asdict(self.profile(who)),
            "tables": [document.code for document in self.tables(who)],
            "results": [
                dict(zip(("code", "seat", "game", "players", "score", "place", "ended"), row, strict=True))
                for row in games
            ],
            "ratings": [
                dict(zip(("game", "players", "mu", "sigma", "games"), row, strict=True)) for row in ratings
            ],
        }

    def statistics(self, who: str) -> list[dict[str, Any]]:
        """Games, wins and mean place, by game and number of players."""
        rows = self._store.rows(
            "SELECT game, players, COUNT(*), SUM(place = 1), AVG(place), AVG(score) FROM results"
            " WHERE who = ? GROUP BY game, players ORDER BY game, players",
            who,
        )
        names = ("game", "players", "games", "wins", "mean_place", "mean_score")
        return [dict(zip(names, row, strict=True)) for row in rows]

    def ranking(self, game: str, players: str) -> list[dict[str, Any]]:
        """The hundred with the highest safe estimate, people under their name, bots under their level."""
        rows = self._store.rows(
            "SELECT who, mu, sigma, games FROM ratings WHERE game = ? AND band = ?"
            " ORDER BY mu - 3 * sigma DESC LIMIT 100",
            game,
            players,
        )
        return [
            {"name": self._shown_as(who), "mu": mu, "sigma": sigma, "games": games}
            for who, mu, sigma, games in rows
        ]

    def _shown_as(self, rated: str) -> str:
        """A person's id stays with the house."""
        return rated if rated.startswith("bot ") else self.profile(rated).name

    def unname_statements(self, code: str, seat: Seat) -> list[Statement]:
        """Take the name of whoever has had `seat` out of a table's record, if it has begun."""
        row = self._store.row("SELECT header FROM tables WHERE code = ? AND header IS NOT NULL", code)
        return [] if row is None else [header_statement(code, _unnamed(row[0], seat))]


def forget_visitors_statement(before: float) -> Statement:
    """Names of people who came before then and have never sat down or played."""
    return (
        "DELETE FROM players WHERE seen < ? AND id NOT IN (SELECT who FROM sittings)"
        " AND id NOT IN (SELECT who FROM results) AND id NOT IN (SELECT who FROM ratings)",
        (before,),
    )


def forget_statements(who: str) -> list[Statement]:
    """Everything that belongs to somebody, apart from the records and chairs they are named in."""
    mine = ("ratings", "moves", "commands", "sittings")
    return [
        ("DELETE FROM players WHERE id = ?", (who,)),
        ("UPDATE results SET who = 'gone' WHERE who = ?", (who,)),
        (
            "UPDATE steps SET who = NULL, id = NULL"
            " WHERE who = ? AND code IN (SELECT code FROM sittings WHERE who = ?)",
            (who, who),
        ),
        *((f"DELETE FROM {name} WHERE who = ?", (who,)) for name in mine),
    ]


def _unnamed(header: str, seat: int) -> str:
    """A record's header in which the person on `seat` has no name; a bot there before them keeps its."""
    start = f"player {seat} {PERSON} "
    return "\n".join(start + NOBODY if line.startswith(start) else line for line in header.split("\n"))
