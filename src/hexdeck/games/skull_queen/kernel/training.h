/* What the engine of training asks of Skull Queen beside its rules. */
#ifndef HEXDECK_SKULL_QUEEN_TRAINING_H
#define HEXDECK_SKULL_QUEEN_TRAINING_H

#include "features.h"
#include "policy.h"

#define SPREAD 7.0f

enum { TABLE_OPTIONS = 0 };

typedef struct {
    Table table;
    int decided[MOST_STEPS]; /* of the placing of whoever is first to move; the rules hear of it when it is whole */
    int count;
} Place;

FUNCTION void begin_place(Place *place, int players, const int *options) {
    (void)options;
    start(&place->table, players);
    place->count = 0;
}

FUNCTION void play_at(Place *place, int seat, int action) { apply(&place->table, seat, action); }

FUNCTION void draw_at(Place *place, Rng *rng) { draw(&place->table, rng); }

FUNCTION void look_at(const Place *place, int seat, int style, uint32_t *bits) {
    features(&place->table, seat, style, place->decided, place->count, bits);
}

FUNCTION int choices_at(const Place *place, int seat, int *out) {
    int count = 0, first = place->count ? SPACE : SIDE, many = place->count ? SPACES : 2;
    if (!place->table.placed) {
        for (; count < many; count++) out[count] = first + count;
        return count;
    }
    Order order = order_for(&place->table, seat);
    for (uint64_t cards = playable(&place->table, seat); cards; cards &= cards - 1)
        out[count++] = choice_of(&order, lowest_wide(cards));
    return count;
}

FUNCTION void play_choice(Place *place, int seat, int choice) {
    Order order = order_for(&place->table, seat);
    if (place->table.placed) {
        play_at(place, seat, card_of(&order, choice));
        return;
    }
    place->decided[place->count++] = choice;
    if (place->count < MOST_STEPS) return;
    place->count = 0;
    play_at(place, seat, placing_of(&order, place->decided));
}

#endif
