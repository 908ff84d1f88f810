"""Games looked at again: every step, and every hand once a game is finished.

It takes long, so it runs in a process of its own, which is given records as text and returns JSON.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from hexdeck.core.cards import Seat
from hexdeck.core.errors import NameUnknown
from hexdeck.core.record import Acted, Record
from hexdeck.core.record_reader import read
from hexdeck.core.replay import ReplayFrame, views_at, walk
from hexdeck.core.verify import verify
from hexdeck.server.base.messages import Said, encode
from hexdeck.server.store.feats import feats_in
from hexdeck.server.web.api.answers import Position, Replayed, ReplayedMoment, ReplayedStep, Rounds, Story
from hexdeck.text.wire import wire

REMEMBERED: Final = 8  # records and unfinished replays, for whoever asks for the next part
LONGEST_STORY: Final = 400  # steps
PIECE: Final = 50  # steps of a replay that are made and sent at once


@lru_cache(REMEMBERED)
def _record(text: str) -> Record:
    return read(text)


def encoded(find: Callable[..., object], text: str, *about: object) -> bytes:
    """Return as JSON what a function finds in the record with that text."""
    return encode(find(_record(text), *about))


def findings_of(text: str) -> dict[str, Any]:
    """Return what `verify` finds in the record with that text."""
    return verify(_record(text)).as_dict()


_replays: Final[OrderedDict[tuple[str, int], Iterator[bytes]]] = OrderedDict()  # by text and next piece


def replay_piece(text: str, number: int) -> bytes | None:
    """Return a piece of the replay of the record with that text, from 0; None after the last."""
    pieces = _replays.pop((text, number), None)
    if pieces is None:
        pieces = islice(replay_in_pieces(_record(text)), number, None)
    piece = next(pieces, None)
    if piece is not None:
        _replays[text, number + 1] = pieces
        if len(_replays) > REMEMBERED:
            _replays.popitem(last=False)
    return piece


def replay_in_pieces(record: Record) -> Iterator[bytes]:
    """Yield a `Replayed`: every step with its events as each seat saw them and as all together did."""
    game = record.header.game.name
    names = [player.name for player in record.header.players]
    unit = record.header.game.round_word if record.header.game.round_ends else "turn"
    yield encode(Replayed(game, names, record.result, unit, [])).removesuffix(b"]}")
    steps = map(encode, _steps(record))
    comma = b""
    while piece := b",".join(islice(steps, PIECE)):
        yield comma + piece
        comma = b","
    yield b"]}"


def story_of(record: Record, seat: Seat | None, said: list[Said]) -> Story:
    """Return what the last steps made happen, as `seat` saw it, and what was said; the game may go on."""
    last = islice(walk(record), max(0, len(record.steps) - LONGEST_STORY), None)
    return Story(len(record.steps), [_events(moment, seat) for moment in last], said)


def position_of(record: Record, number: str) -> Position:
    """What every seat knew after so many steps, and what an onlooker did, last."""
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number) <= len(record.steps)):
        raise NameUnknown(f"there is no position {number[:20]!r}: choose 0 to {len(record.steps)}")
    speak = wire(record.header.game.name)
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


def _moments(moment: ReplayFrame) -> list[ReplayedMoment]:
    """What everybody saw and may want to see again."""
    done = feats_in(moment.game, moment.events(None))
    moments = [ReplayedMoment(name, seat) for name, seat in done]
    if _has(moment, moment.game.round_ends):
        moments.append(ReplayedMoment("end_of_round", None))
    if moment.state.is_over:
        moments.append(ReplayedMoment("end_of_game", None))
    return moments


def _has(moment: ReplayFrame, kinds: tuple[type, ...]) -> bool:
    return any(isinstance(event, kinds) for event in moment.events(None))


def _events(moment: ReplayFrame, seat: Seat | None) -> list[object]:
    return wire(moment.game.name).events(moment.events(seat))
