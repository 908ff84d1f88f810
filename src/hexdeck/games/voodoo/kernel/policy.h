/* Playouts of Voodoo: how a sensible player goes on, who sometimes forgets. */
#ifndef HEXDECK_VOODOO_POLICY_H
#define HEXDECK_VOODOO_POLICY_H

#include <math.h>

#include "odds.h"

#define GAIN 0.6f /* what an artefact for the dice must bring */

enum {
    ENOUGH = 4,   /* curses in a hand that rather takes an artefact */
    LOOKAHEAD = 2 /* turns of each player that a playout lasts */
};

/* The more curses are in force, the more is forgotten. */
FUNCTION bool thinks_of_it(const Odds *odds, const Table *table, Rng *rng) {
    return next_word(rng) < odds->attention[popcount_wide(table->in_force)];
}

FUNCTION uint64_t remembered(const Odds *odds, const Table *table, uint64_t cards, Rng *rng) {
    for (uint64_t left = cards; left; left &= left - 1)
        if (!thinks_of_it(odds, table, rng)) cards &= ~(left & (~left + 1));
    return cards;
}

/* What the dice are worth with rerolls to come for a single curse, and which, or NOBODY. */
LARGE float best_prospect(const Odds *odds, const Table *table, int seat, int *wanted) {
    int number = set_number(table->dice), needed = needed_by(table, seat);
    float most = 0;
    *wanted = NOBODY;
    for (uint64_t cards = castable(table, seat); cards; cards &= cards - 1) {
        int card = lowest_wide(cards);
        float worth = odds->prospects[card][number];
        if (casting_points(card) >= needed) worth += GOAL * odds->pays[card][number];
        if (worth > most) {
            most = worth;
            *wanted = card;
        }
    }
    return most;
}

/* Of these seats one with the most points. */
FUNCTION int ahead(const Table *table, uint32_t seats, Rng *rng) {
    int found = NOBODY, most = -1, ties = 0;
    for (; seats; seats &= seats - 1) {
        int seat = lowest(seats);
        if (table->scores[seat] > most) {
            most = table->scores[seat];
            ties = 0;
        }
        if (table->scores[seat] == most) {
            ties++;
            if (ties == 1 || below(rng, ties) == 0) found = seat;
        }
    }
    return found;
}

FUNCTION int victim_for(const Table *table, int seat, int card, Rng *rng) {
    return ON_ALL >> card & 1 ? ALL : ahead(table, possible_victims(table, seat), rng);
}

/* Roll on for the likeliest curse, or stop. */
LARGE int preparing_choice(const Odds *odds, const Table *table, int seat) {
    int first, wanted;
    float later = best_prospect(odds, table, seat, &wanted);
    if (wanted == NOBODY || later <= worth_of(table, seat, table->dice, &first)) return STOP;
    uint32_t spare = table->dice - matching(table->dice, wanted);
    if (dice_in(spare) < 2) return STOP;
    return possible_uses(table, seat) >> REROLLS & 1 ? REROLL : DISCARD + nth_face(faces_in(spare), 0);
}

LARGE int keeping_choice(const Odds *odds, const Table *table, int seat) {
    int wanted;
    best_prospect(odds, table, seat, &wanted);
    uint32_t held = wanted == NOBODY ? 0 : matching(table->dice, wanted);
    return KEEP + set_number(held == table->dice ? 0 : held);
}

/* The use of an artefact that is not better later, or NOBODY. */
LARGE int use_at_once(const Table *table, int seat, Rng *rng) {
    uint64_t effects = possible_uses(table, seat) & ~(bit(TURNS) | bit(REROLLS_LATE));
    for (; effects; effects &= effects - 1) {
        int effect = lowest_wide(effects), ways = ways_to_use(table, seat, effect);
        if (effect == TAKES_DIE) return FEWER_DICE + ahead(table, opponents(table, seat), rng);
        if (effect != MOVES_TARGET && ways) return nth_use(table, seat, effect, ways > 1 ? below(rng, ways) : 0);
        if (effect == MOVES_TARGET && table->target != seat) return MOVE_TARGET + seat;
    }
    return NOBODY;
}

/* NOBODY where it brings too little. */
LARGE int best_turn_of_a_die(const Table *table, int seat) {
    int first, best = NOBODY, ways = ways_to_use(table, seat, TURNS);
    float most = worth_of(table, seat, table->dice, &first) + GAIN;
    for (int at = 0; at < ways; at++) {
        int action = nth_turn(table, at);
        float worth = worth_of(table, seat, turned(table->dice, action - TURN), &first);
        if (worth > most) {
            most = worth;
            best = action;
        }
    }
    return best;
}

/* Artefacts first, then the best casts, then draws. */
LARGE int acting_choice(const Table *table, int seat, Rng *rng) {
    uint64_t uses = possible_uses(table, seat);
    int card, dice = dice_in(table->dice);
    if (uses) {
        int action = use_at_once(table, seat, rng);
        if (action == NOBODY && uses >> TURNS & 1 && dice > 1) action = best_turn_of_a_die(table, seat);
        if (action != NOBODY) return action;
    }
    worth_of(table, seat, table->dice, &card);
    if (card != NOBODY) return CAST + card * VICTIMS + victim_for(table, seat, card, rng);
    if (uses >> REROLLS_LATE & 1 && dice > 2 && castable(table, seat)) return LATE_REROLL;
    if (dice < 2 || !(table->curses.size || table->artefacts.size)) return PASS;
    bool has_enough = popcount_wide(table->curses.hands[seat]) >= ENOUGH;
    bool rather_a_curse = table->curses.size && (table->artefacts.size == 0 || !has_enough);
    return (rather_a_curse ? DRAW_CURSE : DRAW_ARTEFACT) + nth_pair(table->dice, 0);
}

/* Without acts and calls, which `play_on` sees to. */
LARGE int sensible_choice(const Odds *odds, const Table *table, int seat, Rng *rng) {
    if (table->called != NOBODY) return table->denied ? VOTE_ABSTAIN : DENY;
    switch (table->phase) {
    case BEFORE_ROLLING: return ROLL;
    case PREPARING: return preparing_choice(odds, table, seat);
    case KEEPING:
    case KEEPING_LATE: return keeping_choice(odds, table, seat);
    case PAYING: return PAY + commonest(table->dice);
    default: return acting_choice(table, seat, rng);
    }
}

/* By whoever may and thinks of it [VO8, VO11]. */
LARGE void call_lapses(const Odds *odds, Table *table, int accused, Rng *rng) {
    uint64_t cards = remembered(odds, table, lapses(table, accused), rng);
    for (; cards && !table->over; cards &= cards - 1) {
        int card = lowest_wide(cards), next = accused + 1 < table->players ? accused + 1 : 0;
        int seat = card < CURSES ? owner(table->cast_by, card) : next;
        if (possible_calls(table, seat) >> card & 1) call(table, seat, card, accused);
    }
}

/* All that `seat` can call rightly; nothing for NOBODY. */
LARGE void call_own_lapses(Table *table, int seat) {
    if (seat == NOBODY) return;
    for (int accused = 0; accused < table->players; accused++)
        for (uint64_t cards = lapses(table, accused); cards && !table->over; cards &= cards - 1)
            if (possible_calls(table, seat) & cards & (~cards + 1)) call(table, seat, lowest_wide(cards), accused);
}

/* First by the one who forgets nothing. */
LARGE void call_all_lapses(const Odds *odds, Table *table, int attentive, Rng *rng) {
    call_own_lapses(table, attentive);
    for (int seat = 0; seat < table->players; seat++)
        if (lapses(table, seat)) call_lapses(odds, table, seat, rng);
}

/* What is due and comes to mind. */
FUNCTION void do_acts(const Odds *odds, Table *table, int seat, uint64_t moment, int attentive, Rng *rng) {
    uint64_t due = table->binding[seat] & moment & ~(table->done | table->early);
    if (table->at_table) return;
    table->done |= seat == attentive ? due : remembered(odds, table, due, rng);
}

/* Before the doll is passed, by anybody whose marker has moved [VO7]. */
FUNCTION void cry_out(const Odds *odds, Table *table, int attentive, Rng *rng) {
    if (attentive != NOBODY) table->owing &= ~(1u << attentive);
    table->owing &= ~remembered(odds, table, table->owing, rng);
}

/* Whoever has the Stinky Doll casts the best that the dice pay for [VO10]. */
LARGE void let_it_stink(Table *table, Rng *rng) {
    int card;
    for (int seat = 0; seat < table->players; seat++)
        if (seat != table->turn && may_stink(table, seat)) {
            worth_of(table, seat, table->dice, &card);
            if (card != NOBODY) stink(table, seat, card, victim_for(table, seat, card, rng));
            return;
        }
}

/* An action of the seat that must choose, with the acts that come to its mind, and what others say to it. */
LARGE void play(const Odds *odds, Table *table, int seat, int action, int attentive, Rng *rng) {
    if (action == ROLL) {
        do_acts(odds, table, seat, DUE_AT_ROLL, attentive, rng);
    } else if (action == PASS) {
        do_acts(odds, table, seat, DUE_AT_PASS, attentive, rng);
        cry_out(odds, table, attentive, rng);
    }
    apply(table, seat, action);
    if (action == ROLL || action == PASS) call_all_lapses(odds, table, attentive, rng);
}

/* The moment of the Stinky Doll, if it has come. */
FUNCTION void let_others_in(Table *table, Rng *rng) {
    if (!table->stopped || table->called != NOBODY) return;
    let_it_stink(table, rng);
    table->stopped = 0;
}

/* One step of whoever must choose, and what others say to it. */
LARGE void play_on(const Odds *odds, Table *table, int attentive, Rng *rng) {
    int seat = first_to_move(table);
    let_others_in(table, rng);
    if (!table->over) play(odds, table, seat, sensible_choice(odds, table, seat, rng), attentive, rng);
}

/* How well a seat stands before somebody's turn: a logarithm of its odds, found by regression. */
FUNCTION double standing(const Table *table, int seat) {
    double score = table->scores[seat];
    int away = seat - table->turn, curses = popcount_wide(table->curses.hands[seat]);
    if (away < 0) away += table->players;
    return 0.37 * score + 0.02 * score * score + 0.4 * (curses < 5 ? curses : 5) +
           0.4 * popcount_wide(table->artefacts.hands[seat]) + 0.2 * popcount_wide(table->cast_by[seat]) +
           0.3 * table->more_dice[seat] - 0.2 * away;
}

FUNCTION int horizon(const Table *table) { return table->turns + LOOKAHEAD * table->players; }

/* The chance of every seat to win: turns are played until so many have begun, then it counts how they stand.
   `attentive` forgets nothing; NOBODY where all forget alike. */
LARGE void chances(const Odds *odds, Table *table, int last, int attentive, Rng *rng, double *out) {
    int best = 0;
    double sum = 0;
    while (!table->over && table->turns < last) {
        if (table->needs)
            draw(table, rng);
        else
            play_on(odds, table, attentive, rng);
    }
    for (int seat = 0; seat < table->players; seat++)
        if (table->scores[seat] > best) best = table->scores[seat];
    for (int seat = 0; seat < table->players; seat++) {
        out[seat] = table->over ? table->scores[seat] == best : exp(standing(table, seat));
        sum += out[seat];
    }
    for (int seat = 0; seat < table->players; seat++) out[seat] /= sum;
}

/* What `seat` could say or do out of turn now goes by: calls until the next first roll, a cry, the Stinky Doll. */
FUNCTION void let_go(Table *table, int seat) {
    for (int accused = 0; accused < table->players; accused++) table->barred[seat] |= lapses(table, accused);
    table->silent |= table->owing & 1u << seat;
    table->owing &= ~(1u << seat);
    if (may_stink(table, seat)) table->stopped = 0;
}

/* The chances after a choice of `seat`, who has thought of everything else that it can call, and goes on to forget
   nothing: else what it can do first and what it can do next would look as if it had to choose between them.
   All choices are followed to the same turn. */
LARGE void chances_after(const Odds *odds, Table *table, int seat, int action, Rng *rng, double *out) {
    int last = horizon(table);
    if (action == WAIT) {
        let_go(table, seat);
    } else {
        apply(table, seat, action);
        if (action == ROLL || action == PASS)
            call_all_lapses(odds, table, seat, rng);
        else
            call_own_lapses(table, seat);
    }
    chances(odds, table, last, seat, rng, out);
}

#endif
