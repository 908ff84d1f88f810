/* Many tables for training: one game a table, played by whoever sits there up to the learner's next decision.

   Include a game's training.h before this.  A seat is played by a network outside (the learner, or an older one), by
   the policy of playouts, or at random; forced moves are no decisions.  The processor and the GPU run the same code. */
#ifndef HEXDECK_ENGINE_H
#define HEXDECK_ENGINE_H

#include <math.h>

enum Brain {
    LEARNER,
    HOT,    /* the learner at a higher temperature, not learnt from */
    ELDER,  /* an older network */
    POLICY, /* what plays in playouts */
    ANYTHING,
    BRAINS
};

enum { GAME_OVER = 1, ROUND_OVER = 2 };

enum { STYLES = 3, STYLE_POINTS = 0, STYLE_BOTH = 1, STYLE_WIN = 2, MOST_SETUPS = 64, MOST_TABLE_OPTIONS = 4 };

/* What tables are dealt, and who sits at them; shares are in 65,536ths. */
typedef struct {
    int setups;
    int players[MOST_SETUPS];
    int options[MOST_SETUPS][MOST_TABLE_OPTIONS];
    uint32_t up_to[MOST_SETUPS]; /* of all words: which setup a word draws */
    int brains[BRAINS];          /* share of the seats at every table */
    int elder_tables;            /* share of the tables that have seats of an elder */
    int elder_seats;             /* share of their seats */
    int lone;                    /* -1, or the brain of all but one seat, which is a learner: for measuring */
    int style;                   /* -1 draws one for each seat */
    float win_scale;             /* a match won, in rewards */
    float win_spread;            /* what each round to come may still change, in SPREADs */
} Plan;

typedef struct {
    Place place; /* begins with the table */
    Rng rng;
    int8_t players;
    int8_t brains[SEATS];
    int8_t styles[SEATS];
    int16_t scores[SEATS]; /* at the end of the last round */
    float chances[SEATS];  /* to win the match, then */
    int32_t rounds;        /* that had ended then */
} Game;

/* What a step tells of a game. */
typedef struct {
    uint32_t *features; /* FEATURE_WORDS */
    uint32_t *unseen;   /* UNSEEN_WORDS */
    uint32_t *mask;     /* CHOICE_WORDS */
    float *rewards;     /* SEATS: since the last decision */
    int8_t *seat;       /* that must decide */
    int8_t *brain;      /* of that seat */
    int8_t *over;       /* what ended since the last decision: bits of ROUND_OVER and GAME_OVER */
    int16_t *finals;    /* SEATS: its scores, and -1000 beyond its seats */
} Told;

/* How likely each seat is to win the match, from the scores; exact at its end. */
FUNCTION void win_chances(const Plan *plan, const int *scores, int players, int rounds_left, float *out) {
    float sum = 0.0f, heat = plan->win_spread * SPREAD * sqrtf((float)rounds_left);
    int best = scores[0];
    for (int seat = 1; seat < players; seat++)
        if (scores[seat] > best) best = scores[seat];
    for (int seat = 0; seat < players; seat++) {
        out[seat] = rounds_left ? expf((float)(scores[seat] - best) / heat) : scores[seat] == best ? 1.0f : 0.0f;
        sum += out[seat];
    }
    for (int seat = 0; seat < players; seat++) out[seat] /= sum;
}

FUNCTION int some_brain(const Plan *plan, Rng *rng) {
    int at = (int)(next_word(rng) >> 16);
    for (int brain = 0; brain < BRAINS; brain++) {
        at -= plan->brains[brain];
        if (at < 0) return brain;
    }
    return LEARNER;
}

FUNCTION void seat_brains(Game *game, const Plan *plan) {
    bool with_elder = (int)(next_word(&game->rng) >> 16) < plan->elder_tables;
    int lone = below(&game->rng, game->players), elders = with_elder ? (game->players * plan->elder_seats) >> 16 : 0;
    for (int seat = 0; seat < game->players; seat++) {
        game->styles[seat] = (int8_t)(plan->style < 0 ? below(&game->rng, STYLES) : plan->style);
        if (plan->lone >= 0)
            game->brains[seat] = (int8_t)(seat == lone ? LEARNER : plan->lone);
        else if (seat == lone)
            game->brains[seat] = LEARNER;
        else if (below(&game->rng, game->players - 1 - (seat > lone ? seat - 1 : seat)) < elders) {
            game->brains[seat] = ELDER;
            elders--;
        } else
            game->brains[seat] = (int8_t)some_brain(plan, &game->rng);
    }
}

FUNCTION void begin_game(Game *game, const Plan *plan) {
    uint32_t word = next_word(&game->rng);
    int setup = 0, scores[SEATS] = {0};
    while (setup < plan->setups - 1 && word > plan->up_to[setup]) setup++;
    game->players = (int8_t)plan->players[setup];
    begin_place(&game->place, game->players, plan->options[setup]);
    seat_brains(game, plan);
    game->rounds = 0;
    win_chances(plan, scores, game->players, rounds_left(&game->place.table), game->chances);
    for (int seat = 0; seat < game->players; seat++) game->scores[seat] = 0;
}

/* The points of a round over the mean of the others, and by how much the chance to win has changed. */
FUNCTION void reward_round(Game *game, const Plan *plan, float *rewards) {
    int scores_now[SEATS];
    float chances[SEATS], total = 0.0f;
    scores(&game->place.table, scores_now);
    win_chances(plan, scores_now, game->players, rounds_left(&game->place.table), chances);
    for (int seat = 0; seat < game->players; seat++) total += (float)(scores_now[seat] - game->scores[seat]);
    for (int seat = 0; seat < game->players; seat++) {
        float gain = (float)(scores_now[seat] - game->scores[seat]);
        float points = (gain - (total - gain) / (float)(game->players - 1)) / SPREAD;
        float win = plan->win_scale * (chances[seat] - game->chances[seat]);
        float weight = 0.5f * (float)game->styles[seat];
        rewards[seat] += (1.0f - weight) * points + weight * win;
    }
    for (int seat = 0; seat < game->players; seat++) {
        game->scores[seat] = (int16_t)scores_now[seat];
        game->chances[seat] = chances[seat];
    }
    game->rounds = rounds_ended(&game->place.table);
}

FUNCTION void end_game(Game *game, const Told *told) {
    *told->over |= GAME_OVER;
    for (int seat = 0; seat < SEATS; seat++)
        told->finals[seat] = (int16_t)(seat < game->players ? game->scores[seat] : -1000);
}

/* Go on to the next decision of a network: chance, forced moves, seats without a network, a new game after the last. */
LARGE void settle(Game *game, const Plan *plan, const Told *told) {
    int seats[SEATS], choices[CHOICES];
    for (;;) {
        Table *table = &game->place.table;
        if (rounds_ended(table) != game->rounds) {
            reward_round(game, plan, told->rewards);
            *told->over |= ROUND_OVER;
        }
        if (is_over(table)) {
            end_game(game, told);
            begin_game(game, plan);
            continue;
        }
        if (needs(table)) {
            draw_at(&game->place, &game->rng);
            continue;
        }
        to_move(table, seats);
        int brain = game->brains[seats[0]], count = choices_at(&game->place, seats[0], choices);
        if (count == 1)
            play_choice(&game->place, seats[0], choices[0]);
        else if (brain == POLICY)
            play_at(&game->place, seats[0], rollout(table, seats[0], &game->rng));
        else if (brain == ANYTHING)
            play_choice(&game->place, seats[0], choices[below(&game->rng, count)]);
        else
            return;
    }
}

/* Not inlined: where it is, nvcc 13.0 makes code for Voodoo Prince that reads choices which nobody has written. */
LARGE void tell(const Game *game, const Told *told) {
    int seats[SEATS], choices[CHOICES];
    const Table *table = &game->place.table;
    to_move(table, seats);
    int seat = seats[0], count = choices_at(&game->place, seat, choices);
    look_at(&game->place, seat, game->styles[seat], told->features);
    unseen_features(table, seat, told->unseen);
    memset(told->mask, 0, CHOICE_WORDS * sizeof(uint32_t));
    for (int at = 0; at < count; at++) put(told->mask, choices[at]);
    *told->seat = (int8_t)seat;
    *told->brain = game->brains[seat];
}

FUNCTION void first_step(Game *game, const Plan *plan, uint64_t seed, const Told *told) {
    game->rng.at = seed;
    begin_game(game, plan);
    settle(game, plan, told);
    tell(game, told);
}

/* Play what the network chose, and go on to the next decision. */
FUNCTION void next_step(Game *game, const Plan *plan, int choice, const Told *told) {
    int seats[SEATS];
    *told->over = 0;
    for (int seat = 0; seat < SEATS; seat++) told->rewards[seat] = 0.0f;
    to_move(&game->place.table, seats);
    play_choice(&game->place, seats[0], choice);
    settle(game, plan, told);
    tell(game, told);
}

#endif
