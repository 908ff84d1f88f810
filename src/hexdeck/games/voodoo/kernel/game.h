/* Voodoo in C, whole.  tests/lockstep walks this beside the law. */
#ifndef HEXDECK_VOODOO_GAME_H
#define HEXDECK_VOODOO_GAME_H

#include "choices.h"
#include "features.h"
#include "kernel.h"
#include "plans.h"
#include "policy.h"
#include "random.h"
#include "rules.h"
#include "worlds.h"

#ifndef __CUDACC__

static Odds ODDS; /* voodoo.pyx lets `work_out` fill it in before anybody plays */

FUNCTION int rollout(const void *state, int seat, Rng *rng) {
    return sensible_choice(&ODDS, (const Table *)state, seat, rng);
}

FUNCTION int choices(const void *state, int seat, int *out) {
    return good_choices(&ODDS, (const Table *)state, seat, out);
}

FUNCTION void value(void *state, Rng *rng, double *out) {
    Table *table = (Table *)state;
    chances(&ODDS, table, horizon(table), NOBODY, rng, out);
}

FUNCTION void value_after(void *state, int seat, int action, Rng *rng, double *out) {
    chances_after(&ODDS, (Table *)state, seat, action, rng, out);
}

FUNCTION void foretell(const Network *network, void *state, int seat, Rng *rng, double *out) {
    outlook_after_turn(&ODDS, network, (Table *)state, seat, rng, out);
}

static const Kernel KERNEL = {
    sizeof(Table), ACTIONS, 3.0,  0,       to_move,      legal,       is_legal, pick,   choices, apply, needs,
    due,           resolve, draw, is_over, rounds_ended, rounds_left, scores,   sample, rollout, value, value_after,
    foretell,
};

#endif

#endif
