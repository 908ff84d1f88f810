/* Skull Queen: tables that agree with what a seat has seen. */
#ifndef HEXDECK_SKULL_QUEEN_WORLDS_H
#define HEXDECK_SKULL_QUEEN_WORLDS_H

#include "dealing.h"
#include "policy.h"

typedef struct {
    Table table; /* with the hand that is known */
    Hidden hidden;
    int seat;
} Info;

FUNCTION void shuffle_stack(Table *table, Rng *rng) {
    for (int at = table->turned; at < STACK - 1; at++) {
        int other = at + below(rng, STACK - at);
        int8_t card = table->stack[at];
        table->stack[at] = table->stack[other];
        table->stack[other] = card;
    }
}

/* What others chose in secret is any sensible choice. */
FUNCTION void sample(const void *info, void *state, Rng *rng) {
    const Info *known = (const Info *)info;
    Table *table = (Table *)state;
    int8_t holds[MOST_CARDS];
    int top = known->table.turned;
    *table = known->table;
    deal_hidden(&known->hidden, holds, rng);
    for (int at = 0; at < known->hidden.count; at++) {
        if (holds[at] == table->players)
            table->stack[top++] = known->hidden.cards[at];
        else
            table->hands[holds[at]] |= only(known->hidden.cards[at]);
    }
    shuffle_stack(table, rng);
    for (int seat = 0; seat < table->players; seat++)
        if (table->chosen >> seat & 1 && seat != known->seat)
            table->choices[seat] = (int16_t)rollout(table, seat, rng);
}

#endif
