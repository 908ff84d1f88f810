"""What a finished game leaves of each seat for statistics: the points of its rounds, and what it has done."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from hexdeck.core.cards import Seat
from hexdeck.core.game import AnyGame
from hexdeck.core.game_files import part_of
from hexdeck.core.record import Record
from hexdeck.core.replay import walk
from hexdeck.text.game_words import Labels


class Feats(Struct):
    rounds: list[int]  # points of each; of a game without rounds, those of the game
    counts: dict[str, int]  # how often, by the names in the game's file here

    def stored(self) -> bytes:
        return _encode(self)


_encode = Encoder().encode
read_feats = Decoder(Feats).decode


def labels_of(game: str) -> Labels:
    """What a game counts, and the message that people read for it."""
    own = part_of(game, "ai.feats")
    return {} if own is None else own.LABELS


def unit_of(game: AnyGame) -> str:
    """What points are counted by: `round`, `phase` or `game`."""
    return game.round_word if game.round_ends else "game"


def feats_of(record: Record) -> list[Feats]:
    """Of every seat of a finished game, from what everybody saw; what was taken back does not count."""
    assert record.result is not None, "the game is over"
    game, seats = record.header.game, range(len(record.header.players))
    counts: list[Counter[str]] = [Counter() for _ in seats]
    ends = [(0,) * len(seats)]  # scores before the first round, and after each
    for moment in walk(replace(record, steps=list(record.lasting()))):
        events = moment.events(None)
        for name, seat in feats_in(game, events):
            counts[seat][name] += 1
        if any(isinstance(event, game.round_ends) for event in events):
            ends.append(game.view(moment.state, None).scores)
    if not game.round_ends:
        ends.append(record.result)
    return [
        Feats([after[seat] - before[seat] for before, after in pairwise(ends)], dict(counts[seat]))
        for seat in seats
    ]


def feats_in(game: AnyGame, events: Iterable[object]) -> Iterator[tuple[str, Seat]]:
    """What was done in what happened, and by whom."""
    own = part_of(game.name, "ai.feats")
    if own is not None:
        for event in events:
            yield from own.feats(event)
