/* Tables of Voodoo that agree with what a seat has seen.

   Every order in which the cards can have come is as likely as any other.  A seat's first curse was a starting curse
   [VO2]: one that it has shown, or one that is still hidden.  Which seats hide theirs is drawn first. */
#ifndef HEXDECK_VOODOO_WORLDS_H
#define HEXDECK_VOODOO_WORLDS_H

#include "rng.h"
#include "table.h"

typedef struct {
    uint8_t cards[CURSES];
    uint8_t count;
    uint8_t room[SEATS]; /* of these in each hand */
} Unseen;

typedef struct {
    Table table; /* with what is known */
    Unseen curses;
    Unseen artefacts;
    Unseen permanents;
    uint8_t beginners;         /* starting curses, the first of the unseen ones */
    uint64_t odds[1 << SEATS]; /* that a word is below this, by set of seats that hide theirs */
    uint8_t unknown_votes;     /* bits: seats */
} Info;

/* Let any card from `at` to `end` be number `at`. */
FUNCTION void draw_unseen(Unseen *unseen, int at, int end, Rng *rng) {
    int other = at + below(rng, end - at);
    uint8_t card = unseen->cards[at];
    unseen->cards[at] = unseen->cards[other];
    unseen->cards[other] = card;
}

/* The cards from `at` on to the hands that have room, then to the top of the deck. */
FUNCTION void deal_unseen(Stock *stock, Unseen *unseen, int at, Rng *rng) {
    int fresh = stock->fresh;
    for (int seat = 0; seat < SEATS; seat++)
        for (int room = unseen->room[seat]; room > 0; room--) {
            draw_unseen(unseen, at, unseen->count, rng);
            stock->hands[seat] |= bit(unseen->cards[at++]);
        }
    for (int place = 0; place < fresh; place++) {
        draw_unseen(unseen, at, unseen->count, rng);
        stock->deck[place] = unseen->cards[at++];
    }
}

/* A starting curse to every seat that hides its own; how many. */
FUNCTION int deal_beginners(const Info *known, Stock *stock, Unseen *unseen, Rng *rng) {
    uint32_t hiding = 0, word = next_word(rng);
    int at = 0;
    while (word >= known->odds[hiding]) hiding++;
    for (; hiding; hiding &= hiding - 1) {
        int seat = lowest(hiding);
        draw_unseen(unseen, at, known->beginners, rng);
        stock->hands[seat] |= bit(unseen->cards[at++]);
        unseen->room[seat]--;
    }
    return at;
}

LARGE void sample(const void *info, void *state, Rng *rng) {
    const Info *known = (const Info *)info;
    Table *table = (Table *)state;
    Unseen unseen = known->curses;
    memcpy(table, &known->table, sizeof(Table));
    int dealt = deal_beginners(known, &table->curses, &unseen, rng);
    deal_unseen(&table->curses, &unseen, dealt, rng);
    unseen = known->artefacts;
    deal_unseen(&table->artefacts, &unseen, 0, rng);
    unseen = known->permanents;
    for (int at = 0, left = unseen.count; at < left; at++) {
        draw_unseen(&unseen, at, left, rng);
        table->permanents[PERMANENTS - left + at] = unseen.cards[at];
    }
    table->votes |= next_word(rng) & known->unknown_votes;
    table->abstained |= next_word(rng) & known->unknown_votes & ~table->votes;
}

#endif
