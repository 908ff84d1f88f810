/* Cards of Vampire Queen.  Equal ones are counted, not told apart: a pile is 16 counts, by slots.

   Slots 0 to 12 are the vampires 1 to 13, 13 the queens, 14 and 15 the slayers 15 and 20.  As two words a pile is
   added, or searched, eight counts at once (the first count is the lowest byte). */
#ifndef HEXDECK_VAMPIRE_QUEEN_PILES_H
#define HEXDECK_VAMPIRE_QUEEN_PILES_H

#include "machine.h"

enum {
    DECK = 108, /* cards that are dealt [VQ1] */
    SLOTS = 16,
    QUEEN = 13, /* a slot */
    SLAYER_15 = 14,
    SLAYER_20 = 15,
    VAMPIRES = 0x1FFF, /* bits: their slots */
    COPIES = 8,        /* [VQ1] */
    QUEENS = 4
};

#define ONES 0x0101010101010101ULL           /* a 1 in every count */
#define HIGH 0x8080808080808080ULL           /* the bit of every count that no count reaches */
#define DIAGONAL 0x0102040810204080ULL       /* gathers the lowest bits of eight counts in the highest byte */
#define UPPER_VAMPIRES 0x000000FFFFFFFFFFULL /* in the second word of a pile */
#define NOT_SLAYERS 0x0000FFFFFFFFFFFFULL

typedef union {
    uint8_t counts[SLOTS];
    uint64_t words[2];
} Pile;

FUNCTION int smaller(int one, int other) { return one < other ? one : other; }
FUNCTION int larger(int one, int other) { return one > other ? one : other; }

/* What a card of `slot` costs, which is also its name in the law [VQ10]. */
FUNCTION int points_of(int slot) { return slot == SLAYER_20 ? 20 : slot + 1; }

FUNCTION void add(Pile *pile, int slot, int count) { pile->words[slot >> 3] += (uint64_t)count << ((slot & 7) << 3); }

FUNCTION void take_away(Pile *pile, int slot, int count) {
    pile->words[slot >> 3] -= (uint64_t)count << ((slot & 7) << 3);
}

FUNCTION void add_pile(Pile *pile, const Pile *other) {
    pile->words[0] += other->words[0];
    pile->words[1] += other->words[1];
}

FUNCTION void clear(Pile *pile) { pile->words[0] = pile->words[1] = 0; }

FUNCTION bool is_empty(const Pile *pile) { return (pile->words[0] | pile->words[1]) == 0; }

FUNCTION bool has_only_slayers(const Pile *pile) { return (pile->words[0] | (pile->words[1] & NOT_SLAYERS)) == 0; }

FUNCTION int count_vampires(const Pile *pile) {
    return (int)(pile->words[0] * ONES >> 56) + (int)((pile->words[1] & UPPER_VAMPIRES) * ONES >> 56);
}

/* Bits: the slots of vampires of which `hand` has `count` or more. */
FUNCTION uint32_t with_at_least(const Pile *hand, int count) {
    uint64_t missing = (uint64_t)(128 - count) * ONES;
    uint64_t low = ((hand->words[0] + missing) & HIGH) >> 7;
    uint64_t high = ((hand->words[1] + missing) & HIGH) >> 7;
    return (uint32_t)((low * DIAGONAL) >> 56 | (high * DIAGONAL) >> 56 << 8) & VAMPIRES;
}

#endif
