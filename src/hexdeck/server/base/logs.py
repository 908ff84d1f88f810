"""What happens, one JSON object a line, for whoever runs the house.

No address, no code of a table and no card is ever in it: of an error we keep its kind and where it happened,
not its words.
"""

import hmac
import json
import logging
import re
import sys
from asyncio import CancelledError
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from secrets import token_bytes
from typing import Final

from hexdeck.core.errors import GameError

_secret: Final = [token_bytes(32)]  # until a house opens
_LOG: Final = logging.getLogger("hexdeck")
_OF_CLIENTS: Final = ("Invalid UTF-8 sequence", "ASGI callable returned without completing handshake")
_PLACE: Final = re.compile(r'^ *File "(?:.*/)?([^/"]+/[^/"]+)", line (\d+), in (.+)$', re.MULTILINE)


class JsonLines(logging.Formatter):
    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": self._process,
            "event": _headline(record.getMessage()),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["error"] = " from ".join(type(cause).__name__ for cause in _causes(error))
            line["where"] = [
                ":".join(place) for place in _PLACE.findall(self.formatException(record.exc_info))
            ]
        return json.dumps(line)


def _headline(text: str) -> str:
    """One line; of a traceback, the last."""
    lines = text.strip().split("\n")
    return lines[-1] if lines[0].startswith("Traceback") else lines[0]


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def log(
    event: str,
    *,
    level: int = logging.INFO,
    error: BaseException | None = None,
    table: str | None = None,
    mark: str | None = None,
    **facts: object,
) -> None:
    """With the mark of a table, for whoever knows it or its code."""
    if table is not None:
        mark = table_mark(table)
    if mark is not None:
        facts["table"] = mark
    _LOG.log(level, event, extra={"facts": facts}, exc_info=error)


def log_trouble(error: Exception, table: str | None) -> None:
    """What was refused as it should be, and what should never happen."""
    if isinstance(error, GameError):
        log("not_done", level=logging.WARNING, table=table, code=error.code, reason=str(error))
    else:
        log("failed", level=logging.ERROR, error=error, table=table)


def mark_with(secret: bytes) -> None:
    """What tables are marked with from now on: with the house's own secret nobody can try codes out."""
    _secret[:] = [secret]


def table_mark(code: str) -> str:
    """Tells tables apart for those who have the codes and the house's secret."""
    return hmac.new(_secret[0], f"log {code}".encode(), sha256).hexdigest()[:12]


def log_to_stderr(level: str, process: str) -> None:
    """Every line names the process."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(process))
    handler.addFilter(_is_ours)
    for name, least in (("hexdeck", level.upper()), ("uvicorn.error", "ERROR"), ("asyncio", "ERROR")):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(least)  # uvicorn's chatter has addresses and codes in it
        logger.propagate = False


def _is_ours(record: logging.LogRecord) -> bool:
    """Not the fault of a client, and not only broken off because the house closes."""
    is_broken_off = record.exc_info is not None and isinstance(record.exc_info[1], CancelledError)
    return not is_broken_off and not record.getMessage().startswith(_OF_CLIENTS)
