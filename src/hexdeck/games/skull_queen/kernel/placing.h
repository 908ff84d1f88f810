/* Skull Queen: the placings that are worth a thought. */
#ifndef HEXDECK_SKULL_QUEEN_PLACING_H
#define HEXDECK_SKULL_QUEEN_PLACING_H

#include "best_spaces.h"
#include "rules.h"

enum {
    MOST_CHOICES = 24, /* placings that a search looks at */
    MIDDLE = 312       /* a placing: every pirate on the third space */
};

FUNCTION int put_new(int *out, int count, int placing) {
    for (int at = 0; at < count; at++)
        if (out[at] == placing) return count;
    out[count] = placing;
    return count + 1;
}

/* The plank that promises most, those one step off, all one up or down, and all on the middle. */
FUNCTION int put_placings(const Table *table, int seat, int side, int *out) {
    int spaces[COLORS], best = PLACE + side * ONE_SIDE, count = 1;
    for (int color = 0; color < COLORS; color++) {
        uint32_t values = (uint32_t)(table->hands[seat] >> color * VALUES & 0xFFF);
        spaces[color] = best_spaces(table->players, values) >> 3 * side & 7;
        best += spaces[color] * weight(color);
    }
    int up = best, down = best;
    out[0] = best;
    for (int color = 0; color < COLORS; color++) {
        if (spaces[color] > 0) {
            out[count++] = best - weight(color);
            up -= weight(color);
        }
        if (spaces[color] < SPACES - 1) {
            out[count++] = best + weight(color);
            down += weight(color);
        }
    }
    count = put_new(out, count, up);
    count = put_new(out, count, down);
    return put_new(out, count, PLACE + side * ONE_SIDE + MIDDLE);
}

FUNCTION int sensible_placings(const Table *table, int seat, int *out) {
    int count = put_placings(table, seat, 0, out);
    return count + put_placings(table, seat, 1, out + count);
}

FUNCTION int choices(const void *state, int seat, int *out) {
    const Table *table = (const Table *)state;
    if (table->placed || !may_act(table, seat)) return legal(state, seat, out);
    return sensible_placings(table, seat, out);
}

#endif
