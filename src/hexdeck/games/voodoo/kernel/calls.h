/* Voodoo's calls: who forgot, who says so, and who decides whether that is true. */
#ifndef HEXDECK_VOODOO_CALLS_H
#define HEXDECK_VOODOO_CALLS_H

#include "curses.h"

/* By the caster; of a permanent curse by any opponent [VO8, VO11]. */
FUNCTION uint64_t possible_calls(const Table *table, int seat) {
    uint64_t permanent = table->in_force & PERMANENT_BITS & ~table->binding[seat];
    return (table->cast_by[seat] | permanent) & ~table->barred[seat];
}

/* Whom `seat` can call for this card. */
FUNCTION uint32_t accused_of(const Table *table, int seat, int card) {
    return ON_ALL >> card & 1 ? opponents(table, seat) : 1u << owner(table->binding, card);
}

/* Who must answer a call: the accused, then all who are not involved [VO14]. */
FUNCTION uint32_t judges(const Table *table) {
    if (table->denied) return opponents(table, table->caller) & ~(1u << table->accused | table->voted);
    return 1u << table->accused;
}

FUNCTION int ways_to_answer(const Table *table) { return table->denied ? 3 : 2; }

/* What lapsed before is settled; the permanent curse stays [VO11, VO13]. */
FUNCTION void punish(Table *table) {
    table->lapsed &= ~bit(table->called);
    if (table->at_table) table->barred[table->caller] |= bit(table->called); /* [VO-R15] */
    if (COSTS_DIE >> table->called & 1)
        table->more_dice[table->accused]--;
    else
        move_marker(table, table->accused, -1);
}

/* [VO8, VO13] */
FUNCTION void judge(Table *table, bool broken) {
    if (!broken) {
        table->barred[table->caller] |= bit(table->called);
    } else if (PERMANENT_BITS >> table->called & 1) {
        punish(table);
    } else {
        end_curse(table, table->called);
        move_marker(table, table->caller, breaking_points(table->called));
    }
    table->called = NOBODY;
}

FUNCTION void call(Table *table, int seat, int card, int accused) {
    table->called = (int8_t)card;
    table->caller = (int8_t)seat;
    table->accused = (int8_t)accused;
    table->denied = 0;
    if (!table->at_table) judge(table, lapses(table, accused) >> card & 1);
}

/* More votes for broken than for kept make the call right [VO14]. */
FUNCTION void vote(Table *table, int seat, int action) {
    table->voted |= 1u << seat;
    table->votes |= (uint32_t)(action == VOTE_BROKEN) << seat;
    table->abstained |= (uint32_t)(action == VOTE_ABSTAIN) << seat;
    if (judges(table)) return;
    bool broken = 2 * popcount(table->votes) > popcount(table->voted & ~(uint32_t)table->abstained);
    table->voted = table->votes = table->abstained = 0;
    judge(table, broken);
}

FUNCTION void answer(Table *table, int seat, int action) {
    if (action == ADMIT)
        judge(table, true);
    else if (action == DENY)
        table->denied = 1;
    else
        vote(table, seat, action);
}

#endif
