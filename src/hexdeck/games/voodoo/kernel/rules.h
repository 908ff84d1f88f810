/* The rules of Voodoo in C: a second, independent writing of docs/rules/voodoo.md for search and training.

   Curses and permanent curses are bits of 64 by their number, artefacts by their effect, dice six counts in one number.
   legal.h says what can be done, turn.h what that does, chance.h what comes by chance. */
#ifndef HEXDECK_VOODOO_RULES_H
#define HEXDECK_VOODOO_RULES_H

#include "chance.h"
#include "legal.h"

FUNCTION int to_move(const void *state, int *seats) {
    const Table *table = (const Table *)state;
    int count = 0;
    if (table->needs || table->over) return 0;
    uint32_t waiting = table->called == NOBODY ? 1u << table->turn : judges(table);
    for (; waiting; waiting &= waiting - 1) seats[count++] = lowest(waiting);
    return count;
}

FUNCTION int first_to_move(const Table *table) {
    return table->called == NOBODY ? table->turn : lowest(judges(table));
}

FUNCTION int is_over(const void *state) { return ((const Table *)state)->over; }

/* A round is a turn of each player. */
FUNCTION int rounds_ended(const void *state) {
    const Table *table = (const Table *)state;
    return table->turns / table->players;
}

FUNCTION int rounds_left(const void *state) {
    const Table *table = (const Table *)state;
    return table->over ? 0 : (PATIENCE * table->players - table->turns) / table->players;
}

FUNCTION void scores(const void *state, int *out) {
    const Table *table = (const Table *)state;
    for (int seat = 0; seat < table->players; seat++) out[seat] = table->scores[seat];
}

FUNCTION int pick(const void *state, int seat, uint32_t word) {
    int actions[MOST_LEGAL];
    return actions[share(word, legal(state, seat, actions))];
}

#endif
