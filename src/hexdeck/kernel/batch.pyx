# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Many games of one kind side by side in one block of memory, stepped together without the interpreter."""

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from hexdeck.errors import GameIsOver, SetupRefused
from hexdeck.kernel.api cimport MOST_LEGAL, MOST_PLAYERS, Kernel, Position
from hexdeck.kernel.rng cimport Rng

cdef enum:
    ALL_LEGAL = -1


@cython.final
cdef class Batch:
    """`size` games that all began like `first`; a game that is over begins anew.

    Arrays come from outside, as anything with a buffer (NumPy, array, memoryview), and are filled in place.
    """

    cdef const Kernel* kernel
    cdef Position first
    cdef char* states
    cdef int32_t* chosen  # what was checked: nobody outside can change it any more
    cdef int8_t* movers  # and for whom
    cdef readonly int size
    cdef readonly int players
    cdef readonly int actions
    cdef bint is_stepping  # in some thread
    cdef Rng rng

    def __cinit__(self, Position first not None, size, unsigned long seed=0):
        if not 0 < size < 1 << 31:
            raise SetupRefused(f"a batch cannot have {size!r} games: choose at least 1")
        if first.is_over:
            raise GameIsOver("a batch cannot begin with a game that is over: give it a new one")
        self.first = first.copy()
        self.kernel, self.size, self.players = first.kernel, size, first.players_
        self.actions = first.kernel.actions
        self.rng.at = seed
        self.states = <char*>malloc(<size_t>self.size * self.kernel.state_size)
        self.chosen = <int32_t*>malloc(<size_t>self.size * sizeof(int32_t))
        self.movers = <int8_t*>malloc(<size_t>self.size)
        if self.states == NULL or self.chosen == NULL or self.movers == NULL:
            raise MemoryError("no memory for so many games: make the batch smaller")
        for at in range(self.size):
            self.begin(at)

    def __dealloc__(self):
        free(self.states)
        free(self.chosen)
        free(self.movers)

    @property
    def bytes_each(self):
        return self.kernel.state_size

    cdef void* state(self, int at) noexcept nogil:
        return self.states + <size_t>at * self.kernel.state_size

    cdef void begin(self, int at) noexcept nogil:
        memcpy(self.state(at), self.first.data, self.kernel.state_size)
        self.draw(at)

    cdef void draw(self, int at) noexcept nogil:
        while self.kernel.needs(self.state(at)):
            self.kernel.draw(self.state(at), &self.rng)

    def look(self, int8_t[::1] seats not None, uint8_t[:, ::1] legal not None):
        """Who is the first to move in every game, and a 1 for each of its legal actions."""
        cdef int[MOST_LEGAL] actions
        cdef int[MOST_PLAYERS] movers
        cdef int at, number, count
        check_length("seats", seats.shape[0], self.size)
        check_length("rows of legal actions", legal.shape[0], self.size)
        check_length("legal actions in a row", legal.shape[1], self.actions)
        self.claim()
        with nogil:
            memset(&legal[0, 0], 0, <size_t>self.size * self.actions)
            for at in range(self.size):
                self.kernel.to_move(self.state(at), movers)
                seats[at] = movers[0]
                count = self.kernel.legal(self.state(at), movers[0], actions)
                for number in range(count):
                    legal[at, actions[number]] = 1
        self.is_stepping = False

    def step(self, const int32_t[::1] chosen not None, uint8_t[::1] over not None, int16_t[:, ::1] scores not None):
        """Play one action in every game, and draw what chance then owes.

        If any of them is not legal none is played, and the refusal names its game.  `over` tells which games ended;
        `scores` are then the final ones, of a game that has begun anew.
        """
        cdef int wrong, at
        self.check_shapes(chosen, over, scores)
        self.claim()
        try:
            memcpy(self.chosen, &chosen[0], <size_t>self.size * sizeof(int32_t))
            with nogil:
                wrong = self.first_illegal()
                if wrong == ALL_LEGAL:
                    for at in range(self.size):
                        self.play(at, self.movers[at], self.chosen[at], over, scores)
            if wrong != ALL_LEGAL:
                self.refuse(wrong)
        finally:
            self.is_stepping = False

    def step_unchecked(
        self, const int32_t[::1] chosen not None, uint8_t[::1] over not None, int16_t[:, ::1] scores not None
    ):
        """The same with actions that are known to be legal: what is not corrupts memory."""
        cdef int[MOST_PLAYERS] movers
        cdef int at
        self.check_shapes(chosen, over, scores)
        self.claim()
        with nogil:
            for at in range(self.size):
                self.kernel.to_move(self.state(at), movers)
                self.play(at, movers[0], chosen[at], over, scores)
        self.is_stepping = False

    cdef inline void play(
        self, int at, int mover, int action, uint8_t[::1] over, int16_t[:, ::1] scores
    ) noexcept nogil:
        cdef int[MOST_PLAYERS] points
        cdef int seat
        self.kernel.apply(self.state(at), mover, action)
        self.draw(at)
        over[at] = self.kernel.is_over(self.state(at))
        self.kernel.scores(self.state(at), points)
        for seat in range(self.players):
            scores[at, seat] = points[seat]
        if over[at]:
            self.begin(at)

    cdef int first_illegal(self) noexcept nogil:
        """The first game whose chosen action cannot be played, or ALL_LEGAL."""
        cdef int[MOST_PLAYERS] movers
        cdef const Kernel* kernel = self.kernel
        cdef char* state = self.states
        cdef int at
        for at in range(self.size):
            kernel.to_move(state, movers)
            self.movers[at] = movers[0]
            if not kernel.is_legal(state, movers[0], self.chosen[at]):
                return at
            state += kernel.state_size
        return ALL_LEGAL

    cdef int refuse(self, int at) except -1:
        cdef Position position = self.first.copy()
        memcpy(position.data, self.state(at), self.kernel.state_size)
        try:
            position.refuse(position.to_move()[0], self.chosen[at])
        except Exception as error:
            raise type(error)(f"game {at} of the batch: {error}") from None
        return 0

    cdef int check_shapes(self, const int32_t[::1] chosen, uint8_t[::1] over, int16_t[:, ::1] scores) except -1:
        check_length("chosen actions", chosen.shape[0], self.size)
        check_length("places for games that are over", over.shape[0], self.size)
        check_length("rows of scores", scores.shape[0], self.size)
        check_length("scores in a row", scores.shape[1], self.players)
        return 0

    cdef int claim(self) except -1:
        """For one thread at a time."""
        if self.is_stepping:
            raise RuntimeError("this batch is being stepped in another thread: give each thread its own")
        self.is_stepping = True
        return 0


cdef int check_length(what, Py_ssize_t found, Py_ssize_t wanted) except -1:
    if found != wanted:
        raise ValueError(f"{found} {what} do not fit this batch: it wants {wanted}")
    return 0
