/* Voodoo's artefacts: which can be used now, in how many ways, and what comes of it. */
#ifndef HEXDECK_VOODOO_ARTEFACTS_H
#define HEXDECK_VOODOO_ARTEFACTS_H

#include "curses.h"

FUNCTION uint64_t possible_uses(const Table *table, int seat) {
    enum {
        USED_PREPARING = 1 << REROLLS | 1 << TURNS,
        USED_ACTING = (1 << ARTEFACTS) - 1 - (1 << REROLLS) - (1 << STINKS)
    };
    uint64_t unused = table->artefacts.hands[seat] & ~(uint64_t)table->used;
    return unused & (uint64_t)(table->phase == ACTING ? USED_ACTING : USED_PREPARING);
}

/* [VO10] */
FUNCTION bool may_stink(const Table *table, int seat) {
    return table->stopped && (table->artefacts.hands[seat] & ~(uint64_t)table->used) >> STINKS & 1;
}

/* Curses on one victim that bind `seat`. */
FUNCTION uint64_t handable(const Table *table, int seat) { return table->binding[seat] & CURSE_BITS & ~ON_ALL; }

/* Who can be given such a curse: not the one who cast it. */
FUNCTION uint32_t takers_of(const Table *table, int seat, int card) {
    return possible_victims(table, seat) & ~(1u << owner(table->cast_by, card));
}

FUNCTION int ways_to_hand_over(const Table *table, int seat) {
    int count = 0;
    for (uint64_t cards = handable(table, seat); cards; cards &= cards - 1)
        count += popcount(takers_of(table, seat, lowest_wide(cards)));
    return count;
}

FUNCTION int nth_hand_over(const Table *table, int seat, int at) {
    for (uint64_t cards = handable(table, seat);; cards &= cards - 1) {
        int card = lowest_wide(cards);
        uint32_t takers = takers_of(table, seat, card);
        if (at < popcount(takers)) return HAND_OVER + card * SEATS + nth_bit(takers, at);
        at -= popcount(takers);
    }
}

/* For Target: a seat or the middle, but not where it lies. */
FUNCTION int nth_place(const Table *table, int at) {
    if (at >= table->target) at++;
    return at == table->players ? MIDDLE : at;
}

FUNCTION int nth_turn(const Table *table, int at) {
    int old = nth_face(faces_in(table->dice), at / (FACES - 1)), new_face = at % (FACES - 1);
    return TURN + old * FACES + (new_face < old ? new_face : new_face + 1);
}

/* In how many ways an artefact can be used now. */
FUNCTION int ways_to_use(const Table *table, int seat, int effect) {
    switch (effect) {
    case TURNS: return popcount(faces_in(table->dice)) * (FACES - 1);
    case CANCELS: return popcount_wide(table->binding[seat] & CURSE_BITS); /* [VO-R19] */
    case HANDS_OVER: return ways_to_hand_over(table, seat);
    case MOVES_TARGET: return table->players;
    case STEALS_POINT: return popcount(leaders(table, seat));
    case DRAWS_CURSES: return table->curses.size != 0; /* [VO-R3] */
    case REROLLS_LATE: return table->dice != 0;
    case DRAWS_ARTEFACTS: return table->artefacts.size != 0; /* [VO-R3] */
    case TAKES_DIE: return table->players - 1;
    default: return 1;
    }
}

/* The action of that way, ascending. */
FUNCTION int nth_use(const Table *table, int seat, int effect, int at) {
    switch (effect) {
    case REROLLS: return REROLL;
    case TURNS: return nth_turn(table, at);
    case EXTRA_DICE: return EXTRA_DIE;
    case CANCELS: return CANCEL + nth_bit(table->binding[seat], at);
    case HANDS_OVER: return nth_hand_over(table, seat, at);
    case MOVES_TARGET: return MOVE_TARGET + nth_place(table, at);
    case STEALS_POINT: return STEAL_POINT + nth_bit(leaders(table, seat), at);
    case DRAWS_CURSES: return TWO_CURSES;
    case SHIELDS: return SHIELD;
    case REROLLS_LATE: return LATE_REROLL;
    case DRAWS_ARTEFACTS: return TWO_ARTEFACTS;
    default: return FEWER_DICE + nth_bit(opponents(table, seat), at);
    }
}

FUNCTION int put_uses(const Table *table, int seat, int *out) {
    int count = 0;
    for (uint64_t effects = possible_uses(table, seat); effects; effects &= effects - 1) {
        int effect = lowest_wide(effects), ways = ways_to_use(table, seat, effect);
        for (int at = 0; at < ways; at++) out[count++] = nth_use(table, seat, effect, at);
    }
    return count;
}

/* `number` is a curse and a taker. */
FUNCTION bool may_hand_over(const Table *table, int seat, int number) {
    int card = number / SEATS;
    return handable(table, seat) >> card & 1 && takers_of(table, seat, card) >> number % SEATS & 1;
}

FUNCTION bool may_move_target(const Table *table, int to) {
    return to != table->target && (to == MIDDLE || to < table->players);
}

FUNCTION bool may_turn(const Table *table, int number) {
    return count_of(table->dice, number / FACES) && number / FACES != number % FACES;
}

/* The artefact of an action from REROLL to below STINKY. */
FUNCTION int effect_of(int action) {
    if (action == REROLL) return REROLLS;
    if (action < EXTRA_DIE) return TURNS;
    if (action == EXTRA_DIE) return EXTRA_DICE;
    if (action < HAND_OVER) return CANCELS;
    if (action < MOVE_TARGET) return HANDS_OVER;
    if (action < STEAL_POINT) return MOVES_TARGET;
    if (action < TWO_CURSES) return STEALS_POINT;
    return action < FEWER_DICE ? action - TWO_CURSES + DRAWS_CURSES : TAKES_DIE;
}

/* Whether an artefact can be used so in its owner's turn. */
LARGE bool may_use(const Table *table, int seat, int action) {
    int effect = effect_of(action);
    if (!(possible_uses(table, seat) >> effect & 1)) return false;
    switch (effect) {
    case TURNS: return may_turn(table, action - TURN);
    case CANCELS: return table->binding[seat] >> (action - CANCEL) & 1; /* [VO-R19] */
    case HANDS_OVER: return may_hand_over(table, seat, action - HAND_OVER);
    case MOVES_TARGET: return may_move_target(table, action - MOVE_TARGET);
    case STEALS_POINT: return leaders(table, seat) >> (action - STEAL_POINT) & 1;
    case DRAWS_CURSES: return table->curses.size; /* [VO-R3] */
    case REROLLS_LATE: return table->dice;
    case DRAWS_ARTEFACTS: return table->artefacts.size; /* [VO-R3] */
    case TAKES_DIE: return opponents(table, seat) >> (action - FEWER_DICE) & 1;
    default: return true;
    }
}

/* The dice after one of them has been turned: `number` is its old face and its new one. */
FUNCTION uint32_t turned(uint32_t dice, int number) { return dice - die(number / FACES) + die(number % FACES); }

/* The card goes under its deck [VO5]. */
FUNCTION void lay_aside(Table *table, int seat, int effect) {
    show(&table->artefacts, seat, effect);
    put_under(&table->artefacts, effect);
    table->used |= 1u << effect;
}

/* An artefact in its owner's turn. */
LARGE void use(Table *table, int seat, int action) {
    int effect = effect_of(action);
    lay_aside(table, seat, effect);
    switch (effect) {
    case REROLLS: table->phase = KEEPING; break;
    case TURNS: table->dice = turned(table->dice, action - TURN); break;
    case EXTRA_DICE: table->more_dice[seat]++; break;
    case CANCELS: end_curse(table, action - CANCEL); break;
    case HANDS_OVER: hand_over(table, (action - HAND_OVER) / SEATS, seat, (action - HAND_OVER) % SEATS); break;
    case MOVES_TARGET: table->target = (int8_t)(action - MOVE_TARGET); break;
    case STEALS_POINT:
        move_marker(table, action - STEAL_POINT, -1);
        move_marker(table, seat, 1);
        break;
    case DRAWS_CURSES: draw_two(&table->curses, seat); break;
    case SHIELDS: table->shielded |= 1u << seat; break;
    case REROLLS_LATE: table->phase = KEEPING_LATE; break;
    case DRAWS_ARTEFACTS: draw_two(&table->artefacts, seat); break;
    case TAKES_DIE: table->more_dice[action - FEWER_DICE]--; break;
    }
}

/* No die is taken away [VO10]. */
FUNCTION void stink(Table *table, int seat, int card, int victim) {
    lay_aside(table, seat, STINKS);
    show(&table->curses, seat, card);
    lay(table, seat, card, victim);
}

#endif
