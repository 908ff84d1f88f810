"""What happens, one JSON object a line, for whoever runs the house.  No address and no card is ever in it."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final

_LOG: Final = logging.getLogger("hexdeck")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


def log(event: str, *, level: int = logging.INFO, error: BaseException | None = None, **facts: Any) -> None:
    _LOG.log(level, event, extra={"facts": facts}, exc_info=error)


def log_to_stderr(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, least in (("hexdeck", level.upper()), ("uvicorn.error", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(least)  # uvicorn's chatter has addresses and codes in it
        logger.propagate = False
