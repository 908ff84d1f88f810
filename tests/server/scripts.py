"""What everybody does in a game of the leak test beside playing: look, ask, come back, try in vain."""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from hexdeck.core.cards import Seat
from server.redeals import Twins


@dataclass(frozen=True)
class Moment:
    """What happens around one step of the game."""

    early: bool = False  # the step is chosen before the step that comes before it
    undone: bool = False  # the seat that acted tries to take it back, then plays it again
    said: tuple[str, ...] = ()  # by the one who is watched, and by a spectator; all of it is refused
    phrase: Seat | None = None  # somebody says hello
    leaves: Seat | None = None  # somebody else goes away and comes back
    looks: bool = False  # everything that can be asked for is asked for
    comes_back: int | None = None  # a second client of the watched seat, with the version it has seen
    agreed: int | None = None  # all agree to go back to before this step, and play it and the next again
    reloads: bool = False  # the table is read from the store again, as after a restart


@dataclass(frozen=True)
class Script:
    moments: list[Moment]  # one for each step
    bot: Seat | None = None  # a seat that a bot has


def script(twins: Twins, rng: Random) -> Script:
    """From what everybody at the table knows."""
    bots = [seat for seat in range(1, twins.case.players) if _may_be_a_bot(twins, seat)]
    bot = rng.choice(bots) if bots and rng.random() < 0.5 else None
    moments = [_moment(twins, at, bot, rng) for at in range(len(twins.ways[0].steps))]
    return Script(moments, bot)


def _may_be_a_bot(twins: Twins, seat: Seat) -> bool:
    """Not the watched seat, and none that interrupts."""
    way = twins.ways[0]
    turns = [way.states[at].to_move() for at, step in enumerate(way.steps) if step.seat == seat]
    return seat != twins.seat and all(seat in turn for turn in turns)


def _moment(twins: Twins, at: int, bot: Seat | None, rng: Random) -> Moment:
    actor = twins.ways[0].steps[at].seat
    people = [seat for seat in range(twins.case.players) if seat != bot]
    others = [seat for seat in people if seat != twins.seat]
    early = actor != bot and _may_be_early(twins, at) and rng.random() < 0.3
    can_ask = twins.ways[0].states[at].needs is None and not early
    return Moment(
        early=early,
        undone=actor not in (None, bot) and rng.random() < 0.1,
        said=tuple(_refused(twins, at, people, rng)) if can_ask and rng.random() < 0.15 else (),
        phrase=rng.choice(people) if rng.random() < 0.03 else None,
        leaves=rng.choice(others) if others and rng.random() < 0.03 else None,
        looks=rng.random() < 0.06,
        comes_back=rng.randrange(at + 1) if rng.random() < 0.05 else None,
        reloads=rng.random() < 0.02,
        agreed=rng.choice([*_reached_from(twins, at, bot), None]) if rng.random() < 0.1 else None,
    )


def _reached_from(twins: Twins, at: int, bot: Seat | None) -> list[int]:
    """Steps since the last deal or roll that people took after which they have taken no other."""
    reached: dict[Seat, int] = {}
    for before in range(at, -1, -1):
        seat = twins.ways[0].steps[before].seat
        if seat is None:
            break
        reached.setdefault(seat, before)
    return [before for seat, before in reached.items() if seat != bot]


def _may_be_early(twins: Twins, at: int) -> bool:
    """The turn comes with the step of another seat, and for this seat alone."""
    states, steps = twins.ways[0].states, twins.ways[0].steps
    if at == 0 or steps[at].seat is None or steps[at - 1].seat in (None, steps[at].seat):
        return False
    seat = steps[at].seat
    return states[at].to_move() == (seat,) and seat not in states[at - 1].to_move()


def _refused(twins: Twins, at: int, people: list[Seat], rng: Random) -> list[str]:
    """Commands that neither the watched seat nor a spectator can get carried out, as messages."""
    game, seat, state = twins.case.game, twins.seat, twins.ways[0].states[at]
    legal = state.legal_actions(seat) if seat is not None else []
    illegal = rng.choice([action for action in range(game.actions) if action not in legal])
    wrong: list[dict[str, Any]] = [
        {"type": "act", "action": game.action_name(illegal)},
        {"type": "act", "action": "no such card"},
        {"type": "roll", "faces": "no such face"},
        {"type": "sit", "seat": rng.choice(people)},
        {"type": "swap", "seat": 0, "other": 1},
        {"type": "rematch"},
        {"type": "change", "players": 3},
        {"type": "look at", "seat": 0},
    ]
    return [json.dumps({"id": f"wrong-{at}-{number}", **one}) for number, one in enumerate(wrong)]
