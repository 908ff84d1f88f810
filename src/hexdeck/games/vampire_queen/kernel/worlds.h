/* Tables of Vampire Queen that agree with all a seat has seen. */
#ifndef HEXDECK_VAMPIRE_QUEEN_WORLDS_H
#define HEXDECK_VAMPIRE_QUEEN_WORLDS_H

#include "rules.h"

typedef struct {
    Table table;         /* with the cards of each hand that are certain; all others are left over */
    int8_t unseen[DECK]; /* slots of the cards that may be anywhere */
    int count;
    uint8_t missing[SEATS]; /* cards of each hand that are not certain */
} Info;

LARGE void sample(const void *info, void *state, Rng *rng) {
    const Info *seen = (const Info *)info;
    Table *table = (Table *)state;
    int8_t unseen[DECK];
    int count = seen->count;
    memcpy(table, &seen->table, sizeof(Table));
    memcpy(unseen, seen->unseen, DECK);
    for (int seat = 0; seat < table->players; seat++)
        for (int card = 0; card < seen->missing[seat]; card++) {
            int at = below(rng, count--), slot = unseen[at];
            unseen[at] = unseen[count];
            table->hands[seat].counts[slot]++;
            table->left_over.counts[slot]--;
        }
}

#endif
