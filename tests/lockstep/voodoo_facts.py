"""Voodoo's law in the words of its kernel."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hexdeck.core.cards import Card, Seat
from hexdeck.core.chance import Roll
from hexdeck.games.voodoo.law.cards import CARDS, moment, starting_curses
from hexdeck.games.voodoo.law.diary import has_done, has_lapsed
from hexdeck.games.voodoo.law.rules import State
from hexdeck.games.voodoo.law.stock import Stock
from hexdeck.games.voodoo.law.view import StockView, View, view
from hexdeck.games.voodoo.law.worlds import worlds

OPTIONS: list[dict[str, int | str]] = [{}, {"mode": "table"}, {"dice": "real"}]


def facts(law: State) -> dict[str, Any]:
    """The diary as what follows from it; all else as it is, but for what only views need."""
    same = (
        "players",
        "at_table",
        "real_dice",
        "scores",
        "permanents",
        "more_dice",
        "skulls",
        "phase",
        "turn",
    )
    also = ("turns", "dice", "stopped", "casting", "used", "target", "shielded", "barred", "votes", "is_over")
    call = law.call
    return {name: getattr(law, name) for name in (*same, *also)} | {
        "curses": stock_facts(law.curses),
        "artefacts": stock_facts(law.artefacts),
        "rolling": law.needs.dice if isinstance(law.needs, Roll) and law.needs.what == "dice" else 0,
        "in_force": {
            card: (spell.caster, spell.victims, spell.since) for card, spell in law.in_force.items()
        },
        "done": {(seat, card) for seat, card in bound(law) if has_done(law.diary, seat, card, moment(card))},
        "lapsed": {
            (seat, card) for seat, card in bound(law) if has_lapsed(law.diary, seat, card, moment(card))
        },
        "call": call and (call.caller, call.card, call.accused, call.denied),
    }


def stock_facts(stock: Stock) -> dict[str, Any]:
    return {name: getattr(stock, name) for name in ("hands", "known", "deck", "fresh")}


def bound(law: State) -> Iterator[tuple[Seat, Card]]:
    for card, spell in law.in_force.items():
        for seat in spell.victims:
            yield seat, card


def check_world(law: State, seen: View, world: Any) -> None:
    """That the kernel's `world` looks to the seat like `law` does, and can have come about."""
    hidden, twin = world.hidden(), worlds(seen, Random(0))
    twin.permanents, twin.votes = hidden["permanents"], hidden["votes"]
    for stock, dealt in ((twin.curses, hidden["curses"]), (twin.artefacts, hidden["artefacts"])):
        for name, value in dealt.items():
            setattr(stock, name, value)
    assert view(twin, seen.seat) == seen == view(law, seen.seat)
    assert public(world.facts()) == public(facts(law))
    check_places(hidden, seen)
    for seat in range(seen.players):
        assert world.legal_actions(seat) == twin.legal_actions(seat)
        assert can_have_begun(seen.curses, seat, fresh_in_hand(hidden["curses"], seen.curses, seat))


def public(found: dict[str, Any]) -> dict[str, Any]:
    return {
        name: fact
        for name, fact in found.items()
        if name not in ("curses", "artefacts", "permanents", "votes")
    }


def check_places(hidden: dict[str, Any], seen: View) -> None:
    """Every card is in one place."""
    open_cards = [spell.card for spell in seen.in_force] + ([seen.casting[0]] if seen.casting else [])
    found = [*hidden["permanents"], *open_cards]
    for stock in (hidden["curses"], hidden["artefacts"]):
        found += [*stock["deck"], *(card for hand in stock["hands"] for card in hand)]
    assert sorted(found) == list(range(CARDS))


def fresh_in_hand(dealt: dict[str, Any], seen: StockView, seat: Seat) -> list[Card]:
    """Cards in a world's hand that nobody has seen yet."""
    return [card for card in dealt["hands"][seat] if card not in seen.known[seat]]


def can_have_begun(seen: StockView, seat: Seat, in_hand: list[Card]) -> bool:
    """Whether the cards of `seat` can have come in an order that begins with a starting curse [VO2]."""
    shown = {card: got for card, shower, got in seen.shown if shower == seat}
    draws = 1 + seen.drawers.count(seat)
    assert len(shown) + len(in_hand) == draws
    return any(
        all(
            place < got
            for place, got in enumerate(sorted(got for card, got in shown.items() if card != first), 1)
        )
        for first in {*shown, *in_hand}
        if first in starting_curses()
    )
