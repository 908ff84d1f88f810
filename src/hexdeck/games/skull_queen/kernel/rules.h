/* Skull Queen: who may do what, and what comes of it. */
#ifndef HEXDECK_SKULL_QUEEN_RULES_H
#define HEXDECK_SKULL_QUEEN_RULES_H

#include "kernel.h"
#include "table.h"

/* [SQ4, SQ12] */
FUNCTION bool chooses_in_secret(const Table *table) { return !table->placed || table->players == 2; }

FUNCTION bool may_act(const Table *table, int seat) {
    if (table->needs || table->over) return false;
    return chooses_in_secret(table) ? !(table->chosen >> seat & 1) : seat == table->turn;
}

FUNCTION int needs(const void *state) { return ((const Table *)state)->needs; }

FUNCTION int is_over(const void *state) { return ((const Table *)state)->over; }

FUNCTION int to_move(const void *state, int *seats) {
    const Table *table = (const Table *)state;
    int count = 0;
    if (table->needs || table->over) return 0;
    if (!chooses_in_secret(table)) {
        seats[0] = table->turn;
        return 1;
    }
    for (int seat = 0; seat < table->players; seat++) {
        seats[count] = seat;
        count += !(table->chosen >> seat & 1);
    }
    return count;
}

/* A round has ended when the next must be dealt. */
FUNCTION int rounds_ended(const void *state) {
    const Table *table = (const Table *)state;
    return table->needs || table->over ? table->round : table->round - 1;
}

/* [SQ3] */
FUNCTION int rounds_left(const void *state) { return ((const Table *)state)->players - rounds_ended(state); }

FUNCTION void scores(const void *state, int *out) {
    const Table *table = (const Table *)state;
    for (int seat = 0; seat < table->players; seat++) out[seat] = table->scores[seat];
}

/* [SQ5, SQ6] */
FUNCTION uint64_t playable(const Table *table, int seat) {
    uint64_t hand = table->hands[seat];
    if (table->asked != UNASKED && hand & suit(table->asked)) return hand & (suit(table->asked) | wild());
    return hand;
}

FUNCTION int legal(const void *state, int seat, int *out) {
    const Table *table = (const Table *)state;
    int count = 0;
    if (!may_act(table, seat)) return 0;
    if (table->placed)
        for (uint64_t cards = playable(table, seat); cards; cards &= cards - 1) out[count++] = lowest_wide(cards);
    else
        for (int action = PLACE; action < ACTIONS; action++) out[count++] = action;
    return count;
}

FUNCTION int is_legal(const void *state, int seat, int action) {
    const Table *table = (const Table *)state;
    if (!may_act(table, seat) || action < 0 || action >= ACTIONS) return false;
    return table->placed ? action < PLACE && playable(table, seat) >> action & 1 : action >= PLACE;
}

/* Any legal card, each by an equal part of all words. */
FUNCTION int some_card(const Table *table, int seat, uint32_t word) {
    uint64_t cards = playable(table, seat);
    for (int skip = share(word, popcount_wide(cards)); skip; skip--) cards &= cards - 1;
    return lowest_wide(cards);
}

FUNCTION int pick(const void *state, int seat, uint32_t word) {
    const Table *table = (const Table *)state;
    return table->placed ? some_card(table, seat, word) : PLACE + share(word, ACTIONS - PLACE);
}

/* Whoever played `card` to the trick moves, unless that was the ghost [SQ7, SQ9, SQ12]. */
FUNCTION void move_pirate(Table *table, int card, int color, int steps) {
    int seat = table->played_by[card];
    if (!(table->lying >> card & 1) || seat >= table->players) return;
    int space = table->spaces[seat][color];
    if (space == OVERBOARD) return;
    space -= steps;
    if (space < 0 || space >= SPACES) space = OVERBOARD;
    table->spaces[seat][color] = (int8_t)space;
}

/* [SQ6, SQ7, SQ8] */
FUNCTION void resolve_color(Table *table, int color, uint64_t cards) {
    uint32_t values = (uint32_t)(cards >> color * VALUES); /* a value v is bit v - 1 */
    int top = MATE, bottom = MONKEY;
    if (!(cards >> MATE & 1)) top = highest_wide(cards & suit(color));
    if (!(cards >> MONKEY & 1)) bottom = lowest_wide(cards);
    move_pirate(table, top, color, 1 + (int)(values >> 7 & 1));
    move_pirate(table, bottom, color, -1 - (int)(values >> 4 & 1));
}

/* Who leads next: the last of equals [SQ10]. */
FUNCTION int highest_player(const Table *table) {
    int best = 0;
    for (int place = 1; place < table->in_trick; place++)
        if (value_of(table->trick[place]) >= value_of(table->trick[best])) best = place;
    return table->played_by[table->trick[best]];
}

FUNCTION int next_seat(const Table *table, int seat) { return seat + 1 == table->players ? 0 : seat + 1; }

/* [SQ3, SQ11] */
FUNCTION void end_round(Table *table) {
    for (int seat = 0; seat < table->players; seat++) {
        int points = 0;
        for (int color = 0; color < COLORS; color++)
            if (table->spaces[seat][color] != OVERBOARD)
                points += printed(table->sides[seat], table->spaces[seat][color]);
        table->points[table->round - 1][seat] = (int8_t)points;
        table->scores[seat] = (int16_t)(table->scores[seat] + points);
    }
    if (table->round == table->players) {
        table->over = 1;
        return;
    }
    table->dealer = (int8_t)next_seat(table, table->dealer);
    table->needs = DEAL;
}

FUNCTION void lay(Table *table, int seat, int card) {
    table->lying |= only(card);
    table->played_by[card] = (int8_t)seat;
    table->trick[table->in_trick++] = (int8_t)card;
    if (table->asked == UNASKED && card < MONKEY) table->asked = (int8_t)(card / VALUES);
}

/* [SQ12] */
FUNCTION void start_trick(Table *table) {
    if (table->players == 2) lay(table, GHOST, table->stack[table->turned++]);
}

FUNCTION void resolve_trick(Table *table) {
    uint64_t everything = table->centre | table->lying, gone = 0;
    for (int color = 0; color < COLORS; color++) {
        uint64_t cards = everything & suit(color);
        if (color == table->asked) cards |= table->lying & wild();
        if (cards & (cards - 1)) {
            gone |= cards;
            resolve_color(table, color, cards);
        }
    }
    if (table->players > 2) table->turn = (int8_t)highest_player(table);
    table->centre = everything ^ gone;
    table->gone |= gone;
    table->last_gone = gone;
    memcpy(table->last_trick, table->trick, sizeof table->trick);
    table->in_last = table->in_trick;
    table->in_trick = 0;
    table->lying = 0;
    table->asked = UNASKED;
    if (table->hands[0])
        start_trick(table);
    else
        end_round(table);
}

/* Play a card to a trick that had the colour `asked` when it was chosen. */
FUNCTION void take_from_hand(Table *table, int seat, int card, int asked) {
    table->hands[seat] ^= only(card);
    if (asked != UNASKED && card < MONKEY && card / VALUES != asked) table->voids[seat] |= (uint8_t)(1 << asked);
    lay(table, seat, card);
}

FUNCTION void play(Table *table, int seat, int card) {
    take_from_hand(table, seat, card, table->asked);
    table->turn = (int8_t)next_seat(table, seat);
    if (table->in_trick == table->players) resolve_trick(table);
}

/* [SQ4] */
FUNCTION void reveal_planks(Table *table) {
    for (int seat = 0; seat < table->players; seat++) {
        uint32_t spaces = (uint32_t)(table->choices[seat] - PLACE);
        table->sides[seat] = spaces >= ONE_SIDE;
        if (spaces >= ONE_SIDE) spaces -= ONE_SIDE;
        for (int color = COLORS - 1; color >= 0; color--) {
            table->spaces[seat][color] = (int8_t)(spaces % SPACES);
            spaces /= SPACES;
        }
    }
    table->placed = 1;
    start_trick(table);
}

/* [SQ12, SQ-R3] */
FUNCTION void reveal_cards(Table *table) {
    int asked = table->asked;
    take_from_hand(table, table->turn, table->choices[table->turn], asked);
    take_from_hand(table, table->dealer, table->choices[table->dealer], asked);
    resolve_trick(table);
}

FUNCTION void choose(Table *table, int seat, int action) {
    table->choices[seat] = (int16_t)action;
    table->chosen |= (uint8_t)(1 << seat);
    if (table->chosen != (1 << table->players) - 1) return;
    table->chosen = 0;
    if (table->placed)
        reveal_cards(table);
    else
        reveal_planks(table);
}

FUNCTION void apply(void *state, int seat, int action) {
    Table *table = (Table *)state;
    if (chooses_in_secret(table))
        choose(table, seat, action);
    else
        play(table, seat, action);
}

/* Hands, then the ghost's stack or the centre [SQ1, SQ12]. */
FUNCTION void deal(Table *table, const int *deck, int size) {
    int at = 0, hand = setup_for(table->players).hand;
    memset(table->played_by, -1, sizeof table->played_by);
    memset(table->voids, 0, sizeof table->voids);
    for (int seat = 0; seat < table->players; seat++) {
        table->hands[seat] = 0;
        for (int end = at + hand; at < end; at++) table->hands[seat] |= only(deck[at]);
    }
    table->centre = table->gone = 0;
    if (table->players == 2) {
        table->turned = 0;
        for (int card = 0; card < STACK; card++) table->stack[card] = (int8_t)deck[at + card];
    } else {
        for (; at < size; at++) table->centre |= only(deck[at]);
    }
    table->turn = (int8_t)next_seat(table, table->dealer); /* [SQ5] */
    table->round++;
    table->last_gone = 0;
    table->in_last = table->placed = 0;
    table->needs = NOTHING;
}

FUNCTION void resolve(void *state, const int *outcome, int size) {
    Table *table = (Table *)state;
    if (table->needs == DEALER) {
        table->dealer = (int8_t)outcome[0];
        table->needs = DEAL;
    } else {
        deal(table, outcome, size);
    }
}

/* All cards in play; how many [SQ1]. */
FUNCTION int all_cards(const Table *table, int *deck) {
    Setup setup = setup_for(table->players);
    int size = 2;
    deck[0] = MONKEY;
    deck[1] = MATE;
    for (int color = 0; color < COLORS; color++)
        for (int value = setup.low; value <= setup.top; value++) deck[size++] = color * VALUES + value - 1;
    return size;
}

FUNCTION void due(const void *state, Due *due) {
    const Table *table = (const Table *)state;
    due->dice = due->size = 0;
    due->by_hand = false;
    if (table->needs == DEALER) {
        due->dice = 1;
        due->sides = table->players;
    } else if (table->needs == DEAL) {
        due->size = all_cards(table, due->cards);
    }
}

LARGE void draw(void *state, Rng *rng) {
    Table *table = (Table *)state;
    int deck[CARDS], size = 1;
    if (table->needs == DEALER) {
        deck[0] = below(rng, table->players);
    } else {
        size = all_cards(table, deck);
        for (int at = 0; at < size - 1; at++) {
            int other = at + below(rng, size - at), card = deck[at];
            deck[at] = deck[other];
            deck[other] = card;
        }
    }
    resolve(table, deck, size);
}

#endif
