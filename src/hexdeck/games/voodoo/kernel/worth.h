/* What things are worth in points to a sensible player of Voodoo, found by playing many games. */
#ifndef HEXDECK_VOODOO_WORTH_H
#define HEXDECK_VOODOO_WORTH_H

#include "rules.h"

#define PAIR_WORTH 0.8f  /* the card that two dice buy */
#define BREAK_WORTH 0.1f /* of the points for breaking a curse */

#define WORTH_OF(id, moment, victims, price, casting, breaking, ...) (casting) + BREAK_WORTH * (breaking),
FUNCTION float worth_of_casting(int curse) {
    static const float worths[CURSES] = {PRINTED_CURSES(WORTH_OF, _)};
    return worths[curse];
}

/* Those of the dice that the card names. */
FUNCTION uint32_t matching(uint32_t dice, int card) {
    uint32_t found = 0;
    for (int face = 0; face < FACES; face++) {
        int has = count_of(dice, face), wants = count_of(cost(card), face);
        found |= (uint32_t)(has < wants ? has : wants) << 4 * face;
    }
    return found;
}

FUNCTION int commonest(uint32_t dice) {
    int most = 0;
    for (int face = 1; face < FACES; face++)
        if (count_of(dice, face) > count_of(dice, most)) most = face;
    return most;
}

/* The dice left after paying; for an asterisk one of those that there are most of. */
FUNCTION uint32_t paid_for(uint32_t dice, int card) {
    dice -= cost(card);
    return ASTERISKS >> card & 1 ? dice - die(commonest(dice)) : dice;
}

/* What dice are worth as they lie; the card to cast first, or NOBODY.  `needed` are the points to win.

   Calls itself for what is left after a cast: three casts deep at most, for six dice. */
LARGE float best_use(uint64_t cards, uint32_t dice, int needed, int *first) {
    float most = PAIR_WORTH * (float)(dice_in(dice) >> 1);
    int then;
    *first = NOBODY;
    for (uint64_t left = cards & payable(dice); left; left &= left - 1) {
        int card = lowest_wide(left), points = casting_points(card);
        float worth = worth_of_casting(card);
        if (points >= needed)
            worth += GOAL;
        else
            worth += best_use(cards & ~bit(card), paid_for(dice, card), needed - points, &then);
        if (worth > most) {
            most = worth;
            *first = card;
        }
    }
    return most;
}

/* The hand, without what would find no victim. */
FUNCTION uint64_t castable(const Table *table, int seat) {
    return possible_victims(table, seat) ? table->curses.hands[seat] : table->curses.hands[seat] & ON_ALL;
}

/* The points that `seat` needs to win. */
FUNCTION int needed_by(const Table *table, int seat) { return GOAL - table->scores[seat]; }

FUNCTION float worth_of(const Table *table, int seat, uint32_t dice, int *first) {
    return best_use(castable(table, seat), dice, needed_by(table, seat), first);
}

#endif
