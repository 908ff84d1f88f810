# What c/voodoo has, for Cython.

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from hexdeck.kernel.api cimport Kernel, Sight
from hexdeck.kernel.network cimport Layered, Sums
from hexdeck.kernel.rng cimport Rng

cdef extern from "voodoo/kernel/game.h" nogil:
    enum:
        CURSES
        PERMANENTS
        BINDING
        ARTEFACTS
        FACES
        MOST_DICE
        SEATS
        NOBODY
        ALL
        MIDDLE
        GOAL
        PATIENCE
        SKULLS

    enum:  # phases
        SETTING_UP
        BEFORE_ROLLING
        PREPARING
        KEEPING
        ACTING
        KEEPING_LATE
        PAYING

    enum:  # what chance owes
        NOTHING
        DOLL
        STARTING
        SHUFFLE_CURSES
        SHUFFLE_ARTEFACTS
        SHUFFLE_PERMANENTS
        DICE

    const uint64_t CURSE_BITS
    const uint64_t PERMANENT_BITS
    const uint64_t ARTEFACT_BITS
    const uint64_t STARTING_CURSES
    const uint64_t ON_ALL
    const uint64_t DUE_AT_ROLL
    const uint64_t DUE_AT_PASS
    const uint64_t CRIES
    const uint64_t COSTS_DIE

    ctypedef struct Stock:
        uint64_t hands[SEATS]
        uint64_t seen
        uint8_t deck[CURSES]
        uint8_t top
        uint8_t size
        uint8_t fresh

    ctypedef struct Table:
        Stock curses
        Stock artefacts
        uint64_t binding[SEATS]
        uint64_t cast_by[SEATS]
        uint64_t in_force
        uint64_t barred[SEATS]
        uint64_t lapsed
        uint64_t done
        uint64_t early
        uint32_t dice
        uint16_t used
        uint8_t since[BINDING]
        uint8_t cried
        uint8_t owing
        uint8_t silent
        uint8_t permanents[PERMANENTS]
        uint8_t permanents_left
        int8_t scores[SEATS]
        int8_t skulls[SEATS]
        int8_t more_dice[SEATS]
        int8_t players
        int8_t at_table
        int8_t real_dice
        int8_t needs
        int8_t rolling
        int8_t phase
        int8_t turn
        uint8_t turns
        int8_t stopped
        int8_t casting
        int8_t casting_on
        int8_t target
        uint8_t shielded
        int8_t called
        int8_t caller
        int8_t accused
        int8_t denied
        uint8_t voted
        uint8_t votes
        uint8_t abstained
        int8_t over

    ctypedef struct Unseen:
        uint8_t cards[CURSES]
        uint8_t count
        uint8_t room[SEATS]

    ctypedef struct Info:
        Table table
        Unseen curses
        Unseen artefacts
        Unseen permanents
        uint8_t beginners
        uint64_t odds[1 << SEATS]
        uint8_t unknown_votes

    ctypedef struct Odds:
        pass

    ctypedef struct Mind:
        const Odds* odds
        const Layered* network
        int attention
        int draws
        int first
        Sums* sums

    ctypedef struct Plans:
        int count

    const Kernel KERNEL
    const Sight SIGHT
    Odds ODDS
    void work_out(Odds* odds) noexcept
    int popcount_wide(uint64_t bits) noexcept
    uint64_t bit(int card) noexcept
    uint32_t die(int face) noexcept
    int dice_in(uint32_t dice) noexcept
    int count_of(uint32_t dice, int face) noexcept
    uint32_t faces_in(uint32_t dice) noexcept
    uint32_t price(int curse) noexcept
    int casting_points(int curse) noexcept
    int breaking_points(int curse) noexcept
    void start(Table* table, int players, bint at_table, bint real_dice) noexcept
    void tidy(Table* table) noexcept
    uint32_t opponents(const Table* table, int seat) noexcept
    int owner(const uint64_t* sets, int card) noexcept
    uint64_t lapses(const Table* table, int seat) noexcept
    uint64_t acts_done(const Table* table, int seat) noexcept
    int place(const Stock* stock, int at) noexcept
    void settle_lapse(Table* table, int seat, int card) noexcept
    void expect_cry(Table* table, int seat) noexcept
    void do_act(Table* table, int seat, uint64_t card) noexcept
    uint32_t judges(const Table* table) noexcept
    void resolve(void* state, const int* outcome, int size) noexcept
    int to_move(const void* state, int* seats) noexcept
    int choices(const void* state, int seat, int* out) noexcept
    int planned_choice(const Mind* mind, const Table* table, int seat, Plans* plans) noexcept
    void sample(const void* info, void* state, Rng* rng) noexcept
    long random_actions(int players, long wanted, Rng* rng) noexcept
