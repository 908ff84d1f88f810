/* All of Vampire Queen, and the table of its functions for search and batches. */
#ifndef HEXDECK_VAMPIRE_QUEEN_GAME_H
#define HEXDECK_VAMPIRE_QUEEN_GAME_H

#include "features.h"
#include "policy.h"
#include "worlds.h"

#ifndef __CUDACC__
static const Kernel KERNEL = {
    sizeof(Table), ACTIONS, 25.0 /* spread */, 4 /* habit */,
    to_move, legal, is_legal, pick, choices, apply,
    needs, due, resolve, draw,
    is_over, rounds_ended, rounds_left, scores,
    sample, rollout, NULL /* value */, NULL /* value_after */, NULL /* foretell */,
};
#endif

#endif
