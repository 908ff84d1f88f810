/* Voodoo Prince: who may play what, and what comes of it. */
#ifndef HEXDECK_VOODOO_PRINCE_RULES_H
#define HEXDECK_VOODOO_PRINCE_RULES_H

#include "kernel.h"
#include "table.h"

FUNCTION int needs(const void *state) { return ((const Table *)state)->needs; }

FUNCTION int is_over(const void *state) { return ((const Table *)state)->over; }

FUNCTION int to_move(const void *state, int *seats) {
    const Table *table = (const Table *)state;
    seats[0] = table->turn;
    return table->needs || table->over ? 0 : 1;
}

/* A round has ended when the next must be dealt. */
FUNCTION int rounds_ended(const void *state) {
    const Table *table = (const Table *)state;
    return table->needs || table->over ? table->round : table->round - 1;
}

/* The last one there can be. */
FUNCTION int last_round(const Table *table) {
    if (table->marshmallow) return PATIENCE;
    return table->rounds;
}

FUNCTION int rounds_left(const void *state) {
    const Table *table = (const Table *)state;
    if (table->over) return 0;
    return table->marshmallow ? 2 : table->rounds - rounds_ended(state);
}

FUNCTION void scores(const void *state, int *out) {
    const Table *table = (const Table *)state;
    for (int seat = 0; seat < table->players; seat++) out[seat] = table->scores[seat];
}

/* Bits of the colour led that may be played; `second` those of trump too [VP13].  Both 0: anything [VP3]. */
FUNCTION uint16_t allowed(const Table *table, int seat, uint16_t *second) {
    int led = table->trick[0] >> 4;
    uint16_t follow = table->hands[seat][led];
    *second = 0;
    if (follow && table->marshmallow && table->trump >= 0 && table->trump != led && table->lying[table->trump])
        *second = table->hands[seat][table->trump];
    return follow;
}

FUNCTION int legal(const void *state, int seat, int *out) {
    const Table *table = (const Table *)state;
    const uint16_t *hand = table->hands[seat];
    uint64_t cards = 0; /* all but the last colour: a card's number is the place of its bit */
    uint32_t last = 0;
    int count = 0;
    if (table->needs || table->over || seat != table->turn) return 0;
    if (table->trump == UNNAMED) {
        for (int color = 0; color < COLORS; color++) out[color] = NAME_TRUMP + color;
        return COLORS;
    }
    uint16_t second = 0, follow = table->in_trick ? allowed(table, seat, &second) : 0;
    for (int color = 0; color < COLORS; color++) {
        uint32_t bits = hand[color];
        if (follow) bits = color == table->trick[0] >> 4 ? follow : color == table->trump ? second : 0;
        if (color < COLORS - 1)
            cards |= (uint64_t)bits << color * VALUES;
        else
            last = bits;
    }
    for (; cards; cards &= cards - 1) out[count++] = lowest_wide(cards);
    for (; last; last &= last - 1) out[count++] = (COLORS - 1) * VALUES + lowest(last);
    return count;
}

FUNCTION int is_legal(const void *state, int seat, int action) {
    const Table *table = (const Table *)state;
    int color = action >> 4, led = table->trick[0] >> 4;
    if (table->needs || table->over || seat != table->turn || action < 0 || action >= ACTIONS) return false;
    if (table->trump == UNNAMED || action >= NAME_TRUMP) return table->trump == UNNAMED && action >= NAME_TRUMP;
    /* In one expression: whether a hand can follow is nothing that a processor can foresee. */
    bool revokes = (color != led) & (table->in_trick != 0) & (table->hands[seat][led] != 0);
    if (revokes) {
        uint16_t second;
        allowed(table, seat, &second);
        return color == table->trump && second >> (action & 15) & 1;
    }
    return table->hands[seat][color] >> (action & 15) & 1;
}

/* The set bit that has `number` others below it.  Usually these are few; then nothing branches, for a processor
   cannot foresee what chance decides. */
FUNCTION int bit_number(uint32_t bits, int number) {
    enum { FEW = 3 };
    for (int step = 0; step < FEW; step++) bits &= (bits - 1) | (0u - (number <= step)); /* all ones: enough */
    for (; number > FEW; number--) bits &= bits - 1;
    return lowest(bits);
}

/* The card of a hand that has `number` others below it; again nothing branches. */
FUNCTION int card_number(const uint16_t *hand, int number) {
    int color = 0, lower = 0, passed = 0;
    for (int next = 0; next < COLORS - 1; next++) {
        int count = popcount(hand[next]);
        passed += count;
        color += number >= passed;
        lower += number >= passed ? count : 0;
    }
    return color * VALUES + bit_number(hand[color], number - lower);
}

/* Any legal card, each by an equal part of all words. */
FUNCTION int some_card(const Table *table, int seat, uint32_t word) {
    if (table->in_trick) {
        uint16_t second, follow = allowed(table, seat, &second);
        if (follow) {
            int count = popcount(follow), number = share(word, count + popcount(second));
            if (number < count) return (table->trick[0] & ~15) + bit_number(follow, number);
            return table->trump * VALUES + bit_number(second, number - count);
        }
    }
    return card_number(table->hands[seat], share(word, table->sizes[seat]));
}

FUNCTION int pick(const void *state, int seat, uint32_t word) {
    const Table *table = (const Table *)state;
    return table->trump == UNNAMED ? NAME_TRUMP + share(word, COLORS) : some_card(table, seat, word);
}

/* Clockwise, skipping who is out [VP-R5]. */
FUNCTION int next_playing(const Table *table, int seat) {
    int twice_around = table->playing << table->players | table->playing;
    int next = seat + 1 + lowest((uint32_t)(twice_around >> (seat + 1)));
    return next < table->players ? next : next - table->players;
}

/* The colour that takes the trick as it lies [VP4]. */
FUNCTION int winning_color(const Table *table) {
    return table->trump >= 0 && table->lying[table->trump] ? table->trump : table->trick[0] >> 4;
}

/* The place in the trick of the card that takes it, and what it counts [VP4, VP7, VP8]. */
FUNCTION int winner(const Table *table, int *tricks) {
    int color = winning_color(table), value = highest(table->lying[color]), place = 0;
    bool is_past = false;
    if (value == table->top && table->lying[color] & 1) value = 0;
    *tricks = SPLITTERS >> value & 1 && !table->marshmallow ? 2 : 1;
    for (int at = 0; at < SEATS; at++) {
        is_past |= table->trick[at] == color * VALUES + value;
        place += !is_past;
    }
    return place;
}

FUNCTION void score(Table *table, int seat, int points) {
    table->points[seat] += points;
    table->scores[seat] += points;
}

FUNCTION void end_round(Table *table, int dealer) {
    if (table->round == last_round(table)) {
        table->over = 1;
        return;
    }
    table->turn = (int8_t)dealer;
    table->trump = UNNAMED;
    table->needs = DEAL;
}

/* [VP5, VP6, VP11] */
FUNCTION void leave(Table *table, int leaver) {
    int points = 0;
    for (int seat = 0; seat < table->players; seat++)
        if (seat != leaver) points += table->tricks[seat];
    table->playing &= ~(1 << leaver);
    table->left[table->gone++] = (int8_t)leaver;
    int next = next_playing(table, leaver);
    table->turn = (int8_t)next;
    score(table, leaver, points);
    if (table->marshmallow && table->scores[leaver] >= ENOUGH) {
        table->over = 1;
    } else if (table->gone < table->players - 1) {
        if (table->sizes[next] == 0) end_round(table, next); /* [VP-R11] */
    } else {
        int tricks = table->tricks[next];
        if (!table->marshmallow) score(table, next, table->players == 2 ? table->goal - tricks : tricks);
        end_round(table, next);
    }
}

FUNCTION void take_trick(Table *table) {
    int tricks, place = winner(table, &tricks), taker = table->trick_by[place];
    memcpy(table->last_trick, table->trick, sizeof table->trick);
    memcpy(table->last_by, table->trick_by, sizeof table->trick_by);
    table->in_last = table->in_trick;
    table->in_trick = 0;
    memset(table->lying, 0, sizeof table->lying);
    table->turn = (int8_t)taker;
    table->tricks[taker] += tricks;
    if (table->tricks[taker] >= table->goal)
        leave(table, taker);
    else if (table->sizes[taker] == 0) /* [VP-R11] */
        end_round(table, taker);
}

FUNCTION void play(Table *table, int seat, int card) {
    int color = card >> 4;
    uint16_t bit = (uint16_t)(1 << (card & 15));
    if (table->in_trick) {
        int led = table->trick[0] >> 4;
        if (color != led && !(table->marshmallow && color == table->trump && table->lying[color]))
            table->voids[seat] |= 1 << led;
    }
    table->hands[seat][color] ^= bit;
    table->played[seat][color] |= bit;
    table->lying[color] |= bit;
    table->sizes[seat]--;
    table->trick[table->in_trick] = (int8_t)card;
    table->trick_by[table->in_trick] = (int8_t)seat;
    table->in_trick++;
    if (table->in_trick + table->gone == table->players)
        take_trick(table);
    else
        table->turn = (int8_t)next_playing(table, seat);
}

FUNCTION void apply(void *state, int seat, int action) {
    Table *table = (Table *)state;
    if (action >= NAME_TRUMP)
        table->trump = (int8_t)(action - NAME_TRUMP);
    else
        play(table, seat, action);
}

/* All cards of this table; how many. */
FUNCTION int all_cards(const Table *table, int *deck) {
    int size = 0;
    for (int color = 0; color < COLORS; color++)
        for (int value = table->low; value <= table->top; value++) deck[size++] = color * VALUES + value;
    return size;
}

/* [VP2, VP9] */
FUNCTION void deal(Table *table, const int *deck, int size) {
    int at = 0;
    memset(table->hands, 0, sizeof table->hands);
    memset(table->played, 0, sizeof table->played);
    memset(table->undealt, 0, sizeof table->undealt);
    memset(table->voids, 0, sizeof table->voids);
    memset(table->tricks, 0, sizeof table->tricks);
    memset(table->points, 0, sizeof table->points);
    table->in_last = 0;
    table->gone = 0;
    table->playing = (uint8_t)((1 << table->players) - 1);
    table->needs = NOTHING;
    table->round++;
    if (table->marshmallow && table->round == 1) table->trump = NO_TRUMP;
    memset(table->sizes, table->hand, (size_t)table->players);
    for (int seat = 0; seat < table->players; seat++)
        for (int end = at + table->hand; at < end; at++) table->hands[seat][deck[at] >> 4] |= 1 << (deck[at] & 15);
    for (; at < size; at++) table->undealt[deck[at] >> 4] |= 1 << (deck[at] & 15);
}

/* Of the die that says who deals, or what is trump [VP2]. */
FUNCTION int sides(const Table *table) {
    if (table->needs == DEALER) return table->players;
    return COLORS;
}

FUNCTION void due(const void *state, Due *due) {
    const Table *table = (const Table *)state;
    due->dice = due->size = 0;
    due->by_hand = false;
    if (table->needs == DEAL) {
        due->size = all_cards(table, due->cards);
    } else if (table->needs) {
        due->dice = 1;
        due->sides = sides(table);
    }
}

FUNCTION void resolve(void *state, const int *outcome, int size) {
    Table *table = (Table *)state;
    if (table->needs == DEALER) {
        table->turn = (int8_t)outcome[0];
        table->needs = table->marshmallow ? DEAL : TRUMP;
    } else if (table->needs == TRUMP) {
        table->trump = (int8_t)outcome[0];
        table->needs = DEAL;
    } else {
        deal(table, outcome, size);
    }
}

LARGE void draw(void *state, Rng *rng) {
    Table *table = (Table *)state;
    int deck[COLORS * VALUES], size = 1;
    if (table->needs == DEAL) {
        size = all_cards(table, deck);
        for (int at = 0; at < table->players * table->hand; at++) { /* the rest need not be shuffled */
            int other = at + below(rng, size - at), card = deck[at];
            deck[at] = deck[other];
            deck[other] = card;
        }
    } else {
        deck[0] = below(rng, sides(table));
    }
    resolve(table, deck, size);
}

#endif
