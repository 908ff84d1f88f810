# What c/rng.h has, for Cython.

from libc.stdint cimport uint32_t, uint64_t

cdef extern from "rng.h" nogil:
    ctypedef struct Rng:
        uint64_t at

    uint32_t next_word(Rng* rng) noexcept
    uint64_t seed_for(uint64_t seed, uint64_t at) noexcept
    int share(uint32_t word, int limit) noexcept
    int below(Rng* rng, int limit) noexcept
