"""Garbage in small pieces: with thousands of clients, a look at everything would keep all of them waiting."""

import gc
import time
from typing import Final

CHECK_SECONDS: Final = 60.0  # between two looks at how much there is
WHOLE_SECONDS: Final = 3600.0  # between two looks at everything
LEAST_GROWTH: Final = 50_000  # objects more than after the last one, and the next comes earlier
WHOLE_GROWTH: Final = 0.25  # and at least this part more: in a full house a look at everything is long


class Garbage:
    """Takes over from the interpreter.  What survives a look waits for the next whole one."""

    def __init__(self) -> None:
        gc.disable()
        self._look_at_everything()

    def collect(self) -> None:
        """To be called often: it takes as long as much has been made since the last call."""
        if self._is_whole_due():
            gc.unfreeze()
            self._look_at_everything()
        else:
            gc.collect(0)  # all that was made since the last look is there, for nothing else moves it on
            gc.freeze()

    def _look_at_everything(self) -> None:
        gc.collect()
        gc.freeze()
        self._last_whole = self._last_check = time.monotonic()
        self._kept = gc.get_freeze_count()

    def _is_whole_due(self) -> bool:
        now = time.monotonic()
        if now - self._last_check < CHECK_SECONDS:
            return False
        self._last_check = now
        most = self._kept + max(LEAST_GROWTH, WHOLE_GROWTH * self._kept)
        has_grown = gc.get_freeze_count() > most  # counting takes a moment itself
        return has_grown or now - self._last_whole > WHOLE_SECONDS
