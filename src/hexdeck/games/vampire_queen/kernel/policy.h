/* How playouts and search play Vampire Queen. */
#ifndef HEXDECK_VAMPIRE_QUEEN_POLICY_H
#define HEXDECK_VAMPIRE_QUEEN_POLICY_H

#include "rules.h"

enum {
    THOUGHTFUL = 5, /* eighths of the choices in a playout that are not random */
    MANY = 40       /* actions: with more, a search need not look at those that waste queens */
};

/* Often a slayer if one may be led; else the longest set, the lowest of equals. */
FUNCTION int long_lead(const Table *table, const Pile *hand, Rng *rng) {
    if (may_lead(table, hand, SLAYER_20) && below(rng, 2)) return LEAD_SLAYER + 1;
    if (may_lead(table, hand, SLAYER_15) && below(rng, 2)) return LEAD_SLAYER;
    int best = 0;
    for (int slot = 1; slot < QUEEN; slot++)
        if (hand->counts[slot] > hand->counts[best]) best = slot;
    if (hand->counts[best]) return set_of(best, hand->counts[best], 0);
    if (hand->counts[QUEEN]) return QUEENS_ALONE + hand->counts[QUEEN] - 1;
    return may_lead(table, hand, SLAYER_15) ? LEAD_SLAYER : LEAD_SLAYER + 1;
}

/* The highest that somebody else has beaten already; else a queen or the lowest. */
FUNCTION int ducking_card(const Table *table, const Pile *hand) {
    uint32_t vampires = with_at_least(hand, 1);
    uint32_t under = vampires & ((1U << larger(0, smaller(14, table->highest) - 1)) - 1);
    if (under) return set_of(highest(under), 1, 0);
    if (hand->counts[QUEEN] && !(vampires & 1)) return QUEENS_ALONE;
    return set_of(lowest(vampires), 1, 0);
}

/* The lowest set that raises without a queen, whole ones first; else a pass. */
FUNCTION int low_raise(const Table *table, const Pile *hand, Rng *rng) {
    uint32_t above = with_at_least(hand, table->number) & (0xFFFFU << table->highest);
    uint32_t whole = above & ~with_at_least(hand, table->number + 1);
    if (whole) return set_of(lowest(whole), table->number, 0);
    if (above && below(rng, 2)) return set_of(highest(above), table->number, 0);
    return PASS;
}

/* Mostly what a sensible player does, else anything. */
LARGE int rollout(const void *state, int seat, Rng *rng) {
    const Table *table = (const Table *)state;
    const Pile *hand = &table->hands[seat];
    if (below(rng, 8) >= THOUGHTFUL) return pick(table, seat, next_word(rng));
    if (!table->in_round) return long_lead(table, hand, rng);
    return table->hunting ? ducking_card(table, hand) : low_raise(table, hand, rng);
}

/* Whether vampires alone could make the same set. */
FUNCTION bool wastes_queens(const Pile *hand, int action) {
    Play play = cards_of(action);
    return play.queens > 0 && hand->counts[play.slot] >= play.count + play.queens;
}

LARGE int choices(const void *state, int seat, int *out) {
    const Pile *hand = &((const Table *)state)->hands[seat];
    int kept = 0, count = legal(state, seat, out);
    if (count <= MANY) return count;
    for (int at = 0; at < count; at++)
        if (!wastes_queens(hand, out[at])) out[kept++] = out[at];
    return kept;
}

/* Play to the end; how many actions that took. */
LARGE long play_random(Table *table, Rng *rng) {
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

LARGE long random_actions(int players, long wanted, Rng *rng) {
    Table table;
    long actions = 0;
    while (actions < wanted) {
        start(&table, players, 5);
        actions += play_random(&table, rng);
    }
    return actions;
}

#endif
