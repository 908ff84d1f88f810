"""A game being played: the only door to its state."""

from collections import Counter
from collections.abc import Callable, Iterable
from operator import is_
from typing import Final, Self

from hexdeck.core.cards import Action, Seat
from hexdeck.core.chance import Roll, Stream
from hexdeck.core.errors import ChanceRefused, RecordRefused, UndoRefused
from hexdeck.core.game import View
from hexdeck.core.input_check import check_agreed, check_seat, check_undo
from hexdeck.core.record import (
    Acted,
    Advised,
    Chanced,
    Course,
    Header,
    Record,
    Step,
    TakenBack,
    result_line,
    seed_line,
)
from hexdeck.core.record_reader import read_step

MOST_TAKEN_BACK: Final = 50  # actions that one seat may take back in a game
DEEPEST_UNDO: Final = 4  # and in a row
BESIDE_THE_GAME: Final = (TakenBack, Advised)  # steps that are told themselves: the law has no event for them

Write = Callable[[str], None]  # stores one line of the record; what it cannot store does not happen
Tell = Callable[[tuple[object, ...]], None]
TellAll = Callable[[tuple[tuple[object, ...], ...]], None]


class Table:
    """Checks, records, then plays; tells every watcher what its seat may know."""

    def __init__(self, header: Header, seed: bytes, write: Write | None = None) -> None:
        self.header = header
        self.game = header.game
        self.players = len(header.players)
        self.record = Record(header, seed=header.seed)
        self._course = Course(header, DEEPEST_UNDO)
        self._seed = seed
        self._stream = Stream(seed, header.salts)
        self._write = write or _forget
        self._early: dict[Seat, Action] = {}
        self._taken_back: Counter[Seat] = Counter()
        self._watchers: list[tuple[Seat | None, Tell]] = []
        self._overseers: list[TellAll] = []

    @classmethod
    def resume(cls, record: Record, seed: bytes, write: Write | None = None) -> Self:
        """The table that `record` was written at, ready to go on; steps that were taken back are left out."""
        table = cls(record.header, seed, write)
        for step in record.lasting():
            table._check_drawn(step)
            table._take(step)
        table.record.steps = list(record.steps)
        table._taken_back = Counter(step.seat for step in record.steps if isinstance(step, TakenBack))
        table.record.result, table.record.seed = record.result, record.seed
        return table

    def open(self) -> None:
        """Draw what must be drawn before anyone can act.  A table is opened once, when all are seated."""
        self._go_on()

    @property
    def version(self) -> int:
        """The number of steps so far."""
        return len(self.record.steps)

    @property
    def is_over(self) -> bool:
        return bool(self._course.state.is_over)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self._course.state.scores)

    @property
    def waits_for_dice(self) -> bool:
        """Somebody must roll real dice and `supply` what they show."""
        needs = self._course.state.needs
        return isinstance(needs, Roll) and needs.by_hand

    @property
    def _dice(self) -> Roll | None:
        """The roll that is made by hand."""
        needs = self._course.state.needs
        return needs if isinstance(needs, Roll) and needs.by_hand else None

    @property
    def early(self) -> dict[Seat, Action]:
        """Choices made before their turn."""
        return dict(self._early)

    def to_move(self) -> tuple[Seat, ...]:
        return tuple(self._course.state.to_move())

    def may_act(self, seat: Seat) -> bool:
        """The seat is to move, or may interrupt."""
        return bool(self._course.state.legal_actions(seat))

    def view(self, seat: Seat | None) -> View:
        return self.game.view(self._course.state, seat)

    def own(self, seat: Seat | None) -> tuple[object, ...]:
        """What of a view is not the same for all seats."""
        return self.game.own(self._course.state, seat)

    def write_to(self, write: Write) -> None:
        """Store every line of the record from now on."""
        self._write = write

    def watch(self, seat: Seat | None, tell: Tell) -> None:
        """Call `tell` after every step with the events as `seat` saw them."""
        self._watchers.append((seat, tell))

    def watch_all(self, tell: TellAll) -> None:
        """Call `tell` after every step with the events as every seat saw them, a watcher last."""
        self._overseers.append(tell)

    def submit(self, seat: Seat, action: Action) -> None:
        """Play `action`, or raise the GameError that says why not."""
        step = Acted(seat, action)
        self._course.check(step)
        self._do(step)
        self._go_on()

    def supply(self, names: str) -> None:
        """What real dice showed, as a record would write it."""
        dice = self._dice
        if dice is None:
            raise ChanceRefused("no dice are wanted from you now: somebody must act first")
        step = Chanced(dice, self.game.outcome_named(dice, names))
        self._course.check(step)
        self._do(step)
        self._go_on()

    def roll(self, stream: Stream) -> None:
        """Real dice, for people who do not roll them."""
        assert self._dice is not None, "no dice are wanted now"
        self._do(Chanced(self._dice, stream.supply(self._dice)))
        self._go_on()

    def answer_early(self, seat: Seat, action: Action) -> None:
        """Choose before one's turn: played when the turn comes, forgotten if it is not legal then."""
        check_seat(self.players, seat)
        if seat in self.to_move():
            return self.submit(seat, action)
        self._early[seat] = action
        return None

    def withdraw(self, seat: Seat) -> None:
        """Forget the seat's early answer, if it gave one."""
        self._early.pop(seat, None)

    def may_undo(self, seat: Seat) -> bool:
        """Whether `undo` would take something back now."""
        try:
            self._check_undo(seat)
        except UndoRefused:
            return False
        return True

    def undoable(self) -> Seat | None:
        """The seat whose last action could be taken back now."""
        seat = self._course.last_actor
        return seat if seat is not None and self.may_undo(seat) else None

    def undo(self, seat: Seat) -> None:
        """Take back the seat's own last action, if it has shown nobody anything."""
        self._check_undo(seat)
        self._do(TakenBack(seat))

    def may_go_back(self) -> list[Seat]:
        """The seats to before whose last action the game could go back, if all agree."""
        if self.is_over:
            return []
        return [seat for seat in self._course.actors if self._taken_back.get(seat, 0) < MOST_TAKEN_BACK]

    def check_go_back(self, seat: Seat) -> None:
        """UndoRefused where the game cannot go back to before the seat's last action, whoever agrees."""
        check_seat(self.players, seat)
        since = self._course.since_action_of(seat)
        check_agreed(self._course.state, since, since)
        self._check_times(seat)

    def go_back(self, seat: Seat) -> None:
        """Take back the seat's last action and all since: everybody at the table has agreed."""
        self.check_go_back(seat)
        self._do(TakenBack(seat, self._course.since_action_of(seat)))
        self._early.clear()  # what was chosen for later is not for before

    def _check_undo(self, seat: Seat) -> None:
        check_seat(self.players, seat)
        check_undo(self.game, self._course.state, self._course.last_actor, seat)
        self._check_times(seat)

    def _check_times(self, seat: Seat) -> None:
        if self._taken_back.get(seat, 0) >= MOST_TAKEN_BACK:  # a Counter is slow to say 0 by itself
            raise UndoRefused(
                "seat {seat} has taken back {times} times in this game: play on",
                seat=seat,
                times=MOST_TAKEN_BACK,
            )

    def advise(self, seat: Seat) -> None:
        """Write down that the seat asks the coach about the choice before it; once for each choice."""
        step = Advised(seat)
        self._course.check(step)
        if not self.is_advised(seat):
            self._do(step)

    def is_advised(self, seat: Seat) -> bool:
        """Whether the seat has asked the coach about the choice before it: since it last chose."""
        last = next((step for step in reversed(self.record.steps) if _is_by(step, seat)), None)
        return isinstance(last, Advised)

    def follow(self, lines: Iterable[str]) -> None:
        """Play and tell what was written at another table of the same game, which has gone on from here."""
        for line in lines:
            if self.is_over:
                self.record.result, self.record.seed = self.scores, self._seed
                return
            step = read_step(self._course, line)
            self._course.check(step)
            self._check_drawn(step)
            self._play(step)

    def _do(self, step: Step) -> None:
        """Record, then play, then tell: what could not be stored has not happened."""
        self._write(step.text(self.game))
        self._play(step)

    def _play(self, step: Step) -> None:
        self._take(step)
        for seat, tell in self._watchers:
            tell(self._seen(step, seat))
        for tell_all in self._overseers:
            tell_all(self._seen_by_all(step))

    def _seen(self, step: Step, seat: Seat | None) -> tuple[object, ...]:
        return (step,) if isinstance(step, BESIDE_THE_GAME) else self.game.events(self._course.state, seat)

    def _seen_by_all(self, step: Step) -> tuple[tuple[object, ...], ...]:
        """Where a watcher sees all that happened, so does everybody: then they are told the same tuple."""
        public, all_of_it = self._seen(step, None), self._course.state.events
        is_open = len(public) == len(all_of_it) and all(map(is_, public, all_of_it))
        if is_open or isinstance(step, BESIDE_THE_GAME):
            return (public,) * (self.players + 1)
        return (*(self._seen(step, seat) for seat in range(self.players)), public)

    def _take(self, step: Step) -> None:
        self.record.steps.append(step)
        self._course.follow(step)
        if isinstance(step, Acted):
            self._early.pop(step.seat, None)
        elif isinstance(step, TakenBack):
            self._taken_back[step.seat] += 1

    def _go_on(self) -> None:
        """Supply chance and play early answers until somebody must choose."""
        state = self._course.state
        while state.needs is not None and not self.waits_for_dice:
            self._do(Chanced(state.needs, self._stream.supply(state.needs)))
        if state.is_over:
            return self._close()
        for seat in self.to_move():
            action = self._early.pop(seat, None)
            if action is not None and action in self._course.state.legal_actions(seat):
                return self.submit(seat, action)
        return None

    def _close(self) -> None:
        if self.record.result is None:
            self._write(result_line(self.scores))
            self.record.result = self.scores
            if self.record.seed is None:
                self._write(seed_line(self._seed))
                self.record.seed = self._seed

    def _check_drawn(self, step: Step) -> None:
        """That what chance gave is what the seed gives, where people did not roll it themselves."""
        if not isinstance(step, Chanced) or self.waits_for_dice:
            return
        if self._stream.supply(step.needs) != step.outcome:
            raise RecordRefused(
                "the {what} is not what the seed gives: the record was changed", what=step.needs.what
            )


def _is_by(step: Step, seat: Seat) -> bool:
    return not isinstance(step, Chanced) and step.seat == seat


def _forget(line: str) -> None:
    """Write nowhere: the record is kept in memory alone."""
