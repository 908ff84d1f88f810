"""Work that several wait for: whoever goes away leaves it to the others, or to nobody."""

import asyncio
from typing import Any, TypeVar

from hexdeck.server.base.logs import log_trouble

T = TypeVar("T")


async def outcome(work: "asyncio.Task[T]") -> T:
    """What it brings or raises; it goes on if whoever waits here is gone."""
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        work.add_done_callback(_note)
        raise


def _note(work: "asyncio.Task[Any]") -> None:
    """That it was refused: nobody may be left to hear it."""
    if not work.cancelled() and isinstance(error := work.exception(), Exception):
        log_trouble(error, None)
