/* What stands on the cards of Voodoo, a row for each as in cards.toml: a card that changes, changes in both. */
#ifndef HEXDECK_VOODOO_CARDS_H
#define HEXDECK_VOODOO_CARDS_H

#include <assert.h>

#include "machine.h"

enum { CURSES = 36, PERMANENTS = 10, BINDING = CURSES + PERMANENTS, ARTEFACTS = 13 }; /* [VO1] */

/* Ingredients, each a die more in all (the seventh hexadecimal digit) and one more of its face [VO5]. */
enum {
    PUMPKIN = 0x1000001,
    SKULL = 0x1000010,
    GHOST = 0x1000100,
    RAVEN = 0x1001000,
    BAT = 0x1010000,
    STAR = 0x1100000,
    ANY = 0x1000000,
    FACES_ALONE = 0xFFFFFF
};

enum { AT_ROLL = 1, AT_PASS = 2, ALWAYS = AT_ROLL | AT_PASS, MARKER_MOVES = 4 }; /* when an act is due [VO7] */
enum { ONE_VICTIM, ALL_OPPONENTS };                                             /* [VO6, VO9] */
enum { COSTS_A_POINT, COSTS_A_DIE };                                            /* to break it [VO11] */

/* id, moment, victims, price, points for casting and for breaking */
#define PRINTED_CURSES(CURSE, ...)                                                                  \
    CURSE(GARDUS_CORPUX, ALWAYS, ONE_VICTIM, BAT + ANY, 1, 1, __VA_ARGS__)                          \
    CURSE(VOX_CAVERNIX, ALWAYS, ONE_VICTIM, SKULL + GHOST + BAT + ANY, 3, 2, __VA_ARGS__)           \
    CURSE(UPRIGHT_AS_A_STONE, ALWAYS, ONE_VICTIM, SKULL + SKULL + GHOST + RAVEN, 3, 2, __VA_ARGS__) \
    CURSE(PUZZLED_OWL, ALWAYS, ONE_VICTIM, PUMPKIN + GHOST + BAT, 2, 1, __VA_ARGS__)                \
    CURSE(NASUS_ROTATIX, AT_ROLL, ONE_VICTIM, PUMPKIN + BAT + ANY, 2, 1, __VA_ARGS__)               \
    CURSE(LAMP_WOLF, AT_ROLL, ONE_VICTIM, RAVEN + BAT + STAR + ANY, 3, 2, __VA_ARGS__)              \
    CURSE(FOGHORN, AT_ROLL, ONE_VICTIM, PUMPKIN + GHOST + GHOST, 2, 1, __VA_ARGS__)                 \
    CURSE(WHO_LIVES_IN_THE_OAK, AT_ROLL, ONE_VICTIM, PUMPKIN + SKULL, 1, 1, __VA_ARGS__)            \
    CURSE(THOUSAND_PARDONS, AT_ROLL, ONE_VICTIM, SKULL + STAR + ANY, 2, 1, __VA_ARGS__)             \
    CURSE(WINTER_SLEEP, AT_PASS, ONE_VICTIM, GHOST + GHOST, 1, 1, __VA_ARGS__)                      \
    CURSE(GOOD_OLD_TABLE, AT_PASS, ONE_VICTIM, PUMPKIN + SKULL + RAVEN, 2, 1, __VA_ARGS__)          \
    CURSE(DULCIX_PUPPIX, AT_PASS, ONE_VICTIM, SKULL + GHOST + STAR, 2, 1, __VA_ARGS__)              \
    CURSE(PALACE_CAT, ALWAYS, ONE_VICTIM, PUMPKIN + RAVEN + STAR + ANY, 3, 2, __VA_ARGS__)          \
    CURSE(ANSWER_OF_THE_SPHINX, ALWAYS, ONE_VICTIM, GHOST + GHOST + STAR + STAR, 3, 2, __VA_ARGS__) \
    CURSE(MUMMY_FEET, ALWAYS, ONE_VICTIM, SKULL + SKULL, 1, 1, __VA_ARGS__)                         \
    CURSE(CROCODILE_NAP, ALWAYS, ONE_VICTIM, PUMPKIN + SKULL + RAVEN + BAT, 3, 2, __VA_ARGS__)      \
    CURSE(THE_FRESCO, AT_ROLL, ONE_VICTIM, PUMPKIN + RAVEN + STAR, 2, 1, __VA_ARGS__)               \
    CURSE(SCARAB_ON_DUTY, AT_ROLL, ONE_VICTIM, SKULL + STAR, 1, 1, __VA_ARGS__)                     \
    CURSE(THE_ORACLE_NODS, AT_ROLL, ONE_VICTIM, RAVEN + STAR + STAR, 2, 1, __VA_ARGS__)             \
    CURSE(CAMEL_AT_LUNCH, AT_ROLL, ONE_VICTIM, PUMPKIN + ANY, 1, 1, __VA_ARGS__)                    \
    CURSE(THE_NILE_RISES, AT_ROLL, ONE_VICTIM, RAVEN + RAVEN + ANY, 2, 1, __VA_ARGS__)              \
    CURSE(LOUD_HIEROGLYPHS, AT_PASS, ONE_VICTIM, PUMPKIN + SKULL + BAT, 2, 1, __VA_ARGS__)          \
    CURSE(THE_INHERITANCE, AT_PASS, ONE_VICTIM, SKULL + SKULL + BAT, 2, 1, __VA_ARGS__)             \
    CURSE(THE_HOURGLASS, AT_PASS, ONE_VICTIM, GHOST + BAT, 1, 1, __VA_ARGS__)                       \
    CURSE(HAKUNA_MATATA, ALWAYS, ALL_OPPONENTS, BAT + BAT + STAR + ANY, 3, 2, __VA_ARGS__)          \
    CURSE(MARKET_SONG, ALWAYS, ONE_VICTIM, PUMPKIN + PUMPKIN + RAVEN + STAR, 3, 2, __VA_ARGS__)     \
    CURSE(THE_OYSTER, ALWAYS, ONE_VICTIM, SKULL + GHOST + BAT + STAR, 3, 2, __VA_ARGS__)            \
    CURSE(MIDNIGHT_ROOSTER, AT_ROLL, ONE_VICTIM, SKULL + RAVEN + STAR, 2, 1, __VA_ARGS__)           \
    CURSE(TINY_DRUM, AT_ROLL, ONE_VICTIM, RAVEN + STAR, 1, 1, __VA_ARGS__)                          \
    CURSE(FISHING_BOAT, AT_ROLL, ONE_VICTIM, GHOST + RAVEN + ANY, 2, 1, __VA_ARGS__)                \
    CURSE(STILL_WARM, AT_ROLL, ONE_VICTIM, PUMPKIN + PUMPKIN + GHOST, 2, 1, __VA_ARGS__)            \
    CURSE(LIGHTS_OUT, AT_PASS, ONE_VICTIM, STAR + ANY, 1, 1, __VA_ARGS__)                           \
    CURSE(LONG_GOODBYE, AT_PASS, ONE_VICTIM, PUMPKIN + RAVEN, 1, 1, __VA_ARGS__)                    \
    CURSE(HARBOUR_PARROT, AT_PASS, ONE_VICTIM, GHOST + RAVEN + BAT, 2, 1, __VA_ARGS__)              \
    CURSE(SHIPPING_FORECAST, AT_PASS, ONE_VICTIM, PUMPKIN + GHOST + RAVEN + ANY, 3, 2, __VA_ARGS__) \
    CURSE(AHI_CHO_CHOS, MARKER_MOVES, ALL_OPPONENTS, BAT + BAT + BAT, 2, 1, __VA_ARGS__)

/* id, moment, penalty */
#define PRINTED_PERMANENTS(PERMANENT)                      \
    PERMANENT(HIGH_SOCIETY, ALWAYS, COSTS_A_POINT)         \
    PERMANENT(HELPFUL_ELBOW, ALWAYS, COSTS_A_DIE)          \
    PERMANENT(CAPTAIN_TO_PORT, ALWAYS, COSTS_A_POINT)      \
    PERMANENT(RABBIT_NOSE, AT_ROLL, COSTS_A_DIE)           \
    PERMANENT(BEST_MANNERS, AT_ROLL, COSTS_A_POINT)        \
    PERMANENT(GREAT_SPEECH, AT_ROLL, COSTS_A_DIE)          \
    PERMANENT(END_OF_THE_HOLIDAYS, AT_PASS, COSTS_A_POINT) \
    PERMANENT(TINY_HORSE, AT_PASS, COSTS_A_DIE)            \
    PERMANENT(BEHIND_YOU, AT_PASS, COSTS_A_DIE)            \
    PERMANENT(SOUP_OF_THE_DAY, AT_PASS, COSTS_A_POINT)

/* A row of a curse is followed by whatever else was said when the rows were asked for. */
#define NUMBER_OF(id, ...) id,
enum { PRINTED_CURSES(NUMBER_OF, _) PRINTED_PERMANENTS(NUMBER_OF) };

/* Sets of cards are bits, each by its number. */
#define CURSE_BITS ((UINT64_C(1) << CURSES) - 1)
#define PERMANENT_BITS (((UINT64_C(1) << PERMANENTS) - 1) << CURSES)
#define ARTEFACT_BITS ((UINT64_C(1) << ARTEFACTS) - 1)
#define ALSO(id, condition) | (uint64_t)((condition) != 0) << (id)

#define IF_ON_ALL(id, moment, victims, ...) ALSO(id, (victims) == ALL_OPPONENTS)
#define ON_ALL (UINT64_C(0) PRINTED_CURSES(IF_ON_ALL, _))

#define IF_STARTING(id, moment, victims, price, ...) ALSO(id, (price) / ANY == 2)
#define STARTING_CURSES (UINT64_C(0) PRINTED_CURSES(IF_STARTING, _)) /* [VO2] */

#define NAMED_BY(price) ((((price) & FACES_ALONE) * 0x111111u) >> 20 & 15) /* dice */
#define IF_ASTERISK(id, moment, victims, price, ...) ALSO(id, (price) / ANY > NAMED_BY(price))
#define ASTERISKS (UINT64_C(0) PRINTED_CURSES(IF_ASTERISK, _)) /* they cost a die of any face on top */

#define IF_AT_ROLL(id, moment, ...) ALSO(id, (moment) & AT_ROLL)
#define DUE_AT_ROLL (UINT64_C(0) PRINTED_CURSES(IF_AT_ROLL, _) PRINTED_PERMANENTS(IF_AT_ROLL))

#define IF_AT_PASS(id, moment, ...) ALSO(id, (moment) & AT_PASS)
#define DUE_AT_PASS (UINT64_C(0) PRINTED_CURSES(IF_AT_PASS, _) PRINTED_PERMANENTS(IF_AT_PASS))

#define IF_CRY(id, moment, ...) ALSO(id, (moment) & MARKER_MOVES)
#define CRIES (UINT64_C(0) PRINTED_CURSES(IF_CRY, _))
static_assert(CRIES != 0 && (CRIES & (CRIES - 1)) == 0, "a seat has one bit for its cry");

#define IF_COSTS_DIE(id, moment, penalty) ALSO(id, (penalty) == COSTS_A_DIE)
#define COSTS_DIE (UINT64_C(0) PRINTED_PERMANENTS(IF_COSTS_DIE))

/* Curses for which so many of a face are enough; as the seventh digit so many dice in all. */
#define IF_PAID(id, moment, victims, price, casting, breaking, digit, count) \
    ALSO(id, ((price) >> 4 * (digit) & 15) <= (count))
#define PAID_WITH(digit, count) (UINT64_C(0) PRINTED_CURSES(IF_PAID, digit, count))
#define PAID_BY(digit)                                                                                      \
    {PAID_WITH(digit, 0), PAID_WITH(digit, 1), PAID_WITH(digit, 2), PAID_WITH(digit, 3), PAID_WITH(digit, 4), \
     PAID_WITH(digit, 5), PAID_WITH(digit, 6)}

#define PRICE_OF(id, moment, victims, price, ...) price,
FUNCTION uint32_t price(int curse) {
    static const uint32_t prices[CURSES] = {PRINTED_CURSES(PRICE_OF, _)};
    return prices[curse];
}

/* The dice that the card names: its price without the asterisk. */
FUNCTION uint32_t cost(int curse) { return price(curse) & FACES_ALONE; }

#define CASTING_OF(id, moment, victims, price, casting, ...) casting,
FUNCTION int casting_points(int curse) {
    static const uint8_t points[CURSES] = {PRINTED_CURSES(CASTING_OF, _)};
    return points[curse];
}

#define BREAKING_OF(id, moment, victims, price, casting, breaking, ...) breaking,
FUNCTION int breaking_points(int curse) {
    static const uint8_t points[CURSES] = {PRINTED_CURSES(BREAKING_OF, _)};
    return points[curse];
}

#endif
