/* Voodoo's cards on their way: from the decks into hands, into force, and under the decks again. */
#ifndef HEXDECK_VOODOO_CURSES_H
#define HEXDECK_VOODOO_CURSES_H

#include "table.h"

/* Where the card lies that comes up after `at` others. */
FUNCTION int place(const Stock *stock, int at) {
    at += stock->top;
    return at < CURSES ? at : at - CURSES;
}

/* The top card first, and nothing remembered of cards that lie open. */
FUNCTION void tidy_stock(Stock *stock) {
    uint8_t deck[CURSES] = {0};
    uint64_t there = 0;
    for (int at = 0; at < stock->size; at++) {
        deck[at] = stock->deck[place(stock, at)];
        there |= bit(deck[at]);
    }
    for (int seat = 0; seat < SEATS; seat++) there |= stock->hands[seat];
    memcpy(stock->deck, deck, sizeof deck);
    stock->top = 0;
    stock->seen &= there;
}

/* Clear what earlier moves left here and no rule reads any more, so that equal tables have equal bytes. */
FUNCTION void tidy(Table *table) {
    tidy_stock(&table->curses);
    tidy_stock(&table->artefacts);
    for (int at = 0; at < PERMANENTS - table->permanents_left; at++) table->permanents[at] = 0;
    for (int card = 0; card < BINDING; card++)
        if (!(table->in_force >> card & 1)) table->since[card] = 0;
    if (table->needs != DICE) table->rolling = 0;
    if (table->casting == NOBODY) table->casting_on = 0;
    if (table->called == NOBODY) table->caller = table->accused = table->denied = 0;
}

FUNCTION void draw_card(Stock *stock, int seat) {
    uint64_t card = bit(stock->deck[stock->top]);
    stock->top = stock->top < CURSES - 1 ? stock->top + 1 : 0;
    stock->size--;
    stock->hands[seat] |= card;
    if (stock->fresh) stock->fresh--;
}

/* Of two cards you draw what is there [VO-R3]. */
FUNCTION void draw_two(Stock *stock, int seat) {
    draw_card(stock, seat);
    if (stock->size) draw_card(stock, seat);
}

FUNCTION void show(Stock *stock, int seat, int card) { stock->hands[seat] &= ~bit(card); }

FUNCTION void put_under(Stock *stock, int card) {
    stock->deck[place(stock, stock->size)] = (uint8_t)card;
    stock->size++;
    stock->seen |= bit(card);
}

FUNCTION void settle_lapse(Table *table, int seat, int card) {
    if (seat == last_to_roll(table)) table->lapsed &= ~bit(card);
    if (CRIES >> card & 1) {
        table->owing &= ~(1u << seat);
        table->silent &= ~(1u << seat);
    }
}

/* From now on: what lapsed before is no matter [VO-R17]. */
FUNCTION void bind_seat(Table *table, int seat, int card) {
    table->binding[seat] |= bit(card);
    settle_lapse(table, seat, card);
}

FUNCTION void release(Table *table, int seat, int card) {
    table->binding[seat] &= ~bit(card);
    settle_lapse(table, seat, card);
    if (seat == table->turn) {
        table->done &= ~bit(card);
        table->early &= ~bit(card);
    }
    if (CRIES >> card & 1) table->cried &= ~(1u << seat);
}

/* For everybody [VO9]. */
FUNCTION void end_curse(Table *table, int card) {
    for (int seat = 0; seat < table->players; seat++) release(table, seat, card);
    table->in_force &= ~bit(card);
    table->cast_by[owner(table->cast_by, card)] &= ~bit(card);
    put_under(&table->curses, card);
}

/* From an empty deck nothing [VO11]. */
FUNCTION void draw_permanent(Table *table, int seat) {
    if (table->permanents_left == 0) return;
    int card = table->permanents[PERMANENTS - table->permanents_left];
    table->permanents_left--;
    table->in_force |= bit(card);
    table->since[card] = table->turns;
    bind_seat(table, seat, card);
}

/* The marker of `seat` has moved [VO7]. */
FUNCTION void expect_cry(Table *table, int seat) {
    table->cried &= ~(1u << seat);
    if (table->binding[seat] & CRIES) table->owing |= 1u << seat;
}

/* [VO11, VO12, VO-R4 to VO-R6] */
FUNCTION void move_marker(Table *table, int seat, int points) {
    int score = table->scores[seat] + points;
    if (score < 0) score = 0;
    if (score == table->scores[seat]) return;
    table->scores[seat] = (int8_t)score;
    expect_cry(table, seat);
    if (score >= GOAL) {
        table->over = 1;
        return;
    }
    while (table->skulls[seat] < SKULLS && score >= SKULL_STEP * (table->skulls[seat] + 1)) {
        table->skulls[seat]++;
        draw_permanent(table, seat);
    }
}

/* Put a curse that was paid for into force [VO6, VO9]. */
FUNCTION void lay(Table *table, int caster, int card, int victim) {
    table->in_force |= bit(card);
    table->cast_by[caster] |= bit(card);
    table->since[card] = table->turns;
    if (victim == ALL) {
        for (int seat = 0; seat < table->players; seat++)
            if (seat != caster) bind_seat(table, seat, card);
    } else {
        bind_seat(table, victim, card);
        table->target = (int8_t)victim;
    }
    move_marker(table, caster, casting_points(card));
}

FUNCTION void hand_over(Table *table, int card, int giver, int taker) {
    release(table, giver, card);
    bind_seat(table, taker, card);
    table->since[card] = table->turns;
    table->target = (int8_t)taker;
}

FUNCTION void complete_cast(Table *table, int seat) {
    int card = table->casting;
    table->casting = NOBODY;
    table->phase = ACTING;
    lay(table, seat, card, table->casting_on);
}

/* An asterisk may leave a choice [VO5, VO-R18]. */
FUNCTION void cast(Table *table, int seat, int card, int victim) {
    show(&table->curses, seat, card);
    table->dice -= cost(card);
    table->casting = (int8_t)card;
    table->casting_on = (int8_t)victim;
    if (ASTERISKS >> card & 1) {
        uint32_t faces = faces_in(table->dice);
        if (faces & (faces - 1)) {
            table->phase = PAYING;
            return;
        }
        table->dice -= faces >> 3;
    }
    complete_cast(table, seat);
}

/* Due or not: nobody is reminded [VO13]. */
FUNCTION uint64_t possible_acts(const Table *table, int seat) {
    uint64_t acts = table->binding[seat] & ~acts_done(table, seat);
    if (table->at_table) return 0;
    return seat == table->turn ? acts : acts & CRIES;
}

/* `card` is a bit, or none. */
FUNCTION void do_act(Table *table, int seat, uint64_t card) {
    if (card & CRIES) {
        table->cried |= 1u << seat;
        table->owing &= ~(1u << seat);
    } else {
        table->done |= card;
    }
}

#endif
