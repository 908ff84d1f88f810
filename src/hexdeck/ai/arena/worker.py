"""The program of a worker process: settings, then chunks of deals on standard input, one line each;
a line for every finished deal on standard output."""

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any
from warnings import simplefilter

from hexdeck.ai.arena.chunks import play_chunk
from hexdeck.ai.arena.seeds import keep_memory_private
from hexdeck.ai.arena.settings import Settings
from hexdeck.core.errors import SetupRefused
from hexdeck.kernel import NotCompiled


def main() -> None:
    keep_memory_private()
    say = _voice()
    simplefilter("ignore", NotCompiled)  # whoever hired us has said so
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(heard,), daemon=True).start()
    try:
        settings = Settings.from_dict(heard.get())
        while True:
            for finished in play_chunk(settings, heard.get(), str(os.getpid())):
                say(finished.as_dict(settings))
    except SetupRefused as error:
        say({"refused": [error.message, error.fields]})
    except Exception:
        say({"failed": traceback.format_exc()})


def _voice() -> Callable[[object], None]:
    """Standard output for messages alone; whatever else is printed goes to standard error."""
    own = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(message: object) -> None:
        print(json.dumps(message), file=own, flush=True)

    return say


def _listen(heard: "queue.SimpleQueue[Any]") -> None:
    """End at once when whoever hired us is gone, even in the middle of a deal."""
    for line in sys.stdin:
        heard.put(json.loads(line))
    os._exit(0)


if __name__ == "__main__":
    main()
