/* Vampire Queen in C: a second, independent writing of docs/rules/vampire_queen.md for search and training.
   tests/lockstep walks it beside the law. */
#ifndef HEXDECK_VAMPIRE_QUEEN_RULES_H
#define HEXDECK_VAMPIRE_QUEEN_RULES_H

#include "kernel.h"
#include "memory.h"

FUNCTION bool may_lead(const Table *table, const Pile *hand, int slayer) {
    return hand->counts[slayer] && table->barred != slayer; /* [VQ8, VQ-R2] */
}

/* [VQ4] */
FUNCTION int leads(const Table *table, const Pile *hand, int *out) {
    int count = 0, all_queens = hand->counts[QUEEN];
    for (int slot = 0; slot < QUEEN; slot++)
        for (int vampires = 1; vampires <= hand->counts[slot]; vampires++)
            for (int queens = 0; queens <= all_queens; queens++) out[count++] = set_of(slot, vampires, queens);
    for (int queens = 0; queens < all_queens; queens++) out[count++] = QUEENS_ALONE + queens;
    for (int slayer = SLAYER_15; slayer <= SLAYER_20; slayer++)
        if (may_lead(table, hand, slayer)) out[count++] = LEAD_SLAYER + slayer - SLAYER_15;
    return count;
}

/* Anything but a slayer, one card [VQ8]. */
FUNCTION int single_cards(const Pile *hand, int *out) {
    int count = 0;
    for (int slot = 0; slot < QUEEN; slot++)
        if (hand->counts[slot]) out[count++] = set_of(slot, 1, 0);
    if (hand->counts[QUEEN]) out[count++] = QUEENS_ALONE;
    return count;
}

/* Sets of the same number and a higher value, or a pass [VQ5]; nobody is asked after a 14 [VQ-R4]. */
FUNCTION int raises(const Table *table, const Pile *hand, int *out) {
    int count = 0, number = table->number, queens = hand->counts[QUEEN];
    for (int slot = table->highest; slot < QUEEN; slot++) { /* of the next value upwards */
        int most = smaller(number, hand->counts[slot]);
        for (int vampires = larger(1, number - queens); vampires <= most; vampires++)
            out[count++] = set_of(slot, vampires, number - vampires);
    }
    if (queens >= number) out[count++] = QUEENS_ALONE + number - 1;
    out[count++] = PASS;
    return count;
}

FUNCTION bool may_act(const Table *table, int seat) { return !table->needs && !table->over && seat == table->turn; }

LARGE int legal(const void *state, int seat, int *out) {
    const Table *table = (const Table *)state;
    if (!may_act(table, seat)) return 0;
    const Pile *hand = &table->hands[seat];
    if (!table->in_round) return leads(table, hand, out);
    return table->hunting ? single_cards(hand, out) : raises(table, hand, out);
}

/* Hardly anything branches: whether somebody passes is nothing that a processor can foresee. */
LARGE int is_legal(const void *state, int seat, int action) {
    const Table *table = (const Table *)state;
    if (!may_act(table, seat) || action < 0 || action >= ACTIONS) return false;
    const Pile *hand = &table->hands[seat];
    bool passes = action == PASS;
    Play play = cards_of(passes ? 0 : action);
    if (play.slot > QUEEN) return !table->in_round && may_lead(table, hand, play.slot);
    bool holds = (hand->counts[play.slot] >= play.count) & (hand->counts[QUEEN] >= play.queens);
    if (!table->in_round) return holds & !passes;
    if (table->hunting) return holds & !passes & (play.count == 1) & (play.queens == 0);
    return passes | (holds & (play.count + play.queens == table->number) & (play.slot + 1 > table->highest));
}

/* [VQ10, VQ12] */
FUNCTION void end_phase(Table *table) {
    for (int seat = 0; seat < table->players; seat++) {
        int points = 0;
        for (int slot = 0; slot < SLOTS; slot++) points += table->hands[seat].counts[slot] * points_of(slot);
        table->scores[seat] = (int16_t)(table->scores[seat] - points);
    }
    if (table->phase < table->phases)
        table->needs = DEAL;
    else
        table->over = 1;
}

/* [VQ6, VQ8, VQ-R1] */
FUNCTION void end_round(Table *table, Memory *memory) {
    if (memory) remember_round(memory, table);
    table->turn = table->leader;
    table->in_round = 0;
    if (table->hunting) {
        add_pile(&table->hands[table->leader], &table->lying);
        table->empty &= (uint16_t)~(1 << table->leader);
    }
    clear(&table->lying);
    table->barred = table->hunting;
    table->hunting = 0;
    if (table->empty) end_phase(table); /* only now that cards were taken up [VQ10] */
}

FUNCTION void end_turn(Table *table, Memory *memory, int seat, int action) {
    if (memory) memory->round[seat] = (int16_t)action;
    table->in_round++;
    table->turn = (int8_t)(seat + 1 < table->players ? seat + 1 : 0);
    if (table->in_round == table->players) end_round(table, memory);
}

/* Who starts the next round if nobody plays more, and what there is to raise. */
FUNCTION void rank(Table *table, int seat, Play play) {
    if (!table->in_round) {
        table->hunting = (int8_t)(play.slot > QUEEN ? play.slot : 0);
        table->number = (int8_t)(play.count + play.queens);
        table->highest = 0;
    }
    int value = play.slot + 1; /* queens alone are 14 [VQ7] */
    if (table->hunting && play.slot >= QUEEN) value = play.slot == QUEEN; /* a slayer is 0 [VQ8] */
    if (value >= table->highest) { /* among equals the last [VQ8] */
        table->highest = (int8_t)value;
        table->leader = (int8_t)seat;
    }
}

/* Cards of a hand on the table. */
FUNCTION void lay(Table *table, Memory *memory, int seat, int slot, int count) {
    if (memory) remember_cards(memory, seat, slot, count);
    take_away(&table->hands[seat], slot, count);
    add(&table->lying, slot, count);
}

FUNCTION void play_cards(Table *table, Memory *memory, int seat, int action) {
    Play play = cards_of(action);
    lay(table, memory, seat, play.slot, play.count);
    if (play.queens) lay(table, memory, seat, QUEEN, play.queens);
    if (is_empty(&table->hands[seat])) table->empty |= (uint16_t)(1 << seat);
    rank(table, seat, play);
    end_turn(table, memory, seat, action);
}

FUNCTION void pass_by(Table *table, Memory *memory, int seat) {
    if (memory) memory->passes[seat]++;
    if (table->hunting) {
        table->leader = (int8_t)seat;
        table->highest = FORCED;
    }
    end_turn(table, memory, seat, PASS);
}

/* Whether everybody sees that who is in turn has no choice [VQ9, VQ-R4, VQ-R5]. */
FUNCTION bool must_pass(const Table *table) {
    if (!table->in_round) return false;
    return has_only_slayers(&table->hands[table->turn]) || (!table->hunting && table->highest == UNBEATABLE);
}

/* Play, and keep in mind what all saw of it; `memory` may be NULL. */
FUNCTION void act(Table *table, Memory *memory, int seat, int action) {
    if (action == PASS) {
        if (memory) remember_choice(memory, table);
        pass_by(table, memory, seat);
    } else {
        play_cards(table, memory, seat, action);
    }
    while (must_pass(table)) pass_by(table, memory, table->turn);
}

LARGE void apply(void *state, int seat, int action) { act((Table *)state, NULL, seat, action); }

/* Hands without the cards of the last phase; who holds slayer 20 starts [VQ11]. */
FUNCTION void keep_slayers(Table *table) {
    for (int seat = 0; seat < table->players; seat++) {
        table->hands[seat].words[0] = 0;
        table->hands[seat].words[1] &= ~NOT_SLAYERS;
        if (table->hands[seat].counts[SLAYER_20]) table->turn = (int8_t)seat;
    }
}

/* As many cards for each as the deck has, and 13 at most [VQ1]. */
FUNCTION int hand_size(int players) { return smaller(13, DECK / players); }

/* [VQ2, VQ11]; the deck is slots. */
LARGE void deal(Table *table, const int8_t *deck) {
    int at = 0, size = hand_size(table->players);
    keep_slayers(table);
    clear(&table->left_over);
    table->barred = 0; /* [VQ-R2] */
    table->empty = 0;
    table->needs = NOTHING;
    table->phase++;
    for (int seat = 0; seat < table->players; seat++)
        for (int card = 0; card < size; card++) table->hands[seat].counts[deck[at++]]++;
    while (at < DECK) table->left_over.counts[deck[at++]]++;
}

/* [VQ2] */
FUNCTION void give_slayers(Table *table, int seat) {
    int left = seat + 1 < table->players ? seat + 1 : 0;
    table->hands[seat].counts[SLAYER_15] = 1;
    table->hands[left].counts[SLAYER_20] = 1;
    table->needs = DEAL;
}

/* Chance from outside, in the law's words: a seat, or cards by their values. */
LARGE void resolve(void *state, const int *outcome, int size) {
    Table *table = (Table *)state;
    int8_t deck[DECK];
    if (table->needs == SLAYER) {
        give_slayers(table, outcome[0]);
        return;
    }
    for (int at = 0; at < size; at++) deck[at] = (int8_t)(outcome[at] - 1);
    deal(table, deck);
}

LARGE void draw(void *state, Rng *rng) {
    Table *table = (Table *)state;
    int8_t deck[DECK];
    if (table->needs == SLAYER) {
        give_slayers(table, below(rng, table->players));
        return;
    }
    for (int at = 0; at < DECK; at++) deck[at] = (int8_t)(at / COPIES); /* the four queens come last */
    int dealt = table->players * hand_size(table->players);
    for (int at = 0; at < dealt; at++) { /* the rest need not be shuffled */
        int other = at + below(rng, DECK - at);
        int8_t slot = deck[at];
        deck[at] = deck[other];
        deck[other] = slot;
    }
    deal(table, deck);
}

LARGE void due(const void *state, Due *due) {
    const Table *table = (const Table *)state;
    due->dice = due->size = 0;
    due->by_hand = false;
    if (table->needs == SLAYER) {
        due->dice = 1;
        due->sides = table->players;
    } else if (table->needs == DEAL) {
        due->size = DECK;
        for (int at = 0; at < DECK; at++) due->cards[at] = points_of(at / COPIES);
    }
}

LARGE int to_move(const void *state, int *seats) {
    const Table *table = (const Table *)state;
    seats[0] = table->turn;
    return may_act(table, table->turn);
}

LARGE int needs(const void *state) { return ((const Table *)state)->needs; }

LARGE int is_over(const void *state) { return ((const Table *)state)->over; }

/* Phases, for a search; one has ended when the next must be dealt. */
LARGE int rounds_ended(const void *state) {
    const Table *table = (const Table *)state;
    return table->needs || table->over ? table->phase : table->phase - 1;
}

LARGE int rounds_left(const void *state) { return ((const Table *)state)->phases - rounds_ended(state); }

LARGE void scores(const void *state, int *out) {
    const Table *table = (const Table *)state;
    for (int seat = 0; seat < table->players; seat++) out[seat] = table->scores[seat];
}

FUNCTION int nth_bit(uint32_t bits, int at) {
    while (at--) bits &= bits - 1;
    return lowest(bits);
}

/* The action that plays a value's vampires up to the `at`th vampire of the hand, in order of value. */
FUNCTION int set_with(const Pile *hand, int at, int queens) {
    uint64_t sums = hand->words[0] * ONES; /* each count plus those before it */
    int slot = 0, below_eight = (int)(sums >> 56);
    if (at >= below_eight) {
        at -= below_eight;
        sums = hand->words[1] * ONES;
        slot = 8;
    }
    int byte = lowest_wide((sums + (uint64_t)(127 - at) * ONES) & HIGH) >> 3; /* the first sum above `at` */
    int before = (int)((sums << 8) >> (byte << 3) & 0xFF);
    return set_of(slot + byte, at - before + 1, queens);
}

FUNCTION int some_lead(const Table *table, const Pile *hand, uint32_t word) {
    int queens = hand->counts[QUEEN], vampires = count_vampires(hand);
    int may_15 = may_lead(table, hand, SLAYER_15), may_20 = may_lead(table, hand, SLAYER_20);
    int at = share(word, vampires * (queens + 1) + queens + may_15 + may_20);
    for (int helping = 0; helping <= queens; helping++) {
        if (at < vampires) return set_with(hand, at, helping);
        at -= vampires;
    }
    if (at < queens) return QUEENS_ALONE + at;
    return may_15 && at == queens ? LEAD_SLAYER : LEAD_SLAYER + 1;
}

FUNCTION int some_single(const Pile *hand, uint32_t word) {
    uint32_t vampires = with_at_least(hand, 1);
    int count = popcount(vampires), at = share(word, count + (hand->counts[QUEEN] > 0));
    return at == count ? QUEENS_ALONE : set_of(nth_bit(vampires, at), 1, 0);
}

FUNCTION int some_raise(const Table *table, const Pile *hand, uint32_t word) {
    uint32_t above = VAMPIRES & (0xFFFFU << table->highest), sets[QUEENS + 1];
    int number = table->number, queens = hand->counts[QUEEN];
    int most = smaller(queens, number - 1), alone = queens >= number, total = 0;
    for (int helping = 0; helping <= most; helping++) {
        sets[helping] = with_at_least(hand, number - helping) & above;
        total += popcount(sets[helping]);
    }
    int at = share(word, total + alone + 1);
    if (at >= total) return at < total + alone ? QUEENS_ALONE + number - 1 : PASS;
    for (int helping = 0; helping <= most; helping++) {
        int count = popcount(sets[helping]);
        if (at < count) return set_of(nth_bit(sets[helping], at), number - helping, helping);
        at -= count;
    }
    return PASS;
}

LARGE int pick(const void *state, int seat, uint32_t word) {
    const Table *table = (const Table *)state;
    const Pile *hand = &table->hands[seat];
    if (!table->in_round) return some_lead(table, hand, word);
    return table->hunting ? some_single(hand, word) : some_raise(table, hand, word);
}

#endif
