/* The table of Vampire Queen: all that the rules ask for.  The rules are docs/rules/vampire_queen.md. */
#ifndef HEXDECK_VAMPIRE_QUEEN_TABLE_H
#define HEXDECK_VAMPIRE_QUEEN_TABLE_H

#include "piles.h"

enum {
    SEATS = 12,
    UNBEATABLE = 14, /* [VQ7] */
    FORCED = 99,     /* above every value: who must pass in a slayer round takes the cards [VQ9] */
    NOBODY = -1,
    /* Actions: by value, by number of vampires, by number of queens that help; then queens alone, slayers, the pass. */
    OF_VALUE = 40,
    OF_NUMBER = 5,
    QUEENS_ALONE = 520,
    LEAD_SLAYER = 524,
    PASS = 526,
    ACTIONS = 527
};

/* What chance owes. */
enum { NOTHING, SLAYER, DEAL };

typedef struct {
    Pile hands[SEATS];
    Pile left_over;
    Pile lying; /* the cards of this round */
    int16_t scores[SEATS];
    uint16_t empty; /* bits: seats without a card */
    int8_t players;
    int8_t phases;
    int8_t phase;
    int8_t turn;
    int8_t in_round; /* how many had their turn */
    int8_t number;   /* of cards to play in this round [VQ4] */
    int8_t highest;  /* value on the table */
    int8_t leader;   /* who starts the next round, as things lie */
    int8_t hunting;  /* the slayer that leads this round, 0 in a normal one */
    int8_t barred;   /* the slayer that may not be led, or 0 [VQ8] */
    int8_t needs;
    int8_t over;
} Table;

typedef struct {
    int slot; /* of its vampires, or of queens alone, or of a slayer */
    int count;
    int queens; /* that help */
} Play;

FUNCTION void start(Table *table, int players, int phases) {
    memset(table, 0, sizeof(Table));
    table->players = (int8_t)players;
    table->phases = (int8_t)phases;
    table->needs = SLAYER;
}

/* The cards of an action that is not the pass. */
FUNCTION Play cards_of(int action) {
    Play play = {QUEEN, 1, 0};
    if (action < QUEENS_ALONE) {
        play.slot = action / OF_VALUE;
        int rest = action - play.slot * OF_VALUE;
        play.count = rest / OF_NUMBER + 1;
        play.queens = rest - (play.count - 1) * OF_NUMBER;
    } else if (action < LEAD_SLAYER) {
        play.count = action - QUEENS_ALONE + 1;
    } else {
        play.slot = action - LEAD_SLAYER + SLAYER_15;
    }
    return play;
}

/* The action that plays them. */
FUNCTION int set_of(int slot, int vampires, int queens) {
    return slot * OF_VALUE + (vampires - 1) * OF_NUMBER + queens;
}

/* Clear what earlier moves left here and no rule reads any more, so that equal tables have equal bytes. */
FUNCTION void tidy(Table *table) {
    if (!table->in_round) table->number = table->highest = table->leader = 0;
    if (!table->phase) table->empty = 0;
}

#endif
