"""What the store keeps of a tournament: what was chosen, who takes part, who sat where, and the points."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.json import Decoder

from hexdeck.core.chance import commitment
from hexdeck.core.game import Choice
from hexdeck.server.base.messages import encode
from hexdeck.server.store.protocol import Profile, Status
from hexdeck.server.tournaments.scoring import Mark, Played, Standing, marks, standings

System: TypeAlias = Literal["swiss", "round_robin"]
Admission: TypeAlias = Literal["open", "word", "known", "host"]


class Stage(Struct):
    """What is played in a round."""

    game: str
    players: int
    options: dict[str, Choice]


class Entrant(Struct):
    number: int  # from 1, in the order in which they came
    who: str | None  # None: they wished to be forgotten
    name: str
    picture: str
    left: bool = False  # is seated no more, unless they join again
    removed: bool = False  # left because the host said so
    admitted: Admission = "open"  # by which rule they came in; host: the host has said yes to this player
    origin: str = ""  # mark of the address they came from, until the tournament is over


class Request(Struct):
    """A player who waits for the host to let them in."""

    number: int
    who: str
    name: str
    picture: str
    origin: str


class RoundTable(Struct):
    code: str
    seats: list[int | None]  # numbers of entrants; None: a bot
    scores: list[int] | None = None  # once the round is over; None then: the table was closed


class Round(Struct):
    tables: list[RoundTable]
    began: float
    ended: float | None = None

    def played(self) -> list[Played]:
        return [Played(table.seats, table.scores) for table in self.tables]

    def table_of(self, number: int) -> RoundTable | None:
        return next((table for table in self.tables if number in table.seats), None)


class Tournament(Struct):
    code: str
    name: str
    host: str  # a person's id
    stages: list[Stage]  # in turn, round after round
    rounds: int
    seeds: list[str]  # of each round, drawn when the tournament was made; never told before its end
    system: System = "swiss"
    clock: str = "casual"
    pace: str = "normal"
    level: str | None = None  # of the bots that fill tables; None: they only do where it cannot be otherwise
    pause: float | None = None  # seconds between two rounds; None: until the host says so
    status: Literal["gathering", "playing", "pausing", "ending", "over"] = "gathering"
    entrants: list[Entrant] = field(default_factory=list)
    played: list[Round] = field(default_factory=list)
    next_at: float | None = None  # when the next round begins by itself
    admission: Admission = "open"
    word: str | None = None  # hashed
    limit: int | None = None  # players of one address; more of them wait for the host
    requests: list[Request] = field(default_factory=list)
    asked: int = 0  # requests so far
    declined: list[str] = field(default_factory=list)  # persons to whom the host has said no
    removed: list[str] = field(default_factory=list)  # persons who come back with the host's yes alone
    closed: list[str] = field(default_factory=list)  # addresses of which the same is true
    drawn: bool = False  # the first round was seated by lot; one that began in an older version was not

    @property
    def kept_as(self) -> Status:
        """What the store finds it by: it must be looked after as long as it is playing."""
        statuses: dict[str, Status] = {"gathering": "gathering", "over": "over"}
        return statuses.get(self.status, "playing")

    @property
    def running(self) -> Round | None:
        """The round that is played now."""
        return self.played[-1] if self.status in ("playing", "ending") and self.played else None

    def stage(self, round_number: int) -> Stage:
        """Of a round, from 0 on."""
        return self.stages[round_number % len(self.stages)]

    def seed(self, round_number: int) -> bytes:
        return bytes.fromhex(self.seeds[round_number])

    def commitments(self) -> list[str]:
        """Of all rounds."""
        return [commitment(bytes.fromhex(seed)) for seed in self.seeds[: self.rounds]]

    def entrant(self, number: int) -> Entrant | None:
        return next((one for one in self.entrants if one.number == number), None)

    def entrant_of(self, who: str | None) -> Entrant | None:
        return next((one for one in self.entrants if who is not None and one.who == who), None)

    def people(self) -> list[str]:
        """Everybody who must be found here when they wish to be forgotten."""
        known = [self.host, *(one.who for one in self.entrants), *(one.who for one in self.requests)]
        return [who for who in dict.fromkeys(known) if who]

    def concerns(self, who: str) -> bool:
        """Whether a person is the host, takes part, has taken part or waits for the host."""
        return who in self.people()

    def staying(self) -> list[Entrant]:
        return [one for one in self.entrants if not one.left]

    def request_of(self, who: str | None) -> Request | None:
        return next((one for one in self.requests if one.who == who), None)

    def forget_origins(self) -> None:
        """Drop what was only needed to decide who comes in."""
        self.requests, self.declined, self.removed, self.closed, self.word = [], [], [], [], None
        for one in self.entrants:
            one.origin = ""

    def seating(self) -> list[list[list[int | None]]]:
        """Who sat where in every round."""
        return [[table.seats for table in one.tables] for one in self.played]

    def marks(self) -> list[dict[int, Mark]]:
        """Of the rounds that are over: nothing of a running one is told."""
        return [marks(one.played()) for one in self.played if one.ended is not None]

    def standings(self, numbers: Iterable[int] | None = None) -> list[Standing]:
        chosen = [one.number for one in self.entrants] if numbers is None else numbers
        return standings(chosen, self.marks())

    def is_sealed(self, table: str) -> bool:
        """The table is one of a round that others may still be playing, with the same cards."""
        return any(
            one.ended is None and self.status != "over" and any(own.code == table for own in one.tables)
            for one in self.played
        )

    def written(self) -> bytes:
        return encode(self)

    # Who takes part.

    def enter(self, profile: Profile) -> Entrant:
        """Somebody new, or somebody back."""
        entrant = self.entrant_of(profile.id)
        if entrant is None:
            entrant = Entrant(len(self.entrants) + 1, profile.id, profile.name, profile.picture)
            self.entrants.append(entrant)
        entrant.name, entrant.picture, entrant.left = profile.name, profile.picture, False
        return entrant

    def leave(self, entrant: Entrant) -> None:
        """Before the start as if they had never come."""
        if self.status == "gathering":
            self.entrants.remove(entrant)
            for number, one in enumerate(self.entrants, 1):
                one.number = number
        else:
            entrant.left = True

    def forget(self, who: str, name: str) -> None:
        """Their name vanishes; the results stay as nobody's."""
        entrant = self.entrant_of(who)
        if entrant is not None:
            self.leave(entrant)
            entrant.who, entrant.name, entrant.picture, entrant.origin = None, name, "", ""
        self.requests = [one for one in self.requests if one.who != who]
        self.declined = [one for one in self.declined if one != who]
        self.removed = [one for one in self.removed if one != who]
        self.host = "" if self.host == who else self.host


read_tournament: Final = Decoder(Tournament).decode
