# cython: language_level=3
"""Networks in C: what a seat sees as bits, and how much a network likes each of its choices."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from hexdeck.core.errors import PositionRefused
from hexdeck.core.features import STYLES
from hexdeck.kernel.api cimport MOST_FEATURE_WORDS, MOST_STEPS, Knowledge, Position, Sight
from hexdeck.kernel.reading cimport within


cdef list bits_in(const uint32_t* bits, int count):
    return [at for at in range(count) if bits[at >> 5] >> (at & 31) & 1]


cdef const Sight* sight_of(const Sight* sight) except NULL:
    if sight == NULL:
        raise PositionRefused("no network sees this game: its kernel has no features")
    return sight


cdef int look(const Sight* sight, const void* seen, int seat, style, decided, uint32_t* bits) except -1:
    cdef int[MOST_STEPS] made
    cdef int count = within(len(decided), MOST_STEPS), at
    for at in range(count):
        made[at] = within(decided[at], sight.choices)
    sight.look(seen, seat, within(style, len(STYLES)), made, count, bits)
    return 0


def features(Knowledge knowledge not None, style, decided=()):
    """The features that are set, as numbers in ascending order; `decided` are choices of its next action."""
    cdef uint32_t[MOST_FEATURE_WORDS] bits
    cdef const Sight* sight = sight_of(knowledge.sight)
    look(sight, knowledge.seen, within(knowledge.seat, knowledge.players), style, decided, bits)
    return bits_in(bits, sight.features)


def features_of(Position position not None, seat, style, decided=()):
    """The same for a seat of a whole state."""
    cdef uint32_t[MOST_FEATURE_WORDS] bits
    cdef const Sight* sight = sight_of(position.sight)
    look(sight, position.seen, within(seat, position.players_), style, decided, bits)
    return bits_in(bits, sight.features)


def steps(Knowledge knowledge not None, actions):
    """For each of the seat's actions the choices that make it up, by the network's numbers."""
    cdef int[MOST_STEPS] made
    cdef const Sight* sight = sight_of(knowledge.sight)
    cdef int seat = within(knowledge.seat, knowledge.players), count, at
    found = []
    for action in actions:
        count = sight.steps(knowledge.seen, seat, within(action, knowledge.kernel.actions), made)
        found.append(tuple([made[at] for at in range(count)]))
    return found


def steps_of(Position position not None, seat, actions):
    """The same for a seat of a whole state."""
    cdef int[MOST_STEPS] made
    cdef const Sight* sight = sight_of(position.sight)
    cdef int chair = within(seat, position.players_), count, at
    found = []
    for action in actions:
        count = sight.steps(position.seen, chair, within(action, position.kernel.actions), made)
        found.append(tuple([made[at] for at in range(count)]))
    return found


cdef class Network:
    """Layers of weights, each as floats in a buffer of bytes: a row for each input, of the last for each output."""

    def __cinit__(self, sizes, layers):
        """`sizes` from the inputs to the outputs; `layers` pairs of weights and biases."""
        cdef Py_ssize_t total = 0, at = 0
        cdef const float[::1] values
        cdef int layer
        if not 3 <= len(sizes) <= MOST_LAYERS + 2 or len(layers) != len(sizes) - 1:
            raise ValueError("a network has at least one hidden layer, and weights for each step")
        if sizes[0] > 32 * MOST_FEATURE_WORDS or max(sizes[1:-1]) > MOST_UNITS:
            raise ValueError("the network is too wide")
        for number, (weights, biases) in enumerate(layers):
            if len(weights) != sizes[number] * sizes[number + 1] or len(biases) != sizes[number + 1]:
                raise ValueError(f"layer {number} does not have the weights that it should")
            total += len(weights) + len(biases)
        self.floats = <float*>PyMem_Malloc(total * sizeof(float))
        if self.floats == NULL:
            raise MemoryError("no memory for a network")
        self.layered.inputs, self.layered.outputs = sizes[0], sizes[-1]
        self.layered.layers = len(sizes) - 2
        for layer in range(self.layered.layers):
            self.layered.units[layer] = sizes[layer + 1]
        for layer in range(self.layered.layers + 1):
            weights, biases = layers[layer]
            values = weights
            memcpy(self.floats + at, &values[0], values.shape[0] * sizeof(float))
            self.layered.weights[layer] = self.floats + at
            at += values.shape[0]
            values = biases
            memcpy(self.floats + at, &values[0], values.shape[0] * sizeof(float))
            self.layered.biases[layer] = self.floats + at
            at += values.shape[0]

    def __dealloc__(self):
        PyMem_Free(self.floats)

    def likings(self, Knowledge knowledge not None, choices, style, decided=()):
        """How much the seat likes each of these choices, after those it has decided: logits, in their order.

        Of a network that likes no choices but says what a table is worth: these of its outputs.
        """
        cdef uint32_t[MOST_FEATURE_WORDS] bits
        cdef float[MOST_UNITS] thought
        cdef const Sight* sight = sight_of(knowledge.sight)
        if sight.features != self.layered.inputs:
            raise PositionRefused("this network was made for another game")
        look(sight, knowledge.seen, within(knowledge.seat, knowledge.players), style, decided, bits)
        think(&self.layered, bits, thought)
        return [liking(&self.layered, thought, within(choice, self.layered.outputs)) for choice in choices]
