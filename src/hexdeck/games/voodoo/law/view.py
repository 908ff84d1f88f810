"""What a seat knows of a game of Voodoo [VO15]."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.fast_init import fast_init
from hexdeck.games.voodoo.law.cards import Face
from hexdeck.games.voodoo.law.diary import Note
from hexdeck.games.voodoo.law.events import Drew, Event, StartingCursesDealt
from hexdeck.games.voodoo.law.position import Call, Phase, Spell
from hexdeck.games.voodoo.law.rules import State
from hexdeck.games.voodoo.law.stock import Stock


@dataclass(frozen=True, slots=True)
class StockView:
    """A deck and the hands drawn from it, as a seat knows them."""

    deck: int  # cards
    fresh: int  # of these, on top, nobody has seen
    under: tuple[Card, ...]  # the others, in order, the next to come up first
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]  # in each hand, because all saw them under the deck
    drawn: tuple[Card, ...]  # by this seat, of the fresh cards, in order, a dealt card first
    drawers: tuple[Seat, ...]  # of the fresh cards, in order
    shown: tuple[tuple[Card, Seat, int], ...]  # first by whom, and how many fresh cards they had got by then


@fast_init
@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None  # None is a spectator
    players: int
    at_table: bool
    real_dice: bool
    phase: Phase
    turn: Seat  # who has the doll
    turns: int  # begun so far
    to_move: tuple[Seat, ...]
    dice: tuple[Face, ...]
    more_dice: tuple[int, ...]  # for each seat's next turn
    stopped: bool  # the moment of the Stinky Doll
    casting: tuple[Card, int] | None  # a curse and its victim, while the asterisk is being paid
    used: tuple[Card, ...]  # artefacts of this turn
    target: Seat | None  # None: in the middle
    shielded: tuple[Seat, ...]
    scores: tuple[int, ...]
    skulls: tuple[int, ...]  # each seat has crossed
    in_force: tuple[Spell, ...]  # the oldest first
    permanents: int  # cards in their deck
    curses: StockView
    artefacts: StockView
    diary: tuple[Note, ...]  # acts and moments that an attentive player remembers
    barred: tuple[tuple[Seat, Card], ...]  # who may not call what until the next first roll
    call: Call | None
    voted: tuple[Seat, ...]
    vote: bool | None  # the seat's own, until all are revealed; None if it abstained
    actions: tuple[Action, ...]
    is_over: bool


class Own(NamedTuple):
    """The fields of a view that are not the same for all seats."""

    seat: Seat | None
    curses: StockView
    artefacts: StockView
    vote: bool | None
    actions: tuple[Action, ...]


def own(state: State, seat: Seat | None) -> Own:
    return Own(
        seat=seat,
        curses=_stock_view(state.curses, seat),
        artefacts=_stock_view(state.artefacts, seat),
        vote=None if seat is None else state.votes.get(seat),
        actions=() if seat is None else tuple(state.legal_actions(seat)),
    )


def view(state: State, seat: Seat | None) -> View:
    """All that `seat` may know, field by field."""
    seen = own(state, seat)
    return View(
        seat=seen.seat,
        players=state.players,
        at_table=state.at_table,
        real_dice=state.real_dice,
        phase=state.phase,
        turn=state.turn,
        turns=state.turns,
        to_move=state.to_move(),
        dice=tuple(state.dice),
        more_dice=tuple(state.more_dice),
        stopped=state.stopped,
        casting=state.casting,
        used=tuple(sorted(state.used)),
        target=state.target,
        shielded=tuple(sorted(state.shielded)),
        scores=tuple(state.scores),
        skulls=tuple(state.skulls),
        in_force=tuple(state.in_force.values()),
        permanents=len(state.permanents),
        curses=seen.curses,
        artefacts=seen.artefacts,
        diary=tuple(state.diary),
        barred=tuple(sorted(state.barred)),
        call=state.call,
        voted=tuple(sorted(state.votes)),
        vote=seen.vote,
        actions=seen.actions,
        is_over=state.is_over,
    )


def _stock_view(stock: Stock, seat: Seat | None) -> StockView:
    return StockView(
        deck=len(stock.deck),
        fresh=stock.fresh,
        under=tuple(stock.deck[stock.fresh :]),
        hand=() if seat is None else tuple(stock.hands[seat]),
        hand_sizes=tuple(map(len, stock.hands)),
        known=tuple(tuple(sorted(cards)) for cards in stock.known),
        drawn=() if seat is None else tuple(stock.drawn[seat]),
        drawers=tuple(stock.drawers),
        shown=tuple((card, holder, got) for card, (holder, got) in stock.shown.items()),
    )


def events(state: State, seat: Seat | None) -> tuple[Event, ...]:
    """What just happened, as `seat` saw it."""
    return tuple(_seen(event, seat) for event in state.events)


def _seen(event: Event, seat: Seat | None) -> Event:
    if isinstance(event, StartingCursesDealt):
        cards = tuple(card if owner == seat else None for owner, card in enumerate(event.cards))
        return StartingCursesDealt(cards)
    if isinstance(event, Drew) and event.seat != seat:
        return replace(event, card=None)
    return event
