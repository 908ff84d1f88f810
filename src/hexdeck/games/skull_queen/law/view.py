"""What a seat knows of a game of Skull Queen [SQ13]."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple, TypeAlias

from hexdeck.core.cards import Action, Card, Color, Seat
from hexdeck.core.dealing import deal_hidden
from hexdeck.core.fast_init import fast_init
from hexdeck.games.skull_queen.law.events import CardChosen, Dealt, Event, Placed, TrickResolved
from hexdeck.games.skull_queen.law.planks import Plank, Space
from hexdeck.games.skull_queen.law.rules import State
from hexdeck.games.skull_queen.law.trick import Laid, color_of, laid, trick_color

Outlook: TypeAlias = tuple[tuple[Seat, Color, int, Space], ...]  # whose pirate, its steps, where it ends


@fast_init
@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None  # None is a spectator
    players: int
    low: int  # the lowest value of each colour in the deck
    top: int  # the highest
    round: int  # 0 before the first deal; the last is `players`
    dealer: Seat
    turn: Seat  # who leads or plays next; of two players, the one whose card counts as first
    to_move: tuple[Seat, ...]
    hand: tuple[Card, ...]  # with the card the seat has chosen
    hand_sizes: tuple[int, ...]
    stack_size: int  # cards the ghost has left
    centre: tuple[Card, ...]
    chosen: tuple[Seat, ...]  # who has placed or chosen a card in secret
    choice: Action | None  # what the seat itself has chosen
    planks: tuple[Plank, ...]  # empty until all have placed
    trick: tuple[Laid, ...]  # in the order played; the ghost's card first
    trick_color: Color | None
    winning: Card | None  # the highest of the trick as it lies; None with two players
    outlook: Outlook  # what the trick would move if it ended as it lies
    last_trick: TrickResolved | None  # of this round
    gone: tuple[Card, ...]  # out of play this round
    played: tuple[tuple[Card, ...], ...]  # this round, by the seat that played them; last by a ghost
    voids: tuple[tuple[Color, ...], ...]  # colours each seat has shown not to hold
    points: tuple[tuple[int, ...], ...]  # earned in each round so far
    scores: tuple[int, ...]
    actions: tuple[Action, ...]
    outlooks: tuple[Outlook, ...]  # with each of these cards; none while pirates are placed
    is_over: bool


class Own(NamedTuple):
    """The fields of a view that are not the same for all seats."""

    seat: Seat | None
    hand: tuple[Card, ...]
    choice: Action | None
    actions: tuple[Action, ...]
    outlooks: tuple[Outlook, ...]


def own(state: State, seat: Seat | None) -> Own:
    actions = () if seat is None else state.allowed(seat)
    return Own(
        seat=seat,
        hand=tuple(state.hands[seat]) if seat is not None and state.round else (),
        choice=None if seat is None else state.choices.get(seat),
        actions=actions,
        outlooks=() if seat is None else _outlooks(state, seat, actions),
    )


def _winning(state: State) -> Card | None:
    leader = state.leader()
    return None if leader is None else state.trick[leader]


def _outlooks(state: State, seat: Seat, actions: tuple[Action, ...]) -> tuple[Outlook, ...]:
    if not state.planks:
        return ()
    return tuple([_outlook(state, {**state.trick, seat: card}) for card in actions])


def _outlook(state: State, trick: Mapping[Seat, Card]) -> Outlook:
    if not trick:
        return ()
    return tuple([(move.seat, move.color, move.steps, move.end) for move in state.moves(trick)])


def view(state: State, seat: Seat | None) -> View:
    """All that `seat` may know, field by field."""
    seen = own(state, seat)
    return View(
        seat=seen.seat,
        players=state.players,
        low=state.setup.low,
        top=state.setup.top,
        round=state.round,
        dealer=state.dealer,
        turn=state.turn,
        to_move=state.to_move(),
        hand=seen.hand,
        hand_sizes=tuple(map(len, state.hands)),
        stack_size=len(state.stack),
        centre=tuple(state.centre),
        chosen=tuple(sorted(state.choices)),
        choice=seen.choice,
        planks=tuple(state.planks),
        trick=laid(state.trick),
        trick_color=trick_color(state.trick.values()),
        winning=_winning(state),
        outlook=_outlook(state, state.trick),
        last_trick=state.last_trick,
        gone=tuple(state.gone),
        played=tuple(map(tuple, state.played)),
        voids=tuple(tuple(sorted(colors)) for colors in state.voids),
        points=tuple(state.points),
        scores=tuple(state.scores),
        actions=seen.actions,
        outlooks=seen.outlooks,
        is_over=state.is_over,
    )


def events(state: State, seat: Seat | None) -> tuple[Event, ...]:
    """What just happened, as `seat` saw it."""
    return tuple(_seen(event, seat) for event in state.events)


def _seen(event: Event, seat: Seat | None) -> Event:
    if isinstance(event, Dealt):
        hands = tuple(hand if owner == seat else () for owner, hand in enumerate(event.hands))
        return Dealt(event.round, event.dealer, hands, event.centre)
    if isinstance(event, Placed) and event.seat != seat:
        return Placed(event.seat, None)
    if isinstance(event, CardChosen) and event.seat != seat:
        return CardChosen(event.seat, None)
    return event


def forgetful(view: View) -> View:
    """What somebody knows who has not kept in mind who cannot follow."""
    return replace(view, voids=tuple(() for _ in view.voids))


def worlds(view: View, rng: Random) -> State:
    """A state that agrees with all the seat has seen; nobody may be waiting for a deal."""
    state = State(
        players=view.players,
        scores=list(view.scores),
        needs=None,
        round=view.round,
        dealer=view.dealer,
        turn=view.turn,
        centre=list(view.centre),
        planks=list(view.planks),
        trick={one.seat: one.card for one in view.trick},
        gone=list(view.gone),
        played=[list(cards) for cards in view.played],
        voids=[set(colors) for colors in view.voids],
        last_trick=view.last_trick,
        points=list(view.points),
        is_over=view.is_over,
    )
    *state.hands, state.stack = _hidden_cards(view, state, rng)
    state.choices = _hidden_choices(view, state, rng)
    return state


def _hidden_cards(view: View, state: State, rng: Random) -> list[list[Card]]:
    """Every seat's hand, and last the ghost's stack."""
    seen = {*view.hand, *view.centre, *view.gone}.union(*view.played)
    unseen = [card for card in state.deck() if card not in seen]
    sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]

    def may_hold(holder: int, card: Card) -> bool:
        return holder == view.players or color_of(card) not in state.voids[holder]

    piles = deal_hidden(unseen, [*sizes, view.stack_size], may_hold, rng)
    if view.seat is not None:
        piles[view.seat] = list(view.hand)
    rng.shuffle(piles[view.players])
    return piles


def _hidden_choices(view: View, state: State, rng: Random) -> dict[Seat, Action]:
    """The seat's own secret choice, and any legal one for the others who have chosen."""
    choices = {seat: rng.choice(state.allowed(seat)) for seat in view.chosen}
    if view.seat is not None and view.choice is not None:
        choices[view.seat] = view.choice
    return choices
