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

/* A thermometer: the first `number` of `size` bits. */
FUNCTION void put_up_to(uint32_t *bits, int at, int size, int number) {
    for (int place = 0; place < number && place < size; place++) put(bits, at + place);
}

/* A thermometer with marks: a bit for each mark that `number` reaches. */
FUNCTION void put_marks(uint32_t *bits, int at, const int8_t *marks, int size, int number) {
    for (int place = 0; place < size; place++)
        if (number >= marks[place]) put(bits, at + place);
}

#endif
