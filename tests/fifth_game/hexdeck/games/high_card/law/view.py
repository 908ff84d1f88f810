"""What a seat knows of a game of High Card."""

from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from hexdeck.games.high_card.law.events import Chosen, Dealt, Event
from hexdeck.games.high_card.law.rules import CARDS, State

from hexdeck.core.cards import Action, Card, Seat


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None  # None is a spectator
    players: int
    rounds: int
    round: int  # 0 before the first deal
    to_move: tuple[Seat, ...]
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    chosen: tuple[Seat, ...]  # who has laid a card face down
    choice: Card | None  # the seat's own
    trick: tuple[Card, ...]  # the last one, by seat
    played: tuple[tuple[Card, ...], ...]  # turned up this round, by seat
    scores: tuple[int, ...]
    actions: tuple[Action, ...]
    is_over: bool


class Own(NamedTuple):
    """The fields of a view that are not the same for all seats."""

    seat: Seat | None
    hand: tuple[Card, ...]
    choice: Card | None
    actions: tuple[Action, ...]


def own(state: State, seat: Seat | None) -> Own:
    return Own(
        seat=seat,
        hand=() if seat is None or not state.hands else tuple(state.hands[seat]),
        choice=None if seat is None else state.chosen.get(seat),
        actions=() if seat is None else tuple(state.legal_actions(seat)),
    )


def view(state: State, seat: Seat | None) -> View:
    """All that `seat` may know, field by field."""
    seen = own(state, seat)
    return View(
        seat=seen.seat,
        players=state.players,
        rounds=state.rounds,
        round=state.round,
        to_move=state.to_move(),
        hand=seen.hand,
        hand_sizes=tuple(map(len, state.hands)),
        chosen=tuple(sorted(state.chosen)),
        choice=seen.choice,
        trick=tuple(state.trick),
        played=tuple(map(tuple, state.played)),
        scores=tuple(state.scores),
        actions=seen.actions,
        is_over=state.is_over,
    )


def events(state: State, seat: Seat | None) -> tuple[Event, ...]:
    """What just happened, as `seat` saw it."""
    return tuple(_seen(event, seat) for event in state.events)


def _seen(event: Event, seat: Seat | None) -> Event:
    match event:
        case Dealt(number, hands):
            return Dealt(number, tuple(hand if owner == seat else () for owner, hand in enumerate(hands)))
        case Chosen(owner, _) if owner != seat:
            return replace(event, card=None)
    return event


def worlds(view: View, rng: Random) -> State:
    """A state that agrees with all the seat has seen; nobody may be waiting for a deal."""
    known = {*view.hand, *(card for cards in view.played for card in cards), view.choice}
    hidden = [card for card in range(CARDS) if card not in known]
    rng.shuffle(hidden)
    hands, chosen = [], {}
    for seat in range(view.players):
        hand = list(view.hand) if seat == view.seat else hidden[: view.hand_sizes[seat]]
        hidden = hidden if seat == view.seat else hidden[view.hand_sizes[seat] :]
        hands.append(sorted(hand))
        if seat in view.chosen:
            chosen[seat] = hidden.pop() if seat != view.seat or view.choice is None else view.choice
    return State(
        players=view.players,
        rounds=view.rounds,
        scores=list(view.scores),
        needs=None,
        round=view.round,
        hands=hands,
        undealt=sorted(hidden),
        chosen=chosen,
        trick=list(view.trick),
        played=[list(cards) for cards in view.played],
        is_over=view.is_over,
    )
