/* Voodoo Prince: docs/rules/voodoo_prince.md; [VP4] names a paragraph there.

   A card is colour * 16 + value; a colour's cards are the bits of 16. */
#ifndef HEXDECK_VOODOO_PRINCE_TABLE_H
#define HEXDECK_VOODOO_PRINCE_TABLE_H

#include "machine.h"

enum {
    SEATS = 5,
    COLORS = 5,
    VALUES = 16,
    NAME_TRUMP = 80,
    ACTIONS = 85,
    UNNAMED = -1,
    NO_TRUMP = -2,
    SPLITTERS = 1 << 5 | 1 << 7, /* [VP8] */
    ENOUGH = 20,                 /* [VP13] */
    PATIENCE = 50                /* [VP-R12] */
};

enum { NOTHING, DEALER, TRUMP, DEAL }; /* what chance owes */

typedef struct {
    uint16_t hands[SEATS][COLORS];
    uint16_t played[SEATS][COLORS]; /* this round */
    uint16_t undealt[COLORS];
    uint16_t lying[COLORS]; /* the trick on the table */
    int8_t trick[SEATS];    /* its cards in the order played */
    int8_t trick_by[SEATS];
    int8_t last_trick[SEATS];
    int8_t last_by[SEATS];
    int8_t left[SEATS];   /* first leaver first */
    uint8_t voids[SEATS]; /* bits: colours shown not to be held [VP12] */
    uint8_t sizes[SEATS]; /* of the hands */
    uint8_t tricks[SEATS];
    int16_t points[SEATS];
    int16_t scores[SEATS];
    int8_t players;
    int8_t rounds;
    int8_t marshmallow;
    int8_t low;
    int8_t top;
    int8_t hand;
    int8_t goal;
    int8_t round;
    int8_t turn;
    int8_t trump;
    int8_t in_trick;
    int8_t in_last;
    int8_t gone;     /* players who left the round */
    uint8_t playing; /* bits */
    int8_t needs;
    int8_t over;
} Table;

FUNCTION void start(Table *table, int players, int rounds, bool marshmallow) {
    /* [VP1] and [VP13], by number of players: lowest value, highest, hand, goal. */
    static const int8_t PRINCE[SEATS + 1][4] = {
        {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 10, 13, 7}, {0, 10, 13, 4}, {0, 12, 13, 3}, {0, 15, 14, 3}};
    static const int8_t MARSHMALLOW[SEATS + 1][4] = {
        {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 12, 12, 6}, {1, 12, 12, 4}, {1, 12, 12, 3}, {1, 12, 12, 3}};
    const int8_t *setup = marshmallow ? MARSHMALLOW[players] : PRINCE[players];
    memset(table, 0, sizeof(Table));
    table->players = (int8_t)players;
    table->rounds = (int8_t)rounds;
    table->marshmallow = marshmallow;
    table->low = setup[0];
    table->top = setup[1];
    table->hand = setup[2];
    table->goal = setup[3];
    table->trump = UNNAMED;
    table->playing = (uint8_t)((1 << players) - 1);
    table->needs = DEALER;
}

/* Clear what earlier moves left here and no rule reads any more, so that equal tables have equal bytes. */
FUNCTION void tidy(Table *table) {
    for (int at = table->in_trick; at < SEATS; at++) table->trick[at] = table->trick_by[at] = 0;
    for (int at = table->in_last; at < SEATS; at++) table->last_trick[at] = table->last_by[at] = 0;
    for (int at = table->gone; at < SEATS; at++) table->left[at] = 0;
}

#endif
