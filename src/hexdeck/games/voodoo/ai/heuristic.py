"""A player of Voodoo who knows the odds of its dice and sometimes forgets [VO, what good players know].

At the table it sees no acts and makes none: there it never calls, denies what it is accused of and abstains.
"""

from collections import Counter
from collections.abc import Iterator, Set
from functools import cache
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, TypeAlias

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.games.voodoo.law.actions import ALL, MEANINGS, PAIRS, action, keep
from hexdeck.games.voodoo.law.cards import FACES, Face, curse, moment
from hexdeck.games.voodoo.law.diary import Note, has_lapsed
from hexdeck.games.voodoo.law.position import GOAL
from hexdeck.games.voodoo.law.view import View

ATTENTION: Final = 0.98  # the chance to think of something while a single curse is in force
TEACHERS_ATTENTION: Final = 0.3  # so that there is something to call for whoever learns
ENOUGH: Final = 4  # curses in hand that make another one worth little
GAIN: Final = 0.6  # points that an artefact for the dice must bring
AT_ONCE: Final = (  # artefacts that are never better later
    *("steal_point", "extra_die", "two_artefacts", "two_curses"),
    *("cancel", "hand_over", "shield", "fewer_dice"),
)
HITTING: Final = ("cast", "stinky_doll", "hand_over", "steal_point", "fewer_dice")  # a seat, named last

NEVER: Final = 99  # points that nobody can make in a turn

Dice: TypeAlias = tuple[Face, ...]  # sorted


class Taste(NamedTuple):
    """What things are worth, in points."""

    breaking: float  # of the breaking points, what a curse brings in the end
    new_curse: float  # to a small hand
    another_curse: float  # to a large one
    new_artefact: float
    adds_up: bool  # sees that two curses in one turn may win


PLAIN: Final = Taste(breaking=0.4, new_curse=0.6, another_curse=0.3, new_artefact=0.5, adds_up=False)
TRIED: Final = Taste(  # what did best in a million games among such players
    breaking=0.1, new_curse=0.8, another_curse=0.5, new_artefact=0.79, adds_up=True
)


Memory: TypeAlias = tuple[tuple[int, bool], dict[tuple[Card, Seat], bool]]
NO_WINDOW: Final = (0, False)


def teacher(rng: Random) -> "Heuristic":
    return Heuristic(rng, attention=TEACHERS_ATTENTION)


class Heuristic:
    def __init__(self, rng: Random, *, attention: float = ATTENTION, taste: Taste = PLAIN) -> None:
        self._rng = rng
        self._attention = attention
        self._taste = taste
        self._slips: dict[tuple[Card, Seat], bool] = {}  # what slips its mind in this window
        self._window = NO_WINDOW
        self._brew = Brew({}, 0.0)
        self.fate = ""

    @property
    def memory(self) -> Memory | None:
        """What slips its mind, and in which window."""
        return self._window, dict(self._slips)

    @memory.setter
    def memory(self, memory: Memory | None) -> None:
        self._window, self._slips = (NO_WINDOW, {}) if memory is None else (memory[0], dict(memory[1]))

    def choose(self, view: View) -> Action:
        if view.call is not None:
            return action("vote_abstain" if view.call.denied else "deny")
        aside = self.interrupt(view)
        return self._turn_choice(view) if aside is None else aside

    def interrupt(self, view: View) -> Action | None:
        """An act that is due, a call that is right, or a cast with another's dice."""
        casts = []
        for choice in view.actions:
            verb, numbers = MEANINGS[choice]
            if verb == "do" and _is_due(view, numbers[0]) and self._remembers(view, numbers[0], view.seat):
                return choice
            if verb == "call" and _has_lapsed(view, *numbers) and self._remembers(view, *numbers):
                return choice
            if verb == "stinky_doll":
                casts.append(choice)
        return max(casts, key=lambda cast: self._worth_on_leader(view, cast)) if casts else None

    def _remembers(self, view: View, card: Card, seat: Seat | None) -> bool:
        """Whether the bot thinks of it: decided once in every window, harder with every curse in force."""
        assert seat is not None
        window = (view.turns, view.phase == "before_rolling")
        if window != self._window:
            self._window, self._slips = window, {}
        slips = self._draw(window, card, seat) > self._attention ** len(view.in_force)
        return not (slips if self.fate else self._slips.setdefault((card, seat), slips))

    def _draw(self, window: tuple[int, bool], card: Card, seat: Seat) -> float:
        return Random(f"{self.fate} {window} {card} {seat}").random() if self.fate else self._rng.random()

    def _turn_choice(self, view: View) -> Action:
        if view.phase == "before_rolling":
            return action("roll")
        brew = self._brew_for(view)
        if view.phase == "keeping":
            return keep(brew.best_keep(view.dice, len(view.dice)))
        if view.phase == "keeping_late":
            return keep(brew.best_keep(view.dice, len(view.dice), last=True))
        if view.phase == "paying":
            return max(view.actions, key=lambda choice: _after_paying(brew, view.dice, choice))
        return _prepare(view, brew) if view.phase == "preparing" else self._act(view, brew)

    def _brew_for(self, view: View) -> "Brew":
        """The odds for this hand, kept while the hand stays the same."""
        worths = {card: self._worth(view, card) for card in view.curses.hand}
        draw = max(self._draw_worths(view).values())
        needed = GOAL - view.scores[view.turn] if self._taste.adds_up else NEVER
        if (self._brew.worths, self._brew.draw, self._brew.needed) != (worths, draw, needed):
            self._brew = Brew(worths, draw, needed)
        return self._brew

    def _act(self, view: View, brew: "Brew") -> Action:
        for choice in view.actions:
            verb, numbers = MEANINGS[choice]
            if verb in AT_ONCE:
                return _best_of(view, verb)
            if verb == "move_target" and numbers[0] == view.seat:
                return choice  # now nobody can choose this seat, and it can choose anybody
            if verb == "late_reroll" and brew.gain_of_reroll(view.dice, last=True) > GAIN:
                return choice
        worths = {choice: self._use_of_dice(view, brew, choice) for choice in view.actions}
        best = max(view.actions, key=lambda choice: (worths[choice], _lead(view, choice), self._rng.random()))
        return best if worths[best] > 0 else action("pass")

    def _worth(self, view: View, card: Card) -> float:
        """What casting a curse is worth, in points; everything, if it wins."""
        assert view.seat is not None
        wins = view.scores[view.seat] + curse(card).casting >= GOAL
        return curse(card).casting + self._taste.breaking * curse(card).breaking + (GOAL if wins else 0)

    def _worth_on_leader(self, view: View, cast: Action) -> tuple[float, int]:
        card, _ = MEANINGS[cast][1]
        return self._worth(view, card), _lead(view, cast)

    def _draw_worths(self, view: View) -> dict[str, float]:
        taste = self._taste
        new_curse = taste.another_curse if len(view.curses.hand) >= ENOUGH else taste.new_curse
        return {
            "draw_curse": new_curse if view.curses.deck else 0.0,
            "draw_artefact": taste.new_artefact if view.artefacts.deck else 0.0,
        }

    def _use_of_dice(self, view: View, brew: "Brew", choice: Action) -> float:
        """What a choice while acting brings, the best use of the dice that remain included."""
        verb, numbers = MEANINGS[choice]
        if verb in ("draw_curse", "draw_artefact"):
            return self._draw_worths(view)[verb] + brew.now(_without(view.dice, PAIRS[numbers[0]]))
        if verb == "cast":
            return brew.cast(view.dice, brew.hand, numbers[0])
        if verb == "turn":
            face, new_face = numbers
            turned = tuple(sorted([*_without(view.dice, (face,)), new_face]))
            return brew.now(turned) - GAIN
        return 0.0


def _best_of(view: View, verb: str) -> Action:
    """Of an artefact's uses the one that hits the seat furthest ahead."""
    uses = [choice for choice in view.actions if MEANINGS[choice][0] == verb]
    return max(uses, key=lambda use: _lead(view, use))


def _prepare(view: View, brew: "Brew") -> Action:
    """Reroll without a discard by an artefact, or with one, while the odds are good."""
    stir = action("reroll")
    if stir in view.actions and brew.gain_of_reroll(view.dice, last=False) > GAIN:
        return stir
    kept = brew.best_keep(view.dice, len(view.dice) - 1)
    if brew.expected(kept, len(view.dice) - 1) <= brew.now(view.dice):
        return action("stop")
    return action("discard", min((Counter(view.dice) - Counter(kept)).elements()))


def _is_due(view: View, card: Card) -> bool:
    """Whether the curse wants its act in this window, or after a move of the marker."""
    assert view.seat is not None
    if moment(card) == "marker_moves":
        return Note("moved", view.seat) in view.diary
    here = "before_rolling" if view.phase == "before_rolling" else "before_passing"
    return moment(card) in (here, "always")


def _has_lapsed(view: View, card: Card, accused: Seat) -> bool:
    return has_lapsed(view.diary, accused, card, moment(card))


def _lead(view: View, choice: Action) -> int:
    """The score of the seat that a choice hits."""
    verb, numbers = MEANINGS[choice]
    return view.scores[numbers[-1]] if verb in HITTING and numbers[-1] != ALL else 0


def _after_paying(brew: "Brew", dice: Dice, choice: Action) -> float:
    verb, numbers = MEANINGS[choice]
    return brew.now(_without(dice, numbers)) if verb == "pay" else -1.0


class Brew:
    """What dice are worth to a hand of curses, with the exact odds of the best rerolls."""

    def __init__(self, worths: dict[Card, float], draw: float, needed: int = NEVER) -> None:
        self.worths = worths
        self.draw = draw  # what two dice are worth at the least
        self.needed = needed  # points that win
        self.hand = frozenset(worths)
        self._now: dict[tuple[Dice, frozenset[Card]], float] = {}
        self._best: dict[Dice, float] = {}
        self._expected: dict[tuple[Dice, int, bool], float] = {}

    def now(self, dice: Dice, hand: frozenset[Card] | None = None) -> float:
        """The best use of the dice as they lie."""
        hand = self.hand if hand is None else hand
        if (dice, hand) not in self._now:
            casts = [self.cast(dice, hand, card) for card in hand]
            self._now[dice, hand] = max([self.draw * (len(dice) // 2), *casts])
        return self._now[dice, hand]

    def cast(self, dice: Dice, hand: frozenset[Card], card: Card) -> float:
        """The same with `card` cast first; nothing where the dice do not suffice."""
        left = hand - {card}
        bonus = GOAL if self._points(left) >= self.needed > self._points(hand) else 0
        return max(
            (self.worths[card] + bonus + self.now(rest, left) for rest in _paid(dice, card)), default=0.0
        )

    def _points(self, hand: frozenset[Card]) -> int:
        """What has been cast when this is left."""
        return sum(curse(card).casting for card in self.hand - hand)

    def best(self, dice: Dice) -> float:
        """The same with rerolls to come."""
        if dice not in self._best:
            fewer = len(dice) - 1
            later = (self.expected(kept, fewer) for kept in _keeps(dice, fewer))
            self._best[dice] = max([self.now(dice), *later])
        return self._best[dice]

    def expected(self, kept: Dice, dice: int, *, last: bool = False) -> float:
        """What `dice` dice are worth when all but `kept` are rolled, once more or for the last time."""
        if len(kept) == dice:
            return self.now(kept) if last else self.best(kept)
        if (kept, dice, last) not in self._expected:
            rolled = (tuple(sorted([*kept, face])) for face in range(len(FACES)))
            worths = [self.expected(faces, dice, last=last) for faces in rolled]
            self._expected[kept, dice, last] = sum(worths) / len(worths)
        return self._expected[kept, dice, last]

    def best_keep(self, dice: Dice, left: int, *, last: bool = False) -> Dice:
        return max(_keeps(dice, left), key=lambda kept: self.expected(kept, left, last=last))

    def gain_of_reroll(self, dice: Dice, *, last: bool) -> float:
        kept = self.best_keep(dice, len(dice), last=last)
        return self.expected(kept, len(dice), last=last) - (self.now(dice) if last else self.best(dice))


@cache
def _keeps(dice: Dice, left: int) -> Set[Dice]:
    """What can be kept of `dice` when `left` of them stay in play and at least one is rolled."""
    return {kept for size in range(left) for kept in combinations(dice, size)}


def _paid(dice: Dice, card: Card) -> Iterator[Dice]:
    """The dice that can be left after paying for a curse; nothing where they do not suffice."""
    price = curse(card)
    left = list(dice)
    for face in price.cost:
        if face not in left:
            return
        left.remove(face)
    if price.asterisk:
        yield from {_without(tuple(left), (face,)) for face in left}
    else:
        yield tuple(left)


def _without(dice: Dice, faces: Dice) -> Dice:
    left = list(dice)
    for face in faces:
        left.remove(face)
    return tuple(left)
