/* Voodoo Prince: tables that agree with what a seat has seen. */
#ifndef HEXDECK_VOODOO_PRINCE_WORLDS_H
#define HEXDECK_VOODOO_PRINCE_WORLDS_H

#include "dealing.h"
#include "table.h"

typedef struct {
    Table table; /* with the hands that are known */
    Hidden hidden;
} Info;

FUNCTION void sample(const void *info, void *state, Rng *rng) {
    const Info *known = (const Info *)info;
    Table *table = (Table *)state;
    int8_t holds[MOST_CARDS];
    *table = known->table;
    deal_hidden(&known->hidden, holds, rng);
    for (int at = 0; at < known->hidden.count; at++) {
        int card = known->hidden.cards[at];
        uint16_t *cards = holds[at] == table->players ? table->undealt : table->hands[holds[at]];
        cards[card >> 4] |= 1 << (card & 15);
    }
}

#endif
