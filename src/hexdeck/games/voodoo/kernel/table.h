/* A table of Voodoo: the numbers of its actions, and all that its rules remember.

   A million tables are to fit into half a gigabyte, so nothing is kept that follows from something else: who cast a
   curse from `cast_by`, whom it binds from `binding`.  What people remember is kept as its consequences: the acts done
   in this part of the turn, and the lapses that can be called. */
#ifndef HEXDECK_VOODOO_TABLE_H
#define HEXDECK_VOODOO_TABLE_H

#include "sets.h"

enum {
    SEATS = 6,
    NOBODY = -1,
    ALL = SEATS,    /* the victim of an all-opponent curse [VO9] */
    VICTIMS = 7,    /* that a curse can be cast on: seats, and all */
    MIDDLE = SEATS, /* where Target lies at first [VO2] */
    GOAL = 11,      /* [VO12] */
    ROLLED = 5,     /* dice [VO1] */
    PATIENCE = 25,  /* [VO-R12] */
    SKULLS = 3,
    SKULL_STEP = 3 /* from one to the next [VO1] */
};

/* Numbers of actions. */
enum {
    ROLL = 0,
    DISCARD = ROLL + 1,
    KEEP = DISCARD + FACES,
    STOP = KEEP + HELD,
    DRAW_CURSE = STOP + 1,
    DRAW_ARTEFACT = DRAW_CURSE + PAIRS,
    CAST = DRAW_ARTEFACT + PAIRS,
    PAY = CAST + CURSES * VICTIMS,
    PASS = PAY + FACES,
    REROLL = PASS + 1,
    TURN = REROLL + 1,
    EXTRA_DIE = TURN + FACES * FACES,
    CANCEL = EXTRA_DIE + 1,
    HAND_OVER = CANCEL + CURSES,
    MOVE_TARGET = HAND_OVER + CURSES * SEATS,
    STEAL_POINT = MOVE_TARGET + SEATS + 1,
    TWO_CURSES = STEAL_POINT + SEATS,
    SHIELD = TWO_CURSES + 1,
    LATE_REROLL = SHIELD + 1,
    TWO_ARTEFACTS = LATE_REROLL + 1,
    FEWER_DICE = TWO_ARTEFACTS + 1,
    STINKY = FEWER_DICE + SEATS,
    DO = STINKY + CURSES * VICTIMS,
    CALL = DO + BINDING,
    ADMIT = CALL + BINDING * SEATS,
    DENY = ADMIT + 1,
    VOTE_BROKEN = DENY + 1,
    VOTE_KEPT = VOTE_BROKEN + 1,
    VOTE_ABSTAIN = VOTE_KEPT + 1,
    ACTIONS = VOTE_ABSTAIN + 1
};

/* Effects of artefacts, in the order of their actions. */
enum {
    REROLLS,
    TURNS,
    EXTRA_DICE,
    CANCELS,
    HANDS_OVER,
    MOVES_TARGET,
    STEALS_POINT,
    DRAWS_CURSES,
    SHIELDS,
    REROLLS_LATE,
    DRAWS_ARTEFACTS,
    TAKES_DIE,
    STINKS
};

/* Phases of a game. */
enum { SETTING_UP, BEFORE_ROLLING, PREPARING, KEEPING, ACTING, KEEPING_LATE, PAYING };

/* What chance owes. */
enum { NOTHING, DOLL, STARTING, SHUFFLE_CURSES, SHUFFLE_ARTEFACTS, SHUFFLE_PERMANENTS, DICE };

/* A deck and the hands drawn from it: curses by their numbers, artefacts by their effects. */
typedef struct {
    uint64_t hands[SEATS];
    uint64_t seen;        /* cards that were once under the deck: whoever holds one is known to */
    uint8_t deck[CURSES]; /* a ring */
    uint8_t top;
    uint8_t size;
    uint8_t fresh; /* cards on top that were never under it */
} Stock;

typedef struct {
    Stock curses;
    Stock artefacts;
    uint64_t binding[SEATS]; /* what binds each seat */
    uint64_t cast_by[SEATS]; /* of the curses in force */
    uint64_t in_force;
    uint64_t barred[SEATS]; /* may not be called by this seat */
    uint64_t lapsed;        /* and can be called: of the seat that rolled last, but for cries */
    uint64_t done;          /* by the seat with the doll in this half of its turn, but for cries */
    uint64_t early;         /* of what is due before passing, done before the first roll [VO-R20] */
    uint32_t dice;
    uint16_t used;                  /* artefacts of this turn [VO-R13] */
    uint8_t since[BINDING];         /* turn */
    uint8_t cried;                  /* bits: seats, since their marker last moved */
    uint8_t owing;                  /* bits: seats whose cry is due */
    uint8_t silent;                 /* bits: seats whose cry has lapsed and can be called */
    uint8_t permanents[PERMANENTS]; /* the deck: the last `permanents_left` of these */
    uint8_t permanents_left;
    int8_t scores[SEATS];
    int8_t skulls[SEATS];
    int8_t more_dice[SEATS];
    int8_t players;
    int8_t at_table;
    int8_t real_dice;
    int8_t needs;
    int8_t rolling; /* dice */
    int8_t phase;
    int8_t turn;
    uint8_t turns;
    int8_t stopped;
    int8_t casting; /* the curse whose asterisk is being paid, or NOBODY */
    int8_t casting_on;
    int8_t target;
    uint8_t shielded; /* bits: seats */
    int8_t called;    /* the card, or NOBODY */
    int8_t caller;
    int8_t accused;
    int8_t denied;
    uint8_t voted;     /* bits: seats */
    uint8_t votes;     /* bits: for broken */
    uint8_t abstained; /* bits: seats */
    int8_t over;
} Table;

FUNCTION void start(Table *table, int players, bool at_table, bool real_dice) {
    memset(table, 0, sizeof(Table));
    table->players = (int8_t)players;
    table->at_table = at_table;
    table->real_dice = real_dice;
    table->target = MIDDLE;
    table->casting = NOBODY;
    table->called = NOBODY;
    table->needs = DOLL;
}

FUNCTION uint32_t opponents(const Table *table, int seat) { return ((1u << table->players) - 1) & ~(1u << seat); }

/* Whom `seat` can curse [VO6, VO-R7]. */
FUNCTION uint32_t possible_victims(const Table *table, int seat) {
    return opponents(table, seat) & ~(table->shielded | 1u << table->target);
}

/* The same for one card, which may be on ALL. */
FUNCTION uint32_t victims_of(const Table *table, int seat, int card) {
    return ON_ALL >> card & 1 ? 1u << ALL : possible_victims(table, seat);
}

/* Opponents with the most points of all. */
FUNCTION uint32_t leaders(const Table *table, int seat) {
    int most = 1;
    uint32_t found = 0;
    for (int other = 0; other < table->players; other++) {
        if (table->scores[other] > most) {
            most = table->scores[other];
            found = 0;
        }
        if (table->scores[other] == most) found |= 1u << other;
    }
    return found & ~(1u << seat);
}

/* How many dice a seat rolls [VO-R14]. */
FUNCTION int dice_of(const Table *table, int seat) {
    int dice = ROLLED + table->more_dice[seat];
    return dice < 1 ? 1 : dice > MOST_DICE ? MOST_DICE : dice;
}

/* The first seat whose set has the card in it. */
FUNCTION int owner(const uint64_t *sets, int card) {
    int seat = 0;
    while (seat < SEATS - 1 && !(sets[seat] >> card & 1)) seat++;
    return seat;
}

FUNCTION int last_to_roll(const Table *table) {
    if (table->phase != BEFORE_ROLLING) return table->turn;
    return (table->turn ? table->turn : table->players) - 1;
}

/* What `seat` can be called for [VO13]. */
FUNCTION uint64_t lapses(const Table *table, int seat) {
    uint64_t cards = seat == last_to_roll(table) ? table->lapsed : 0;
    return table->silent >> seat & 1 ? cards | CRIES : cards;
}

FUNCTION uint64_t acts_done(const Table *table, int seat) {
    uint64_t cards = seat == table->turn ? table->done : 0;
    return table->cried >> seat & 1 ? cards | CRIES : cards;
}

#endif
