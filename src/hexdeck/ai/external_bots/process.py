"""A process that reads lines and writes lines, whatever it does: nothing it does makes us wait or grow."""

import os
import select
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from hexdeck.ai.external_bots.faults import ENDED, LATE, NONSENSE, Fault
from hexdeck.ai.external_bots.supervisor import AT_ONCE

SUPERVISOR: Final = Path(__file__).parent / "supervisor.py"
LONGEST_LINE: Final = 64 * 1024  # bytes that a bot may write without a line's end
TAIL: Final = 2000  # bytes that are kept of what it complains
CHUNK: Final = 16 * 1024
FAREWELL_SECONDS: Final = 10.0  # for its keeper to end what there is; it takes a few milliseconds


class Process:
    def __init__(self, command: Sequence[str]) -> None:
        ours, self._life = os.pipe()
        try:
            self._keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", str(SUPERVISOR), str(ours), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(ours,),
                start_new_session=True,  # Ctrl-C is for us
            )
        except BaseException:
            os.close(self._life)
            raise
        finally:
            os.close(ours)
        assert self._keeper.stdin
        assert self._keeper.stdout
        assert self._keeper.stderr
        self._files = (self._keeper.stdin, self._keeper.stdout, self._keeper.stderr)
        self._to, self._from, self._complaints = (file.fileno() for file in self._files)
        for file in (self._to, self._from, self._complaints):
            os.set_blocking(file, False)
        self._let_live = weakref.finalize(self, os.close, self._life)  # once nobody talks to it any more
        self._let_live.atexit = False
        self._listening = {self._from, self._complaints}  # those that it has not closed
        self._unsent = b""
        self._heard = bytearray()
        self._tail = b""
        self.has_ended = False

    def say(self, line: bytes) -> None:
        """It is sent while we listen."""
        self._unsent += line + b"\n"

    def hear(self, seconds: float) -> bytes:
        """The next line, or Fault."""
        end = time.monotonic() + seconds
        while (at := self._heard.find(b"\n")) < 0:
            if len(self._heard) > LONGEST_LINE:
                raise Fault(NONSENSE, f"a line of more than {LONGEST_LINE} bytes: {self._beginning()}")
            left = end - time.monotonic()
            if left <= 0:
                raise Fault(LATE, f"no answer after {seconds:g} s{self._complaint()}")
            self._exchange(left)
        line = bytes(self._heard[:at])
        del self._heard[: at + 1]
        return line

    def end(self, *, at_once: bool = True) -> None:
        """With all that it has started; without haste it has a second to end by itself."""
        if self.has_ended:
            return
        self.has_ended = True
        if at_once:
            with suppress(BrokenPipeError):
                os.write(self._life, AT_ONCE)
        else:
            with suppress(OSError):
                os.write(self._to, self._unsent)
        for file in self._files:
            file.close()
        self._let_live()
        try:
            self._keeper.wait(FAREWELL_SECONDS)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()

    def _exchange(self, seconds: float) -> None:
        """Send what waits, take what comes; both as far as it goes."""
        poll = select.poll()
        for file in self._listening:
            poll.register(file, select.POLLIN)
        if self._unsent:
            poll.register(self._to, select.POLLOUT)
        ready = {file for file, _ in poll.poll(max(1, seconds * 1000))}
        if self._to in ready:
            self._send()
        if self._complaints in ready:
            self._hear_complaint()
        if self._from in ready:
            heard = os.read(self._from, CHUNK)
            if not heard:
                self._hear_complaint()
                raise Fault(ENDED, f"its process ended{self._complaint()}")
            self._heard += heard

    def _send(self) -> None:
        """What cannot be sent any more is not missed: its answer will be."""
        try:
            self._unsent = self._unsent[os.write(self._to, self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._unsent = b""

    def _hear_complaint(self) -> None:
        with suppress(BlockingIOError):
            more = os.read(self._complaints, CHUNK)
            self._tail = (self._tail + more)[-TAIL:]
            if not more:
                self._listening.discard(self._complaints)

    def _complaint(self) -> str:
        """The last line of its standard error."""
        lines = self._tail.decode(errors="replace").strip().splitlines()
        return f": {lines[-1]}" if lines else ""

    def _beginning(self) -> str:
        return repr(bytes(self._heard[:40]))
