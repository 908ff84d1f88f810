/* Random games of Voodoo: any legal action is as likely as any other, and none is listed. */
#ifndef HEXDECK_VOODOO_RANDOM_H
#define HEXDECK_VOODOO_RANDOM_H

#include "rules.h"

FUNCTION int random_keep(uint32_t dice, Rng *rng) {
    uint32_t held = dice;
    while (held == dice) {
        uint64_t fraction = next_word(rng);
        held = 0;
        for (int face = 0; face < FACES; face++) {
            fraction = (uint64_t)(uint32_t)fraction * (uint32_t)(count_of(dice, face) + 1);
            held |= (uint32_t)(fraction >> 32) << 4 * face;
        }
    }
    return KEEP + set_number(held);
}

FUNCTION int ways_to_keep(uint32_t dice) {
    int ways = 1;
    for (int face = 0; face < FACES; face++) ways *= count_of(dice, face) + 1;
    return ways - 1;
}

FUNCTION int ways_to_cast(uint64_t cards, uint32_t chosen) {
    int wide = popcount_wide(cards & ON_ALL);
    return wide + (popcount_wide(cards) - wide) * popcount(chosen);
}

/* Those on all first. */
FUNCTION int nth_cast(uint64_t cards, uint32_t chosen, int at) {
    int wide = popcount_wide(cards & ON_ALL), victims = popcount(chosen);
    if (at < wide) return CAST + nth_bit(cards & ON_ALL, at) * VICTIMS + ALL;
    at -= wide;
    return CAST + nth_bit(cards & ~ON_ALL, at / victims) * VICTIMS + nth_bit(chosen, at % victims);
}

/* Those of one victim first. */
FUNCTION int nth_call(const Table *table, int seat, uint64_t cards, int at) {
    int single = popcount_wide(cards & ~ON_ALL), others = table->players - 1;
    if (at < single) {
        int card = nth_bit(cards & ~ON_ALL, at);
        return CALL + card * SEATS + owner(table->binding, card);
    }
    at -= single;
    return CALL + nth_bit(cards & ON_ALL, at / others) * SEATS + nth_bit(opponents(table, seat), at % others);
}

FUNCTION int all_uses(const Table *table, int seat) {
    int ways = 0;
    for (uint64_t effects = possible_uses(table, seat); effects; effects &= effects - 1)
        ways += ways_to_use(table, seat, lowest_wide(effects));
    return ways;
}

LARGE int any_use(const Table *table, int seat, int at) {
    for (uint64_t effects = possible_uses(table, seat);; effects &= effects - 1) {
        int effect = lowest_wide(effects), ways = ways_to_use(table, seat, effect);
        if (at < ways) return nth_use(table, seat, effect, at);
        at -= ways;
    }
}

/* Acts and calls: they can be made in every phase of a turn. */
typedef struct {
    uint64_t acts;
    uint64_t calls;
    int count;
} Asides;

FUNCTION Asides asides_of(const Table *table, int seat) {
    Asides asides;
    asides.acts = possible_acts(table, seat);
    asides.calls = possible_calls(table, seat);
    asides.count = popcount_wide(asides.acts) + popcount_wide(asides.calls);
    asides.count += (table->players - 2) * popcount_wide(asides.calls & ON_ALL);
    return asides;
}

FUNCTION int nth_aside(const Table *table, int seat, const Asides *asides, int at) {
    int acts = popcount_wide(asides->acts);
    if (at < acts) return DO + nth_bit(asides->acts, at);
    return nth_call(table, seat, asides->calls, at - acts);
}

FUNCTION int random_acting(const Table *table, int seat, const Asides *asides, Rng *rng) {
    uint64_t cards = table->curses.hands[seat] & payable(table->dice);
    uint32_t chosen = possible_victims(table, seat);
    int pairs = pairs_in(table->dice), casts = ways_to_cast(cards, chosen), uses = all_uses(table, seat);
    int curses = table->curses.size ? pairs : 0, artefacts = table->artefacts.size ? pairs : 0;
    int at = below(rng, 1 + asides->count + curses + artefacts + casts + uses) - 1;
    if (at < 0) return PASS;
    if (at < asides->count) return nth_aside(table, seat, asides, at);
    at -= asides->count;
    if (at < curses) return DRAW_CURSE + nth_pair(table->dice, at);
    at -= curses;
    if (at < artefacts) return DRAW_ARTEFACT + nth_pair(table->dice, at);
    at -= artefacts;
    return at < casts ? nth_cast(cards, chosen, at) : any_use(table, seat, at - casts);
}

FUNCTION int random_preparing(const Table *table, int seat, const Asides *asides, Rng *rng) {
    uint32_t faces = faces_in(table->dice);
    int at = below(rng, 1 + asides->count + popcount(faces) + all_uses(table, seat)) - 1;
    if (at < 0) return STOP;
    if (at < asides->count) return nth_aside(table, seat, asides, at);
    at -= asides->count;
    return at < popcount(faces) ? DISCARD + nth_face(faces, at) : any_use(table, seat, at - popcount(faces));
}

FUNCTION int random_keeping(const Table *table, int seat, const Asides *asides, Rng *rng) {
    int at = asides->count ? below(rng, asides->count + ways_to_keep(table->dice)) : 0;
    return at < asides->count ? nth_aside(table, seat, asides, at) : random_keep(table->dice, rng);
}

FUNCTION int random_paying(const Table *table, int seat, const Asides *asides, Rng *rng) {
    uint32_t faces = faces_in(table->dice);
    int at = below(rng, asides->count + popcount(faces));
    if (at < asides->count) return nth_aside(table, seat, asides, at);
    return PAY + nth_face(faces, at - asides->count);
}

FUNCTION int random_rolling(const Table *table, int seat, const Asides *asides, Rng *rng) {
    int at = asides->count ? below(rng, asides->count + 1) : 0;
    return at ? nth_aside(table, seat, asides, at - 1) : ROLL;
}

/* For a seat in `to_move`: nobody interrupts. */
FUNCTION int random_action(const Table *table, int seat, Rng *rng) {
    if (table->called != NOBODY) return (table->denied ? VOTE_BROKEN : ADMIT) + below(rng, ways_to_answer(table));
    Asides asides = asides_of(table, seat);
    if (table->phase == ACTING) return random_acting(table, seat, &asides, rng);
    if (table->phase == PREPARING) return random_preparing(table, seat, &asides, rng);
    if (table->phase == KEEPING || table->phase == KEEPING_LATE) return random_keeping(table, seat, &asides, rng);
    if (table->phase == PAYING) return random_paying(table, seat, &asides, rng);
    return random_rolling(table, seat, &asides, rng);
}

/* Play to the end; how many actions that took. */
LARGE long play_random(Table *table, Rng *rng) {
    long actions = 0;
    while (!table->over) {
        if (table->needs) {
            draw(table, rng);
        } else {
            int seat = first_to_move(table);
            apply(table, seat, random_action(table, seat, rng));
            actions++;
        }
    }
    return actions;
}

/* Whole games until at least so many actions were played; how many it were. */
LARGE long random_actions(int players, long wanted, Rng *rng) {
    Table table;
    long actions = 0;
    while (actions < wanted) {
        start(&table, players, false, false);
        actions += play_random(&table, rng);
    }
    return actions;
}

#endif
