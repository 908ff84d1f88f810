/* What can be done at a table of Voodoo: listed, and asked of one action without a list. */
#ifndef HEXDECK_VOODOO_LEGAL_H
#define HEXDECK_VOODOO_LEGAL_H

#include "artefacts.h"
#include "calls.h"

FUNCTION int put_faces(uint32_t dice, int first, int *out) {
    int count = 0;
    for (int face = 0; face < FACES; face++)
        if (count_of(dice, face)) out[count++] = first + face;
    return count;
}

/* Any two dice buy a card [VO5]. */
FUNCTION int put_pairs(uint32_t dice, int first, int *out) {
    int count = 0;
    for (int low = 0; low < FACES; low++)
        for (int high = low; high < FACES; high++)
            if (count_of(dice, low) && count_of(dice, high) > (low == high))
                out[count++] = first + pair_number(low, high);
    return count;
}

/* Every curse in hand that the dice on the table pay for, with every victim [VO6, VO9]. */
FUNCTION int put_casts(const Table *table, int seat, int first, int *out) {
    int count = 0;
    for (uint64_t cards = table->curses.hands[seat] & payable(table->dice); cards; cards &= cards - 1) {
        int card = lowest_wide(cards);
        for (uint32_t victims = victims_of(table, seat, card); victims; victims &= victims - 1)
            out[count++] = first + card * VICTIMS + lowest(victims);
    }
    return count;
}

/* Any dice, but not all [VO4]. */
FUNCTION int put_keeps(uint32_t dice, int *out) {
    enum { WORDS = (HELD + 63) / 64 };
    uint64_t found[WORDS];
    uint32_t held = dice;
    int count = 0;
    memset(found, 0, sizeof(found));
    while (held) {
        held = next_part(dice, held);
        int number = set_number(held);
        found[number >> 6] |= bit(number & 63);
    }
    for (int word = 0; word < WORDS; word++)
        for (; found[word]; found[word] &= found[word] - 1)
            out[count++] = KEEP + word * 64 + lowest_wide(found[word]);
    return count;
}

FUNCTION int put_calls(const Table *table, int seat, int *out) {
    int count = 0;
    for (uint64_t cards = possible_calls(table, seat); cards; cards &= cards - 1) {
        int card = lowest_wide(cards);
        for (uint32_t accused = accused_of(table, seat, card); accused; accused &= accused - 1)
            out[count++] = CALL + card * SEATS + lowest(accused);
    }
    return count;
}

FUNCTION int put_acts(const Table *table, int seat, int *out) {
    int count = 0;
    for (uint64_t cards = possible_acts(table, seat); cards; cards &= cards - 1)
        out[count++] = DO + lowest_wide(cards);
    return count;
}

/* What the player with the doll can do next, but for acts and calls [VO4, VO5]. */
LARGE int put_turn(const Table *table, int *out) {
    int seat = table->turn, count = 0;
    switch (table->phase) {
    case BEFORE_ROLLING: out[0] = ROLL; return 1;
    case KEEPING:
    case KEEPING_LATE: return put_keeps(table->dice, out);
    case PAYING: return put_faces(table->dice, PAY, out);
    case PREPARING:
        count = put_faces(table->dice, DISCARD, out);
        out[count++] = STOP;
        return count + put_uses(table, seat, &out[count]);
    }
    if (table->curses.size) count += put_pairs(table->dice, DRAW_CURSE, out);
    if (table->artefacts.size) count += put_pairs(table->dice, DRAW_ARTEFACT, &out[count]);
    count += put_casts(table, seat, CAST, &out[count]);
    out[count++] = PASS;
    return count + put_uses(table, seat, &out[count]);
}

LARGE int legal(const void *state, int seat, int *out) {
    const Table *table = (const Table *)state;
    int count = 0;
    if (table->needs || table->over) return 0;
    if (table->called != NOBODY) {
        out[0] = table->denied ? VOTE_BROKEN : ADMIT;
        out[1] = out[0] + 1;
        out[2] = VOTE_ABSTAIN;
        return judges(table) >> seat & 1 ? ways_to_answer(table) : 0;
    }
    if (seat == table->turn)
        count = put_turn(table, out);
    else if (may_stink(table, seat))
        count = put_casts(table, seat, STINKY, out);
    count += put_acts(table, seat, &out[count]);
    return count + put_calls(table, seat, &out[count]);
}

/* `number` is a curse and a victim. */
FUNCTION bool may_cast(const Table *table, int seat, int number) {
    int card = number / VICTIMS;
    if (!(table->curses.hands[seat] & payable(table->dice) & bit(card))) return false;
    return victims_of(table, seat, card) >> number % VICTIMS & 1;
}

/* `number` is a card and whom it binds. */
FUNCTION bool may_call(const Table *table, int seat, int number) {
    int card = number / SEATS;
    return possible_calls(table, seat) >> card & 1 && accused_of(table, seat, card) >> number % SEATS & 1;
}

FUNCTION bool may_keep(const Table *table, int number) {
    return has_dice(table->dice, set_of(number)) && set_of(number) != table->dice;
}

/* What the player with the doll can do next, but for acts and calls [VO4, VO5]. */
LARGE bool may_do_in_turn(const Table *table, int action) {
    switch (table->phase) {
    case BEFORE_ROLLING: return action == ROLL;
    case KEEPING:
    case KEEPING_LATE: return KEEP <= action && action < STOP && may_keep(table, action - KEEP);
    case PAYING: return PAY <= action && action < PASS && count_of(table->dice, action - PAY);
    }
    if (action >= REROLL) return may_use(table, table->turn, action);
    if (table->phase == PREPARING)
        return action == STOP || (DISCARD <= action && action < KEEP && count_of(table->dice, action - DISCARD));
    if (action <= STOP) return false;
    if (action < DRAW_ARTEFACT) return table->curses.size && has_dice(table->dice, pair_of(action - DRAW_CURSE));
    if (action < CAST) return table->artefacts.size && has_dice(table->dice, pair_of(action - DRAW_ARTEFACT));
    if (action < PAY) return may_cast(table, table->turn, action - CAST);
    return action == PASS;
}

LARGE int is_legal(const void *state, int seat, int action) {
    const Table *table = (const Table *)state;
    if (table->needs || table->over || action < 0 || action >= ACTIONS) return false;
    if (table->called != NOBODY) {
        if (!(judges(table) >> seat & 1)) return false;
        return table->denied ? action >= VOTE_BROKEN : ADMIT <= action && action < VOTE_BROKEN;
    }
    if (action >= ADMIT) return false;
    if (action >= CALL) return may_call(table, seat, action - CALL);
    if (action >= DO) return possible_acts(table, seat) >> (action - DO) & 1;
    if (action >= STINKY)
        return seat != table->turn && may_stink(table, seat) && may_cast(table, seat, action - STINKY);
    return seat == table->turn && may_do_in_turn(table, action);
}

#endif
