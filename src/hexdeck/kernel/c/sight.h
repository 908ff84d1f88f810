/* What a network sees of a game: plain C functions over what a seat knows. */
#ifndef HEXDECK_SIGHT_H
#define HEXDECK_SIGHT_H

#include "machine.h"

enum { MOST_FEATURE_WORDS = 128 };

typedef struct {
    int features; /* bits */
    int choices;  /* the network's numbers for actions are below this */
    /* What `seat` sees, as bits, in whole words; `style` is what it plays for: points, both, a match won. */
    void (*look)(const void *state, int seat, int style, uint32_t *bits);
    /* The network's number of an action of `seat`. */
    int (*choice)(const void *state, int seat, int action);
} Sight;

#endif
