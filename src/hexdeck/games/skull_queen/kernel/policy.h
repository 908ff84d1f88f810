/* Skull Queen: what playouts choose. */
#ifndef HEXDECK_SKULL_QUEEN_POLICY_H
#define HEXDECK_SKULL_QUEEN_POLICY_H

#include "placing.h"
#include "rules.h"

enum { THOUGHTFUL = 6 }; /* eighths of the choices in a playout that are not random */

FUNCTION int random_placing(const Table *table, int seat, Rng *rng) {
    int placings[MOST_CHOICES];
    return placings[below(rng, sensible_placings(table, seat, placings))];
}

/* What moving a pirate up, or down if negative, changes on its plank [SQ9]. */
FUNCTION int step_points(const Table *table, int seat, int color, int steps) {
    int space = table->spaces[seat][color], side = table->sides[seat];
    if (space == OVERBOARD) return 0;
    int there = space - steps;
    return (there >= 0 && there < SPACES ? printed(side, there) : 0) - printed(side, space);
}

/* What `card` would change on the seat's plank if the trick ended with it [SQ7, SQ8]. */
FUNCTION int now_points(const Table *table, int seat, int card) {
    int color = card < MONKEY ? card / VALUES : table->asked;
    if (color == UNASKED) return 0;
    uint64_t same = (table->centre | table->lying) & suit(color), own = only(card);
    uint64_t beside = color == table->asked ? table->lying & wild() : 0;
    if (!same && !beside) return 0;
    int eight = (int)((same | own) >> (color * VALUES + 7) & 1), five = (int)((same | own) >> (color * VALUES + 4) & 1);
    if (card == MATE || (card < MONKEY && !(beside >> MATE) && own > same))
        return step_points(table, seat, color, 1 + eight);
    if (card == MONKEY || (card < MONKEY && !(beside >> MONKEY & 1) && !(same & (own - 1))))
        return step_points(table, seat, color, -1 - five);
    return 0;
}

/* How much the trick as it lies tells of its end: the less the more are to come. */
FUNCTION int certainty(const Table *table) {
    int to_come = table->players - table->in_trick - 1;
    if (table->players == 2) return 4;
    return 8 >> (to_come < 3 ? to_come : 3);
}

/* The card that helps the seat's plank most as the trick lies. */
FUNCTION int thoughtful_card(const Table *table, int seat, Rng *rng) {
    uint64_t cards = playable(table, seat);
    int best = lowest_wide(cards), most = -(1 << 20), certain = certainty(table);
    for (; cards; cards &= cards - 1) {
        int card = lowest_wide(cards);
        int worth = certain * now_points(table, seat, card) * 4 + below(rng, 32);
        if (card >= MONKEY) worth -= 16; /* better kept for a moment that needs it */
        if (worth > most) {
            most = worth;
            best = card;
        }
    }
    return best;
}

FUNCTION int rollout(const void *state, int seat, Rng *rng) {
    const Table *table = (const Table *)state;
    if (!table->placed) return random_placing(table, seat, rng);
    if (below(rng, 8) < THOUGHTFUL) return thoughtful_card(table, seat, rng);
    return some_card(table, seat, next_word(rng));
}

FUNCTION int random_choice(const Table *table, int seat, Rng *rng) {
    return table->placed ? some_card(table, seat, next_word(rng)) : random_placing(table, seat, rng);
}

/* Play to the end, by sensible placings and any cards; how many actions that took. */
FUNCTION long play_random(Table *table, Rng *rng) {
    long actions = 0;
    while (!table->over) {
        if (table->needs) {
            draw(table, rng);
        } else if (chooses_in_secret(table)) {
            for (int seat = 0; seat < table->players; seat++) choose(table, seat, random_choice(table, seat, rng));
            actions += table->players;
        } else {
            play(table, table->turn, some_card(table, table->turn, next_word(rng)));
            actions++;
        }
    }
    return actions;
}

#endif
