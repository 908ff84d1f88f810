# cython: language_level=3, cdivision=True
"""Voodoo in C: a second, independent writing of docs/rules/voodoo.md for search and training.

Curses and permanent curses are bits of 64 by their number, artefacts by their effect.  Dice are six counts in one
number, four bits each.  What people remember is kept as its consequences: the acts done in this part of the turn, and
the lapses that can be called.  tests/lockstep walks this beside the law.
"""

from itertools import accumulate, combinations_with_replacement
from math import comb, prod

from libc.math cimport exp
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from hexdeck.errors import NotYourTurn
from hexdeck.games.voodoo import GAME
from hexdeck.games.voodoo import cards as printed
from hexdeck.games.voodoo.rules import State as Law
from hexdeck.games.voodoo.view import View
from hexdeck.kernel.api cimport MOST_LEGAL, Due, Kernel, Position, check_world
from hexdeck.kernel.api cimport Knowledge as Knows
from hexdeck.kernel.api import check_settled, reading
from hexdeck.kernel.reading cimport bits_within, within
from hexdeck.kernel.rng cimport Rng, below, next_word, share

cdef extern from *:
    int popcount "__builtin_popcountll" (unsigned long long) noexcept nogil
    int lowest "__builtin_ctzll" (unsigned long long) noexcept nogil

cdef enum:  # [VO1]
    SEATS = 6
    FACES = 6
    MOST_DICE = 6
    CURSES = 36
    PERMANENTS = 10
    BINDING = CURSES + PERMANENTS
    ARTEFACTS = 13
    FIRST_ARTEFACT = BINDING  # the law's number of the first one
    HELD = 462  # ways to hold at most five dice
    ROLLS = 924  # and at most six
    HELD_WORDS = 8  # with a bit for each
    NOBODY = -1
    ALL = SEATS  # the victim of an all-opponent curse [VO9]
    MIDDLE = SEATS  # where Target lies at first [VO2]

cdef enum:  # numbers of actions
    ROLL = 0
    DISCARD = ROLL + 1
    KEEP = DISCARD + FACES
    STOP = KEEP + HELD
    DRAW_CURSE = STOP + 1
    DRAW_ARTEFACT = DRAW_CURSE + 21
    CAST = DRAW_ARTEFACT + 21
    PAY = CAST + CURSES * 7
    PASS = PAY + FACES
    REROLL = PASS + 1
    TURN = REROLL + 1
    EXTRA_DIE = TURN + FACES * FACES
    CANCEL = EXTRA_DIE + 1
    HAND_OVER = CANCEL + CURSES
    MOVE_TARGET = HAND_OVER + CURSES * SEATS
    STEAL_POINT = MOVE_TARGET + SEATS + 1
    TWO_CURSES = STEAL_POINT + SEATS
    SHIELD = TWO_CURSES + 1
    LATE_REROLL = SHIELD + 1
    TWO_ARTEFACTS = LATE_REROLL + 1
    FEWER_DICE = TWO_ARTEFACTS + 1
    STINKY = FEWER_DICE + SEATS
    DO = STINKY + CURSES * 7
    CALL = DO + BINDING
    ADMIT = CALL + BINDING * SEATS
    DENY = ADMIT + 1
    VOTE_BROKEN = DENY + 1
    VOTE_KEPT = VOTE_BROKEN + 1
    VOTE_ABSTAIN = VOTE_KEPT + 1
    ACTIONS = VOTE_ABSTAIN + 1

cdef enum Effect:  # of artefacts, in the order of their actions
    REROLLS
    TURNS
    EXTRA_DICE
    CANCELS
    HANDS_OVER
    MOVES_TARGET
    STEALS_POINT
    DRAWS_CURSES
    SHIELDS
    REROLLS_LATE
    DRAWS_ARTEFACTS
    TAKES_DIE
    STINKS

cdef enum Phase:
    SETTING_UP
    BEFORE_ROLLING
    PREPARING
    KEEPING
    ACTING
    KEEPING_LATE
    PAYING

cdef enum Needs:
    NOTHING
    DOLL
    STARTING
    SHUFFLE_CURSES
    SHUFFLE_ARTEFACTS
    SHUFFLE_PERMANENTS
    DICE

cdef enum:
    GOAL = 11  # [VO12]
    ROLLED = 5  # dice [VO1]
    PATIENCE = 25  # [VO-R12]
    SKULL = 3  # steps from one to the next [VO1]
    SKULLS = 3
    ONE_EACH = 0x111111  # dice
    TOP_BITS = 0x888888
    USED_PREPARING = 1 << REROLLS | 1 << TURNS
    USED_ACTING = (1 << ARTEFACTS) - 1 - (1 << REROLLS) - (1 << STINKS)

# What stands on the cards; sets of cards are bits.
cdef uint32_t[CURSES] COST  # without the asterisk
cdef uint8_t[CURSES] CASTING
cdef uint8_t[CURSES] BREAKING
cdef uint64_t[FACES][MOST_DICE + 1] PAID_BY_FACE  # curses for which so many of a face are enough
cdef uint64_t[MOST_DICE + 1] PAID_BY_SIZE  # and so many dice in all
cdef uint64_t ASTERISKS = 0
cdef uint64_t ON_ALL = 0
cdef uint64_t BEGINNERS = 0  # the starting curses
cdef uint64_t DUE_AT_ROLL = 0
cdef uint64_t DUE_AT_PASS = 0
cdef uint64_t CRIES = 0
cdef uint64_t COSTS_DIE = 0  # the penalty of a permanent curse
cdef uint64_t CURSE_BITS = (<uint64_t>1 << CURSES) - 1
cdef uint64_t PERMANENT_BITS = ((<uint64_t>1 << PERMANENTS) - 1) << CURSES

# How dice are numbered in actions.
cdef uint32_t[ROLLS] HELD_DICE
cdef int[MOST_DICE + 2] HELD_BEFORE  # numbers of smaller sets
cdef int[FACES][MOST_DICE + 1] HELD_RANK  # sets that come first, by face and how many dice show higher ones
cdef uint8_t[FACES][FACES] PAIR_NUMBER
cdef uint32_t[21] PAIR_DICE
cdef uint8_t[15] HIGHER = [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5]  # two of six, numbered so that
cdef uint8_t[15] LOWER = [0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 4]  # the first n(n-1)/2 are two of n

cdef int16_t[ROLLS][FACES] ONE_MORE  # the number of the set with one more of a face
cdef int16_t[ROLLS][FACES] ONE_LESS  # or NOBODY

# What things are worth in points to a sensible player, found by playing many games.
cdef float PAIR = 0.8  # the card that two dice buy
cdef float BROKEN = 0.1  # of the points for breaking a curse
cdef float GAIN = 0.6  # what an artefact for the dice must bring
cdef double MINDFUL = 0.98  # the chance to think of something while a single curse is in force
cdef enum:
    ENOUGH = 4  # curses in a hand that rather takes an artefact
    LOOKAHEAD = 2  # turns of each player that a playout lasts

cdef float[CURSES] WORTH  # of casting a curse
cdef float[CURSES][ROLLS] PROSPECTS  # of dice to a player who has only this curse
cdef float[CURSES][ROLLS] ODDS  # that they come to pay for it
cdef int[ARTEFACTS] EFFECT_OF  # by the law's numbers, from FIRST_ARTEFACT on
cdef uint32_t[BINDING + 1] ATTENTION  # one thinks of something if a word is below this, by curses in force


ctypedef struct Stock:
    uint64_t hands[SEATS]
    uint64_t seen  # cards that were once under the deck: whoever holds one is known to
    uint8_t deck[CURSES]  # a ring
    uint8_t top
    uint8_t size
    uint8_t fresh  # cards on top that were never under it


# A million tables are to fit into half a gigabyte, so nothing is kept that follows from something else: who cast a
# curse from `cast_by`, whom it binds from `binding`.
ctypedef struct Table:
    Stock curses
    Stock artefacts  # by effect
    uint64_t binding[SEATS]  # what binds each seat
    uint64_t cast_by[SEATS]  # of the curses in force
    uint64_t in_force
    uint64_t barred[SEATS]  # may not be called by this seat
    uint64_t lapsed  # and can be called: of the seat that rolled last, but for cries
    uint64_t done  # by the seat with the doll in this half of its turn, but for cries
    uint64_t early  # of what is due before passing, done before the first roll [VO-R20]
    uint32_t dice
    uint16_t used  # artefacts of this turn [VO-R13]
    uint8_t since[BINDING]  # turn
    uint8_t cried  # bits: seats, since their marker last moved
    uint8_t owing  # bits: seats whose cry is due
    uint8_t silent  # bits: seats whose cry has lapsed and can be called
    uint8_t permanents[PERMANENTS]  # the deck: the last `permanents_left` of these
    uint8_t permanents_left
    int8_t scores[SEATS]
    int8_t skulls[SEATS]
    int8_t more_dice[SEATS]
    int8_t players
    int8_t at_table
    int8_t real_dice
    int8_t needs
    int8_t rolling  # dice
    int8_t phase
    int8_t turn
    uint8_t turns
    int8_t stopped
    int8_t casting  # the curse whose asterisk is being paid, or NOBODY
    int8_t casting_on
    int8_t target
    uint8_t shielded  # bits: seats
    int8_t called  # the card, or NOBODY
    int8_t caller
    int8_t accused
    int8_t denied
    uint8_t voted  # bits: seats
    uint8_t votes  # bits: for broken
    uint8_t abstained  # bits: seats
    int8_t over


cdef void start(Table* table, int players, bint at_table, bint real_dice) noexcept nogil:
    memset(table, 0, sizeof(Table))
    table.players = players
    table.at_table = at_table
    table.real_dice = real_dice
    table.target = MIDDLE
    table.casting = NOBODY
    table.called = NOBODY
    table.needs = DOLL


# Bits and dice


cdef inline uint64_t bit(int card) noexcept nogil:
    return <uint64_t>1 << card


cdef inline int nth_bit(uint64_t bits, int at) noexcept nogil:
    while at:
        bits &= bits - 1
        at -= 1
    return lowest(bits)


cdef inline int dice_in(uint32_t dice) noexcept nogil:
    return (dice * <uint32_t>ONE_EACH) >> 20 & 15


cdef inline int count_of(uint32_t dice, int face) noexcept nogil:
    return dice >> 4 * face & 15


cdef inline uint32_t faces_in(uint32_t dice) noexcept nogil:
    """The highest bit of every count that is not 0."""
    return (dice + 7 * ONE_EACH) & TOP_BITS


cdef inline uint32_t doubles_in(uint32_t dice) noexcept nogil:
    """The highest bit of every count above 1."""
    return (dice + 6 * ONE_EACH) & TOP_BITS


cdef inline int nth_face(uint32_t faces, int at) noexcept nogil:
    return nth_bit(faces, at) >> 2


cdef inline int pairs_in(uint32_t dice) noexcept nogil:
    """How many different pairs can be taken."""
    cdef int faces = popcount(faces_in(dice))
    return (faces * (faces - 1) >> 1) + popcount(doubles_in(dice))


cdef inline int held_number(uint32_t held) noexcept nogil:
    cdef int higher = dice_in(held), number = HELD_BEFORE[higher], face
    for face in range(FACES - 1):
        higher -= count_of(held, face)
        number += HELD_RANK[face][higher]
    return number


cdef inline uint64_t payable(uint32_t dice) noexcept nogil:
    """Every curse that the dice pay for [VO5]."""
    cdef uint64_t paid = PAID_BY_SIZE[dice_in(dice)]
    cdef int face
    for face in range(FACES):
        paid &= PAID_BY_FACE[face][count_of(dice, face)]
    return paid


# Seats


cdef inline uint32_t opponents(const Table* table, int seat) noexcept nogil:
    return ((1 << table.players) - 1) & ~(1 << seat)


cdef inline uint32_t possible_victims(const Table* table, int seat) noexcept nogil:
    """[VO6, VO-R7]"""
    return opponents(table, seat) & ~(table.shielded | 1 << table.target)


cdef inline uint32_t leaders(const Table* table, int seat) noexcept nogil:
    """Opponents with the most points of all."""
    cdef int most = 1, other
    cdef uint32_t found = 0
    for other in range(table.players):
        if table.scores[other] > most:
            most = table.scores[other]
            found = 0
        if table.scores[other] == most:
            found |= 1 << other
    return found & ~(1 << seat)


cdef inline int dice_of(const Table* table, int seat) noexcept nogil:
    """[VO-R14]"""
    return min(<int>MOST_DICE, max(1, ROLLED + table.more_dice[seat]))


cdef inline int owner(const uint64_t* sets, int card) noexcept nogil:
    """The first seat whose set has the card in it."""
    cdef int seat = 0
    while seat < SEATS - 1 and not sets[seat] >> card & 1:
        seat += 1
    return seat


cdef inline int last_to_roll(const Table* table) noexcept nogil:
    if table.phase != BEFORE_ROLLING:
        return table.turn
    return table.turn - 1 if table.turn else table.players - 1


cdef inline uint64_t lapses(const Table* table, int seat) noexcept nogil:
    """What `seat` can be called for [VO13]."""
    cdef uint64_t cards = table.lapsed if seat == last_to_roll(table) else 0
    return cards | CRIES if table.silent >> seat & 1 else cards


cdef inline uint64_t acts_done(const Table* table, int seat) noexcept nogil:
    cdef uint64_t cards = table.done if seat == table.turn else 0
    return cards | CRIES if table.cried >> seat & 1 else cards


# What can be done


cdef inline uint64_t possible_acts(const Table* table, int seat) noexcept nogil:
    """Due or not: nobody is reminded [VO13]."""
    cdef uint64_t acts = table.binding[seat] & ~acts_done(table, seat)
    if table.at_table:
        return 0
    return acts if seat == table.turn else acts & CRIES


cdef inline uint64_t possible_calls(const Table* table, int seat) noexcept nogil:
    """By the caster; of a permanent curse by any opponent [VO8, VO11]."""
    cdef uint64_t permanent = table.in_force & PERMANENT_BITS & ~table.binding[seat]
    return (table.cast_by[seat] | permanent) & ~table.barred[seat]


cdef inline uint64_t possible_uses(const Table* table, int seat) noexcept nogil:
    return table.artefacts.hands[seat] & ~table.used & (USED_ACTING if table.phase == ACTING else USED_PREPARING)


cdef inline bint may_stink(const Table* table, int seat) noexcept nogil:
    """[VO10]"""
    return table.stopped and table.artefacts.hands[seat] & ~table.used & (1 << STINKS)


cdef inline uint64_t handable(const Table* table, int seat) noexcept nogil:
    """Curses on one victim that bind `seat`."""
    return table.binding[seat] & CURSE_BITS & ~ON_ALL


cdef inline int ways_to_hand_over(const Table* table, int seat) noexcept nogil:
    cdef uint64_t cards = handable(table, seat)
    cdef uint32_t takers = possible_victims(table, seat)
    cdef int count = 0
    while cards:
        count += popcount(takers & ~(1 << owner(table.cast_by, lowest(cards))))
        cards &= cards - 1
    return count


cdef inline int nth_hand_over(const Table* table, int seat, int at) noexcept nogil:
    cdef uint64_t cards = handable(table, seat)
    cdef uint32_t takers
    cdef int card
    while True:
        card = lowest(cards)
        takers = possible_victims(table, seat) & ~(1 << owner(table.cast_by, card))
        if at < popcount(takers):
            return HAND_OVER + card * SEATS + nth_bit(takers, at)
        at -= popcount(takers)
        cards &= cards - 1


cdef inline int nth_place(const Table* table, int at) noexcept nogil:
    """For Target: a seat or the middle, but not where it lies."""
    if at >= table.target:
        at += 1
    return MIDDLE if at == table.players else at


cdef inline int nth_turn(const Table* table, int at) noexcept nogil:
    cdef int old = nth_face(faces_in(table.dice), at // (FACES - 1))
    cdef int new = at % (FACES - 1)
    return TURN + old * FACES + (new if new < old else new + 1)


cdef inline int ways_to_use(const Table* table, int seat, int effect) noexcept nogil:
    """In how many ways an artefact can be used now."""
    if effect == TURNS:
        return popcount(faces_in(table.dice)) * (FACES - 1)
    if effect == CANCELS:
        return popcount(table.binding[seat] & CURSE_BITS)  # [VO-R19]
    if effect == HANDS_OVER:
        return ways_to_hand_over(table, seat)
    if effect == MOVES_TARGET:
        return table.players
    if effect == STEALS_POINT:
        return popcount(leaders(table, seat))
    if effect == DRAWS_CURSES:
        return table.curses.size != 0  # [VO-R3]
    if effect == REROLLS_LATE:
        return table.dice != 0
    if effect == DRAWS_ARTEFACTS:
        return table.artefacts.size != 0  # [VO-R3]
    if effect == TAKES_DIE:
        return table.players - 1
    return 1


cdef inline int nth_use(const Table* table, int seat, int effect, int at) noexcept nogil:
    """The action of that way, ascending."""
    if effect == REROLLS:
        return REROLL
    if effect == TURNS:
        return nth_turn(table, at)
    if effect == EXTRA_DICE:
        return EXTRA_DIE
    if effect == CANCELS:
        return CANCEL + nth_bit(table.binding[seat], at)
    if effect == HANDS_OVER:
        return nth_hand_over(table, seat, at)
    if effect == MOVES_TARGET:
        return MOVE_TARGET + nth_place(table, at)
    if effect == STEALS_POINT:
        return STEAL_POINT + nth_bit(leaders(table, seat), at)
    if effect == TAKES_DIE:
        return FEWER_DICE + nth_bit(opponents(table, seat), at)
    return TWO_CURSES + effect - DRAWS_CURSES if effect <= SHIELDS else LATE_REROLL + effect - REROLLS_LATE


cdef inline int put_uses(const Table* table, int seat, int* out) noexcept nogil:
    cdef uint64_t effects = possible_uses(table, seat)
    cdef int count = 0, at
    while effects:
        for at in range(ways_to_use(table, seat, lowest(effects))):
            out[count] = nth_use(table, seat, lowest(effects), at)
            count += 1
        effects &= effects - 1
    return count


cdef inline int put_faces(uint32_t dice, int first, int* out) noexcept nogil:
    cdef int count = 0, face
    for face in range(FACES):
        if count_of(dice, face):
            out[count] = first + face
            count += 1
    return count


cdef inline int put_pairs(uint32_t dice, int first, int* out) noexcept nogil:
    """Any two dice buy a card [VO5]."""
    cdef int count = 0, low, high
    for low in range(FACES):
        for high in range(low, FACES):
            if count_of(dice, low) and count_of(dice, high) > (low == high):
                out[count] = first + PAIR_NUMBER[low][high]
                count += 1
    return count


cdef inline int put_casts(const Table* table, int seat, int first, int* out) noexcept nogil:
    """Every curse in hand that the dice on the table pay for, with every victim [VO6, VO9]."""
    cdef uint64_t cards = table.curses.hands[seat] & payable(table.dice)
    cdef uint32_t chosen
    cdef int count = 0, card
    while cards:
        card = lowest(cards)
        chosen = 1 << ALL if ON_ALL >> card & 1 else possible_victims(table, seat)
        while chosen:
            out[count] = first + card * 7 + lowest(chosen)
            count += 1
            chosen &= chosen - 1
        cards &= cards - 1
    return count


cdef inline int put_keeps(uint32_t dice, int* out) noexcept nogil:
    """Any dice, but not all [VO4]."""
    cdef uint64_t[HELD_WORDS] found
    cdef uint32_t held = dice
    cdef int count = 0, word, face, number
    memset(found, 0, sizeof(found))
    while held:
        face = lowest(held) >> 2  # the next smaller set: one less of this face, all of the lower ones
        held -= 1 << 4 * face
        held |= dice & ((1 << 4 * face) - 1)
        number = held_number(held)
        found[number >> 6] |= bit(number & 63)
    for word in range(HELD_WORDS):
        while found[word]:
            out[count] = KEEP + word * 64 + lowest(found[word])
            count += 1
            found[word] &= found[word] - 1
    return count


cdef inline int put_calls(const Table* table, int seat, int* out) noexcept nogil:
    cdef uint64_t cards = possible_calls(table, seat)
    cdef uint32_t accused
    cdef int count = 0, card
    while cards:
        card = lowest(cards)
        accused = opponents(table, seat) if ON_ALL >> card & 1 else 1 << owner(table.binding, card)
        while accused:
            out[count] = CALL + card * SEATS + lowest(accused)
            count += 1
            accused &= accused - 1
        cards &= cards - 1
    return count


cdef inline int put_acts(const Table* table, int seat, int* out) noexcept nogil:
    cdef uint64_t cards = possible_acts(table, seat)
    cdef int count = 0
    while cards:
        out[count] = DO + lowest(cards)
        count += 1
        cards &= cards - 1
    return count


cdef int put_turn(const Table* table, int* out) noexcept nogil:
    """What the player with the doll can do next, but for acts and calls [VO4, VO5]."""
    cdef int seat = table.turn, count = 0
    if table.phase == BEFORE_ROLLING:
        out[0] = ROLL
        return 1
    if table.phase == KEEPING or table.phase == KEEPING_LATE:
        return put_keeps(table.dice, out)
    if table.phase == PAYING:
        return put_faces(table.dice, PAY, out)
    if table.phase == PREPARING:
        count = put_faces(table.dice, DISCARD, out)
        out[count] = STOP
        return count + 1 + put_uses(table, seat, &out[count + 1])
    if table.curses.size:
        count += put_pairs(table.dice, DRAW_CURSE, out)
    if table.artefacts.size:
        count += put_pairs(table.dice, DRAW_ARTEFACT, &out[count])
    count += put_casts(table, seat, CAST, &out[count])
    out[count] = PASS
    return count + 1 + put_uses(table, seat, &out[count + 1])


cdef inline uint32_t judges(const Table* table) noexcept nogil:
    """Who must answer a call: the accused, then all who are not involved [VO14]."""
    if table.denied:
        return opponents(table, table.caller) & ~(1 << table.accused) & ~table.voted
    return 1 << table.accused


cdef inline int ways_to_answer(const Table* table) noexcept nogil:
    return 3 if table.denied else 2


cdef int legal(const void* state, int seat, int* out) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef int count = 0
    if table.needs or table.over:
        return 0
    if table.called != NOBODY:
        out[0] = VOTE_BROKEN if table.denied else ADMIT
        out[1] = out[0] + 1
        out[2] = VOTE_ABSTAIN
        return ways_to_answer(table) if judges(table) >> seat & 1 else 0
    if seat == table.turn:
        count = put_turn(table, out)
    elif may_stink(table, seat):
        count = put_casts(table, seat, STINKY, out)
    count += put_acts(table, seat, &out[count])
    return count + put_calls(table, seat, &out[count])


# Whether one action can be done


cdef inline bint has_dice(uint32_t dice, uint32_t some) noexcept nogil:
    """Whether there are at least `some` of every face."""
    return (dice + TOP_BITS - some & TOP_BITS) == TOP_BITS


cdef inline bint may_cast(const Table* table, int seat, int number) noexcept nogil:
    """`number` is a curse and a victim."""
    cdef int card = number // 7, victim = number % 7
    if not table.curses.hands[seat] & payable(table.dice) & bit(card):
        return False
    return ((1 << ALL if ON_ALL >> card & 1 else possible_victims(table, seat)) >> victim) & 1


cdef inline bint may_call(const Table* table, int seat, int number) noexcept nogil:
    """`number` is a card and whom it binds."""
    cdef int card = number // SEATS, accused = number % SEATS
    if not possible_calls(table, seat) >> card & 1:
        return False
    return ((opponents(table, seat) if ON_ALL >> card & 1 else 1 << owner(table.binding, card)) >> accused) & 1


cdef inline bint may_hand_over(const Table* table, int seat, int number) noexcept nogil:
    """`number` is a curse and a taker."""
    cdef int card = number // SEATS
    if not handable(table, seat) >> card & 1:
        return False
    return (possible_victims(table, seat) & ~(1 << owner(table.cast_by, card))) >> (number % SEATS) & 1


cdef bint may_use(const Table* table, int seat, int action) noexcept nogil:
    """An artefact in its owner's turn, from REROLL to below STINKY."""
    cdef uint64_t uses = possible_uses(table, seat)
    cdef int number
    if action == REROLL:
        return uses >> REROLLS & 1
    if action < EXTRA_DIE:
        number = action - TURN
        return uses >> TURNS & 1 and count_of(table.dice, number // FACES) and number // FACES != number % FACES
    if action == EXTRA_DIE:
        return uses >> EXTRA_DICE & 1
    if action < HAND_OVER:
        return uses >> CANCELS & 1 and table.binding[seat] >> (action - CANCEL) & 1  # [VO-R19]
    if action < MOVE_TARGET:
        return uses >> HANDS_OVER & 1 and may_hand_over(table, seat, action - HAND_OVER)
    if action < STEAL_POINT:
        number = action - MOVE_TARGET
        return uses >> MOVES_TARGET & 1 and number != table.target and (number == MIDDLE or number < table.players)
    if action < TWO_CURSES:
        return uses >> STEALS_POINT & 1 and leaders(table, seat) >> (action - STEAL_POINT) & 1
    if action == TWO_CURSES:
        return uses >> DRAWS_CURSES & 1 and table.curses.size  # [VO-R3]
    if action == SHIELD:
        return uses >> SHIELDS & 1
    if action == LATE_REROLL:
        return uses >> REROLLS_LATE & 1 and table.dice
    if action == TWO_ARTEFACTS:
        return uses >> DRAWS_ARTEFACTS & 1 and table.artefacts.size  # [VO-R3]
    return uses >> TAKES_DIE & 1 and opponents(table, seat) >> (action - FEWER_DICE) & 1


cdef bint may_do_in_turn(const Table* table, int action) noexcept nogil:
    """What the player with the doll can do next, but for acts and calls [VO4, VO5]."""
    if table.phase == BEFORE_ROLLING:
        return action == ROLL
    if table.phase == KEEPING or table.phase == KEEPING_LATE:
        return (
            KEEP <= action < STOP
            and has_dice(table.dice, HELD_DICE[action - KEEP]) and HELD_DICE[action - KEEP] != table.dice
        )
    if table.phase == PAYING:
        return PAY <= action < PASS and count_of(table.dice, action - PAY)
    if action >= REROLL:
        return may_use(table, table.turn, action)
    if table.phase == PREPARING:
        return action == STOP or (DISCARD <= action < KEEP and count_of(table.dice, action - DISCARD))
    if action <= STOP:
        return False
    if action < DRAW_ARTEFACT:
        return table.curses.size and has_dice(table.dice, PAIR_DICE[action - DRAW_CURSE])
    if action < CAST:
        return table.artefacts.size and has_dice(table.dice, PAIR_DICE[action - DRAW_ARTEFACT])
    if action < PAY:
        return may_cast(table, table.turn, action - CAST)
    return action == PASS


cdef bint is_legal(const void* state, int seat, int action) noexcept nogil:
    cdef const Table* table = <const Table*>state
    if table.needs or table.over or not 0 <= action < ACTIONS:
        return False
    if table.called != NOBODY:
        if not judges(table) >> seat & 1:
            return False
        return action >= VOTE_BROKEN if table.denied else ADMIT <= action < VOTE_BROKEN
    if action >= ADMIT:
        return False
    if action >= CALL:
        return may_call(table, seat, action - CALL)
    if action >= DO:
        return possible_acts(table, seat) >> (action - DO) & 1
    if action >= STINKY:
        return seat != table.turn and may_stink(table, seat) and may_cast(table, seat, action - STINKY)
    return seat == table.turn and may_do_in_turn(table, action)


# Cards


cdef inline int place(const Stock* stock, int at) noexcept nogil:
    """Where the card lies that comes up after `at` others."""
    at += stock.top
    return at if at < CURSES else at - CURSES


cdef inline void draw_card(Stock* stock, int seat) noexcept nogil:
    cdef uint64_t card = bit(stock.deck[stock.top])
    stock.top = stock.top + 1 if stock.top < CURSES - 1 else 0
    stock.size -= 1
    stock.hands[seat] |= card
    if stock.fresh:
        stock.fresh -= 1


cdef inline void draw_two(Stock* stock, int seat) noexcept nogil:
    """Of two cards you draw what is there [VO-R3]."""
    draw_card(stock, seat)
    if stock.size:
        draw_card(stock, seat)


cdef inline void show(Stock* stock, int seat, int card) noexcept nogil:
    stock.hands[seat] &= ~bit(card)


cdef inline void put_under(Stock* stock, int card) noexcept nogil:
    stock.deck[place(stock, stock.size)] = card
    stock.size += 1
    stock.seen |= bit(card)


# Curses


cdef inline void settle_lapse(Table* table, int seat, int card) noexcept nogil:
    if seat == last_to_roll(table):
        table.lapsed &= ~bit(card)
    if CRIES >> card & 1:
        table.owing &= ~(1 << seat)
        table.silent &= ~(1 << seat)


cdef inline void bind(Table* table, int seat, int card) noexcept nogil:
    """From now on: what lapsed before is no matter [VO-R17]."""
    table.binding[seat] |= bit(card)
    settle_lapse(table, seat, card)


cdef inline void release(Table* table, int seat, int card) noexcept nogil:
    table.binding[seat] &= ~bit(card)
    settle_lapse(table, seat, card)
    if seat == table.turn:
        table.done &= ~bit(card)
        table.early &= ~bit(card)
    if CRIES >> card & 1:
        table.cried &= ~(1 << seat)


cdef inline void end_curse(Table* table, int card) noexcept nogil:
    """For everybody [VO9]."""
    cdef int seat
    for seat in range(table.players):
        release(table, seat, card)
    table.in_force &= ~bit(card)
    table.cast_by[owner(table.cast_by, card)] &= ~bit(card)
    put_under(&table.curses, card)


cdef inline void draw_permanent(Table* table, int seat) noexcept nogil:
    """From an empty deck nothing [VO11]."""
    cdef int card
    if table.permanents_left == 0:
        return
    card = table.permanents[PERMANENTS - table.permanents_left]
    table.permanents_left -= 1
    table.in_force |= bit(card)
    table.since[card] = table.turns
    bind(table, seat, card)


cdef inline void expect_cry(Table* table, int seat) noexcept nogil:
    """The marker of `seat` has moved [VO7]."""
    table.cried &= ~(1 << seat)
    if table.binding[seat] & CRIES:
        table.owing |= 1 << seat


cdef inline void move_marker(Table* table, int seat, int points) noexcept nogil:
    """[VO11, VO12, VO-R4 to VO-R6]"""
    cdef int score = max(0, table.scores[seat] + points)
    if score == table.scores[seat]:
        return
    table.scores[seat] = score
    expect_cry(table, seat)
    if score >= GOAL:
        table.over = 1
        return
    while table.skulls[seat] < SKULLS and score >= SKULL * (table.skulls[seat] + 1):
        table.skulls[seat] += 1
        draw_permanent(table, seat)


cdef inline void lay(Table* table, int caster, int card, int victim) noexcept nogil:
    """Put a curse that was paid for into force [VO6, VO9]."""
    cdef int seat
    table.in_force |= bit(card)
    table.cast_by[caster] |= bit(card)
    table.since[card] = table.turns
    if victim == ALL:
        for seat in range(table.players):
            if seat != caster:
                bind(table, seat, card)
    else:
        bind(table, victim, card)
        table.target = victim
    move_marker(table, caster, CASTING[card])


cdef inline void hand_over(Table* table, int card, int giver, int taker) noexcept nogil:
    release(table, giver, card)
    bind(table, taker, card)
    table.since[card] = table.turns
    table.target = taker


cdef inline void complete_cast(Table* table, int seat) noexcept nogil:
    cdef int card = table.casting
    table.casting = NOBODY
    table.phase = ACTING
    lay(table, seat, card, table.casting_on)


cdef inline void cast(Table* table, int seat, int card, int victim) noexcept nogil:
    """An asterisk may leave a choice [VO5, VO-R18]."""
    cdef uint32_t faces
    show(&table.curses, seat, card)
    table.dice -= COST[card]
    table.casting = card
    table.casting_on = victim
    if ASTERISKS >> card & 1:
        faces = faces_in(table.dice)
        if faces & (faces - 1):
            table.phase = PAYING
            return
        table.dice -= faces >> 3
    complete_cast(table, seat)


cdef inline void do_act(Table* table, int seat, uint64_t card) noexcept nogil:
    if card & CRIES:
        table.cried |= 1 << seat
        table.owing &= ~(1 << seat)
    else:
        table.done |= card


# Calls


cdef inline void punish(Table* table) noexcept nogil:
    """What lapsed before is settled; the permanent curse stays [VO11, VO13]."""
    table.lapsed &= ~bit(table.called)
    if table.at_table:  # [VO-R15]
        table.barred[table.caller] |= bit(table.called)
    if COSTS_DIE >> table.called & 1:
        table.more_dice[table.accused] -= 1
    else:
        move_marker(table, table.accused, -1)


cdef inline void judge(Table* table, bint broken) noexcept nogil:
    """[VO8, VO13]"""
    if not broken:
        table.barred[table.caller] |= bit(table.called)
    elif PERMANENT_BITS >> table.called & 1:
        punish(table)
    else:
        end_curse(table, table.called)
        move_marker(table, table.caller, BREAKING[table.called])
    table.called = NOBODY


cdef inline void call(Table* table, int seat, int card, int accused) noexcept nogil:
    table.called = card
    table.caller = seat
    table.accused = accused
    table.denied = 0
    if not table.at_table:
        judge(table, lapses(table, accused) >> card & 1)


cdef inline void vote(Table* table, int seat, int action) noexcept nogil:
    """More votes for broken than for kept make the call right [VO14]."""
    cdef bint broken
    table.voted |= 1 << seat
    table.votes |= (action == VOTE_BROKEN) << seat
    table.abstained |= (action == VOTE_ABSTAIN) << seat
    if judges(table):
        return
    broken = 2 * popcount(table.votes) > popcount(table.voted & ~table.abstained)
    table.voted = table.votes = table.abstained = 0
    judge(table, broken)


cdef inline void answer(Table* table, int seat, int action) noexcept nogil:
    if action == ADMIT:
        judge(table, True)
    elif action == DENY:
        table.denied = 1
    else:
        vote(table, seat, action)


# A turn


cdef inline void begin_turn(Table* table, int seat) noexcept nogil:
    table.turn = seat
    table.turns += 1
    table.phase = BEFORE_ROLLING
    table.used = 0
    table.shielded &= ~(1 << seat)


cdef inline void roll_dice(Table* table, int dice) noexcept nogil:
    table.rolling = dice
    table.needs = DICE


cdef inline void first_roll(Table* table, int seat) noexcept nogil:
    """What lapsed before is forgotten, and what is due before rolling lapses now [VO13]."""
    memset(table.barred, 0, sizeof(table.barred))
    table.silent = 0
    table.lapsed = 0 if table.at_table else table.binding[seat] & DUE_AT_ROLL & ~table.done
    table.early = table.done & ~DUE_AT_ROLL
    table.done = 0
    roll_dice(table, dice_of(table, seat))
    table.more_dice[seat] = 0
    table.phase = PREPARING


cdef inline void pass_doll(Table* table, int seat) noexcept nogil:
    """What is due before passing lapses now, and so do cries [VO13]."""
    if not table.at_table:
        table.lapsed |= table.binding[seat] & DUE_AT_PASS & ~(table.done | table.early)
        table.silent |= table.owing
    table.done = table.early = 0
    table.cried = 0
    table.owing = 0
    table.dice = 0  # [VO-R10]
    if table.turns == PATIENCE * table.players:
        table.over = 1
    else:
        begin_turn(table, seat + 1 if seat + 1 < table.players else 0)


cdef inline void stop(Table* table) noexcept nogil:
    table.phase = ACTING
    table.stopped = 1


cdef inline void settle(Table* table, uint32_t rolled) noexcept nogil:
    """Dice have come to rest; with a single one you stop by yourself [VO4]."""
    table.needs = NOTHING
    table.dice += rolled
    if table.phase == KEEPING_LATE:
        table.phase = ACTING
    elif dice_in(table.dice) == 1:
        stop(table)
    else:
        table.phase = PREPARING


cdef inline void keep(Table* table, uint32_t held) noexcept nogil:
    roll_dice(table, dice_in(table.dice) - dice_in(held))
    table.dice = held


cdef inline void use(Table* table, int seat, int effect) noexcept nogil:
    """The card goes under its deck [VO5]."""
    show(&table.artefacts, seat, effect)
    put_under(&table.artefacts, effect)
    table.used |= 1 << effect


cdef void use_acting(Table* table, int seat, int action) noexcept nogil:
    """An artefact in its owner's turn, from REROLL on."""
    if action == REROLL:
        use(table, seat, REROLLS)
        table.phase = KEEPING
    elif action < EXTRA_DIE:
        use(table, seat, TURNS)
        table.dice -= 1 << 4 * (<uint32_t>(action - TURN) // FACES)
        table.dice += 1 << 4 * (<uint32_t>(action - TURN) % FACES)
    elif action == EXTRA_DIE:
        use(table, seat, EXTRA_DICE)
        table.more_dice[seat] += 1
    elif action < HAND_OVER:
        use(table, seat, CANCELS)
        end_curse(table, action - CANCEL)
    elif action < MOVE_TARGET:
        use(table, seat, HANDS_OVER)
        hand_over(table, <uint32_t>(action - HAND_OVER) // SEATS, seat, <uint32_t>(action - HAND_OVER) % SEATS)
    elif action < STEAL_POINT:
        use(table, seat, MOVES_TARGET)
        table.target = action - MOVE_TARGET
    elif action < TWO_CURSES:
        use(table, seat, STEALS_POINT)
        move_marker(table, action - STEAL_POINT, -1)
        move_marker(table, seat, 1)
    elif action == TWO_CURSES:
        use(table, seat, DRAWS_CURSES)
        draw_two(&table.curses, seat)
    elif action == SHIELD:
        use(table, seat, SHIELDS)
        table.shielded |= 1 << seat
    elif action == LATE_REROLL:
        use(table, seat, REROLLS_LATE)
        table.phase = KEEPING_LATE
    elif action == TWO_ARTEFACTS:
        use(table, seat, DRAWS_ARTEFACTS)
        draw_two(&table.artefacts, seat)
    else:
        use(table, seat, TAKES_DIE)
        table.more_dice[action - FEWER_DICE] -= 1


cdef inline void stink(Table* table, int seat, int card, int victim) noexcept nogil:
    """No die is taken away [VO10]."""
    use(table, seat, STINKS)
    show(&table.curses, seat, card)
    lay(table, seat, card, victim)


cdef inline void speak(Table* table, int seat, int action) noexcept nogil:
    """What does not end the moment of the Stinky Doll, from STINKY on [VO-R16]."""
    if action < DO:
        stink(table, seat, <uint32_t>(action - STINKY) // 7, <uint32_t>(action - STINKY) % 7)
    elif action < CALL:
        do_act(table, seat, bit(action - DO))
    elif action < ADMIT:
        call(table, seat, <uint32_t>(action - CALL) // SEATS, <uint32_t>(action - CALL) % SEATS)
    else:
        answer(table, seat, action)


cdef void apply(void* state, int seat, int action) noexcept nogil:
    cdef Table* table = <Table*>state
    if action >= STINKY:
        speak(table, seat, action)
        return
    table.stopped = 0
    if action == ROLL:
        first_roll(table, seat)
    elif action < KEEP:
        table.dice -= 1 << 4 * (action - DISCARD)
        table.phase = KEEPING
    elif action < STOP:
        keep(table, HELD_DICE[action - KEEP])
    elif action == STOP:
        stop(table)
    elif action < DRAW_ARTEFACT:
        table.dice -= PAIR_DICE[action - DRAW_CURSE]
        draw_card(&table.curses, seat)
    elif action < CAST:
        table.dice -= PAIR_DICE[action - DRAW_ARTEFACT]
        draw_card(&table.artefacts, seat)
    elif action < PAY:
        cast(table, seat, <uint32_t>(action - CAST) // 7, <uint32_t>(action - CAST) % 7)
    elif action < PASS:
        table.dice -= 1 << 4 * (action - PAY)
        complete_cast(table, seat)
    elif action == PASS:
        pass_doll(table, seat)
    else:
        use_acting(table, seat, action)


# Chance


cdef inline void fill(Stock* stock, const int* cards, int size) noexcept nogil:
    cdef int at
    for at in range(size):
        stock.deck[at] = cards[at]
    stock.top = 0
    stock.size = size
    stock.fresh = size


cdef void resolve(void* state, const int* outcome, int size) noexcept nogil:
    """[VO2]; artefacts are given by their effects."""
    cdef Table* table = <Table*>state
    cdef int at
    cdef uint32_t rolled = 0
    if table.needs == DICE:
        for at in range(size):
            rolled += 1 << 4 * outcome[at]
        settle(table, rolled)
        return
    if table.needs == DOLL:
        table.turn = outcome[0]
    elif table.needs == STARTING:
        for at in range(table.players):
            table.curses.hands[at] = bit(outcome[at])
    elif table.needs == SHUFFLE_CURSES:
        fill(&table.curses, outcome, size)
    elif table.needs == SHUFFLE_ARTEFACTS:
        fill(&table.artefacts, outcome, size)
    else:
        for at in range(PERMANENTS):
            table.permanents[at] = outcome[at]
        table.permanents_left = PERMANENTS
        table.needs = NOTHING
        begin_turn(table, table.turn)
        return
    table.needs += 1


cdef inline uint32_t random_dice(int dice, Rng* rng) noexcept nogil:
    """All from one word, as digits of a fraction to base 6."""
    cdef uint64_t fraction = next_word(rng)
    cdef uint32_t rolled = 0
    while dice:
        fraction = <uint64_t><uint32_t>fraction * FACES
        rolled += 1 << 4 * <int>(fraction >> 32)
        dice -= 1
    return rolled


cdef inline uint64_t to_shuffle(const Table* table) noexcept nogil:
    """The cards of the shuffle that is due, as bits."""
    cdef uint64_t cards = CURSE_BITS
    cdef int seat
    if table.needs == STARTING:
        return BEGINNERS
    if table.needs == SHUFFLE_ARTEFACTS:
        return (1 << ARTEFACTS) - 1
    if table.needs == SHUFFLE_PERMANENTS:
        return PERMANENT_BITS
    for seat in range(table.players):
        cards &= ~table.curses.hands[seat]
    return cards


cdef void due(const void* state, Due* due) noexcept nogil:
    """Artefacts by the law's numbers."""
    cdef const Table* table = <const Table*>state
    cdef uint64_t left
    due.dice = due.size = due.by_hand = 0
    if table.needs == NOTHING:
        return
    if table.needs == DICE or table.needs == DOLL:
        due.dice, due.sides = 1, table.players
        if table.needs == DICE:
            due.dice, due.sides, due.by_hand = table.rolling, FACES, table.real_dice
        return
    left = to_shuffle(table)
    while left:
        due.cards[due.size] = lowest(left) + (FIRST_ARTEFACT if table.needs == SHUFFLE_ARTEFACTS else 0)
        due.size += 1
        left &= left - 1


cdef void draw(void* state, Rng* rng) noexcept nogil:
    cdef Table* table = <Table*>state
    cdef int[64] cards
    cdef int size = 0, other
    cdef uint64_t left
    if table.needs == DICE:
        settle(table, random_dice(table.rolling, rng))
        return
    if table.needs == DOLL:
        cards[0] = below(rng, table.players)
        resolve(table, cards, 1)
        return
    left = to_shuffle(table)
    while left:
        cards[size] = lowest(left)
        other = below(rng, size + 1)
        cards[size], cards[other] = cards[other], cards[size]
        left &= left - 1
        size += 1
    resolve(table, cards, size)


# What search asks


cdef int to_move(const void* state, int* seats) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef uint32_t waiting
    cdef int count = 0
    if table.needs or table.over:
        return 0
    waiting = 1 << table.turn if table.called == NOBODY else judges(table)
    while waiting:
        seats[count] = lowest(waiting)
        count += 1
        waiting &= waiting - 1
    return count


cdef int needs(const void* state) noexcept nogil:
    return (<const Table*>state).needs


cdef bint is_over(const void* state) noexcept nogil:
    return (<const Table*>state).over


cdef int rounds_ended(const void* state) noexcept nogil:
    """A round is a turn of each player."""
    cdef const Table* table = <const Table*>state
    return table.turns // table.players


cdef int rounds_left(const void* state) noexcept nogil:
    cdef const Table* table = <const Table*>state
    return 0 if table.over else (PATIENCE * table.players - table.turns) // table.players


cdef void scores(const void* state, int* out) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef int seat
    for seat in range(table.players):
        out[seat] = table.scores[seat]


# Random games: any legal action is as likely as any other, and none is listed


cdef inline int random_keep(uint32_t dice, Rng* rng) noexcept nogil:
    cdef uint64_t fraction
    cdef uint32_t held = dice
    cdef int face
    while held == dice:
        held = 0
        fraction = next_word(rng)
        for face in range(FACES):
            fraction = <uint64_t><uint32_t>fraction * <uint32_t>(count_of(dice, face) + 1)
            held |= <uint32_t>(fraction >> 32) << 4 * face
    return KEEP + held_number(held)


cdef inline int ways_to_keep(uint32_t dice) noexcept nogil:
    cdef int ways = 1, face
    for face in range(FACES):
        ways *= count_of(dice, face) + 1
    return ways - 1


cdef inline int nth_pair(uint32_t dice, int at) noexcept nogil:
    """Doubles first."""
    cdef uint32_t faces = faces_in(dice), doubles = doubles_in(dice)
    cdef int low
    if at < popcount(doubles):
        low = nth_face(doubles, at)
        return PAIR_NUMBER[low][low]
    at -= popcount(doubles)
    return PAIR_NUMBER[nth_face(faces, LOWER[at])][nth_face(faces, HIGHER[at])]


cdef inline int ways_to_cast(uint64_t cards, uint32_t chosen) noexcept nogil:
    cdef int wide = popcount(cards & ON_ALL)
    return wide + (popcount(cards) - wide) * popcount(chosen)


cdef inline int nth_cast(uint64_t cards, uint32_t chosen, int at) noexcept nogil:
    """Those on all first."""
    cdef int wide = popcount(cards & ON_ALL), victims = popcount(chosen)
    if at < wide:
        return CAST + nth_bit(cards & ON_ALL, at) * 7 + ALL
    at -= wide
    return CAST + nth_bit(cards & ~ON_ALL, at // victims) * 7 + nth_bit(chosen, at % victims)


cdef inline int nth_call(const Table* table, int seat, uint64_t cards, int at) noexcept nogil:
    """Those of one victim first."""
    cdef int single = popcount(cards & ~ON_ALL), card, others = table.players - 1
    if at < single:
        card = nth_bit(cards & ~ON_ALL, at)
        return CALL + card * SEATS + owner(table.binding, card)
    at -= single
    return CALL + nth_bit(cards & ON_ALL, at // others) * SEATS + nth_bit(opponents(table, seat), at % others)


cdef inline int all_uses(const Table* table, int seat) noexcept nogil:
    cdef uint64_t effects = possible_uses(table, seat)
    cdef int ways = 0
    while effects:
        ways += ways_to_use(table, seat, lowest(effects))
        effects &= effects - 1
    return ways


cdef int any_use(const Table* table, int seat, int at) noexcept nogil:
    cdef uint64_t effects = possible_uses(table, seat)
    cdef int ways = ways_to_use(table, seat, lowest(effects))
    while at >= ways:
        at -= ways
        effects &= effects - 1
        ways = ways_to_use(table, seat, lowest(effects))
    return nth_use(table, seat, lowest(effects), at)


# Acts and calls: they can be made in every phase of a turn.
ctypedef struct Asides:
    uint64_t acts
    uint64_t calls
    int count


cdef inline Asides asides_of(const Table* table, int seat) noexcept nogil:
    cdef Asides asides
    asides.acts = possible_acts(table, seat)
    asides.calls = possible_calls(table, seat)
    asides.count = popcount(asides.acts) + popcount(asides.calls)
    asides.count += (table.players - 2) * popcount(asides.calls & ON_ALL)
    return asides


cdef inline int nth_aside(const Table* table, int seat, const Asides* asides, int at) noexcept nogil:
    cdef int acts = popcount(asides.acts)
    if at < acts:
        return DO + nth_bit(asides.acts, at)
    return nth_call(table, seat, asides.calls, at - acts)


cdef inline int random_acting(const Table* table, int seat, const Asides* asides, Rng* rng) noexcept nogil:
    cdef uint64_t cards = table.curses.hands[seat] & payable(table.dice)
    cdef uint32_t chosen = possible_victims(table, seat)
    cdef int pairs = pairs_in(table.dice), casts = ways_to_cast(cards, chosen), uses = all_uses(table, seat)
    cdef int curses = pairs if table.curses.size else 0, artefacts = pairs if table.artefacts.size else 0
    cdef int at = below(rng, 1 + asides.count + curses + artefacts + casts + uses) - 1
    if at < 0:
        return PASS
    if at < asides.count:
        return nth_aside(table, seat, asides, at)
    at -= asides.count
    if at < curses:
        return DRAW_CURSE + nth_pair(table.dice, at)
    at -= curses
    if at < artefacts:
        return DRAW_ARTEFACT + nth_pair(table.dice, at)
    at -= artefacts
    return nth_cast(cards, chosen, at) if at < casts else any_use(table, seat, at - casts)


cdef inline int random_preparing(const Table* table, int seat, const Asides* asides, Rng* rng) noexcept nogil:
    cdef uint32_t faces = faces_in(table.dice)
    cdef int at = below(rng, 1 + asides.count + popcount(faces) + all_uses(table, seat)) - 1
    if at < 0:
        return STOP
    if at < asides.count:
        return nth_aside(table, seat, asides, at)
    at -= asides.count
    return DISCARD + nth_face(faces, at) if at < popcount(faces) else any_use(table, seat, at - popcount(faces))


cdef inline int random_keeping(const Table* table, int seat, const Asides* asides, Rng* rng) noexcept nogil:
    cdef int at = asides.count
    if at:
        at = below(rng, at + ways_to_keep(table.dice))
    if at < asides.count:
        return nth_aside(table, seat, asides, at)
    return random_keep(table.dice, rng)


cdef inline int random_paying(const Table* table, int seat, const Asides* asides, Rng* rng) noexcept nogil:
    cdef uint32_t faces = faces_in(table.dice)
    cdef int at = below(rng, asides.count + popcount(faces))
    if at < asides.count:
        return nth_aside(table, seat, asides, at)
    return PAY + nth_face(faces, at - asides.count)


cdef inline int random_action(const Table* table, int seat, Rng* rng) noexcept nogil:
    """For a seat in `to_move`: nobody interrupts."""
    cdef Asides asides
    cdef int at = 0
    if table.called != NOBODY:
        return (VOTE_BROKEN if table.denied else ADMIT) + below(rng, ways_to_answer(table))
    asides = asides_of(table, seat)
    if table.phase == ACTING:
        return random_acting(table, seat, &asides, rng)
    if table.phase == PREPARING:
        return random_preparing(table, seat, &asides, rng)
    if table.phase == KEEPING or table.phase == KEEPING_LATE:
        return random_keeping(table, seat, &asides, rng)
    if table.phase == PAYING:
        return random_paying(table, seat, &asides, rng)
    if asides.count:
        at = below(rng, asides.count + 1)
    return nth_aside(table, seat, &asides, at - 1) if at else ROLL


cdef inline int first_to_move(const Table* table) noexcept nogil:
    return table.turn if table.called == NOBODY else lowest(judges(table))


cdef long play_random(Table* table, Rng* rng) noexcept nogil:
    """Play to the end; how many actions that took."""
    cdef long actions = 0
    cdef int seat
    while not table.over:
        if table.needs:
            draw(table, rng)
        else:
            seat = first_to_move(table)
            apply(table, seat, random_action(table, seat, rng))
            actions += 1
    return actions


cdef long random_actions(int players, long wanted, Rng* rng) noexcept nogil:
    cdef Table table
    cdef long actions = 0
    while actions < wanted:
        start(&table, players, False, False)
        actions += play_random(&table, rng)
    return actions


# The odds of dice, exact: all 924 sets of at most six, with the best rerolls from each [VO4]


cdef void expect(const float* worths, int size, float* expected) noexcept nogil:
    """What `size` dice are worth when those of a set are kept and the others rolled."""
    cdef int number, face
    cdef float sum_
    for number in range(HELD_BEFORE[size + 1] - 1, -1, -1):
        expected[number] = worths[number]
        if number < HELD_BEFORE[size]:
            sum_ = 0.0
            for face in range(FACES):
                sum_ += expected[ONE_MORE[number][face]]
            expected[number] = sum_ / FACES


cdef void best_rerolls(const float* now, int most, float* best) noexcept nogil:
    """What every set of at most `most` dice is worth with rerolls, from what each is worth as it lies."""
    cdef float[ROLLS] expected
    cdef float[ROLLS] top  # of all that can be kept of a set
    cdef int number, size, face
    for number in range(HELD_BEFORE[2]):
        best[number] = now[number]
    for size in range(1, most):
        expect(best, size, expected)
        for number in range(HELD_BEFORE[size + 2]):
            top[number] = expected[number] if number < HELD_BEFORE[size] else 0.0
            for face in range(FACES):
                if ONE_LESS[number][face] != NOBODY:
                    top[number] = max(top[number], top[ONE_LESS[number][face]])
        for number in range(HELD_BEFORE[size + 1], HELD_BEFORE[size + 2]):
            best[number] = max(now[number], top[number])


cdef float best_keep(uint32_t dice, int size, const float* expected, uint32_t* kept) noexcept nogil:
    """The best of all sets of fewer than `size` of the dice."""
    cdef uint32_t held = dice
    cdef int face
    cdef float most = -1.0, worth
    while held:
        face = lowest(held) >> 2  # as in put_keeps
        held -= 1 << 4 * face
        held |= dice & ((1 << 4 * face) - 1)
        if dice_in(held) < size:
            worth = expected[held_number(held)]
            if worth > most:
                most = worth
                kept[0] = held
    return most


# What dice are worth to a hand


cdef inline uint32_t matching(uint32_t dice, int card) noexcept nogil:
    """Those of the dice that the card names."""
    cdef uint32_t found = 0
    cdef int face
    for face in range(FACES):
        found |= <uint32_t>min(count_of(dice, face), count_of(COST[card], face)) << 4 * face
    return found


cdef inline int commonest(uint32_t dice) noexcept nogil:
    cdef int face, most = 0
    for face in range(1, FACES):
        if count_of(dice, face) > count_of(dice, most):
            most = face
    return most


cdef inline uint32_t paid_for(uint32_t dice, int card) noexcept nogil:
    """The dice left after paying; for an asterisk one of those that there are most of."""
    dice -= COST[card]
    return dice - (1 << 4 * commonest(dice)) if ASTERISKS >> card & 1 else dice


cdef float best_use(uint64_t cards, uint32_t dice, int needed, int* first) noexcept nogil:
    """What dice are worth as they lie; the card to cast first, or NOBODY.  `needed` are the points to win."""
    cdef uint64_t left = cards & payable(dice)
    cdef float most = PAIR * (dice_in(dice) >> 1), worth
    cdef int card, then = NOBODY
    first[0] = NOBODY
    while left:
        card = lowest(left)
        worth = WORTH[card]
        if CASTING[card] >= needed:
            worth += GOAL
        else:
            worth += best_use(cards & ~bit(card), paid_for(dice, card), needed - CASTING[card], &then)
        if worth > most:
            most = worth
            first[0] = card
        left &= left - 1
    return most


cdef inline uint64_t castable(const Table* table, int seat) noexcept nogil:
    """The hand, without what would find no victim."""
    return table.curses.hands[seat] if possible_victims(table, seat) else table.curses.hands[seat] & ON_ALL


cdef inline int needed_by(const Table* table, int seat) noexcept nogil:
    return GOAL - table.scores[seat]


cdef inline float worth_of(const Table* table, int seat, uint32_t dice, int* first) noexcept nogil:
    return best_use(castable(table, seat), dice, needed_by(table, seat), first)


cdef inline uint32_t turned(uint32_t dice, int action) noexcept nogil:
    """The dice after one has been turned by an artefact."""
    dice -= 1 << 4 * (<uint32_t>(action - TURN) // FACES)
    return dice + (1 << 4 * (<uint32_t>(action - TURN) % FACES))


cdef int best_of_dice(const Table* table, int seat) noexcept nogil:
    """The best discard or stop, or the best dice to keep, by the exact odds for the whole hand."""
    cdef float[ROLLS] now
    cdef float[ROLLS] best
    cdef float[ROLLS] expected
    cdef int number, first, size = dice_in(table.dice)
    cdef uint32_t kept = 0, stirred = 0
    cdef float later
    for number in range(HELD_BEFORE[size + 1]):
        now[number] = worth_of(table, seat, HELD_DICE[number], &first)
    if table.phase == KEEPING_LATE:
        expect(now, size, expected)
        best_keep(table.dice, size, expected, &kept)
        return KEEP + held_number(kept)
    best_rerolls(now, size, best)
    if table.phase == KEEPING:
        expect(best, size, expected)
        best_keep(table.dice, size, expected, &kept)
        return KEEP + held_number(kept)
    number = held_number(table.dice)
    if possible_uses(table, seat) >> REROLLS & 1:
        expect(best, size, expected)
        if best_keep(table.dice, size, expected, &stirred) > best[number] + GAIN:
            return REROLL
    expect(best, size - 1, expected)
    later = best_keep(table.dice, size - 1, expected, &kept)
    return DISCARD + nth_face(faces_in(table.dice - kept), 0) if later > now[number] else STOP


# Playouts: how a sensible player goes on, who sometimes forgets


cdef inline bint thinks_of_it(const Table* table, Rng* rng) noexcept nogil:
    """The more curses are in force, the more is forgotten."""
    return next_word(rng) < ATTENTION[popcount(table.in_force)]


cdef inline uint64_t remembered(const Table* table, uint64_t cards, Rng* rng) noexcept nogil:
    cdef uint64_t left = cards
    while left:
        if not thinks_of_it(table, rng):
            cards &= ~(left & (~left + 1))
        left &= left - 1
    return cards


cdef float best_prospect(const Table* table, int seat, int* wanted) noexcept nogil:
    """What the dice are worth with rerolls to come for a single curse, and which, or NOBODY."""
    cdef uint64_t cards = castable(table, seat)
    cdef int number = held_number(table.dice), card, needed = needed_by(table, seat)
    cdef float most = 0.0, worth
    wanted[0] = NOBODY
    while cards:
        card = lowest(cards)
        worth = PROSPECTS[card][number]
        if CASTING[card] >= needed:
            worth += GOAL * ODDS[card][number]
        if worth > most:
            most = worth
            wanted[0] = card
        cards &= cards - 1
    return most


cdef inline int ahead(const Table* table, uint32_t seats, Rng* rng) noexcept nogil:
    """Of these seats one with the most points."""
    cdef int found = NOBODY, most = -1, ties = 0, seat
    while seats:
        seat = lowest(seats)
        if table.scores[seat] > most:
            most = table.scores[seat]
            ties = 0
        if table.scores[seat] == most:
            ties += 1
            if ties == 1 or below(rng, ties) == 0:
                found = seat
        seats &= seats - 1
    return found


cdef inline int victim_for(const Table* table, int seat, int card, Rng* rng) noexcept nogil:
    return ALL if ON_ALL >> card & 1 else ahead(table, possible_victims(table, seat), rng)


cdef int preparing_choice(const Table* table, int seat) noexcept nogil:
    """Roll on for the likeliest curse, or stop."""
    cdef int first, wanted
    cdef float later = best_prospect(table, seat, &wanted)
    cdef uint32_t spare
    if wanted == NOBODY or later <= worth_of(table, seat, table.dice, &first):
        return STOP
    spare = table.dice - matching(table.dice, wanted)
    if dice_in(spare) < 2:
        return STOP
    return REROLL if possible_uses(table, seat) >> REROLLS & 1 else DISCARD + nth_face(faces_in(spare), 0)


cdef int keeping_choice(const Table* table, int seat) noexcept nogil:
    cdef int wanted
    cdef uint32_t held = 0
    best_prospect(table, seat, &wanted)
    if wanted != NOBODY:
        held = matching(table.dice, wanted)
    return KEEP + held_number(held if held != table.dice else 0)


cdef int use_at_once(const Table* table, int seat, Rng* rng) noexcept nogil:
    """The use of an artefact that is not better later, or NOBODY."""
    cdef uint64_t effects = possible_uses(table, seat) & ~<uint64_t>(1 << TURNS | 1 << REROLLS_LATE)
    cdef int effect, ways
    while effects:
        effect = lowest(effects)
        effects &= effects - 1
        ways = ways_to_use(table, seat, effect)
        if effect == TAKES_DIE:
            return FEWER_DICE + ahead(table, opponents(table, seat), rng)
        if effect != MOVES_TARGET and ways:
            return nth_use(table, seat, effect, below(rng, ways) if ways > 1 else 0)
        if effect == MOVES_TARGET and table.target != seat:
            return MOVE_TARGET + seat
    return NOBODY


cdef int best_turn_of_a_die(const Table* table, int seat) noexcept nogil:
    """NOBODY where it brings too little."""
    cdef int at, first, action, best = NOBODY
    cdef float most = worth_of(table, seat, table.dice, &first) + GAIN, worth
    for at in range(ways_to_use(table, seat, TURNS)):
        action = nth_turn(table, at)
        worth = worth_of(table, seat, turned(table.dice, action), &first)
        if worth > most:
            most = worth
            best = action
    return best


cdef int acting_choice(const Table* table, int seat, Rng* rng) noexcept nogil:
    """Artefacts first, then the best casts, then draws."""
    cdef uint64_t uses = possible_uses(table, seat)
    cdef int action, card, dice = dice_in(table.dice)
    if uses:
        action = use_at_once(table, seat, rng)
        if action == NOBODY and uses >> TURNS & 1 and dice > 1:
            action = best_turn_of_a_die(table, seat)
        if action != NOBODY:
            return action
    worth_of(table, seat, table.dice, &card)
    if card != NOBODY:
        return CAST + card * 7 + victim_for(table, seat, card, rng)
    if uses >> REROLLS_LATE & 1 and dice > 2 and castable(table, seat):
        return LATE_REROLL
    if dice < 2 or not (table.curses.size or table.artefacts.size):
        return PASS
    if table.curses.size and (table.artefacts.size == 0 or popcount(table.curses.hands[seat]) < ENOUGH):
        return DRAW_CURSE + nth_pair(table.dice, 0)
    return DRAW_ARTEFACT + nth_pair(table.dice, 0)


cdef int rollout(const void* state, int seat, Rng* rng) noexcept nogil:
    """Without acts and calls, which `play_on` sees to."""
    cdef const Table* table = <const Table*>state
    if table.called != NOBODY:
        return VOTE_ABSTAIN if table.denied else DENY
    if table.phase == BEFORE_ROLLING:
        return ROLL
    if table.phase == PREPARING:
        return preparing_choice(table, seat)
    if table.phase == KEEPING or table.phase == KEEPING_LATE:
        return keeping_choice(table, seat)
    if table.phase == PAYING:
        return PAY + commonest(table.dice)
    return acting_choice(table, seat, rng)


cdef void call_lapses(Table* table, int accused, Rng* rng) noexcept nogil:
    """By whoever may and thinks of it [VO8, VO11]."""
    cdef uint64_t cards = remembered(table, lapses(table, accused), rng)
    cdef int card, seat
    while cards and not table.over:
        card = lowest(cards)
        cards &= cards - 1
        seat = owner(table.cast_by, card)
        if card >= CURSES:
            seat = accused + 1 if accused + 1 < table.players else 0
        if possible_calls(table, seat) >> card & 1:
            call(table, seat, card, accused)


cdef void call_all_lapses(Table* table, Rng* rng) noexcept nogil:
    cdef int seat
    for seat in range(table.players):
        if lapses(table, seat):
            call_lapses(table, seat, rng)


cdef inline void do_acts(Table* table, int seat, uint64_t moment, Rng* rng) noexcept nogil:
    """What is due and comes to mind."""
    if not table.at_table:
        table.done |= remembered(table, table.binding[seat] & moment & ~(table.done | table.early), rng)


cdef void let_it_stink(Table* table, Rng* rng) noexcept nogil:
    """Whoever has the Stinky Doll casts the best that the dice pay for [VO10]."""
    cdef int seat, card
    for seat in range(table.players):
        if seat != table.turn and may_stink(table, seat):
            worth_of(table, seat, table.dice, &card)
            if card != NOBODY:
                stink(table, seat, card, victim_for(table, seat, card, rng))
            return


cdef void play_on(Table* table, Rng* rng) noexcept nogil:
    """One step of whoever must choose, and what others say to it."""
    cdef int seat = first_to_move(table), action
    if table.stopped and table.called == NOBODY:
        let_it_stink(table, rng)
        table.stopped = 0
        if table.over:
            return
    action = rollout(table, seat, rng)
    if action == ROLL:
        do_acts(table, seat, DUE_AT_ROLL, rng)
    elif action == PASS:
        do_acts(table, seat, DUE_AT_PASS, rng)
        table.owing &= ~remembered(table, table.owing, rng)
    apply(table, seat, action)
    if action == ROLL or action == PASS:
        call_all_lapses(table, rng)


cdef inline double standing(const Table* table, int seat) noexcept nogil:
    """How well a seat stands before somebody's turn: a logarithm of its odds, found by regression."""
    cdef double score = table.scores[seat]
    cdef int away = seat - table.turn
    if away < 0:
        away += table.players
    return (
        0.37 * score + 0.02 * score * score + 0.4 * min(5, popcount(table.curses.hands[seat]))
        + 0.4 * popcount(table.artefacts.hands[seat]) + 0.2 * popcount(table.cast_by[seat])
        + 0.3 * table.more_dice[seat] - 0.2 * away
    )


cdef void value(void* state, Rng* rng, double* out) noexcept nogil:
    """The chance of every seat to win: some turns are played, then it counts how they stand."""
    cdef Table* table = <Table*>state
    cdef int last = table.turns + LOOKAHEAD * table.players, seat, best = 0
    cdef double sum_ = 0.0
    while not table.over and table.turns < last:
        if table.needs:
            draw(table, rng)
        else:
            play_on(table, rng)
    for seat in range(table.players):
        best = max(best, <int>table.scores[seat])
    for seat in range(table.players):
        if table.over:
            out[seat] = table.scores[seat] == best
        else:
            out[seat] = exp(standing(table, seat))
        sum_ += out[seat]
    for seat in range(table.players):
        out[seat] /= sum_


# What a search looks at: dice by the exact odds, no false calls, no acts that are not due, no pairs that are needed


cdef inline uint64_t due_acts(const Table* table, int seat) noexcept nogil:
    """What is due in this half of the turn and not yet done."""
    cdef uint64_t due = (DUE_AT_ROLL if table.phase == BEFORE_ROLLING else DUE_AT_PASS) & ~(table.done | table.early)
    if table.at_table:
        return 0
    return table.binding[seat] & (due | CRIES if table.owing >> seat & 1 else due)


cdef inline uint32_t foremost(const Table* table, uint32_t seats) noexcept nogil:
    """The two of these that are furthest ahead."""
    cdef uint32_t found = 0, left
    cdef int times, seat, best
    for times in range(2):
        left = seats & ~found
        best = NOBODY
        while left:
            seat = lowest(left)
            left &= left - 1
            if best == NOBODY or table.scores[seat] > table.scores[best]:
                best = seat
        if best != NOBODY:
            found |= 1 << best
    return found


cdef int put_good_casts(const Table* table, int seat, int* out) noexcept nogil:
    cdef uint64_t cards = castable(table, seat) & payable(table.dice)
    cdef uint32_t chosen
    cdef int count = 0, card
    while cards:
        card = lowest(cards)
        chosen = 1 << ALL if ON_ALL >> card & 1 else foremost(table, possible_victims(table, seat))
        while chosen:
            out[count] = CAST + card * 7 + lowest(chosen)
            count += 1
            chosen &= chosen - 1
        cards &= cards - 1
    return count


cdef int least_useful_die(const Table* table, int seat) noexcept nogil:
    cdef int face, first, best = 0
    cdef float most = -1.0, worth
    for face in range(FACES):
        if count_of(table.dice, face):
            worth = worth_of(table, seat, table.dice - (1 << 4 * face), &first)
            if worth > most:
                most = worth
                best = face
    return best


cdef int put_good_draws(const Table* table, int seat, int* out) noexcept nogil:
    """With the pair that the rest needs least; a pass where none can be had."""
    cdef int at, first, pair, best = 0, count = 0
    cdef float most = -1.0, worth
    if dice_in(table.dice) < 2 or not (table.curses.size or table.artefacts.size):
        out[0] = PASS
        return 1
    for at in range(pairs_in(table.dice)):
        pair = nth_pair(table.dice, at)
        worth = worth_of(table, seat, table.dice - PAIR_DICE[pair], &first)
        if worth > most:
            most = worth
            best = pair
    if table.curses.size:
        out[0] = DRAW_CURSE + best
        count = 1
    if table.artefacts.size:
        out[count] = DRAW_ARTEFACT + best
        count += 1
    return count


cdef inline bint is_good_use(const Table* table, int seat, int action) noexcept nogil:
    """A die turned for a gain, somebody ahead hit, Target taken or laid in the middle."""
    cdef uint32_t others = foremost(table, opponents(table, seat))
    cdef int first
    if TURN <= action < EXTRA_DIE:
        return worth_of(table, seat, turned(table.dice, action), &first) > worth_of(table, seat, table.dice, &first)
    if HAND_OVER <= action < MOVE_TARGET:
        return others >> (<uint32_t>(action - HAND_OVER) % SEATS) & 1
    if MOVE_TARGET <= action < STEAL_POINT:
        return action == MOVE_TARGET + seat or action == MOVE_TARGET + MIDDLE
    return action < FEWER_DICE or others >> (action - FEWER_DICE) & 1


cdef int put_good_uses(const Table* table, int seat, int* out) noexcept nogil:
    cdef int[MOST_LEGAL] uses
    cdef int at, good = 0, count = put_uses(table, seat, uses)
    for at in range(count):
        if is_good_use(table, seat, uses[at]):
            out[good] = uses[at]
            good += 1
    return good


cdef int choices(const void* state, int seat, int* out) noexcept nogil:
    cdef const Table* table = <const Table*>state
    cdef uint64_t acts = due_acts(table, seat)
    cdef int count
    if table.called != NOBODY:
        return legal(state, seat, out)
    if acts:
        out[0] = DO + lowest(acts)
        return 1
    if table.phase != ACTING:
        if table.phase == BEFORE_ROLLING:
            out[0] = ROLL
        elif table.phase == PAYING:
            out[0] = PAY + least_useful_die(table, seat)
        else:
            out[0] = best_of_dice(table, seat)
        return 1
    count = put_good_casts(table, seat, out)
    count += put_good_draws(table, seat, &out[count])
    return count + put_good_uses(table, seat, &out[count])


cdef int read_odds() except -1:
    """For each curse what dice are worth to a player who has no other."""
    cdef float[ROLLS] now
    cdef int number, card, face, price
    for number in range(ROLLS):
        for face in range(FACES):
            ONE_LESS[number][face] = NOBODY
            if count_of(HELD_DICE[number], face):
                ONE_LESS[number][face] = held_number(HELD_DICE[number] - (1 << 4 * face))
            if number < HELD:
                ONE_MORE[number][face] = held_number(HELD_DICE[number] + (1 << 4 * face))
    for card in range(CURSES):
        WORTH[card] = CASTING[card] + BROKEN * BREAKING[card]
        price = dice_in(COST[card]) + (ASTERISKS >> card & 1)
        for number in range(ROLLS):
            now[number] = payable(HELD_DICE[number]) >> card & 1
        best_rerolls(now, MOST_DICE, ODDS[card])
        for number in range(ROLLS):
            now[number] = PAIR * (dice_in(HELD_DICE[number]) >> 1)
            if payable(HELD_DICE[number]) >> card & 1:
                now[number] = WORTH[card] + PAIR * (dice_in(HELD_DICE[number]) - price >> 1)
        best_rerolls(now, MOST_DICE, PROSPECTS[card])
    for number in range(BINDING + 1):
        ATTENTION[number] = <uint32_t>min(MINDFUL**number * WORDS, WORDS - 1)
    return 0


# Worlds.  Every order in which the cards can have come is as likely as any other.  A seat's first curse was a
# starting curse [VO2]: one that it has shown, or one that is still hidden.  Which seats hide theirs is drawn first.

ctypedef struct Unseen:
    uint8_t cards[CURSES]
    uint8_t count
    uint8_t room[SEATS]  # of these in each hand


ctypedef struct Info:
    Table table  # with what is known
    Unseen curses
    Unseen artefacts
    Unseen permanents
    uint8_t beginners  # starting curses, the first of the unseen ones
    uint64_t odds[1 << SEATS]  # that a word is below this, by set of seats that hide theirs
    uint8_t unknown_votes  # bits: seats


cdef inline void draw_unseen(Unseen* unseen, int at, int end, Rng* rng) noexcept nogil:
    """Let any card from `at` to `end` be number `at`."""
    cdef int other = at + below(rng, end - at)
    unseen.cards[at], unseen.cards[other] = unseen.cards[other], unseen.cards[at]


cdef inline void deal_unseen(Stock* stock, Unseen* unseen, int at, Rng* rng) noexcept nogil:
    """The cards from `at` on to the hands that have room, then to the top of the deck."""
    cdef int seat, place
    for seat in range(SEATS):
        for place in range(unseen.room[seat]):
            draw_unseen(unseen, at, unseen.count, rng)
            stock.hands[seat] |= bit(unseen.cards[at])
            at += 1
    for place in range(stock.fresh):
        draw_unseen(unseen, at, unseen.count, rng)
        stock.deck[place] = unseen.cards[at]
        at += 1


cdef inline int deal_beginners(const Info* known, Stock* stock, Unseen* unseen, Rng* rng) noexcept nogil:
    """A starting curse to every seat that hides its own; how many."""
    cdef uint32_t hiding = 0, word = next_word(rng)
    cdef int at = 0, seat
    while word >= known.odds[hiding]:
        hiding += 1
    while hiding:
        seat = lowest(hiding)
        draw_unseen(unseen, at, known.beginners, rng)
        stock.hands[seat] |= bit(unseen.cards[at])
        unseen.room[seat] -= 1
        at += 1
        hiding &= hiding - 1
    return at


cdef void sample(const void* info, void* state, Rng* rng) noexcept nogil:
    """A table that agrees with all a seat has seen."""
    cdef const Info* known = <const Info*>info
    cdef Table* table = <Table*>state
    cdef Unseen unseen = known.curses
    cdef int at
    memcpy(table, &known.table, sizeof(Table))
    at = deal_beginners(known, &table.curses, &unseen, rng)
    deal_unseen(&table.curses, &unseen, at, rng)
    unseen = known.artefacts
    deal_unseen(&table.artefacts, &unseen, 0, rng)
    unseen = known.permanents
    for at in range(unseen.count):
        draw_unseen(&unseen, at, unseen.count, rng)
        table.permanents[PERMANENTS - unseen.count + at] = unseen.cards[at]
    table.votes |= next_word(rng) & known.unknown_votes
    table.abstained |= next_word(rng) & known.unknown_votes & ~table.votes


cdef int pick(const void* state, int seat, uint32_t word) noexcept nogil:
    cdef int[MOST_LEGAL] actions
    return actions[share(word, legal(state, seat, actions))]


cdef Kernel KERNEL = Kernel(
    state_size=sizeof(Table),
    actions=ACTIONS,
    spread=3.0,
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
    value=value,
)


# From the law's words and back


cdef uint64_t bits_of(numbers) except? 1:
    return bits_within(numbers, 64)


cdef list numbers_in(uint64_t bits):
    return [number for number in range(64) if bits >> number & 1]


cdef uint32_t dice_of_faces(faces) except? 1:
    within(len(faces), MOST_DICE + 1)
    return sum(1 << 4 * within(face, FACES) for face in faces)


cdef int put_deck(Stock* stock, int first, cards) except -1:
    for at, card in enumerate(cards):
        stock.deck[within(first + at, CURSES)] = card
    return 0


cdef int put_stock(Stock* stock, seen, numbers) except -1:
    """A stock of the law; `numbers` are ours for its cards."""
    for seat, (hand, known) in enumerate(zip(seen.hands, seen.known, strict=True)):
        stock.hands[within(seat, SEATS)] = bits_of(numbers[card] for card in hand)
        stock.seen |= bits_of(numbers[card] for card in known)
    stock.seen |= bits_of(numbers[card] for card in seen.deck[seen.fresh:])
    put_deck(stock, 0, [numbers[card] for card in seen.deck])
    stock.size, stock.fresh = len(seen.deck), within(seen.fresh, len(seen.deck) + 1)
    return 0


cdef int put_seen_stock(Stock* stock, Unseen* unseen, view, seen, numbers) except -1:
    """What a view knows of a stock; every hidden card is still to be dealt."""
    starting = printed.starting_curses()  # they come first
    hidden = set(numbers) - set(seen.drawn) - {card for card, _, _ in seen.shown}
    for at, card in enumerate(sorted(hidden, key=lambda card: (card not in starting, card))):
        unseen.cards[<int>at] = numbers[card]
    unseen.count = len(hidden)
    for seat in range(view.players):
        known = seen.hand if seat == view.seat else seen.known[seat]
        stock.seen |= bits_of(numbers[card] for card in seen.known[seat])
        stock.hands[<int>seat] = bits_of(numbers[card] for card in known)
        unseen.room[<int>seat] = within(seen.hand_sizes[seat] - len(known), CURSES + 1)
    stock.seen |= bits_of(numbers[card] for card in seen.under)
    put_deck(stock, within(seen.fresh, CURSES + 1), [numbers[card] for card in seen.under])
    stock.size, stock.fresh = seen.deck, seen.fresh
    if stock.size != stock.fresh + len(seen.under):
        raise ValueError("a deck is not as large as its parts")
    if unseen.count != stock.fresh + sum([unseen.room[seat] for seat in range(SEATS)]):
        raise ValueError("the hidden cards are not as many as the hands and the deck have")
    return 0


cdef int put_spells(Table* table, spells) except -1:
    cdef int card
    for spell in spells:
        card = within(spell.card, BINDING)
        if table.in_force >> card & 1:
            raise ValueError("a curse is in force twice")
        table.in_force |= bit(card)
        table.since[card] = spell.since
        if card < CURSES:
            table.cast_by[within(spell.caster, table.players)] |= bit(card)
        for victim in spell.victims:
            table.binding[within(victim, table.players)] |= bit(card)
    return 0


cdef int put_note(Table* table, note) except -1:
    """What a note in the diary leads to."""
    cdef int seat = within(note.seat, table.players)
    if note.what == "bound":
        settle_lapse(table, seat, within(note.card, BINDING))
    elif note.what == "did":
        do_act(table, seat, bit(within(note.card, BINDING)) & table.binding[seat])  # it may have been handed over since
    elif note.what == "moved":
        expect_cry(table, seat)
    elif note.what == "rolled":
        table.lapsed = table.binding[seat] & DUE_AT_ROLL & ~table.done
        table.early = table.done & ~DUE_AT_ROLL
        table.done = 0
    else:
        table.lapsed |= table.binding[seat] & DUE_AT_PASS & ~(table.done | table.early)
        table.silent |= table.owing
        table.done = table.early = table.cried = table.owing = 0
    return 0


cdef int put_call(Table* table, made) except -1:
    if made is not None:
        table.called, table.denied = within(made.card, BINDING), bool(made.denied)
        table.caller, table.accused = within(made.caller, table.players), within(made.accused, table.players)
    return 0


cdef int put_public(Table* table, seen, spells) except -1:
    """What a state of the law and a view of it have in common."""
    GAME.check_players(seen.players)
    start(table, seen.players, bool(seen.at_table), bool(seen.real_dice))
    table.needs, table.phase, table.over = NOTHING, PHASES.index(seen.phase), bool(seen.is_over)
    table.turn, table.turns = within(seen.turn, table.players), within(seen.turns, PATIENCE * table.players + 1)
    table.stopped = bool(seen.stopped)
    table.dice = dice_of_faces(seen.dice)
    if seen.casting is not None:
        card, victim = seen.casting
        table.casting, table.casting_on = within(card, CURSES), within(victim, ALL + 1)
    table.target = MIDDLE if seen.target is None else within(seen.target, table.players)
    table.used = bits_of(EFFECTS[card] for card in seen.used)
    table.shielded = bits_within(seen.shielded, table.players)
    for seat in range(table.players):
        table.scores[seat] = within(seen.scores[seat], 2 * GOAL)
        table.skulls[seat] = within(seen.skulls[seat], SKULLS + 1)
        table.more_dice[seat] = within(seen.more_dice[seat] + 64, 128) - 64
    put_spells(table, spells)
    for note in seen.diary:
        put_note(table, note)
    for seat, card in seen.barred:
        table.barred[within(seat, table.players)] |= bit(within(card, BINDING))
    put_call(table, seen.call)
    return 0


cdef int check(const Table* table) except -1:
    """ValueError unless the rules can go on from a table that came from outside."""
    check_phase(table)
    if SETTING_UP < table.phase:
        check_stock(&table.curses, table, CURSE_BITS, table.in_force & CURSE_BITS | casting_bits(table))
        check_stock(&table.artefacts, table, (1 << ARTEFACTS) - 1, 0)
        check_permanents(table)
        check_curses(table)
        check_call(table)
    return 0


cdef inline uint64_t casting_bits(const Table* table) noexcept nogil:
    return 0 if table.casting == NOBODY else bit(table.casting)


cdef int check_phase(const Table* table) except -1:
    """Dice as there are in each part of a turn [VO4, VO5]."""
    cdef int dice = dice_in(table.dice), faces = popcount(faces_in(table.dice)), seat
    if (table.phase == SETTING_UP) != (DOLL <= table.needs <= SHUFFLE_PERMANENTS):
        raise ValueError("the game is being set up, or it is not")
    if table.phase == SETTING_UP:
        check_setting_up(table)
        return 0
    if table.turns == 0:
        raise ValueError("no turn has begun")
    for seat in range(table.players):
        if table.scores[seat] >= GOAL and not table.over:
            raise ValueError("somebody has won, and the game goes on")
    if (table.casting != NOBODY) != (table.phase == PAYING):
        raise ValueError("a curse is being paid for, or it is not")
    if table.needs == DICE:
        if not 1 <= table.rolling <= MOST_DICE - dice or table.phase in (BEFORE_ROLLING, ACTING, PAYING):
            raise ValueError("so many dice cannot be rolled")
    elif not table.over and (
        (table.phase == BEFORE_ROLLING and dice) or (table.phase == PREPARING and dice < 2)
        or (table.phase in (KEEPING, KEEPING_LATE) and dice < 1) or (table.phase == PAYING and faces < 2)
    ):
        raise ValueError("there cannot be such dice now")
    return 0


cdef int check_setting_up(const Table* table) except -1:
    """What has been dealt so far, and nothing else [VO2]."""
    cdef int seat
    cdef uint64_t dealt = 0
    if table.over or table.called != NOBODY or table.casting != NOBODY or table.in_force or table.dice:
        raise ValueError("something has happened before the first turn")
    for seat in range(table.players):
        if popcount(table.curses.hands[seat]) != (table.needs > STARTING) or table.artefacts.hands[seat]:
            raise ValueError("a hand does not have its size")
        dealt |= table.curses.hands[seat]
    if dealt & ~BEGINNERS or popcount(dealt) != (table.players if table.needs > STARTING else 0):
        raise ValueError("a starting curse is missing, or in two places")
    if table.needs > SHUFFLE_CURSES:
        check_stock(&table.curses, table, CURSE_BITS, 0)
    if table.needs > SHUFFLE_ARTEFACTS:
        check_stock(&table.artefacts, table, (1 << ARTEFACTS) - 1, 0)
    return 0


cdef int check_stock(const Stock* stock, const Table* table, uint64_t everything, uint64_t elsewhere) except -1:
    """Every card is in one place [VO1]."""
    cdef uint64_t found = elsewhere
    cdef int at, count = popcount(elsewhere) + stock.size
    for at in range(stock.size):
        found |= bit(stock.deck[place(stock, at)])
    for at in range(SEATS):
        found |= stock.hands[at]
        count += popcount(stock.hands[at])
        if at >= table.players and stock.hands[at]:
            raise ValueError("somebody holds cards who does not play")
    if found != everything or count != popcount(everything):
        raise ValueError("a card is missing, or in two places")
    return 0


cdef int check_permanents(const Table* table) except -1:
    cdef uint64_t found = table.in_force & PERMANENT_BITS
    cdef int at, count = popcount(found) + table.permanents_left
    for at in range(PERMANENTS - table.permanents_left, PERMANENTS):
        found |= bit(table.permanents[at])
    if found != PERMANENT_BITS or count != PERMANENTS:
        raise ValueError("a permanent curse is missing, or in two places")
    return 0


cdef int check_curses(const Table* table) except -1:
    """Who cast what on whom [VO6, VO9, VO11]."""
    cdef int card, seat
    cdef uint32_t casters, victims
    if table.casting != NOBODY and not may_be_cast(table):
        raise ValueError("a curse is being cast on nobody")
    for card in range(BINDING):
        casters = victims = 0
        for seat in range(table.players):
            casters |= (table.cast_by[seat] >> card & 1) << seat
            victims |= (table.binding[seat] >> card & 1) << seat
        if not table.in_force >> card & 1:
            continue
        if popcount(casters) != (card < CURSES) or casters & victims:
            raise ValueError("a curse has no caster, or binds its own")
        if popcount(victims) != (table.players - 1 if ON_ALL >> card & 1 else 1):
            raise ValueError("a curse does not bind whom it should")
    return 0


cdef inline bint may_be_cast(const Table* table) noexcept nogil:
    if ON_ALL >> table.casting & 1:
        return table.casting_on == ALL
    return table.casting_on != table.turn and table.casting_on < table.players


cdef int check_call(const Table* table) except -1:
    """A call waits for somebody's answer, at the table only [VO14]."""
    if table.called == NOBODY:
        if table.voted:
            raise ValueError("there are votes where nothing was called")
        return 0
    if not table.at_table or table.needs or table.over or table.caller == table.accused:
        raise ValueError("nobody can have called now")
    if not table.binding[table.accused] >> table.called & 1 or judges(table) == 0:
        raise ValueError("nobody can answer the call")
    if table.voted & ~(opponents(table, table.caller) & ~(1 << table.accused)) or (table.voted and not table.denied):
        raise ValueError("somebody voted who may not")
    return 0


cdef dict stock_facts(const Stock* stock, int players, cards):
    """`cards` are the law's numbers for ours."""
    return {
        "hands": [sorted(cards[card] for card in numbers_in(stock.hands[seat])) for seat in range(players)],
        "known": [{cards[card] for card in numbers_in(stock.hands[seat] & stock.seen)} for seat in range(players)],
        "deck": [cards[stock.deck[place(stock, at)]] for at in range(stock.size)],
        "fresh": stock.fresh,
    }


cdef class State(Position):
    """A game in C, with the law's methods."""

    GAME = GAME
    WHAT = (None, "doll", "starting", "curses", "artefacts", "permanents", "dice")  # by Needs
    cdef Table table

    def __cinit__(self, *_, **__):
        self.kernel, self.data, self.players_ = &KERNEL, &self.table, 3
        start(&self.table, 3, False, False)

    def __init__(self, players, options):
        GAME.check_players(players)
        chosen = GAME.complete(options)
        self.players_ = players
        start(&self.table, players, chosen["mode"] == "table", chosen["dice"] == "real")

    @staticmethod
    def of(law):
        """The same position as a state of the law."""
        cdef State state = State.__new__(State)
        with reading(Law, law):
            state.players_ = law.players
            put_public(&state.table, law, law.in_force.values())
            state._put_hidden(law)
            check(&state.table)
        return state

    cdef int _put_hidden(self, law) except -1:
        """What no seat sees whole, and what chance owes."""
        cdef Table* table = &self.table
        put_stock(&table.curses, law.curses, NUMBERS)
        put_stock(&table.artefacts, law.artefacts, EFFECTS)
        table.permanents_left = within(len(law.permanents), PERMANENTS + 1)
        for at, card in enumerate(law.permanents):
            table.permanents[PERMANENTS - table.permanents_left + <int>at] = within(card, BINDING)
        table.voted = bits_of(law.votes)
        table.votes = bits_of(seat for seat, broken in law.votes.items() if broken)
        table.abstained = bits_of(seat for seat, broken in law.votes.items() if broken is None)
        if law.needs:
            table.needs = State.WHAT.index(law.needs.what)
            table.rolling = law.needs.dice if table.needs == DICE else 0
        return 0

    cdef void take(self, int* outcome, int size) noexcept:
        """Artefacts are known to the law by their numbers, to us by their effects."""
        cdef int at
        if self.table.needs == SHUFFLE_ARTEFACTS:
            for at in range(size):
                outcome[at] = EFFECT_OF[outcome[at] - FIRST_ARTEFACT]
        resolve(&self.table, outcome, size)

    def facts(self):
        """Everything, in the law's words, for tests to compare."""
        return self.hidden() | self._turn_facts() | self._curse_facts()

    def hidden(self):
        """The parts of `facts` that nobody sees whole."""
        cdef Table* table = &self.table
        left = range(PERMANENTS - table.permanents_left, PERMANENTS)
        return {
            "curses": stock_facts(&table.curses, table.players, NUMBERS),
            "artefacts": stock_facts(&table.artefacts, table.players, CARDS),
            "permanents": [table.permanents[at] for at in left],
            "votes": {
                seat: None if table.abstained >> seat & 1 else bool(table.votes >> seat & 1)
                for seat in numbers_in(table.voted)
            },
        }

    def _turn_facts(self):
        cdef Table* table = &self.table
        seats = range(table.players)
        return {
            "players": table.players,
            "at_table": bool(table.at_table),
            "real_dice": bool(table.real_dice),
            "scores": self.scores,
            "is_over": self.is_over,
            "rolling": table.rolling if table.needs == DICE else 0,
            "more_dice": [table.more_dice[seat] for seat in seats],
            "skulls": [table.skulls[seat] for seat in seats],
            "phase": PHASES[table.phase],
            "turn": table.turn,
            "turns": table.turns,
            "dice": [face for face in range(FACES) for _ in range(count_of(table.dice, face))],
            "stopped": bool(table.stopped),
            "casting": None if table.casting == NOBODY else (table.casting, table.casting_on),
            "used": {CARDS[effect] for effect in numbers_in(table.used)},
            "target": None if table.target == MIDDLE else table.target,
            "shielded": set(numbers_in(table.shielded)),
        }

    def _curse_facts(self):
        """Of acts and lapses only those that can matter."""
        cdef Table* table = &self.table
        seats = range(table.players)
        return {
            "in_force": {
                card: (self._caster(card), self._victims(card), table.since[card])
                for card in numbers_in(table.in_force)
            },
            "done": {(seat, card) for seat in seats for card in numbers_in(acts_done(table, seat))},
            "lapsed": {(seat, card) for seat in seats for card in numbers_in(lapses(table, seat))},
            "barred": {(seat, card) for seat in seats for card in numbers_in(table.barred[seat])},
            "call": None
            if table.called == NOBODY
            else (table.caller, table.called, table.accused, bool(table.denied)),
        }

    def _caster(self, int card):
        """Of a permanent curse: who drew it."""
        return owner(self.table.cast_by, card) if card < CURSES else owner(self.table.binding, card)

    def _victims(self, int card):
        return tuple([seat for seat in range(self.players_) if self.table.binding[<int>seat] >> card & 1])


cdef class Knowledge(Knows):
    """What a seat knows of Voodoo, ready for sampling."""

    cdef Info voodoo

    def __cinit__(self, view):
        cdef Rng rng = Rng(0)
        cdef Table world
        self.kernel, self.info = &KERNEL, &self.voodoo
        with reading(View, view):
            check_settled(view)
            self.players = view.players
            self.seat = -1 if view.seat is None else within(view.seat, view.players)
            put_public(&self.voodoo.table, view, view.in_force)
            self._put_hidden(view)
            self._put_odds(view)
            sample(&self.voodoo, &world, &rng)
            check(&world)
            check_world(&KERNEL, &world, view)

    cdef int _put_hidden(self, view) except -1:
        """What is left to deal."""
        cdef Info* info = &self.voodoo
        cdef Table* table = &info.table
        put_seen_stock(&table.curses, &info.curses, view, view.curses, NUMBERS)
        put_seen_stock(&table.artefacts, &info.artefacts, view, view.artefacts, EFFECTS)
        info.beginners = sum(BEGINNERS >> info.curses.cards[at] & 1 for at in range(info.curses.count))
        table.permanents_left = info.permanents.count = within(view.permanents, PERMANENTS + 1)
        for at, card in enumerate(numbers_in(PERMANENT_BITS & ~table.in_force)):
            info.permanents.cards[<int>at] = card
        table.voted = bits_of(view.voted)
        own = [] if view.seat is None or view.seat not in view.voted else [view.seat]
        table.votes = bits_of(own if view.vote else [])
        table.abstained = bits_of(own if view.vote is None else [])
        info.unknown_votes = table.voted & ~bits_of(own)
        return 0

    cdef int _put_odds(self, view) except -1:
        """How likely each set of seats is to have its starting curse still hidden."""
        chances = [1.0]
        for seat in range(view.players):
            hidden, shown = (0, 1) if seat == view.seat else ways_to_begin(view.curses, seat)
            if self.voodoo.curses.room[<int>seat] == 0:
                hidden = 0  # nobody hides a card in an empty hand
            chances = [chance * shown for chance in chances] + [chance * hidden for chance in chances]
        unseen, beginners = self.voodoo.curses.count, self.voodoo.beginners
        for hiding in range(len(chances)):
            for given in range(popcount(<uint64_t>hiding)):
                chances[hiding] *= max(0, beginners - given) / max(1, unseen - given)
        sums = [*accumulate(chances)]
        for hiding, chance in enumerate(sums):
            self.voodoo.odds[<int>hiding] = int(chance / max(sums) * WORDS)
        return 0

    def choices(self):
        """What a search looks at: the same in every world."""
        cdef int[MOST_LEGAL] actions
        cdef int[SEATS] seats
        cdef Rng rng = Rng(0)
        cdef Table table
        if self.seat not in [seats[at] for at in range(to_move(&self.voodoo.table, seats))]:
            raise NotYourTurn("there is nothing to choose from: the seat of this view is not to move")
        sample(&self.voodoo, &table, &rng)
        return [actions[at] for at in range(choices(&table, self.seat, actions))]

    def world(self, unsigned long seed):
        """A state that agrees with the view."""
        cdef Rng rng = Rng(seed)
        cdef State state = State.__new__(State)
        state.players_ = self.players
        sample(&self.voodoo, &state.table, &rng)
        return state


def ways_to_begin(seen, seat):
    """In how many orders `seat` can have got the curses it has shown: its first one being hidden, or one of them."""
    shown = [(card, got) for card, shower, got in seen.shown if shower == seat]
    firsts = [card for card, _ in shown if BEGINNERS >> <int>card & 1]
    others = [[got for card, got in shown if card != first] for first in firsts]
    return ways_to_come([got for _, got in shown]), sum(ways_to_come(got) for got in others)


def ways_to_come(got):
    """Orders of cards that came after the first one and when so many had been got."""
    return prod(max(0, by - 1 - before) for before, by in enumerate(sorted(got)))


def play_at_random(int players, long actions, unsigned long seed=0):
    """Whole random games until at least `actions` actions were played; how many it were."""
    cdef Rng rng = Rng(seed)
    GAME.check_players(players)
    with nogil:
        actions = random_actions(players, actions, &rng)
    return actions


cdef int read_curses(curses) except -1:
    global ASTERISKS, ON_ALL
    for card, curse in enumerate(curses):
        COST[<int>card] = dice_of_faces(curse.cost)
        CASTING[<int>card], BREAKING[<int>card] = curse.casting, curse.breaking
        ASTERISKS |= <uint64_t>curse.asterisk << <int>card
        ON_ALL |= <uint64_t>(curse.victims == "all") << <int>card
        for dice in range(MOST_DICE + 1):
            PAID_BY_SIZE[<int>dice] |= <uint64_t>(dice >= curse.ingredients) << <int>card
            for face in range(FACES):
                PAID_BY_FACE[<int>face][<int>dice] |= <uint64_t>(dice >= curse.cost.count(face)) << <int>card
    return 0


cdef int read_moments(cards) except -1:
    global DUE_AT_ROLL, DUE_AT_PASS, CRIES
    for card, printed_card in enumerate(cards):
        DUE_AT_ROLL |= <uint64_t>(printed_card.moment in ("before_rolling", "always")) << <int>card
        DUE_AT_PASS |= <uint64_t>(printed_card.moment in ("before_passing", "always")) << <int>card
        CRIES |= <uint64_t>(printed_card.moment == "marker_moves") << <int>card
    assert popcount(CRIES) == 1, "a seat has one bit for its cry"
    return 0


cdef int number_dice() except -1:
    """As the law numbers them: by size, then in the order of their faces."""
    for face in range(FACES):
        for higher in range(1, MOST_DICE + 1):
            HELD_RANK[<int>face][<int>higher] = comb(higher + FACES - 2 - face, FACES - 1 - face)
    sets = [held for size in range(MOST_DICE + 1) for held in combinations_with_replacement(range(FACES), size)]
    for number, held in enumerate(sets):
        HELD_DICE[<int>number] = dice_of_faces(held)
    for size in range(MOST_DICE + 2):
        HELD_BEFORE[<int>size] = sum(len(held) < size for held in sets)
    for number, (low, high) in enumerate(held for held in sets if len(held) == 2):
        PAIR_NUMBER[<int>low][<int>high] = number
        PAIR_DICE[<int>number] = dice_of_faces((low, high))
    return 0


WORDS = 1 << 32  # that an Rng can give
PHASES = ("setting_up", "before_rolling", "preparing", "keeping", "acting", "keeping_late", "paying")  # by Phase
IN_ORDER = (  # by Effect
    "reroll", "turn", "extra_die", "cancel", "hand_over", "move_target", "steal_point", "two_curses", "shield",
    "late_reroll", "two_artefacts", "fewer_dice", "stinky_doll",
)
CARDS = [printed.card_with(effect) for effect in IN_ORDER]  # by Effect
EFFECTS = {card: effect for effect, card in enumerate(CARDS)}
NUMBERS = {card: card for card in range(CURSES)}
for card, effect in EFFECTS.items():
    EFFECT_OF[<int>(card - FIRST_ARTEFACT)] = effect

BEGINNERS = bits_of(printed.starting_curses())
COSTS_DIE = bits_of(card for card in range(CURSES, BINDING) if printed.permanent(card).penalty == "die")
read_curses(printed.the_cards().curses)
read_moments([*printed.the_cards().curses, *printed.the_cards().permanents])
number_dice()
read_odds()
