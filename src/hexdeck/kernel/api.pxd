# What every game's kernel gives (c/kernel.h), and the classes over it that Python sees.

from libc.stdint cimport uint32_t

from hexdeck.kernel.rng cimport Rng

cdef extern from "kernel.h" nogil:
    enum:
        MOST_PLAYERS
        MOST_DRAWN
        MOST_LEGAL
        STATE_WORDS

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


cdef class Knowledge:
    cdef const Kernel* kernel
    cdef const void* info
    cdef readonly int seat  # -1 is a spectator
    cdef readonly int players


cdef class Position:
    cdef const Kernel* kernel
    cdef void* data  # the flat state
    cdef int players_
    cdef Rng rng  # for `step`
    cdef void play(self, int seat, int action) noexcept
    cdef void take(self, int* outcome, int size) noexcept
    cdef void draw_all(self) noexcept


cdef int check_world(const Kernel* kernel, const void* world, view) except -1
