/* A turn of Voodoo: what every action does. */
#ifndef HEXDECK_VOODOO_TURN_H
#define HEXDECK_VOODOO_TURN_H

#include "artefacts.h"
#include "calls.h"

FUNCTION void begin_turn(Table *table, int seat) {
    table->turn = (int8_t)seat;
    table->turns++;
    table->phase = BEFORE_ROLLING;
    table->used = 0;
    table->shielded &= ~(1u << seat);
}

FUNCTION void roll_dice(Table *table, int dice) {
    table->rolling = (int8_t)dice;
    table->needs = DICE;
}

/* What lapsed before is forgotten, and what is due before rolling lapses now [VO13]. */
FUNCTION void first_roll(Table *table, int seat) {
    memset(table->barred, 0, sizeof(table->barred));
    table->silent = 0;
    table->lapsed = table->at_table ? 0 : table->binding[seat] & DUE_AT_ROLL & ~table->done;
    table->early = table->done & ~DUE_AT_ROLL;
    table->done = 0;
    roll_dice(table, dice_of(table, seat));
    table->more_dice[seat] = 0;
    table->phase = PREPARING;
}

/* What is due before passing lapses now, and so do cries [VO13]. */
FUNCTION void pass_doll(Table *table, int seat) {
    if (!table->at_table) {
        table->lapsed |= table->binding[seat] & DUE_AT_PASS & ~(table->done | table->early);
        table->silent |= table->owing;
    }
    table->done = table->early = 0;
    table->cried = 0;
    table->owing = 0;
    table->dice = 0; /* [VO-R10] */
    if (table->turns == PATIENCE * table->players)
        table->over = 1;
    else
        begin_turn(table, seat + 1 < table->players ? seat + 1 : 0);
}

FUNCTION void stop(Table *table) {
    table->phase = ACTING;
    table->stopped = 1;
}

/* Dice have come to rest; with a single one you stop by yourself [VO4]. */
FUNCTION void settle(Table *table, uint32_t rolled) {
    table->needs = NOTHING;
    table->dice += rolled;
    if (table->phase == KEEPING_LATE)
        table->phase = ACTING;
    else if (dice_in(table->dice) == 1)
        stop(table);
    else
        table->phase = PREPARING;
}

FUNCTION void keep(Table *table, uint32_t held) {
    roll_dice(table, dice_in(table->dice) - dice_in(held));
    table->dice = held;
}

/* What does not end the moment of the Stinky Doll, from STINKY on [VO-R16]. */
FUNCTION void speak(Table *table, int seat, int action) {
    if (action < DO)
        stink(table, seat, (action - STINKY) / VICTIMS, (action - STINKY) % VICTIMS);
    else if (action < CALL)
        do_act(table, seat, bit(action - DO));
    else if (action < ADMIT)
        call(table, seat, (action - CALL) / SEATS, (action - CALL) % SEATS);
    else
        answer(table, seat, action);
}

LARGE void apply(void *state, int seat, int action) {
    Table *table = (Table *)state;
    if (action >= STINKY) {
        speak(table, seat, action);
        return;
    }
    table->stopped = 0;
    if (action == ROLL) {
        first_roll(table, seat);
    } else if (action < KEEP) {
        table->dice -= die(action - DISCARD);
        table->phase = KEEPING;
    } else if (action < STOP) {
        keep(table, set_of(action - KEEP));
    } else if (action == STOP) {
        stop(table);
    } else if (action < DRAW_ARTEFACT) {
        table->dice -= pair_of(action - DRAW_CURSE);
        draw_card(&table->curses, seat);
    } else if (action < CAST) {
        table->dice -= pair_of(action - DRAW_ARTEFACT);
        draw_card(&table->artefacts, seat);
    } else if (action < PAY) {
        cast(table, seat, (action - CAST) / VICTIMS, (action - CAST) % VICTIMS);
    } else if (action < PASS) {
        table->dice -= die(action - PAY);
        complete_cast(table, seat);
    } else if (action == PASS) {
        pass_doll(table, seat);
    } else {
        use(table, seat, action);
    }
}

#endif
