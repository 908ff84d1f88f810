/* Many games of one kind side by side: who is asked, what they see and may do, and what comes of it.

   One seat at a time is asked.  Of seats that choose at the same time the lowest comes first, and what it chose is
   hidden from the others.  Seats that may act out of turn are asked before those to move, clockwise from the first of
   these; they may let it be (WAIT is one above all actions), and are asked again when something has happened. */
#ifndef HEXDECK_MANY_H
#define HEXDECK_MANY_H

#include "kernel.h"
#include "sight.h"

enum { ALL_LEGAL = -1 };

enum Reward {
    REWARD_POINTS, /* gained by the step */
    REWARD_LEAD,   /* the same over the mean of the others */
    REWARD_WIN     /* 1 for a game won, shared by those who tie */
};

/* What belongs to one game beside its state. */
typedef struct {
    Rng rng;
    int32_t chosen;  /* what was checked: nobody outside can change it any more */
    uint16_t waited; /* bits: seats that let it be since something happened */
    int8_t asked;
    bool out_of_turn;
} Course;

typedef struct {
    const Kernel *kernel;
    const Sight *sight;           /* NULL where nobody looks */
    const Remembered *remembered; /* NULL where states have all that a seat sees, and where nobody looks */
    const char *first;            /* a state, and what players remember of it */
    char *states;
    Course *courses;
    size_t stride; /* bytes from one state to the next */
    size_t memory; /* from a state to what players remember of it */
    int size;
    int players;
    int style;
    int reward;
    bool interrupts;
} Many;

/* What a step tells, a row for each game; `rewards` may be NULL. */
typedef struct {
    uint8_t *over;
    int16_t *scores;
    float *rewards;
} Came;

/* Where `steps_all` wrote, so that nothing else must be cleared. */
typedef struct {
    uint16_t *actions; /* of one game after the other */
    uint16_t *counts;  /* of each game */
} Written;

FUNCTION char *state_at(const Many *many, int at) { return many->states + (size_t)at * many->stride; }

/* Those who may act out of turn and have not let it be; then whoever is first to move. */
FUNCTION void ask(const Many *many, int at) {
    int seats[MOST_PLAYERS], actions[MOST_LEGAL];
    const char *state = state_at(many, at);
    Course *course = &many->courses[at];
    int count = many->kernel->to_move(state, seats);
    course->asked = (int8_t)seats[0];
    course->out_of_turn = false;
    if (!many->interrupts) return;
    uint32_t settled = course->waited;
    for (int mover = 0; mover < count; mover++) settled |= 1u << seats[mover];
    for (int away = 1; away < many->players; away++) {
        int seat = seats[0] + away < many->players ? seats[0] + away : seats[0] + away - many->players;
        if (settled >> seat & 1 || !many->kernel->legal(state, seat, actions)) continue;
        course->asked = (int8_t)seat;
        course->out_of_turn = true;
        return;
    }
}

FUNCTION void go_on(const Many *many, int at) {
    char *state = state_at(many, at);
    while (many->kernel->needs(state)) many->kernel->draw(state, &many->courses[at].rng);
    many->courses[at].waited = 0;
}

FUNCTION void begin_one(const Many *many, int at) {
    memcpy(state_at(many, at), many->first, many->stride);
    go_on(many, at);
    ask(many, at);
}

FUNCTION bool is_wait(const Many *many, int at, int action) {
    return many->courses[at].out_of_turn && action == many->kernel->actions;
}

/* Keep what was chosen in every game; the first one in which it cannot be played, or ALL_LEGAL. */
FUNCTION int first_illegal(const Many *many, const int32_t *chosen) {
    for (int at = 0; at < many->size; at++) {
        Course *course = &many->courses[at];
        course->chosen = chosen[at];
        if (!many->kernel->is_legal(state_at(many, at), course->asked, course->chosen) &&
            !is_wait(many, at, course->chosen))
            return at;
    }
    return ALL_LEGAL;
}

/* The same where all of it is known to be legal. */
FUNCTION void take(const Many *many, const int32_t *chosen) {
    for (int at = 0; at < many->size; at++) many->courses[at].chosen = chosen[at];
}

FUNCTION void reward_win(const int *scores, int players, float *rewards) {
    int best = scores[0], winners = 0;
    for (int seat = 1; seat < players; seat++)
        if (scores[seat] > best) best = scores[seat];
    for (int seat = 0; seat < players; seat++) winners += scores[seat] == best;
    for (int seat = 0; seat < players; seat++) rewards[seat] = scores[seat] == best ? 1.0f / (float)winners : 0.0f;
}

/* Most steps pay nothing. */
FUNCTION void reward(const Many *many, const int *before, const int *after, bool is_over, float *rewards) {
    int gained = 0, changed = 0;
    for (int seat = 0; seat < many->players; seat++) {
        gained += after[seat] - before[seat];
        changed |= after[seat] ^ before[seat];
        rewards[seat] = 0.0f;
    }
    if (many->reward == REWARD_WIN && is_over) reward_win(after, many->players, rewards);
    if (many->reward == REWARD_WIN || !changed) return;
    for (int seat = 0; seat < many->players; seat++) {
        float gain = (float)(after[seat] - before[seat]);
        if (many->reward == REWARD_LEAD) gain -= ((float)gained - gain) / (float)(many->players - 1);
        rewards[seat] = gain;
    }
}

FUNCTION void act_one(const Many *many, int at, int action) {
    char *state = state_at(many, at);
    int seat = many->courses[at].asked;
    if (many->remembered)
        many->remembered->play(state, state + many->memory, seat, action);
    else
        many->kernel->apply(state, seat, action);
    go_on(many, at);
}

/* Play a legal action, draw what chance then owes, and begin anew where that was the end. */
FUNCTION void step_one(const Many *many, int at, const Came *came) {
    int before[MOST_PLAYERS], after[MOST_PLAYERS];
    Course *course = &many->courses[at];
    const char *state = state_at(many, at);
    if (came->rewards) many->kernel->scores(state, before);
    if (is_wait(many, at, course->chosen))
        course->waited |= (uint16_t)(1u << course->asked);
    else
        act_one(many, at, course->chosen);
    bool is_over = many->kernel->is_over(state);
    came->over[at] = is_over;
    many->kernel->scores(state, after);
    for (int seat = 0; seat < many->players; seat++)
        came->scores[(size_t)at * many->players + seat] = (int16_t)after[seat];
    if (came->rewards) reward(many, before, after, is_over, &came->rewards[(size_t)at * many->players]);
    if (is_over)
        begin_one(many, at);
    else
        ask(many, at);
}

FUNCTION void step_all(const Many *many, const Came *came) {
    for (int at = 0; at < many->size; at++) step_one(many, at, came);
}

/* Who is asked in every game, and a 1 for each action they may choose; a row of `mask` has `width` places. */
FUNCTION void mask_all(const Many *many, int8_t *seats, uint8_t *mask, int width) {
    int actions[MOST_LEGAL];
    memset(mask, 0, (size_t)many->size * width);
    for (int at = 0; at < many->size; at++, mask += width) {
        const Course *course = &many->courses[at];
        int count = many->kernel->legal(state_at(many, at), course->asked, actions);
        seats[at] = course->asked;
        for (int number = 0; number < count; number++) mask[actions[number]] = 1;
        if (course->out_of_turn) mask[many->kernel->actions] = 1;
    }
}

/* What they see, in rows of `words`. */
FUNCTION void look_all(const Many *many, uint32_t *bits, int words) {
    for (int at = 0; at < many->size; at++, bits += words) {
        const char *state = state_at(many, at);
        int seat = many->courses[at].asked;
        if (many->remembered)
            many->remembered->look(state, state + many->memory, seat, many->style, bits);
        else
            many->sight->look(state, seat, many->style, NULL, 0, bits);
    }
}

FUNCTION void clear_steps(const Many *many, int16_t *out, int width, const Written *written) {
    const uint16_t *action = written->actions;
    for (int at = 0; at < many->size; at++, out += (size_t)width * MOST_STEPS)
        for (int number = written->counts[at]; number; number--, action++)
            memset(out + *action * MOST_STEPS, -1, MOST_STEPS * sizeof(int16_t));
}

/* The choices that make up each legal action (sight.h), MOST_STEPS places for each of `width` actions, into what has -1
   everywhere but where it was `written` before. */
FUNCTION void steps_all(const Many *many, int16_t *out, int width, const Written *written) {
    int actions[MOST_LEGAL];
    uint16_t *put = written->actions;
    clear_steps(many, out, width, written);
    for (int at = 0; at < many->size; at++, out += (size_t)width * MOST_STEPS) {
        const char *state = state_at(many, at);
        int seat = many->courses[at].asked, count = many->kernel->legal(state, seat, actions);
        many->sight->steps_of_all(state, seat, actions, count, out);
        written->counts[at] = (uint16_t)count;
        for (int number = 0; number < count; number++) *put++ = (uint16_t)actions[number];
    }
}

/* Something legal in every game, each by an equal chance. */
FUNCTION void pick_all(const Many *many, Rng *rng, int32_t *chosen) {
    int actions[MOST_LEGAL];
    for (int at = 0; at < many->size; at++) {
        const Course *course = &many->courses[at];
        const char *state = state_at(many, at);
        if (!course->out_of_turn) {
            chosen[at] = many->kernel->pick(state, course->asked, next_word(rng));
            continue;
        }
        int count = many->kernel->legal(state, course->asked, actions), number = below(rng, count + 1);
        chosen[at] = number < count ? actions[number] : many->kernel->actions;
    }
}

#endif
