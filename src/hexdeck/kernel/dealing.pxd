# What c/dealing.h has, for Cython.

from libc.stdint cimport int8_t, uint8_t

from hexdeck.kernel.rng cimport Rng

cdef extern from "dealing.h" nogil:
    enum:
        MOST_CARDS
        MOST_HOLDERS
        MOST_KINDS

    ctypedef struct Hidden:
        int8_t cards[MOST_CARDS]
        int8_t kinds[MOST_CARDS]
        int count
        int holders
        uint8_t room[MOST_HOLDERS]
        uint8_t may_hold[MOST_HOLDERS]
        bint is_free

    bint deal_hidden(const Hidden* hidden, int8_t* holds, Rng* rng) noexcept
