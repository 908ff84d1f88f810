/* A small, fast generator for playouts.  Deals that people see come from core/chance.py, never from here. */
#ifndef HEXDECK_RNG_H
#define HEXDECK_RNG_H

#include "machine.h"

typedef struct {
    uint64_t at;
} Rng;

/* SplitMix64, upper half. */
FUNCTION uint32_t next_word(Rng *rng) {
    uint64_t z = rng->at += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

/* For one of many streams.  Seeds must not lie a step of `next_word` apart: such streams are one, and whatever takes
   words from it soon falls in with its neighbour and repeats it. */
FUNCTION uint64_t seed_for(uint64_t seed, uint64_t at) {
    Rng mixed = {seed + at * 0xD1B54A32D192ED03ULL};
    uint64_t upper = next_word(&mixed);
    return upper << 32 | next_word(&mixed);
}

/* From 0 to `limit` - 1, as far up as `word` is of all words. */
FUNCTION int share(uint32_t word, int limit) { return (int)(((uint64_t)word * (uint32_t)limit) >> 32); }

/* A number from 0 to `limit` - 1; the bias is below limit / 2^32. */
FUNCTION int below(Rng *rng, int limit) { return share(next_word(rng), limit); }

#endif
