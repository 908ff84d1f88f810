/* Who may win a match, from the scores and the rounds that are left. */
#ifndef HEXDECK_STANDING_H
#define HEXDECK_STANDING_H

#include <math.h>

#include "kernel.h"

/* The chance of every seat to win, into `out`: by how far it trails, the less the more rounds are left. */
FUNCTION void chances_to_win(const Kernel *kernel, const void *state, int players, double *out) {
    int scores[MOST_PLAYERS], left = kernel->rounds_left(state), best = 0;
    double heat = 0.6 * kernel->spread * sqrt((double)left), sum = 0.0;
    kernel->scores(state, scores);
    for (int seat = 1; seat < players; seat++)
        if (scores[seat] > scores[best]) best = seat;
    for (int seat = 0; seat < players; seat++) {
        int behind = scores[best] - scores[seat];
        out[seat] = left > 0 ? exp(-behind / heat) : behind == 0;
        sum += out[seat];
    }
    for (int seat = 0; seat < players; seat++) out[seat] /= sum;
}

#endif
