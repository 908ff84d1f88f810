/* What a network sees of a game: plain C functions over what a seat knows. */
#ifndef HEXDECK_SIGHT_H
#define HEXDECK_SIGHT_H

#include "machine.h"

enum {
    MOST_FEATURE_WORDS = 128,
    MOST_STEPS = 5 /* choices that make up one action: where it takes several, a network decides them in a row */
};

typedef struct {
    int features; /* bits */
    int choices;  /* the network's numbers for what it chooses are below this */
    /* What `seat` sees, as bits, in whole words; `style` is what it plays for: points, both, a match won; of its next
       action it has made the first `count` choices. */
    void (*look)(const void *state, int seat, int style, const int *decided, int count, uint32_t *bits);
    /* The choices that make up an action of `seat`, in their order, into `out`; how many. */
    int (*steps)(const void *state, int seat, int action, int *out);
    /* The same for many actions, those of action a from `out` + a * MOST_STEPS on. */
    void (*steps_of_all)(const void *state, int seat, const int *actions, int count, int16_t *out);
} Sight;

/* `steps_of_all` where a choice is the action itself. */
FUNCTION void actions_as_steps(const void *state, int seat, const int *actions, int count, int16_t *out) {
    (void)state, (void)seat;
    for (int at = 0; at < count; at++) out[actions[at] * MOST_STEPS] = (int16_t)actions[at];
}

/* Of a game whose states do not have all that a seat sees: what players remember, kept behind each state. */
typedef struct {
    int size; /* bytes */
    void (*play)(void *state, void *memory, int seat, int action);
    void (*look)(const void *state, const void *memory, int seat, int style, uint32_t *bits);
} Remembered;

#endif
