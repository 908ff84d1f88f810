/* Voodoo's rolls and shuffles: which is due, what can come of it, and what it does. */
#ifndef HEXDECK_VOODOO_CHANCE_H
#define HEXDECK_VOODOO_CHANCE_H

#include "kernel.h"
#include "turn.h"

FUNCTION int needs(const void *state) { return ((const Table *)state)->needs; }

FUNCTION void fill(Stock *stock, const int *cards, int size) {
    for (int at = 0; at < size; at++) stock->deck[at] = (uint8_t)cards[at];
    stock->top = 0;
    stock->size = (uint8_t)size;
    stock->fresh = (uint8_t)size;
}

/* [VO2]; artefacts are given by their effects. */
LARGE void resolve(void *state, const int *outcome, int size) {
    Table *table = (Table *)state;
    uint32_t rolled = 0;
    switch (table->needs) {
    case DICE:
        for (int at = 0; at < size; at++) rolled += die(outcome[at]);
        settle(table, rolled);
        return;
    case DOLL: table->turn = (int8_t)outcome[0]; break;
    case STARTING:
        for (int seat = 0; seat < table->players; seat++) table->curses.hands[seat] = bit(outcome[seat]);
        break;
    case SHUFFLE_CURSES: fill(&table->curses, outcome, size); break;
    case SHUFFLE_ARTEFACTS: fill(&table->artefacts, outcome, size); break;
    case SHUFFLE_PERMANENTS:
        for (int at = 0; at < PERMANENTS; at++) table->permanents[at] = (uint8_t)outcome[at];
        table->permanents_left = PERMANENTS;
        table->needs = NOTHING;
        begin_turn(table, table->turn);
        return;
    }
    table->needs++;
}

/* All from one word, as digits of a fraction to base 6. */
FUNCTION uint32_t random_dice(int dice, Rng *rng) {
    uint64_t fraction = next_word(rng);
    uint32_t rolled = 0;
    for (; dice; dice--) {
        fraction = (uint64_t)(uint32_t)fraction * FACES;
        rolled += die((int)(fraction >> 32));
    }
    return rolled;
}

/* The cards of the shuffle that is due, as bits. */
FUNCTION uint64_t to_shuffle(const Table *table) {
    uint64_t cards = CURSE_BITS;
    if (table->needs == STARTING) return STARTING_CURSES;
    if (table->needs == SHUFFLE_ARTEFACTS) return ARTEFACT_BITS;
    if (table->needs == SHUFFLE_PERMANENTS) return PERMANENT_BITS;
    for (int seat = 0; seat < table->players; seat++) cards &= ~table->curses.hands[seat];
    return cards;
}

/* Artefacts by the law's numbers, which begin after all that binds. */
LARGE void due(const void *state, Due *due) {
    const Table *table = (const Table *)state;
    int first = table->needs == SHUFFLE_ARTEFACTS ? BINDING : 0;
    due->dice = due->size = 0;
    due->by_hand = false;
    if (table->needs == NOTHING) return;
    if (table->needs == DOLL) {
        due->dice = 1;
        due->sides = table->players;
    } else if (table->needs == DICE) {
        due->dice = table->rolling;
        due->sides = FACES;
        due->by_hand = table->real_dice;
    } else {
        for (uint64_t left = to_shuffle(table); left; left &= left - 1)
            due->cards[due->size++] = first + lowest_wide(left);
    }
}

/* Everything but dice. */
LARGE void draw_setting_up(Table *table, Rng *rng) {
    int cards[CURSES], size = 0;
    if (table->needs == DOLL) {
        cards[size++] = below(rng, table->players);
    } else {
        for (uint64_t left = to_shuffle(table); left; left &= left - 1) {
            int card = lowest_wide(left), other = below(rng, size + 1);
            cards[size] = card;
            cards[size++] = cards[other];
            cards[other] = card;
        }
    }
    resolve(table, cards, size);
}

FUNCTION void draw(void *state, Rng *rng) {
    Table *table = (Table *)state;
    if (table->needs == DICE)
        settle(table, random_dice(table->rolling, rng));
    else
        draw_setting_up(table, rng);
}

#endif
