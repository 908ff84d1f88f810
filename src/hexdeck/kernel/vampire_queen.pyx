# cython: language_level=3, cdivision=True
"""Vampire Queen in C: a second, independent writing of docs/rules/vampire_queen.md for search and training.

Equal cards are counted, not told apart: a pile is 16 counts, by slots.  Slots 0 to 12 are the vampires 1 to 13,
13 the queens, 14 and 15 the slayers 15 and 20.  As two words a pile is added, or searched, eight counts at once
(the first count is the lowest byte).  tests/lockstep walks this beside the law.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from hexdeck.games.vampire_queen import GAME
from hexdeck.games.vampire_queen.rules import State as Law
from hexdeck.games.vampire_queen.view import View
from hexdeck.kernel.api cimport Due, Kernel, Position, check_world
from hexdeck.kernel.api cimport Knowledge as Knows
from hexdeck.kernel.api import check_settled, reading
from hexdeck.kernel.reading cimport bits_within, whole, within
from hexdeck.kernel.rng cimport Rng, below, next_word, share

cdef extern from *:
    int popcount "__builtin_popcount" (unsigned int) noexcept nogil
    int lowest "__builtin_ctz" (unsigned int) noexcept nogil
    int leading_zeros "__builtin_clz" (unsigned int) noexcept nogil
    int lowest_of_word "__builtin_ctzll" (unsigned long long) noexcept nogil

cdef enum:
    SEATS = 12
    DECK = 108  # cards that are dealt [VQ1]
    SLOTS = 16
    QUEEN = 13  # a slot
    SLAYER_15 = 14
    SLAYER_20 = 15
    VAMPIRES = 0x1FFF  # bits: their slots
    COPIES = 8  # [VQ1]
    QUEENS = 4
    UNBEATABLE = 14  # [VQ7]
    FORCED = 99  # above every value: who must pass in a slayer round takes the cards [VQ9]
    NOBODY = -1
    # Actions: by value, by number of vampires, by number of queens that help; then queens alone, slayers, the pass.
    OF_VALUE = 40
    OF_NUMBER = 5
    QUEENS_ALONE = 520
    LEAD_SLAYER = 524
    PASS = 526
    ACTIONS = 527
    MANY = 40  # actions: with more, a search need not look at those that waste queens

cdef enum Needs:
    NOTHING
    SLAYER
    DEAL

cdef uint64_t ONES = 0x0101010101010101ULL  # a 1 in every count
cdef uint64_t HIGH = 0x8080808080808080ULL  # the bit of every count that no count reaches
cdef uint64_t DIAGONAL = 0x0102040810204080ULL  # gathers the lowest bits of eight counts in the highest byte
cdef uint64_t UPPER_VAMPIRES = 0x000000FFFFFFFFFFULL  # in the second word of a pile
cdef uint64_t NOT_SLAYERS = 0x0000FFFFFFFFFFFFULL
cdef int THOUGHTFUL = 5  # eighths of the choices in a playout that are not random
cdef int[13] HAND_SIZES = [0, 0, 0, 13, 13, 13, 13, 13, 13, 12, 10, 9, 9]  # by players [VQ1]
cdef int[SLOTS] POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20]  # [VQ10]


ctypedef union Pile:
    uint8_t counts[SLOTS]
    uint64_t words[2]


ctypedef struct Play:
    int slot  # of its vampires, or of queens alone, or of a slayer
    int count
    int queens  # that help


ctypedef struct Table:
    Pile hands[SEATS]
    Pile left_over
    Pile lying  # the cards of this round
    int16_t scores[SEATS]
    uint16_t empty  # bits: seats without a card
    int8_t players
    int8_t phases
    int8_t phase
    int8_t turn
    int8_t in_round  # how many had their turn
    int8_t number  # of cards to play in this round [VQ4]
    int8_t highest  # value on the table
    int8_t leader  # who starts the next round, as things lie
    int8_t hunting  # the slayer that leads this round, 0 in a normal one
    int8_t barred  # the slayer that may not be led, or 0 [VQ8]
    int8_t needs
    int8_t over


# What players saw of a phase.  No rule asks for it: a State keeps it beside its table, search and batches go without.
ctypedef struct Memory:
    Pile known[SEATS]  # what everybody knows a seat to hold [VQ13]
    Pile played[SEATS]
    Pile taken_up[SEATS]
    Pile crypt
    int16_t round[SEATS]  # actions, by seat
    int16_t last_round[SEATS]
    uint16_t passes[SEATS]
    int8_t last_starter  # NOBODY before the first round has ended
    int8_t phase


cdef void start(Table* table, int players, int phases) noexcept nogil:
    memset(table, 0, sizeof(Table))
    table.players = players
    table.phases = phases
    table.needs = SLAYER


cdef inline void add(Pile* pile, int slot, int count) noexcept nogil:
    pile.words[slot >> 3] += <uint64_t>count << ((slot & 7) << 3)


cdef inline void take_away(Pile* pile, int slot, int count) noexcept nogil:
    pile.words[slot >> 3] -= <uint64_t>count << ((slot & 7) << 3)


cdef inline void add_pile(Pile* pile, const Pile* other) noexcept nogil:
    pile.words[0] += other.words[0]
    pile.words[1] += other.words[1]


cdef inline void clear(Pile* pile) noexcept nogil:
    pile.words[0] = 0
    pile.words[1] = 0


cdef inline bint is_empty(const Pile* pile) noexcept nogil:
    return (pile.words[0] | pile.words[1]) == 0


cdef inline bint has_only_slayers(const Pile* pile) noexcept nogil:
    return (pile.words[0] | (pile.words[1] & NOT_SLAYERS)) == 0


cdef inline unsigned int with_at_least(const Pile* hand, int count) noexcept nogil:
    """Bits: the slots of vampires of which `hand` has `count` or more."""
    cdef uint64_t missing = (128 - count) * ONES
    cdef uint64_t low = ((hand.words[0] + missing) & HIGH) >> 7
    cdef uint64_t high = ((hand.words[1] + missing) & HIGH) >> 7
    return ((low * DIAGONAL) >> 56 | (high * DIAGONAL) >> 56 << 8) & VAMPIRES


cdef inline Play cards_of(int action) noexcept nogil:
    cdef Play play
    cdef int rest
    if action < QUEENS_ALONE:
        play.slot = action // OF_VALUE
        rest = action - play.slot * OF_VALUE
        play.count = rest // OF_NUMBER + 1
        play.queens = rest - (play.count - 1) * OF_NUMBER
    elif action < LEAD_SLAYER:
        play.slot, play.count, play.queens = QUEEN, action - QUEENS_ALONE + 1, 0
    else:
        play.slot, play.count, play.queens = action - LEAD_SLAYER + SLAYER_15, 1, 0
    return play


cdef inline int set_of(int slot, int vampires, int queens) noexcept nogil:
    """The action that plays them."""
    return slot * OF_VALUE + (vampires - 1) * OF_NUMBER + queens


cdef inline bint may_lead(const Table* table, const Pile* hand, int slayer) noexcept nogil:
    return hand.counts[slayer] and table.barred != slayer  # [VQ8, VQ-R2]


cdef inline int leads(const Table* table, const Pile* hand, int* out) noexcept nogil:
    """[VQ4]"""
    cdef int slot, vampires, queens, slayer, count = 0, all_queens = hand.counts[QUEEN]
    for slot in range(QUEEN):
        for vampires in range(1, hand.counts[slot] + 1):
            for queens in range(all_queens + 1):
                out[count] = set_of(slot, vampires, queens)
                count += 1
    for queens in range(all_queens):
        out[count] = QUEENS_ALONE + queens
        count += 1
    for slayer in range(SLAYER_15, SLAYER_20 + 1):
        if may_lead(table, hand, slayer):
            out[count] = LEAD_SLAYER + slayer - SLAYER_15
            count += 1
    return count


cdef inline int single_cards(const Pile* hand, int* out) noexcept nogil:
    """Anything but a slayer, one card [VQ8]."""
    cdef int slot, count = 0
    for slot in range(QUEEN):
        if hand.counts[slot]:
            out[count] = set_of(slot, 1, 0)
            count += 1
    if hand.counts[QUEEN]:
        out[count] = QUEENS_ALONE
        count += 1
    return count


cdef inline int raises(const Table* table, const Pile* hand, int* out) noexcept nogil:
    """Sets of the same number and a higher value, or a pass [VQ5]; nobody is asked after a 14 [VQ-R4]."""
    cdef int slot, vampires, count = 0, number = table.number, queens = hand.counts[QUEEN]
    for slot in range(table.highest, QUEEN):  # of the next value upwards
        for vampires in range(max(1, number - queens), min(number, hand.counts[slot]) + 1):
            out[count] = set_of(slot, vampires, number - vampires)
            count += 1
    if queens >= number:
        out[count] = QUEENS_ALONE + number - 1
        count += 1
    out[count] = PASS
    return count + 1


cdef int legal(const void* state, int seat, int* out) noexcept nogil:
    cdef const Table* table = <const Table*>state
    if table.needs or table.over or seat != table.turn:
        return 0
    if not table.in_round:
        return leads(table, &table.hands[seat], out)
    if table.hunting:
        return single_cards(&table.hands[seat], out)
    return raises(table, &table.hands[seat], out)


cdef bint is_legal(const void* state, int seat, int action) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef const Pile* hand
    cdef Play play
    if table.needs or table.over or seat != table.turn or not 0 <= action < ACTIONS:
        return False
    if action == PASS:
        return table.in_round and not table.hunting
    hand = &table.hands[seat]
    play = cards_of(action)
    if play.slot > QUEEN:
        return not table.in_round and may_lead(table, hand, play.slot)
    if hand.counts[play.slot] < play.count or hand.counts[QUEEN] < play.queens:
        return False
    if not table.in_round:
        return True
    if table.hunting:
        return play.count == 1 and play.queens == 0
    return play.count + play.queens == table.number and play.slot + 1 > table.highest


cdef inline bint wastes_queens(const Pile* hand, int action) noexcept nogil:
    """Whether vampires alone could make the same set."""
    cdef Play play = cards_of(action)
    return play.queens > 0 and hand.counts[play.slot] >= play.count + play.queens


cdef int choices(const void* state, int seat, int* out) noexcept nogil:
    cdef const Pile* hand = &(<const Table*>state).hands[seat]
    cdef int at, kept = 0, count = legal(state, seat, out)
    if count <= MANY:
        return count
    for at in range(count):
        if not wastes_queens(hand, out[at]):
            out[kept] = out[at]
            kept += 1
    return kept


cdef inline void end_phase(Table* table) noexcept nogil:
    """[VQ10, VQ12]"""
    cdef int seat, slot, points
    for seat in range(table.players):
        points = 0
        for slot in range(SLOTS):
            points += table.hands[seat].counts[slot] * POINTS[slot]
        table.scores[seat] -= points
    if table.phase < table.phases:
        table.needs = DEAL
    else:
        table.over = 1


cdef void remember_round(Memory* memory, const Table* table) noexcept nogil:
    """All have had their turn, and it is the starter's again."""
    memcpy(memory.last_round, memory.round, sizeof(memory.round))
    memory.last_starter = table.turn
    if table.hunting:
        add_pile(&memory.known[table.leader], &table.lying)
        add_pile(&memory.taken_up[table.leader], &table.lying)
    else:
        add_pile(&memory.crypt, &table.lying)


cdef inline void end_round(Table* table, Memory* memory) noexcept nogil:
    """[VQ6, VQ8, VQ-R1]"""
    if memory != NULL:
        remember_round(memory, table)
    table.turn = table.leader
    table.in_round = 0
    if table.hunting:
        add_pile(&table.hands[table.leader], &table.lying)
        table.empty &= ~(1 << table.leader)
    clear(&table.lying)
    table.barred = table.hunting
    table.hunting = 0
    if table.empty:  # only now that cards were taken up [VQ10]
        end_phase(table)


cdef inline void end_turn(Table* table, Memory* memory, int seat, int action) noexcept nogil:
    if memory != NULL:
        memory.round[seat] = action
    table.in_round += 1
    table.turn = seat + 1 if seat + 1 < table.players else 0
    if table.in_round == table.players:
        end_round(table, memory)


cdef inline void rank(Table* table, int seat, Play play) noexcept nogil:
    """Who starts the next round if nobody plays more, and what there is to raise."""
    cdef int value
    if not table.in_round:
        table.hunting = play.slot if play.slot > QUEEN else 0
        table.number = play.count + play.queens
        table.highest = 0
    if not table.hunting:
        value = play.slot + 1  # queens alone are 14 [VQ7]
    elif play.slot > QUEEN:
        value = 0  # [VQ8]
    else:
        value = 1 if play.slot == QUEEN else play.slot + 1
    if value >= table.highest:  # among equals the last [VQ8]
        table.highest = value
        table.leader = seat


cdef void remember_cards(Memory* memory, int seat, int slot, int count) noexcept nogil:
    """Of known cards, those like the cards played go first [VQ13]."""
    take_away(&memory.known[seat], slot, min(count, memory.known[seat].counts[slot]))
    add(&memory.played[seat], slot, count)


cdef inline void lay(Table* table, Memory* memory, int seat, int slot, int count) noexcept nogil:
    """Cards of a hand on the table."""
    if memory != NULL:
        remember_cards(memory, seat, slot, count)
    take_away(&table.hands[seat], slot, count)
    add(&table.lying, slot, count)


cdef inline void play_cards(Table* table, Memory* memory, int seat, int action) noexcept nogil:
    cdef Play play = cards_of(action)
    lay(table, memory, seat, play.slot, play.count)
    if play.queens:
        lay(table, memory, seat, QUEEN, play.queens)
    if is_empty(&table.hands[seat]):
        table.empty |= 1 << seat
    rank(table, seat, play)
    end_turn(table, memory, seat, action)


cdef inline void pass_by(Table* table, Memory* memory, int seat) noexcept nogil:
    if memory != NULL:
        memory.passes[seat] += 1
    if table.hunting:
        table.leader = seat
        table.highest = FORCED
    end_turn(table, memory, seat, PASS)


cdef inline bint must_pass(const Table* table) noexcept nogil:
    """Whether everybody sees that who is in turn has no choice [VQ9, VQ-R4, VQ-R5]."""
    if not table.in_round:
        return False
    return has_only_slayers(&table.hands[table.turn]) or (not table.hunting and table.highest == UNBEATABLE)


cdef inline void act(Table* table, Memory* memory, int seat, int action) noexcept nogil:
    if action == PASS:
        pass_by(table, memory, seat)
    else:
        play_cards(table, memory, seat, action)
    while must_pass(table):
        pass_by(table, memory, table.turn)


cdef void apply(void* state, int seat, int action) noexcept nogil:
    act(<Table*>state, NULL, seat, action)


cdef void open_phase(Memory* memory, const Table* table) noexcept nogil:
    """Forget the last phase when a new one was dealt; slayers are there to see [VQ13]."""
    cdef int seat
    if memory.phase == table.phase:
        return
    memset(memory, 0, sizeof(Memory))
    memory.phase = table.phase
    memory.last_starter = NOBODY
    for seat in range(table.players):
        memory.known[seat].words[1] = table.hands[seat].words[1] & ~NOT_SLAYERS


cdef inline void keep_slayers(Table* table) noexcept nogil:
    """Hands without the cards of the last phase; who holds slayer 20 starts [VQ11]."""
    cdef int seat
    for seat in range(table.players):
        table.hands[seat].words[0] = 0
        table.hands[seat].words[1] &= ~NOT_SLAYERS
        if table.hands[seat].counts[SLAYER_20]:
            table.turn = seat


cdef void deal(Table* table, const int8_t* deck) noexcept nogil:
    """[VQ2, VQ11]; the deck is slots."""
    cdef int at = 0, seat, card
    keep_slayers(table)
    clear(&table.left_over)
    table.barred = 0  # [VQ-R2]
    table.empty = 0
    table.needs = NOTHING
    table.phase += 1
    for seat in range(table.players):
        for card in range(HAND_SIZES[table.players]):
            table.hands[seat].counts[deck[at]] += 1
            at += 1
    for at in range(at, DECK):
        table.left_over.counts[deck[at]] += 1


cdef void give_slayers(Table* table, int seat) noexcept nogil:
    """[VQ2]"""
    cdef int left = seat + 1 if seat + 1 < table.players else 0
    table.hands[seat].counts[SLAYER_15] = 1
    table.hands[left].counts[SLAYER_20] = 1
    table.needs = DEAL


cdef void resolve(void* state, const int* outcome, int size) noexcept nogil:
    """Chance from outside, in the law's words: a seat, or cards by their values."""
    cdef Table* table = <Table*>state
    cdef int8_t[DECK] deck
    cdef int at
    if table.needs == SLAYER:
        give_slayers(table, outcome[0])
        return
    for at in range(size):
        deck[at] = outcome[at] - 1
    deal(table, deck)


cdef void draw(void* state, Rng* rng) noexcept nogil:
    cdef Table* table = <Table*>state
    cdef int8_t[DECK] deck
    cdef int at, other
    if table.needs == SLAYER:
        give_slayers(table, below(rng, table.players))
        return
    for at in range(DECK):
        deck[at] = at // COPIES  # the four queens come last
    for at in range(table.players * HAND_SIZES[table.players]):  # the rest need not be shuffled
        other = at + below(rng, DECK - at)
        deck[at], deck[other] = deck[other], deck[at]
    deal(table, deck)


cdef void due(const void* state, Due* due) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef int at
    due.dice = due.size = due.by_hand = 0
    if table.needs == SLAYER:
        due.dice, due.sides = 1, table.players
    elif table.needs == DEAL:
        due.size = DECK
        for at in range(DECK):
            due.cards[at] = POINTS[at // COPIES]


cdef int to_move(const void* state, int* seats) noexcept nogil:
    cdef const Table* table = <const Table*>state
    seats[0] = table.turn
    return 0 if table.needs or table.over else 1


cdef int needs(const void* state) noexcept nogil:
    return (<const Table*>state).needs


cdef bint is_over(const void* state) noexcept nogil:
    return (<const Table*>state).over


cdef int rounds_ended(const void* state) noexcept nogil:
    """Phases, for a search; one has ended when the next must be dealt."""
    cdef const Table* table = <const Table*>state
    return table.phase if table.needs or table.over else table.phase - 1


cdef int rounds_left(const void* state) noexcept nogil:
    return (<const Table*>state).phases - rounds_ended(state)


cdef void scores(const void* state, int* out) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef int seat
    for seat in range(table.players):
        out[seat] = table.scores[seat]


cdef inline int nth_bit(unsigned int bits, int at) noexcept nogil:
    while at:
        bits &= bits - 1
        at -= 1
    return lowest(bits)


cdef inline int set_with(const Pile* hand, int at, int queens) noexcept nogil:
    """The action that plays a value's vampires up to the `at`th vampire of the hand, in order of value."""
    cdef uint64_t sums = hand.words[0] * ONES  # each count plus those before it
    cdef int slot = 0, below_eight = sums >> 56
    if at >= below_eight:
        at -= below_eight
        sums = hand.words[1] * ONES
        slot = 8
    cdef int byte = lowest_of_word((sums + (127 - at) * ONES) & HIGH) >> 3  # the first sum above `at`
    cdef int before = <int>((sums << 8) >> (byte << 3) & 0xFF)
    return set_of(slot + byte, at - before + 1, queens)


cdef inline int some_lead(const Table* table, const Pile* hand, uint32_t word) noexcept nogil:
    cdef int queens = hand.counts[QUEEN], helping = 0
    cdef int vampires = (hand.words[0] * ONES >> 56) + ((hand.words[1] & UPPER_VAMPIRES) * ONES >> 56)
    cdef bint may_15 = may_lead(table, hand, SLAYER_15), may_20 = may_lead(table, hand, SLAYER_20)
    cdef int at = share(word, vampires * (queens + 1) + queens + may_15 + may_20)
    while helping <= queens:
        if at < vampires:
            return set_with(hand, at, helping)
        at -= vampires
        helping += 1
    if at < queens:
        return QUEENS_ALONE + at
    return LEAD_SLAYER if may_15 and at == queens else LEAD_SLAYER + 1


cdef inline int some_single(const Pile* hand, uint32_t word) noexcept nogil:
    cdef unsigned int vampires = with_at_least(hand, 1)
    cdef int count = popcount(vampires), at = share(word, count + (hand.counts[QUEEN] > 0))
    return QUEENS_ALONE if at == count else set_of(nth_bit(vampires, at), 1, 0)


cdef inline int some_raise(const Table* table, const Pile* hand, uint32_t word) noexcept nogil:
    cdef unsigned int above = VAMPIRES & (0xFFFF << table.highest)
    cdef unsigned int[QUEENS + 1] sets
    cdef int number = table.number, queens = hand.counts[QUEEN]
    cdef int helping, total = 0, most = min(queens, number - 1), alone = queens >= number, at
    for helping in range(most + 1):
        sets[helping] = with_at_least(hand, number - helping) & above
        total += popcount(sets[helping])
    at = share(word, total + alone + 1)
    if at >= total:
        return QUEENS_ALONE + number - 1 if at < total + alone else PASS
    for helping in range(most + 1):
        total = popcount(sets[helping])
        if at < total:
            return set_of(nth_bit(sets[helping], at), number - helping, helping)
        at -= total
    return PASS


cdef inline int long_lead(const Table* table, const Pile* hand, Rng* rng) noexcept nogil:
    """Often a slayer if one may be led; else the longest set, the lowest of equals."""
    cdef int slot, best = -1
    if may_lead(table, hand, SLAYER_20) and below(rng, 2):
        return LEAD_SLAYER + 1
    if may_lead(table, hand, SLAYER_15) and below(rng, 2):
        return LEAD_SLAYER
    for slot in range(QUEEN):
        if hand.counts[slot] and (best < 0 or hand.counts[slot] > hand.counts[best]):
            best = slot
    if best >= 0:
        return set_of(best, hand.counts[best], 0)
    if hand.counts[QUEEN]:
        return QUEENS_ALONE + hand.counts[QUEEN] - 1
    return LEAD_SLAYER if may_lead(table, hand, SLAYER_15) else LEAD_SLAYER + 1


cdef inline int ducking_card(const Table* table, const Pile* hand) noexcept nogil:
    """The highest that somebody else has beaten already; else a queen or the lowest."""
    cdef unsigned int vampires = with_at_least(hand, 1)
    cdef unsigned int under = vampires & ((1 << max(0, min(14, table.highest) - 1)) - 1)
    if under:
        return set_of(31 - leading_zeros(under), 1, 0)
    if hand.counts[QUEEN] and not vampires & 1:
        return QUEENS_ALONE
    return set_of(lowest(vampires), 1, 0)


cdef inline int low_raise(const Table* table, const Pile* hand, Rng* rng) noexcept nogil:
    """The lowest set that raises without a queen, whole ones first; else a pass."""
    cdef unsigned int above = with_at_least(hand, table.number) & VAMPIRES & (0xFFFF << table.highest)
    cdef unsigned int whole = above & ~with_at_least(hand, table.number + 1)
    if whole:
        return set_of(lowest(whole), table.number, 0)
    if above and below(rng, 2):
        return set_of(31 - leading_zeros(above), table.number, 0)
    return PASS


cdef int rollout(const void* state, int seat, Rng* rng) noexcept nogil:
    """Mostly what a sensible player does, else anything."""
    cdef const Table* table = <const Table*>state
    if below(rng, 8) >= THOUGHTFUL:
        return pick(table, seat, next_word(rng))
    if not table.in_round:
        return long_lead(table, &table.hands[seat], rng)
    if table.hunting:
        return ducking_card(table, &table.hands[seat])
    return low_raise(table, &table.hands[seat], rng)


cdef int pick(const void* state, int seat, uint32_t word) noexcept nogil:
    cdef const Table* table = <const Table*>state
    if not table.in_round:
        return some_lead(table, &table.hands[seat], word)
    if table.hunting:
        return some_single(&table.hands[seat], word)
    return some_raise(table, &table.hands[seat], word)


cdef long play_random(Table* table, Rng* rng) noexcept nogil:
    """Play to the end; how many actions that took."""
    cdef long actions = 0
    while not table.over:
        if table.needs:
            draw(table, rng)
        else:
            apply(table, table.turn, pick(table, table.turn, next_word(rng)))
            actions += 1
    return actions


cdef long random_actions(int players, long wanted, Rng* rng) noexcept nogil:
    cdef Table table
    cdef long actions = 0
    while actions < wanted:
        start(&table, players, 5)
        actions += play_random(&table, rng)
    return actions


ctypedef struct Info:
    Table table  # with the cards of each hand that are certain; all others are left over
    int8_t unseen[DECK]  # slots of the cards that may be anywhere
    int count
    uint8_t missing[SEATS]  # cards of each hand that are not certain


cdef void sample(const void* info, void* state, Rng* rng) noexcept nogil:
    """A table that agrees with all a seat has seen."""
    cdef const Info* seen = <const Info*>info
    cdef Table* table = <Table*>state
    cdef int8_t[DECK] unseen
    cdef int seat, card, at, slot, count = seen.count
    memcpy(table, &seen.table, sizeof(Table))
    memcpy(unseen, seen.unseen, DECK)
    for seat in range(table.players):
        for card in range(seen.missing[seat]):
            at = below(rng, count)
            count -= 1
            slot = unseen[at]
            unseen[at] = unseen[count]
            table.hands[seat].counts[slot] += 1
            table.left_over.counts[slot] -= 1


cdef Kernel KERNEL = Kernel(
    state_size=sizeof(Table),
    actions=ACTIONS,
    spread=25.0,
    habit=4,
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


cdef int slot_of(card) except -1:
    return SLAYER_20 if card == POINTS[SLAYER_20] else within(whole(card) - 1, SLAYER_20)


cdef list cards_in(const Pile* pile):
    return [POINTS[slot] for slot in range(SLOTS) for _ in range(pile.counts[slot])]


cdef int put_cards(Pile* pile, cards) except -1:
    within(len(cards), DECK + 3)
    for card in cards:
        pile.counts[slot_of(card)] += 1
    return 0


cdef tuple cards_played(int action):
    if action == PASS:
        return ()
    cdef Play play = cards_of(action)
    return (POINTS[play.slot],) * play.count + (POINTS[QUEEN],) * play.queens


cdef int action_of(cards) except -1:
    """The play of `cards`, sorted, or the pass."""
    if not cards:
        return PASS
    cdef int slot = slot_of(cards[0]), queens = within(cards.count(POINTS[QUEEN]), QUEENS + 1), action
    if slot > QUEEN:
        action = LEAD_SLAYER + slot - SLAYER_15
    elif slot == QUEEN:
        action = QUEENS_ALONE + queens - 1
    else:
        action = set_of(slot, within(len(cards) - queens, COPIES + 1), queens)
    if cards_played(action) != tuple(cards):
        raise ValueError(f"nobody can play {cards!r}")
    return action


cdef int put_round(Table* table, Memory* memory, plays) except -1:
    """The round on the table, turn by turn."""
    cdef int action, seat = table.turn - len(plays)
    for player, cards in plays:
        if player != seat % table.players + (table.players if seat < 0 else 0):
            raise ValueError("the round was not played in turn")
        action = action_of(cards)
        put_cards(&table.lying, cards)
        if action != PASS:
            rank(table, player, cards_of(action))
        elif not table.in_round:
            raise ValueError("nobody leads with a pass")
        elif table.hunting:
            table.leader, table.highest = player, FORCED
        memory.round[<int>player] = action
        table.in_round += 1
        seat += 1
    return 0


cdef int put_last_round(Table* table, Memory* memory, plays) except -1:
    memory.last_starter = NOBODY
    for seat, cards in plays:
        memory.last_round[within(seat, table.players)] = action_of(cards)
    if plays:
        memory.last_starter, lead = plays[0]
        table.barred = slot_of(lead[0]) if slot_of(lead[0]) > QUEEN else 0
    return 0


cdef int put_public(Table* table, Memory* memory, seen, hand_sizes) except -1:
    """What a state of the law and a view of it have in common."""
    cdef int place
    GAME.check_players(seen.players)
    start(table, seen.players, within(seen.phases, 11))
    table.phase, table.turn = within(seen.phase, table.phases + 1), within(seen.turn, table.players)
    table.over, table.needs = bool(seen.is_over), NOTHING
    table.empty = bits_within([seat for seat, size in enumerate(hand_sizes) if size == 0], table.players)
    memset(memory, 0, sizeof(Memory))
    memory.phase = seen.phase
    put_cards(&memory.crypt, seen.crypt)
    put_round(table, memory, list(dict(seen.round).items()))
    put_last_round(table, memory, list(dict(seen.last_round).items()))
    for seat in range(table.players):
        table.scores[seat] = seen.scores[seat]
    for seat, passes in enumerate(seen.passes):  # there are none before the first deal
        place = within(seat, table.players)
        memory.passes[place] = passes
        put_cards(&memory.known[place], seen.known[seat])
        put_cards(&memory.played[place], seen.played[seat])
        put_cards(&memory.taken_up[place], seen.taken_up[seat])
    return 0


cdef int check(const Table* table, const Memory* memory) except -1:
    """ValueError unless the rules can go on from a table that came from outside."""
    cdef int slot
    if table.needs != SLAYER:
        for slot in range(SLAYER_15, SLOTS):
            if all_of(table, memory, slot) != 1:
                raise ValueError("there is one slayer of each kind")
    if table.needs or table.over:
        if table.in_round or (table.needs and table.phase == table.phases):
            raise ValueError("cards lie where none can, or there are no phases left")
        return 0
    if table.phase == 0:
        raise ValueError("nothing was dealt")
    for slot in range(SLAYER_15):
        if all_of(table, memory, slot) != (QUEENS if slot == QUEEN else COPIES):
            raise ValueError("a card is missing, or in two places")
    check_seats(table)
    return 0


cdef int all_of(const Table* table, const Memory* memory, int slot) noexcept:
    cdef int seat, count = table.left_over.counts[slot] + table.lying.counts[slot] + memory.crypt.counts[slot]
    for seat in range(table.players):
        count += table.hands[seat].counts[slot]
    return count


cdef int check_seats(const Table* table) except -1:
    """Whoever has no card left has played it in this round, and whoever is in turn can do something."""
    cdef int[ACTIONS] actions
    cdef int seat
    for seat in range(table.players):
        if is_empty(&table.hands[seat]) != (table.empty >> seat & 1):
            raise ValueError("a hand does not have its size")
        if table.empty >> seat & 1 and (table.turn - seat + table.players - 1) % table.players >= table.in_round:
            raise ValueError("somebody has no card left, and the phase goes on")
    if table.in_round >= table.players or must_pass(table) or legal(table, table.turn, actions) == 0:
        raise ValueError("whoever is in turn has no choice")
    return 0


cdef list in_turn(const int16_t* plays, int starter, int count, int players):
    """Who played what, in the order of turns."""
    seats = [(starter + turn) % players for turn in range(count)]
    return [(seat, cards_played(plays[<int>seat])) for seat in seats]


cdef class State(Position):
    """A game in C, with the law's methods."""

    GAME = GAME
    WHAT = (None, "slayer", "deal")  # by Needs
    cdef Table table
    cdef Memory memory

    def __cinit__(self, *_, **__):
        self.kernel, self.data, self.players_ = &KERNEL, &self.table, 3
        self.memory.last_starter = NOBODY
        start(&self.table, 3, 5)

    def __init__(self, players, options):
        GAME.check_players(players)
        chosen = GAME.complete(options)
        self.players_ = players
        memset(&self.memory, 0, sizeof(Memory))
        self.memory.last_starter = NOBODY
        start(&self.table, players, chosen["phases"])

    @staticmethod
    def of(law):
        """The same position as a state of the law."""
        cdef State state = State.__new__(State)
        with reading(Law, law):
            state.players_ = law.players
            put_public(&state.table, &state.memory, law, [len(hand) for hand in law.hands])
            state.table.needs = State.WHAT.index(law.needs.what) if law.needs else NOTHING
            put_cards(&state.table.left_over, law.left_over)
            for seat, hand in enumerate(law.hands):
                put_cards(&state.table.hands[within(seat, SEATS)], hand)
            check(&state.table, &state.memory)
        return state

    def copy(self):
        cdef State twin = Position.copy(self)
        twin.memory = self.memory
        return twin

    cdef void play(self, int seat, int action) noexcept:
        open_phase(&self.memory, &self.table)
        act(&self.table, &self.memory, seat, action)

    def facts(self):
        """Everything, in the law's words, for tests to compare; piles sorted, rounds in the order of turns."""
        cdef Table* table = &self.table
        cdef Memory* memory = &self.memory
        open_phase(memory, table)
        seats = range(table.players)
        starter = (table.turn + table.players - table.in_round) % table.players
        in_last = 0 if memory.last_starter == NOBODY else table.players
        return {
            "phase": table.phase,
            "turn": table.turn,
            "hands": [cards_in(&table.hands[<int>seat]) for seat in seats],
            "left_over": cards_in(&table.left_over),
            "crypt": cards_in(&memory.crypt),
            "round": in_turn(memory.round, starter, table.in_round, table.players),
            "last_round": in_turn(memory.last_round, memory.last_starter, in_last, table.players),
            "barred": POINTS[table.barred] if table.barred else None,
            "played": [cards_in(&memory.played[<int>seat]) for seat in seats],
            "taken_up": [cards_in(&memory.taken_up[<int>seat]) for seat in seats],
            "known": [cards_in(&memory.known[<int>seat]) for seat in seats],
            "passes": [memory.passes[seat] for seat in seats],
            "scores": self.scores,
            "is_over": self.is_over,
        }

    def hidden(self):
        """The parts of `facts` that nobody sees whole."""
        facts = self.facts()
        return {name: facts[name] for name in ("hands", "left_over")}


cdef class Knowledge(Knows):
    """What a seat knows of Vampire Queen, ready for sampling."""

    cdef Info queen
    cdef Memory memory  # for the worlds

    def __cinit__(self, view):
        cdef Rng rng = Rng(0)
        cdef Table world
        self.kernel, self.info = &KERNEL, &self.queen
        with reading(View, view):
            check_settled(view)
            self.players = view.players
            self.seat = -1 if view.seat is None else within(view.seat, view.players)
            put_public(&self.queen.table, &self.memory, view, view.hand_sizes)
            self._put_hands(view)
            self._put_unseen()
            sample(&self.queen, &world, &rng)
            check(&world, &self.memory)
            check_world(&KERNEL, &world, view)

    cdef int _put_hands(self, view) except -1:
        """The cards of each hand that are certain."""
        cdef Info* info = &self.queen
        certain = list(view.open_hands or view.known)
        if view.seat is not None:
            certain[view.seat] = view.hand
        for seat, cards in enumerate(certain):
            put_cards(&info.table.hands[within(seat, view.players)], cards)
            info.missing[<int>seat] = view.hand_sizes[seat] - len(cards)
        return 0

    cdef int _put_unseen(self) except -1:
        """Cards that are neither in the crypt nor on the table nor certain."""
        cdef Info* info = &self.queen
        cdef int slot, seat, count
        info.count = 0
        for slot in range(QUEEN + 1):
            count = QUEENS if slot == QUEEN else COPIES
            count -= self.memory.crypt.counts[slot] + info.table.lying.counts[slot]
            for seat in range(self.players):
                count -= info.table.hands[seat].counts[slot]
            info.table.left_over.counts[slot] = within(count, COPIES + 1)
            for _ in range(count):
                info.unseen[info.count] = slot
                info.count += 1
        within(sum([info.missing[seat] for seat in range(self.players)]), info.count + 1)
        return 0

    def world(self, unsigned long seed):
        """A state that agrees with the view."""
        cdef Rng rng = Rng(seed)
        cdef State state = State.__new__(State)
        state.players_, state.memory = self.players, self.memory
        sample(&self.queen, &state.table, &rng)
        return state


def play_at_random(int players, long actions, unsigned long seed=0):
    """Whole random games until at least `actions` actions were played; how many it were."""
    cdef Rng rng = Rng(seed)
    GAME.check_players(players)
    with nogil:
        actions = random_actions(players, actions, &rng)
    return actions
