"""Secret seeds: a run commits to one before its first deal and reveals it when its last bot has ended.

Meanwhile it is in no file, argument or environment, and no bot is sent it.
"""

import ctypes
import secrets
import sys
from argparse import ArgumentTypeError
from dataclasses import dataclass
from typing import Final, TypeAlias

from hexdeck.core.chance import SEED_BYTES, commitment

Seed: TypeAlias = int | str  # a number that was chosen, or a secret in hexadecimal

NOT_DUMPABLE: Final = (4, 0)  # PR_SET_DUMPABLE: other processes of the same user cannot read our memory


@dataclass(frozen=True, slots=True)
class SeedRun:
    """The deals of one run."""

    commitment: str  # the SHA-256 of the seed
    seed: str | None  # None while the run goes on, and for ever if it was killed
    deals: int

    def as_dict(self) -> dict[str, object]:
        return {"commitment": self.commitment, "seed": self.seed, "deals": self.deals}


def new_secret() -> str:
    return secrets.token_hex(SEED_BYTES)


def promise(secret: str) -> str:
    """Return the commitment to a secret seed."""
    return commitment(bytes.fromhex(secret))


def read_seed(text: str) -> Seed:
    """Read the value of --seed: a number, or a seed that an earlier run has revealed."""
    try:
        return bytes.fromhex(text).hex() if len(text) == 2 * SEED_BYTES else int(text)
    except ValueError:
        raise ArgumentTypeError(
            f"a seed is a number, or {2 * SEED_BYTES} hexadecimal digits: {text!r}"
        ) from None


def keep_memory_private() -> None:
    """On Linux, let no other process of the same user read this one's memory; root still can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(*NOT_DUMPABLE, 0, 0, 0)
