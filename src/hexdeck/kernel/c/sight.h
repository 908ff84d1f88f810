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

/* Of a game whose states do not have all that a seat sees: what players remember, kept behind each state. */
typedef struct {
    int size; /* bytes */
    void (*play)(void *state, void *memory, int seat, int action);
    void (*look)(const void *state, const void *memory, int seat, int style, uint32_t *bits);
} Remembered;

#endif
