/* What a network sees of Vampire Queen.

   Seats are counted from the one that looks (0), clockwise.  The Python twin with the names of all bits is
   games/vampire_queen/ai/features.py. */
#ifndef HEXDECK_VAMPIRE_QUEEN_FEATURES_H
#define HEXDECK_VAMPIRE_QUEEN_FEATURES_H

#include "bits.h"
#include "sight.h"
#include "rules.h"

enum {
    OTHERS = SEATS - 1,
    COUNTED = QUEEN * COPIES + QUEENS, /* bits of a pile without slayers */
    PASSED = 3,                        /* numbers of cards for which passes are told */
    GAPS = 9,
    AT_HAND = 0,
    AT_UNSEEN = AT_HAND + COUNTED,
    AT_SLAYER_15 = AT_UNSEEN + COUNTED, /* who holds it */
    AT_SLAYER_20 = AT_SLAYER_15 + SEATS,
    AT_BARRED = AT_SLAYER_20 + SEATS,
    AT_MODE = AT_BARRED + 2, /* lead, follow, a slayer round */
    AT_NUMBER = AT_MODE + 3,
    AT_VALUE = AT_NUMBER + 8, /* to beat */
    AT_FORCED = AT_VALUE + UNBEATABLE,
    AT_HOLDER = AT_FORCED + 1, /* whose cards lie highest */
    AT_AFTER = AT_HOLDER + SEATS,
    AT_LYING = AT_AFTER + OTHERS, /* points on the table in a slayer round */
    AT_SIZE = AT_LYING + 10,
    AT_SMALLEST = AT_SIZE + 20, /* hand of the others */
    AT_KINDS = AT_SMALLEST + 10,
    AT_PENALTY = AT_KINDS + QUEEN,
    AT_PHASES = AT_PENALTY + 12,
    AT_PLAYERS = AT_PHASES + 5,
    AT_STYLE = AT_PLAYERS + 10,
    AT_OTHERS = AT_STYLE + 3,
    /* Of each of the others, from its own start. */
    OF_SIZE = 0,
    OF_TURN = OF_SIZE + 12, /* yet to act, played, passed */
    OF_PASSES = OF_TURN + 3,
    OF_KNOWN = OF_PASSES + 6,
    OF_PASSED = OF_KNOWN + QUEEN + 1, /* how low it passed, by number of cards */
    OF_GAP = OF_PASSED + PASSED * QUEEN,
    OF_ALL = OF_GAP + GAPS,
    FEATURES = AT_OTHERS + OTHERS * OF_ALL,
    FEATURE_WORDS = (FEATURES + 31) / 32,
    UNSEEN_FEATURES = OTHERS * COUNTED, /* the others' hands: for a critic, never for a player */
    UNSEEN_WORDS = (UNSEEN_FEATURES + 31) / 32,
    CHOICES = ACTIONS,
    CHOICE_WORDS = (CHOICES + 31) / 32
};

/* All that a seat may look at; of other hands only the sizes are read. */
typedef struct {
    const Table *table;
    const Memory *memory;
    const uint8_t *missing; /* cards of each hand that are not in the table; or NULL */
} Seen;

FUNCTION int count_cards(const Pile *pile) {
    return count_vampires(pile) + pile->counts[QUEEN] + pile->counts[SLAYER_15] + pile->counts[SLAYER_20];
}

FUNCTION int points_in(const Pile *pile) {
    int points = 0;
    for (int slot = 0; slot < SLOTS; slot++) points += pile->counts[slot] * points_of(slot);
    return points;
}

FUNCTION void put_pile(uint32_t *bits, int at, const Pile *pile) {
    for (int slot = 0; slot < QUEEN; slot++) put_up_to(bits, at + slot * COPIES, COPIES, pile->counts[slot]);
    put_up_to(bits, at + QUEEN * COPIES, QUEENS, pile->counts[QUEEN]);
}

FUNCTION int size_of(const Seen *seen, int seat) {
    return count_cards(&seen->table->hands[seat]) + (seen->missing ? seen->missing[seat] : 0);
}

FUNCTION int counted_from(const Table *table, int seat, int other) {
    return other >= seat ? other - seat : other - seat + table->players;
}

/* Cards that are not in the own hand, on the table, in the crypt, nor known to be anybody's. */
FUNCTION void put_unseen(const Seen *seen, int seat, uint32_t *bits) {
    Pile unseen;
    for (int slot = 0; slot <= QUEEN; slot++) {
        int count = slot == QUEEN ? QUEENS : COPIES;
        count -= seen->table->hands[seat].counts[slot] + seen->table->lying.counts[slot];
        count -= seen->memory->crypt.counts[slot];
        for (int other = 0; other < seen->table->players; other++)
            if (other != seat) count -= seen->memory->known[other].counts[slot];
        unseen.counts[slot] = (uint8_t)count;
    }
    put_pile(bits, AT_UNSEEN, &unseen);
}

/* Slayers lie open, so everybody's `known` has them. */
FUNCTION void put_slayers(const Seen *seen, int seat, uint32_t *bits) {
    const Table *table = seen->table;
    for (int away = 0; away < table->players; away++) {
        const Pile *known = &seen->memory->known[(seat + away) % table->players];
        if (known->counts[SLAYER_15]) put(bits, AT_SLAYER_15 + away);
        if (known->counts[SLAYER_20]) put(bits, AT_SLAYER_20 + away);
    }
    if (table->barred && !table->in_round) put(bits, AT_BARRED + table->barred - SLAYER_15);
}

FUNCTION void put_round(const Seen *seen, int seat, uint32_t *bits) {
    const Table *table = seen->table;
    put(bits, AT_MODE + (!table->in_round ? 0 : table->hunting ? 2 : 1));
    put_up_to(bits, AT_AFTER, OTHERS, table->players - table->in_round - 1);
    if (!table->in_round) return;
    put_one(bits, AT_NUMBER, 8, table->number - 1);
    put_up_to(bits, AT_VALUE, UNBEATABLE, table->highest);
    if (table->highest == FORCED) put(bits, AT_FORCED);
    put(bits, AT_HOLDER + counted_from(table, seat, table->leader));
    if (table->hunting) put_up_to(bits, AT_LYING, 10, points_in(&table->lying) / 8);
}

FUNCTION void put_own(const Seen *seen, int seat, uint32_t *bits) {
    const Table *table = seen->table;
    const Pile *hand = &table->hands[seat];
    int smallest = 99;
    for (int other = 0; other < table->players; other++)
        if (other != seat) smallest = smaller(smallest, size_of(seen, other));
    put_pile(bits, AT_HAND, hand);
    put_up_to(bits, AT_SIZE, 20, count_cards(hand));
    put_up_to(bits, AT_SMALLEST, 10, smallest);
    put_up_to(bits, AT_KINDS, QUEEN, popcount(with_at_least(hand, 1)));
    put_up_to(bits, AT_PENALTY, 12, points_in(hand) / 10);
}

/* The lower somebody passed, the less they hold above: a thermometer from the highest value downwards. */
FUNCTION void put_passed(const Memory *memory, int other, int at, uint32_t *bits) {
    for (int number = 0; number < PASSED; number++)
        if (memory->passed_on[other][number])
            put_up_to(bits, at + number * QUEEN, QUEEN, QUEEN + 1 - lowest(memory->passed_on[other][number]));
}

FUNCTION void put_other(const Seen *seen, int seat, int away, uint32_t *bits) {
    const int8_t gaps[GAPS] = {-60, -35, -18, -7, 0, 8, 19, 36, 61};
    const Table *table = seen->table;
    const Memory *memory = seen->memory;
    int other = (seat + away) % table->players, at = AT_OTHERS + (away - 1) * OF_ALL;
    int turn = (other - table->turn + table->players) % table->players; /* turns until it acts */
    bool has_acted = turn >= table->players - table->in_round;
    put_up_to(bits, at + OF_SIZE, 12, size_of(seen, other));
    put(bits, at + OF_TURN + (!has_acted ? 0 : memory->round[other] == PASS ? 2 : 1));
    put_up_to(bits, at + OF_PASSES, 6, memory->passes[other]);
    for (int slot = 0; slot <= QUEEN; slot++)
        if (memory->known[other].counts[slot]) put(bits, at + OF_KNOWN + slot);
    put_passed(memory, other, at + OF_PASSED, bits);
    put_marks(bits, at + OF_GAP, gaps, GAPS, table->scores[seat] - table->scores[other]);
}

/* What `seat` sees, as bits; `bits` has FEATURE_WORDS words. */
FUNCTION void features(const Seen *seen, int seat, int style, uint32_t *bits) {
    const Table *table = seen->table;
    memset(bits, 0, FEATURE_WORDS * sizeof(uint32_t));
    put_own(seen, seat, bits);
    put_unseen(seen, seat, bits);
    put_slayers(seen, seat, bits);
    put_round(seen, seat, bits);
    put_one(bits, AT_PHASES, 5, table->phases - table->phase);
    put(bits, AT_PLAYERS + table->players - 3);
    put(bits, AT_STYLE + style);
    for (int away = 1; away < table->players; away++) put_other(seen, seat, away, bits);
}

/* The others' hands, for the critic that helps in training and never plays. */
FUNCTION void unseen_features(const Table *table, int seat, uint32_t *bits) {
    memset(bits, 0, UNSEEN_WORDS * sizeof(uint32_t));
    for (int away = 1; away < table->players; away++)
        put_pile(bits, (away - 1) * COUNTED, &table->hands[(seat + away) % table->players]);
}

#ifndef __CUDACC__
/* Of a state the memory may be of the phase before: nothing has happened since the deal. */
static void look(const void *state, int seat, int style, const int *decided, int count, uint32_t *bits) {
    (void)decided, (void)count; /* every action is one choice */
    Seen seen = *(const Seen *)state;
    Memory memory;
    if (seen.memory->phase != seen.table->phase) {
        memory = *seen.memory;
        open_phase(&memory, seen.table);
        seen.memory = &memory;
    }
    features(&seen, seat, style, bits);
}

static void look_remembering(const void *state, const void *memory, int seat, int style, uint32_t *bits) {
    Seen seen = {(const Table *)state, (const Memory *)memory, NULL};
    look(&seen, seat, style, NULL, 0, bits);
}

static void play_remembering(void *state, void *memory, int seat, int action) {
    open_phase((Memory *)memory, (const Table *)state);
    act((Table *)state, (Memory *)memory, seat, action);
}

static int steps(const void *state, int seat, int action, int *out) {
    (void)state, (void)seat;
    out[0] = action;
    return 1;
}

static const Sight SIGHT = {FEATURES, CHOICES, look, steps, actions_as_steps};
static const Remembered REMEMBERED = {sizeof(Memory), play_remembering, look_remembering};
#endif

#endif
