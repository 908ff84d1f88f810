/* What players saw of a phase of Vampire Queen.  No rule asks for it: who wants it keeps it beside the table, and
   search and batches go without. */
#ifndef HEXDECK_VAMPIRE_QUEEN_MEMORY_H
#define HEXDECK_VAMPIRE_QUEEN_MEMORY_H

#include "table.h"

enum { MOST_AT_ONCE = COPIES + QUEENS }; /* cards in a set */

typedef struct {
    Pile known[SEATS]; /* what everybody knows a seat to hold [VQ13] */
    Pile played[SEATS];
    Pile taken_up[SEATS];
    Pile crypt;
    int16_t round[SEATS]; /* actions, by seat */
    int16_t last_round[SEATS];
    uint16_t passes[SEATS];
    uint16_t passed_on[SEATS][MOST_AT_ONCE]; /* bits: values that a seat chose not to raise, by number less one */
    int8_t last_starter; /* NOBODY before the first round has ended */
    int8_t phase;
} Memory;

FUNCTION void forget(Memory *memory) {
    memset(memory, 0, sizeof(Memory));
    memory->last_starter = NOBODY;
}

/* Forget the last phase when a new one was dealt; slayers are there to see [VQ13]. */
FUNCTION void open_phase(Memory *memory, const Table *table) {
    if (memory->phase == table->phase) return;
    forget(memory);
    memory->phase = table->phase;
    for (int seat = 0; seat < table->players; seat++)
        memory->known[seat].words[1] = table->hands[seat].words[1] & ~NOT_SLAYERS;
}

/* Of known cards, those like the cards played go first [VQ13]. */
FUNCTION void remember_cards(Memory *memory, int seat, int slot, int count) {
    take_away(&memory->known[seat], slot, smaller(count, memory->known[seat].counts[slot]));
    add(&memory->played[seat], slot, count);
}

/* Whoever is in turn chooses to pass. */
FUNCTION void remember_choice(Memory *memory, const Table *table) {
    memory->passed_on[table->turn][table->number - 1] |= (uint16_t)(1 << table->highest);
}

/* All have had their turn, and it is the starter's again. */
FUNCTION void remember_round(Memory *memory, const Table *table) {
    memcpy(memory->last_round, memory->round, sizeof(memory->round));
    memory->last_starter = table->turn;
    if (table->hunting) {
        add_pile(&memory->known[table->leader], &table->lying);
        add_pile(&memory->taken_up[table->leader], &table->lying);
    } else {
        add_pile(&memory->crypt, &table->lying);
    }
}

#endif
