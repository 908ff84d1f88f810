# cython: language_level=3
"""Skull Queen's kernel for Python: the rules are C, in c/skull_queen; what comes from outside is checked here."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from hexdeck.games.skull_queen import GAME
from hexdeck.games.skull_queen.law.rules import State as Law
from hexdeck.games.skull_queen.law.view import View
from hexdeck.kernel.api cimport Kernel, Position, Sight, check_world
from hexdeck.kernel.api cimport Knowledge as Knows
from hexdeck.kernel.api import check_settled, reading
from hexdeck.kernel.dealing cimport MOST_CARDS, Hidden, deal_hidden
from hexdeck.kernel.reading cimport bits_within, within
from hexdeck.kernel.rng cimport Rng

cdef extern from "skull_queen/kernel/game.h" nogil:
    enum:
        SEATS
        COLORS
        VALUES
        CARDS
        PLACE
        SPACES
        ACTIONS
        UNASKED
        GHOST
        STACK
        NOTHING

    ctypedef struct Table:
        uint64_t hands[SEATS]
        uint64_t centre
        uint64_t lying
        uint64_t gone
        uint64_t last_gone
        int8_t played_by[CARDS]
        int8_t stack[STACK]
        int8_t trick[SEATS]
        int8_t last_trick[SEATS]
        int8_t spaces[SEATS][COLORS]
        int8_t sides[SEATS]
        uint8_t voids[SEATS]
        int16_t choices[SEATS]
        int16_t scores[SEATS]
        int8_t points[SEATS][SEATS]
        uint8_t chosen
        int8_t players
        int8_t round
        int8_t dealer
        int8_t turn
        int8_t asked
        int8_t in_trick
        int8_t in_last
        int8_t turned
        int8_t placed
        int8_t needs
        int8_t over

    ctypedef struct Info:
        Table table
        Hidden hidden
        int seat

    const Kernel KERNEL
    const Sight SIGHT
    int popcount "popcount_wide" (uint64_t bits) noexcept
    void start(Table* table, int players) noexcept
    void tidy(Table* table) noexcept
    bint chooses_in_secret(const Table* table) noexcept
    uint64_t playable(const Table* table, int seat) noexcept
    int all_cards(const Table* table, int* deck) noexcept
    int next_seat(const Table* table, int seat) noexcept
    int rounds_ended(const void* state) noexcept
    void lay(Table* table, int seat, int card) noexcept
    void sample(const void* info, void* state, Rng* rng) noexcept
    long play_random(Table* table, Rng* rng) noexcept


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
    cdef int at, size = all_cards(table, deck), count
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
        seat = next_seat(table, seat)
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
    LAW = Law
    WHAT = (None, "dealer", "deal")  # by Needs
    cdef Table table

    def __cinit__(self, *_, **__):
        self.kernel, self.data, self.players_ = &KERNEL, &self.table, 2
        self.sight, self.seen = &SIGHT, &self.table
        start(&self.table, 2)

    cdef int lay_out(self, int players, dict options) except -1:
        start(&self.table, players)
        return 0

    cdef int read(self, law) except -1:
        put_public(&self.table, law)
        put_trick(&self.table, law.trick.values())
        self.table.needs = State.WHAT.index(law.needs.what) if law.needs else NOTHING
        self.table.turned = STACK - within(len(law.stack), STACK + 1)
        for at, card in enumerate(law.stack):
            self.table.stack[self.table.turned + <int>at] = within(card, CARDS)
        for seat, hand in enumerate(law.hands):
            self.table.hands[within(seat, SEATS)] = bits_within(hand, CARDS)
        for seat, action in law.choices.items():
            self.table.choices[within(seat, SEATS)] = action
            self.table.chosen |= 1 << <int>seat
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

    STATE = State
    cdef Info queen

    def __cinit__(self, view):
        cdef Rng rng = Rng(0)
        cdef Table world
        self.kernel, self.info = &KERNEL, &self.queen
        self.sight, self.seen = &SIGHT, &self.queen
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
        cdef int[CARDS] deck
        seen = set(view.hand).union(view.centre, view.gone, *view.played)
        unseen = sorted({deck[at] for at in range(all_cards(&self.queen.table, deck))} - seen)
        cannot = [sum(color in voids for voids in view.voids) for color in range(COLORS + 1)]
        return sorted(unseen, key=lambda card: -cannot[card // VALUES])


def play_at_random(int players, long actions, unsigned long seed=0):
    """Whole random games until at least `actions` actions were played; how many it were."""
    cdef Rng rng = Rng(seed)
    cdef Table table
    cdef long played = 0
    GAME.check_players(players)
    with nogil:
        while played < actions:
            start(&table, players)
            played += play_random(&table, &rng)
    return played
