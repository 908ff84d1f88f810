/* What a network sees of Voodoo.

   Seats are counted from the one that looks (0), clockwise.  The Python twin with the names of all bits is
   games/voodoo/ai/features.py. */
#ifndef HEXDECK_VOODOO_FEATURES_H
#define HEXDECK_VOODOO_FEATURES_H

#include "bits.h"
#include "sight.h"
#include "rules.h"

/* Of each seat, after where it begins. */
enum {
    ITS_SCORE = 0,
    ITS_SKULLS = ITS_SCORE + GOAL - 1,
    ITS_CURSES = ITS_SKULLS + SKULLS,
    ITS_KNOWN = ITS_CURSES + 8,      /* points of the curses in its hand that all know of */
    ITS_ARTEFACTS = ITS_KNOWN + 6,
    ITS_FLAGS = ITS_ARTEFACTS + 5,   /* two dice less, one less, one more; doll, Target, shield */
    ITS_BONDS = ITS_FLAGS + 6,
    ITS_PERMANENTS = ITS_BONDS + 4,
    ITS_CASTS = ITS_PERMANENTS + 3,
    ITS_BREAKS = ITS_CASTS + 5,      /* points for breaking these */
    OF_SEAT = ITS_BREAKS + 6
};

enum {
    AT_HAND = 0,
    AT_PAID = AT_HAND + CURSES,
    AT_BINDS = AT_PAID + CURSES,
    AT_CAST = AT_BINDS + BINDING,      /* in force */
    AT_DUE = AT_CAST + CURSES,         /* acts */
    AT_CALLABLE = AT_DUE + BINDING,    /* lapsed, and the seat may call it */
    AT_ARTEFACTS = AT_CALLABLE + BINDING,
    AT_USED = AT_ARTEFACTS + ARTEFACTS,
    AT_UNSEEN = AT_USED + ARTEFACTS,   /* artefacts */
    AT_KNOWN = AT_UNSEEN + ARTEFACTS,  /* artefacts of each of the others */
    AT_POINTS = AT_KNOWN + (SEATS - 1) * ARTEFACTS, /* curses that bring 1, 2, 3 points */
    AT_WINNING = AT_POINTS + 3 * 4,    /* curses that would win */
    AT_WANTED = AT_WINNING + 3,        /* by face, curses that want it */
    AT_PHASE = AT_WANTED + FACES * 4,
    AT_DICE = AT_PHASE + 6,
    AT_DICE_IN_ALL = AT_DICE + FACES * 4,
    AT_STOPPED = AT_DICE_IN_ALL + 6,
    AT_CALL = AT_STOPPED + 1,          /* by me, of me, among others; denied */
    AT_SEATS = AT_CALL + 4,
    AT_RIVAL = AT_SEATS + SEATS * OF_SEAT, /* the highest other score */
    AT_CURSES_LEFT = AT_RIVAL + GOAL - 1,
    AT_ARTEFACTS_LEFT = AT_CURSES_LEFT + 6,
    AT_ROUNDS = AT_ARTEFACTS_LEFT + 6,
    AT_PLAYERS = AT_ROUNDS + 8,
    AT_MODE = AT_PLAYERS + 4,
    AT_ATTENTION = AT_MODE + 1,
    FEATURES = AT_ATTENTION + 3,
    FEATURE_WORDS = (FEATURES + 31) / 32
};

FUNCTION void put_set(uint32_t *bits, int at, uint64_t cards) {
    for (; cards; cards &= cards - 1) put(bits, at + lowest_wide(cards));
}

FUNCTION void put_hand(const Table *table, int seat, uint32_t *bits) {
    uint64_t hand = table->curses.hands[seat];
    int of_points[4] = {0}, wanted[FACES] = {0}, winning = 0;
    for (uint64_t left = hand; left; left &= left - 1) {
        int card = lowest_wide(left), points = casting_points(card);
        of_points[points]++;
        winning += points >= GOAL - table->scores[seat];
        for (int face = 0; face < FACES; face++) wanted[face] += count_of(cost(card), face) > 0;
    }
    put_set(bits, AT_HAND, hand);
    put_set(bits, AT_PAID, hand & payable(table->dice));
    for (int points = 1; points < 4; points++) put_up_to(bits, AT_POINTS + (points - 1) * 4, 4, of_points[points]);
    put_up_to(bits, AT_WINNING, 3, winning);
    for (int face = 0; face < FACES; face++) {
        put_up_to(bits, AT_WANTED + face * 4, 4, wanted[face]);
        put_up_to(bits, AT_DICE + face * 4, 4, count_of(table->dice, face));
    }
    put_up_to(bits, AT_DICE_IN_ALL, 6, dice_in(table->dice));
}

/* Acts whose moment it is. */
FUNCTION uint64_t acts_now(const Table *table, int seat) {
    uint64_t moment = table->phase == BEFORE_ROLLING ? DUE_AT_ROLL : DUE_AT_PASS;
    return possible_acts(table, seat) & (table->owing >> seat & 1 ? moment | CRIES : moment);
}

FUNCTION uint64_t right_calls(const Table *table, int seat) {
    uint64_t found = 0;
    for (uint64_t cards = possible_calls(table, seat); cards; cards &= cards - 1) {
        int card = lowest_wide(cards);
        for (uint32_t accused = accused_of(table, seat, card); accused; accused &= accused - 1)
            found |= lapses(table, lowest(accused)) & bit(card);
    }
    return found;
}

FUNCTION void put_force(const Table *table, int seat, uint32_t *bits) {
    put_set(bits, AT_BINDS, table->binding[seat]);
    put_set(bits, AT_CAST, table->cast_by[seat]);
    if (table->needs || table->over || table->called != NOBODY) return;
    put_set(bits, AT_DUE, acts_now(table, seat));
    put_set(bits, AT_CALLABLE, right_calls(table, seat));
}

FUNCTION void put_artefacts(const Table *table, int seat, uint32_t *bits) {
    const Stock *stock = &table->artefacts;
    uint64_t unseen = ARTEFACT_BITS & ~stock->hands[seat];
    for (int at = stock->fresh; at < stock->size; at++) unseen &= ~bit(stock->deck[place(stock, at)]);
    for (int away = 1; away < table->players; away++) {
        uint64_t known = stock->hands[(seat + away) % table->players] & stock->seen;
        unseen &= ~known;
        put_set(bits, AT_KNOWN + (away - 1) * ARTEFACTS, known);
    }
    put_set(bits, AT_ARTEFACTS, stock->hands[seat]);
    put_set(bits, AT_USED, table->used);
    put_set(bits, AT_UNSEEN, unseen);
}

FUNCTION void put_seat(const Table *table, int seat, uint32_t *bits, int at) {
    int known = 0, breaks = 0, more = table->more_dice[seat];
    for (uint64_t cards = table->curses.hands[seat] & table->curses.seen; cards; cards &= cards - 1)
        known += casting_points(lowest_wide(cards));
    for (uint64_t cards = table->cast_by[seat]; cards; cards &= cards - 1) breaks += breaking_points(lowest_wide(cards));
    put_up_to(bits, at + ITS_SCORE, GOAL - 1, table->scores[seat]);
    put_up_to(bits, at + ITS_SKULLS, SKULLS, table->skulls[seat]);
    put_up_to(bits, at + ITS_CURSES, 8, popcount_wide(table->curses.hands[seat]));
    put_up_to(bits, at + ITS_KNOWN, 6, known);
    put_up_to(bits, at + ITS_ARTEFACTS, 5, popcount_wide(table->artefacts.hands[seat]));
    if (more) put(bits, at + ITS_FLAGS + (more > 0 ? 2 : more == -1));
    if (table->turn == seat) put(bits, at + ITS_FLAGS + 3);
    if (table->target == seat) put(bits, at + ITS_FLAGS + 4);
    if (table->shielded >> seat & 1) put(bits, at + ITS_FLAGS + 5);
    put_up_to(bits, at + ITS_BONDS, 4, popcount_wide(table->binding[seat] & CURSE_BITS));
    put_up_to(bits, at + ITS_PERMANENTS, 3, popcount_wide(table->binding[seat] & PERMANENT_BITS));
    put_up_to(bits, at + ITS_CASTS, 5, popcount_wide(table->cast_by[seat]));
    put_up_to(bits, at + ITS_BREAKS, 6, breaks);
}

FUNCTION void put_moment(const Table *table, int seat, uint32_t *bits) {
    if (table->phase > SETTING_UP) put(bits, AT_PHASE + table->phase - BEFORE_ROLLING);
    if (table->stopped) put(bits, AT_STOPPED);
    if (table->called == NOBODY) return;
    put(bits, AT_CALL + (seat == table->caller ? 0 : seat == table->accused ? 1 : 2));
    if (table->denied) put(bits, AT_CALL + 3);
}

/* What `seat` sees, as bits; `attention` is a place in a list of chances to think of something. */
LARGE void features(const Table *table, int seat, int attention, uint32_t *bits) {
    const int8_t curses_left[6] = {1, 3, 6, 10, 15, 20}, artefacts_left[6] = {1, 2, 4, 6, 8, 10};
    const int8_t rounds[8] = {5, 8, 11, 15, 19, 22, 23, 24};
    int rival = 0;
    memset(bits, 0, FEATURE_WORDS * sizeof(uint32_t));
    put_hand(table, seat, bits);
    put_force(table, seat, bits);
    put_artefacts(table, seat, bits);
    put_moment(table, seat, bits);
    for (int away = 0; away < table->players; away++) {
        int other = (seat + away) % table->players;
        put_seat(table, other, bits, AT_SEATS + away * OF_SEAT);
        if (away && table->scores[other] > rival) rival = table->scores[other];
    }
    put_up_to(bits, AT_RIVAL, GOAL - 1, rival);
    put_marks(bits, AT_CURSES_LEFT, curses_left, 6, table->curses.size);
    put_marks(bits, AT_ARTEFACTS_LEFT, artefacts_left, 6, table->artefacts.size);
    put_marks(bits, AT_ROUNDS, rounds, 8, table->turns ? (table->turns - 1) / table->players : 0);
    put(bits, AT_PLAYERS + table->players - 3);
    if (table->at_table) put(bits, AT_MODE);
    put(bits, AT_ATTENTION + attention);
}

#ifndef __CUDACC__
static void look(const void *state, int seat, int style, const int *decided, int count, uint32_t *bits) {
    (void)decided, (void)count; /* every action is one choice */
    features((const Table *)state, seat, style, bits);
}

/* The network's number of an action: the same. */
static int steps(const void *state, int seat, int action, int *out) {
    (void)state, (void)seat;
    out[0] = action;
    return 1;
}

static const Sight SIGHT = {FEATURES, ACTIONS, look, steps, actions_as_steps};
#endif

#endif
