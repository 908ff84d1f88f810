"""What a player of Voodoo can do beside it all: acts that are due, calls that are right, the Stinky Doll."""

from collections.abc import Sequence

from hexdeck.core.cards import Action, Card
from hexdeck.games.voodoo.law.actions import MEANINGS
from hexdeck.games.voodoo.law.cards import moment
from hexdeck.games.voodoo.law.diary import Note, has_lapsed, new_page
from hexdeck.games.voodoo.law.view import View


def openings(view: View) -> tuple[Action, ...]:
    """Of what the seat of the view could do, all of these; everybody has seen why."""
    return tuple(action for action in view.actions if _is_opening(view, action))


def _is_opening(view: View, action: Action) -> bool:
    verb, numbers = MEANINGS[action]
    if verb == "call":
        card, accused = numbers
        return not view.at_table and has_lapsed(view.diary, accused, card, moment(card))
    return verb == "stinky_doll" or (verb == "do" and _is_due(view, numbers[0]))


def _is_due(view: View, card: Card) -> bool:
    """Of acts that can be done now [VO7, VO13]; before passing, some may have been done early [VO-R20].

    Where it has lapsed already, another act does not mend it.
    """
    assert view.seat is not None, "a spectator does nothing"
    when = moment(card)
    if has_lapsed(view.diary, view.seat, card, when):
        return False
    if when == "marker_moves":
        return Note("moved", view.seat) in new_page(view.diary)
    if view.phase == "before_rolling":
        return when in ("before_rolling", "always")
    return when == "always" or (when == "before_passing" and Note("did", view.seat, card) not in view.diary)


def closing(view: View) -> tuple[Action, ...]:
    """What the seat could do in turn to end the time for them: all else can still be done afterwards."""
    return tuple(action for action in view.actions if MEANINGS[action][0] in ("roll", "pass"))


def missed(found: Sequence[Action], after: View) -> list[Action]:
    """Of these openings of a seat those that are over, unused, when somebody in turn has gone on."""
    return [action for action in found if _is_over(action, after)]


def _is_over(action: Action, after: View) -> bool:
    """Acts lapse; calls come too late, unless nothing is left to call; the Stinky Doll can be kept."""
    verb, numbers = MEANINGS[action]
    if verb == "stinky_doll":
        return False
    card, seat = numbers[0], after.seat if verb == "do" else numbers[1]
    assert seat is not None, "a spectator misses nothing"
    binds = any(spell.card == card and seat in spell.victims for spell in after.in_force)
    lapsed = has_lapsed(after.diary, seat, card, moment(card))
    return binds and lapsed if verb == "do" else after.is_over or (binds and not lapsed)
