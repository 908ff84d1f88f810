/* Rounds played to their end, by a network or by the policy of playouts: what a position comes to. */
#ifndef HEXDECK_FORESIGHT_H
#define HEXDECK_FORESIGHT_H

#include "network.h"
#include "standing.h"

enum { MEMORY_WORDS = 256 }; /* of eight bytes each: the room for what players of any game remember */

/* Who plays on, and how far. */
typedef struct {
    const Kernel *kernel;
    const Sight *sight;
    const Remembered *remembered; /* NULL where a state has all that a seat sees */
    const Network *network;       /* NULL where the policy of playouts chooses */
    int players;
    int style;   /* what the network plays for */
    int horizon; /* rounds ended when it stops */
} Foresight;

/* A state, and what its players remember. */
typedef struct {
    uint64_t state[STATE_WORDS];
    uint64_t memory[MEMORY_WORDS];
} World;

FUNCTION bool is_foreseen(const Foresight *foresight, const void *state) {
    return foresight->kernel->is_over(state) || foresight->kernel->rounds_ended(state) >= foresight->horizon;
}

FUNCTION void look_at(const Foresight *foresight, const World *world, int seat, uint32_t *bits) {
    if (foresight->remembered)
        foresight->remembered->look(world->state, world->memory, seat, foresight->style, bits);
    else
        foresight->sight->look(world->state, seat, foresight->style, NULL, 0, bits);
}

FUNCTION void play_in(const Foresight *foresight, World *world, int seat, int action) {
    if (foresight->remembered)
        foresight->remembered->play(world->state, world->memory, seat, action);
    else
        foresight->kernel->apply(world->state, seat, action);
}

/* What each seat's network has added up belongs to one playout: another must not depend on it. */
FUNCTION void forget(const Foresight *foresight, Sums *sums) {
    for (int seat = 0; seat < foresight->players; seat++) sums[seat].known = 0;
}

/* One of them, as likely as the network says. */
FUNCTION int drawn_by_liking(const float *likings, int count, Rng *rng) {
    float chances[MOST_LEGAL], best = likings[0], sum = 0.0f, at;
    for (int number = 1; number < count; number++)
        if (likings[number] > best) best = likings[number];
    for (int number = 0; number < count; number++) sum += chances[number] = expf(likings[number] - best);
    at = sum * (float)(next_word(rng) >> 8) / 16777216.0f;
    for (int number = 0; number < count - 1; number++) {
        at -= chances[number];
        if (at < 0.0f) return number;
    }
    return count - 1;
}

/* What `seat` chooses.  A choice of several parts, and all where there is no network, is left to the policy of playouts. */
FUNCTION int chosen_by(const Foresight *foresight, const World *world, int seat, Sums *sums, Rng *rng) {
    int actions[MOST_LEGAL], steps[MOST_STEPS], count;
    uint32_t bits[MOST_FEATURE_WORDS];
    float thought[MOST_UNITS], likings[MOST_LEGAL];
    if (!foresight->network) return foresight->kernel->rollout(world->state, seat, rng);
    count = foresight->kernel->legal(world->state, seat, actions);
    if (count == 1) return actions[0];
    if (foresight->sight->steps(world->state, seat, actions[0], steps) > 1)
        return foresight->kernel->rollout(world->state, seat, rng);
    look_at(foresight, world, seat, bits);
    add_up(foresight->network, bits, sums + seat);
    think_on(foresight->network, sums + seat, thought);
    for (int number = 0; number < count; number++) {
        foresight->sight->steps(world->state, seat, actions[number], steps);
        likings[number] = liking(foresight->network, thought, steps[0]);
    }
    return actions[drawn_by_liking(likings, count, rng)];
}

/* Everybody who is to move does; `seat` plays `action` where it is one of them. */
FUNCTION void move_all(const Foresight *foresight, World *world, int seat, int action, Sums *sums, Rng *rng) {
    int seats[MOST_PLAYERS], chosen[MOST_PLAYERS], count = foresight->kernel->to_move(world->state, seats);
    for (int at = 0; at < count; at++) /* all choose before anybody's choice counts */
        chosen[at] = seats[at] == seat ? action : chosen_by(foresight, world, seats[at], sums, rng);
    for (int at = 0; at < count; at++) play_in(foresight, world, seats[at], chosen[at]);
}

/* Play on; then what every seat has scored, and its chance to win.  A game without rounds has its own way to look
   ahead, from where nothing is due: so a position before a roll is worth the mean of those after it. */
FUNCTION void foresee(const Foresight *foresight, World *world, Sums *sums, Rng *rng, int *scores, double *wins) {
    const Kernel *kernel = foresight->kernel;
    if (kernel->value) {
        while (kernel->needs(world->state)) kernel->draw(world->state, rng);
        kernel->value(world->state, rng, wins);
    } else {
        while (!is_foreseen(foresight, world->state)) {
            if (kernel->needs(world->state))
                kernel->draw(world->state, rng);
            else
                move_all(foresight, world, -1, 0, sums, rng);
        }
        chances_to_win(kernel, world->state, foresight->players, wins);
    }
    kernel->scores(world->state, scores);
}

/* The same after a choice of `seat`: an action, or WAIT out of turn. */
FUNCTION void foresee_choice(const Foresight *foresight, World *world, int seat, int action, Sums *sums, Rng *rng,
                             int *scores, double *wins) {
    if (foresight->kernel->value_after) {
        foresight->kernel->value_after(world->state, seat, action, rng, wins);
        foresight->kernel->scores(world->state, scores);
    } else {
        move_all(foresight, world, seat, action, sums, rng);
        foresee(foresight, world, sums, rng, scores, wins);
    }
}

#endif
