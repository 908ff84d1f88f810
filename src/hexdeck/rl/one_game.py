"""One game in which seats are asked as in many games at once (kernel/c/many.h), with views for bots."""

from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Self, cast

from hexdeck.core.cards import Action, Seat
from hexdeck.core.errors import GameIsOver, NotYourTurn
from hexdeck.core.feature_layout import Steps
from hexdeck.core.features import STYLES
from hexdeck.core.game import State
from hexdeck.core.input_check import refused_action
from hexdeck.kernel.network import features_of, steps_of
from hexdeck.rl.setting import Setting


class OneGame:
    """Several seats are asked at once where the choice is simultaneous; each answers alone, in their order.

    Without a seed somebody else draws: nobody is asked until what is `due` was resolved.
    """

    def __init__(self, setting: Setting, seed: int | None) -> None:
        self.setting = setting
        self._chance = None if seed is None else Random(seed)
        self.position = setting.new()
        self._waited: set[Seat] = set()
        self.out_of_turn = False  # those who are asked may let it be
        self.asked: tuple[Seat, ...] = ()  # nobody once the game is over
        self._go_on()

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    def legal(self, seat: Seat) -> list[Action]:
        """What a seat that is asked may do; nothing for the others."""
        if seat not in self.asked:
            return []
        return self.position.legal_actions(seat) + [self.setting.wait] * self.out_of_turn

    def features(self, seat: Seat) -> list[int]:
        """The bits that any seat sees set, in ascending order."""
        return features_of(self.position, seat, STYLES.index(self.setting.style))

    def choices(self, seat: Seat) -> dict[Action, Steps]:
        """The choices in slots that make up each legal action but waiting."""
        legal = [action for action in self.legal(seat) if action != self.setting.wait]
        return dict(zip(legal, steps_of(self.position, seat, legal), strict=True))

    def check(self, seat: Seat, action: Action) -> None:
        """Refuse what the seat may not do."""
        if seat not in self.asked and not self.is_over:
            raise NotYourTurn(f"seat {seat} cannot act now: only {_listed(self.asked)} may")
        if action not in self.legal(seat):
            raise refused_action(self.setting.game, cast("State", self.position), seat, action, None)

    def answer(self, seat: Seat, action: Action) -> list[float]:
        """Let a seat that is asked act, and tell what each seat is paid for it."""
        self.check(seat, action)
        before = self.position.scores
        if action == self.setting.wait:
            self._waited.add(seat)
            self._ask()
        else:
            self.position.apply(seat, action)
            self._waited.clear()
            self._go_on()
        return paid(self.setting.reward, before, self.position.scores, is_over=self.is_over)

    def resolve(self, outcome: Sequence[int]) -> None:
        """Take what somebody else has drawn."""
        self.position.resolve(outcome)
        self._go_on()

    def copy(self) -> Self:
        """A game that goes its own way; chance goes on as it would have."""
        twin = copy(self)
        twin.position, twin._waited = self.position.copy(), self._waited.copy()
        if self._chance is not None:
            twin._chance = Random()
            twin._chance.setstate(self._chance.getstate())
        return twin

    def redealt(self, seat: Seat, seed: int) -> Self:
        """A world that agrees with all that the seat, the first that is asked, has seen."""
        twin = self.copy()
        twin.position = self.setting.kernel.Knowledge(self.position.view(seat)).world(seed)
        twin._ask()
        while twin.out_of_turn and twin.asked[0] != seat:  # in this world others let it be before
            twin._waited.add(twin.asked[0])
            twin._ask()
        assert twin.asked[0] == seat, "who is asked is known to all"
        return twin

    def _go_on(self) -> None:
        if self._chance is not None:
            while self.position.needs:
                self.position.begin(self._chance.getrandbits(63))
        self._ask()

    def _ask(self) -> None:
        self.asked = self.position.to_move()
        self.out_of_turn = False
        if self.setting.game.interrupts and self.asked:
            first, players = self.asked[0], self.setting.players
            around = [(first + away) % players for away in range(1, players)]
            out_of_turn = [seat for seat in around if self._may_interrupt(seat)]
            if out_of_turn:
                self.asked, self.out_of_turn = tuple(out_of_turn), True

    def _may_interrupt(self, seat: Seat) -> bool:
        return seat not in (*self.asked, *self._waited) and bool(self.position.legal_actions(seat))


def paid(reward: str, before: list[int], after: list[int], *, is_over: bool) -> list[float]:
    """What a step is worth to each seat: points gained, these over the mean of the others, or a game won."""
    if reward == "win":
        best = max(after)
        return [1 / after.count(best) if is_over and score == best else 0.0 for score in after]
    gains = [float(now - then) for now, then in zip(after, before, strict=True)]
    if reward == "points":
        return gains
    return [gain - (sum(gains) - gain) / (len(gains) - 1) for gain in gains]


def no_game() -> GameIsOver:
    """Before a reset, and after the end."""
    return GameIsOver("no game goes on in this environment: reset it first")


def _listed(seats: tuple[Seat, ...]) -> str:
    return ", ".join(f"seat {seat}" for seat in seats)
