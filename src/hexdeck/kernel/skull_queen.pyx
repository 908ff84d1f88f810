# cython: language_level=3, cdivision=True
"""Skull Queen in C: a second, independent writing of docs/rules/skull_queen.md for search and training.

A card is colour * 12 + value - 1, then come Monkey and First Mate; a set of cards is the bits of one word.
tests/lockstep walks this beside the law.
"""

from libc.math cimport fmin, pow
from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from hexdeck.games.skull_queen import GAME
from hexdeck.games.skull_queen.rules import State as Law
from hexdeck.games.skull_queen.view import View
from hexdeck.kernel.api cimport Due, Kernel, Position, check_world
from hexdeck.kernel.api cimport Knowledge as Knows
from hexdeck.kernel.api import check_settled, reading
from hexdeck.kernel.dealing cimport MOST_CARDS, Hidden, deal_hidden
from hexdeck.kernel.reading cimport bits_within, within
from hexdeck.kernel.rng cimport Rng, below, next_word, share

cdef extern from *:
    int popcount "__builtin_popcountll" (unsigned long long) noexcept nogil
    int lowest "__builtin_ctzll" (unsigned long long) noexcept nogil
    int leading_zeros "__builtin_clzll" (unsigned long long) noexcept nogil

cdef enum:
    SEATS = 6
    COLORS = 4
    VALUES = 12
    MONKEY = 48
    MATE = 49
    CARDS = 50
    PLACE = 50  # the first way to place; below it, an action is the card to play
    SPACES = 5
    ONE_SIDE = 625  # ways to place on a side of the plank
    ACTIONS = PLACE + 2 * ONE_SIDE
    MOST_CHOICES = 24  # placings that a search looks at
    OVERBOARD = -1
    UNASKED = -1
    GHOST = 2
    STACK = 14
    PATTERNS = 1 << VALUES  # cards of a colour that a hand may hold

cdef enum Needs:
    NOTHING
    DEALER
    DEAL

# [SQ1], by number of players: lowest value, highest, hand.
cdef int[7][3] SETUPS = [[0, 0, 0], [0, 0, 0], [2, 11, 14], [2, 11, 14], [1, 12, 12], [1, 12, 10], [1, 12, 8]]
cdef int[2][SPACES] PRINTED = [[8, 5, 3, 2, 1], [1, 2, 3, 5, 8]]  # [SQ2]
cdef int[COLORS] WEIGHT = [125, 25, 5, 1]  # what a space of each pirate adds to a placing
cdef int MIDDLE = 312  # a placing: every pirate on the third space
cdef uint64_t WILD = (<uint64_t>3) << MONKEY
cdef uint64_t[COLORS] SUIT = [0xFFF, <uint64_t>0xFFF << 12, <uint64_t>0xFFF << 24, <uint64_t>0xFFF << 36]
cdef int[CARDS] VALUE = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13
]  # [SQ1, SQ6]

# What placing reckons with.
cdef double[7] COMPANY = [0, 0, 1.6, 1.6, 2.1, 2.4, 2.6]  # others' cards that a card meets in its colour
cdef double MEETS_ANY = 0.9  # how likely it meets any
cdef int THOUGHTFUL = 6  # eighths of the choices in a playout that are not random
cdef double HARM = 0.7  # how likely a step that harms cannot be avoided
cdef uint8_t[7][PATTERNS] BEST  # by players and own cards of a colour: where its pirate should stand, front + 8 * back


ctypedef struct Table:
    uint64_t hands[SEATS]  # a card chosen in secret is still here
    uint64_t centre
    uint64_t lying  # the cards played to the trick
    uint64_t gone  # this round [SQ10]
    uint64_t last_gone  # with the last trick
    int8_t played_by[CARDS]  # this round; -1 is nobody
    int8_t stack[STACK]  # the ghost's, its top card first [SQ12]
    int8_t trick[SEATS]  # its cards in the order played
    int8_t last_trick[SEATS]
    int8_t spaces[SEATS][COLORS]  # where each pirate stands, 0 is the narrow top
    int8_t sides[SEATS]  # of the planks
    uint8_t voids[SEATS]  # bits: colours shown not to be held [SQ13]
    int16_t choices[SEATS]  # made in secret, by those of `chosen`
    int16_t scores[SEATS]
    int8_t points[SEATS][SEATS]  # by round and seat
    uint8_t chosen  # bits
    int8_t players
    int8_t round
    int8_t dealer
    int8_t turn  # who leads or plays next; of two players, the one after the dealer
    int8_t asked  # the trick colour
    int8_t in_trick
    int8_t in_last
    int8_t turned  # cards of the stack that are gone from it
    int8_t placed  # planks are revealed
    int8_t needs
    int8_t over


cdef void start(Table* table, int players) noexcept nogil:
    memset(table, 0, sizeof(Table))
    memset(table.played_by, -1, CARDS)
    table.players = players
    table.asked = UNASKED
    table.turned = STACK
    table.needs = DEALER


cdef inline bint chooses_in_secret(const Table* table) noexcept nogil:
    """[SQ4, SQ12]"""
    return not table.placed or table.players == 2


cdef inline bint may_act(const Table* table, int seat) noexcept nogil:
    if table.needs or table.over:
        return False
    return not table.chosen >> seat & 1 if chooses_in_secret(table) else seat == table.turn


cdef inline uint64_t playable(const Table* table, int seat) noexcept nogil:
    """[SQ5, SQ6]"""
    cdef uint64_t hand = table.hands[seat]
    if table.asked != UNASKED and hand & SUIT[table.asked]:
        return hand & (SUIT[table.asked] | WILD)
    return hand


cdef inline int put_playable(const Table* table, int seat, int* out) noexcept nogil:
    cdef uint64_t cards = playable(table, seat)
    cdef int count = 0
    while cards:
        out[count] = lowest(cards)
        count += 1
        cards &= cards - 1
    return count


cdef int legal(const void* state, int seat, int* out) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef int action
    if not may_act(table, seat):
        return 0
    if table.placed:
        return put_playable(table, seat, out)
    for action in range(PLACE, ACTIONS):
        out[action - PLACE] = action
    return ACTIONS - PLACE


cdef bint is_legal(const void* state, int seat, int action) noexcept nogil:
    cdef const Table* table = <const Table*>state
    if not may_act(table, seat) or not 0 <= action < ACTIONS:
        return False
    if table.placed:
        return action < PLACE and playable(table, seat) >> action & 1
    return action >= PLACE


cdef inline int put_new(int* out, int count, int placing) noexcept nogil:
    cdef int at
    for at in range(count):
        if out[at] == placing:
            return count
    out[count] = placing
    return count + 1


cdef inline int put_placings(const Table* table, int seat, int side, int* out) noexcept nogil:
    """The plank that promises most, those one step off, all one up or down, and all on the middle."""
    cdef int[COLORS] spaces
    cdef int color, best = PLACE + side * ONE_SIDE, up, down, count = 1
    for color in range(COLORS):
        spaces[color] = BEST[table.players][table.hands[seat] >> color * VALUES & 0xFFF] >> 3 * side & 7
        best += spaces[color] * WEIGHT[color]
    out[0] = up = down = best
    for color in range(COLORS):
        if spaces[color] > 0:
            out[count] = best - WEIGHT[color]
            up -= WEIGHT[color]
            count += 1
        if spaces[color] < SPACES - 1:
            out[count] = best + WEIGHT[color]
            down += WEIGHT[color]
            count += 1
    count = put_new(out, count, up)
    count = put_new(out, count, down)
    return put_new(out, count, PLACE + side * ONE_SIDE + MIDDLE)


cdef inline int sensible_placings(const Table* table, int seat, int* out) noexcept nogil:
    cdef int count = put_placings(table, seat, 0, out)
    return count + put_placings(table, seat, 1, out + count)


cdef int choices(const void* state, int seat, int* out) noexcept nogil:
    cdef const Table* table = <const Table*>state
    if table.placed or not may_act(table, seat):
        return legal(state, seat, out)
    return sensible_placings(table, seat, out)


cdef inline void move_pirate(Table* table, int card, int color, int steps) noexcept nogil:
    """Whoever played `card` to the trick moves, unless that was the ghost [SQ7, SQ9, SQ12]."""
    cdef int seat = table.played_by[card], space
    if not table.lying >> card & 1 or seat >= table.players:
        return
    space = table.spaces[seat][color]
    if space != OVERBOARD:
        space -= steps
        table.spaces[seat][color] = space if 0 <= space < SPACES else OVERBOARD


cdef inline void resolve_color(Table* table, int color, uint64_t cards) noexcept nogil:
    """[SQ6, SQ7, SQ8]"""
    cdef uint64_t values = cards >> color * VALUES  # a value v is bit v - 1
    cdef int top = MATE if cards >> MATE & 1 else 63 - leading_zeros(cards & SUIT[color])
    cdef int bottom = MONKEY if cards >> MONKEY & 1 else lowest(cards)
    move_pirate(table, top, color, 1 + <int>(values >> 7 & 1))
    move_pirate(table, bottom, color, -1 - <int>(values >> 4 & 1))


cdef inline int highest_player(const Table* table) noexcept nogil:
    """Who leads next: the last of equals [SQ10]."""
    cdef int place, best = 0
    for place in range(1, table.in_trick):
        if VALUE[table.trick[place]] >= VALUE[table.trick[best]]:
            best = place
    return table.played_by[table.trick[best]]


cdef inline void end_round(Table* table) noexcept nogil:
    """[SQ3, SQ11]"""
    cdef int seat, color, points
    for seat in range(table.players):
        points = 0
        for color in range(COLORS):
            if table.spaces[seat][color] != OVERBOARD:
                points += PRINTED[table.sides[seat]][table.spaces[seat][color]]
        table.points[table.round - 1][seat] = points
        table.scores[seat] += points
    if table.round == table.players:
        table.over = 1
        return
    table.dealer = 0 if table.dealer + 1 == table.players else table.dealer + 1
    table.needs = DEAL


cdef inline void lay(Table* table, int seat, int card) noexcept nogil:
    table.lying |= <uint64_t>1 << card
    table.played_by[card] = seat
    table.trick[table.in_trick] = card
    table.in_trick += 1
    if table.asked == UNASKED and card < MONKEY:
        table.asked = card // VALUES


cdef inline void start_trick(Table* table) noexcept nogil:
    """[SQ12]"""
    if table.players == 2:
        lay(table, GHOST, table.stack[table.turned])
        table.turned += 1


cdef inline void resolve_trick(Table* table) noexcept nogil:
    cdef uint64_t everything = table.centre | table.lying, gone = 0, cards
    cdef int color
    for color in range(COLORS):
        cards = everything & SUIT[color]
        if color == table.asked:
            cards |= table.lying & WILD
        if cards & (cards - 1):
            gone |= cards
            resolve_color(table, color, cards)
    if table.players > 2:
        table.turn = highest_player(table)
    table.centre = everything ^ gone
    table.gone |= gone
    table.last_gone = gone
    memcpy(table.last_trick, table.trick, SEATS)
    table.in_last = table.in_trick
    table.in_trick = 0
    table.lying = 0
    table.asked = UNASKED
    if table.hands[0]:
        start_trick(table)
    else:
        end_round(table)


cdef inline void take_from_hand(Table* table, int seat, int card, int asked) noexcept nogil:
    """Play a card to a trick that had the colour `asked` when it was chosen."""
    table.hands[seat] ^= <uint64_t>1 << card
    if asked != UNASKED and card < MONKEY and card // VALUES != asked:
        table.voids[seat] |= 1 << asked
    lay(table, seat, card)


cdef inline void play(Table* table, int seat, int card) noexcept nogil:
    take_from_hand(table, seat, card, table.asked)
    table.turn = 0 if seat + 1 == table.players else seat + 1
    if table.in_trick == table.players:
        resolve_trick(table)


cdef inline void reveal_planks(Table* table) noexcept nogil:
    """[SQ4]"""
    cdef int seat, color
    cdef unsigned int spaces
    for seat in range(table.players):
        spaces = table.choices[seat] - PLACE
        table.sides[seat] = spaces >= ONE_SIDE
        if spaces >= ONE_SIDE:
            spaces -= ONE_SIDE
        for color in range(COLORS - 1, -1, -1):
            table.spaces[seat][color] = spaces % SPACES
            spaces //= SPACES
    table.placed = 1
    start_trick(table)


cdef inline void reveal_cards(Table* table) noexcept nogil:
    """[SQ12, SQ-R3]"""
    cdef int asked = table.asked
    take_from_hand(table, table.turn, table.choices[table.turn], asked)
    take_from_hand(table, table.dealer, table.choices[table.dealer], asked)
    resolve_trick(table)


cdef inline void choose(Table* table, int seat, int action) noexcept nogil:
    table.choices[seat] = action
    table.chosen |= 1 << seat
    if table.chosen == (1 << table.players) - 1:
        table.chosen = 0
        if table.placed:
            reveal_cards(table)
        else:
            reveal_planks(table)


cdef void apply(void* state, int seat, int action) noexcept nogil:
    cdef Table* table = <Table*>state
    if chooses_in_secret(table):
        choose(table, seat, action)
    else:
        play(table, seat, action)


cdef void deal(Table* table, const int* deck, int size) noexcept nogil:
    """Hands, then the ghost's stack or the centre [SQ1, SQ12]."""
    cdef int seat, card, at = 0, hand = SETUPS[table.players][2]
    memset(table.played_by, -1, CARDS)
    memset(table.voids, 0, SEATS)
    for seat in range(table.players):
        table.hands[seat] = 0
        for card in range(hand):
            table.hands[seat] |= <uint64_t>1 << deck[at]
            at += 1
    table.centre = table.gone = 0
    if table.players == 2:
        table.turned = 0
        for card in range(STACK):
            table.stack[card] = deck[at + card]
    else:
        for card in range(at, size):
            table.centre |= <uint64_t>1 << deck[card]
    table.turn = 0 if table.dealer + 1 == table.players else table.dealer + 1  # [SQ5]
    table.round += 1
    table.last_gone = table.in_last = table.placed = 0
    table.needs = NOTHING


cdef void resolve(void* state, const int* outcome, int size) noexcept nogil:
    cdef Table* table = <Table*>state
    if table.needs == DEALER:
        table.dealer = outcome[0]
        table.needs = DEAL
    else:
        deal(table, outcome, size)


cdef inline int put_deck(const Table* table, int* deck) noexcept nogil:
    """All cards in play; how many [SQ1]."""
    cdef int size = 2, color, value
    deck[0], deck[1] = MONKEY, MATE
    for color in range(COLORS):
        for value in range(SETUPS[table.players][0], SETUPS[table.players][1] + 1):
            deck[size] = color * VALUES + value - 1
            size += 1
    return size


cdef void due(const void* state, Due* due) noexcept nogil:
    cdef const Table* table = <const Table*>state
    due.dice = due.size = due.by_hand = 0
    if table.needs == DEALER:
        due.dice, due.sides = 1, table.players
    elif table.needs == DEAL:
        due.size = put_deck(table, due.cards)


cdef void draw(void* state, Rng* rng) noexcept nogil:
    cdef Table* table = <Table*>state
    cdef int[CARDS] deck
    cdef int size, at, other
    if table.needs == DEALER:
        deck[0] = below(rng, table.players)
        resolve(table, deck, 1)
        return
    size = put_deck(table, deck)
    for at in range(size - 1):
        other = at + below(rng, size - at)
        deck[at], deck[other] = deck[other], deck[at]
    deal(table, deck, size)


cdef int to_move(const void* state, int* seats) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef int seat, count = 0
    if table.needs or table.over:
        return 0
    if not chooses_in_secret(table):
        seats[0] = table.turn
        return 1
    for seat in range(table.players):
        seats[count] = seat
        count += not table.chosen >> seat & 1
    return count


cdef int needs(const void* state) noexcept nogil:
    return (<const Table*>state).needs


cdef bint is_over(const void* state) noexcept nogil:
    return (<const Table*>state).over


cdef int rounds_ended(const void* state) noexcept nogil:
    """A round has ended when the next must be dealt."""
    cdef const Table* table = <const Table*>state
    return table.round if table.needs or table.over else table.round - 1


cdef int rounds_left(const void* state) noexcept nogil:
    return (<const Table*>state).players - rounds_ended(state)  # [SQ3]


cdef void scores(const void* state, int* out) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef int seat
    for seat in range(table.players):
        out[seat] = table.scores[seat]


cdef inline int some_card(const Table* table, int seat, uint32_t word) noexcept nogil:
    """Any legal card, each by an equal part of all words."""
    cdef uint64_t cards = playable(table, seat)
    cdef int skip = share(word, popcount(cards))
    while skip:
        cards &= cards - 1
        skip -= 1
    return lowest(cards)


cdef int pick(const void* state, int seat, uint32_t word) noexcept nogil:
    cdef const Table* table = <const Table*>state
    return some_card(table, seat, word) if table.placed else PLACE + share(word, ACTIONS - PLACE)


cdef inline int random_placing(const Table* table, int seat, Rng* rng) noexcept nogil:
    cdef int[MOST_CHOICES] placings
    return placings[below(rng, sensible_placings(table, seat, placings))]


cdef inline int step_points(const Table* table, int seat, int color, int steps) noexcept nogil:
    """What moving a pirate up, or down if negative, changes on its plank [SQ9]."""
    cdef int space = table.spaces[seat][color]
    if space < 0:
        return 0
    cdef int there = space - steps, side = table.sides[seat]
    return (PRINTED[side][there] if 0 <= there < SPACES else 0) - PRINTED[side][space]


cdef inline int now_points(const Table* table, int seat, int card) noexcept nogil:
    """What `card` would change on the seat's plank if the trick ended with it [SQ7, SQ8]."""
    cdef int color = card // VALUES if card < MONKEY else table.asked
    if color == UNASKED:
        return 0
    cdef uint64_t same = (table.centre | table.lying) & SUIT[color], wild = 0
    cdef uint64_t own = <uint64_t>1 << card
    if color == table.asked:
        wild = table.lying & WILD
    if not same and not wild:
        return 0
    cdef bint eight = ((same | own) >> (color * VALUES + 7)) & 1, five = ((same | own) >> (color * VALUES + 4)) & 1
    if card == MATE or (card < MONKEY and not wild >> MATE and own > same):
        return step_points(table, seat, color, 2 if eight else 1)
    if card == MONKEY or (card < MONKEY and not wild >> MONKEY & 1 and not same & (own - 1)):
        return step_points(table, seat, color, -2 if five else -1)
    return 0


cdef int thoughtful_card(const Table* table, int seat, Rng* rng) noexcept nogil:
    """The card that helps the seat's plank most as the trick lies; the more are to come, the less it counts."""
    cdef uint64_t cards = playable(table, seat)
    cdef int best = lowest(cards), most = -1 << 20, card, worth
    cdef int certain = 8 >> min(3, table.players - table.in_trick - 1) if table.players > 2 else 4
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = certain * now_points(table, seat, card) * 4 + below(rng, 32)
        if card >= MONKEY:
            worth -= 16  # better kept for a moment that needs it
        if worth > most:
            most = worth
            best = card
    return best


cdef int rollout(const void* state, int seat, Rng* rng) noexcept nogil:
    cdef const Table* table = <const Table*>state
    if not table.placed:
        return random_placing(table, seat, rng)
    if below(rng, 8) < THOUGHTFUL:
        return thoughtful_card(table, seat, rng)
    return some_card(table, seat, next_word(rng))


cdef inline int random_choice(const Table* table, int seat, Rng* rng) noexcept nogil:
    return some_card(table, seat, next_word(rng)) if table.placed else random_placing(table, seat, rng)


cdef long play_random(Table* table, Rng* rng) noexcept nogil:
    """Play to the end; how many actions that took."""
    cdef long actions = 0
    cdef int seat
    while not table.over:
        if table.needs:
            draw(table, rng)
        elif chooses_in_secret(table):
            for seat in range(table.players):
                choose(table, seat, random_choice(table, seat, rng))
            actions += table.players
        else:
            play(table, table.turn, some_card(table, table.turn, next_word(rng)))
            actions += 1
    return actions


cdef long random_actions(int players, long wanted, Rng* rng) noexcept nogil:
    cdef Table table
    cdef long actions = 0
    while actions < wanted:
        start(&table, players)
        actions += play_random(&table, rng)
    return actions


ctypedef struct Info:
    Table table  # with the hand that is known
    Hidden hidden
    int seat


cdef void shuffle_stack(Table* table, Rng* rng) noexcept nogil:
    cdef int at, other
    for at in range(table.turned, STACK - 1):
        other = at + below(rng, STACK - at)
        table.stack[at], table.stack[other] = table.stack[other], table.stack[at]


cdef void sample(const void* info, void* state, Rng* rng) noexcept nogil:
    """A table that agrees with all a seat has seen; what others chose in secret is any sensible choice."""
    cdef const Info* known = <const Info*>info
    cdef Table* table = <Table*>state
    cdef int8_t[MOST_CARDS] holds
    cdef int at, seat, top = known.table.turned
    memcpy(table, &known.table, sizeof(Table))
    deal_hidden(&known.hidden, holds, rng)
    for at in range(known.hidden.count):
        if holds[at] == table.players:
            table.stack[top] = known.hidden.cards[at]
            top += 1
        else:
            table.hands[holds[at]] |= <uint64_t>1 << known.hidden.cards[at]
    shuffle_stack(table, rng)
    for seat in range(table.players):
        if table.chosen >> seat & 1 and seat != known.seat:
            table.choices[seat] = rollout(table, seat, rng)


cdef Kernel KERNEL = Kernel(
    state_size=sizeof(Table),
    actions=ACTIONS,
    spread=12.0,
    habit=0,
    to_move=to_move,
    legal=legal,
    is_legal=is_legal,
    pick=pick,
    choices=choices,
    apply=apply,
    needs=needs,
    due=due,
    resolve=resolve,
    draw=draw,
    is_over=is_over,
    rounds_ended=rounds_ended,
    rounds_left=rounds_left,
    scores=scores,
    sample=sample,
    rollout=rollout,
    value=NULL,
)


ctypedef struct Future:
    double worth[2][SPACES + 4]  # of a pirate on each side's spaces, with water above and below


cdef inline double joins(int special, int value, int unseen, double company) noexcept nogil:
    """How likely the 8 or the 5 lies beside an own card [SQ8]."""
    if special == value:
        return 1.0
    return fmin(1.0, company / popcount(unseen)) if unseen >> (special - 1) & 1 else 0.0


cdef inline double step(const double* here, int steps) noexcept nogil:
    """What a step wins; some that harm can be avoided."""
    cdef double change = (here - steps)[0] - here[0]
    return change if change > 0.0 else change * HARM


cdef void meet(Future* future, int value, int unseen, double company) noexcept nogil:
    """What the pirate will score with one card more to be played."""
    cdef double above = <double>popcount(unseen >> value) / popcount(unseen)
    cdef double highest = MEETS_ANY * pow(1.0 - above, company), least = MEETS_ANY * pow(above, company)
    cdef double eight = joins(8, value, unseen, company) if value >= 8 else 0.0
    cdef double five = joins(5, value, unseen, company) if value <= 5 else 0.0
    cdef Future after = future[0]
    cdef const double* here
    cdef int side, space
    for side in range(2):
        for space in range(2, 2 + SPACES):
            here = &after.worth[side][space]
            future.worth[side][space] += highest * (eight * step(here, 2) + (1.0 - eight) * step(here, 1))
            future.worth[side][space] += least * (five * step(here, -2) + (1.0 - five) * step(here, -1))


cdef int best_space(const double* worth) noexcept nogil:
    cdef int space, best = 0
    for space in range(1, SPACES):
        if worth[2 + space] > worth[2 + best]:
            best = space
    return best


cdef int best_spaces(int own, int unseen, double company) noexcept nogil:
    """Where a pirate should start whose colour's cards are `own` in a hand, as BEST has it."""
    cdef Future future
    cdef int side, space, value
    memset(&future, 0, sizeof(Future))
    for side in range(2):
        for space in range(SPACES):
            future.worth[side][2 + space] = PRINTED[side][space]
    for value in range(1, VALUES + 1):
        if unseen and own >> (value - 1) & 1:
            meet(&future, value, unseen, company)
    return best_space(future.worth[0]) + 8 * best_space(future.worth[1])


cdef void reckon(int players) noexcept nogil:
    """Fill in BEST [SQ, what good players know]."""
    cdef int* setup = &SETUPS[players][0]
    cdef int own, deck = (1 << setup[1]) - (1 << (setup[0] - 1))
    for own in range(PATTERNS):
        if own & ~deck == 0:
            BEST[players][own] = best_spaces(own, deck & ~own, COMPANY[players])


cdef void reckon_all() noexcept nogil:
    cdef int players
    for players in range(2, SEATS + 1):
        reckon(players)


cdef list cards_in(uint64_t bits):
    return [card for card in range(CARDS) if bits >> card & 1]


cdef int put_planks(Table* table, planks) except -1:
    table.placed = bool(planks)
    if planks and len(planks) != table.players:
        raise ValueError("somebody has no plank")
    for seat, plank in enumerate(planks):
        table.sides[seat] = within(plank.side, 2)
        for color, space in enumerate(plank.pirates):
            table.spaces[<int>seat][within(color, COLORS)] = within(space + 1, SPACES + 1) - 1
    return 0


cdef int put_last_trick(Table* table, last) except -1:
    if last is not None:
        table.last_gone = bits_within(last.gone, CARDS)
        table.in_last = within(len(last.trick), SEATS + 1)
        for at, laid in enumerate(last.trick):
            table.last_trick[<int>at] = within(laid.card, CARDS)
    return 0


cdef int put_public(Table* table, seen) except -1:
    """What a state of the law and a view of it have in common."""
    cdef int laying
    GAME.check_players(seen.players)
    start(table, seen.players)
    laying = max(table.players, <int>GHOST + 1)
    table.needs = NOTHING
    table.round, table.dealer = within(seen.round, table.players + 1), within(seen.dealer, table.players)
    table.turn, table.over = within(seen.turn, table.players), bool(seen.is_over)
    table.centre, table.gone = bits_within(seen.centre, CARDS), bits_within(seen.gone, CARDS)
    put_planks(table, seen.planks)
    put_last_trick(table, seen.last_trick)
    for seat, cards in enumerate(seen.played):
        for card in cards:
            table.played_by[within(card, CARDS)] = within(seat, laying)
    for seat, colors in enumerate(seen.voids):
        table.voids[within(seat, table.players)] = bits_within(colors, COLORS)
    for round, points in enumerate(seen.points):
        for seat, earned in enumerate(points):
            table.points[within(round, table.players)][within(seat, table.players)] = earned
    for seat, score in enumerate(seen.scores):
        table.scores[within(seat, table.players)] = score
    return 0


cdef int put_trick(Table* table, cards) except -1:
    """The cards on the table, in the order played."""
    for card in cards:
        within(table.in_trick, table.players)
        lay(table, within(table.played_by[within(card, CARDS)], SEATS), card)
    return 0


cdef int check(const Table* table) except -1:
    """ValueError unless the rules can go on from a table that came from outside."""
    if table.needs or table.over:
        if table.in_trick or table.chosen or (table.needs and table.round == table.players):
            raise ValueError("a trick lies where none can, or there are no rounds left")
        return 0
    if table.round == 0:
        raise ValueError("nothing was dealt")
    check_cards(table)
    if table.players == 2:
        check_ghost(table)
    else:
        check_seats(table)
    check_choices(table)
    return 0


cdef int check_cards(const Table* table) except -1:
    """Every card is in one place [SQ1]."""
    cdef int[CARDS] deck
    cdef int at, size = put_deck(table, deck), count
    cdef uint64_t everything = 0, found = table.centre | table.lying | table.gone
    for at in range(size):
        everything |= <uint64_t>1 << deck[at]
    count = popcount(table.centre) + popcount(table.lying) + popcount(table.gone)
    for at in range(table.players):
        found |= table.hands[at]
        count += popcount(table.hands[at])
    for at in range(table.turned, STACK):
        found |= <uint64_t>1 << table.stack[at]
        count += 1
    if found != everything or count != size or popcount(table.lying) != table.in_trick:
        raise ValueError("a card is missing, or in two places")
    return 0


cdef int check_ghost(const Table* table) except -1:
    """Of two players; the ghost has played its card of the trick, if planks lie [SQ12]."""
    cdef int size = popcount(table.hands[0])
    if table.turn == table.dealer:
        raise ValueError("the dealer cannot be first")
    if size < 1 or popcount(table.hands[1]) != size or STACK - table.turned != size - table.placed:
        raise ValueError("the hands do not fit the ghost's stack")
    if table.in_trick != table.placed or (table.placed and table.played_by[table.trick[0]] != GHOST):
        raise ValueError("the trick was not played in turn")
    return 0


cdef int check_seats(const Table* table) except -1:
    """Of three and more: who has played to the trick, the others hold one card more."""
    cdef int at, seat = table.turn, waiting = table.players - table.in_trick, size = popcount(table.hands[table.turn])
    if size < 1 or waiting < 1 or (not table.placed and table.in_trick) or table.turned != STACK:
        raise ValueError("it cannot be the turn of that seat")
    for at in range(table.players):
        if popcount(table.hands[seat]) != size - (at >= waiting):
            raise ValueError("the hands do not fit the trick")
        if at >= waiting and table.played_by[table.trick[at - waiting]] != seat:
            raise ValueError("the trick was not played in turn")
        seat = 0 if seat + 1 == table.players else seat + 1
    return 0


cdef int check_choices(const Table* table) except -1:
    """Somebody has still to choose, and what was chosen in secret can be done [SQ4, SQ12]."""
    cdef int seat, choice
    if table.chosen and (not chooses_in_secret(table) or table.chosen >= (1 << table.players) - 1):
        raise ValueError("nobody chooses in secret now, or all have")
    for seat in range(table.players):
        if table.chosen >> seat & 1:
            choice = table.choices[seat]
            if table.placed and not (0 <= choice < CARDS and playable(table, seat) >> choice & 1):
                raise ValueError("a card was chosen that cannot be played")
            if not table.placed and not PLACE <= choice < ACTIONS:
                raise ValueError("a plank was chosen that there is not")
    return 0


cdef class State(Position):
    """A game in C, with the law's methods."""

    GAME = GAME
    WHAT = (None, "dealer", "deal")  # by Needs
    cdef Table table

    def __cinit__(self, *_, **__):
        self.kernel, self.data, self.players_ = &KERNEL, &self.table, 2
        start(&self.table, 2)

    def __init__(self, players, options):
        GAME.check_players(players)
        GAME.complete(options)
        self.players_ = players
        start(&self.table, players)

    @staticmethod
    def of(law):
        """The same position as a state of the law."""
        cdef State state = State.__new__(State)
        with reading(Law, law):
            state.players_ = law.players
            put_public(&state.table, law)
            put_trick(&state.table, law.trick.values())
            state.table.needs = State.WHAT.index(law.needs.what) if law.needs else NOTHING
            state.table.turned = STACK - within(len(law.stack), STACK + 1)
            for at, card in enumerate(law.stack):
                state.table.stack[state.table.turned + <int>at] = within(card, CARDS)
            for seat, hand in enumerate(law.hands):
                state.table.hands[within(seat, SEATS)] = bits_within(hand, CARDS)
            for seat, action in law.choices.items():
                state.table.choices[within(seat, SEATS)] = action
                state.table.chosen |= 1 << <int>seat
            check(&state.table)
        return state

    def facts(self):
        """Everything, in the law's words, for tests to compare."""
        cdef Table* table = &self.table
        seats = range(table.players)
        return {
            "round": table.round,
            "dealer": table.dealer,
            "turn": table.turn,
            "hands": [cards_in(table.hands[seat]) for seat in seats],
            "stack": [table.stack[at] for at in range(table.turned, STACK)],
            "centre": cards_in(table.centre),
            "choices": {seat: table.choices[seat] for seat in seats if table.chosen >> seat & 1},
            "planks": self._planks() if table.placed else [],
            "trick": self._laid([table.trick[at] for at in range(table.in_trick)]),
            "trick_color": None if table.asked == UNASKED else table.asked,
            "last_trick": self._laid([table.last_trick[at] for at in range(table.in_last)]),
            "last_gone": cards_in(table.last_gone),
            "gone": cards_in(table.gone),
            "played": [
                [card for card in range(CARDS) if table.played_by[card] == seat]
                for seat in range(max(table.players, GHOST + 1))
            ],
            "voids": [{color for color in range(COLORS) if table.voids[seat] >> color & 1} for seat in seats],
            "points": [
                tuple([table.points[<int>round][<int>seat] for seat in seats])
                for round in range(rounds_ended(table))
            ],
            "scores": self.scores,
            "is_over": self.is_over,
        }

    def hidden(self):
        """The parts of `facts` that nobody sees whole."""
        facts = self.facts()
        return {name: facts[name] for name in ("hands", "stack", "choices")}

    def _planks(self):
        """Side and spaces of each."""
        return [
            (self.table.sides[seat], tuple([self.table.spaces[<int>seat][color] for color in range(COLORS)]))
            for seat in range(self.table.players)
        ]

    def _laid(self, cards):
        return [(self.table.played_by[card], card) for card in cards]


cdef class Knowledge(Knows):
    """What a seat knows of Skull Queen, ready for sampling."""

    cdef Info queen

    def __cinit__(self, view):
        cdef Rng rng = Rng(0)
        cdef Table world
        self.kernel, self.info = &KERNEL, &self.queen
        with reading(View, view):
            check_settled(view)
            self.players = view.players
            self.seat = self.queen.seat = -1 if view.seat is None else within(view.seat, view.players)
            put_public(&self.queen.table, view)
            self._put_own(view)
            self._hide(view)
            sample(&self.queen, &world, &rng)
            check(&world)
            check_world(&KERNEL, &world, view)

    cdef int _put_own(self, view) except -1:
        """The trick, and what the seat holds and has chosen."""
        cdef Table* table = &self.queen.table
        put_trick(table, [laid.card for laid in view.trick])
        table.turned = STACK - within(view.stack_size, STACK + 1)
        table.chosen = bits_within(view.chosen, view.players)
        if view.seat is not None:
            table.hands[self.seat] = bits_within(view.hand, CARDS)
            if view.choice is not None:
                table.choices[self.seat] = view.choice
        if table.chosen and (min(view.hand_sizes) < 1 or table.in_trick == table.players):
            raise ValueError("somebody has chosen who has no card to choose from")
        return 0

    cdef int _hide(self, view) except -1:
        """Who may hold what the seat does not see."""
        cdef Hidden* hidden = &self.queen.hidden
        cdef Table* table = &self.queen.table
        cdef int8_t[MOST_CARDS] holds
        cdef Rng rng = Rng(0)
        for seat in range(table.players):
            hidden.room[seat] = 0 if seat == view.seat else view.hand_sizes[seat]
            hidden.may_hold[seat] = ~table.voids[seat] & 31
        hidden.holders = table.players + 1  # the last is the ghost's stack
        hidden.room[table.players] = view.stack_size
        hidden.may_hold[table.players] = 31
        hidden.is_free = not any(table.voids[seat] for seat in range(table.players) if seat != view.seat)
        unseen = self._unseen(view)
        hidden.count = len(unseen)
        for at, card in enumerate(unseen):
            hidden.cards[<int>at], hidden.kinds[<int>at] = card, card // VALUES
        if hidden.count != sum([hidden.room[seat] for seat in range(hidden.holders)]):
            raise ValueError("the hidden cards are not as many as the hands and the stack have")
        if not deal_hidden(hidden, holds, &rng):
            raise ValueError("nobody can hold a card that somebody must")
        return 0

    def _unseen(self, view):
        """Cards that anybody else may hold, those first that fewest may."""
        seen = set(view.hand).union(view.centre, view.gone, *view.played)
        values = range(SETUPS[self.players][0], SETUPS[self.players][1] + 1)
        deck = [color * VALUES + value - 1 for color in range(COLORS) for value in values] + [MONKEY, MATE]
        cannot = [sum(color in voids for voids in view.voids) for color in range(COLORS + 1)]
        return sorted((card for card in deck if card not in seen), key=lambda card: -cannot[card // VALUES])

    def world(self, unsigned long seed):
        """A state that agrees with the view."""
        cdef Rng rng = Rng(seed)
        cdef State state = State.__new__(State)
        state.players_ = self.players
        sample(&self.queen, &state.table, &rng)
        return state


def play_at_random(int players, long actions, unsigned long seed=0):
    """Whole random games until at least `actions` actions were played; how many it were."""
    cdef Rng rng = Rng(seed)
    GAME.check_players(players)
    with nogil:
        actions = random_actions(players, actions, &rng)
    return actions
reckon_all()
