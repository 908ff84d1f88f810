# cython: language_level=3, cdivision=True
"""Voodoo Prince in C: a second, independent writing of docs/rules/voodoo_prince.md for search and training.

A card is colour * 16 + value; a colour's cards are the bits of 16.  tests/lockstep walks this beside the law.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset

from hexdeck.games.voodoo_prince import GAME
from hexdeck.games.voodoo_prince.rules import State as Law
from hexdeck.games.voodoo_prince.view import View
from hexdeck.kernel.api cimport Due, Kernel, Position, check_world
from hexdeck.kernel.api cimport Knowledge as Knows
from hexdeck.kernel.api import check_settled, reading
from hexdeck.kernel.dealing cimport MOST_CARDS, Hidden, deal_hidden
from hexdeck.kernel.reading cimport bits_within, within
from hexdeck.kernel.rng cimport Rng, below, next_word, share

cdef extern from *:
    int popcount "__builtin_popcount" (unsigned int) noexcept nogil
    int lowest "__builtin_ctz" (unsigned int) noexcept nogil
    int leading_zeros "__builtin_clz" (unsigned int) noexcept nogil

cdef enum:
    SEATS = 5
    COLORS = 5
    VALUES = 16
    NAME_TRUMP = 80
    ACTIONS = 85
    UNNAMED = -1
    NO_TRUMP = -2

cdef enum Needs:
    NOTHING
    DEALER
    TRUMP
    DEAL

# [VP1] and [VP13], by number of players: lowest value, highest, hand, goal.
cdef int[6][4] PRINCE = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 10, 13, 7], [0, 10, 13, 4], [0, 12, 13, 3], [0, 15, 14, 3]]
cdef int[6][4] MARSHMALLOW = [
    [0, 0, 0, 0], [0, 0, 0, 0], [1, 12, 12, 6], [1, 12, 12, 4], [1, 12, 12, 3], [1, 12, 12, 3]
]
cdef uint16_t SPLITTERS = (1 << 5) | (1 << 7)  # [VP8]
cdef int ENOUGH = 20  # [VP13]
cdef int PATIENCE = 50  # [VP-R12]
cdef int SAFETY = 8  # tenths: how likely who waits is not left over
cdef int THOUGHTFUL = 5  # eighths of the choices in a playout that are not random


ctypedef struct Table:
    uint16_t hands[SEATS][COLORS]
    uint16_t played[SEATS][COLORS]  # this round
    uint16_t undealt[COLORS]
    uint16_t lying[COLORS]  # the trick on the table
    int8_t trick[SEATS]  # its cards in the order played
    int8_t trick_by[SEATS]
    int8_t last_trick[SEATS]
    int8_t last_by[SEATS]
    int8_t left[SEATS]  # first leaver first
    uint8_t voids[SEATS]  # bits: colours shown not to be held [VP12]
    uint8_t sizes[SEATS]  # of the hands
    uint8_t tricks[SEATS]
    int16_t points[SEATS]
    int16_t scores[SEATS]
    int8_t players
    int8_t rounds
    int8_t marshmallow
    int8_t low
    int8_t top
    int8_t hand
    int8_t goal
    int8_t round
    int8_t turn
    int8_t trump
    int8_t in_trick
    int8_t in_last
    int8_t gone  # players who left the round
    uint8_t playing  # bits
    int8_t needs
    int8_t over


cdef void start(Table* table, int players, int rounds, bint marshmallow) noexcept nogil:
    cdef int* setup = &PRINCE[players][0]
    if marshmallow:
        setup = &MARSHMALLOW[players][0]
    memset(table, 0, sizeof(Table))
    table.players = players
    table.rounds = rounds
    table.marshmallow = marshmallow
    table.low, table.top, table.hand, table.goal = setup[0], setup[1], setup[2], setup[3]
    table.trump = UNNAMED
    table.playing = (1 << players) - 1
    table.needs = DEALER


cdef inline int next_playing(const Table* table, int seat) noexcept nogil:
    """Clockwise, skipping who is out [VP-R5]."""
    while True:
        seat += 1
        if seat == table.players:
            seat = 0
        if table.playing >> seat & 1:
            return seat


cdef inline uint16_t allowed(const Table* table, int seat, uint16_t* second) noexcept nogil:
    """Bits of the colour led that may be played; `second` those of trump too [VP13].  Both 0: anything [VP3]."""
    cdef int led = table.trick[0] >> 4
    cdef uint16_t follow = table.hands[seat][led]
    second[0] = 0
    if follow and table.marshmallow and table.trump >= 0 and table.trump != led and table.lying[table.trump]:
        second[0] = table.hands[seat][table.trump]
    return follow


cdef int legal(const void* state, int seat, int* out) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef uint16_t follow = 0, second = 0, bits
    cdef int count = 0, color, led = -1
    if table.needs or table.over or seat != table.turn:
        return 0
    if table.trump == UNNAMED:
        for color in range(COLORS):
            out[color] = NAME_TRUMP + color
        return COLORS
    if table.in_trick:
        led = table.trick[0] >> 4
        follow = allowed(table, seat, &second)
    for color in range(COLORS):
        bits = table.hands[seat][color]
        if follow:
            bits = follow if color == led else second if color == table.trump else 0
        while bits:
            out[count] = color * VALUES + lowest(bits)
            count += 1
            bits &= bits - 1
    return count


cdef bint is_legal(const void* state, int seat, int action) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef uint16_t follow, second
    cdef int color = action >> 4
    if table.needs or table.over or seat != table.turn or not 0 <= action < ACTIONS:
        return False
    if table.trump == UNNAMED or action >= NAME_TRUMP:
        return table.trump == UNNAMED and action >= NAME_TRUMP
    if table.in_trick:
        follow = allowed(table, seat, &second)
        if follow and color != table.trick[0] >> 4:
            return color == table.trump and second >> (action & 15) & 1
    return table.hands[seat][color] >> (action & 15) & 1


cdef inline int winner(const Table* table, int* tricks) noexcept nogil:
    """The place in the trick of the card that takes it, and what it counts [VP4, VP7, VP8]."""
    cdef int color = table.trick[0] >> 4
    cdef int value, card, place = 0
    if table.trump >= 0 and table.lying[table.trump]:
        color = table.trump
    value = 31 - leading_zeros(table.lying[color])
    if value == table.top and table.lying[color] & 1:
        value = 0
    tricks[0] = 2 if SPLITTERS >> value & 1 and not table.marshmallow else 1
    card = color * VALUES + value
    while table.trick[place] != card:
        place += 1
    return place


cdef inline void score(Table* table, int seat, int points) noexcept nogil:
    table.points[seat] += points
    table.scores[seat] += points


cdef inline void end_round(Table* table, int dealer) noexcept nogil:
    if table.round == (PATIENCE if table.marshmallow else table.rounds):
        table.over = 1
        return
    table.turn = dealer
    table.trump = UNNAMED
    table.needs = DEAL


cdef inline void leave(Table* table, int leaver) noexcept nogil:
    """[VP5, VP6, VP11]"""
    cdef int seat, points = 0, last
    for seat in range(table.players):
        if seat != leaver:
            points += table.tricks[seat]
    table.playing &= ~(1 << leaver)
    table.left[table.gone] = leaver
    table.gone += 1
    table.turn = next_playing(table, leaver)
    score(table, leaver, points)
    if table.marshmallow and table.scores[leaver] >= ENOUGH:
        table.over = 1
        return
    if table.gone < table.players - 1:
        if table.sizes[table.turn] == 0:  # [VP-R11]
            end_round(table, table.turn)
        return
    last = table.turn
    if not table.marshmallow:
        score(table, last, table.goal - table.tricks[last] if table.players == 2 else table.tricks[last])
    end_round(table, last)


cdef inline void take_trick(Table* table) noexcept nogil:
    cdef int tricks, place = winner(table, &tricks), taker = table.trick_by[place]
    memcpy(table.last_trick, table.trick, SEATS)
    memcpy(table.last_by, table.trick_by, SEATS)
    table.in_last = table.in_trick
    table.in_trick = 0
    memset(table.lying, 0, sizeof(table.lying))
    table.turn = taker
    table.tricks[taker] += tricks
    if table.tricks[taker] >= table.goal:
        leave(table, taker)
    elif table.sizes[taker] == 0:  # [VP-R11]
        end_round(table, taker)


cdef inline void play(Table* table, int seat, int card) noexcept nogil:
    cdef int color = card >> 4, led
    cdef uint16_t bit = 1 << (card & 15)
    if table.in_trick:
        led = table.trick[0] >> 4
        if color != led and not (
            table.marshmallow and color == table.trump and table.lying[color]
        ):
            table.voids[seat] |= 1 << led
    table.hands[seat][color] ^= bit
    table.played[seat][color] |= bit
    table.lying[color] |= bit
    table.sizes[seat] -= 1
    table.trick[table.in_trick] = card
    table.trick_by[table.in_trick] = seat
    table.in_trick += 1
    if table.in_trick + table.gone == table.players:
        take_trick(table)
    else:
        table.turn = next_playing(table, seat)


cdef void apply(void* state, int seat, int action) noexcept nogil:
    cdef Table* table = <Table*>state
    if action >= NAME_TRUMP:
        table.trump = action - NAME_TRUMP
    else:
        play(table, seat, action)


cdef void deal(Table* table, const int* deck, int size) noexcept nogil:
    """[VP2, VP9]"""
    cdef int at, seat
    memset(table.hands, 0, sizeof(table.hands))
    memset(table.played, 0, sizeof(table.played))
    memset(table.undealt, 0, sizeof(table.undealt))
    memset(table.voids, 0, sizeof(table.voids))
    memset(table.tricks, 0, sizeof(table.tricks))
    memset(table.points, 0, sizeof(table.points))
    table.in_last = 0
    table.gone = 0
    table.playing = (1 << table.players) - 1
    table.needs = NOTHING
    table.round += 1
    if table.marshmallow and table.round == 1:
        table.trump = NO_TRUMP
    for at in range(size):
        seat = at // table.hand
        if seat < table.players:
            table.hands[seat][deck[at] >> 4] |= 1 << (deck[at] & 15)
        else:
            table.undealt[deck[at] >> 4] |= 1 << (deck[at] & 15)
    for seat in range(table.players):
        table.sizes[seat] = table.hand


cdef void resolve(void* state, const int* outcome, int size) noexcept nogil:
    cdef Table* table = <Table*>state
    if table.needs == DEALER:
        table.turn = outcome[0]
        table.needs = DEAL if table.marshmallow else TRUMP
    elif table.needs == TRUMP:
        table.trump = outcome[0]
        table.needs = DEAL
    else:
        deal(table, outcome, size)


cdef void draw(void* state, Rng* rng) noexcept nogil:
    cdef Table* table = <Table*>state
    cdef int[80] deck
    cdef int size = 0, color, value, at, other
    if table.needs != DEAL:
        deck[0] = below(rng, table.players if table.needs == DEALER else COLORS)
        resolve(table, deck, 1)
        return
    for color in range(COLORS):
        for value in range(table.low, table.top + 1):
            deck[size] = color * VALUES + value
            size += 1
    for at in range(table.players * table.hand):  # the rest need not be shuffled
        other = at + below(rng, size - at)
        deck[at], deck[other] = deck[other], deck[at]
    deal(table, deck, size)


cdef void due(const void* state, Due* due) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef int color, value
    due.dice = due.size = due.by_hand = 0
    if table.needs == DEALER or table.needs == TRUMP:
        due.dice, due.sides = 1, table.players if table.needs == DEALER else COLORS
    elif table.needs == DEAL:
        for color in range(COLORS):
            for value in range(table.low, table.top + 1):
                due.cards[due.size] = color * VALUES + value
                due.size += 1


cdef int to_move(const void* state, int* seats) noexcept nogil:
    cdef const Table* table = <const Table*>state
    seats[0] = table.turn
    return 0 if table.needs or table.over else 1


cdef int needs(const void* state) noexcept nogil:
    return (<const Table*>state).needs


cdef bint is_over(const void* state) noexcept nogil:
    return (<const Table*>state).over


cdef int rounds_ended(const void* state) noexcept nogil:
    """A round has ended when the next must be dealt."""
    cdef const Table* table = <const Table*>state
    return table.round if table.needs or table.over else table.round - 1


cdef void scores(const void* state, int* out) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef int seat
    for seat in range(table.players):
        out[seat] = table.scores[seat]


cdef inline int random_bit(uint16_t bits, int at) noexcept nogil:
    """The `at`th set bit."""
    while at:
        bits &= bits - 1
        at -= 1
    return lowest(bits)


cdef inline int some_card(const Table* table, int seat, uint32_t word) noexcept nogil:
    """Any legal card, each by an equal part of all words."""
    cdef uint16_t follow, second
    cdef int at, color, count
    if table.in_trick:
        follow = allowed(table, seat, &second)
        if follow:
            count = popcount(follow)
            at = share(word, count + popcount(second))
            if at < count:
                return (table.trick[0] & ~15) + random_bit(follow, at)
            return table.trump * VALUES + random_bit(second, at - count)
    at = share(word, table.sizes[seat])
    color = 0
    while True:
        count = popcount(table.hands[seat][color])
        if at < count:
            return color * VALUES + random_bit(table.hands[seat][color], at)
        at -= count
        color += 1


cdef int pick(const void* state, int seat, uint32_t word) noexcept nogil:
    cdef const Table* table = <const Table*>state
    return NAME_TRUMP + share(word, COLORS) if table.trump == UNNAMED else some_card(table, seat, word)


cdef inline int strength(const Table* table, int card) noexcept nogil:
    """How high a card stands: its value, and all trumps above it."""
    return (card & 15) + (VALUES if card >> 4 == table.trump else 0)


cdef inline bint wants_to_leave(const Table* table, int seat) noexcept nogil:
    """Whether a seat with one trick to go gains by leaving now, and not next to last."""
    cdef int rival, missing, most = 0, growth = 0, now = 0
    for rival in range(table.players):
        if rival != seat:
            now += table.tricks[rival]
            if table.playing >> rival & 1:
                missing = table.goal - table.tricks[rival]
                growth += missing
                most = max(most, missing)
    return 10 * now >= SAFETY * (now + growth - most) + (10 - SAFETY) * table.tricks[seat]


cdef inline bint wants_tricks(const Table* table, int seat) noexcept nogil:
    """Late, but not last [VP, what good players know]."""
    cdef int still = table.players - table.gone, missing = table.goal - table.tricks[seat]
    if table.players == 2:
        if table.tricks[1 - seat] >= table.goal - 2:
            return missing <= 3
        return missing <= 2 and table.tricks[1 - seat] >= 4
    if still == 2:
        return True
    return still <= 3 if missing > 1 else wants_to_leave(table, seat)


cdef inline int table_strength(const Table* table) noexcept nogil:
    """Of the card that takes the trick as it lies, in the terms of `strength`; off-colour cards never take it."""
    cdef int color = table.trick[0] >> 4
    if table.trump >= 0 and table.lying[table.trump]:
        color = table.trump
    return 31 - leading_zeros(table.lying[color]) + (VALUES if color == table.trump else 0)


cdef int thoughtful_card(const Table* table, int seat) noexcept nogil:
    """A card that takes the trick when tricks are wanted, the highest while others can still beat it; else the
    lowest that does not; else the lowest of all."""
    cdef int[ACTIONS] cards
    cdef int count = legal(table, seat, cards), at, card, power, to_beat = -1, led = -1
    cdef int best = cards[0], most = -100, worth
    cdef bint wanted = wants_tricks(table, seat), takes
    cdef bint is_last = table.in_trick + table.gone + 1 == table.players
    if table.in_trick:
        to_beat = table_strength(table)
        led = table.trick[0] >> 4
    for at in range(count):
        card = cards[at]
        power = strength(table, card)
        takes = power > to_beat and (led < 0 or card >> 4 == led or card >> 4 == table.trump)
        worth = power if wanted and takes and not is_last else -power
        if led >= 0 and takes == wanted:
            worth += 50
        if worth > most:
            most = worth
            best = card
    return best


cdef int rollout(const void* state, int seat, Rng* rng) noexcept nogil:
    cdef const Table* table = <const Table*>state
    if table.trump == UNNAMED:
        return NAME_TRUMP + below(rng, COLORS)
    if below(rng, 8) < THOUGHTFUL:
        return thoughtful_card(table, seat)
    return some_card(table, seat, next_word(rng))


cdef long play_random(Table* table, Rng* rng) noexcept nogil:
    """Play to the end; how many actions that took."""
    cdef long actions = 0
    while not table.over:
        if table.needs:
            draw(table, rng)
        elif table.trump == UNNAMED:
            table.trump = below(rng, COLORS)
            actions += 1
        else:
            play(table, table.turn, some_card(table, table.turn, next_word(rng)))
            actions += 1
    return actions


cdef long random_actions(int players, long wanted, Rng* rng) noexcept nogil:
    cdef Table table
    cdef long actions = 0
    while actions < wanted:
        start(&table, players, 5, False)
        actions += play_random(&table, rng)
    return actions


ctypedef struct Info:
    Table table  # with the hands that are known
    Hidden hidden


cdef void sample(const void* info, void* state, Rng* rng) noexcept nogil:
    """A table that agrees with all a seat has seen."""
    cdef const Info* known = <const Info*>info
    cdef Table* table = <Table*>state
    cdef int8_t[MOST_CARDS] holds
    cdef int at, card
    memcpy(table, &known.table, sizeof(Table))
    deal_hidden(&known.hidden, holds, rng)
    for at in range(known.hidden.count):
        card = known.hidden.cards[at]
        if holds[at] == table.players:
            table.undealt[card >> 4] |= 1 << (card & 15)
        else:
            table.hands[holds[at]][card >> 4] |= 1 << (card & 15)


cdef int rounds_left(const void* state) noexcept nogil:
    cdef const Table* table = <const Table*>state
    if table.over:
        return 0
    return 2 if table.marshmallow else table.rounds - rounds_ended(state)


cdef Kernel KERNEL = Kernel(
    state_size=sizeof(Table),
    actions=ACTIONS,
    spread=6.0,
    habit=0,
    to_move=to_move,
    legal=legal,
    is_legal=is_legal,
    pick=pick,
    choices=legal,
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


cdef list cards_in(const uint16_t* bits):
    return [color * VALUES + value for color in range(COLORS) for value in range(VALUES) if bits[color] >> value & 1]


cdef int put_cards(uint16_t* bits, cards) except -1:
    cdef int card
    for number in cards:
        card = within(number, NAME_TRUMP)
        bits[card >> 4] |= 1 << (card & 15)
    return 0


cdef int put_trick(int8_t* by, int8_t* cards, trick) except -1:
    for at, (seat, card) in enumerate(trick.items()):
        by[within(at, SEATS)], cards[<int>at] = within(seat, SEATS), within(card, NAME_TRUMP)
    return 0


cdef int put_public(Table* table, seen) except -1:
    """What a state of the law and a view of it have in common."""
    GAME.check_players(seen.players)
    start(table, seen.players, within(seen.rounds, 11), bool(seen.marshmallow))
    trick, last_trick = dict(seen.trick), dict(seen.last_trick)
    table.needs = NOTHING
    table.round, table.turn = within(seen.round, PATIENCE + 1), within(seen.turn, table.players)
    table.trump, table.over = seen.trump, bool(seen.is_over)
    table.in_trick, table.in_last, table.gone = len(trick), len(last_trick), len(seen.left)
    table.playing = bits_within(seen.playing, table.players)
    put_trick(table.trick_by, table.trick, trick)
    put_trick(table.last_by, table.last_trick, last_trick)
    put_cards(table.lying, trick.values())
    for at, seat in enumerate(seen.left):
        table.left[within(at, SEATS)] = within(seat, table.players)
    for seat in range(table.players):
        table.scores[seat], table.points[seat], table.tricks[seat] = (
            seen.scores[seat], seen.points[seat], seen.tricks[seat]
        )
    for seat, cards in enumerate(seen.played):
        put_cards(table.played[within(seat, table.players)], cards)
    for seat, colors in enumerate(seen.voids):
        table.voids[within(seat, table.players)] = bits_within(colors, COLORS)
    return 0


cdef int check(const Table* table) except -1:
    """ValueError unless the rules can go on from a table that came from outside."""
    cdef int last = PATIENCE if table.marshmallow else table.rounds
    if not NO_TRUMP <= table.trump < COLORS or table.round > last:
        raise ValueError("there is no such trump or round")
    if table.needs or table.over:
        if table.in_trick or (table.needs and table.round == last):
            raise ValueError("a trick lies where none can, or there are no rounds left")
        return 0
    if table.round == 0 or (table.trump == UNNAMED and table.in_trick):
        raise ValueError("nothing was dealt, or no trump was named")
    check_seats(table)
    check_cards(table)
    return 0


cdef int check_seats(const Table* table) except -1:
    """Who plays, and who has played to the trick: the others hold one card more [VP3, VP5]."""
    cdef int seat, at, waiting = table.players - table.gone - table.in_trick, size = table.sizes[table.turn]
    if table.gone != table.players - popcount(table.playing) or table.gone > table.players - 2:
        raise ValueError("those who play and those who left are not all")
    if waiting < 1 or size < 1 or not table.playing >> table.turn & 1:
        raise ValueError("it cannot be the turn of that seat")
    for seat in range(table.players):
        if table.playing >> seat & 1 and table.tricks[seat] >= table.goal:
            raise ValueError("somebody has tricks enough to leave")
    seat = table.turn
    for at in range(table.players - table.gone):
        if table.sizes[seat] != size - (at >= waiting):
            raise ValueError("the hands do not fit the trick")
        if at >= waiting and table.trick_by[at - waiting] != seat:
            raise ValueError("the trick was not played in turn")
        seat = next_playing(table, seat)
    return 0


cdef int check_cards(const Table* table) except -1:
    """Every card is in one place [VP1]."""
    cdef int color, seat, at, size
    cdef uint16_t found
    for color in range(COLORS):
        found, size = table.undealt[color], popcount(table.undealt[color])
        for seat in range(table.players):
            found |= table.hands[seat][color] | table.played[seat][color]
            size += popcount(table.hands[seat][color]) + popcount(table.played[seat][color])
        if found != (1 << (table.top + 1)) - (1 << table.low) or size != table.top + 1 - table.low:
            raise ValueError("a card is missing, or in two places")
    for seat in range(table.players):
        size = 0
        for color in range(COLORS):
            size += popcount(table.hands[seat][color])
        if size != table.sizes[seat]:
            raise ValueError("a hand does not have its size")
    for at in range(table.in_trick):
        if not table.played[table.trick_by[at]][table.trick[at] >> 4] >> (table.trick[at] & 15) & 1:
            raise ValueError("a card of the trick was not played")
    return 0


cdef class State(Position):
    """A game in C, with the law's methods."""

    GAME = GAME
    WHAT = (None, "dealer", "trump", "deal")  # by Needs
    cdef Table table

    def __cinit__(self, *_, **__):
        self.kernel, self.data, self.players_ = &KERNEL, &self.table, 2
        start(&self.table, 2, 5, False)

    def __init__(self, players, options):
        GAME.check_players(players)
        chosen = GAME.complete(options)
        self.players_ = players
        start(&self.table, players, chosen["rounds"], chosen["variant"] == "marshmallow")

    @staticmethod
    def of(law):
        """The same position as a state of the law."""
        cdef State state = State.__new__(State)
        with reading(Law, law):
            state.players_ = law.players
            put_public(&state.table, law)
            state.table.needs = State.WHAT.index(law.needs.what) if law.needs else NOTHING
            put_cards(state.table.undealt, law.undealt)
            for seat, hand in enumerate(law.hands):
                put_cards(state.table.hands[within(seat, SEATS)], hand)
                state.table.sizes[<int>seat] = len(hand)
            check(&state.table)
        return state

    def facts(self):
        """Everything, in the law's words, for tests to compare."""
        cdef Table* table = &self.table
        seats = range(table.players)
        return {
            "round": table.round,
            "turn": table.turn,
            "trump": table.trump,
            "hands": [cards_in(table.hands[<int>seat]) for seat in seats],
            "undealt": cards_in(table.undealt),
            "playing": [seat for seat in seats if table.playing >> seat & 1],
            "left": [table.left[at] for at in range(table.gone)],
            "tricks": [table.tricks[seat] for seat in seats],
            "trick": {table.trick_by[at]: table.trick[at] for at in range(table.in_trick)},
            "last_trick": {table.last_by[at]: table.last_trick[at] for at in range(table.in_last)},
            "played": [cards_in(table.played[<int>seat]) for seat in seats],
            "voids": [{color for color in range(COLORS) if table.voids[seat] >> color & 1} for seat in seats],
            "points": [table.points[seat] for seat in seats],
            "scores": self.scores,
            "is_over": self.is_over,
        }

    def hidden(self):
        """The parts of `facts` that nobody sees whole."""
        facts = self.facts()
        return {name: facts[name] for name in ("hands", "undealt")}


cdef class Knowledge(Knows):
    """What a seat knows of Voodoo Prince, ready for sampling."""

    cdef Info prince

    def __cinit__(self, view):
        cdef Rng rng = Rng(0)
        cdef Table world
        self.kernel, self.info = &KERNEL, &self.prince
        with reading(View, view):
            check_settled(view)
            self.players = view.players
            self.seat = -1 if view.seat is None else within(view.seat, view.players)
            put_public(&self.prince.table, view)
            self._hide(view)
            sample(&self.prince, &world, &rng)
            check(&world)
            check_world(&KERNEL, &world, view)

    cdef int _hide(self, view) except -1:
        """Who may hold what the seat does not see."""
        cdef Hidden* hidden = &self.prince.hidden
        cdef Table* table = &self.prince.table
        cdef int8_t[MOST_CARDS] holds
        cdef Rng rng = Rng(0)
        unseen = self._unseen(view)
        others = [seat for seat in range(table.players) if seat != view.seat]
        for seat in range(table.players):
            table.sizes[seat] = view.hand_sizes[seat]
            hidden.room[seat] = view.hand_sizes[seat] if seat in others else 0
            hidden.may_hold[seat] = ~table.voids[seat] & 31
        hidden.holders = table.players + 1  # the last are the undealt cards
        hidden.room[table.players] = len(unseen) - sum(view.hand_sizes[seat] for seat in others)
        hidden.may_hold[table.players] = 31
        hidden.count = len(unseen)
        hidden.is_free = not any(table.voids[seat] for seat in others)
        for at, card in enumerate(unseen):
            hidden.cards[<int>at], hidden.kinds[<int>at] = card, card >> 4
        if view.seat is not None:
            put_cards(table.hands[self.seat], view.hand)
        if not deal_hidden(hidden, holds, &rng):
            raise ValueError("nobody can hold a card that somebody must")
        return 0

    def _unseen(self, view):
        """Cards that anybody else may hold, those first that fewest may."""
        cdef Table* table = &self.prince.table
        seen = set(view.hand).union(*view.played)
        deck = [color * VALUES + value for color in range(COLORS) for value in range(table.low, table.top + 1)]
        cannot = [sum(color in voids for voids in view.voids) for color in range(COLORS)]
        return sorted((card for card in deck if card not in seen), key=lambda card: -cannot[card >> 4])

    def world(self, unsigned long seed):
        """A state that agrees with the view."""
        cdef Rng rng = Rng(seed)
        cdef State state = State.__new__(State)
        state.players_ = self.players
        sample(&self.prince, &state.table, &rng)
        return state


def play_at_random(int players, long actions, unsigned long seed=0):
    """Whole random games until at least `actions` actions were played; how many it were."""
    cdef Rng rng = Rng(seed)
    GAME.check_players(players)
    with nogil:
        actions = random_actions(players, actions, &rng)
    return actions
