# cython: language_level=3
"""Vampire Queen's kernel for Python: c/vampire_queen has rules, worlds and playouts."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t

from hexdeck.games.vampire_queen import GAME
from hexdeck.games.vampire_queen.law.rules import State as Law
from hexdeck.games.vampire_queen.law.view import View
from hexdeck.kernel.api cimport Kernel, Position, Remembered, Sight, check_world
from hexdeck.kernel.api cimport Knowledge as Knows
from hexdeck.kernel.api import check_settled, reading
from hexdeck.kernel.reading cimport bits_within, whole, within
from hexdeck.kernel.rng cimport Rng

cdef extern from "vampire_queen/kernel/game.h" nogil:
    enum:
        SEATS
        DECK
        SLOTS
        QUEEN
        SLAYER_15
        SLAYER_20
        COPIES
        QUEENS
        FORCED
        NOBODY
        MOST_AT_ONCE
        QUEENS_ALONE
        LEAD_SLAYER
        PASS
        ACTIONS
        NOTHING
        SLAYER

    ctypedef union Pile:
        uint8_t counts[SLOTS]

    ctypedef struct Play:
        int slot
        int count
        int queens

    ctypedef struct Table:
        Pile hands[SEATS]
        Pile left_over
        Pile lying
        int16_t scores[SEATS]
        uint16_t empty
        int8_t players
        int8_t phases
        int8_t phase
        int8_t turn
        int8_t in_round
        int8_t highest
        int8_t leader
        int8_t hunting
        int8_t barred
        int8_t needs
        int8_t over

    ctypedef struct Memory:
        Pile known[SEATS]
        Pile played[SEATS]
        Pile taken_up[SEATS]
        Pile crypt
        int16_t round[SEATS]
        int16_t last_round[SEATS]
        uint16_t passes[SEATS]
        uint16_t passed_on[SEATS][MOST_AT_ONCE]
        int8_t last_starter
        int8_t phase

    ctypedef struct Info:
        Table table
        int8_t unseen[DECK]
        int count
        uint8_t missing[SEATS]

    ctypedef struct Seen:
        const Table* table
        const Memory* memory
        const uint8_t* missing

    const Kernel KERNEL
    const Sight SIGHT
    const Remembered REMEMBERED
    int points_of(int slot) noexcept
    bint is_empty(const Pile* pile) noexcept
    Play cards_of(int action) noexcept
    int set_of(int slot, int vampires, int queens) noexcept
    void start(Table* table, int players, int phases) noexcept
    void tidy(Table* table) noexcept
    void forget(Memory* memory) noexcept
    void open_phase(Memory* memory, const Table* table) noexcept
    void rank(Table* table, int seat, Play play) noexcept
    void act(Table* table, Memory* memory, int seat, int action) noexcept
    bint must_pass(const Table* table) noexcept
    int legal(const void* state, int seat, int* out) noexcept
    void sample(const void* info, void* state, Rng* rng) noexcept
    long random_actions(int players, long wanted, Rng* rng) noexcept


cdef int slot_of(card) except -1:
    return SLAYER_20 if card == points_of(SLAYER_20) else within(whole(card) - 1, SLAYER_20)


cdef list cards_in(const Pile* pile):
    return [points_of(slot) for slot in range(SLOTS) for _ in range(pile.counts[slot])]


cdef int put_cards(Pile* pile, cards) except -1:
    within(len(cards), DECK + 3)
    for card in cards:
        pile.counts[slot_of(card)] += 1
    return 0


cdef tuple cards_played(int action):
    if action == PASS:
        return ()
    cdef Play play = cards_of(action)
    return (points_of(play.slot),) * play.count + (points_of(QUEEN),) * play.queens


cdef int action_of(cards) except -1:
    """The play of `cards`, sorted, or the pass."""
    if not cards:
        return PASS
    cdef int slot = slot_of(cards[0]), queens = within(cards.count(points_of(QUEEN)), QUEENS + 1), action
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
        if player != seat % table.players:
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
    for seat, cards in plays:
        memory.last_round[within(seat, table.players)] = action_of(cards)
    if plays:
        memory.last_starter, lead = plays[0]
        table.barred = slot_of(lead[0]) if slot_of(lead[0]) > QUEEN else 0
    return 0


cdef int put_ranks(uint16_t* values, ranks) except -1:
    """What a seat passed on."""
    for number, value in ranks:
        values[within(whole(number) - 1, MOST_AT_ONCE)] |= 1 << (within(whole(value) - 1, QUEEN) + 1)
    return 0


cdef list ranks_in(const uint16_t* values):
    return [(at + 1, value) for at in range(MOST_AT_ONCE) for value in range(1, QUEEN + 1) if values[at] >> value & 1]


cdef int put_public(Table* table, Memory* memory, seen, hand_sizes) except -1:
    """What a state of the law and a view of it have in common."""
    cdef int place
    GAME.check_players(seen.players)
    start(table, seen.players, within(seen.phases, 11))
    table.phase, table.turn = within(seen.phase, table.phases + 1), within(seen.turn, table.players)
    table.over, table.needs = bool(seen.is_over), NOTHING
    table.empty = bits_within([seat for seat, size in enumerate(hand_sizes) if size == 0], table.players)
    forget(memory)
    memory.phase = seen.phase
    put_cards(&memory.crypt, seen.crypt)
    put_round(table, memory, list(dict(seen.round).items()))
    put_last_round(table, memory, list(dict(seen.last_round).items()))
    for seat in range(table.players):
        table.scores[seat] = seen.scores[seat]
    for seat, passes in enumerate(seen.passes):  # there are none before the first deal
        place = within(seat, table.players)
        memory.passes[place] = passes
        put_ranks(memory.passed_on[place], seen.passed_on[seat])
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
    LAW = Law
    WHAT = (None, "slayer", "deal")  # by Needs
    cdef Table table
    cdef Memory memory
    cdef Seen looking

    def __cinit__(self, *_, **__):
        self.kernel, self.data, self.players_ = &KERNEL, &self.table, 3
        self.looking.table, self.looking.memory = &self.table, &self.memory
        self.sight, self.seen = &SIGHT, &self.looking
        self.remembered, self.memories = &REMEMBERED, &self.memory
        forget(&self.memory)
        start(&self.table, 3, 5)

    cdef int lay_out(self, int players, dict options) except -1:
        forget(&self.memory)
        start(&self.table, players, options["phases"])
        return 0

    cdef int read(self, law) except -1:
        put_public(&self.table, &self.memory, law, [len(hand) for hand in law.hands])
        self.table.needs = State.WHAT.index(law.needs.what) if law.needs else NOTHING
        put_cards(&self.table.left_over, law.left_over)
        for seat, hand in enumerate(law.hands):
            put_cards(&self.table.hands[within(seat, SEATS)], hand)
        check(&self.table, &self.memory)
        return 0

    def copy(self):
        cdef State twin = Position.copy(self)
        twin.memory = self.memory
        return twin

    cdef void play(self, int seat, int action) noexcept:
        open_phase(&self.memory, &self.table)
        act(&self.table, &self.memory, seat, action)

    cdef void tidy(self, void* state) noexcept:
        tidy(<Table*>state)

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
            "barred": points_of(table.barred) if table.barred else None,
            "played": [cards_in(&memory.played[<int>seat]) for seat in seats],
            "taken_up": [cards_in(&memory.taken_up[<int>seat]) for seat in seats],
            "known": [cards_in(&memory.known[<int>seat]) for seat in seats],
            "passes": [memory.passes[seat] for seat in seats],
            "passed_on": [ranks_in(memory.passed_on[<int>seat]) for seat in seats],
            "scores": self.scores,
            "is_over": self.is_over,
        }

    def hidden(self):
        """The parts of `facts` that nobody sees whole."""
        facts = self.facts()
        return {name: facts[name] for name in ("hands", "left_over")}


cdef class Knowledge(Knows):
    """What a seat knows of Vampire Queen, ready for sampling."""

    STATE = State
    cdef Info queen
    cdef Memory memory  # for the worlds
    cdef Seen looking

    def __cinit__(self, view):
        cdef Rng rng = Rng(0)
        cdef Table world
        self.kernel, self.info = &KERNEL, &self.queen
        self.looking.table, self.looking.memory = &self.queen.table, &self.memory
        self.looking.missing = &self.queen.missing[0]
        self.sight, self.seen = &SIGHT, &self.looking
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

    cdef void remember(self, Position world) noexcept:
        (<State>world).memory = self.memory


def play_at_random(int players, long actions, unsigned long seed=0):
    """Whole random games until at least `actions` actions were played; how many it were."""
    cdef Rng rng = Rng(seed)
    GAME.check_players(players)
    with nogil:
        actions = random_actions(players, actions, &rng)
    return actions
