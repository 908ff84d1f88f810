# Numbers from outside, checked before they become an index into anything.

from cpython.long cimport PyLong_AsLongAndOverflow
from libc.stdint cimport uint64_t

cdef enum:
    NO_NUMBER = -1  # nobody's seat, no action, no card


cdef inline int whole(number) except? NO_NUMBER:
    """A whole number as C has it; NO_NUMBER where it is too large to mean anything, TypeError where it is none."""
    cdef int overflow = 0
    cdef long value = PyLong_AsLongAndOverflow(number, &overflow)
    return NO_NUMBER if overflow or not -0x7FFFFFFF <= value <= 0x7FFFFFFF else <int>value


cdef inline int within(number, int limit) except NO_NUMBER:
    """A number from 0 to `limit` - 1, or ValueError."""
    cdef int value = whole(number)
    if not 0 <= value < limit:
        raise ValueError(f"{number!r} is not from 0 to below {limit}")
    return value


cdef inline uint64_t bits_within(numbers, int limit) except? 1:
    """The bits of numbers from 0 to `limit` - 1, or ValueError."""
    cdef uint64_t bits = 0
    for number in numbers:
        bits |= <uint64_t>1 << within(number, limit)
    return bits
