/* Turns of Voodoo by a network, which says what a table after a turn is worth.

   A plan is what can come of a turn: curses cast, cards drawn.  Dice are rolled by exact odds for the best plan that
   they will pay for.  Nobody looks into a deck: what a draw brings is the mean over some cards that it can bring. */
#ifndef HEXDECK_VOODOO_PLANS_H
#define HEXDECK_VOODOO_PLANS_H

#include <math.h>

#include "network.h"
#include "choices.h"
#include "features.h"

enum { FORGETS_NOTHING = 2 }; /* an attention, see `features` */

enum { MOST_PLANS = 512, ANY_DICE = 0x666666, FAR = 7 /* from one card of a draw to the next */ };

/* How somebody plans. */
typedef struct {
    const Odds *odds;
    const Network *network;
    int attention; /* see `features` */
    int draws;     /* cards that are looked at for what a draw brings */
    int first;     /* place in a deck of the first of these */
    Sums *sums;    /* of what the network saw last */
} Mind;

typedef struct {
    uint64_t casts;
    uint32_t faces; /* that the casts name */
    int8_t dice;    /* that all of it takes */
    int8_t curses;  /* draws */
    int8_t artefacts;
    float worth;    /* the chance to win */
} Plan;

typedef struct {
    int count;
    Plan plans[MOST_PLANS]; /* the best first */
} Plans;

/* The chances to win of all seats, those of `seat` first and so on clockwise. */
LARGE void outlook(const Mind *mind, const Table *table, int seat, float *out) {
    uint32_t bits[FEATURE_WORDS];
    float thought[MOST_UNITS], sum = 0;
    int best = 0;
    if (!table->over) {
        features(table, seat, mind->attention, bits);
        add_up(mind->network, bits, mind->sums);
        think_on(mind->network, mind->sums, thought);
    }
    for (int other = 0; other < table->players; other++)
        if (table->scores[other] > best) best = table->scores[other];
    for (int away = 0; away < table->players; away++) {
        if (table->over)
            out[away] = table->scores[(seat + away) % table->players] == best;
        else
            out[away] = expf(liking(mind->network, thought, away));
        sum += out[away];
    }
    for (int away = 0; away < table->players; away++) out[away] /= sum;
}

/* The chances of all seats, in their order, when `seat` has played its turn to the end as in playouts. */
LARGE void outlook_after_turn(const Odds *odds, const Network *network, Table *table, int seat, Rng *rng,
                              double *out) {
    float found[SEATS];
    Sums sums;
    Mind mind = {odds, network, FORGETS_NOTHING, 0, 0, &sums};
    sums.known = 0;
    while (!table->over && table->turn == seat) {
        if (table->needs)
            draw(table, rng);
        else
            play_on(odds, table, NOBODY, rng);
    }
    outlook(&mind, table, seat, found);
    for (int away = 0; away < table->players; away++) out[(seat + away) % table->players] = found[away];
}

/* Of the cards that nobody has seen the one at a place, as if it were the next; if there are none, the next. */
FUNCTION void draw_from(Stock *stock, int seat, int at) {
    if (stock->fresh) {
        int other = place(stock, at % stock->fresh);
        uint8_t card = stock->deck[other];
        stock->deck[other] = stock->deck[stock->top];
        stock->deck[stock->top] = card;
    }
    draw_card(stock, seat);
}

/* Pass the doll, with all acts done. */
FUNCTION void end_turn(Table *table, int seat) {
    table->done = ~UINT64_C(0);
    table->owing = 0;
    pass_doll(table, seat);
}

/* The chance of `seat` to win if it draws so many cards and passes. */
LARGE float worth_after(const Mind *mind, const Table *table, int seat, int curses, int artefacts) {
    float chances[SEATS], sum = 0;
    int times = curses + artefacts ? mind->draws : 1;
    for (int time = 0; time < times; time++) {
        int from = mind->first + time; /* the same cards for all plans */
        Table after = *table;
        if (!after.over) {
            for (int at = 0; at < curses; at++) draw_from(&after.curses, seat, from + at * FAR);
            for (int at = 0; at < artefacts; at++) draw_from(&after.artefacts, seat, from + at * FAR);
            end_turn(&after, seat);
        }
        outlook(mind, &after, seat, chances);
        sum += chances[0];
    }
    return sum / (float)times;
}

FUNCTION void put_plan(Plans *plans, Plan plan) {
    if (plans->count == MOST_PLANS) return;
    int at = plans->count++;
    for (; at > 0 && plans->plans[at - 1].worth < plan.worth; at--) plans->plans[at] = plans->plans[at - 1];
    plans->plans[at] = plan;
}

/* What draws add to a chance, as a logarithm of odds, by numbers of curses and of artefacts. */
typedef struct {
    float of[MOST_DICE / 2 + 1][MOST_DICE / 2 + 1];
} Gains;

FUNCTION float log_odds(float chance) {
    float kept = chance < 1e-5f ? 1e-5f : chance > 1 - 1e-5f ? 1 - 1e-5f : chance;
    return logf(kept / (1 - kept));
}

FUNCTION void put_gains(const Mind *mind, const Table *table, int seat, int size, Gains *gains) {
    float nothing = log_odds(worth_after(mind, table, seat, 0, 0));
    for (int curses = 0; curses <= size >> 1 && curses <= table->curses.size; curses++)
        for (int artefacts = 0; curses + artefacts <= size >> 1 && artefacts <= table->artefacts.size; artefacts++)
            gains->of[curses][artefacts] = log_odds(worth_after(mind, table, seat, curses, artefacts)) - nothing;
}

/* Every number of draws on top of `plan`; each is worth what `gains` say it adds, or is looked at where there are
   none. */
FUNCTION void put_draws(const Mind *mind, const Table *table, int seat, Plan plan, int size, const Gains *gains,
                        Plans *plans) {
    int pairs = table->over ? 0 : (size - plan.dice) >> 1;
    float nothing = worth_after(mind, table, seat, 0, 0);
    for (int curses = 0; curses <= pairs && curses <= table->curses.size; curses++)
        for (int artefacts = 0; curses + artefacts <= pairs && artefacts <= table->artefacts.size; artefacts++) {
            Plan drawing = plan;
            drawing.dice = (int8_t)(plan.dice + 2 * (curses + artefacts));
            drawing.curses = (int8_t)curses;
            drawing.artefacts = (int8_t)artefacts;
            if (curses + artefacts == 0)
                drawing.worth = nothing;
            else if (gains)
                drawing.worth = 1 / (1 + expf(-log_odds(nothing) - gains->of[curses][artefacts]));
            else
                drawing.worth = worth_after(mind, table, seat, curses, artefacts);
            put_plan(plans, drawing);
        }
}

/* Who is cursed as long as nothing more is known: who is furthest ahead. */
FUNCTION int usual_victim(const Table *table, int seat, int card) {
    uint32_t seats = victims_of(table, seat, card);
    if (!seats || seats == 1u << ALL) return seats ? ALL : NOBODY;
    int found = lowest(seats);
    for (seats &= seats - 1; seats; seats &= seats - 1)
        if (table->scores[lowest(seats)] > table->scores[found]) found = lowest(seats);
    return found;
}

/* Every plan that casts some of `cards` on top of `plan`, from the table after that.  `size` dice pay for it, of
   which `dice` may lie already.  Calls itself: three casts deep at most, for six dice. */
LARGE void put_casts_on(const Mind *mind, const Table *table, int seat, uint64_t cards, Plan plan, uint32_t dice,
                        int size, const Gains *gains, Plans *plans) {
    put_draws(mind, table, seat, plan, size, gains, plans);
    for (; cards && !table->over; cards &= cards - 1) {
        int card = lowest_wide(cards), victim = usual_victim(table, seat, card);
        Plan more = plan;
        more.casts |= bit(card);
        more.faces += cost(card);
        more.dice = (int8_t)(plan.dice + (int)(price(card) / ANY));
        if (victim == NOBODY || more.dice > size || !has_dice(dice, more.faces)) continue;
        Table after = *table;
        show(&after.curses, seat, card);
        lay(&after, seat, card, victim);
        put_casts_on(mind, &after, seat, cards & (cards - 1), more, dice, size, gains, plans);
    }
}

FUNCTION void make_plans(const Mind *mind, const Table *table, int seat, uint32_t dice, int size, Plans *plans) {
    const Plan nothing = {0, 0, 0, 0, 0, 0.0f};
    Gains gains;
    bool open = dice == ANY_DICE; /* then there are too many plans to look at the draws of each */
    if (open) put_gains(mind, table, seat, size, &gains);
    plans->count = 0;
    put_casts_on(mind, table, seat, table->curses.hands[seat], nothing, dice, size, open ? &gains : NULL, plans);
}

/* The best plan that the dice pay for: at least that of doing nothing. */
FUNCTION const Plan *best_plan(const Plans *plans, uint32_t dice) {
    const Plan *plan = plans->plans;
    int size = dice_in(dice);
    while (plan->dice > size || !has_dice(dice, plan->faces)) plan++;
    return plan;
}

FUNCTION void put_chances(const Plans *plans, int size, float *now) {
    int number = 0;
    do {
        now[number] = best_plan(plans, set_of(number))->worth;
    } while (++number < sets_below(size + 1));
}

/* The best chance if any of the dice are rolled again at once, and which to keep; `late` is the last roll. */
LARGE float worth_of_rolling(const Mind *mind, const Plans *plans, uint32_t dice, bool late, uint32_t *kept) {
    float now[ROLLS], best[ROLLS], expected[ROLLS];
    int size = dice_in(dice);
    put_chances(plans, size, now);
    if (!late) best_rerolls(mind->odds, now, size, best);
    expect(mind->odds, late ? now : best, size, expected);
    return best_keep(dice, size, expected, kept);
}

/* The chance if an artefact for the dice is used up and any dice are rolled again. */
LARGE float worth_of_stirring(const Mind *mind, const Table *table, int seat, int effect) {
    Plans plans;
    uint32_t kept = 0;
    Table after = *table;
    lay_aside(&after, seat, effect);
    make_plans(mind, &after, seat, ANY_DICE, dice_in(table->dice), &plans);
    return worth_of_rolling(mind, &plans, table->dice, effect == REROLLS_LATE, &kept);
}

/* Discard, stop, or stir. */
LARGE int planned_preparing(const Mind *mind, const Table *table, int seat, const Plans *plans) {
    float now[ROLLS], best[ROLLS], expected[ROLLS];
    int size = dice_in(table->dice);
    uint32_t kept = 0;
    if (dice_win(table, seat)) return STOP;
    put_chances(plans, size, now);
    best_rerolls(mind->odds, now, size - 1, best);
    expect(mind->odds, best, size - 1, expected);
    float later = best_keep(table->dice, size - 1, expected, &kept), lying = now[set_number(table->dice)];
    if (possible_uses(table, seat) >> REROLLS & 1 &&
        worth_of_stirring(mind, table, seat, REROLLS) > (later > lying ? later : lying))
        return REROLL;
    return later > lying ? DISCARD + nth_face(faces_in(table->dice - kept), 0) : STOP;
}

/* The chance with the dice that lie, if no artefact is used any more. */
LARGE float worth_of_acting(const Mind *mind, const Table *table, int seat) {
    Plans plans;
    make_plans(mind, table, seat, table->dice, dice_in(table->dice), &plans);
    return plans.plans[0].worth;
}

LARGE int planned_paying(const Mind *mind, const Table *table, int seat) {
    int best = 0;
    float most = -1;
    for (int face = 0; face < FACES; face++) {
        if (count_of(table->dice, face) == 0) continue;
        Table after = *table;
        apply(&after, seat, PAY + face);
        float worth = worth_of_acting(mind, &after, seat);
        if (worth > most) {
            most = worth;
            best = face;
        }
    }
    return PAY + best;
}

/* The best turn of a die by the Crooked Spoon. */
LARGE float worth_of_turning(const Mind *mind, const Table *table, int seat, int *action) {
    Plans plans;
    float most = -1;
    Table after = *table;
    lay_aside(&after, seat, TURNS);
    make_plans(mind, &after, seat, ANY_DICE, dice_in(table->dice), &plans);
    for (int at = 0; at < ways_to_use(table, seat, TURNS); at++) {
        int way = nth_turn(table, at);
        float worth = best_plan(&plans, turned(table->dice, way - TURN))->worth;
        if (worth > most) {
            most = worth;
            *action = way;
        }
    }
    return most;
}

/* The chance if an artefact is used in one of its ways, and the action of that. */
LARGE float worth_of_use(const Mind *mind, const Table *table, int seat, int effect, int at, int *action) {
    if (effect == TURNS) return worth_of_turning(mind, table, seat, action);
    *action = nth_use(table, seat, effect, at);
    if (effect == REROLLS_LATE) return worth_of_stirring(mind, table, seat, effect);
    Table after = *table;
    use(&after, seat, *action);
    return worth_of_acting(mind, &after, seat);
}

/* An artefact whose use is worth more than `most`, or NOBODY; one that draws cards is used in any case. */
LARGE int planned_use(const Mind *mind, const Table *table, int seat, float most) {
    int best = NOBODY, action = NOBODY;
    for (uint64_t effects = possible_uses(table, seat); effects; effects &= effects - 1) {
        int effect = lowest_wide(effects), ways = ways_to_use(table, seat, effect);
        if (ways && (effect == DRAWS_CURSES || effect == DRAWS_ARTEFACTS)) return nth_use(table, seat, effect, 0);
        if (effect == TURNS && ways) ways = 1; /* the best of them */
        for (int at = 0; at < ways; at++) {
            float worth = worth_of_use(mind, table, seat, effect, at, &action);
            if (worth > most) {
                most = worth;
                best = action;
            }
        }
    }
    return best;
}

/* The pair that the rest of the plan needs least. */
LARGE int spare_pair(const Table *table, int seat, const Plan *plan) {
    int first, best = NOBODY, pairs = pairs_in(table->dice);
    float most = -1;
    for (int at = 0; at < pairs; at++) {
        int pair = nth_pair(table->dice, at);
        uint32_t rest = table->dice - pair_of(pair);
        if (!has_dice(rest, plan->faces)) continue;
        float worth = worth_of(table, seat, rest, &first);
        if (worth > most) {
            most = worth;
            best = pair;
        }
    }
    return best;
}

LARGE int planned_cast(const Mind *mind, const Table *table, int seat, uint64_t casts) {
    int card = lowest_wide(casts), best = ALL;
    uint32_t victims = victims_of(table, seat, card);
    float most = -1;
    for (; victims && victims != 1u << ALL; victims &= victims - 1) {
        Table after = *table;
        show(&after.curses, seat, card);
        lay(&after, seat, card, lowest(victims));
        float worth = worth_after(mind, &after, seat, 0, 0);
        if (worth > most) {
            most = worth;
            best = lowest(victims);
        }
    }
    return CAST + card * VICTIMS + best;
}

/* Draws first: what they bring may change the plan. */
LARGE int planned_acting(const Mind *mind, const Table *table, int seat) {
    Plans plans;
    make_plans(mind, table, seat, table->dice, dice_in(table->dice), &plans);
    const Plan *plan = plans.plans;
    int action = planned_use(mind, table, seat, plan->worth);
    if (action != NOBODY) return action;
    if (plan->curses) return DRAW_CURSE + spare_pair(table, seat, plan);
    if (plan->artefacts) return DRAW_ARTEFACT + spare_pair(table, seat, plan);
    return plan->casts ? planned_cast(mind, table, seat, plan->casts) : PASS;
}

/* Without acts and calls.  `plans` are made if it has none; they are good until anything but dice has changed. */
LARGE int planned_choice(const Mind *mind, const Table *table, int seat, Plans *plans) {
    uint32_t kept = 0;
    bool rolls = table->phase == PREPARING || table->phase == KEEPING || table->phase == KEEPING_LATE;
    if (table->called != NOBODY) return table->denied ? VOTE_ABSTAIN : DENY;
    mind->sums->known = 0; /* rounding adds up */
    if (rolls && plans->count == 0) make_plans(mind, table, seat, ANY_DICE, dice_in(table->dice), plans);
    switch (table->phase) {
    case BEFORE_ROLLING: return ROLL;
    case PREPARING: return planned_preparing(mind, table, seat, plans);
    case KEEPING:
    case KEEPING_LATE:
        worth_of_rolling(mind, plans, table->dice, table->phase == KEEPING_LATE, &kept);
        return KEEP + set_number(kept);
    case PAYING: return planned_paying(mind, table, seat);
    default: return planned_acting(mind, table, seat);
    }
}

#endif
