/* Games of Voodoo to learn from: after each turn what its player sees, and what came of it. */
#include "voodoo/kernel/plans.h"

enum { MOST_TURNS = PATIENCE * SEATS };

/* Who plays how, by shares of 1. */
typedef struct {
    int tables;             /* kinds of them */
    int players[8];         /* at each */
    float up_to[8];         /* of all games are of this kind or an earlier one */
    float policy;           /* seats that play as in playouts */
    float astray;           /* turns of those who plan that are played so, to learn from */
    float attentive;        /* games in which nobody forgets anything; the others in equal parts */
    float trace;            /* lambda: how far a target looks to the end instead of to the next turn */
    int draws;              /* see `Mind` */
    int lone;               /* one seat plans, all others are rivals of it */
    double attention[3];
} Ways;

typedef struct {
    uint32_t bits[FEATURE_WORDS];
    float target[SEATS]; /* chances to win, the seat's own first */
    int32_t players;
} Row;

typedef struct {
    Row *row;
    int seat;
    float chances[SEATS]; /* as the network has them */
} Look;

/* Of the lone seat in all games with so many players. */
typedef struct {
    float games;
    float wins;    /* ties shared */
    float points;  /* over the mean of the others */
    float squares; /* of these */
} Found;

/* A network as Python has it: the sizes of all layers, from the inputs to the outputs; no layers are no network. */
typedef struct {
    const float *weights;
    const int *units;
    int layers;
} Given;

void sizes(int *out) {
    out[0] = (int)sizeof(Row);
    out[1] = (int)sizeof(Ways);
    out[2] = (int)sizeof(Found);
}

static float share_of(Rng *rng) { return (float)next_word(rng) / 4294967296.0f; }

/* Targets of all looks of a game that is over, the last ones first. */
static void look_back(const Mind *mind, const Table *table, Look *looks, int count, float trace) {
    float ahead[SEATS][SEATS];
    for (int seat = 0; seat < table->players; seat++) outlook(mind, table, seat, ahead[seat]);
    for (Look *look = looks + count - 1; look >= looks; look--)
        for (int away = 0; away < table->players; away++) {
            float *next = &ahead[look->seat][away];
            look->row->target[away] = *next;
            *next = (1 - trace) * look->chances[away] + trace * *next;
        }
}

static void count_in(const Mind *mind, const Table *table, int lone, Found *found) {
    float chances[SEATS], lead = 0;
    outlook(mind, table, lone, chances);
    for (int seat = 0; seat < table->players; seat++) lead += (float)(table->scores[lone] - table->scores[seat]);
    lead /= (float)(table->players - 1);
    found[table->players].games += 1;
    found[table->players].wins += chances[0];
    found[table->players].points += lead;
    found[table->players].squares += lead * lead;
}

/* One game; how many rows it gave.  Who plans without a network plays as in playouts, and then targets look to the
   end; so do rivals without one.  With `found` it is counted there instead, and nobody goes astray. */
static int play_game(const Odds *odds, const Network *network, const Network *rivals, const Ways *ways, Rng *rng,
                     Row *rows, Found *found) {
    Table table;
    Plans plans;
    Look looks[MOST_TURNS];
    Sums sums, rival_sums;
    Mind mind = {odds, network, share_of(rng) < ways->attentive ? 2 : below(rng, 2), ways->draws, 0, &sums};
    Odds mindful = *odds;
    int kind = 0, count = 0, turns = 0;
    uint32_t planners = 0;
    bool astray = false;
    float share = share_of(rng);
    sums.known = rival_sums.known = 0;
    be_mindful(&mindful, ways->attention[mind.attention]);
    while (kind < ways->tables - 1 && share >= ways->up_to[kind]) kind++;
    start(&table, ways->players[kind], false, false);
    for (int seat = 0; seat < table.players; seat++) planners |= (uint32_t)(share_of(rng) >= ways->policy) << seat;
    int lone = below(rng, table.players);
    if (ways->lone) planners = 1u << lone;
    while (!table.over) {
        if (table.needs) {
            draw(&table, rng);
            continue;
        }
        int seat = first_to_move(&table), action;
        let_others_in(&table, rng);
        if (table.over) break;
        if (table.turns != turns) {
            turns = table.turns;
            plans.count = 0;
            astray = !found && share_of(rng) < ways->astray;
            mind.first = below(rng, CURSES * ARTEFACTS);
        }
        bool plans_here = planners >> seat & 1;
        Mind rival = {odds, rivals, mind.attention, mind.draws, mind.first, &rival_sums};
        const Mind *whose = plans_here ? &mind : &rival;
        bool planned = whose->network && !(plans_here && astray);
        action = planned ? planned_choice(whose, &table, seat, &plans) : sensible_choice(odds, &table, seat, rng);
        if (action >= STOP) plans.count = 0;
        play(&mindful, &table, seat, action, NOBODY, rng);
        if (action != PASS || table.over || !plans_here || found) continue;
        Look *look = &looks[count];
        look->row = &rows[count++];
        look->row->players = table.players;
        look->seat = seat;
        features(&table, seat, mind.attention, look->row->bits);
        memset(look->row->target, 0, sizeof look->row->target);
        if (network) outlook(&mind, &table, seat, look->chances);
    }
    look_back(&mind, &table, looks, count, network ? ways->trace : 1.0f);
    if (found) count_in(&mind, &table, lone, found);
    return count;
}

static const Network *read_network(Network *network, const Given *given) {
    const float *weights = given->weights;
    const int *units = given->units;
    if (!given->layers) return NULL;
    network->layers = given->layers - 2;
    network->inputs = units[0];
    network->outputs = units[given->layers - 1];
    for (int layer = 0; layer + 1 < given->layers; layer++) {
        if (layer < network->layers) network->units[layer] = units[layer + 1];
        network->weights[layer] = weights;
        weights += units[layer] * units[layer + 1];
        network->biases[layer] = weights;
        weights += units[layer + 1];
    }
    return network;
}

/* Before there are threads. */
static Odds odds;
void prepare(void) { work_out(&odds); }

/* In one thread of several, games until there are `wanted` rows, of which there is room for MOST_TURNS more; how many there are.  With `found`
   it is so many games instead, and there, by players, is how the lone seat did. */
long games(const Given *given, const Given *given_rivals, const Ways *ways, uint64_t seed, int thread, long wanted,
           Row *rows, Found *found) {
    Network own, others;
    const Network *network = read_network(&own, given), *rivals = read_network(&others, given_rivals);
    Rng rng = {seed_for(seed, (uint64_t)thread)};
    long count = 0;
    while (count < wanted) {
        int new_rows = play_game(&odds, network, rivals, ways, &rng, found ? NULL : &rows[count], found);
        count += found ? 1 : new_rows;
    }
    return count;
}
