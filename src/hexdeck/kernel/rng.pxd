# A small, fast generator for playouts.  Deals that people see come from chance.py, never from here.

from libc.stdint cimport uint32_t, uint64_t

ctypedef struct Rng:
    uint64_t at


cdef inline uint32_t next_word(Rng* rng) noexcept nogil:
    """SplitMix64, upper half."""
    rng.at += 0x9E3779B97F4A7C15ULL
    cdef uint64_t z = rng.at
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return <uint32_t>((z ^ (z >> 31)) >> 32)


cdef inline int share(uint32_t word, int limit) noexcept nogil:
    """From 0 to `limit` - 1, as far up as `word` is of all words."""
    return <int>((<uint64_t>word * <uint32_t>limit) >> 32)


cdef inline int below(Rng* rng, int limit) noexcept nogil:
    """A number from 0 to `limit` - 1; the bias is below limit / 2^32."""
    return share(next_word(rng), limit)
