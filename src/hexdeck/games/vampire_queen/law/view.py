"""What a seat knows of a game of Vampire Queen [VQ13]."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.fast_init import fast_init
from hexdeck.games.vampire_queen.law.events import Dealt, Event
from hexdeck.games.vampire_queen.law.rules import DECK, SLAYERS, Cards, Rank, State


@fast_init
@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None  # None is a spectator
    players: int
    phases: int
    phase: int  # 0 before the first deal
    turn: Seat
    to_move: tuple[Seat, ...]
    hand: Cards  # sorted
    hand_sizes: tuple[int, ...]
    known: tuple[Cards, ...]  # what everybody knows each seat to hold: slayers, and what it took up
    open_hands: tuple[Cards, ...]  # laid open when a phase has ended, until the next deal
    round: tuple[tuple[Seat, Cards], ...]  # in the order of turns; () is a pass
    last_round: tuple[tuple[Seat, Cards], ...]  # of this phase
    barred: Card | None  # the slayer that the starter of this round may not lead
    barred_for: Seat | None
    crypt: Cards  # laid aside this phase, sorted
    played: tuple[Cards, ...]  # seen this phase, by the seat that played them, in order
    taken_up: tuple[Cards, ...]  # this phase, by the seat that took them
    passes: tuple[int, ...]  # of each seat this phase
    passed_on: tuple[tuple[Rank, ...], ...]  # what each seat chose not to raise this phase: number and value
    scores: tuple[int, ...]
    actions: tuple[Action, ...]
    is_over: bool


class Own(NamedTuple):
    """The fields of a view that are not the same for all seats."""

    seat: Seat | None
    hand: Cards
    actions: tuple[Action, ...]


def own(state: State, seat: Seat | None) -> Own:
    if seat is None:
        return Own(None, (), ())
    return Own(seat, tuple(state.hands[seat]), tuple(state.legal_actions(seat)))


def view(state: State, seat: Seat | None) -> View:
    """All that `seat` may know, field by field."""
    seen = own(state, seat)
    return View(
        seat=seen.seat,
        players=state.players,
        phases=state.phases,
        phase=state.phase,
        turn=state.turn,
        to_move=state.to_move(),
        hand=seen.hand,
        hand_sizes=tuple(map(len, state.hands)),
        known=_piles(state.known),
        open_hands=_piles(state.hands) if _phase_has_ended(state) else (),
        round=tuple(state.round.items()),
        last_round=tuple(state.last_round.items()),
        barred=state.barred,
        barred_for=None if state.barred is None else _starter(state),
        crypt=tuple(state.crypt),
        played=_piles(state.played),
        taken_up=_piles(state.taken_up),
        passes=tuple(state.passes),
        passed_on=tuple(tuple(sorted(ranks)) for ranks in state.passed_on),
        scores=tuple(state.scores),
        actions=seen.actions,
        is_over=state.is_over,
    )


def _piles(piles: Iterable[list[Card]]) -> tuple[Cards, ...]:
    return tuple(map(tuple, piles))


def _phase_has_ended(state: State) -> bool:
    return state.phase > 0 and not state.to_move()


def _starter(state: State) -> Seat:
    return next(iter(state.round), state.turn)


def events(state: State, seat: Seat | None) -> tuple[Event, ...]:
    """What just happened, as `seat` saw it."""
    return tuple(_seen(event, seat) for event in state.events)


def _seen(event: Event, seat: Seat | None) -> Event:
    if isinstance(event, Dealt):
        hands = tuple(hand if owner == seat else () for owner, hand in enumerate(event.hands))
        return Dealt(event.phase, event.dealer, event.starter, hands)
    return event


def forgetful(view: View) -> View:
    """What somebody knows who has forgotten who took up and who passed on what; slayers are there to see."""
    known = (tuple(card for card in cards if card in SLAYERS) for cards in view.known)
    return replace(view, known=tuple(known), passed_on=((),) * len(view.passed_on))


def worlds(view: View, rng: Random) -> State:
    """A state that agrees with all the seat has seen; nobody may be waiting for a deal."""
    hands, left_over = _hidden_cards(view, rng)
    return State(
        players=view.players,
        phases=view.phases,
        scores=list(view.scores),
        needs=None,
        hands=hands,
        phase=view.phase,
        turn=view.turn,
        left_over=left_over,
        crypt=list(view.crypt),
        round=dict(view.round),
        last_round=dict(view.last_round),
        played=[list(cards) for cards in view.played],
        taken_up=[list(cards) for cards in view.taken_up],
        known=[list(cards) for cards in view.known],
        passes=list(view.passes),
        passed_on=[set(ranks) for ranks in view.passed_on],
        is_over=view.is_over,
    )


def _hidden_cards(view: View, rng: Random) -> tuple[list[list[Card]], list[Card]]:
    """Every seat's hand, and the cards nobody was dealt; any hidden card may be anywhere."""
    hands = _certain_cards(view)
    hidden = unseen(view)
    rng.shuffle(hidden)
    for hand, size in zip(hands, view.hand_sizes, strict=True):
        missing = size - len(hand)
        hand.extend(hidden[:missing])
        hand.sort()
        del hidden[:missing]
    return hands, sorted(hidden)


def _certain_cards(view: View) -> list[list[Card]]:
    """The cards of each hand that the seat can be sure of."""
    certain = [list(cards) for cards in view.open_hands or view.known]
    if view.seat is not None:
        certain[view.seat] = list(view.hand)
    return certain


def unseen(view: View) -> list[Card]:
    """Cards that may be in other hands or left over, sorted."""
    on_table = [card for _, cards in view.round for card in cards]
    seen = Counter([*view.crypt, *on_table, *(card for hand in _certain_cards(view) for card in hand)])
    return sorted((Counter(DECK) - seen).elements())
