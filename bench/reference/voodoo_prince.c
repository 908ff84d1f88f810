/* Voodoo Prince with four players, played at random: whole games of five rounds, dealing included.
 *
 * A plain playout and nothing else (no views, no options, no other player counts): the speed limit
 * that the kernel is compared with.  The rules are docs/rules/voodoo_prince.md; [VP4] names a paragraph.
 *
 * voodoo_prince SECONDS SEED prints one JSON object.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAYERS = 4, COLORS = 5, TOP = 12, VALUES = TOP + 1, HAND = 13, GOAL = 3, CARDS = COLORS * VALUES }; /* [VP1] */
enum { ROUNDS = 5 };                       /* [VP10] */
enum { SPLITTERS = 1 << 5 | 1 << 7 };      /* [VP8] */
enum { EVERYBODY = (1 << PLAYERS) - 1 };
enum { GAMES_BETWEEN_LOOKS_AT_THE_CLOCK = 500 };

static uint64_t random_at;

static inline uint32_t below(uint32_t limit) { /* SplitMix64; the bias is below limit / 2^32 */
    uint64_t z = random_at += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((z >> 32) * limit >> 32);
}

static uint8_t deck[CARDS]; /* colour * 16 + value; every deal shuffles it on */

static uint16_t hands[PLAYERS][COLORS]; /* bits: values held */
static int sizes[PLAYERS];
static int tricks[PLAYERS];
static int scores[PLAYERS];

static long actions, rounds, games;
static long points_by_rank[PLAYERS]; /* first leaver first, last: left over */

static void deal(void) { /* [VP2] */
    int at = 0;
    memset(hands, 0, sizeof hands);
    for (int seat = 0; seat < PLAYERS; seat++) {
        for (int end = at + HAND; at < end; at++) {
            int other = at + below(CARDS - at);
            uint8_t card = deck[other];
            deck[other] = deck[at];
            deck[at] = card;
            hands[seat][card >> 4] |= 1 << (card & 15);
        }
        sizes[seat] = HAND;
        tricks[seat] = 0;
    }
}

static inline int value_number(unsigned bits, int number) {
    while (number--)
        bits &= bits - 1;
    return __builtin_ctz(bits);
}

static inline int any_card(int seat) {
    int number = below(sizes[seat]);
    for (int color = 0;; color++) {
        int count = __builtin_popcount(hands[seat][color]);
        if (number < count)
            return color << 4 | value_number(hands[seat][color], number);
        number -= count;
    }
}

static inline int random_card(int seat, int led) { /* [VP3] */
    unsigned follow = hands[seat][led];
    if (!follow)
        return any_card(seat);
    return led << 4 | value_number(follow, below(__builtin_popcount(follow)));
}

static inline int next_playing(int seat, unsigned playing) { /* [VP-R5] */
    do
        seat = (seat + 1) % PLAYERS;
    while (!(playing >> seat & 1));
    return seat;
}

/* Plays one trick.  Who takes it, and in `worth` how many tricks it is [VP4, VP7, VP8]. */
static inline int trick(int leader, int playing, int trump, int *worth) {
    uint16_t lying[COLORS] = {0};
    uint8_t by[COLORS * 16]; /* whose card it is */
    int seat = leader, card = any_card(leader), led = card >> 4, color, value;
    for (;;) {
        hands[seat][card >> 4] ^= 1 << (card & 15);
        sizes[seat]--;
        lying[card >> 4] |= 1 << (card & 15);
        by[card] = seat;
        actions++;
        seat = next_playing(seat, playing);
        if (seat == leader)
            break;
        card = random_card(seat, led);
    }
    color = lying[trump] ? trump : led;
    value = 31 - __builtin_clz(lying[color]);
    if (value == TOP && lying[color] & 1)
        value = 0;
    *worth = SPLITTERS >> value & 1 ? 2 : 1;
    return by[color << 4 | value];
}

static inline void score(int seat, int points, int rank) {
    scores[seat] += points;
    points_by_rank[rank] += points;
}

/* Plays one round.  Who is left over, and so deals next [VP5, VP6, VP9]. */
static int play_round(int leader, int trump) {
    unsigned playing = EVERYBODY;
    int gone = 0, worth;
    while (gone < PLAYERS - 1) {
        leader = trick(leader, playing, trump, &worth);
        tricks[leader] += worth;
        if (tricks[leader] >= GOAL) {
            int all = tricks[0] + tricks[1] + tricks[2] + tricks[3];
            score(leader, all - tricks[leader], gone++);
            playing &= ~(1u << leader);
            leader = next_playing(leader, playing);
        }
    }
    score(leader, tricks[leader], PLAYERS - 1);
    rounds++;
    return leader;
}

static void play_game(void) {
    int dealer = below(PLAYERS), trump = below(COLORS); /* [VP2] */
    memset(scores, 0, sizeof scores);
    for (int round = 1; round <= ROUNDS; round++) {
        deal();
        if (round > 1) {
            trump = below(COLORS); /* [VP9] */
            actions++;
        }
        dealer = play_round(dealer, trump);
    }
    games++;
}

static double now(void) { /* processor time, as bench/stopwatch.py */
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
    double started = now(), wanted, passed;
    if (count != 3 || (wanted = atof(arguments[1])) <= 0) {
        fprintf(stderr, "use: voodoo_prince SECONDS SEED\n");
        return 2;
    }
    random_at = strtoull(arguments[2], NULL, 10);
    for (int card = 0; card < CARDS; card++)
        deck[card] = card / VALUES << 4 | card % VALUES;
    do {
        for (int game = 0; game < GAMES_BETWEEN_LOOKS_AT_THE_CLOCK; game++)
            play_game();
        passed = now() - started;
    } while (passed < wanted);
    printf("{\"actions_per_second\": %.0f, \"actions\": %ld, \"games\": %ld, \"points_by_order_of_leaving\": [",
           actions / passed, actions, games);
    for (int rank = 0; rank < PLAYERS; rank++)
        printf("%s%.4f", rank ? ", " : "", (double)points_by_rank[rank] / rounds);
    printf("]}\n");
    return 0;
}
