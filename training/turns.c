/* Games of Voodoo to learn from: after each turn what its player sees, and what came of it. */
#include "voodoo/plans.h"

enum { MOST_TURNS = PATIENCE * SEATS };

/* Who plays how, by shares of 1. */
typedef struct {
    int tables;             /* kinds of them */
    int players[8];         /* at each */
    float up_to[8];         /* of all games are of this kind or an earlier one */
    float policy;           /* seats that play as in playouts */
    float astray;           /* turns of others that are played so */
    float attentive;        /* games in which nobody forgets anything; the others in equal parts */
    float trace;            /* lambda: how far a target looks to the end instead of to the next turn */
    int draws;              /* see `Mind` */
    int lone;               /* one seat plans, all others play as in playouts */
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

void sizes(int *out) {
    out[0] = (int)sizeof(Row);
    out[1] = (int)sizeof(Ways);
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

/* One game; how many rows it gave.  Without a network all play as in playouts, and targets look to the end. */
static int play_game(const Odds *odds, const Network *network, const Ways *ways, Rng *rng, Row *rows, float *wins) {
    Table table;
    Plans plans;
    Look looks[MOST_TURNS];
    Sums sums;
    Mind mind = {odds, network, share_of(rng) < ways->attentive ? 2 : below(rng, 2), ways->draws, 0, &sums};
    Odds mindful = *odds;
    int kind = 0, count = 0, turns = 0;
    uint32_t planners = 0;
    bool astray = false;
    float share = share_of(rng), chances[SEATS];
    sums.known = 0;
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
            astray = !ways->lone && share_of(rng) < ways->astray;
            mind.first = below(rng, CURSES * ARTEFACTS);
        }
        bool planned = network && planners >> seat & 1 && !astray;
        action = planned ? planned_choice(&mind, &table, seat, &plans) : sensible_choice(odds, &table, seat, rng);
        if (action >= STOP) plans.count = 0;
        play(&mindful, &table, seat, action, NOBODY, rng);
        if (action != PASS || table.over || !(planners >> seat & 1) || ways->lone) continue;
        Look *look = &looks[count];
        look->row = &rows[count++];
        look->row->players = table.players;
        look->seat = seat;
        features(&table, seat, mind.attention, look->row->bits);
        memset(look->row->target, 0, sizeof look->row->target);
        if (network) outlook(&mind, &table, seat, look->chances);
    }
    look_back(&mind, &table, looks, count, network ? ways->trace : 1.0f);
    if (wins) {
        outlook(&mind, &table, lone, chances);
        wins[2 * table.players] += chances[0];
        wins[2 * table.players + 1] += 1;
    }
    return count;
}

static void read_network(Network *network, const float *weights, const int *units, int layers) {
    network->layers = layers - 2;
    network->inputs = units[0];
    network->outputs = units[layers - 1];
    for (int layer = 0; layer + 1 < layers; layer++) {
        if (layer < network->layers) network->units[layer] = units[layer + 1];
        network->weights[layer] = weights;
        weights += units[layer] * units[layer + 1];
        network->biases[layer] = weights;
        weights += units[layer + 1];
    }
}

/* Games until there are `wanted` rows, of which there is room for MOST_TURNS more; how many there are.

   `units` has the sizes of all layers, from the inputs to the outputs; no layers are no network.  With `wins` it
   is so many games instead, and there, by players, are the games that the lone seat has won and all games. */
long games(const float *weights, const int *units, int layers, const Ways *ways, uint64_t seed, long wanted, Row *rows,
           float *wins) {
    static Odds odds;
    Network network;
    Row unread[MOST_TURNS];
    Rng rng = {seed};
    long count = 0;
    if (wanted == 0) work_out(&odds); /* before there are threads */
    if (layers) read_network(&network, weights, units, layers);
    while (count < wanted) {
        int found = play_game(&odds, layers ? &network : NULL, ways, &rng, wins ? unread : &rows[count], wins);
        count += wins ? 1 : found;
    }
    return count;
}
