# cython: language_level=3, boundscheck=False, wraparound=False
"""What search and batch stepping need to know of a state, and of what a seat knows of it."""

from libc.string cimport memcpy


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
        self.kernel.apply(self.data, seat, action)

    def begin(self, unsigned long seed):
        """Draw what chance owes, now and in `step`, from `seed`."""
        self.rng.at = seed
        self.draw_all()

    def step(self, double fraction):
        """Let the first seat to move take the legal action at `fraction` (from 0 to below 1) of its list,
        draw what chance then owes, and tell whether the game goes on."""
        cdef int[MOST_LEGAL] actions
        cdef int[MOST_PLAYERS] seats
        self.kernel.to_move(self.data, seats)
        cdef int count = self.kernel.legal(self.data, seats[0], actions)
        self.kernel.apply(self.data, seats[0], actions[<int>(fraction * count)])
        self.draw_all()
        return not self.kernel.is_over(self.data)

    cdef void draw_all(self) noexcept:
        while self.kernel.needs(self.data):
            self.kernel.draw(self.data, &self.rng)


cdef class Knowledge:
    """What a seat knows, ready for sampling; every game's kernel has its own kind."""
