/* What a game's kernel gives to search and batch stepping: plain C functions over a flat state. */
#ifndef HEXDECK_KERNEL_H
#define HEXDECK_KERNEL_H

#include "network.h"
#include "rng.h"

enum {
    MOST_PLAYERS = 12,
    MOST_DRAWN = 128,  /* numbers in one outcome of chance */
    MOST_LEGAL = 1300, /* actions at once: Skull Queen's planks */
    STATE_WORDS = 128  /* of eight bytes each: the room for any game's state */
};

enum { WAIT = -1 }; /* no action: a seat out of turn does nothing */

/* A roll or shuffle that must come next; no dice and no cards where none is due. */
typedef struct {
    int dice;
    int sides;
    bool by_hand; /* people roll real dice */
    int size;
    int cards[MOST_DRAWN]; /* of a shuffle, in any order; equal ones may occur */
} Due;

typedef struct {
    int state_size; /* bytes; a state is copied with one memcpy */
    int actions;    /* every action is below this */
    double spread;  /* points that usually lie between players after a round, for utilities */
    int habit;      /* of eight choices of rivals in a search that `rollout` makes, however much the tree knows */
    /* Who must choose, into `seats`; 0 when chance is due or the game is over. */
    int (*to_move)(const void *state, int *seats);
    /* The legal actions of `seat`, ascending, into `out`. */
    int (*legal)(const void *state, int seat, int *out);
    /* Whether it is one of them; the action may be any number, the seat must be one of the table. */
    int (*is_legal)(const void *state, int seat, int action);
    /* One of them, each by an equal part of all words. */
    int (*pick)(const void *state, int seat, uint32_t word);
    /* Those of them that a search should look at. */
    int (*choices)(const void *state, int seat, int *out);
    /* Play; trusts its caller. */
    void (*apply)(void *state, int seat, int action);
    /* Which shuffle or roll is due, by its number in the game's `WHAT`; 0 is none. */
    int (*needs)(const void *state);
    /* The same with all that can come of it, in the law's numbers. */
    void (*due)(const void *state, Due *due);
    /* Take what came of it; trusts its caller. */
    void (*resolve)(void *state, const int *outcome, int size);
    /* Draw what is due. */
    void (*draw)(void *state, Rng *rng);
    int (*is_over)(const void *state);
    /* Rounds that have ended: a search looks no further than to the end of the present one. */
    int (*rounds_ended)(const void *state);
    int (*rounds_left)(const void *state);
    /* The scores of all seats into `out`. */
    void (*scores)(const void *state, int *out);
    /* A state that agrees with `info`, into `state`. */
    void (*sample)(const void *info, void *state, Rng *rng);
    /* A quick, sensible choice for playouts, from what the seat could know. */
    int (*rollout)(const void *state, int seat, Rng *rng);
    /* Play on, and tell what that came to for each seat, from 0 to 1; or NULL, and a search plays on by `rollout`. */
    void (*value)(void *state, Rng *rng, double *out);
    /* The same for a choice of `seat`, who forgets nothing from there on; WAIT: it lets go by what it could do out of
       turn.  NULL where `value` is. */
    void (*value_after)(void *state, int seat, int action, Rng *rng, double *out);
    /* The same by a network that says what a table after a turn is worth: play the turn of `seat` to its end, and ask
       what that seat would then say; or NULL, in a game that has no such networks. */
    void (*foretell)(const Network *network, void *state, int seat, Rng *rng, double *out);
} Kernel;

#endif
