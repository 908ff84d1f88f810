"""Voodoo: mix ingredients, curse the others, and remember what you must do yourself.

The rules as we play them are docs/rules/voodoo.md; [VO4] names a paragraph there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.chance import Outcome, Roll, Shuffle
from hexdeck.core.game import Options
from hexdeck.games.voodoo.law import artefacts, calls
from hexdeck.games.voodoo.law import diary as diaries
from hexdeck.games.voodoo.law.actions import HELD, MEANINGS, PAIRS, action, draw, keep
from hexdeck.games.voodoo.law.cards import (
    CARDS,
    CURSES,
    EFFECTS,
    FACES,
    FIRST_ARTEFACT,
    FIRST_PERMANENT,
    Face,
    curse,
    moment,
    starting_curses,
)
from hexdeck.games.voodoo.law.casting import possible_casts, victims
from hexdeck.games.voodoo.law.events import (
    ActDone,
    DeckShuffled,
    Discarded,
    DollGiven,
    DollPassed,
    Kept,
    Rolled,
    ShieldEnded,
    StartingCursesDealt,
    Stopped,
    TurnBegan,
)
from hexdeck.games.voodoo.law.position import Position, Spell
from hexdeck.games.voodoo.law.stock import empty_stock

PATIENCE: Final = 25  # turns a player after which the game ends anyway [VO-R12]
ASIDE: Final = (
    "do",
    "call",
    "admit",
    "deny",
    "vote_broken",
    "vote_kept",
    "vote_abstain",
    "stinky_doll",
)  # [VO-R16]


@dataclass(slots=True)
class State(Position):
    """A game in progress.  `resolve` and `apply` change it in place."""

    def to_move(self) -> tuple[Seat, ...]:
        if self.needs or self.is_over:
            return ()
        return (self.turn,) if self.call is None else calls.judges(self)

    def legal_actions(self, seat: Seat) -> list[Action]:
        if self.needs or self.is_over:
            return []
        if self.call is not None:
            return calls.answers(self, seat)
        dice = self._turn_actions() if seat == self.turn else artefacts.possible_stinks(self, seat)
        return sorted([*dice, *self._acts(seat), *calls.possible_calls(self, seat)])

    def resolve(self, outcome: Outcome) -> None:
        self.events = []
        assert self.needs is not None
        what, self.needs = self.needs.what, None
        _OUTCOMES[what](self, outcome)

    def apply(self, seat: Seat, action: Action) -> None:
        self.events = []
        verb, numbers = MEANINGS[action]
        if verb not in ASIDE:
            self.stopped = False
        if verb in EFFECTS:
            artefacts.use(self, seat, verb, *numbers)
        else:
            _VERBS[verb](self, seat, *numbers)

    def _give_doll(self, outcome: Outcome) -> None:
        """Somebody begins [VO2]."""
        self.turn = outcome[0]
        self.events.append(DollGiven(self.turn))
        self.needs = Shuffle("starting", starting_curses())

    def _deal(self, outcome: Outcome) -> None:
        """One starting curse each; the others join the deck [VO2]."""
        dealt = outcome[: self.players]
        for seat, card in enumerate(dealt):
            self.curses.deal(seat, card)
        self.events.append(StartingCursesDealt(dealt))
        self.needs = Shuffle("curses", tuple(card for card in range(CURSES) if card not in dealt))

    def _shuffle_curses(self, outcome: Outcome) -> None:
        self.curses.shuffled(outcome)
        self.events.append(DeckShuffled("curses", len(outcome)))
        self.needs = Shuffle("artefacts", tuple(range(FIRST_ARTEFACT, CARDS)))

    def _shuffle_artefacts(self, outcome: Outcome) -> None:
        self.artefacts.shuffled(outcome)
        self.events.append(DeckShuffled("artefacts", len(outcome)))
        self.needs = Shuffle("permanents", tuple(range(FIRST_PERMANENT, FIRST_ARTEFACT)))

    def _shuffle_permanents(self, outcome: Outcome) -> None:
        self.permanents = list(outcome)
        self.events.append(DeckShuffled("permanents", len(outcome)))
        self._begin_turn(self.turn)

    def _begin_turn(self, seat: Seat) -> None:
        self.turn = seat
        self.turns += 1
        self.phase = "before_rolling"
        self.used = set()
        self.events.append(TurnBegan(seat, self.turns, self.dice_of(seat)))
        if seat in self.shielded:
            self.shielded.remove(seat)
            self.events.append(ShieldEnded(seat))

    def _turn_actions(self) -> list[Action]:
        """What the player with the doll can do next, but for acts and calls."""
        if self.phase == "before_rolling":
            return [action("roll")]
        if self.phase in ("keeping", "keeping_late"):
            return self._keeps()
        if self.phase == "paying":
            return [action("pay", face) for face in set(self.dice)]
        uses = artefacts.possible_uses(self, self.turn)
        if self.phase == "preparing":
            return [action("stop"), *(action("discard", face) for face in set(self.dice)), *uses]
        return [action("pass"), *uses, *self._draws(), *possible_casts(self, self.turn, "cast")]

    def _keeps(self) -> list[Action]:
        """Any dice, but not all [VO4]."""
        sizes = range(len(self.dice))
        return [keep(kept) for kept in {kept for size in sizes for kept in combinations(self.dice, size)}]

    def _draws(self) -> list[Action]:
        """Any two dice buy a card from a deck that has one [VO5, VO-R3]."""
        stocks = {"draw_curse": self.curses, "draw_artefact": self.artefacts}
        pairs = set(combinations(self.dice, 2))
        return [draw(verb, pair) for verb, stock in stocks.items() if stock.deck for pair in pairs]

    def _acts(self, seat: Seat) -> list[Action]:
        """Gestures that `seat` can make, due or not: nobody is reminded [VO13]."""
        if self.at_table:
            return []
        spells = [spell for spell in self.binding(seat) if self._may_act(seat, spell)]
        return [action("do", spell.card) for spell in spells]

    def _may_act(self, seat: Seat, spell: Spell) -> bool:
        when = moment(spell.card)
        in_time = seat == self.turn or when == "marker_moves"
        return in_time and not diaries.has_done(self.diary, seat, spell.card, when)

    def _do(self, seat: Seat, card: Card) -> None:
        self.note("did", seat, card)
        self.events.append(ActDone(seat, card))

    def _roll(self, seat: Seat) -> None:
        """The first roll of a turn: what lapsed in the turn before can no longer be called [VO13]."""
        self.diary = diaries.new_page(self.diary)
        self.barred = set()
        self.note("rolled", seat)
        dice = self.dice_of(seat)
        self.more_dice[seat] = 0
        self.phase = "preparing"
        self._roll_dice(dice)

    def _roll_dice(self, dice: int) -> None:
        self.needs = Roll("dice", dice, len(FACES), by_hand=self.real_dice)

    def _settle(self, outcome: Outcome) -> None:
        """Dice have come to rest [VO4]."""
        self.dice = sorted([*self.dice, *outcome])
        self.events.append(Rolled(self.turn, outcome, tuple(self.dice)))
        if self.phase == "keeping_late":
            self.phase = "acting"
        elif len(self.dice) == 1:
            self._stop(self.turn)
        else:
            self.phase = "preparing"

    def _discard(self, seat: Seat, face: Face) -> None:
        self.dice.remove(face)
        self.phase = "keeping"
        self.events.append(Discarded(seat, face))

    def _keep(self, seat: Seat, held: int) -> None:
        rerolled = len(self.dice) - len(HELD[held])
        self.dice = list(HELD[held])
        self.events.append(Kept(seat, HELD[held], rerolled))
        self._roll_dice(rerolled)

    def _stop(self, seat: Seat) -> None:
        self.phase = "acting"
        self.stopped = True
        self.events.append(Stopped(seat))

    def _draw_curse(self, seat: Seat, pair: int) -> None:
        self.pay(PAIRS[pair])
        self.draw(seat, "curses")

    def _draw_artefact(self, seat: Seat, pair: int) -> None:
        self.pay(PAIRS[pair])
        self.draw(seat, "artefacts")

    def _cast(self, seat: Seat, card: Card, victim: int) -> None:
        """Pay what the card names; an asterisk may leave a choice [VO5, VO6]."""
        self.curses.show(seat, card)
        self.pay(curse(card).cost)
        self.casting = (card, victim)
        if not curse(card).asterisk:
            self._complete_cast(seat)
        elif len(set(self.dice)) == 1:
            self._pay(seat, self.dice[0])
        else:
            self.phase = "paying"

    def _pay(self, seat: Seat, face: Face) -> None:
        self.pay([face])
        self._complete_cast(seat)

    def _complete_cast(self, seat: Seat) -> None:
        assert self.casting is not None
        (card, victim), self.casting = self.casting, None
        self.phase = "acting"
        self.lay(seat, card, victims(self, seat, victim))

    def _pass(self, seat: Seat) -> None:
        """The doll goes to the left; unused dice are lost [VO3, VO-R10]."""
        left = (seat + 1) % self.players
        self.dice = []
        self.note("passed", seat)
        self.events.append(DollPassed(seat, left))
        if self.turns == PATIENCE * self.players:
            self.end_game()
        else:
            self._begin_turn(left)


_OUTCOMES: Final[dict[str, Callable[[State, Outcome], None]]] = {
    "doll": State._give_doll,
    "starting": State._deal,
    "curses": State._shuffle_curses,
    "artefacts": State._shuffle_artefacts,
    "permanents": State._shuffle_permanents,
    "dice": State._settle,
}
_VERBS: Final[dict[str, Callable[..., None]]] = {
    "roll": State._roll,
    "discard": State._discard,
    "keep": State._keep,
    "stop": State._stop,
    "draw_curse": State._draw_curse,
    "draw_artefact": State._draw_artefact,
    "cast": State._cast,
    "pay": State._pay,
    "pass": State._pass,
    "do": State._do,
    "call": calls.call,
    "admit": calls.admit,
    "deny": calls.deny,
    "vote_broken": calls.vote_broken,
    "vote_kept": calls.vote_kept,
    "vote_abstain": calls.vote_abstain,
}


def new(players: int, options: Options) -> State:
    return State(
        players=players,
        at_table=options["mode"] == "table",
        real_dice=options["dice"] == "real",
        scores=[0] * players,
        needs=Roll("doll", 1, players),  # [VO2]
        curses=empty_stock(players),
        artefacts=empty_stock(players),
        permanents=[],
        more_dice=[0] * players,
        skulls=[0] * players,
    )
