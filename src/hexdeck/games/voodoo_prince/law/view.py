"""What a seat knows of a game of Voodoo Prince [VP12]."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final, NamedTuple

from hexdeck.core.cards import Action, Card, Color, Seat
from hexdeck.core.dealing import deal_hidden
from hexdeck.core.fast_init import fast_init
from hexdeck.games.voodoo_prince.law.events import Dealt, Event
from hexdeck.games.voodoo_prince.law.rules import State, color_of, winning_card


@fast_init
@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None  # None is a spectator
    players: int
    rounds: int
    marshmallow: bool
    round: int  # 0 before the first deal
    goal: int  # tricks that end a player's round
    top: int  # the highest value in the deck
    turn: Seat
    to_move: tuple[Seat, ...]
    trump: Color  # UNNAMED, NO_TRUMP or a colour
    hand: tuple[Card, ...]  # what the seat holds, or put aside on leaving
    hand_sizes: tuple[int, ...]
    trick: tuple[tuple[Seat, Card], ...]  # in the order played
    winning: Card | None  # would take the trick as it lies; None while nobody has led
    last_trick: tuple[tuple[Seat, Card], ...]
    tricks: tuple[int, ...]
    playing: tuple[Seat, ...]
    left: tuple[Seat, ...]  # first leaver first
    points: tuple[int, ...]  # earned this round
    scores: tuple[int, ...]
    played: tuple[tuple[Card, ...], ...]  # seen this round, by the seat that played them
    voids: tuple[tuple[Color, ...], ...]  # colours each seat has shown not to hold
    actions: tuple[Action, ...]
    is_over: bool


class Own(NamedTuple):
    """The fields of a view that are not the same for all seats."""

    seat: Seat | None
    hand: tuple[Card, ...]
    actions: tuple[Action, ...]


NOBODYS: Final = Own(None, (), ())


def own(state: State, seat: Seat | None) -> Own:
    if seat is None:
        return NOBODYS
    return Own(seat, tuple(state.hands[seat]), tuple(state.legal_actions(seat)))


def view(state: State, seat: Seat | None) -> View:
    """All that `seat` may know, field by field."""
    seen, setup = own(state, seat), state.setup
    return View(
        seat=seen.seat,
        players=state.players,
        rounds=state.rounds,
        marshmallow=state.marshmallow,
        round=state.round,
        goal=setup.goal,
        top=setup.top,
        turn=state.turn,
        to_move=state.to_move(),
        trump=state.trump,
        hand=seen.hand,
        hand_sizes=tuple(map(len, state.hands)),
        trick=tuple(state.trick.items()),
        winning=_winning(state),
        last_trick=tuple(state.last_trick.items()),
        tricks=tuple(state.tricks),
        playing=tuple(state.playing),
        left=tuple(state.left),
        points=tuple(state.points),
        scores=tuple(state.scores),
        played=tuple(map(tuple, state.played)),
        voids=tuple([tuple(sorted(colors)) if colors else () for colors in state.voids]),
        actions=seen.actions,
        is_over=state.is_over,
    )


def _winning(state: State) -> Card | None:
    if not state.trick:
        return None
    return winning_card(list(state.trick.values()), state.trump, state.setup.top)


def events(state: State, seat: Seat | None) -> tuple[Event, ...]:
    """What just happened, as `seat` saw it."""
    return tuple([_seen(event, seat) for event in state.events])


def _seen(event: Event, seat: Seat | None) -> Event:
    if isinstance(event, Dealt):
        hands = tuple(hand if owner == seat else () for owner, hand in enumerate(event.hands))
        return Dealt(event.round, hands)
    return event


def forgetful(view: View) -> View:
    """What somebody knows who has not kept in mind who cannot follow."""
    return replace(view, voids=tuple(() for _ in view.voids))


def worlds(view: View, rng: Random) -> State:
    """A state that agrees with all the seat has seen; nobody may be waiting for a deal."""
    state = State(
        players=view.players,
        rounds=view.rounds,
        marshmallow=view.marshmallow,
        scores=list(view.scores),
        needs=None,
        round=view.round,
        turn=view.turn,
        trump=view.trump,
        playing=list(view.playing),
        left=list(view.left),
        tricks=list(view.tricks),
        trick=dict(view.trick),
        last_trick=dict(view.last_trick),
        played=[list(cards) for cards in view.played],
        voids=[set(colors) for colors in view.voids],
        points=list(view.points),
        is_over=view.is_over,
    )
    *state.hands, state.undealt = _hidden_cards(view, state, rng)
    return state


def _hidden_cards(view: View, state: State, rng: Random) -> list[list[Card]]:
    """Every seat's hand, and last the cards nobody was dealt."""
    seen = set(view.hand).union(*view.played)
    unseen = [card for card in state.deck() if card not in seen]
    sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]

    def may_hold(holder: int, card: Card) -> bool:
        return holder == view.players or color_of(card) not in state.voids[holder]

    piles = deal_hidden(unseen, [*sizes, len(unseen) - sum(sizes)], may_hold, rng)
    if view.seat is not None:
        piles[view.seat] = list(view.hand)
    return piles
