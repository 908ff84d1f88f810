# cython: language_level=3
"""What a position, or a choice of a seat, comes to: rounds played to their end in worlds that agree with what is known.

A network plays all seats, each from what it sees in that world; without one the policy of playouts does.  The same
seed gives the same answer, and all choices are tried in the same worlds.
"""

from array import array

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from hexdeck.core.input_check import check_seat
from hexdeck.core.errors import IllegalAction, PositionRefused
from hexdeck.kernel.api cimport (
    MOST_DRAWN, MOST_PLAYERS, WAIT, Due, Kernel, Knowledge, Position, Remembered, Sight, draw_due,
)
from hexdeck.kernel.network cimport Layered, Network, Sums
from hexdeck.kernel.rng cimport Rng, seed_for

cdef extern from "foresight.h" nogil:
    enum:
        MEMORY_WORDS

    ctypedef struct Foresight:
        const Kernel* kernel
        const Sight* sight
        const Remembered* remembered
        const Layered* network
        int players
        int style
        int horizon

    ctypedef struct World:
        uint64_t state[1]
        uint64_t memory[1]

    bint is_foreseen(const Foresight* foresight, const void* state) noexcept
    int chosen_by(const Foresight* foresight, const World* world, int seat, Sums* sums, Rng* rng) noexcept
    void forget(const Foresight* foresight, Sums* sums) noexcept
    void chances_to_win(const Kernel* kernel, const void* state, int players, double* out) noexcept
    void foresee(const Foresight* foresight, World* world, Sums* sums, Rng* rng, int* scores, double* wins) noexcept
    void foresee_choice(
        const Foresight* foresight, World* world, int seat, int action, Sums* sums, Rng* rng, int* scores, double* wins
    ) noexcept

STYLE = 1  # networks play for points and for the match
MOST_FUTURES = 10_000_000


cdef int begin(Foresight* foresight, Position world, Network network) except -1:
    """From any world that agrees with what is known: rounds are public."""
    foresight.kernel, foresight.sight = world.kernel, world.sight
    foresight.remembered, foresight.players, foresight.style = world.remembered, world.players_, STYLE
    foresight.horizon = world.kernel.rounds_ended(world.data) + 1
    foresight.network = NULL
    if world.remembered != NULL and world.remembered.size > MEMORY_WORDS * sizeof(uint64_t):
        raise MemoryError("what players of this game remember is larger than MEMORY_WORDS in c/foresight.h")
    if network is not None and world.kernel.value == NULL:
        if world.sight == NULL or world.sight.features != network.layered.inputs:
            raise PositionRefused("this network was made for another game")
        foresight.network = &network.layered
    return 0


cdef void copy_world(World* world, Position position) noexcept:
    memcpy(world.state, position.data, position.kernel.state_size)
    if position.remembered != NULL:
        memcpy(world.memory, position.memories, position.remembered.size)


cdef long checked(long count) except -1:
    if not 0 < count <= MOST_FUTURES:
        raise ValueError(f"there cannot be {count} futures: choose from 1 to {MOST_FUTURES:,}")
    return count


def world_seed(unsigned long seed, long at):
    """What `Knowledge.world` makes the world of this number from."""
    return seed_for(seed, at)


def futures(Knowledge knowledge not None, actions, long worlds, unsigned long seed, *, Network network=None):
    """What every seat has gained when the round ends, and its chance to win: two arrays, by action, world and seat."""
    cdef Foresight foresight
    cdef World before, after
    cdef Sums[MOST_PLAYERS] sums
    cdef Position world
    cdef Rng rng
    cdef int[MOST_PLAYERS] start, scores
    cdef double[MOST_PLAYERS] wins
    cdef long number, count = len(actions), each = checked(worlds) * knowledge.players
    cdef int seat, action, players = knowledge.players
    checked(each * max(1, count))
    check_seat(players, knowledge.seat)
    points, chances = array("d", bytes(8 * count * each)), array("d", bytes(8 * count * each))
    cdef double[::1] gained = points, winning = chances
    for number in range(worlds):
        world = knowledge.world(seed_for(seed, number))
        if number == 0:
            begin(&foresight, world, network)
            check_choices(world, knowledge.seat, actions)
        copy_world(&before, world)
        world.kernel.scores(world.data, start)
        for place, chosen in enumerate(actions):
            action, after, rng.at = chosen, before, seed_for(~seed, number)
            forget(&foresight, sums)
            with nogil:
                foresee_choice(&foresight, &after, knowledge.seat, action, sums, &rng, scores, wins)
            at = place * each + number * players
            for seat in range(players):
                gained[at + seat] = scores[seat] - start[seat]
                winning[at + seat] = wins[seat]
    return points, chances


cdef int check_choices(Position world, int seat, actions) except -1:
    """Out of turn only where seats may interrupt and the kernel knows what comes of it; there they may wait, too."""
    cdef bint in_turn = seat in world.to_move()
    if not in_turn and world.kernel.value_after == NULL:
        world.refuse(seat, None)
    for action in actions:
        if not world.is_legal(seat, action) and (in_turn or action != WAIT):
            world.refuse(seat, action)
    return 0


def futures_of(Position position not None, long playouts, unsigned long seed, *, Network network=None):
    """The same from a true state, which somebody who knows all cards looks at: by playout and seat."""
    cdef Foresight foresight
    cdef World before, after
    cdef Sums[MOST_PLAYERS] sums
    cdef Rng rng
    cdef int[MOST_PLAYERS] start, scores
    cdef double[MOST_PLAYERS] wins
    cdef int seat, players = position.players_
    cdef long number
    begin(&foresight, position, network)
    points, chances = array("d", bytes(8 * checked(playouts) * players)), array("d", bytes(8 * playouts * players))
    cdef double[::1] gained = points, winning = chances
    copy_world(&before, position)
    position.kernel.scores(position.data, start)
    for number in range(playouts):
        after, rng.at = before, seed_for(seed, number)
        forget(&foresight, sums)
        with nogil:
            foresee(&foresight, &after, sums, &rng, scores, wins)
        for seat in range(players):
            gained[number * players + seat] = scores[seat] - start[seat]
            winning[number * players + seat] = wins[seat]
    return points, chances


def standing(Position position not None):
    """The chance of every seat to win by the scores and the rounds that are left alone, as where a round has ended."""
    cdef double[MOST_PLAYERS] wins
    cdef int seat
    chances_to_win(position.kernel, position.data, position.players_, wins)
    return [wins[seat] for seat in range(position.players_)]


def line(Position position not None, unsigned long seed, *, Network network=None, long most=1000):
    """One way to the end of the round, step by step: (seat, action), or (None, what chance brought)."""
    cdef Foresight foresight
    cdef World world
    cdef Sums[MOST_PLAYERS] sums
    cdef Rng rng = Rng(seed)
    cdef Due due
    cdef int[MOST_DRAWN] drawn
    cdef int size, at
    cdef Position twin = position.copy()
    begin(&foresight, twin, network)
    found = []
    while not is_foreseen(&foresight, twin.data) and len(found) < most:
        if twin.kernel.needs(twin.data):
            twin.kernel.due(twin.data, &due)
            size = draw_due(&due, drawn, &rng)
            found.append((None, tuple([drawn[at] for at in range(size)])))
            twin.take(drawn, size)
            continue
        copy_world(&world, twin)
        forget(&foresight, sums)
        chosen = [(seat, chosen_by(&foresight, &world, seat, sums, &rng)) for seat in twin.to_move()]
        for seat, action in chosen:
            twin.play(seat, action)
        found += chosen
    return found
