# cython: language_level=3, cdivision=True
"""Search in information sets: one fresh world per iteration, one tree of what the searching seat can see.

Every seat maximises its own utility (max^n).  Choices made at the same time are decoupled: each seat has its own
statistics where the choice is made, and none knows what the others chose.
"""

from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from libc.math cimport fabs, logf, sqrtf
from libc.stdint cimport int16_t, int32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from hexdeck.core.input_check import check_seat
from hexdeck.core.errors import NotYourTurn, PositionRefused
from hexdeck.kernel.api cimport MOST_LEGAL, MOST_PLAYERS, STATE_WORDS, Kernel, Knowledge, Position
from hexdeck.kernel.network cimport Layered, Network
from hexdeck.kernel.rng cimport Rng, below, seed_for

cdef extern from "standing.h" nogil:
    void chances_to_win(const Kernel* kernel, const void* state, int players, double* out) noexcept

cdef enum:
    NONE = -1
    DEEPEST = 512  # choices on one path
    REMEMBERED = 1 << 14  # logarithms
    AT_ONCE = 200  # iterations between two looks at the clock
    PATIENCE = 4  # visits for each choice of a node before its own results decide, and not the playouts' policy
    CROWD = 96  # different choices of a rival beyond which the tree does not tell them apart

MOST_ITERATIONS = 1 << 40
MOST_EXPLORATION = 1e6
MOST_THREADS = 1024

cdef float[REMEMBERED] LOGARITHMS
for number in range(1, REMEMBERED):
    LOGARITHMS[number] = logf(<float>number)


# A choice of a seat at a node, and the node it leads to: they are the same thing.
ctypedef struct Edge:
    int32_t first  # child
    int32_t next  # sibling
    int32_t visits
    int32_t available  # how often it was legal when its parent was visited
    double total  # utility of the seat that chose it
    int32_t children
    int16_t action  # NONE gathers the choices of a rival at a moment when several choose at once
    int16_t seat


ctypedef struct Tree:
    Edge* edges
    int32_t count
    int32_t room


ctypedef struct Search:
    const Kernel* kernel
    const void* info  # what the seat knows; or, for a cheater, NULL
    const void* truth  # the true state, for a cheater
    const Layered* network  # that says what a table after a turn is worth; or NULL
    int players
    int seat  # who searches
    int horizon  # rounds ended when the search stops looking
    int start_scores[MOST_PLAYERS]
    double weight  # of winning the match against points of the round
    double exploration
    bint flat  # playouts right after the first choice, in equal shares
    Rng rng
    Tree tree


cdef int32_t new_edge(Tree* tree, int32_t parent, int seat, int action) noexcept nogil:
    cdef Edge* edge = &tree.edges[tree.count]
    edge.first = NONE
    edge.next = tree.edges[parent].first
    edge.visits = 0
    edge.available = 0
    edge.children = 0
    edge.total = 0.0
    edge.seat = seat
    edge.action = action
    tree.edges[parent].first = tree.count
    tree.edges[parent].children += 1
    tree.count += 1
    return tree.count - 1


cdef int32_t find(Tree* tree, int32_t parent, int seat, int action) noexcept nogil:
    """The edge of `parent` for this choice, made if it is not there."""
    cdef int32_t at = tree.edges[parent].first
    while at != NONE:
        if tree.edges[at].action == action and tree.edges[at].seat == seat:
            return at
        at = tree.edges[at].next
    return new_edge(tree, parent, seat, action)


cdef inline float upper_bound(const Edge* edge, float exploration) noexcept nogil:
    """What the choice has been worth, and what it may be worth (UCB1, with availability for the number of tries)."""
    if edge.visits == 0:
        return 1e9
    cdef float share = <float>1.0 / edge.visits
    cdef float tries = LOGARITHMS[edge.available] if edge.available < REMEMBERED else logf(edge.available)
    return <float>edge.total * share + exploration * sqrtf(tries * share)


cdef inline bint is_in(const uint64_t* bits, int action) noexcept nogil:
    return bits[action >> 6] >> (action & 63) & 1


cdef inline int32_t try_first(Tree* tree, int32_t parent, int seat, int action) noexcept nogil:
    cdef int32_t edge = new_edge(tree, parent, seat, action)
    tree.edges[edge].available = 1
    return edge


cdef inline bint has_habit(Search* search, int seat) noexcept nogil:
    """Whether a rival now does the usual thing: the tree averages over hands, but they see theirs."""
    if search.kernel.habit == 0 or seat == search.seat or search.truth != NULL:
        return False
    return below(&search.rng, 8) < search.kernel.habit


cdef int32_t select(
    Search* search, const void* state, int32_t parent, int seat, const int* actions, int count
) noexcept nogil:
    """What the policy says while little is known; then a choice never tried, or the one with the best upper bound."""
    cdef Tree* tree = &search.tree
    cdef uint64_t[32] legal  # bits by action; at the end those never tried
    cdef int at, visits = 0, suggested, known = 0, words = (search.kernel.actions >> 6) + 1
    cdef int32_t child, best = NONE
    cdef float bound, most = -1.0
    cdef Edge* edge
    memset(legal, 0, words * sizeof(uint64_t))
    for at in range(count):
        legal[actions[at] >> 6] |= <uint64_t>1 << (actions[at] & 63)
    child = tree.edges[parent].first
    while child != NONE:
        edge = &tree.edges[child]
        if edge.seat == seat and is_in(legal, edge.action):
            known += 1
            visits += edge.visits
            edge.available += 1
            legal[edge.action >> 6] ^= <uint64_t>1 << (edge.action & 63)
            bound = upper_bound(edge, search.exploration)
            if bound > most:
                most = bound
                best = child
        child = edge.next
    if not search.flat and (visits < PATIENCE * count or has_habit(search, seat)):
        suggested = search.kernel.rollout(state, seat, &search.rng)
        if is_in(legal, suggested):
            return try_first(tree, parent, seat, suggested)
        for at in range(count):
            if actions[at] == suggested:
                return find(tree, parent, seat, suggested)
    if known == count:
        return best
    known = below(&search.rng, count - known)
    for at in range(count):
        if is_in(legal, actions[at]):
            if known == 0:
                return try_first(tree, parent, seat, actions[at])
            known -= 1
    return best


cdef void utilities(Search* search, const void* state, double* out) noexcept nogil:
    """Of every seat, from 0 to 1: the points of this round, and the chance to win the match."""
    cdef int[MOST_PLAYERS] scores
    cdef int seat, players = search.players
    cdef double gained = 0.0, gain, spread = search.kernel.spread
    search.kernel.scores(state, scores)
    chances_to_win(search.kernel, state, players, out)
    for seat in range(players):
        gained += scores[seat] - search.start_scores[seat]
    for seat in range(players):
        gain = scores[seat] - search.start_scores[seat]
        gain -= (gained - gain) / (players - 1)
        out[seat] = search.weight * out[seat] + (1.0 - search.weight) * (0.5 + 0.5 * gain / (fabs(gain) + spread))


cdef inline bint at_end(Search* search, const void* state) noexcept nogil:
    return search.kernel.is_over(state) or search.kernel.rounds_ended(state) >= search.horizon


cdef void playout(Search* search, void* state) noexcept nogil:
    cdef int[MOST_PLAYERS] seats
    cdef int at, count
    cdef const Kernel* kernel = search.kernel
    while not at_end(search, state):
        if kernel.needs(state):
            kernel.draw(state, &search.rng)
            continue
        count = kernel.to_move(state, seats)
        for at in range(count):
            kernel.apply(state, seats[at], kernel.rollout(state, seats[at], &search.rng))


cdef void iterate(Search* search, void* state) noexcept nogil:
    """One world: down the tree, a playout, and back up."""
    cdef int[MOST_LEGAL] actions
    cdef int[MOST_PLAYERS] seats
    cdef int[MOST_PLAYERS] chosen
    cdef int32_t[DEEPEST] path
    cdef double[MOST_PLAYERS] worth
    cdef int depth = 0, count, at, number
    cdef int32_t node = 0, edge, below_ = 0
    cdef bint fresh = False
    cdef const Kernel* kernel = search.kernel
    if search.truth != NULL:
        memcpy(state, search.truth, kernel.state_size)
    else:
        kernel.sample(search.info, state, &search.rng)
    while not fresh and not at_end(search, state) and depth < DEEPEST - MOST_PLAYERS:
        if search.tree.count + 2 * MOST_PLAYERS >= search.tree.room:
            break
        if kernel.needs(state):
            if kernel.value != NULL:
                break  # a tree that went on would take one roll for another
            kernel.draw(state, &search.rng)
            continue
        number = kernel.to_move(state, seats)
        for at in range(number):  # all choose before anybody's choice counts
            edge = node
            if number > 1 and seats[at] != search.seat:
                edge = find(&search.tree, node, seats[at], NONE)
                if search.tree.edges[edge].children > CROWD:
                    chosen[at] = kernel.rollout(state, seats[at], &search.rng)
                    fresh = True
                    continue
            count = kernel.choices(state, seats[at], actions)
            edge = select(search, state, edge, seats[at], actions, count)
            fresh = fresh or search.tree.edges[edge].visits == 0
            path[depth] = edge
            depth += 1
            chosen[at] = search.tree.edges[edge].action
            below_ = edge if at == 0 else find(&search.tree, below_, seats[at], chosen[at])
        for at in range(number):
            kernel.apply(state, seats[at], chosen[at])
        node = below_
        fresh = fresh or search.flat
    if search.network != NULL:
        kernel.foretell(search.network, state, search.seat, &search.rng, worth)
    elif kernel.value != NULL:
        kernel.value(state, &search.rng, worth)
    else:
        playout(search, state)
        utilities(search, state, worth)
    for at in range(depth):
        search.tree.edges[path[at]].visits += 1
        search.tree.edges[path[at]].total += worth[search.tree.edges[path[at]].seat]


cdef void iterate_many(Search* search, long iterations) noexcept nogil:
    cdef long at
    cdef uint64_t[STATE_WORDS] state  # aligned for every game's struct
    for at in range(iterations):
        iterate(search, state)


cdef class Searcher:
    """One tree; several of them, each in a thread, make a wider search."""

    cdef Search search
    cdef object kept  # what the pointers point into
    cdef bint is_running  # in some thread

    def __init__(self, *_, **__):
        raise TypeError("a search begins from what a seat knows: call searcher(knowledge, iterations, seed)")

    def __dealloc__(self):
        free(self.search.tree.edges)

    cdef int prepare(self, const Kernel* kernel, int players, int seat, const void* state, long room) except -1:
        """`state` is any state that agrees with what is known: scores and rounds are public."""
        cdef int left = max(1, kernel.rounds_left(state))
        self.search.seat = seat
        self.search.kernel = kernel
        self.search.players = players
        self.search.horizon = kernel.rounds_ended(state) + 1
        self.search.weight = min(0.7, 0.7 / left)
        kernel.scores(state, self.search.start_scores)
        self.search.tree.room = room
        self.search.tree.edges = <Edge*>malloc(room * sizeof(Edge))
        if self.search.tree.edges == NULL:
            raise MemoryError("no memory for the search tree: ask for fewer iterations")
        self.search.tree.count = 1
        memset(self.search.tree.edges, 0, sizeof(Edge))
        self.search.tree.edges[0].first = NONE
        return 0

    def run(self, iterations):
        """Go on for so many iterations; a tree that is full goes on with playouts."""
        cdef long many = checked_iterations(iterations)
        if self.search.tree.edges == NULL or self.is_running:
            raise RuntimeError("this search was never begun, or is running in another thread: make one for each")
        self.is_running = True
        with nogil:
            iterate_many(&self.search, many)
        self.is_running = False

    def results(self):
        """For every action tried by the searching seat: visits, and the sum of its utilities."""
        cdef Edge* edge
        cdef int32_t at = NONE if self.search.tree.edges == NULL else self.search.tree.edges[0].first
        found = {}
        while at != NONE:
            edge = &self.search.tree.edges[at]
            if edge.seat == self.search.seat and edge.visits:
                found[edge.action] = (edge.visits, edge.total)
            at = edge.next
        return found


def searcher(
    Knowledge knowledge not None,
    iterations,
    unsigned long seed,
    *,
    double exploration=0.2,
    bint flat=False,
    Network network=None,
    match=None,
):
    """A search from what a seat knows; it must be the seat's turn.

    With a network that says what a table after a turn is worth it looks no further than to the end of the turn.
    `match` is how much winning the match counts, from 0 to 1, the rest being points of the round; without it the
    more, the nearer the match is to its end.
    """
    cdef Searcher made = Searcher.__new__(Searcher)
    cdef uint64_t[STATE_WORDS] state
    if knowledge.kernel == NULL:
        raise TypeError("knowledge belongs to a game: make it with its kernel, from a view")
    made.kept = (knowledge, network)
    made.search.network = network_for(knowledge, network)
    made.search.rng.at = seed
    knowledge.kernel.sample(knowledge.info, state, &made.search.rng)
    check_turn(knowledge.kernel, state, knowledge.seat)
    made.prepare(knowledge.kernel, knowledge.players, knowledge.seat, state, room_for(iterations))
    made.search.info, made.search.truth = knowledge.info, NULL
    made.search.exploration, made.search.flat = checked_exploration(exploration), flat
    if match is not None:
        made.search.weight = checked_share(match)
    return made


def cheating_searcher(Position position not None, seat, iterations, unsigned long seed, *, double exploration=0.2):
    """A search that sees all cards: a measuring stick, never a player."""
    cdef Searcher made = Searcher.__new__(Searcher)
    cdef Position fixed = position.copy()
    check_seat(position.players_, seat)
    check_turn(fixed.kernel, fixed.data, seat)
    made.kept = fixed
    made.search.rng.at = seed
    made.prepare(fixed.kernel, fixed.players_, seat, fixed.data, room_for(iterations))
    made.search.info, made.search.truth = NULL, fixed.data
    made.search.network = NULL
    made.search.exploration, made.search.flat = checked_exploration(exploration), False
    return made


cdef int check_turn(const Kernel* kernel, const void* state, int seat) except -1:
    cdef int[MOST_PLAYERS] seats
    cdef int at, count = kernel.to_move(state, seats)
    for at in range(count):
        if seats[at] == seat:
            return 0
    raise NotYourTurn(f"there is nothing to search: {'a spectator' if seat < 0 else f'seat {seat}'} is not to move")


cdef const Layered* network_for(Knowledge knowledge, Network network) except? NULL:
    if network is None:
        return NULL
    if (
        knowledge.kernel.foretell == NULL
        or network.layered.inputs != knowledge.sight.features
        or network.layered.outputs < knowledge.players
    ):
        raise PositionRefused("this network was made for another game")
    return &network.layered


cdef double checked_exploration(double exploration) except -1:
    if not 0.0 <= exploration <= MOST_EXPLORATION:
        raise ValueError(f"exploration cannot be {exploration}: choose a number from 0 to {MOST_EXPLORATION:g}")
    return exploration


cdef double checked_share(double match) except -1:
    if not 0.0 <= match <= 1.0:
        raise ValueError(f"the match cannot count {match}: choose a number from 0 to 1")
    return match


cdef long checked_iterations(iterations) except -1:
    if not 0 <= iterations <= MOST_ITERATIONS:
        raise ValueError(f"there cannot be {iterations!r} iterations: choose from 0 to {MOST_ITERATIONS:,}")
    return iterations


cdef long room_for(iterations) except -1:
    """Every iteration adds a few edges at most; a tree that is full goes on with playouts."""
    return min(checked_iterations(iterations) * 3, 20_000_000) + 4096


def ismcts(
    knowledge,
    iterations,
    unsigned long seed,
    *,
    int threads=1,
    double exploration=0.2,
    bint flat=False,
    Network network=None,
    match=None,
):
    """{action: (visits, sum of utilities)} for the searching seat; the same arguments give the same answer."""
    if not 0 < threads <= MOST_THREADS:
        raise ValueError(f"there cannot be {threads} threads: choose from 1 to {MOST_THREADS}")
    share = -(-iterations // threads)
    seeds = [seed, *(seed_for(seed, at) for at in range(1, threads))]
    searchers = [
        searcher(knowledge, share, own, exploration=exploration, flat=flat, network=network, match=match)
        for own in seeds
    ]
    if threads == 1:
        searchers[0].run(share)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda one: one.run(share), searchers))
    return merged(searchers)


def ismcts_for(knowledge, double seconds, unsigned long seed, *, most=1_000_000):
    """Search until the time is up, or after `most` iterations."""
    one, ends = searcher(knowledge, most, seed), monotonic() + seconds
    while most > 0 and monotonic() < ends:
        one.run(min(most, AT_ONCE))
        most -= AT_ONCE
    return one.results()


def merged(searchers):
    """The results of several trees as one."""
    found = {}
    for one in searchers:
        for action, (visits, total) in one.results().items():
            before = found.get(action, (0, 0.0))
            found[action] = (before[0] + visits, before[1] + total)
    return dict(sorted(found.items()))
