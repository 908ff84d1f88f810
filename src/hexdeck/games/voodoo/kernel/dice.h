/* Dice of Voodoo: six counts in one number, a hexadecimal digit for each face.  Bits of sets besides. */
#ifndef HEXDECK_VOODOO_DICE_H
#define HEXDECK_VOODOO_DICE_H

#include "cards.h"

enum {
    FACES = 6,
    MOST_DICE = 6,
    ONE_EACH = 0x111111,
    TOP_BITS = 0x888888 /* of every digit */
};

FUNCTION uint64_t bit(int card) { return (uint64_t)1 << card; }

FUNCTION int nth_bit(uint64_t bits, int at) {
    for (; at; at--) bits &= bits - 1;
    return lowest_wide(bits);
}

FUNCTION uint32_t die(int face) { return 1u << 4 * face; }

FUNCTION int dice_in(uint32_t dice) { return dice * ONE_EACH >> 20 & 15; }

FUNCTION int count_of(uint32_t dice, int face) { return dice >> 4 * face & 15; }

/* The highest bit of every count that is not 0. */
FUNCTION uint32_t faces_in(uint32_t dice) { return (dice + 7 * ONE_EACH) & TOP_BITS; }

/* The highest bit of every count above 1. */
FUNCTION uint32_t doubles_in(uint32_t dice) { return (dice + 6 * ONE_EACH) & TOP_BITS; }

FUNCTION int nth_face(uint32_t faces, int at) { return nth_bit(faces, at) >> 2; }

/* Whether there are at least `some` of every face. */
FUNCTION bool has_dice(uint32_t dice, uint32_t some) { return ((dice + TOP_BITS - some) & TOP_BITS) == TOP_BITS; }

/* Every curse that the dice pay for [VO5]. */
FUNCTION uint64_t payable(uint32_t dice) {
    static const uint64_t paid[FACES + 1][MOST_DICE + 1] = {
        PAID_BY(0), PAID_BY(1), PAID_BY(2), PAID_BY(3), PAID_BY(4), PAID_BY(5), PAID_BY(6),
    };
    uint64_t curses = paid[FACES][dice_in(dice)];
    for (int face = 0; face < FACES; face++) curses &= paid[face][count_of(dice, face)];
    return curses;
}

#endif
