# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Many games of one kind side by side in one block of memory, stepped together without the interpreter."""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from hexdeck.kernel.api cimport MOST_LEGAL, MOST_PLAYERS, Kernel, Position
from hexdeck.kernel.rng cimport Rng


cdef class Batch:
    """`size` games that all began like `first`; a game that is over begins anew.

    Arrays come from outside, as anything with a buffer (NumPy, array, memoryview), and are filled in place.
    """

    cdef const Kernel* kernel
    cdef char* states
    cdef char* fresh  # the state that every game begins with
    cdef readonly int size
    cdef readonly int players
    cdef readonly int actions
    cdef Rng rng

    def __cinit__(self, Position first, int size, unsigned long seed=0):
        assert size > 0, "a batch has at least one game"
        self.kernel, self.size, self.players = first.kernel, size, first.players_
        self.actions = first.kernel.actions
        self.rng.at = seed
        self.states = <char*>malloc(<size_t>size * self.kernel.state_size)
        self.fresh = <char*>malloc(self.kernel.state_size)
        if self.states == NULL or self.fresh == NULL:
            raise MemoryError("no memory for so many games: make the batch smaller")
        memcpy(self.fresh, first.data, self.kernel.state_size)
        for at in range(size):
            self.begin(at)

    def __dealloc__(self):
        free(self.states)
        free(self.fresh)

    @property
    def bytes_each(self):
        return self.kernel.state_size

    cdef void* state(self, int at) noexcept nogil:
        return self.states + <size_t>at * self.kernel.state_size

    cdef void begin(self, int at) noexcept nogil:
        memcpy(self.state(at), self.fresh, self.kernel.state_size)
        self.draw(at)

    cdef void draw(self, int at) noexcept nogil:
        while self.kernel.needs(self.state(at)):
            self.kernel.draw(self.state(at), &self.rng)

    def look(self, int8_t[::1] seats, uint8_t[:, ::1] legal):
        """Who is the first to move in every game, and a 1 for each of its legal actions."""
        cdef int[MOST_LEGAL] actions
        cdef int[MOST_PLAYERS] movers
        cdef int at, number, count
        assert seats.shape[0] == self.size and legal.shape[0] == self.size and legal.shape[1] == self.actions
        with nogil:
            memset(&legal[0, 0], 0, <size_t>self.size * self.actions)
            for at in range(self.size):
                self.kernel.to_move(self.state(at), movers)
                seats[at] = movers[0]
                count = self.kernel.legal(self.state(at), movers[0], actions)
                for number in range(count):
                    legal[at, actions[number]] = 1

    def step(self, const int32_t[::1] chosen, uint8_t[::1] over, int16_t[:, ::1] scores):
        """Play one action in every game, and draw what chance then owes.

        `over` tells which games ended with it; `scores` are then the final ones, of a game that has begun anew.
        """
        cdef int[MOST_PLAYERS] movers
        cdef int[MOST_PLAYERS] points
        cdef int at, seat
        assert chosen.shape[0] == over.shape[0] == scores.shape[0] == self.size
        assert scores.shape[1] == self.players
        with nogil:
            for at in range(self.size):
                self.kernel.to_move(self.state(at), movers)
                self.kernel.apply(self.state(at), movers[0], chosen[at])
                self.draw(at)
                over[at] = self.kernel.is_over(self.state(at))
                self.kernel.scores(self.state(at), points)
                for seat in range(self.players):
                    scores[at, seat] = points[seat]
                if over[at]:
                    self.begin(at)
