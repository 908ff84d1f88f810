# What a game's kernel gives to search and batch stepping: plain C functions over a flat state.

from libc.stdint cimport uint32_t

from hexdeck.kernel.rng cimport Rng

cdef enum:
    MOST_PLAYERS = 12
    MOST_DRAWN = 128  # numbers in one outcome of chance
    MOST_LEGAL = 1300  # actions at once: Skull Queen's planks
    STATE_WORDS = 128  # of eight bytes each: the room for any game's state

# A roll or shuffle that must come next; no dice and no cards where none is due.
ctypedef struct Due:
    int dice
    int sides
    bint by_hand  # people roll real dice
    int size
    int cards[MOST_DRAWN]  # of a shuffle, in any order; equal ones may occur

ctypedef struct Kernel:
    int state_size  # bytes; a state is copied with one memcpy
    int actions  # every action is below this
    double spread  # points that usually lie between players after a round, for utilities
    int habit  # of eight choices of rivals in a search that `rollout` makes, however much the tree knows
    # Who must choose, into `seats`; 0 when chance is due or the game is over.
    int (*to_move)(const void* state, int* seats) noexcept nogil
    # The legal actions of `seat`, ascending, into `out`.
    int (*legal)(const void* state, int seat, int* out) noexcept nogil
    # Whether it is one of them; the action may be any number, the seat must be one of the table.
    bint (*is_legal)(const void* state, int seat, int action) noexcept nogil
    # One of them, each by an equal part of all words.
    int (*pick)(const void* state, int seat, uint32_t word) noexcept nogil
    # Those of them that a search should look at.
    int (*choices)(const void* state, int seat, int* out) noexcept nogil
    # Play; trusts its caller.
    void (*apply)(void* state, int seat, int action) noexcept nogil
    # Which shuffle or roll is due, by its number in the game's `WHAT`; 0 is none.
    int (*needs)(const void* state) noexcept nogil
    # The same with all that can come of it, in the law's numbers.
    void (*due)(const void* state, Due* due) noexcept nogil
    # Take what came of it; trusts its caller.
    void (*resolve)(void* state, const int* outcome, int size) noexcept nogil
    # Draw what is due.
    void (*draw)(void* state, Rng* rng) noexcept nogil
    bint (*is_over)(const void* state) noexcept nogil
    # Rounds that have ended: a search looks no further than to the end of the present one.
    int (*rounds_ended)(const void* state) noexcept nogil
    int (*rounds_left)(const void* state) noexcept nogil
    # The scores of all seats into `out`.
    void (*scores)(const void* state, int* out) noexcept nogil
    # A state that agrees with `info`, into `state`.
    void (*sample)(const void* info, void* state, Rng* rng) noexcept nogil
    # A quick, sensible choice for playouts, from what the seat could know.
    int (*rollout)(const void* state, int seat, Rng* rng) noexcept nogil
    # Play on, and tell what that came to for each seat, from 0 to 1; or NULL, and a search plays on by `rollout`.
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
