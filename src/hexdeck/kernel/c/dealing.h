/* Hidden cards dealt so that nobody holds what they cannot: what core/dealing.py is to the law. */
#ifndef HEXDECK_DEALING_H
#define HEXDECK_DEALING_H

#include "rng.h"

enum {
    MOST_CARDS = 110,
    MOST_HOLDERS = 13,
    MOST_KINDS = 8 /* of cards, as far as holding goes: colours, and cards without one */
};

typedef struct {
    int8_t cards[MOST_CARDS];
    int8_t kinds[MOST_CARDS]; /* of each card, in order of how few may hold it */
    int count;
    int holders;
    uint8_t room[MOST_HOLDERS];     /* cards each holder gets */
    uint8_t may_hold[MOST_HOLDERS]; /* bits: kinds */
    bool is_free;                   /* everybody may hold everything */
} Hidden;

/* A holder with room for `kind`, the likelier the more room; -1 if there is none. */
FUNCTION int random_holder(const Hidden *hidden, const uint8_t *room, int kind, Rng *rng) {
    int total = 0;
    for (int holder = 0; holder < hidden->holders; holder++)
        if (hidden->may_hold[holder] >> kind & 1) total += room[holder];
    if (total == 0) return -1;
    int at = below(rng, total);
    for (int holder = 0; holder < hidden->holders; holder++)
        if (hidden->may_hold[holder] >> kind & 1) {
            at -= room[holder];
            if (at < 0) return holder;
        }
    return -1;
}

/* Card `given` finds nobody with room: pass cards along the shortest way to one who has, if there is one. */
LARGE bool make_room(const Hidden *hidden, uint8_t *room, int8_t *holds, int given) {
    enum { FIRST = -1, UNKNOWN = -2 };
    int queue[MOST_HOLDERS], came_from[MOST_HOLDERS], moved[MOST_HOLDERS];
    int head = 0, tail = 0;
    for (int holder = 0; holder < hidden->holders; holder++) {
        came_from[holder] = UNKNOWN;
        if (hidden->may_hold[holder] >> hidden->kinds[given] & 1) {
            came_from[holder] = FIRST;
            moved[holder] = given;
            queue[tail++] = holder;
        }
    }
    while (head < tail) {
        int holder = queue[head++];
        if (room[holder]) {
            room[holder]--;
            for (; holder != FIRST; holder = came_from[holder]) holds[moved[holder]] = (int8_t)holder;
            return true;
        }
        for (int card = 0; card < given; card++) {
            if (holds[card] != holder) continue;
            for (int other = 0; other < hidden->holders; other++)
                if (came_from[other] == UNKNOWN && hidden->may_hold[other] >> hidden->kinds[card] & 1) {
                    came_from[other] = holder;
                    moved[other] = card;
                    queue[tail++] = other;
                }
        }
    }
    return false;
}

/* Who holds each hidden card, at random; whether they can be dealt at all does not hang on chance. */
FUNCTION bool deal_hidden(const Hidden *hidden, int8_t *holds, Rng *rng) {
    uint8_t room[MOST_HOLDERS];
    for (int holder = 0; holder < hidden->holders; holder++) room[holder] = hidden->room[holder];
    for (int card = 0; card < hidden->count; card++) {
        int holder = random_holder(hidden, room, hidden->kinds[card], rng);
        if (holder >= 0) {
            room[holder]--;
            holds[card] = (int8_t)holder;
        } else if (!make_room(hidden, room, holds, card)) {
            return false;
        }
    }
    if (hidden->is_free) return true;
    for (int swap = 0; swap < 2 * hidden->count; swap++) { /* so that no order of dealing shows */
        int card = below(rng, hidden->count), other = below(rng, hidden->count);
        if (hidden->may_hold[holds[card]] >> hidden->kinds[other] & 1 &&
            hidden->may_hold[holds[other]] >> hidden->kinds[card] & 1) {
            int8_t holder = holds[card];
            holds[card] = holds[other];
            holds[other] = holder;
        }
    }
    return true;
}

#endif
