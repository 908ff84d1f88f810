# cython: language_level=3
"""What search and batch stepping need to know of a state, and of what a seat knows of it.

What comes from outside is checked here, and refused in the words of the door; what is called unchecked trusts its
caller, who may corrupt memory with a number that does not fit.
"""

from contextlib import contextmanager

cimport cython
from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from hexdeck.chance import Roll, Shuffle
from hexdeck.door import check_seat, refused_action, refused_outcome
from hexdeck.errors import ChanceIsDue, IllegalAction, PositionRefused
from hexdeck.kernel.reading cimport whole

cdef double ALL_WORDS = 4294967296.0  # of 32 bits


cdef class Position:
    """A state in C with the law's methods; every game's kernel has its own kind, and fills in the pointers."""

    def __cinit__(self, *_, **__):
        if not hasattr(self, "GAME"):
            raise TypeError("a position belongs to a game: make a State of its kernel")

    def copy(self):
        cdef Position twin = type(self).__new__(type(self))
        twin.players_, twin.rng = self.players_, self.rng
        memcpy(twin.data, self.data, self.kernel.state_size)
        return twin

    @property
    def needs(self):
        """What must be drawn before anyone can act, or None."""
        return self.WHAT[self.kernel.needs(self.data)]

    @property
    def due(self):
        """The roll or shuffle of that, with all that can come of it, or None."""
        cdef Due due
        self.kernel.due(self.data, &due)
        if due.dice:
            return Roll(self.needs, due.dice, due.sides, bool(due.by_hand))
        return Shuffle(self.needs, tuple([due.cards[at] for at in range(due.size)])) if due.size else None

    @property
    def is_over(self):
        return bool(self.kernel.is_over(self.data))

    @property
    def scores(self):
        cdef int[MOST_PLAYERS] scores
        cdef int seat
        self.kernel.scores(self.data, scores)
        return [scores[seat] for seat in range(self.players_)]

    def to_move(self):
        cdef int[MOST_PLAYERS] seats
        cdef int at, count = self.kernel.to_move(self.data, seats)
        return tuple([seats[at] for at in range(count)])

    def legal_actions(self, seat):
        cdef int[MOST_LEGAL] actions
        cdef int at, count, chair = whole(seat)
        if not 0 <= chair < self.players_:
            check_seat(self.players_, seat)
        count = self.kernel.legal(self.data, chair, actions)
        return [actions[at] for at in range(count)]

    def is_legal(self, seat, action):
        """Whether `action` is in the list, which is not made for it."""
        cdef int chair = whole(seat)
        return 0 <= chair < self.players_ and self.kernel.is_legal(self.data, chair, whole(action))

    def apply(self, seat, action):
        """Play a legal action; anything else is refused and changes nothing."""
        cdef int chair = whole(seat), choice = whole(action)
        if not (0 <= chair < self.players_ and self.kernel.is_legal(self.data, chair, choice)):
            self.refuse(seat, action)
        self.play(chair, choice)

    def apply_unchecked(self, int seat, int action):
        """Play an action that is known to be legal: what is not corrupts memory."""
        self.play(seat, action)

    def refuse(self, seat, action):
        """Say why `action` cannot be played."""
        check_seat(self.players_, seat)
        raise refused_action(self.GAME, self, seat, action, self.needs)

    def resolve(self, outcome):
        """Take what came of the roll or shuffle that is due; anything else is refused and changes nothing."""
        cdef Due due
        cdef int[MOST_DRAWN] drawn
        cdef int at, size
        numbers = tuple(outcome)
        self.kernel.due(self.data, &due)
        size = due.dice + due.size
        if size and size == len(numbers):
            for at in range(size):
                drawn[at] = whole(numbers[at])
            if allows(&due, drawn):
                self.take(drawn, size)
                return
        raise refused_outcome(self.due)

    def begin(self, unsigned long seed):
        """Draw what chance owes, now and in `step`, from `seed`."""
        self.rng.at = seed
        self.draw_all()

    @cython.binding(False)
    @cython.always_allow_keywords(False)
    def step(self, double fraction):
        """Let the first seat to move take a legal action, each by an equal part of the fractions from 0 to below 1,
        draw what chance then owes, and tell whether the game goes on."""
        cdef int[MOST_PLAYERS] seats
        if not 0.0 <= fraction < 1.0:
            raise IllegalAction(f"no action lies at {fraction}: choose a fraction from 0 to below 1")
        if not self.kernel.to_move(self.data, seats):
            self.refuse(0, None)
        cdef uint32_t word = <uint32_t>(fraction * ALL_WORDS)
        self.play(seats[0], self.kernel.pick(self.data, seats[0], word))
        self.draw_all()
        return not self.kernel.is_over(self.data)

    cdef void play(self, int seat, int action) noexcept:
        self.kernel.apply(self.data, seat, action)

    cdef void take(self, int* outcome, int size) noexcept:
        self.kernel.resolve(self.data, outcome, size)

    cdef void draw_all(self) noexcept:
        while self.kernel.needs(self.data):
            self.kernel.draw(self.data, &self.rng)


cdef bint allows(const Due* due, const int* drawn) noexcept:
    """Whether as many numbers as are wanted can be what came of it."""
    cdef int[MOST_DRAWN] left
    cdef int at
    if due.dice:
        for at in range(due.dice):
            if not 0 <= drawn[at] < due.sides:
                return False
        return True
    memset(left, 0, sizeof(left))
    for at in range(due.size):
        left[due.cards[at]] += 1
    for at in range(due.size):
        if not 0 <= drawn[at] < MOST_DRAWN or left[drawn[at]] == 0:
            return False
        left[drawn[at]] -= 1
    return True


cdef class Knowledge:
    """What a seat knows, ready for sampling; every game's kernel has its own kind."""


@contextmanager
def reading(kind, thing):
    """Whatever is wrong with `thing`, which should be of the law's `kind`, becomes one refusal."""
    wanted = f"a {kind.__name__} of {kind.__module__.split('.')[2]}"
    if not isinstance(thing, kind):
        raise PositionRefused(f"this is not {wanted}, but {type(thing).__module__}.{type(thing).__name__}")
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise PositionRefused(f"{wanted} cannot be like this: {error}") from error


cdef int check_world(const Kernel* kernel, const void* world, view) except -1:
    """That those are to move in a world whom the view names."""
    cdef int[MOST_PLAYERS] seats
    cdef int at, count = kernel.to_move(world, seats)
    if tuple([seats[at] for at in range(count)]) != tuple(view.to_move):
        raise ValueError("others are to move than it says")
    return 0


def check_settled(view):
    """Before a deal or roll there are no worlds."""
    if not view.to_move and not view.is_over:
        raise ChanceIsDue("no world can be made from this view: the roll or shuffle must come first")
