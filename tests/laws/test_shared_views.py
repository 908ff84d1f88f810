"""What all seats see alike is written once, and together with a seat's own it is that seat's view."""

from random import Random

import pytest
from msgspec.json import encode

from hexdeck.core.chance import Stream
from hexdeck.text.wire import GAP, wire
from laws.games import CASES, Case, random_step, take

STEPS = 150


@pytest.mark.parametrize("case", CASES)
def test_a_view_in_pieces_is_written_as_a_whole_one(case: Case) -> None:
    speak, state, stream, rng = wire(case.game.name), case.start(), Stream(bytes(32)), Random(1)
    for _ in range(STEPS):
        pieces = encode(speak.shared(case.game.view(state, None))).split(GAP)
        filled = [_filled(pieces, speak.own(case.game.own(state, seat))) for seat in case.seats()]
        assert filled == [encode(speak.view(case.game.view(state, seat))) for seat in case.seats()]
        if state.is_over:
            return
        take(state, random_step(case, state, stream, rng))


def _filled(pieces: list[bytes], own: list[bytes]) -> bytes:
    return b"".join(piece for pair in zip(pieces, [*own, b""], strict=True) for piece in pair)
