"""Everything on the table and in the hands, and the small changes that the rules are made of."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, Literal, Self, TypeAlias

from hexdeck.core.cards import Card, Seat
from hexdeck.core.chance import Chance
from hexdeck.core.game import shallow_clone, winners
from hexdeck.games.voodoo.law import diary as diaries
from hexdeck.games.voodoo.law.actions import MOST_DICE
from hexdeck.games.voodoo.law.cards import Face, curse
from hexdeck.games.voodoo.law.diary import Note, What
from hexdeck.games.voodoo.law.events import (
    CurseCast,
    CurseEnded,
    CurseHandedOver,
    DiceChanged,
    Drew,
    Event,
    GameEnded,
    MarkerMoved,
    Paid,
    PermanentDrawn,
    SkullCrossed,
    TargetMoved,
)
from hexdeck.games.voodoo.law.stock import Stock

GOAL: Final = 11  # [VO12]
SKULLS: Final = (3, 6, 9)  # [VO1]
DICE: Final = 5  # [VO1]

Phase: TypeAlias = Literal[
    "setting_up",
    "before_rolling",
    "preparing",  # may discard, stop
    "keeping",  # says which dice are not rerolled
    "acting",
    "keeping_late",  # the same by an artefact, while acting
    "paying",  # chooses the die for an asterisk
]


@dataclass(frozen=True, slots=True)
class Spell:
    """A curse in force, or a permanent curse."""

    card: Card
    caster: Seat  # of a permanent curse: who drew it
    victims: tuple[Seat, ...]
    since: int  # turn of the game


@dataclass(frozen=True, slots=True)
class Call:
    """A call that waits for its judgement at the table."""

    caller: Seat
    card: Card
    accused: Seat
    denied: bool = False  # then the others vote


@dataclass(slots=True)
class Position:
    players: int
    at_table: bool  # people act and judge; on screen, acts are gestures
    real_dice: bool  # people roll them and tell the table
    scores: list[int]
    needs: Chance | None
    curses: Stock
    artefacts: Stock
    permanents: list[Card]  # the deck, the top first
    more_dice: list[int]  # for each seat's next turn; below zero when fewer
    skulls: list[int]  # each seat has crossed, 0 to 3
    phase: Phase = "setting_up"
    turn: Seat = 0  # who has the doll
    turns: int = 0  # begun so far
    dice: list[Face] = field(default_factory=list)  # sorted
    stopped: bool = False  # just now: the moment of the Stinky Doll [VO10]
    casting: tuple[Card, int] | None = None  # a curse and its victim, while the asterisk is being paid
    used: set[Card] = field(default_factory=set)  # artefacts of this turn [VO-R13]
    target: Seat | None = None  # None: in the middle
    shielded: set[Seat] = field(default_factory=set)
    in_force: dict[Card, Spell] = field(default_factory=dict)  # the oldest first
    diary: list[Note] = field(default_factory=list)  # empty at the table
    barred: set[tuple[Seat, Card]] = field(default_factory=set)  # calls that may not be made again yet
    call: Call | None = None
    votes: dict[Seat, bool | None] = field(default_factory=dict)  # secret; True: broken, None: abstained
    is_over: bool = False
    events: list[Event] = field(default_factory=list, compare=False)

    def copy(self) -> Self:
        copy = shallow_clone(self)
        copy.scores = self.scores.copy()
        copy.curses = self.curses.copy()
        copy.artefacts = self.artefacts.copy()
        copy.permanents = self.permanents.copy()
        copy.more_dice = self.more_dice.copy()
        copy.skulls = self.skulls.copy()
        copy.dice = self.dice.copy()
        copy.used = self.used.copy()
        copy.shielded = self.shielded.copy()
        copy.in_force = self.in_force.copy()
        copy.diary = self.diary.copy()
        copy.barred = self.barred.copy()
        copy.votes = self.votes.copy()
        return copy

    def opponents(self, seat: Seat) -> list[Seat]:
        return [other for other in range(self.players) if other != seat]

    def possible_victims(self, caster: Seat) -> list[Seat]:
        """Whom `caster` may choose [VO6, VO-R7]."""
        safe = {self.target, *self.shielded}
        return [seat for seat in self.opponents(caster) if seat not in safe]

    def binding(self, seat: Seat) -> list[Spell]:
        return [spell for spell in self.in_force.values() if seat in spell.victims]

    def dice_of(self, seat: Seat) -> int:
        """How many the seat's next turn begins with."""
        return min(MOST_DICE, max(1, DICE + self.more_dice[seat]))  # [VO-R14]

    def pay(self, faces: Iterable[Face]) -> None:
        paid = tuple(faces)
        for face in paid:
            self.dice.remove(face)
        self.events.append(Paid(self.turn, paid))

    def draw(self, seat: Seat, deck: Literal["curses", "artefacts"]) -> None:
        stock = self.curses if deck == "curses" else self.artefacts
        self.events.append(Drew(seat, deck, stock.draw(seat)))

    def lay(self, caster: Seat, card: Card, victims: tuple[Seat, ...]) -> None:
        """Put a curse that was paid for into force [VO6]."""
        self.in_force[card] = Spell(card, caster, victims, self.turns)
        for victim in victims:
            self.note("bound", victim, card)
        self.events.append(CurseCast(caster, card, victims))
        if curse(card).victims == "one":
            self.move_target(victims[0])
        self.move_marker(caster, curse(card).casting)

    def move_target(self, seat: Seat | None) -> None:
        self.target = seat
        self.events.append(TargetMoved(seat))

    def end_curse(self, card: Card) -> None:
        del self.in_force[card]
        self.diary = diaries.without(self.diary, card)
        self.curses.put_under(card)
        self.events.append(CurseEnded(card))

    def hand_over(self, card: Card, giver: Seat, taker: Seat) -> None:
        self.in_force[card] = replace(self.in_force[card], victims=(taker,), since=self.turns)
        self.note("bound", taker, card)
        self.events.append(CurseHandedOver(card, giver, taker))
        self.move_target(taker)

    def change_dice(self, seat: Seat, dice: int) -> None:
        self.more_dice[seat] += dice
        self.events.append(DiceChanged(seat, dice))

    def move_marker(self, seat: Seat, points: int) -> None:
        """Reaching the end of the track wins before any skull bites [VO12, VO-R5]."""
        score = max(0, self.scores[seat] + points)  # [VO-R6]
        moved = score - self.scores[seat]
        if not moved:
            return
        self.scores[seat] = score
        self.note("moved", seat)
        self.events.append(MarkerMoved(seat, moved, score))
        if score >= GOAL:
            self.end_game()
        else:
            self._cross_skulls(seat)

    def _cross_skulls(self, seat: Seat) -> None:
        """Each skull once [VO11, VO-R4]."""
        for skull in SKULLS[self.skulls[seat] :]:
            if self.scores[seat] >= skull:
                self.skulls[seat] += 1
                self.events.append(SkullCrossed(seat, skull))
                self._draw_permanent(seat)

    def _draw_permanent(self, seat: Seat) -> None:
        if self.permanents:
            card = self.permanents.pop(0)
            self.in_force[card] = Spell(card, seat, (seat,), self.turns)
            self.note("bound", seat, card)
            self.events.append(PermanentDrawn(seat, card))

    def note(self, what: What, seat: Seat, card: Card | None = None) -> None:
        """People at a table keep no diary."""
        if not self.at_table:
            self.diary.append(Note(what, seat, card))

    def end_game(self) -> None:
        self.is_over = True
        self.events.append(GameEnded(winners(self.scores), tuple(self.scores)))
