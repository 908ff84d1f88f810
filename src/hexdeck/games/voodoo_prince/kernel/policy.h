/* Voodoo Prince: what playouts choose. */
#ifndef HEXDECK_VOODOO_PRINCE_POLICY_H
#define HEXDECK_VOODOO_PRINCE_POLICY_H

#include "rules.h"

enum {
    SAFETY = 8,    /* tenths: how likely who waits is not left over */
    THOUGHTFUL = 5 /* eighths of the choices in a playout that are not random */
};

/* How high a card stands: its value, and all trumps above it. */
FUNCTION int strength(const Table *table, int card) {
    return (card & 15) + (card >> 4 == table->trump ? VALUES : 0);
}

/* Whether a seat with one trick to go gains by leaving now, and not next to last. */
FUNCTION bool wants_to_leave(const Table *table, int seat) {
    int most = 0, growth = 0, now = 0;
    for (int rival = 0; rival < table->players; rival++) {
        if (rival == seat) continue;
        now += table->tricks[rival];
        if (table->playing >> rival & 1) {
            int missing = table->goal - table->tricks[rival];
            growth += missing;
            if (missing > most) most = missing;
        }
    }
    return 10 * now >= SAFETY * (now + growth - most) + (10 - SAFETY) * table->tricks[seat];
}

/* Late, but not last [VP, what good players know]. */
FUNCTION bool wants_tricks(const Table *table, int seat) {
    int still = table->players - table->gone, missing = table->goal - table->tricks[seat];
    if (table->players == 2) {
        if (table->tricks[1 - seat] >= table->goal - 2) return missing <= 3;
        return missing <= 2 && table->tricks[1 - seat] >= 4;
    }
    if (still == 2) return true;
    return missing > 1 ? still <= 3 : wants_to_leave(table, seat);
}

/* Of the card that takes the trick as it lies, in the terms of `strength`; off-colour cards never take it. */
FUNCTION int table_strength(const Table *table) {
    int color = winning_color(table);
    return strength(table, color * VALUES + highest(table->lying[color]));
}

/* A card that takes the trick when tricks are wanted, the highest while others can still beat it; else the lowest
   that does not; else the lowest of all. */
FUNCTION int thoughtful_card(const Table *table, int seat) {
    int cards[ACTIONS], count = legal(table, seat, cards);
    int best = 0, most = -100, to_beat = -1, led = -1;
    bool wanted = wants_tricks(table, seat), is_last = table->in_trick + table->gone + 1 == table->players;
    if (table->in_trick) {
        to_beat = table_strength(table);
        led = table->trick[0] >> 4;
    }
    for (int at = 0; at < count; at++) {
        int card = cards[at], color = card >> 4, power = strength(table, card);
        bool takes = power > to_beat && (led < 0 || color == led || color == table->trump);
        int worth = wanted && takes && !is_last ? power : -power;
        if (led >= 0 && takes == wanted) worth += 50;
        if (worth > most) {
            most = worth;
            best = card;
        }
    }
    return best;
}

FUNCTION int rollout(const void *state, int seat, Rng *rng) {
    const Table *table = (const Table *)state;
    if (table->trump == UNNAMED) return NAME_TRUMP + below(rng, COLORS);
    if (below(rng, 8) < THOUGHTFUL) return thoughtful_card(table, seat);
    return some_card(table, seat, next_word(rng));
}

/* Play to the end; how many actions that took. */
FUNCTION long play_random(Table *table, Rng *rng) {
    long actions = 0;
    while (!table->over) {
        if (table->needs) {
            draw(table, rng);
        } else {
            apply(table, table->turn, pick(table, table->turn, next_word(rng)));
            actions++;
        }
    }
    return actions;
}

#endif
