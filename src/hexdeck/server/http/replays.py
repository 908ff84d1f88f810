"""A game for whoever looks at it again: every step, and every hand once it is finished."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from hexdeck.cards import Seat
from hexdeck.errors import NameUnknown
from hexdeck.record import Acted, Record
from hexdeck.server.feats import feats_in
from hexdeck.server.http.answers import Position, Replayed, ReplayedMoment, ReplayedStep, Rounds
from hexdeck.server.protocol import encode
from hexdeck.table.replay import Moment, views_at, walk
from hexdeck.wire import wire

LONGEST_STORY: Final = 400  # steps
PIECE: Final = 50  # steps of a replay that are made and sent at once


def replay_in_pieces(game: str, record: Record) -> Iterator[bytes]:
    """A `Replayed`: every step with its events as each seat saw them and as all of them together did."""
    names = [player.name for player in record.header.players]
    unit = record.header.game.round_word if record.header.game.round_ends else "turn"
    yield encode(Replayed(game, names, record.result, unit, [])).removesuffix(b"]}")
    steps = map(encode, _steps(record))
    comma = b""
    while piece := b",".join(islice(steps, PIECE)):
        yield comma + piece
        comma = b","
    yield b"]}"


def story_of(record: Record, seat: Seat | None) -> list[list[object]]:
    """What the last steps made happen, as `seat` saw it; the game may go on."""
    last = islice(walk(record), max(0, len(record.steps) - LONGEST_STORY), None)
    return [_events(moment, seat) for moment in last]


def position_of(game: str, record: Record, number: str) -> Position:
    """What every seat knew after so many steps, and what an onlooker did, last."""
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number) <= len(record.steps)):
        raise NameUnknown(f"there is no position {number[:20]!r}: choose 0 to {len(record.steps)}")
    speak = wire(game)
    return Position(int(number), [speak.view(view) for view in views_at(record, int(number))])


def rounds_of(record: Record) -> Rounds:
    """The scores after every round, or every change where there are no rounds; nothing taken back counts."""
    game = record.header.game
    scores: list[tuple[int, ...]] = []
    for moment in walk(replace(record, steps=list(record.lasting()))):
        now = tuple(moment.state.scores)
        if game.round_ends:
            has_moved = _has(moment, game.round_ends)
        else:
            has_moved = now != (scores[-1] if scores else (0,) * len(now))
        if has_moved:
            scores.append(now)
    return Rounds(game.round_word if game.round_ends else "change", scores)


def _steps(record: Record) -> Iterator[ReplayedStep]:
    """With what can be jumped to; nothing begins and nothing is remembered that was taken back later."""
    seats: list[Seat | None] = [*range(len(record.header.players)), None]
    lasting = set(record.lasting_positions())
    begun = 0
    for position, moment in enumerate(walk(record), start=1):
        begins = position in lasting and _has(moment, moment.game.round_begins)
        begun += begins
        yield ReplayedStep(
            name=moment.step.text(moment.game),
            events=[_events(moment, seat) for seat in seats],
            seat=moment.step.seat if isinstance(moment.step, Acted) else None,
            begins=begun if begins else None,
            moments=_moments(moment) if position in lasting else [],
        )


def _moments(moment: Moment) -> list[ReplayedMoment]:
    """What everybody saw and may want to see again."""
    done = feats_in(moment.game, moment.events(None))
    moments = [ReplayedMoment(name, seat) for name, seat in done]
    if _has(moment, moment.game.round_ends):
        moments.append(ReplayedMoment("end_of_round", None))
    if moment.state.is_over:
        moments.append(ReplayedMoment("end_of_game", None))
    return moments


def _has(moment: Moment, kinds: tuple[type, ...]) -> bool:
    return any(isinstance(event, kinds) for event in moment.events(None))


def _events(moment: Moment, seat: Seat | None) -> list[object]:
    return wire(moment.game.name).events(moment.events(seat))
