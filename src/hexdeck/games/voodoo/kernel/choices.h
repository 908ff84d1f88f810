/* What a search of Voodoo looks at: dice by the exact odds, no false calls, no acts that are not due, no pairs that are
   needed. */
#ifndef HEXDECK_VOODOO_CHOICES_H
#define HEXDECK_VOODOO_CHOICES_H

#include "policy.h"

/* What every set of at most `size` dice is worth as it lies. */
LARGE void put_worths(const Table *table, int seat, int size, float *now) {
    int first, number = 0;
    do {
        now[number] = worth_of(table, seat, set_of(number), &first);
    } while (++number < sets_below(size + 1));
}

/* Whether the dice, as they lie or with one turned by the Crooked Spoon, pay for the points that are missing; nothing
   else is worth so much. */
LARGE bool dice_win(const Table *table, int seat) {
    int first, ways = possible_uses(table, seat) >> TURNS & 1 ? ways_to_use(table, seat, TURNS) : 0;
    bool found = worth_of(table, seat, table->dice, &first) >= GOAL;
    for (int at = 0; at < ways && !found; at++)
        found = worth_of(table, seat, turned(table->dice, nth_turn(table, at) - TURN), &first) >= GOAL;
    return found;
}

/* The best discard or stop, or the best dice to keep, by the exact odds for the whole hand. */
LARGE int best_of_dice(const Odds *odds, const Table *table, int seat) {
    float now[ROLLS], best[ROLLS], expected[ROLLS];
    int size = dice_in(table->dice), lying = set_number(table->dice);
    uint32_t kept = 0, stirred = 0;
    if (table->phase == PREPARING && dice_win(table, seat)) return STOP;
    put_worths(table, seat, size, now);
    if (table->phase != KEEPING_LATE) best_rerolls(odds, now, size, best);
    if (table->phase != PREPARING) {
        expect(odds, table->phase == KEEPING_LATE ? now : best, size, expected);
        best_keep(table->dice, size, expected, &kept);
        return KEEP + set_number(kept);
    }
    if (possible_uses(table, seat) >> REROLLS & 1) {
        expect(odds, best, size, expected);
        if (best_keep(table->dice, size, expected, &stirred) > best[lying] + GAIN) return REROLL;
    }
    expect(odds, best, size - 1, expected);
    float later = best_keep(table->dice, size - 1, expected, &kept);
    return later > now[lying] ? DISCARD + nth_face(faces_in(table->dice - kept), 0) : STOP;
}

/* What is due in this half of the turn and not yet done. */
FUNCTION uint64_t due_acts(const Table *table, int seat) {
    uint64_t due = (table->phase == BEFORE_ROLLING ? DUE_AT_ROLL : DUE_AT_PASS) & ~(table->done | table->early);
    if (table->at_table) return 0;
    return table->binding[seat] & (table->owing >> seat & 1 ? due | CRIES : due);
}

/* The two of these that are furthest ahead. */
FUNCTION uint32_t foremost(const Table *table, uint32_t seats) {
    uint32_t found = 0;
    for (int times = 0; times < 2; times++) {
        int best = NOBODY;
        for (uint32_t left = seats & ~found; left; left &= left - 1) {
            int seat = lowest(left);
            if (best == NOBODY || table->scores[seat] > table->scores[best]) best = seat;
        }
        if (best != NOBODY) found |= 1u << best;
    }
    return found;
}

LARGE int put_good_casts(const Table *table, int seat, int *out) {
    int count = 0;
    for (uint64_t cards = castable(table, seat) & payable(table->dice); cards; cards &= cards - 1) {
        int card = lowest_wide(cards);
        uint32_t chosen = victims_of(table, seat, card);
        if (!(ON_ALL >> card & 1)) chosen = foremost(table, chosen);
        for (; chosen; chosen &= chosen - 1) out[count++] = CAST + card * VICTIMS + lowest(chosen);
    }
    return count;
}

LARGE int least_useful_die(const Table *table, int seat) {
    int first, best = 0;
    float most = -1;
    for (int face = 0; face < FACES; face++) {
        if (count_of(table->dice, face) == 0) continue;
        float worth = worth_of(table, seat, table->dice - die(face), &first);
        if (worth > most) {
            most = worth;
            best = face;
        }
    }
    return best;
}

LARGE int least_useful_pair(const Table *table, int seat) {
    int first, best = 0, pairs = pairs_in(table->dice);
    float most = -1;
    for (int at = 0; at < pairs; at++) {
        int pair = nth_pair(table->dice, at);
        float worth = worth_of(table, seat, table->dice - pair_of(pair), &first);
        if (worth > most) {
            most = worth;
            best = pair;
        }
    }
    return best;
}

/* With the pair that the rest needs least; a pass where none can be had. */
LARGE int put_good_draws(const Table *table, int seat, int *out) {
    int count = 0;
    if (dice_in(table->dice) < 2 || !(table->curses.size || table->artefacts.size)) {
        out[count++] = PASS;
        return count;
    }
    int pair = least_useful_pair(table, seat);
    if (table->curses.size) out[count++] = DRAW_CURSE + pair;
    if (table->artefacts.size) out[count++] = DRAW_ARTEFACT + pair;
    return count;
}

/* A die turned for a gain, somebody ahead hit, Target taken or laid in the middle. */
FUNCTION bool is_good_use(const Table *table, int seat, int action) {
    uint32_t others = foremost(table, opponents(table, seat));
    int first, to = action - MOVE_TARGET;
    switch (effect_of(action)) {
    case TURNS:
        return worth_of(table, seat, turned(table->dice, action - TURN), &first) >
               worth_of(table, seat, table->dice, &first);
    case HANDS_OVER: return others >> (action - HAND_OVER) % SEATS & 1;
    case MOVES_TARGET: return to == seat || to == MIDDLE;
    case TAKES_DIE: return others >> (action - FEWER_DICE) & 1;
    default: return true;
    }
}

LARGE int put_good_uses(const Table *table, int seat, int *out) {
    int uses[MOST_LEGAL], good = 0, count = put_uses(table, seat, uses);
    for (int at = 0; at < count; at++)
        if (is_good_use(table, seat, uses[at])) out[good++] = uses[at];
    return good;
}

LARGE int good_choices(const Odds *odds, const Table *table, int seat, int *out) {
    uint64_t acts = due_acts(table, seat);
    int count = 0;
    if (table->called != NOBODY) return legal(table, seat, out);
    if (acts) {
        out[count++] = DO + lowest_wide(acts);
    } else if (table->phase == BEFORE_ROLLING) {
        out[count++] = ROLL;
    } else if (table->phase == PAYING) {
        out[count++] = PAY + least_useful_die(table, seat);
    } else if (table->phase != ACTING) {
        out[count++] = best_of_dice(odds, table, seat);
    } else {
        count = put_good_casts(table, seat, out);
        count += put_good_draws(table, seat, &out[count]);
        count += put_good_uses(table, seat, &out[count]);
    }
    return count;
}

#endif
