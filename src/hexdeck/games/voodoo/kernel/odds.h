/* The odds of Voodoo's dice, exact: all 924 sets of at most six, with the best rerolls from each [VO4]. */
#ifndef HEXDECK_VOODOO_ODDS_H
#define HEXDECK_VOODOO_ODDS_H

#include "worth.h"

#define MINDFUL 0.98 /* the chance to think of something while a single curse is in force */

/* What is worked out once and read by everybody: whoever plays by these headers keeps one and hands it on. */
typedef struct {
    int16_t one_more[HELD][FACES];   /* the number of the set with one more of a face */
    int16_t one_less[ROLLS][FACES];  /* and with one less; the set itself if it has none */
    float prospects[CURSES][ROLLS];  /* of dice to a player who has only this curse */
    float pays[CURSES][ROLLS];       /* the chance that they come to pay for it */
    uint32_t attention[BINDING + 1]; /* one thinks of something if a word is below this, by curses in force */
} Odds;

/* What `size` dice are worth when those of a set are kept and the others rolled. */
LARGE void expect(const Odds *odds, const float *worths, int size, float *expected) {
    for (int number = sets_below(size + 1) - 1; number >= 0; number--) {
        expected[number] = worths[number];
        if (number < sets_below(size)) {
            float sum = 0;
            for (int face = 0; face < FACES; face++) sum += expected[odds->one_more[number][face]];
            expected[number] = sum / FACES;
        }
    }
}

/* What every set of at most `most` dice is worth with rerolls, from what each is worth as it lies. */
LARGE void best_rerolls(const Odds *odds, const float *now, int most, float *best) {
    float expected[ROLLS], top[ROLLS]; /* `top`: the best that can be kept of a set */
    for (int number = 0; number < sets_below(2); number++) best[number] = now[number];
    for (int size = 1; size < most; size++) {
        expect(odds, best, size, expected);
        for (int number = 0; number < sets_below(size + 2); number++) {
            float found = top[number] = number < sets_below(size) ? expected[number] : 0;
            for (int face = 0; face < FACES; face++) {
                float less = top[odds->one_less[number][face]];
                found = less > found ? less : found;
            }
            top[number] = found;
        }
        for (int number = sets_below(size + 1); number < sets_below(size + 2); number++)
            best[number] = top[number] > now[number] ? top[number] : now[number];
    }
}

/* The best of all sets of fewer than `size` of the dice. */
LARGE float best_keep(uint32_t dice, int size, const float *expected, uint32_t *kept) {
    float most = -1;
    for (uint32_t held = dice; held;) {
        held = next_part(dice, held);
        if (dice_in(held) >= size) continue;
        float worth = expected[set_number(held)];
        if (worth > most) {
            most = worth;
            *kept = held;
        }
    }
    return most;
}

/* For each curse what dice are worth to a player who has no other. */
LARGE void work_out_curse(Odds *odds, int card) {
    float now[ROLLS];
    for (int number = 0; number < ROLLS; number++) now[number] = payable(set_of(number)) >> card & 1;
    best_rerolls(odds, now, MOST_DICE, odds->pays[card]);
    for (int number = 0; number < ROLLS; number++) {
        int dice = dice_in(set_of(number)), price_in_all = (int)(price(card) / ANY);
        now[number] = PAIR_WORTH * (float)(dice >> 1);
        if (payable(set_of(number)) >> card & 1)
            now[number] = worth_of_casting(card) + PAIR_WORTH * (float)((dice - price_in_all) >> 1);
    }
    best_rerolls(odds, now, MOST_DICE, odds->prospects[card]);
}

/* The chance to think of something while a single curse is in force. */
FUNCTION void be_mindful(Odds *odds, double chance) {
    double mindful = 1, words = 4294967296.0; /* of 32 bits */
    for (int curses = 0; curses <= BINDING; curses++) {
        odds->attention[curses] = mindful < 1 ? (uint32_t)(mindful * words) : UINT32_MAX;
        mindful *= chance;
    }
}

LARGE void work_out(Odds *odds) {
    for (int number = 0; number < ROLLS; number++) {
        uint32_t dice = set_of(number);
        for (int face = 0; face < FACES; face++) {
            bool has_one = count_of(dice, face);
            odds->one_less[number][face] = (int16_t)set_number(has_one ? dice - die(face) : dice);
            if (number < HELD) odds->one_more[number][face] = (int16_t)set_number(dice + die(face));
        }
    }
    for (int card = 0; card < CURSES; card++) work_out_curse(odds, card);
    be_mindful(odds, MINDFUL);
}

#endif
