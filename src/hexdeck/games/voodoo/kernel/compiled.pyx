# cython: language_level=3
"""Voodoo's kernel for Python: the rules are C, in c/voodoo; what comes from outside is checked here."""

from itertools import accumulate
from math import prod

from libc.stdint cimport uint32_t, uint64_t

from hexdeck.core.errors import NotYourTurn, PositionRefused
from hexdeck.core.features import STYLES
from hexdeck.games.voodoo import GAME
from hexdeck.games.voodoo.law import cards as printed
from hexdeck.games.voodoo.law.rules import State as Law
from hexdeck.games.voodoo.law.view import View
from hexdeck.kernel.api cimport MOST_LEGAL, Position, check_world
from hexdeck.kernel.api cimport Knowledge as Knows
from hexdeck.kernel.api import check_settled, reading
from hexdeck.kernel.network cimport Network, Sums
from hexdeck.kernel.reading cimport bits_within, within
from hexdeck.kernel.rng cimport Rng

cdef int[ARTEFACTS] EFFECT_OF  # by the law's numbers, from BINDING on


cdef uint64_t bits_of(numbers) except? 1:
    return bits_within(numbers, 64)


cdef list numbers_in(uint64_t bits):
    return [number for number in range(64) if bits >> number & 1]


cdef uint32_t dice_of_faces(faces) except? 1:
    within(len(faces), MOST_DICE + 1)
    return sum(die(within(face, FACES)) for face in faces)


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
        check_stock(&table.artefacts, table, ARTEFACT_BITS, 0)
        check_permanents(table)
        check_curses(table)
        check_call(table)
    return 0


cdef inline uint64_t casting_bits(const Table* table) noexcept nogil:
    return 0 if table.casting == NOBODY else bit(table.casting)


cdef int check_phase(const Table* table) except -1:
    """Dice as there are in each part of a turn [VO4, VO5]."""
    cdef int dice = dice_in(table.dice), faces = popcount_wide(faces_in(table.dice)), seat
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
        if popcount_wide(table.curses.hands[seat]) != (table.needs > STARTING) or table.artefacts.hands[seat]:
            raise ValueError("a hand does not have its size")
        dealt |= table.curses.hands[seat]
    if dealt & ~STARTING_CURSES or popcount_wide(dealt) != (table.players if table.needs > STARTING else 0):
        raise ValueError("a starting curse is missing, or in two places")
    if table.needs > SHUFFLE_CURSES:
        check_stock(&table.curses, table, CURSE_BITS, 0)
    if table.needs > SHUFFLE_ARTEFACTS:
        check_stock(&table.artefacts, table, ARTEFACT_BITS, 0)
    return 0


cdef int check_stock(const Stock* stock, const Table* table, uint64_t everything, uint64_t elsewhere) except -1:
    """Every card is in one place [VO1]."""
    cdef uint64_t found = elsewhere
    cdef int at, count = popcount_wide(elsewhere) + stock.size
    for at in range(stock.size):
        found |= bit(stock.deck[place(stock, at)])
    for at in range(SEATS):
        found |= stock.hands[at]
        count += popcount_wide(stock.hands[at])
        if at >= table.players and stock.hands[at]:
            raise ValueError("somebody holds cards who does not play")
    if found != everything or count != popcount_wide(everything):
        raise ValueError("a card is missing, or in two places")
    return 0


cdef int check_permanents(const Table* table) except -1:
    cdef uint64_t found = table.in_force & PERMANENT_BITS
    cdef int at, count = popcount_wide(found) + table.permanents_left
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
        if popcount_wide(casters) != (card < CURSES) or casters & victims:
            raise ValueError("a curse has no caster, or binds its own")
        if popcount_wide(victims) != (table.players - 1 if ON_ALL >> card & 1 else 1):
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
    LAW = Law
    WHAT = (None, "doll", "starting", "curses", "artefacts", "permanents", "dice")  # as in table.h
    cdef Table table

    def __cinit__(self, *_, **__):
        self.kernel, self.data, self.players_ = &KERNEL, &self.table, 3
        self.sight, self.seen = &SIGHT, &self.table
        start(&self.table, 3, False, False)

    cdef int lay_out(self, int players, dict options) except -1:
        start(&self.table, players, options["mode"] == "table", options["dice"] == "real")
        return 0

    cdef int read(self, law) except -1:
        put_public(&self.table, law, law.in_force.values())
        self._put_hidden(law)
        check(&self.table)
        return 0

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
                outcome[at] = EFFECT_OF[outcome[at] - BINDING]
        resolve(&self.table, outcome, size)

    cdef void tidy(self, void* state) noexcept:
        tidy(<Table*>state)

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

    STATE = State
    cdef Info voodoo
    cdef Table world  # one that agrees with it: features see of it what the seat sees

    def __cinit__(self, view):
        cdef Rng rng = Rng(0)
        self.kernel, self.info = &KERNEL, &self.voodoo
        self.sight, self.seen = &SIGHT, &self.world
        with reading(View, view):
            check_settled(view)
            self.players = view.players
            self.seat = -1 if view.seat is None else within(view.seat, view.players)
            put_public(&self.voodoo.table, view, view.in_force)
            self._put_hidden(view)
            self._put_odds(view)
            sample(&self.voodoo, &self.world, &rng)
            check(&self.world)
            check_world(&KERNEL, &self.world, view)

    cdef int _put_hidden(self, view) except -1:
        """What is left to deal."""
        cdef Info* info = &self.voodoo
        cdef Table* table = &info.table
        put_seen_stock(&table.curses, &info.curses, view, view.curses, NUMBERS)
        put_seen_stock(&table.artefacts, &info.artefacts, view, view.artefacts, EFFECTS)
        info.beginners = sum(STARTING_CURSES >> info.curses.cards[at] & 1 for at in range(info.curses.count))
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
            for given in range(popcount_wide(<uint64_t>hiding)):
                chances[hiding] *= max(0, beginners - given) / max(1, unseen - given)
        sums = [*accumulate(chances)]
        for hiding, chance in enumerate(sums):
            self.voodoo.odds[<int>hiding] = int(chance / max(sums) * WORDS)
        return 0

    cdef int _check_turn(self) except -1:
        cdef int[SEATS] seats
        if self.seat not in [seats[at] for at in range(to_move(&self.voodoo.table, seats))]:
            raise NotYourTurn("there is nothing to choose from: the seat of this view is not to move")
        return 0

    def planned(self, Network network not None, attention, seed):
        """The choice of a player who plans its turns by a network; acts and calls are no part of it."""
        cdef Table world
        cdef Plans plans
        cdef Rng rng = Rng(seed)
        cdef Sums sums
        cdef Mind mind = Mind(&ODDS, &network.layered, within(attention, len(STYLES)), DRAWS, 0, &sums)
        self._check_turn()
        if network.layered.inputs != SIGHT.features or network.layered.outputs != SEATS:
            raise PositionRefused("this network was made for another game")
        sample(&self.voodoo, &world, &rng)
        plans.count = 0
        return planned_choice(&mind, &world, self.seat, &plans)

    def choices(self):
        """What a search looks at: the same in every world."""
        cdef int[MOST_LEGAL] actions
        self._check_turn()
        return [actions[at] for at in range(choices(&self.world, self.seat, actions))]

    def put_hidden(self, law, hidden):
        """The stocks part by part; what another seat has drawn, in an order in which it can have come."""
        for name, part in hidden.items():
            if name in ("curses", "artefacts"):
                stock = getattr(law, name)
                Knows.put_hidden(self, stock, part)
                others = [seat for seat in range(self.players) if seat != self.seat]
                for seat in others:
                    stock.drawn[seat] = order_drawn(stock, seat, printed.starting_curses() if name == "curses" else ())
            else:
                setattr(law, name, part)


def order_drawn(stock, seat, starting):
    """The fresh cards that `seat` got, a starting curse first where there are any [VO2]."""
    got = {card: by_then for card, (shower, by_then) in stock.shown.items() if shower == seat}
    in_hand = [card for card in stock.hands[seat] if card not in stock.known[seat]]
    order = [*sorted(got, key=got.get), *in_hand]
    for first in order:
        rest = [card for card in order if card != first]
        if first in starting and all(place < got.get(card, place + 1) for place, card in enumerate(rest, 1)):
            return [first, *rest]
    return order


def ways_to_begin(seen, seat):
    """In how many orders `seat` can have got the curses it has shown: its first one being hidden, or one of them."""
    shown = [(card, got) for card, shower, got in seen.shown if shower == seat]
    firsts = [card for card, _ in shown if STARTING_CURSES >> <int>card & 1]
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


def check_printed(cards):
    """ImportError unless c/voodoo/cards.h says of every card what cards.toml says."""
    for card, curse in enumerate(cards.curses):
        if (
            price(card) != dice_of_faces(curse.cost) + (curse.ingredients << 4 * FACES)
            or (casting_points(card), breaking_points(card)) != (curse.casting, curse.breaking)
            or bool(ON_ALL >> <int>card & 1) != (curse.victims == "all")
        ):
            refuse_card(curse)
    for card, permanent in enumerate(cards.permanents, CURSES):
        if bool(COSTS_DIE >> <int>card & 1) != (permanent.penalty == "die"):
            refuse_card(permanent)
    for card, binding in enumerate([*cards.curses, *cards.permanents]):
        moments = (DUE_AT_ROLL >> <int>card & 1, DUE_AT_PASS >> <int>card & 1, CRIES >> <int>card & 1)
        if moments != MOMENTS[binding.moment]:
            refuse_card(binding)


def refuse_card(card):
    raise ImportError(
        f"{card.id} is another card in games/voodoo/data/cards.toml than in games/voodoo/kernel/cards.h:"
        " write the same into both, then compile the kernel"
    )


WORDS = 1 << 32  # that an Rng can give
DRAWS = 16  # cards that are looked at for what a draw brings
PHASES = ("setting_up", "before_rolling", "preparing", "keeping", "acting", "keeping_late", "paying")  # as in table.h
IN_ORDER = (  # effects, as in table.h
    "reroll", "turn", "extra_die", "cancel", "hand_over", "move_target", "steal_point", "two_curses", "shield",
    "late_reroll", "two_artefacts", "fewer_dice", "stinky_doll",
)
CARDS = [printed.card_with(effect) for effect in IN_ORDER]
EFFECTS = {card: effect for effect, card in enumerate(CARDS)}
NUMBERS = {card: card for card in range(CURSES)}
for card, effect in EFFECTS.items():
    EFFECT_OF[<int>(card - BINDING)] = effect
MOMENTS = {"before_rolling": (1, 0, 0), "before_passing": (0, 1, 0), "always": (1, 1, 0), "marker_moves": (0, 0, 1)}

check_printed(printed.the_cards())
work_out(&ODDS)
