"""How a house and its workers tell each other that they are there, and what they say when nobody fits."""

import logging
from typing import Any, Final

from hexdeck.server.base.logs import log
from hexdeck.server.base.worker_key import PRESENT, PRINTED_BY, WorkerKey
from hexdeck.server.bots.redis_codec import AWAY_SECONDS

PATIENCE: Final = 5  # looks at which nobody fits, before it is said
MOST_READ: Final = 100  # kinds of processes at one look
_USE: Final = "worker"  # of a signature


def worker_says(key: WorkerKey, name: str, processes: int, now: float) -> bytes:
    """What a worker writes each second: signed and with its time, so that it is good for a moment only."""
    said = f"{name}:{processes}:{now:.3f}".encode()
    return said + b":" + key.signature(_USE, said).hex().encode()


def processes_in(key: WorkerKey, said: bytes, now: float) -> int | None:
    """In how many processes the worker thinks that has said so just now; None if it is not signed, or old."""
    content, _, signature = said.rpartition(b":")
    if len(said) > 200 or not key.is_signed(_unhexed(signature), _USE, content):
        return None
    _, processes, at = content.decode().split(":")
    return int(processes) if abs(now - float(at)) <= AWAY_SECONDS else None


def _unhexed(text: bytes) -> bytes:
    try:
        return bytes.fromhex(text.decode("ascii"))
    except ValueError:
        return b""


class OthersPresent:
    """Says once why none of `kind` fits; unsigned, for nothing but a line of the log hangs on it."""

    def __init__(self, key: WorkerKey, kind: str) -> None:
        self._key = key
        self._kind = kind
        self._looks = 0
        self._told: frozenset[bytes] = frozenset()

    def ask(self, line: Any, now: float) -> None:
        """In a pipeline; the answer is for `note`."""
        line.zrangebyscore(PRESENT, now - AWAY_SECONDS, now + AWAY_SECONDS, 0, MOST_READ)

    def note(self, present: list[bytes], *, is_met: bool) -> None:
        """`is_met`: one that fits was there."""
        others = frozenset(one for one in present if one.startswith(self._kind.encode() + b":"))
        self._looks = 0 if is_met else self._looks + 1
        if self._looks < PATIENCE or others == self._told or self._key.present(self._kind).encode() in others:
            return
        self._told = others
        marks = {one.rpartition(b":")[2] for one in others}
        if self._key.mark.encode() in marks:
            versions = sorted({one.split(b":")[1].decode(errors="replace")[:20] for one in others})
            log(
                f"{self._kind}_of_another_version",
                level=logging.WARNING,
                ours=self._key.version,
                theirs=versions,
                advice="houses and their workers must run the same version: renew the workers first",
            )
        else:
            log(
                f"{self._kind}_with_another_key",
                level=logging.WARNING,
                advice=f"give the workers the key that {PRINTED_BY} prints, or all of them the same file",
            )
