"""Local processes that play deals.  One that dies is replaced, and its unfinished deals are played again."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

from hexdeck.ai.arena.chunks import Chunks, Finished
from hexdeck.ai.arena.settings import Settings
from hexdeck.core.errors import SetupRefused

COMMAND: Final = (sys.executable, "-P", "-m", "hexdeck.ai.arena.worker")
TRIES: Final = 3  # a deal that ends so many workers is given up

Message: TypeAlias = dict[str, Any] | None  # None: the worker has died


def usual_workers() -> int:
    """One for each core we may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def play_deals(settings: Settings, deals: Sequence[int], workers: int) -> Iterator[Finished]:
    """Each deal as it is finished, in any order; no process outlives this."""
    crew = _Crew(settings, Chunks(deals))
    try:
        for _ in range(min(workers, len(deals))):
            crew.hire()
        yield from crew.work()
    finally:
        crew.dismiss()


class _Worker:
    """A process, and the deals it has not finished."""

    def __init__(self, inbox: "queue.SimpleQueue[tuple[_Worker, Message]]") -> None:
        self.deals: list[int] = []
        self.process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            process_group=None if sys.platform == "win32" else 0,  # Ctrl-C is for us; we end them
        )
        self._reader = threading.Thread(target=self._listen, args=(inbox,), daemon=True)
        self._reader.start()

    def tell(self, message: object) -> None:
        assert self.process.stdin
        with suppress(BrokenPipeError):  # it has died, and `_listen` will say so
            print(json.dumps(message), file=self.process.stdin, flush=True)

    def end(self) -> int:
        """Its exit status; it was told to end if it had not died."""
        self.process.kill()
        status = self.process.wait()
        self._reader.join()
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdout.close()
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        return status

    def _listen(self, inbox: "queue.SimpleQueue[tuple[_Worker, Message]]") -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            if line.endswith("\n"):
                inbox.put((self, json.loads(line)))
        inbox.put((self, None))


class _Crew:
    def __init__(self, settings: Settings, chunks: Chunks) -> None:
        self._settings = settings
        self._chunks = chunks
        self._workers: list[_Worker] = []
        self._inbox: queue.SimpleQueue[tuple[_Worker, Message]] = queue.SimpleQueue()
        self._lost: Counter[int] = Counter()  # how many workers each deal has cost

    def hire(self) -> None:
        worker = _Worker(self._inbox)
        self._workers.append(worker)
        worker.tell(self._settings.as_dict())
        self._hand_out(worker)

    def work(self) -> Iterator[Finished]:
        while any(worker.deals for worker in self._workers):
            worker, message = self._inbox.get()
            if message is None:
                self._replace(worker)
            else:
                yield self._finished(worker, message)

    def dismiss(self) -> None:
        while self._workers:
            self._workers.pop().end()

    def _hand_out(self, worker: _Worker) -> None:
        """One chunk at a time: nobody holds more than about a second's work."""
        worker.deals = self._chunks.take(len(self._workers))
        if worker.deals:
            worker.tell(worker.deals)

    def _finished(self, worker: _Worker, message: dict[str, Any]) -> Finished:
        if "refused" in message:
            template, fields = message["refused"]
            raise SetupRefused(template, **fields)
        if "failed" in message:
            raise RuntimeError(f"a worker failed at deal {worker.deals[0]}:\n{message['failed']}")
        finished = Finished.from_dict(message, self._settings)
        worker.deals.remove(finished.match.deal)
        self._chunks.timed(finished.seconds)
        if not worker.deals:
            self._hand_out(worker)
        return finished

    def _replace(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        status = worker.end()
        if worker.deals:
            self._count_loss(worker.deals[0], status)
        self._chunks.give_back(worker.deals)
        if self._chunks:
            self.hire()

    def _count_loss(self, deal: int, status: int) -> None:
        self._lost[deal] += 1
        if self._lost[deal] == TRIES:
            raise SetupRefused(
                "deal {deal} ended {times} workers, the last with {status}: what is finished is kept;"
                " try fewer workers, or other bots",
                deal=deal,
                times=TRIES,
                status=_reason(status),
            )


def _reason(status: int) -> str:
    return signal.Signals(-status).name if status < 0 else f"exit code {status}"
