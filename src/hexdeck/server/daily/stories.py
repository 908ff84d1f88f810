"""What somebody chose at each of their turns, told so that the same turns of others can be found."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from hexdeck.core.cards import Seat
from hexdeck.core.record import Acted, Record

LETTERS: Final = 16  # of a history's fingerprint


class ToldTurn(Struct, array_like=True):
    step: int  # of the record
    history: str  # a fingerprint of all that had happened: whoever has the same stood before the same choice
    action: str  # its name


class DayStory(Struct):
    """Of one try: nobody but the house reads it."""

    turns: list[ToldTurn]
    helped: bool = False  # a bot has played for them, from some turn on or for a while
    unranked: bool = False  # another identity of their network had the deal before


class Share(Struct):
    action: str
    count: int  # of all who stood before the same choice, oneself included


class DayTurn(Struct):
    """A choice of one's own, and how everybody chose who stood before the same."""

    step: int  # of the game's replay, before the choice
    action: str
    shares: list[Share]  # the most frequent first


def story_of(record: Record, seat: Seat, helped_from: int | None) -> DayStory:
    """All real choices that a person made themselves before a bot first played for them."""
    turns: list[ToldTurn] = []
    history = sha256()
    chosen = record.positions()
    for step, done in enumerate(record.steps):
        if isinstance(done, Acted):
            position = next(chosen)
            is_own = done.seat == seat and (helped_from is None or step < helped_from)
            if is_own and len(position.view.actions) > 1:
                turns.append(ToldTurn(step, history.hexdigest()[:LETTERS], position.action_name))
        history.update(f"{done.text(record.header.game)}\n".encode())
    return DayStory(turns, helped=helped_from is not None)


def compared(own: DayStory, stories: Iterable[DayStory]) -> list[DayTurn]:
    """`stories` are everybody's, one's own among them."""
    shares: dict[str, Counter[str]] = {turn.history: Counter() for turn in own.turns}
    for story in stories:
        for turn in story.turns:
            if turn.history in shares:
                shares[turn.history][turn.action] += 1
    return [
        DayTurn(
            turn.step,
            turn.action,
            [Share(action, count) for action, count in sorted(shares[turn.history].items(), key=_most_first)],
        )
        for turn in own.turns
    ]


def _most_first(share: tuple[str, int]) -> tuple[int, str]:
    return -share[1], share[0]


write_story: Final = Encoder().encode
read_story: Final = Decoder(DayStory).decode
