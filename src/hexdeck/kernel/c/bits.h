/* Features as rows of bits: what a network sees of a position. */
#ifndef HEXDECK_BITS_H
#define HEXDECK_BITS_H

#include "machine.h"

FUNCTION void put(uint32_t *bits, int at) { bits[at >> 5] |= 1u << (at & 31); }

/* Sixteen bits at once; `at` is a multiple of 16. */
FUNCTION void put_row(uint32_t *bits, int at, uint32_t row) { bits[at >> 5] |= row << (at & 31); }

/* One of `size` places, the last also for all that lies beyond. */
FUNCTION void put_one(uint32_t *bits, int at, int size, int number) {
    put(bits, at + (number < size ? number : size - 1));
}

/* The lowest `size` bits of `field` and no others; at most 32.  Nothing branches that is not known when this is
   compiled, for a processor cannot foresee what cards decide. */
FUNCTION void put_field(uint32_t *bits, int at, int size, uint32_t field) {
    uint64_t wide = (uint64_t)field << (at & 31);
    bits[at >> 5] |= (uint32_t)wide;
    if ((at & 31) + size > 32) bits[(at >> 5) + 1] |= (uint32_t)(wide >> 32);
}

/* The same with 33 to 64 bits. */
FUNCTION void put_wide(uint32_t *bits, int at, int size, uint64_t field) {
    put_field(bits, at, 32, (uint32_t)field);
    put_field(bits, at + 32, size - 32, (uint32_t)(field >> 32));
}

/* The lowest `number` of `size` bits, at most 32; none below 0. */
FUNCTION uint32_t up_to(int size, int number) {
    int count = number < 0 ? 0 : number < size ? number : size;
    return (uint32_t)((1ull << count) - 1);
}

/* A thermometer: the first `number` of `size` bits, at most 32. */
FUNCTION void put_up_to(uint32_t *bits, int at, int size, int number) {
    put_field(bits, at, size, up_to(size, number));
}

/* A thermometer with marks: a bit for each mark that `number` reaches; at most 32. */
FUNCTION void put_marks(uint32_t *bits, int at, const int8_t *marks, int size, int number) {
    uint32_t field = 0;
    for (int place = 0; place < size; place++) field |= (uint32_t)(number >= marks[place]) << place;
    put_field(bits, at, size, field);
}

#endif
