"""What the store keeps of a table beside its game: what was chosen, who sits where."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct, field
from msgspec.json import Decoder

from hexdeck.ai.bots.names import BOT_NAMES
from hexdeck.core.cards import Seat
from hexdeck.core.game import AnyGame, Choice
from hexdeck.core.record import PERSON, Player
from hexdeck.core.registry import game_named
from hexdeck.server.base.identity import SEAT, new_token
from hexdeck.server.base.messages import PICTURES, Presence, SeatInfo, encode
from hexdeck.server.base.refusals import NotSeated
from hexdeck.server.bots.lessons import TEACHER
from hexdeck.server.store.protocol import Profile, TableSnapshot

MOST_NETWORKS: Final = 8  # remembered of one person at one table
STAND_IN: Final = "club"  # the level of a bot that holds a person's seat


class RatedPlayer(NamedTuple):
    """A person on a seat of a game that may be rated."""

    seat: Seat
    who: str
    networks: Sequence[str]  # keyed marks of where they came from while they sat there


class Chair(Struct):
    """One seat and who has it."""

    kind: Literal["open", "person", "bot"] = "open"
    who: str | None = None  # a person's id
    name: str = ""
    picture: str = ""
    level: str | None = None  # of a bot
    token: str | None = None  # plays the seat in the place of its owner's cookie
    salt: str | None = None  # the person's own part in the shuffles
    held: bool = False  # a bot plays for the person until they return
    left: bool = False  # and they do not mean to
    awaited: bool = False  # they played the last game and have not said yet that they play this one
    stood_in: tuple[int, ...] = ()  # the game's version when a bot took over, and when they were back
    helped_from: int | None = None  # the version when one did so for the first time

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.held

    def bot_level(self) -> str:
        return self.level or STAND_IN

    def hold(self, version: int) -> None:
        """A bot plays for the person from this version of the game on."""
        if not self.held:
            self.held, self.stood_in = True, (version,)
            self.helped_from = version if self.helped_from is None else self.helped_from

    def give_back(self, version: int) -> None:
        """The person plays themselves again."""
        if self.held and self.stood_in:
            self.stood_in = (self.stood_in[0], version)
        self.held = self.left = False


class Ask(Struct):
    """Somebody who would like a seat."""

    number: int
    who: str
    name: str
    picture: str
    seat: Seat
    yes: list[str] = field(default_factory=list)  # persons who let them in


class AskedBack(Struct):
    """Somebody who would like to take back what others have answered."""

    seat: Seat
    version: int  # of the game: it lapses when anybody acts
    until: float  # or then
    yes: list[Seat] = field(default_factory=list)
    refused: bool = False


class Document(Struct):
    code: str
    game: str
    options: dict[str, Choice]
    chairs: list[Chair]
    host: str  # a person's id
    origin: str = ""  # the keyed mark of the address that made the table; never shown, told or logged
    clock: str = "casual"
    pace: str = "normal"
    public: bool = False
    status: Literal["gathering", "playing", "over"] = "gathering"
    early: dict[str, str] = field(default_factory=dict)  # choices made before their turn, by seat
    past: dict[str, Seat] = field(default_factory=dict)  # persons who have had a seat since the start
    removed: list[str] = field(default_factory=list)  # persons whom the host sent away
    is_closed: bool = False  # somebody was sent away from this game: nobody else may come to it
    asking: list[Ask] = field(default_factory=list)
    turned_away: list[str] = field(default_factory=list)  # persons who asked and were refused
    salted: list[Seat] = field(default_factory=list)  # whose salts the game began with, in their order
    scores: list[int] | None = None
    rematch: str | None = None
    lesson: bool = False  # with a deal that everybody can know, so it is not rated
    asked_back: AskedBack | None = None
    advice: bool | None = None  # whether the coach may be asked, if the host has said so
    day: str | None = None  # whose deal of the day is played, like 2026-11-17
    unranked: bool = False  # another identity of the same network had the deal of the day before
    practice: bool = False  # after it was over: it counts for nothing
    tournament: str | None = None  # the code of the one that it is a table of
    memory: bool = True  # clients may show what was seen in the round
    networks: dict[str, list[str]] = field(default_factory=dict)  # keyed marks of where each person came from
    ended: float | None = None  # when the game was over, in seconds since 1970

    @property
    def rules(self) -> AnyGame:
        return game_named(self.game)

    @property
    def may_ask_coach(self) -> bool:
        """If the host has not decided it: where all others are bots."""
        if self.shares_cards:
            return False
        if self.advice is None:
            return sum(chair.kind == "person" for chair in self.chairs) < 2
        return self.advice

    @property
    def shares_cards(self) -> bool:
        """Others play the same cards elsewhere: a lesson, the deal of a day, a round of a tournament."""
        return self.lesson or self.day is not None or self.tournament is not None

    @property
    def is_try(self) -> bool:
        """Somebody's one try at the deal of a day: theirs alone, and played to its end."""
        return self.day is not None and not self.practice

    def seat_of(self, who: str | None) -> Seat | None:
        """Of a person, or of whoever has a seat's token."""
        if not who:
            return None
        for seat, chair in enumerate(self.chairs):
            if chair.who == who:
                return seat
        if not who.startswith(SEAT):
            return None
        tokens = [f"{SEAT}{chair.token}" for chair in self.chairs]
        return tokens.index(who) if who in tokens else None

    def person(self, who: str) -> str:
        """The person whose seat a token plays; nobody where it plays none any more."""
        if not who.startswith(SEAT):
            return who
        seat = self.seat_of(who)
        return "" if seat is None else self.chairs[seat].who or ""

    def own_seat(self, who: str) -> Seat:
        seat = self.seat_of(who)
        if seat is None:
            raise NotSeated("you only look on at this table: take a seat first")
        return seat

    def sitting(self) -> list[str | None]:
        """Whoever is on each chair."""
        return [chair.who for chair in self.chairs]

    @property
    def has_bots(self) -> bool:
        """Some chair is played by one; every move asks, mostly in vain."""
        for chair in self.chairs:  # noqa: SIM110  # `any` would take three times as long
            if chair.held or chair.kind == "bot":
                return True
        return False

    def found_by(self) -> list[str]:
        """Everybody who must be found here when they wish to be forgotten."""
        return [*self.people(), *(one.who for one in self.asking)]

    def kept(self) -> TableSnapshot:
        """Return what is stored: without the address's mark once bots have no more turns to charge to it."""
        if self.status == "over":
            self.origin = ""
            if self.day is None:  # of a day, other tries must still be compared
                self.blur_networks()
        return TableSnapshot(encode(self), self.status, self.public)

    def note_network(self, who: str | None, mark: str) -> None:
        """Remember where a player came from while they had a seat: it never leaves the document."""
        known = self.networks.setdefault(who, []) if who and mark else [mark]
        if mark not in known and len(known) < MOST_NETWORKS:
            known.append(mark)

    def blur_networks(self) -> None:
        """Keep only who shared a network with whom, now that the game is over."""
        numbers: dict[str, str] = {}
        for marks in self.networks.values():
            marks[:] = [numbers.setdefault(mark, str(len(numbers))) for mark in marks]

    def rated_people(self) -> list[RatedPlayer]:
        """Everybody who has had a seat in this game, also those whom the host has removed."""
        seats = {**self.past, **{chair.who: seat for seat, chair in enumerate(self.chairs) if chair.who}}
        return [RatedPlayer(seat, who, self.networks.get(who, ())) for who, seat in seats.items()]

    def open_seats(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "open"]

    def people(self) -> list[str]:
        return [chair.who for chair in self.chairs if chair.kind == "person" and chair.who]

    def staying(self) -> list[str]:
        """The people who have not left for good."""
        return [chair.who for chair in self.chairs if chair.kind == "person" and chair.who and not chair.left]

    @property
    def is_abandoned(self) -> bool:
        """Everybody has left before the game was over."""
        return self.status == "over" and self.scores is None

    def salts(self) -> list[str]:
        return [chair.salt for chair in self.chairs if chair.salt is not None]

    def record_players(self) -> list[Player]:
        return [
            Player(chair.name, PERSON if chair.kind == "person" else chair.bot_level())
            for chair in self.chairs
        ]

    def bot_level(self, seat: Seat) -> str:
        return TEACHER if self.lesson else self.chairs[seat].bot_level()

    def fill(self, level: str) -> None:
        """A bot on every open seat."""
        for seat in self.open_seats():
            self.put_bot(seat, level)

    def leave(self, who: str) -> None:
        """For good: a bot plays on, and where nobody stays the table is closed, if it is for itself alone."""
        seat = self.own_seat(who)
        chair = self.chairs[seat]
        chair.held, chair.left, chair.token = True, True, new_token()
        if self.is_try:
            return
        staying = self.staying()
        if not staying and self.tournament is None:
            self.status, self.asking = "over", []
            return
        if self.host == who:
            self.host = staying[0]
        if self.status == "gathering":
            self.chairs[seat] = Chair()

    def put_bot(self, seat: Seat, level: str) -> None:
        taken = {text for chair in self.chairs for text in (chair.name, chair.picture)}
        name = next(name for name in BOT_NAMES if name not in taken)
        picture = next(picture for picture in PICTURES if picture not in taken)
        self.chairs[seat] = Chair("bot", name=name, picture=picture, level=level)


def chair_for(profile: Profile) -> Chair:
    return Chair("person", profile.id, profile.name, profile.picture, token=new_token())


def rematch_of(
    document: Document, code: str, who: str, options: dict[str, Choice], profiles: Mapping[str, Profile]
) -> Document:
    """The same seats for people, as far as they may come, and bots at a new table that `who` asks for."""
    chairs = [
        chair if chair.kind == "bot" else Chair() if profile is None else chair_for(profile)
        for chair in document.chairs
        for profile in [None if chair.left else profiles.get(chair.who or "")]
    ]
    for chair in chairs:
        chair.awaited = chair.kind == "person" and chair.who != who
    return Document(
        code,
        document.game,
        options,
        chairs,
        host=document.host if document.host in [chair.who for chair in chairs] else who,
        clock=document.clock,
        pace=document.pace,
        public=document.public,
        advice=document.advice,
        memory=document.memory,
        removed=list(document.removed),
    )


def chair_info(chair: Chair, *, is_here: bool) -> SeatInfo:
    presence: Presence | None = None
    if chair.kind == "person":
        absence: Presence = "awaited" if chair.awaited else "away"
        presence = "held" if chair.held else "here" if is_here else absence
    return SeatInfo(
        kind=chair.kind,
        name=chair.name,
        picture=chair.picture,
        level=chair.bot_level() if chair.is_played_by_bot else None,
        presence=presence,
        salted=chair.salt is not None,
    )


read_document: Final = Decoder(Document).decode
