/* What a network sees of Voodoo Prince, and in which order it names colours and choices.

   Seats are counted from the one that looks (0), clockwise.  Colours stand in slots: trump first, then those of
   which the seat was dealt most.  The Python twin with the names of all bits is games/voodoo_prince/ai/features.py. */
#ifndef HEXDECK_VOODOO_PRINCE_FEATURES_H
#define HEXDECK_VOODOO_PRINCE_FEATURES_H

#include "bits.h"
#include "sight.h"
#include "rules.h"

enum {
    DECK = COLORS * VALUES,
    OTHERS = SEATS - 1,
    GOALS = 7,
    GAPS = 12,
    AT_HAND = 0,
    AT_UNSEEN = AT_HAND + DECK,
    AT_PLAYED = AT_UNSEEN + DECK, /* by each of the others */
    AT_TRICK = AT_PLAYED + OTHERS * DECK,
    AT_WINNING = AT_TRICK + DECK,
    AT_TAKES = AT_WINNING + DECK,  /* cards of the hand that would lie highest */
    AT_NAMING = AT_TAKES + DECK,   /* the hand while trump is named */
    AT_PLAYERS = AT_NAMING + DECK, /* 2 to 5 */
    AT_VARIANT = AT_PLAYERS + 4,   /* the Race to 20, no trump */
    AT_LED = AT_VARIANT + 2,       /* the slot of the colour led */
    AT_LYING = AT_LED + COLORS,    /* cards in the trick */
    AT_LEADER = AT_LYING + SEATS,  /* who led */
    AT_HOLDER = AT_LEADER + SEATS, /* whose card lies highest */
    AT_AFTER = AT_HOLDER + SEATS,  /* how many play after the seat */
    AT_IN = AT_AFTER + SEATS,      /* who plays on, by seat */
    AT_TO_GO = AT_IN + SEATS,      /* tricks to go, by seat */
    AT_TAKEN = AT_TO_GO + SEATS * GOALS,
    AT_GONE = AT_TAKEN + SEATS * GOALS,    /* how many have left */
    AT_WORTH = AT_GONE + 4,                /* points for leaving now */
    AT_SIZE = AT_WORTH + 16,               /* cards in the hand */
    AT_COUNTS = AT_SIZE + 14,              /* in each slot */
    AT_VOIDS = AT_COUNTS + COLORS * 8,     /* of each of the others, by slot */
    AT_ROUNDS = AT_VOIDS + OTHERS * COLORS, /* left after this */
    AT_GAPS = AT_ROUNDS + 5,               /* to each of the others */
    AT_ENOUGH = AT_GAPS + OTHERS * GAPS,   /* scores on the way to 20, by seat [VP13] */
    AT_STYLE = AT_ENOUGH + SEATS * 10,     /* points, both, win */
    FEATURES = AT_STYLE + 3,
    FEATURE_WORDS = (FEATURES + 31) / 32,
    UNSEEN_FEATURES = OTHERS * DECK, /* the others' hands: for a critic, never for a player */
    UNSEEN_WORDS = (UNSEEN_FEATURES + 31) / 32,
    CHOICES = ACTIONS,
    CHOICE_WORDS = (CHOICES + 31) / 32
};

/* Which colour lies in which slot, and the other way round. */
typedef struct {
    int8_t color_in[COLORS];
    int8_t slot_of[COLORS];
} Order;

FUNCTION void find_order(const Table *table, int seat, Order *order) {
    int weight[COLORS]; /* no two are equal */
    for (int color = 0; color < COLORS; color++) {
        int dealt = table->hands[seat][color] | table->played[seat][color];
        weight[color] = ((color == table->trump) << 24 | popcount((uint32_t)dealt) << 16 | dealt) << 3 | (7 - color);
    }
    for (int color = 0; color < COLORS; color++) {
        int heavier = 0;
        for (int other = 0; other < COLORS; other++) heavier += weight[other] > weight[color];
        order->slot_of[color] = (int8_t)heavier;
        order->color_in[heavier] = (int8_t)color;
    }
}

FUNCTION Order order_for(const Table *table, int seat) {
    Order order;
    find_order(table, seat, &order);
    return order;
}

/* The network's number of an action, and the action of a number. */
FUNCTION int choice_of(const Order *order, int action) {
    if (action >= NAME_TRUMP) return NAME_TRUMP + order->slot_of[action - NAME_TRUMP];
    return order->slot_of[action >> 4] * VALUES + (action & 15);
}

FUNCTION int action_of(const Order *order, int choice) {
    if (choice >= NAME_TRUMP) return NAME_TRUMP + order->color_in[choice - NAME_TRUMP];
    return order->color_in[choice >> 4] * VALUES + (choice & 15);
}

/* A colour's cards are a row of sixteen bits; whatever was there goes. */
FUNCTION void lay_row(uint32_t *bits, int at, uint16_t row) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy((char *)bits + at / 8, &row, sizeof row);
#else
    bits[at >> 5] = (bits[at >> 5] & ~(0xFFFFu << (at & 31))) | (uint32_t)row << (at & 31);
#endif
}

FUNCTION void lay_cards(uint32_t *bits, int at, const uint16_t *cards, const Order *order) {
    for (int slot = 0; slot < COLORS; slot++) lay_row(bits, at + slot * VALUES, cards[order->color_in[slot]]);
}

FUNCTION void lay_none(uint32_t *bits, int at) {
    for (int slot = 0; slot < COLORS; slot++) lay_row(bits, at + slot * VALUES, 0);
}

FUNCTION int counted_from(const Table *table, int seat, int other) {
    return other >= seat ? other - seat : other - seat + table->players;
}

FUNCTION int seat_away(const Table *table, int seat, int away) {
    return seat + away < table->players ? seat + away : seat + away - table->players;
}

/* Which card of the trick is highest, and which of the hand would be higher [VP4, VP7]. */
FUNCTION void see_trick(const Table *table, int seat, const Order *order, uint32_t *bits, uint32_t *seen) {
    int count, place = winner(table, &count), card = table->trick[place], led = table->trick[0] >> 4;
    int color = card >> 4, value = card & 15, slot = order->slot_of[color];
    uint32_t row = ~0u << (value + 1), lying = table->lying[color], top = 1u << table->top;
    if (lying & 1) row &= ~top;                 /* the top would lose to the zero */
    if (lying & top) row = value == table->top; /* only a zero beats it, and nothing a zero that has beaten it */
    lay_row(bits, AT_WINNING + slot * VALUES, (uint16_t)(1u << value));
    if (table->trump >= 0)
        lay_row(bits, AT_TAKES + order->slot_of[table->trump] * VALUES, table->hands[seat][table->trump]);
    lay_row(bits, AT_TAKES + slot * VALUES, (uint16_t)(row & table->hands[seat][color]));
    put_field(seen, AT_LED, COLORS, 1u << order->slot_of[led]);
    put_field(seen, AT_LEADER, SEATS, 1u << counted_from(table, seat, table->trick_by[0]));
    put_field(seen, AT_HOLDER, SEATS, 1u << counted_from(table, seat, table->trick_by[place]));
}

FUNCTION void see_cards(const Table *table, int seat, const Order *order, uint32_t *bits) {
    uint32_t deck = (2u << table->top) - (1u << table->low);
    uint16_t unseen[COLORS];
    bool is_named = table->trump != UNNAMED;
    for (int color = 0; color < COLORS; color++) {
        uint32_t seen = table->hands[seat][color];
        for (int other = 0; other < SEATS; other++) seen |= table->played[other][color];
        unseen[color] = (uint16_t)(deck & ~seen);
    }
    lay_cards(bits, is_named ? AT_HAND : AT_NAMING, table->hands[seat], order);
    lay_none(bits, is_named ? AT_NAMING : AT_HAND);
    lay_cards(bits, AT_UNSEEN, unseen, order);
    lay_cards(bits, AT_TRICK, table->lying, order);
    lay_none(bits, AT_WINNING);
    lay_none(bits, AT_TAKES);
    for (int away = 1; away < SEATS; away++)
        if (away < table->players)
            lay_cards(bits, AT_PLAYED + (away - 1) * DECK, table->played[seat_away(table, seat, away)], order);
        else
            lay_none(bits, AT_PLAYED + (away - 1) * DECK);
}

/* How many of the marks -14, -9, -6, -4, -2, 0, 1, 3, 5, 7, 10 and 15 a lead reaches. */
FUNCTION int gaps_reached(int lead) {
    static const int8_t REACHED[31] = {0, 1, 1, 1, 1, 1,  2,  2,  2,  3,  3,  4,  4,  5,  5, 6,
                                       7, 7, 8, 8, 9, 9, 10, 10, 10, 11, 11, 11, 11, 11, 12};
    return REACHED[lead < -15 ? 0 : lead > 15 ? 30 : lead + 15];
}

FUNCTION void put_others(const Table *table, int seat, const Order *order, uint32_t *bits) {
    enum { ONE_COLOR = 1 | 1 << COLORS | 1 << 2 * COLORS | 1 << 3 * COLORS }; /* of all others */
    uint64_t counts = 0, leads = 0;
    uint32_t shown = 0, voids = 0; /* by colour, by slot */
    for (int slot = 0; slot < COLORS; slot++)
        counts |= (uint64_t)up_to(8, popcount(table->hands[seat][order->color_in[slot]])) << slot * 8;
    for (int away = 1; away < table->players; away++) {
        int other = seat_away(table, seat, away), lead = table->scores[seat] - table->scores[other];
        leads |= (uint64_t)up_to(GAPS, gaps_reached(lead)) << (away - 1) * GAPS;
        shown |= (uint32_t)table->voids[other] << (away - 1) * COLORS;
    }
    for (int color = 0; color < COLORS; color++) voids |= (shown >> color & ONE_COLOR) << order->slot_of[color];
    put_wide(bits, AT_COUNTS, COLORS * 8, counts);
    put_field(bits, AT_VOIDS, OTHERS * COLORS, voids);
    put_wide(bits, AT_GAPS, OTHERS * GAPS, leads);
}

FUNCTION void put_seats(const Table *table, int seat, uint32_t *bits) {
    int worth = -table->tricks[seat], after = table->players - table->gone - table->in_trick - 1;
    uint64_t taken = 0, to_go = 0, enough = 0;
    uint32_t in = 0;
    for (int away = 0; away < table->players; away++) {
        int other = seat_away(table, seat, away), tricks = table->tricks[other];
        uint32_t is_in = table->playing >> other & 1;
        in |= is_in << away;
        taken |= (uint64_t)up_to(GOALS, tricks) << away * GOALS;
        to_go |= (uint64_t)(up_to(GOALS, table->goal - tricks) & (0u - is_in)) << away * GOALS;
        worth += tricks;
        if (table->marshmallow) enough |= (uint64_t)up_to(10, table->scores[other] / 2) << away * 10;
    }
    put_field(bits, AT_IN, SEATS, in);
    put_wide(bits, AT_TAKEN, SEATS * GOALS, taken);
    put_wide(bits, AT_TO_GO, SEATS * GOALS, to_go);
    put_wide(bits, AT_ENOUGH, SEATS * 10, enough);
    put_field(bits, AT_AFTER, SEATS, 1u << (after > 0 ? after : 0));
    put_up_to(bits, AT_WORTH, 16, worth);
}

FUNCTION uint32_t one_of(int size, int number) { return 1u << (number < size ? number : size - 1); }

/* What `seat` sees, as bits; `bits` has FEATURE_WORDS words. */
FUNCTION void features(const Table *table, int seat, int style, uint32_t *bits) {
    enum { ROWS_END = AT_PLAYERS / 32 };
    uint32_t seen[FEATURE_WORDS]; /* of our own, so that the compiler knows that nobody else writes there */
    Order order;
    find_order(table, seat, &order);
    for (int word = ROWS_END; word < FEATURE_WORDS; word++) seen[word] = 0;
    see_cards(table, seat, &order, bits);
    if (table->in_trick) see_trick(table, seat, &order, bits, seen);
    put_others(table, seat, &order, seen);
    put_seats(table, seat, seen);
    put_field(seen, AT_PLAYERS, 4, 1u << (table->players - 2));
    put_field(seen, AT_VARIANT, 2, (uint32_t)table->marshmallow | (uint32_t)(table->trump == NO_TRUMP) << 1);
    put_field(seen, AT_LYING, SEATS, 1u << table->in_trick);
    put_field(seen, AT_GONE, 4, one_of(4, table->gone));
    put_up_to(seen, AT_SIZE, 14, table->sizes[seat]);
    put_field(seen, AT_ROUNDS, 5, one_of(5, table->marshmallow ? 4 : table->rounds - table->round));
    put_field(seen, AT_STYLE, 3, 1u << style);
    for (int word = ROWS_END; word < FEATURE_WORDS; word++) bits[word] = seen[word];
}

/* The others' hands, for the critic that helps in training and never plays. */
FUNCTION void unseen_features(const Table *table, int seat, uint32_t *bits) {
    Order order = order_for(table, seat);
    memset(bits, 0, UNSEEN_WORDS * sizeof(uint32_t));
    for (int away = 1; away < table->players; away++)
        lay_cards(bits, (away - 1) * DECK, table->hands[seat_away(table, seat, away)], &order);
}

#ifndef __CUDACC__
static void look(const void *state, int seat, int style, const int *decided, int count, uint32_t *bits) {
    (void)decided, (void)count; /* every action is one choice */
    features((const Table *)state, seat, style, bits);
}

static int steps(const void *state, int seat, int action, int *out) {
    Order order = order_for((const Table *)state, seat);
    out[0] = choice_of(&order, action);
    return 1;
}

static void steps_of_all(const void *state, int seat, const int *actions, int count, int16_t *out) {
    Order order = order_for((const Table *)state, seat);
    for (int at = 0; at < count; at++) out[actions[at] * MOST_STEPS] = (int16_t)choice_of(&order, actions[at]);
}

static const Sight SIGHT = {FEATURES, CHOICES, look, steps, steps_of_all};
#endif

#endif
