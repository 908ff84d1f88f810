# cython: language_level=3, boundscheck=False, wraparound=False
"""What search and batch stepping need to know of a state, and of what a seat knows of it."""

cimport cython
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

cdef double ALL_WORDS = 4294967296.0  # of 32 bits


cdef class Position:
    """A state in C with the law's methods; every game's kernel has its own kind, and fills in the pointers.

    Like the law it trusts its caller.
    """

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

    def legal_actions(self, int seat):
        cdef int[MOST_LEGAL] actions
        cdef int at, count = self.kernel.legal(self.data, seat, actions)
        return [actions[at] for at in range(count)]

    def apply(self, int seat, int action):
        self.play(seat, action)

    def resolve(self, outcome):
        cdef int[MOST_DRAWN] drawn
        cdef int at, size = len(outcome)
        for at in range(size):
            drawn[at] = outcome[at]
        self.kernel.resolve(self.data, drawn, size)

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
        self.kernel.to_move(self.data, seats)
        cdef uint32_t word = <uint32_t>(fraction * ALL_WORDS)
        self.play(seats[0], self.kernel.pick(self.data, seats[0], word))
        self.draw_all()
        return not self.kernel.is_over(self.data)

    cdef void play(self, int seat, int action) noexcept:
        self.kernel.apply(self.data, seat, action)

    cdef void draw_all(self) noexcept:
        while self.kernel.needs(self.data):
            self.kernel.draw(self.data, &self.rng)


cdef class Knowledge:
    """What a seat knows, ready for sampling; every game's kernel has its own kind."""
