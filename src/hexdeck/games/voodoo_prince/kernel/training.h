/* What the engine of training asks of Voodoo Prince beside its rules. */
#ifndef HEXDECK_VOODOO_PRINCE_TRAINING_H
#define HEXDECK_VOODOO_PRINCE_TRAINING_H

#include "features.h"
#include "policy.h"

#define SPREAD 6.0f

enum { TABLE_OPTIONS = 2 }; /* rounds, the Race to 20 */

typedef struct {
    Table table;
} Place;

FUNCTION void begin_place(Place *place, int players, const int *options) {
    start(&place->table, players, options[0], options[1]);
}

FUNCTION void play_at(Place *place, int seat, int action) { apply(&place->table, seat, action); }

FUNCTION void draw_at(Place *place, Rng *rng) { draw(&place->table, rng); }

FUNCTION void look_at(const Place *place, int seat, int style, uint32_t *bits) {
    features(&place->table, seat, style, bits);
}

FUNCTION int choices_at(const Place *place, int seat, int *out) {
    Order order = order_for(&place->table, seat);
    int count = legal(&place->table, seat, out);
    for (int at = 0; at < count; at++) out[at] = choice_of(&order, out[at]);
    return count;
}

FUNCTION void play_choice(Place *place, int seat, int choice) {
    Order order = order_for(&place->table, seat);
    play_at(place, seat, action_of(&order, choice));
}

#endif
