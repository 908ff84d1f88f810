"""The artefacts: when each may be used, on what, and what it does [VO5, VO10]."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Final

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.games.voodoo.law.actions import MIDDLE, action
from hexdeck.games.voodoo.law.cards import EFFECTS, FACES, Face, card_with, curse, effect_of, is_permanent
from hexdeck.games.voodoo.law.casting import possible_casts, victims
from hexdeck.games.voodoo.law.events import ArtefactUsed, DieTurned, Shielded
from hexdeck.games.voodoo.law.position import Phase, Position

PHASES: Final[dict[str, tuple[Phase, ...]]] = {  # of the holder's own turn, by the moment on the card
    "preparing": ("preparing",),
    "own_turn": ("preparing", "acting"),
    "acting": ("acting",),
    "opponent_stops": (),
}


def possible_uses(position: Position, seat: Seat) -> list[Action]:
    """What `seat` can do with artefacts in its own turn."""
    effects = [effect_of(card) for card in position.artefacts.hands[seat] if card not in position.used]
    return [
        action(effect, *numbers)
        for effect in effects
        if position.phase in PHASES[EFFECTS[effect]]
        for numbers in _CHOICES[effect](position, seat)
    ]


def possible_stinks(position: Position, seat: Seat) -> list[Action]:
    """What the Stinky Doll can cast with the dice of an opponent who has just stopped [VO10]."""
    doll = card_with("stinky_doll")
    if not position.stopped or doll not in position.artefacts.hands[seat] or doll in position.used:
        return []
    return possible_casts(position, seat, "stinky_doll")


def use(position: Position, seat: Seat, effect: str, *numbers: int) -> None:
    card = card_with(effect)
    position.artefacts.show(seat, card)
    position.artefacts.put_under(card)
    position.used.add(card)
    position.events.append(ArtefactUsed(seat, card))
    _DEEDS[effect](position, seat, *numbers)


def _once(position: Position, seat: Seat) -> Iterable[tuple[int, ...]]:
    del position, seat
    return [()]


def _turns(position: Position, seat: Seat) -> Iterable[tuple[int, ...]]:
    del seat
    faces = range(len(FACES))
    return [(old, new) for old, new in product(sorted(set(position.dice)), faces) if old != new]


def _curses_on(position: Position, seat: Seat) -> list[Card]:
    """Those that can be got rid of: a permanent curse cannot [VO11]."""
    return [spell.card for spell in position.binding(seat) if not is_permanent(spell.card)]


def _cancels(position: Position, seat: Seat) -> Iterable[tuple[int, ...]]:
    return [(card,) for card in _curses_on(position, seat)]


def _hand_overs(position: Position, seat: Seat) -> Iterable[tuple[int, ...]]:
    cards = [card for card in _curses_on(position, seat) if curse(card).victims == "one"]
    takers = position.possible_victims(seat)
    return [(card, taker) for card in cards for taker in takers if taker != position.in_force[card].caster]


def _places(position: Position, seat: Seat) -> Iterable[tuple[int, ...]]:
    del seat
    lies = MIDDLE if position.target is None else position.target
    return [(place,) for place in (*range(position.players), MIDDLE) if place != lies]


def _leaders(position: Position, seat: Seat) -> Iterable[tuple[int, ...]]:
    most = max(position.scores)
    return [(other,) for other in position.opponents(seat) if position.scores[other] == most > 0]


def _opponents(position: Position, seat: Seat) -> Iterable[tuple[int, ...]]:
    return [(other,) for other in position.opponents(seat)]


def _if_curses(position: Position, seat: Seat) -> Iterable[tuple[int, ...]]:
    return _once(position, seat) if position.curses.deck else []  # [VO-R3]


def _if_artefacts(position: Position, seat: Seat) -> Iterable[tuple[int, ...]]:
    return _once(position, seat) if position.artefacts.deck else []  # [VO-R3]


def _if_dice(position: Position, seat: Seat) -> Iterable[tuple[int, ...]]:
    return _once(position, seat) if position.dice else []


_CHOICES: Final[dict[str, Callable[[Position, Seat], Iterable[tuple[int, ...]]]]] = {
    "reroll": _once,
    "turn": _turns,
    "extra_die": _once,
    "cancel": _cancels,
    "hand_over": _hand_overs,
    "move_target": _places,
    "steal_point": _leaders,
    "two_curses": _if_curses,
    "shield": _once,
    "late_reroll": _if_dice,
    "two_artefacts": _if_artefacts,
    "fewer_dice": _opponents,
}


def _reroll(position: Position, seat: Seat) -> None:
    del seat
    position.phase = "keeping"


def _turn(position: Position, seat: Seat, face: Face, new_face: Face) -> None:
    position.dice.remove(face)
    position.dice = sorted([*position.dice, new_face])
    position.events.append(DieTurned(seat, face, new_face))


def _extra_die(position: Position, seat: Seat) -> None:
    position.change_dice(seat, 1)


def _cancel(position: Position, seat: Seat, card: Card) -> None:
    del seat
    position.end_curse(card)  # an all-opponent curse for everybody, as when it is broken [VO9]


def _hand_over(position: Position, seat: Seat, card: Card, taker: Seat) -> None:
    position.hand_over(card, seat, taker)


def _move_target(position: Position, seat: Seat, place: int) -> None:
    del seat
    position.move_target(None if place == MIDDLE else place)


def _steal_point(position: Position, seat: Seat, leader: Seat) -> None:
    position.move_marker(leader, -1)
    position.move_marker(seat, 1)


def _two_curses(position: Position, seat: Seat) -> None:
    for _ in range(min(2, len(position.curses.deck))):
        position.draw(seat, "curses")


def _shield(position: Position, seat: Seat) -> None:
    position.shielded.add(seat)
    position.events.append(Shielded(seat))


def _stinky_doll(position: Position, seat: Seat, card: Card, victim: int) -> None:
    """The opponent keeps the dice [VO10]."""
    position.curses.show(seat, card)
    position.lay(seat, card, victims(position, seat, victim))


def _late_reroll(position: Position, seat: Seat) -> None:
    del seat
    position.phase = "keeping_late"


def _two_artefacts(position: Position, seat: Seat) -> None:
    for _ in range(min(2, len(position.artefacts.deck))):
        position.draw(seat, "artefacts")


def _fewer_dice(position: Position, seat: Seat, opponent: Seat) -> None:
    del seat
    position.change_dice(opponent, -1)


_DEEDS: Final[dict[str, Callable[..., None]]] = {
    "reroll": _reroll,
    "turn": _turn,
    "extra_die": _extra_die,
    "cancel": _cancel,
    "hand_over": _hand_over,
    "move_target": _move_target,
    "steal_point": _steal_point,
    "two_curses": _two_curses,
    "shield": _shield,
    "stinky_doll": _stinky_doll,
    "late_reroll": _late_reroll,
    "two_artefacts": _two_artefacts,
    "fewer_dice": _fewer_dice,
}
