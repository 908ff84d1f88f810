# cython: language_level=3
"""What search and batch stepping need to know of a state, and of what a seat knows of it.

What comes from outside is checked here, and refused in the words of the door; what is called unchecked trusts its
caller, who may corrupt memory with a number that does not fit.
"""

from contextlib import contextmanager
from random import Random

cimport cython
from libc.stdint cimport int16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from hexdeck.core.chance import Roll, Shuffle
from hexdeck.core.input_check import check_seat, refused_action, refused_outcome
from hexdeck.core.errors import ChanceIsDue, IllegalAction, PositionRefused
from hexdeck.kernel.reading cimport whole
from hexdeck.kernel.rng cimport below

# What reading, and the law that trusts its caller, may stumble over in a thing that was changed by hand.
WRONG = (ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)

cdef double ALL_WORDS = 4294967296.0  # of 32 bits


cdef class Story:
    """What happened since a position began, in numbers; whoever comes first writes on, the others on a copy."""

    def __dealloc__(self):
        free(self.numbers)

    cdef int make_room(self, int room) except -1:
        cdef int16_t* numbers = <int16_t*>realloc(self.numbers, room * sizeof(int16_t))
        if numbers == NULL:
            raise MemoryError("no memory to go on with this game")
        self.numbers, self.room = numbers, room
        return 0


cdef class Position:
    """A state in C with the law's methods; every game's kernel has its own kind, and fills in the pointers."""

    def __cinit__(self, *_, **__):
        if not hasattr(self, "GAME"):
            raise TypeError("a position belongs to a game: make a State of its kernel")

    def __init__(self, players, options):
        self.GAME.check_players(players)
        chosen = self.GAME.complete(options)
        self.lay_out(players, chosen)
        self.players_, self.told = players, 0
        self.begun = chosen

    @classmethod
    def of(cls, law):
        """The same position as a state of the law."""
        cdef Position state = cls.__new__(cls)
        with reading(cls.LAW, law):
            state.players_ = law.players
            state.read(law)
            state.begun = law.copy()
        return state

    def copy(self):
        cdef Position twin = type(self).__new__(type(self))
        twin.players_, twin.rng = self.players_, self.rng
        twin.begun, twin.story, twin.told = self.begun, self.story, self.told
        memcpy(twin.data, self.data, self.kernel.state_size)
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, _):
        return self.copy()

    def __reduce__(self):
        """As a state of the law, which is read and checked when it comes back."""
        return _restored, (type(self), self.law(), self.rng.at)

    def __eq__(self, other):
        """Whether the rules go on from both alike; what players only remember may differ."""
        return type(self) is type(other) and self.flat() == (<Position>other).flat()

    def __hash__(self):
        """Of the position as it is now: a state that plays on is another key."""
        return hash(self.flat())

    def __repr__(self):
        """For people at a prompt: who is asked, or what is due."""
        if self.is_over:
            now = "over"
        elif self.needs is not None:
            now = f"{self.needs} is due"
        else:
            now = f"{', '.join(map(str, self.to_move()))} to move"
        return f"<{self.GAME.name} for {self.players_}: {now}, scores {self.scores}>"

    def law(self):
        """The same position as a state of the law, with all that players remember."""
        return self.beside().copy()

    def view(self, seat):
        """All that `seat` may know, or a spectator (None), as the law says."""
        if seat is not None:
            check_seat(self.players_, seat)
        law = self.beside()
        with reading(self.LAW, law):
            return self.GAME.view(law, seat)

    @property
    def needs(self):
        """What must be drawn before anyone can act, or None."""
        return self.WHAT[self.kernel.needs(self.data)]

    @property
    def due(self):
        """The roll or shuffle of that, with all that can come of it, or None."""
        cdef Due due
        self.kernel.due(self.data, &due)
        if due.dice:
            return Roll(self.needs, due.dice, due.sides, bool(due.by_hand))
        return Shuffle(self.needs, tuple([due.cards[at] for at in range(due.size)])) if due.size else None

    @property
    def is_over(self):
        return bool(self.kernel.is_over(self.data))

    @property
    def scores(self):
        cdef int[MOST_PLAYERS] scores
        cdef int seat
        self.kernel.scores(self.data, scores)
        return [scores[seat] for seat in range(self.players_)]

    def to_move(self):
        cdef int[MOST_PLAYERS] seats
        cdef int at, count = self.kernel.to_move(self.data, seats)
        return tuple([seats[at] for at in range(count)])

    def legal_actions(self, seat):
        cdef int[MOST_LEGAL] actions
        cdef int at, count, chair = whole(seat)
        if not 0 <= chair < self.players_:
            check_seat(self.players_, seat)
        count = self.kernel.legal(self.data, chair, actions)
        return [actions[at] for at in range(count)]

    def is_legal(self, seat, action):
        """Whether `action` is in the list, which is not made for it."""
        cdef int chair = whole(seat)
        return 0 <= chair < self.players_ and self.kernel.is_legal(self.data, chair, whole(action))

    def apply(self, seat, action):
        """Play a legal action; anything else is refused and changes nothing."""
        cdef int chair = whole(seat), choice = whole(action)
        if not (0 <= chair < self.players_ and self.kernel.is_legal(self.data, chair, choice)):
            self.refuse(seat, action)
        self.act(chair, choice)

    def apply_unchecked(self, int seat, int action):
        """Play an action that is known to be legal: what is not corrupts memory."""
        self.act(seat, action)

    def refuse(self, seat, action):
        """Say why `action` cannot be played."""
        check_seat(self.players_, seat)
        raise refused_action(self.GAME, self, seat, action, self.needs)

    def resolve(self, outcome):
        """Take what came of the roll or shuffle that is due; anything else is refused and changes nothing."""
        cdef Due due
        cdef int[MOST_DRAWN] drawn
        cdef int at, size
        numbers = tuple(outcome)
        self.kernel.due(self.data, &due)
        size = due.dice + due.size
        if size and size == len(numbers):
            for at in range(size):
                drawn[at] = whole(numbers[at])
            if allows(&due, drawn):
                self.happen(drawn, size)
                return
        raise refused_outcome(self.due)

    def begin(self, unsigned long seed):
        """Draw what chance owes, now and in `step`, from `seed`."""
        self.rng.at = seed
        self.draw_all()

    @cython.binding(False)
    @cython.always_allow_keywords(False)
    def step(self, double fraction):
        """Let the first seat to move take a legal action, each by an equal part of the fractions from 0 to below 1,
        draw what chance then owes, and tell whether the game goes on."""
        cdef int[MOST_PLAYERS] seats
        if not 0.0 <= fraction < 1.0:
            raise IllegalAction(f"no action lies at {fraction}: choose a fraction from 0 to below 1")
        if not self.kernel.to_move(self.data, seats):
            self.refuse(0, None)
        cdef uint32_t word = <uint32_t>(fraction * ALL_WORDS)
        self.act(seats[0], self.kernel.pick(self.data, seats[0], word))
        self.draw_all()
        return not self.kernel.is_over(self.data)

    cdef int lay_out(self, int players, dict options) except -1:
        """Begin a new game in `data`."""
        raise NotImplementedError

    cdef int read(self, law) except -1:
        """Put a state of the law into `data`, or ValueError and its like if the rules cannot go on from it."""
        raise NotImplementedError

    cdef void play(self, int seat, int action) noexcept:
        self.kernel.apply(self.data, seat, action)

    cdef void take(self, int* outcome, int size) noexcept:
        self.kernel.resolve(self.data, outcome, size)

    cdef void tidy(self, void* state) noexcept:
        """Clear what earlier moves left in a state and no rule reads any more."""

    @cython.final
    cdef int act(self, int seat, int action) except -1:
        self.tell(seat, &action, 1)
        self.play(seat, action)
        return 0

    @cython.final
    cdef int happen(self, int* outcome, int size) except -1:
        self.tell(-size, outcome, size)
        self.take(outcome, size)
        return 0

    @cython.final
    cdef int tell(self, int first, const int* numbers, int size) except -1:
        """Write on in the story: a seat and its action, or how many numbers chance drew, below 0, and these."""
        cdef int at
        if self.story is None or self.story.count != self.told or self.story.room <= self.told + size:
            self.lengthen(1 + size)
        self.story.numbers[self.told] = first
        for at in range(size):
            self.story.numbers[self.told + 1 + at] = numbers[at]
        self.story.count = self.told = self.told + 1 + size
        return 0

    @cython.final
    cdef int lengthen(self, int size) except -1:
        """Room for so much more, in a story of its own if a copy has gone on with this one."""
        cdef Story story = self.story
        if story is None or story.count != self.told:
            story = Story.__new__(Story)
        if story.room < self.told + size:
            story.make_room(2 * (self.told + size))
        if story is not self.story and self.told:
            memcpy(story.numbers, self.story.numbers, self.told * sizeof(int16_t))
        self.story = story
        return 0

    @cython.final
    cdef int draw_all(self) except -1:
        cdef Due due
        cdef int[MOST_DRAWN] drawn
        while self.kernel.needs(self.data):
            self.kernel.due(self.data, &due)
            self.happen(drawn, draw_due(&due, drawn, &self.rng))
        return 0

    @cython.final
    cdef bytes flat(self):
        """The bytes that make this position, the same whatever led to it."""
        cdef uint64_t[STATE_WORDS] words
        memcpy(words, self.data, self.kernel.state_size)
        self.tidy(words)
        return (<char*>words)[:self.kernel.state_size]

    @cython.final
    cdef object beside(self):
        """A state of the law that has come along; nobody may change it, for copies share it."""
        if self.begun is None or isinstance(self.begun, dict):
            self.begun = self.GAME.set_up(self.players_, self.begun)
        elif isinstance(self.begun, tuple):
            knowledge, seed = self.begun
            self.begun = knowledge.law(seed)
        if self.told:
            self.begun = self.walked()
            self.story, self.told = None, 0
        return self.begun

    @cython.final
    cdef object walked(self):
        """What the law makes of the story."""
        law, at = self.begun.copy(), 0
        story = [self.story.numbers[at] for at in range(self.told)]
        with reading(self.LAW, law):
            while at < len(story):
                end = at + 1 + max(1, -story[at])
                if story[at] < 0:
                    law.resolve(tuple(story[at + 1:end]))
                else:
                    law.apply(story[at], story[at + 1])
                at = end
        return law


def _restored(kind, law, at):
    cdef Position state = kind.of(law)
    state.rng.at = at
    return state


cdef int draw_due(const Due* due, int* drawn, Rng* rng) noexcept:
    """What comes of a roll or shuffle; how many numbers."""
    cdef int at, other
    for at in range(due.dice):
        drawn[at] = below(rng, due.sides)
    memcpy(drawn + due.dice, due.cards, due.size * sizeof(int))
    for at in range(due.size - 1):
        other = at + below(rng, due.size - at)
        drawn[at], drawn[other] = drawn[other], drawn[at]
    return due.dice + due.size


cdef bint allows(const Due* due, const int* drawn) noexcept:
    """Whether as many numbers as are wanted can be what came of it."""
    cdef int[MOST_DRAWN] left
    cdef int at
    if due.dice:
        for at in range(due.dice):
            if not 0 <= drawn[at] < due.sides:
                return False
        return True
    memset(left, 0, sizeof(left))
    for at in range(due.size):
        left[due.cards[at]] += 1
    for at in range(due.size):
        if not 0 <= drawn[at] < MOST_DRAWN or left[drawn[at]] == 0:
            return False
        left[drawn[at]] -= 1
    return True


cdef class Knowledge:
    """What a seat knows, ready for sampling; every game's kernel has its own kind."""

    def __cinit__(self, view=None):
        self.view = view

    def world(self, unsigned long seed):
        """A state that agrees with the view."""
        cdef Rng rng = Rng(seed)
        cdef Position world = self.STATE.__new__(self.STATE)
        world.players_ = self.players
        self.kernel.sample(self.info, world.data, &rng)
        self.remember(world)
        world.begun = self, seed
        return world

    def law(self, unsigned long seed):
        """The same world as a state of the law."""
        with reading(type(self.view), self.view):
            law = self.STATE.GAME.worlds(self.view, Random(seed))
            self.put_hidden(law, self.world(seed).hidden())
            return law

    def put_hidden(self, law, hidden):
        """Give a state of the law what is hidden in a world that looks the same to the seat."""
        for name, cards in hidden.items():
            setattr(law, name, cards)

    cdef void remember(self, Position world) noexcept:
        """Give it what lies beside the flat state."""


@contextmanager
def reading(kind, thing):
    """Whatever is wrong with `thing`, which should be of the law's `kind`, becomes one refusal."""
    wanted = f"a {kind.__name__} of {kind.__module__.split('.')[2]}"
    if not isinstance(thing, kind):
        raise PositionRefused(f"this is not {wanted}, but {type(thing).__module__}.{type(thing).__name__}")
    try:
        yield
    except WRONG as error:
        raise PositionRefused(f"{wanted} cannot be like this: {error}") from error


cdef int check_world(const Kernel* kernel, const void* world, view) except -1:
    """That those are to move in a world whom the view names."""
    cdef int[MOST_PLAYERS] seats
    cdef int at, count = kernel.to_move(world, seats)
    if tuple([seats[at] for at in range(count)]) != tuple(view.to_move):
        raise ValueError("others are to move than it says")
    return 0


def check_settled(view):
    """Before a deal or roll there are no worlds."""
    if not view.to_move and not view.is_over:
        raise ChanceIsDue("no world can be made from this view: the roll or shuffle must come first")
