"""States that agree with all a seat has seen of Voodoo [VO15]."""

from collections.abc import Sequence
from random import Random

from hexdeck.core.cards import Card, Seat
from hexdeck.core.dealing import deal_hidden
from hexdeck.games.voodoo.law.cards import CARDS, CURSES, FIRST_ARTEFACT, FIRST_PERMANENT, starting_curses
from hexdeck.games.voodoo.law.rules import State
from hexdeck.games.voodoo.law.stock import Stock
from hexdeck.games.voodoo.law.view import StockView, View


def worlds(view: View, rng: Random) -> State:
    """A state that the seat cannot tell from the true one; nobody may be waiting for chance."""
    return State(
        players=view.players,
        at_table=view.at_table,
        real_dice=view.real_dice,
        scores=list(view.scores),
        needs=None,
        curses=_dealt(view, view.curses, range(CURSES), starting_curses(), rng),
        artefacts=_dealt(view, view.artefacts, range(FIRST_ARTEFACT, CARDS), (), rng),
        permanents=_permanents(view, rng),
        more_dice=list(view.more_dice),
        skulls=list(view.skulls),
        phase=view.phase,
        turn=view.turn,
        turns=view.turns,
        dice=list(view.dice),
        stopped=view.stopped,
        casting=view.casting,
        used=set(view.used),
        target=view.target,
        shielded=set(view.shielded),
        in_force={spell.card: spell for spell in view.in_force},
        diary=list(view.diary),
        barred=set(view.barred),
        call=view.call,
        votes={seat: _vote(view, seat, rng) for seat in view.voted},
        is_over=view.is_over,
    )


def _permanents(view: View, rng: Random) -> list[Card]:
    drawn = {spell.card for spell in view.in_force}
    left = [card for card in range(FIRST_PERMANENT, FIRST_ARTEFACT) if card not in drawn]
    return rng.sample(left, len(left))


def _vote(view: View, seat: Seat, rng: Random) -> bool | None:
    return view.vote if seat == view.seat else rng.choice((True, False, None))


def _dealt(
    view: View, seen: StockView, cards: Sequence[Card], starting: Sequence[Card], rng: Random
) -> Stock:
    """The stock with every fresh card given to a draw at which it can have come up."""
    drawn = _drawn(view, seen, cards, starting, rng)
    shown = {card: (seat, got) for card, seat, got in seen.shown}
    hands = [
        sorted([*(card for card in got if card not in shown), *known])
        for got, known in zip(drawn[:-1], seen.known, strict=True)
    ]
    return Stock(
        hands=hands,
        drawn=drawn[:-1],
        known=[set(known) for known in seen.known],
        deck=[*drawn[-1], *seen.under],
        fresh=seen.fresh,
        drawers=list(seen.drawers),
        shown=shown,
    )


def _drawn(
    view: View, seen: StockView, cards: Sequence[Card], starting: Sequence[Card], rng: Random
) -> list[list[Card]]:
    """The fresh cards that each seat got, in order, and last those still in the deck."""
    dealt = 1 if starting else 0
    others = [seat for seat in range(view.players) if seat != view.seat]
    draws = [(seat, at) for seat in others for at in range(dealt + seen.drawers.count(seat))]
    shown = {card: (seat, got) for card, seat, got in seen.shown}

    def can_have_come(place: int, card: Card) -> bool:
        if place == len(draws):
            return card not in shown
        seat, at = draws[place]
        if at < dealt and card not in starting:
            return False  # [VO2]
        shower, got = shown.get(card, (seat, at + 1))
        return seat == shower and at < got

    hidden = [card for card in cards if card not in seen.drawn]
    *found, deck = deal_hidden(hidden, [1] * len(draws) + [seen.fresh], can_have_come, rng)
    drawn: list[list[Card]] = [[] for _ in range(view.players)]
    for (seat, _), got in zip(draws, found, strict=True):
        drawn[seat] += got
    if view.seat is not None:
        drawn[view.seat] = list(seen.drawn)
    return [*drawn, rng.sample(deck, len(deck))]
