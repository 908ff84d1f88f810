/* Skull Queen: docs/rules/skull_queen.md; [SQ4] names a paragraph there.

   A card is colour * 12 + value - 1, then come Monkey and First Mate; a set of cards is the bits of one word. */
#ifndef HEXDECK_SKULL_QUEEN_TABLE_H
#define HEXDECK_SKULL_QUEEN_TABLE_H

#include "machine.h"

enum {
    SEATS = 6,
    COLORS = 4,
    VALUES = 12,
    MONKEY = 48,
    MATE = 49,
    CARDS = 50,
    PLACE = 50, /* the first way to place; below it, an action is the card to play */
    SPACES = 5,
    ONE_SIDE = 625, /* ways to place on a side of the plank */
    ACTIONS = PLACE + 2 * ONE_SIDE,
    OVERBOARD = -1,
    UNASKED = -1,
    GHOST = 2,
    STACK = 14
};

enum { NOTHING, DEALER, DEAL }; /* what chance owes */

typedef struct {
    uint64_t hands[SEATS]; /* a card chosen in secret is still here */
    uint64_t centre;
    uint64_t lying;          /* the cards played to the trick */
    uint64_t gone;           /* this round [SQ10] */
    uint64_t last_gone;      /* with the last trick */
    int8_t played_by[CARDS]; /* this round; -1 is nobody */
    int8_t stack[STACK];     /* the ghost's, its top card first [SQ12] */
    int8_t trick[SEATS];     /* its cards in the order played */
    int8_t last_trick[SEATS];
    int8_t spaces[SEATS][COLORS]; /* where each pirate stands, 0 is the narrow top */
    int8_t sides[SEATS];          /* of the planks */
    uint8_t voids[SEATS];         /* bits: colours shown not to be held [SQ13] */
    int16_t choices[SEATS];       /* made in secret, by those of `chosen` */
    int16_t scores[SEATS];
    int8_t points[SEATS][SEATS]; /* by round and seat */
    uint8_t chosen;              /* bits */
    int8_t players;
    int8_t round;
    int8_t dealer;
    int8_t turn;  /* who leads or plays next; of two players, the one after the dealer */
    int8_t asked; /* the trick colour */
    int8_t in_trick;
    int8_t in_last;
    int8_t turned; /* cards of the stack that are gone from it */
    int8_t placed; /* planks are revealed */
    int8_t needs;
    int8_t over;
} Table;

typedef struct {
    int8_t low; /* the lowest value of each colour */
    int8_t top; /* the highest */
    int8_t hand;
} Setup;

/* [SQ1] */
FUNCTION Setup setup_for(int players) {
    static const Setup setups[SEATS - 1] = {{2, 11, 14}, {2, 11, 14}, {1, 12, 12}, {1, 12, 10}, {1, 12, 8}};
    return setups[players - 2];
}

/* What a space of each pirate adds to a placing. */
FUNCTION int weight(int color) {
    static const uint8_t weights[COLORS] = {125, 25, 5, 1};
    return weights[color];
}

FUNCTION uint64_t only(int card) { return (uint64_t)1 << card; }

FUNCTION uint64_t suit(int color) { return (uint64_t)0xFFF << color * VALUES; }

FUNCTION uint64_t wild(void) { return only(MONKEY) | only(MATE); }

/* 0 for the Monkey, 13 for the First Mate [SQ1, SQ6]. */
FUNCTION int value_of(int card) {
    static const int8_t values[CARDS] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1,
                                         2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13};
    return values[card];
}

/* Points of a space [SQ2]. */
FUNCTION int printed(int side, int space) {
    static const int8_t points[2][SPACES] = {{8, 5, 3, 2, 1}, {1, 2, 3, 5, 8}};
    return points[side][space];
}

FUNCTION void start(Table *table, int players) {
    memset(table, 0, sizeof(Table));
    memset(table->played_by, -1, sizeof table->played_by);
    table->players = (int8_t)players;
    table->asked = UNASKED;
    table->turned = STACK;
    table->needs = DEALER;
}

/* Clear what earlier moves left here and no rule reads any more, so that equal tables have equal bytes. */
FUNCTION void tidy(Table *table) {
    for (int at = table->in_trick; at < SEATS; at++) table->trick[at] = 0;
    for (int at = table->in_last; at < SEATS; at++) table->last_trick[at] = 0;
    for (int at = 0; at < table->turned; at++) table->stack[at] = 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (!(table->chosen >> seat & 1)) table->choices[seat] = 0;
    if (!table->placed) {
        memset(table->spaces, 0, sizeof table->spaces);
        memset(table->sides, 0, sizeof table->sides);
    }
}

#endif
