/* What the engine of training asks of Vampire Queen beside its rules. */
#ifndef HEXDECK_VAMPIRE_QUEEN_TRAINING_H
#define HEXDECK_VAMPIRE_QUEEN_TRAINING_H

#include "features.h"
#include "policy.h"

#define SPREAD 25.0f

enum { TABLE_OPTIONS = 1 }; /* phases */

typedef struct {
    Table table;
    Memory memory;
} Place;

FUNCTION void begin_place(Place *place, int players, const int *options) {
    start(&place->table, players, options[0]);
    forget(&place->memory);
}

FUNCTION void play_at(Place *place, int seat, int action) { act(&place->table, &place->memory, seat, action); }

FUNCTION void draw_at(Place *place, Rng *rng) {
    draw(&place->table, rng);
    if (!place->table.needs) open_phase(&place->memory, &place->table);
}

FUNCTION void look_at(const Place *place, int seat, int style, uint32_t *bits) {
    Seen seen = {&place->table, &place->memory, NULL};
    features(&seen, seat, style, bits);
}

/* Choices are actions. */
FUNCTION int choices_at(const Place *place, int seat, int *out) { return legal(&place->table, seat, out); }

FUNCTION void play_choice(Place *place, int seat, int choice) { play_at(place, seat, choice); }

#endif
