# cython: language_level=3, boundscheck=False, wraparound=False
"""What search and batch stepping need to know of a state, and of what a seat knows of it."""


cdef class Position:
    """A state in C with the law's methods; every game's kernel has its own kind, and fills in the pointers.

    Like the law it trusts its caller.
    """

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
        """Let `play` draw chance from `seed`; how many choices there are now."""
        self.rng.at = seed
        return self.draw_all()

    def play(self, int choice):
        """Take the legal action number `choice` of the first seat to move, draw what chance then owes,
        and return how many choices there are next: 0 when the game is over."""
        cdef int[MOST_LEGAL] actions
        cdef int[MOST_PLAYERS] seats
        self.kernel.to_move(self.data, seats)
        self.kernel.legal(self.data, seats[0], actions)
        self.kernel.apply(self.data, seats[0], actions[choice])
        return self.draw_all()

    cdef int draw_all(self) noexcept:
        cdef int[MOST_LEGAL] actions
        cdef int[MOST_PLAYERS] seats
        while self.kernel.needs(self.data):
            self.kernel.draw(self.data, &self.rng)
        if not self.kernel.to_move(self.data, seats):
            return 0
        return self.kernel.legal(self.data, seats[0], actions)


cdef class Knowledge:
    """What a seat knows, ready for sampling; every game's kernel has its own kind."""
