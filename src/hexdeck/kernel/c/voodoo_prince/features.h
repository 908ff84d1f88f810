/* What a network sees of Voodoo Prince, and in which order it names colours and choices.

   Seats are counted from the one that looks (0), clockwise.  Colours stand in slots: trump first, then those of
   which the seat was dealt most.  The Python twin with the names of all bits is features/voodoo_prince.py. */
#ifndef HEXDECK_VOODOO_PRINCE_FEATURES_H
#define HEXDECK_VOODOO_PRINCE_FEATURES_H

#include "../bits.h"
#include "../sight.h"
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
    AT_VARIANT = AT_PLAYERS + 4,   /* the Marshmallow Test, no trump */
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

FUNCTION Order order_for(const Table *table, int seat) {
    Order order;
    uint32_t weight[COLORS];
    for (int color = 0; color < COLORS; color++) {
        uint32_t dealt = table->hands[seat][color] | table->played[seat][color];
        weight[color] = (uint32_t)popcount(dealt) << 16 | dealt;
        if (color == table->trump) weight[color] |= 1u << 24;
        int slot = color;
        for (; slot > 0 && weight[order.color_in[slot - 1]] < weight[color]; slot--)
            order.color_in[slot] = order.color_in[slot - 1];
        order.color_in[slot] = (int8_t)color;
    }
    for (int slot = 0; slot < COLORS; slot++) order.slot_of[order.color_in[slot]] = (int8_t)slot;
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

FUNCTION void put_cards(uint32_t *bits, int at, const uint16_t *cards, const Order *order) {
    for (int slot = 0; slot < COLORS; slot++) put_row(bits, at + slot * VALUES, cards[order->color_in[slot]]);
}

FUNCTION int counted_from(const Table *table, int seat, int other) {
    return other >= seat ? other - seat : other - seat + table->players;
}

/* What lies in the trick, which card is highest, and which of the hand would be higher [VP4, VP7]. */
FUNCTION void put_trick(const Table *table, int seat, const Order *order, uint32_t *bits) {
    if (!table->in_trick) return;
    int count, place = winner(table, &count), card = table->trick[place], led = table->trick[0] >> 4;
    int color = card >> 4, value = card & 15;
    uint16_t row = (uint16_t)(~0u << (value + 1));
    put_cards(bits, AT_TRICK, table->lying, order);
    put_row(bits, AT_WINNING + order->slot_of[color] * VALUES, 1u << value);
    put(bits, AT_LED + order->slot_of[led]);
    put(bits, AT_LEADER + counted_from(table, seat, table->trick_by[0]));
    put(bits, AT_HOLDER + counted_from(table, seat, table->trick_by[place]));
    if (value == table->top)
        row = 1; /* only a zero beats it */
    else if (table->lying[color] >> table->top & 1)
        row = 0; /* a zero has beaten it */
    else if (table->lying[color] & 1)
        row = (uint16_t)(row & ~(1u << table->top));
    put_row(bits, AT_TAKES + order->slot_of[color] * VALUES, row & table->hands[seat][color]);
    if (table->trump >= 0 && color != table->trump)
        put_row(bits, AT_TAKES + order->slot_of[table->trump] * VALUES, table->hands[seat][table->trump]);
}

FUNCTION void put_cards_seen(const Table *table, int seat, const Order *order, uint32_t *bits) {
    uint32_t deck = (2u << table->top) - (1u << table->low);
    put_cards(bits, table->trump == UNNAMED ? AT_NAMING : AT_HAND, table->hands[seat], order);
    for (int slot = 0; slot < COLORS; slot++) {
        int color = order->color_in[slot];
        uint32_t seen = table->hands[seat][color];
        for (int other = 0; other < table->players; other++) seen |= table->played[other][color];
        put_row(bits, AT_UNSEEN + slot * VALUES, deck & ~seen);
        put_up_to(bits, AT_COUNTS + slot * 8, 8, popcount(table->hands[seat][color]));
    }
}

FUNCTION void put_others(const Table *table, int seat, const Order *order, uint32_t *bits) {
    const int8_t gaps[GAPS] = {-14, -9, -6, -4, -2, 0, 1, 3, 5, 7, 10, 15};
    for (int away = 1; away < table->players; away++) {
        int other = (seat + away) % table->players;
        put_cards(bits, AT_PLAYED + (away - 1) * DECK, table->played[other], order);
        for (int slot = 0; slot < COLORS; slot++)
            if (table->voids[other] >> order->color_in[slot] & 1)
                put(bits, AT_VOIDS + (away - 1) * COLORS + slot);
        put_marks(bits, AT_GAPS + (away - 1) * GAPS, gaps, GAPS, table->scores[seat] - table->scores[other]);
    }
}

FUNCTION void put_seats(const Table *table, int seat, uint32_t *bits) {
    int worth = 0, after = 0;
    for (int away = 0; away < table->players; away++) {
        int other = (seat + away) % table->players;
        bool is_in = table->playing >> other & 1;
        put_up_to(bits, AT_TAKEN + away * GOALS, GOALS, table->tricks[other]);
        if (is_in) put(bits, AT_IN + away);
        if (is_in) put_up_to(bits, AT_TO_GO + away * GOALS, GOALS, table->goal - table->tricks[other]);
        if (away) worth += table->tricks[other];
        if (table->marshmallow) put_up_to(bits, AT_ENOUGH + away * 10, 10, table->scores[other] / 2);
    }
    after = table->players - table->gone - table->in_trick - 1;
    put_one(bits, AT_AFTER, SEATS, after > 0 ? after : 0);
    put_up_to(bits, AT_WORTH, 16, worth);
}

/* What `seat` sees, as bits; `bits` has FEATURE_WORDS words. */
FUNCTION void features(const Table *table, int seat, int style, uint32_t *bits) {
    Order order = order_for(table, seat);
    memset(bits, 0, FEATURE_WORDS * sizeof(uint32_t));
    put_cards_seen(table, seat, &order, bits);
    put_trick(table, seat, &order, bits);
    put_others(table, seat, &order, bits);
    put_seats(table, seat, bits);
    put(bits, AT_PLAYERS + table->players - 2);
    if (table->marshmallow) put(bits, AT_VARIANT);
    if (table->trump == NO_TRUMP) put(bits, AT_VARIANT + 1);
    put(bits, AT_LYING + table->in_trick);
    put_one(bits, AT_GONE, 4, table->gone);
    put_up_to(bits, AT_SIZE, 14, table->sizes[seat]);
    put_one(bits, AT_ROUNDS, 5, table->marshmallow ? 4 : table->rounds - table->round);
    put(bits, AT_STYLE + style);
}

/* The others' hands, for the critic that helps in training and never plays. */
FUNCTION void unseen_features(const Table *table, int seat, uint32_t *bits) {
    Order order = order_for(table, seat);
    memset(bits, 0, UNSEEN_WORDS * sizeof(uint32_t));
    for (int away = 1; away < table->players; away++)
        put_cards(bits, (away - 1) * DECK, table->hands[(seat + away) % table->players], &order);
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

static const Sight SIGHT = {FEATURES, CHOICES, look, steps};
#endif

#endif
