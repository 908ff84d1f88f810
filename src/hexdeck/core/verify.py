"""Is a recorded game what its seed dealt?  Every shuffle and roll is computed again."""

from dataclasses import dataclass
from typing import Any

from hexdeck.core.chance import Roll, Stream, commitment
from hexdeck.core.record import Advised, Chanced, Record


@dataclass(frozen=True, slots=True)
class Findings:
    moves: int  # all legal, or the record could not have been read
    recomputed: int  # shuffles and rolls that are what the seed gives
    by_hand: int  # rolls that people made, which nothing can prove
    is_over: bool
    wrong: str | None  # the first thing that does not fit
    secret: bool  # the seed has not been revealed

    @property
    def is_proved(self) -> bool:
        return self.wrong is None and not self.secret

    def as_dict(self) -> dict[str, Any]:
        return {
            "proved": self.is_proved,
            "moves": self.moves,
            "recomputed": self.recomputed,
            "by_hand": self.by_hand,
            "over": self.is_over,
            "secret": self.secret,
            "wrong": self.wrong,
        }

    def lines(self) -> list[str]:
        lines = [
            f"{self.moves} moves, all legal",
            "the game is over" if self.is_over else "the game is not over",
        ]
        if self.by_hand:
            lines.append(f"{self.by_hand} rolls were made by hand: nothing can prove them")
        if self.secret:
            return [*lines, "not proved: the seed is still secret, it is revealed when the game is over"]
        if self.wrong:
            return [*lines, f"WRONG: {self.wrong}"]
        return [*lines, f"proved: {self.recomputed} shuffles and rolls are what the committed seed gives"]


def verify(record: Record) -> Findings:
    chances = [step for step in record.steps if isinstance(step, Chanced)]
    drawn = [step for step in chances if not (isinstance(step.needs, Roll) and step.needs.by_hand)]
    wrong = None if record.seed is None else _first_wrong(record, record.seed, drawn)
    return Findings(
        moves=sum(not isinstance(step, Chanced | Advised) for step in record.steps),
        recomputed=len(drawn),
        by_hand=len(chances) - len(drawn),
        is_over=record.result is not None,
        wrong=wrong,
        secret=record.seed is None,
    )


def _first_wrong(record: Record, seed: bytes, drawn: list[Chanced]) -> str | None:
    if commitment(seed) != record.header.commitment:
        return "the seed is not the one that was committed to before the game"
    stream = Stream(seed, record.header.salts)
    for number, step in enumerate(drawn, start=1):
        if stream.supply(step.needs) != step.outcome:
            return f"the {step.needs.what} (number {number} of {len(drawn)}) is not what the seed gives"
    return None
