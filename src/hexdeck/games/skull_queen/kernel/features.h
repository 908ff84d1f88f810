/* What a network sees of Skull Queen, and in which order it names colours and choices.

   Seats are counted from the one that looks (0), clockwise.  Colours stand in slots, first those of which the seat was
   dealt most.  Placing is five choices in a row: a side, then a space for the pirate of each slot.  The Python twin
   with the names of all bits is games/skull_queen/ai/features.py. */
#ifndef HEXDECK_SKULL_QUEEN_FEATURES_H
#define HEXDECK_SKULL_QUEEN_FEATURES_H

#include "bits.h"
#include "sight.h"
#include "rules.h"

enum {
    OTHERS = SEATS - 1,
    GAPS = 12,
    HIGHEST = 13,     /* value of a card */
    NOBODY = SEATS,   /* has played what lies in the centre, and what the ghost has */
    FELL = 2 * SPACES, /* where a pirate stands that fell */
    /* The network's numbers: cards in slots, sides, spaces. */
    SIDE = CARDS,
    SPACE = SIDE + 2,
    CHOICES = SPACE + SPACES,
    CHOICE_WORDS = (CHOICES + 31) / 32,
    /* Of each colour that lies there, from its own start. */
    OF_COUNT = 0,
    OF_TOP_BY = OF_COUNT + 3,
    OF_BOTTOM_BY = OF_TOP_BY + NOBODY + 1,
    OF_TOP = OF_BOTTOM_BY + NOBODY + 1,
    OF_BOTTOM = OF_TOP + HIGHEST,
    OF_EIGHT = OF_BOTTOM + HIGHEST,
    OF_FIVE = OF_EIGHT + 1,
    OF_ALL = OF_FIVE + 1,
    AT_HAND = 0,
    AT_PLACING_HAND = AT_HAND + CARDS,
    AT_UNSEEN = AT_PLACING_HAND + CARDS,
    AT_CENTRE = AT_UNSEEN + CARDS,
    AT_TRICK = AT_CENTRE + CARDS,
    AT_HIGHEST = AT_TRICK + CARDS, /* cards of the hand that would be the highest of their colour now */
    AT_LOWEST = AT_HIGHEST + CARDS,
    AT_EARNS = AT_LOWEST + CARDS,
    AT_FALLS = AT_EARNS + CARDS,
    AT_LYING = AT_FALLS + CARDS,
    AT_PIRATES = AT_LYING + COLORS * OF_ALL,
    AT_ASKED = AT_PIRATES + SEATS * COLORS * (FELL + 1),
    AT_LEADER = AT_ASKED + COLORS,
    AT_AFTER = AT_LEADER + SEATS,
    AT_BEST = AT_AFTER + SEATS, /* the highest card of the trick */
    AT_BEST_BY = AT_BEST + HIGHEST,
    AT_COUNTS = AT_BEST_BY + SEATS,
    AT_SIZE = AT_COUNTS + COLORS * 8,
    AT_VOIDS = AT_SIZE + STACK,
    AT_PLAYED = AT_VOIDS + OTHERS * COLORS, /* how many of each colour, by each of the others */
    AT_STAGE = AT_PLAYED + OTHERS * COLORS * 4, /* what is to be placed now */
    AT_SIDE = AT_STAGE + MOST_STEPS,
    AT_SPACES = AT_SIDE + 2,
    AT_PLAYERS = AT_SPACES + (COLORS - 1) * SPACES,
    AT_ROUNDS = AT_PLAYERS + 5,
    AT_GAPS = AT_ROUNDS + SEATS, /* to each of the others, if the round ended now */
    AT_STYLE = AT_GAPS + OTHERS * GAPS,
    FEATURES = AT_STYLE + 3,
    FEATURE_WORDS = (FEATURES + 31) / 32,
    UNSEEN_FEATURES = OTHERS * CARDS, /* the others' hands: for a critic, never for a player */
    UNSEEN_WORDS = (UNSEEN_FEATURES + 31) / 32
};

/* What was played this round, which colour lies in which slot for a seat, and the other way round. */
typedef struct {
    uint64_t played[SEATS]; /* by seat; the ghost's too */
    int8_t color_in[COLORS];
    int8_t slot_of[COLORS];
} Order;

FUNCTION Order order_for(const Table *table, int seat) {
    Order order;
    uint32_t weights[COLORS];
    memset(order.played, 0, sizeof order.played);
    for (int card = 0; card < CARDS; card++)
        if (table->played_by[card] >= 0) order.played[table->played_by[card]] |= only(card);
    uint64_t dealt = table->hands[seat] | order.played[seat];
    for (int color = 0; color < COLORS; color++) {
        uint32_t values = (uint32_t)(dealt >> color * VALUES & 0xFFF);
        weights[color] = (uint32_t)popcount(values) << 16 | values;
        int slot = color;
        for (; slot > 0 && weights[order.color_in[slot - 1]] < weights[color]; slot--)
            order.color_in[slot] = order.color_in[slot - 1];
        order.color_in[slot] = (int8_t)color;
    }
    for (int slot = 0; slot < COLORS; slot++) order.slot_of[order.color_in[slot]] = (int8_t)slot;
    return order;
}

/* The network's number of a card, and the card of a number. */
FUNCTION int choice_of(const Order *order, int card) {
    return card < MONKEY ? order->slot_of[card / VALUES] * VALUES + card % VALUES : card;
}

FUNCTION int card_of(const Order *order, int choice) {
    return choice < MONKEY ? order->color_in[choice / VALUES] * VALUES + choice % VALUES : choice;
}

/* The choices of a placing, and the placing that choices make up. */
FUNCTION void split_placing(const Order *order, int action, int *out) {
    int spaces = action - PLACE;
    out[0] = SIDE + spaces / ONE_SIDE;
    for (int slot = 0; slot < COLORS; slot++)
        out[slot + 1] = SPACE + spaces % ONE_SIDE / weight(order->color_in[slot]) % SPACES;
}

FUNCTION int placing_of(const Order *order, const int *decided) {
    int action = PLACE + (decided[0] - SIDE) * ONE_SIDE;
    for (int slot = 0; slot < COLORS; slot++)
        action += (decided[slot + 1] - SPACE) * weight(order->color_in[slot]);
    return action;
}

FUNCTION int counted_from(const Table *table, int seat, int other) {
    return other >= seat ? other - seat : other - seat + table->players;
}

FUNCTION void put_cards(uint32_t *bits, int at, uint64_t cards, const Order *order) {
    for (; cards; cards &= cards - 1) put(bits, at + choice_of(order, lowest_wide(cards)));
}

FUNCTION int count_of(uint64_t cards, int color) { return popcount_wide(cards & suit(color)); }

FUNCTION void put_cards_seen(const Table *table, int seat, const Order *order, uint32_t *bits) {
    uint64_t hand = table->hands[seat], deck = wild();
    Setup setup = setup_for(table->players);
    for (int color = 0; color < COLORS; color++)
        deck |= (uint64_t)((1u << setup.top) - (1u << (setup.low - 1))) << color * VALUES;
    put_cards(bits, table->placed ? AT_HAND : AT_PLACING_HAND, hand, order);
    put_cards(bits, AT_UNSEEN, deck & ~(hand | table->centre | table->gone | table->lying), order);
    put_cards(bits, AT_CENTRE, table->centre, order);
    put_cards(bits, AT_TRICK, table->lying, order);
    put_up_to(bits, AT_SIZE, STACK, popcount_wide(hand));
    for (int slot = 0; slot < COLORS; slot++)
        put_up_to(bits, AT_COUNTS + slot * 8, 8, count_of(hand, order->color_in[slot]));
}

/* Which cards count as a colour, if Monkey and First Mate of the trick count as `asked` [SQ6, SQ7]. */
FUNCTION uint64_t lying_as(const Table *table, int color, int asked) {
    return ((table->centre | table->lying) & suit(color)) | (color == asked ? table->lying & wild() : 0);
}

/* Of cards that count as one colour; there must be one. */
FUNCTION int highest_of(uint64_t cards) {
    if (cards >> MATE & 1 || cards == only(MONKEY)) return highest_wide(cards);
    return highest_wide(cards & ~only(MONKEY));
}

FUNCTION int lowest_of(uint64_t cards) { return cards >> MONKEY & 1 ? MONKEY : lowest_wide(cards); }

/* Who would move for a card that lies there. */
FUNCTION int moves_for(const Table *table, int seat, int card) {
    int by = table->played_by[card];
    return table->lying >> card & 1 && by < table->players ? counted_from(table, seat, by) : NOBODY;
}

FUNCTION void put_color(const Table *table, int seat, int color, int at, uint32_t *bits) {
    uint64_t cards = lying_as(table, color, table->asked);
    if (!cards) return;
    int top = highest_of(cards), bottom = lowest_of(cards);
    put_up_to(bits, at + OF_COUNT, 3, popcount_wide(cards));
    put(bits, at + OF_TOP_BY + moves_for(table, seat, top));
    put(bits, at + OF_BOTTOM_BY + moves_for(table, seat, bottom));
    put_up_to(bits, at + OF_TOP, HIGHEST, value_of(top));
    put_up_to(bits, at + OF_BOTTOM, HIGHEST, value_of(bottom));
    if (cards >> (color * VALUES + 7) & 1) put(bits, at + OF_EIGHT);
    if (cards >> (color * VALUES + 4) & 1) put(bits, at + OF_FIVE);
}

/* The trick: of every colour what lies there, who leads, and who will. */
FUNCTION void put_table(const Table *table, int seat, const Order *order, uint32_t *bits) {
    int leader = table->players == 2 ? table->turn : (table->turn + table->players - table->in_trick) % table->players;
    for (int slot = 0; slot < COLORS; slot++)
        put_color(table, seat, order->color_in[slot], AT_LYING + slot * OF_ALL, bits);
    if (table->asked != UNASKED) put(bits, AT_ASKED + order->slot_of[table->asked]);
    put(bits, AT_LEADER + counted_from(table, seat, leader));
    put(bits, AT_AFTER + table->players - 1 - counted_from(table, leader, seat));
    if (table->players == 2 || !table->in_trick) return;
    int best = 0;
    for (int place = 0; place < table->in_trick; place++)
        if (value_of(table->trick[place]) > best) best = value_of(table->trick[place]);
    put(bits, AT_BEST_BY + counted_from(table, seat, highest_player(table)));
    put_up_to(bits, AT_BEST, HIGHEST, best);
}

/* What each card of the hand would do if the trick ended with it [SQ7, SQ8, SQ9]. */
FUNCTION void put_own_cards(const Table *table, int seat, const Order *order, uint32_t *bits) {
    for (uint64_t hand = table->hands[seat]; hand; hand &= hand - 1) {
        int card = lowest_wide(hand), color = card < MONKEY ? card / VALUES : table->asked;
        if (color == UNASKED) continue;
        uint64_t others = lying_as(table, color, table->asked == UNASKED ? color : table->asked);
        uint64_t together = others | only(card);
        if (!others) continue;
        bool is_highest = highest_of(together) == card;
        if (!is_highest && lowest_of(together) != card) continue;
        int place = choice_of(order, card), space = table->spaces[seat][color], side = table->sides[seat];
        put(bits, (is_highest ? AT_HIGHEST : AT_LOWEST) + place);
        if (space == OVERBOARD) continue;
        int there = is_highest ? space - 1 - (int)(together >> (color * VALUES + 7) & 1)
                               : space + 1 + (int)(together >> (color * VALUES + 4) & 1);
        if (there < 0 || there >= SPACES)
            put(bits, AT_FALLS + place);
        else if (printed(side, there) > printed(side, space))
            put(bits, AT_EARNS + place);
    }
}

/* The score of a seat if the round ended now. */
FUNCTION int standing(const Table *table, int seat) {
    int points = table->scores[seat];
    for (int color = 0; table->placed && color < COLORS; color++)
        if (table->spaces[seat][color] != OVERBOARD)
            points += printed(table->sides[seat], table->spaces[seat][color]);
    return points;
}

/* Planks of all, and what the others have shown. */
FUNCTION void put_seats(const Table *table, int seat, const Order *order, uint32_t *bits) {
    const int8_t gaps[GAPS] = {-24, -15, -9, -5, -2, 0, 1, 3, 6, 10, 16, 25};
    int own = standing(table, seat);
    for (int away = 0; away < table->players; away++) {
        int other = (seat + away) % table->players, row = away - 1;
        for (int slot = 0; slot < COLORS; slot++) {
            int color = order->color_in[slot], space = table->spaces[other][color];
            int stands = space == OVERBOARD ? FELL : table->sides[other] * SPACES + space;
            if (table->placed) put(bits, AT_PIRATES + (away * COLORS + slot) * (FELL + 1) + stands);
            if (!away) continue;
            if (table->voids[other] >> color & 1) put(bits, AT_VOIDS + row * COLORS + slot);
            put_up_to(bits, AT_PLAYED + (row * COLORS + slot) * 4, 4, count_of(order->played[other], color));
        }
        if (away) put_marks(bits, AT_GAPS + row * GAPS, gaps, GAPS, own - standing(table, other));
    }
}

/* The part of a placing that is decided. */
FUNCTION void put_decided(const int *decided, int count, uint32_t *bits) {
    put(bits, AT_STAGE + count);
    if (count) put(bits, AT_SIDE + decided[0] - SIDE);
    for (int slot = 0; slot < count - 1; slot++) put(bits, AT_SPACES + slot * SPACES + decided[slot + 1] - SPACE);
}

/* What `seat` sees, as bits, when it has decided so much of a placing; `bits` has FEATURE_WORDS words. */
FUNCTION void features(const Table *table, int seat, int style, const int *decided, int count, uint32_t *bits) {
    Order order = order_for(table, seat);
    memset(bits, 0, FEATURE_WORDS * sizeof(uint32_t));
    put_cards_seen(table, seat, &order, bits);
    put_table(table, seat, &order, bits);
    put_seats(table, seat, &order, bits);
    if (table->placed)
        put_own_cards(table, seat, &order, bits);
    else
        put_decided(decided, count, bits);
    put(bits, AT_PLAYERS + table->players - 2);
    put(bits, AT_ROUNDS + table->players - table->round);
    put(bits, AT_STYLE + style);
}

/* The others' hands, for the critic that helps in training and never plays. */
FUNCTION void unseen_features(const Table *table, int seat, uint32_t *bits) {
    Order order = order_for(table, seat);
    memset(bits, 0, UNSEEN_WORDS * sizeof(uint32_t));
    for (int away = 1; away < table->players; away++)
        put_cards(bits, (away - 1) * CARDS, table->hands[(seat + away) % table->players], &order);
}

#ifndef __CUDACC__
static void look(const void *state, int seat, int style, const int *decided, int count, uint32_t *bits) {
    features((const Table *)state, seat, style, decided, count, bits);
}

static int steps_in(const Order *order, int action, int *out) {
    if (action >= PLACE) {
        split_placing(order, action, out);
        return MOST_STEPS;
    }
    out[0] = choice_of(order, action);
    return 1;
}

static int steps(const void *state, int seat, int action, int *out) {
    Order order = order_for((const Table *)state, seat);
    return steps_in(&order, action, out);
}

static void steps_of_all(const void *state, int seat, const int *actions, int count, int16_t *out) {
    Order order = order_for((const Table *)state, seat);
    int made[MOST_STEPS];
    for (int at = 0; at < count; at++)
        for (int step = 0, many = steps_in(&order, actions[at], made); step < many; step++)
            out[actions[at] * MOST_STEPS + step] = (int16_t)made[step];
}

static const Sight SIGHT = {FEATURES, CHOICES, look, steps, steps_of_all};
#endif

#endif
