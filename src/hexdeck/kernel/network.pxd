# Networks in C (c/network.h), and the class over them that Python sees.

from libc.stdint cimport uint32_t

cdef extern from "network.h" nogil:
    enum:
        MOST_LAYERS
        MOST_UNITS

    ctypedef struct Layered "Network":
        int layers
        int units[MOST_LAYERS]
        int inputs
        int outputs
        const float* weights[MOST_LAYERS + 1]
        const float* biases[MOST_LAYERS + 1]

    ctypedef struct Sums:
        pass

    void think(const Layered* network, const uint32_t* bits, float* out) noexcept
    float liking(const Layered* network, const float* thought, int choice) noexcept


cdef class Network:
    cdef Layered layered
    cdef float* floats
