# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Many games of one kind side by side in one block of memory, stepped together without the interpreter."""

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from hexdeck.core.errors import GameIsOver, SetupRefused
from hexdeck.core.features import STYLES
from hexdeck.kernel.api cimport MOST_STEPS, Kernel, Position, Remembered, Sight
from hexdeck.kernel.reading cimport within
from hexdeck.kernel.rng cimport Rng, seed_for

cdef extern from "many.h" nogil:
    enum:
        ALL_LEGAL

    ctypedef struct Course:
        Rng rng
        int32_t chosen
        int8_t asked

    ctypedef struct Many:
        const Kernel* kernel
        const Sight* sight
        const Remembered* remembered
        const char* first
        char* states
        Course* courses
        size_t stride
        size_t memory
        int size
        int players
        int style
        int reward
        bint interrupts

    ctypedef struct Came:
        uint8_t* over
        int16_t* scores
        float* rewards

    ctypedef struct Written:
        uint16_t* actions
        uint16_t* counts

    void begin_one(const Many* many, int at) noexcept
    int first_illegal(const Many* many, const int32_t* chosen) noexcept
    void take(const Many* many, const int32_t* chosen) noexcept
    void step_all(const Many* many, const Came* came) noexcept
    void mask_all(const Many* many, int8_t* seats, uint8_t* mask, int width) noexcept
    void look_all(const Many* many, uint32_t* bits, int words) noexcept
    void steps_all(const Many* many, int16_t* out, int width, const Written* written) noexcept
    void pick_all(const Many* many, Rng* rng, int32_t* chosen) noexcept

STEPS = MOST_STEPS
REWARDS = ("points", "lead", "win")  # as in enum Reward

cdef uint64_t PICKING = 0x5851F42D4C957F2D  # so that what is picked has nothing to do with what is dealt


@cython.final
cdef class Batch:
    """`size` games that all began like `first`; a game that is over begins anew.

    Arrays come from outside, as anything with a buffer (NumPy, array, memoryview), and are filled in place.
    c/many.h says who is asked in which order.
    """

    cdef Many many
    cdef Position first
    cdef char* beginning
    cdef Rng picking
    cdef int16_t[:, :, ::1] filled  # what `steps` filled last
    cdef Written written  # in it
    cdef readonly int size
    cdef readonly int players
    cdef readonly int actions  # every action is below this, waiting included
    cdef readonly int features  # bits; 0 where nobody looks
    cdef readonly int words  # of 32 bits each, that these take
    cdef bint is_stepping  # in some thread

    def __cinit__(
        self, Position first not None, size, uint64_t seed=0, *, bint features=False, style="points", reward="points"
    ):
        if not 0 < size < 1 << 31:
            raise SetupRefused(f"a batch cannot have {size!r} games: choose 1 to {(1 << 31) - 1}")
        if first.is_over:
            raise GameIsOver("a batch cannot begin with a game that is over: give it a new one")
        cdef Many* many = &self.many
        self.first = first.copy()
        many.kernel, many.size, many.players = first.kernel, size, first.players_
        many.style, many.reward = STYLES.index(style), REWARDS.index(reward)
        many.interrupts = first.GAME.interrupts
        many.stride = first.kernel.state_size
        if features:
            self.look_through(first)
        self.size, self.players = size, first.players_
        self.actions = first.kernel.actions + many.interrupts
        self.make_room(first)
        self.picking.at = seed_for(seed ^ PICKING, 0)
        for at in range(self.size):
            self.begin(at, seed)

    def __dealloc__(self):
        free(self.beginning)
        free(self.many.states)
        free(self.many.courses)
        free(self.written.counts)

    @property
    def bytes_each(self):
        return self.many.stride

    cdef int look_through(self, Position first) except -1:
        """Give every state room for what its players remember, if they see more than it has."""
        cdef size_t size = first.kernel.state_size
        if first.sight == NULL or (first.remembered == NULL and first.seen != first.data):
            raise SetupRefused(f"nobody can look at many games of {first.GAME.title}: it has no features")
        self.many.sight, self.features = first.sight, first.sight.features
        self.words = (self.features + 31) // 32
        if first.remembered != NULL:
            self.many.remembered = first.remembered
            self.many.memory = (size + 7) // 8 * 8
            self.many.stride = self.many.memory + (first.remembered.size + 7) // 8 * 8
        return 0

    cdef int make_room(self, Position first) except -1:
        cdef Many* many = &self.many
        self.beginning = <char*>calloc(1, many.stride)
        many.states = <char*>malloc(<size_t>self.size * many.stride)
        many.courses = <Course*>malloc(<size_t>self.size * sizeof(Course))
        if self.beginning == NULL or many.states == NULL or many.courses == NULL:
            raise MemoryError("no memory for so many games: make the batch smaller")
        memcpy(self.beginning, first.data, first.kernel.state_size)
        if many.remembered != NULL:
            memcpy(self.beginning + many.memory, first.memories, first.remembered.size)
        many.first = self.beginning
        return 0

    cdef void begin(self, int at, uint64_t seed) noexcept:
        self.many.courses[at].rng.at = seed_for(seed, at)  # the same seed and number, the same game
        begin_one(&self.many, at)

    def restart(self, game, seed=None):
        """Begin one game anew, as the game of that number in a batch of that seed; without one chance goes on."""
        cdef int at = within(game, self.size)
        cdef uint64_t begins = 0 if seed is None else seed
        self.claim()
        if seed is None:
            begin_one(&self.many, at)
        else:
            self.begin(at, begins)
        self.is_stepping = False

    def look(
        self, int8_t[::1] seats not None, uint8_t[:, ::1] legal not None, uint32_t[:, ::1] features=None
    ):
        """Who is asked in every game, a 1 for each action that it may choose, and what it sees, as bits."""
        cdef uint32_t* bits = NULL
        check_length("seats", seats.shape[0], self.size)
        check_length("rows of legal actions", legal.shape[0], self.size)
        check_length("legal actions in a row", legal.shape[1], self.actions)
        if features is not None:
            if not self.words:
                raise ValueError("this batch keeps no features: make it with features=True")
            check_length("rows of features", features.shape[0], self.size)
            check_length("words of features in a row", features.shape[1], self.words)
            bits = &features[0, 0]
        self.claim()
        with nogil:
            mask_all(&self.many, &seats[0], &legal[0, 0], self.actions)
            if bits != NULL:
                look_all(&self.many, bits, self.words)
        self.is_stepping = False

    def steps(self, int16_t[:, :, ::1] choices not None):
        """For each legal action the choices that make it up, by the numbers of `Sight`; -1 where there is none.

        In the array that it filled last only what it wrote is cleared: nobody else may write into that.
        """
        if not self.words:
            raise ValueError("this batch keeps no features: make it with features=True")
        check_length("rows of choices", choices.shape[0], self.size)
        check_length("actions in a row", choices.shape[1], self.actions)
        check_length("choices of an action", choices.shape[2], MOST_STEPS)
        self.claim()
        try:
            if self.filled is None or &self.filled[0, 0, 0] != &choices[0, 0, 0]:
                self.clear(choices)
            with nogil:
                steps_all(&self.many, &choices[0, 0, 0], self.actions, &self.written)
        finally:
            self.is_stepping = False

    cdef int clear(self, int16_t[:, :, ::1] choices) except -1:
        """An array in which nothing was written yet."""
        cdef size_t size = <size_t>self.size
        if self.written.counts == NULL:
            self.written.counts = <uint16_t*>malloc(size * (self.actions + 1) * sizeof(uint16_t))
        if self.written.counts == NULL:
            raise MemoryError("no memory for the choices of so many games: make the batch smaller")
        self.written.actions = self.written.counts + size
        memset(self.written.counts, 0, size * sizeof(uint16_t))
        memset(&choices[0, 0, 0], -1, size * self.actions * MOST_STEPS * sizeof(int16_t))
        self.filled = choices
        return 0

    def pick(self, int32_t[::1] chosen not None):
        """Something legal for every game, each by an equal chance; what is dealt does not depend on it."""
        check_length("places for actions", chosen.shape[0], self.size)
        self.claim()
        with nogil:
            pick_all(&self.many, &self.picking, &chosen[0])
        self.is_stepping = False

    def step(
        self,
        const int32_t[::1] chosen not None,
        uint8_t[::1] over not None,
        int16_t[:, ::1] scores not None,
        float[:, ::1] rewards=None,
    ):
        """Play one action in every game, and draw what chance then owes.

        If any of them is not legal none is played, and the refusal names its game.  `over` tells which games ended;
        `scores` are then the final ones, of a game that has begun anew.  `rewards` are of this step.
        """
        cdef int wrong
        cdef Came came = self.places(chosen, over, scores, rewards)
        self.claim()
        try:
            with nogil:
                wrong = first_illegal(&self.many, &chosen[0])
                if wrong == ALL_LEGAL:
                    step_all(&self.many, &came)
            if wrong != ALL_LEGAL:
                self.refuse(wrong)
        finally:
            self.is_stepping = False

    def step_unchecked(
        self,
        const int32_t[::1] chosen not None,
        uint8_t[::1] over not None,
        int16_t[:, ::1] scores not None,
        float[:, ::1] rewards=None,
    ):
        """The same with actions that are known to be legal: what is not corrupts memory."""
        cdef Came came = self.places(chosen, over, scores, rewards)
        self.claim()
        with nogil:
            take(&self.many, &chosen[0])
            step_all(&self.many, &came)
        self.is_stepping = False

    cdef int refuse(self, int at) except -1:
        cdef Position position = self.first.copy()
        cdef Course* course = &self.many.courses[at]
        memcpy(position.data, self.many.states + <size_t>at * self.many.stride, self.many.kernel.state_size)
        try:
            position.refuse(course.asked, course.chosen)
        except Exception as error:
            raise type(error)(f"game {at} of the batch: {error}") from None
        return 0

    cdef Came places(
        self, const int32_t[::1] chosen, uint8_t[::1] over, int16_t[:, ::1] scores, float[:, ::1] rewards
    ) except *:
        cdef Came came
        check_length("chosen actions", chosen.shape[0], self.size)
        check_length("places for games that are over", over.shape[0], self.size)
        check_length("rows of scores", scores.shape[0], self.size)
        check_length("scores in a row", scores.shape[1], self.players)
        came.over, came.scores, came.rewards = &over[0], &scores[0, 0], NULL
        if rewards is not None:
            check_length("rows of rewards", rewards.shape[0], self.size)
            check_length("rewards in a row", rewards.shape[1], self.players)
            came.rewards = &rewards[0, 0]
        return came

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
