/* Voodoo Prince in small, for the engine: two colours, two players, hands of three.  All rules are the game's own. */
#ifndef HEXDECK_TINY_TRAINING_H
#define HEXDECK_TINY_TRAINING_H

#define begin_place begin_usual_place
#define draw_at draw_usually_at
#include "voodoo_prince/kernel/training.h"
#undef begin_place
#undef draw_at

enum { TINY_COLORS = 2, TINY_TOP = 3, TINY_HAND = 3, TINY_GOAL = 2, TINY_CARDS = TINY_COLORS * (TINY_TOP + 1) };

FUNCTION void begin_place(Place *place, int players, const int *options) {
    begin_usual_place(place, players, options);
    place->table.top = TINY_TOP;
    place->table.hand = TINY_HAND;
    place->table.goal = TINY_GOAL;
}

FUNCTION void draw_at(Place *place, Rng *rng) {
    Table *table = &place->table;
    int deck[TINY_CARDS], trump = below(rng, TINY_COLORS);
    if (table->needs == TRUMP) {
        resolve(table, &trump, 1);
    } else if (table->needs == DEAL) {
        for (int at = 0; at < TINY_CARDS; at++) deck[at] = at / (TINY_TOP + 1) * VALUES + at % (TINY_TOP + 1);
        for (int at = TINY_CARDS - 1; at > 0; at--) {
            int other = below(rng, at + 1), card = deck[at];
            deck[at] = deck[other];
            deck[other] = card;
        }
        deal(table, deck, TINY_CARDS);
    } else {
        draw_usually_at(place, rng);
    }
}

#endif
