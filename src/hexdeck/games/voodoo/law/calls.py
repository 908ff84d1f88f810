"""Broken curses: who may call them, and what a call leads to [VO8, VO11, VO13, VO14]."""

from dataclasses import replace

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.games.voodoo.law.actions import action
from hexdeck.games.voodoo.law.cards import curse, is_permanent, moment, permanent
from hexdeck.games.voodoo.law.diary import has_lapsed
from hexdeck.games.voodoo.law.events import Called, CallJudged, Denied, Voted, VotesRevealed
from hexdeck.games.voodoo.law.position import Call, Position, Spell


def possible_calls(position: Position, seat: Seat) -> list[Action]:
    spells = [spell for spell in position.in_force.values() if may_call(position, seat, spell)]
    return [action("call", spell.card, victim) for spell in spells for victim in spell.victims]


def may_call(position: Position, seat: Seat, spell: Spell) -> bool:
    """The caster; of a permanent curse any opponent [VO8, VO-R11]."""
    its = seat not in spell.victims if is_permanent(spell.card) else seat == spell.caster
    return its and (seat, spell.card) not in position.barred


def call(position: Position, seat: Seat, card: Card, accused: Seat) -> None:
    position.events.append(Called(seat, card, accused))
    position.call = Call(seat, card, accused)
    if not position.at_table:
        judge(position, broken=has_lapsed(position.diary, accused, card, moment(card)))


def judges(position: Position) -> tuple[Seat, ...]:
    """Who must answer a call at the table: the accused, then all uninvolved players."""
    assert position.call is not None
    if not position.call.denied:
        return (position.call.accused,)
    involved = (position.call.caller, position.call.accused)
    return tuple(seat for seat in range(position.players) if seat not in (*involved, *position.votes))


def answers(position: Position, seat: Seat) -> list[Action]:
    if seat not in judges(position):
        return []
    assert position.call is not None
    verbs = ("vote_broken", "vote_kept", "vote_abstain") if position.call.denied else ("admit", "deny")
    return [action(verb) for verb in verbs]


def admit(position: Position, seat: Seat) -> None:
    del seat
    judge(position, broken=True)


def deny(position: Position, seat: Seat) -> None:
    assert position.call is not None
    position.call = replace(position.call, denied=True)
    position.events.append(Denied(seat))


def vote_broken(position: Position, seat: Seat) -> None:
    _vote(position, seat, broken=True)


def vote_kept(position: Position, seat: Seat) -> None:
    _vote(position, seat, broken=False)


def vote_abstain(position: Position, seat: Seat) -> None:
    """Whoever has not seen it says nothing [VO14]."""
    _vote(position, seat, broken=None)


def _vote(position: Position, seat: Seat, *, broken: bool | None) -> None:
    position.votes[seat] = broken
    position.events.append(Voted(seat))
    if not judges(position):
        votes = tuple(sorted(position.votes.items()))
        position.votes = {}
        position.events.append(VotesRevealed(votes))
        cast = [broken for _, broken in votes]
        judge(position, broken=cast.count(True) > cast.count(False))  # [VO14]


def judge(position: Position, *, broken: bool) -> None:
    made, position.call = position.call, None
    assert made is not None
    position.events.append(CallJudged(made.caller, made.card, made.accused, broken))
    if not broken:
        position.barred.add((made.caller, made.card))
    elif is_permanent(made.card):
        _punish(position, made)
    else:
        position.end_curse(made.card)
        position.move_marker(made.caller, curse(made.card).breaking)


def _punish(position: Position, made: Call) -> None:
    """The penalty on a permanent curse, which stays [VO11]."""
    position.note("bound", made.accused, made.card)  # what lapsed before this is settled
    if position.at_table:
        position.barred.add((made.caller, made.card))  # [VO-R15]
    if permanent(made.card).penalty == "point":
        position.move_marker(made.accused, -1)
    else:
        position.change_dice(made.accused, -1)
