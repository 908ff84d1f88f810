"""Garbage in small pieces: with thousands of clients, a look at everything would keep all of them waiting."""

import gc
import time
from typing import Final

WHOLE_SECONDS: Final = 3600.0  # between two looks at everything


class Garbage:
    """Takes over from the interpreter.  What survives one look is not looked at again for an hour."""

    def __init__(self) -> None:
        gc.disable()
        gc.collect()
        gc.freeze()
        self._last_whole = time.monotonic()

    def collect(self) -> None:
        """To be called every few seconds."""
        if time.monotonic() - self._last_whole > WHOLE_SECONDS:
            self._last_whole = time.monotonic()
            gc.unfreeze()
        gc.collect()
        gc.freeze()
