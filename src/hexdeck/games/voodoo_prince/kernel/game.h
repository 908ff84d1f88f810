/* Voodoo Prince in C: a second, independent writing of the rules, for search and training.

   tests/lockstep walks this beside the law. */
#ifndef HEXDECK_VOODOO_PRINCE_GAME_H
#define HEXDECK_VOODOO_PRINCE_GAME_H

#include "features.h"
#include "policy.h"
#include "rules.h"
#include "table.h"
#include "worlds.h"

#ifndef __CUDACC__
static const Kernel KERNEL = {
    sizeof(Table), ACTIONS, 6.0,  0,     to_move, legal,   is_legal,     pick,        legal,  apply,  needs,
    due,           resolve, draw, is_over, rounds_ended, rounds_left, scores, sample, rollout, NULL, NULL, NULL,
};
#endif

#endif
