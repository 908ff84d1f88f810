# What every game's kernel gives (c/kernel.h), and the classes over it that Python sees.

cimport cython
from libc.stdint cimport int16_t, uint32_t

from hexdeck.kernel.network cimport Layered
from hexdeck.kernel.rng cimport Rng

cdef extern from "kernel.h" nogil:
    enum:
        MOST_PLAYERS
        MOST_DRAWN
        MOST_LEGAL
        STATE_WORDS
        WAIT

    ctypedef struct Due:
        int dice
        int sides
        bint by_hand
        int size
        int cards[MOST_DRAWN]

    ctypedef struct Kernel:
        int state_size
        int actions
        double spread
        int habit
        int (*to_move)(const void* state, int* seats) noexcept nogil
        int (*legal)(const void* state, int seat, int* out) noexcept nogil
        bint (*is_legal)(const void* state, int seat, int action) noexcept nogil
        int (*pick)(const void* state, int seat, uint32_t word) noexcept nogil
        int (*choices)(const void* state, int seat, int* out) noexcept nogil
        void (*apply)(void* state, int seat, int action) noexcept nogil
        int (*needs)(const void* state) noexcept nogil
        void (*due)(const void* state, Due* due) noexcept nogil
        void (*resolve)(void* state, const int* outcome, int size) noexcept nogil
        void (*draw)(void* state, Rng* rng) noexcept nogil
        bint (*is_over)(const void* state) noexcept nogil
        int (*rounds_ended)(const void* state) noexcept nogil
        int (*rounds_left)(const void* state) noexcept nogil
        void (*scores)(const void* state, int* out) noexcept nogil
        void (*sample)(const void* info, void* state, Rng* rng) noexcept nogil
        int (*rollout)(const void* state, int seat, Rng* rng) noexcept nogil
        void (*value)(void* state, Rng* rng, double* out) noexcept nogil
        void (*value_after)(void* state, int seat, int action, Rng* rng, double* out) noexcept nogil
        void (*foretell)(const Layered* network, void* state, int seat, Rng* rng, double* out) noexcept nogil

cdef extern from "sight.h" nogil:
    enum:
        MOST_FEATURE_WORDS
        MOST_STEPS

    ctypedef struct Sight:
        int features
        int choices
        void (*look)(
            const void* state, int seat, int style, const int* decided, int count, uint32_t* bits
        ) noexcept nogil
        int (*steps)(const void* state, int seat, int action, int* out) noexcept nogil
        void (*steps_of_all)(const void* state, int seat, const int* actions, int count, int16_t* out) noexcept nogil

    ctypedef struct Remembered:
        int size
        void (*play)(void* state, void* memory, int seat, int action) noexcept nogil
        void (*look)(const void* state, const void* memory, int seat, int style, uint32_t* bits) noexcept nogil


@cython.final
cdef class Story:
    cdef int16_t* numbers
    cdef int count
    cdef int room
    cdef int make_room(self, int room) except -1


cdef class Position:
    cdef const Kernel* kernel
    cdef const Sight* sight  # NULL where the game has none
    cdef const void* seen  # what it looks at
    cdef void* data  # the flat state
    cdef const Remembered* remembered  # NULL where that has all that a seat sees
    cdef void* memories  # else this has the rest
    cdef int players_
    cdef Rng rng  # for `step`
    cdef object begun  # a state of the law where the story begins; options of a new game; a seed for a world
    cdef Story story  # what happened since; copies share it
    cdef int told  # of these numbers are this one's
    cdef int lay_out(self, int players, dict options) except -1
    cdef int read(self, law) except -1
    cdef void play(self, int seat, int action) noexcept
    cdef void take(self, int* outcome, int size) noexcept
    cdef void tidy(self, void* state) noexcept
    cdef int act(self, int seat, int action) except -1
    cdef int happen(self, int* outcome, int size) except -1
    cdef int tell(self, int first, const int* numbers, int size) except -1
    cdef int lengthen(self, int size) except -1
    cdef int draw_all(self) except -1
    cdef bytes flat(self)
    cdef object beside(self)
    cdef object walked(self)


cdef class Knowledge:
    cdef const Kernel* kernel
    cdef const Sight* sight  # NULL where the game has none
    cdef const void* seen  # what it looks at
    cdef const void* info
    cdef readonly int seat  # -1 is a spectator
    cdef readonly int players
    cdef object view
    cdef void remember(self, Position world) noexcept


cdef int draw_due(const Due* due, int* drawn, Rng* rng) noexcept
cdef int check_world(const Kernel* kernel, const void* world, view) except -1
