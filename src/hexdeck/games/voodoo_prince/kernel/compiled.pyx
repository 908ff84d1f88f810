# cython: language_level=3
"""Voodoo Prince's kernel for Python: the rules are C, in c/voodoo_prince; what comes from outside is checked here."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t

from hexdeck.games.voodoo_prince import GAME
from hexdeck.games.voodoo_prince.law.rules import State as Law
from hexdeck.games.voodoo_prince.law.view import View
from hexdeck.kernel.api cimport Kernel, Position, Sight, check_world
from hexdeck.kernel.api cimport Knowledge as Knows
from hexdeck.kernel.api import check_settled, reading
from hexdeck.kernel.dealing cimport MOST_CARDS, Hidden, deal_hidden
from hexdeck.kernel.reading cimport bits_within, within
from hexdeck.kernel.rng cimport Rng

cdef extern from "voodoo_prince/kernel/game.h" nogil:
    enum:
        SEATS
        COLORS
        VALUES
        NAME_TRUMP
        UNNAMED
        NO_TRUMP
        PATIENCE
        NOTHING

    ctypedef struct Table:
        uint16_t hands[SEATS][COLORS]
        uint16_t played[SEATS][COLORS]
        uint16_t undealt[COLORS]
        uint16_t lying[COLORS]
        int8_t trick[SEATS]
        int8_t trick_by[SEATS]
        int8_t last_trick[SEATS]
        int8_t last_by[SEATS]
        int8_t left[SEATS]
        uint8_t voids[SEATS]
        uint8_t sizes[SEATS]
        uint8_t tricks[SEATS]
        int16_t points[SEATS]
        int16_t scores[SEATS]
        int8_t players
        int8_t rounds
        int8_t marshmallow
        int8_t low
        int8_t top
        int8_t goal
        int8_t round
        int8_t turn
        int8_t trump
        int8_t in_trick
        int8_t in_last
        int8_t gone
        uint8_t playing
        int8_t needs
        int8_t over

    ctypedef struct Info:
        Table table
        Hidden hidden

    const Kernel KERNEL
    const Sight SIGHT
    int popcount(unsigned int bits) noexcept
    void start(Table* table, int players, int rounds, bint marshmallow) noexcept
    void tidy(Table* table) noexcept
    int last_round(const Table* table) noexcept
    int next_playing(const Table* table, int seat) noexcept
    void sample(const void* info, void* state, Rng* rng) noexcept
    long play_random(Table* table, Rng* rng) noexcept


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
    cdef int last = last_round(table)
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
    LAW = Law
    WHAT = (None, "dealer", "trump", "deal")  # by Needs
    cdef Table table

    def __cinit__(self, *_, **__):
        self.kernel, self.data, self.players_ = &KERNEL, &self.table, 2
        self.sight, self.seen = &SIGHT, &self.table
        start(&self.table, 2, 5, False)

    cdef int lay_out(self, int players, dict options) except -1:
        start(&self.table, players, options["rounds"], options["variant"] == "marshmallow")
        return 0

    cdef int read(self, law) except -1:
        put_public(&self.table, law)
        self.table.needs = State.WHAT.index(law.needs.what) if law.needs else NOTHING
        put_cards(self.table.undealt, law.undealt)
        for seat, hand in enumerate(law.hands):
            put_cards(self.table.hands[within(seat, SEATS)], hand)
            self.table.sizes[<int>seat] = len(hand)
        check(&self.table)
        return 0

    cdef void tidy(self, void* state) noexcept:
        tidy(<Table*>state)

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

    STATE = State
    cdef Info prince

    def __cinit__(self, view):
        cdef Rng rng = Rng(0)
        cdef Table world
        self.kernel, self.info = &KERNEL, &self.prince
        self.sight, self.seen = &SIGHT, &self.prince
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


def play_at_random(int players, long actions, unsigned long seed=0):
    """Whole random games until at least `actions` actions were played; how many it were."""
    cdef Rng rng = Rng(seed)
    cdef Table table
    cdef long played = 0
    GAME.check_players(players)
    with nogil:
        while played < actions:
            start(&table, players, 5, False)
            played += play_random(&table, &rng)
    return played
