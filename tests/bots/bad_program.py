"""A program that greets as it should and then does what its first argument says."""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def write(raw: bytes) -> None:
    while raw:
        raw = raw[os.write(1, raw) :]


def flood() -> None:
    while True:
        write(b'{"type":"ready"}\n')


def complain() -> None:
    """So much that somebody must listen, or it never comes to its answer."""
    os.write(2, b"\xff\x00" * 200_000)
    say(type="action", question=1, action="nothing")


def leave_children() -> None:
    """One in its group and one in a session of its own, both holding its output."""
    notes = Path(sys.argv[2])
    notes.touch()  # a child may write later than we read
    for leaves in (False, True):
        child = os.fork()
        if not child:
            if leaves:
                os.setsid()
            with notes.open("a") as file:
                file.write(f"{os.getpid()}\n")
            time.sleep(600)
    while len(notes.read_text().split()) < 2:
        time.sleep(0.01)


def babble_with_children() -> None:
    leave_children()
    write(b"na na na\n")
    time.sleep(600)


def hang_with_children() -> None:
    leave_children()
    time.sleep(600)


def drip() -> None:
    while True:
        write(b"x")
        time.sleep(0.01)


def no_newline() -> None:
    write(b'{"type":"action"')
    time.sleep(600)


def close_output() -> None:
    os.close(1)
    time.sleep(600)


def close_input() -> None:
    os.close(0)
    say(type="action", question=1, action="nothing")
    time.sleep(600)


ANSWERS: dict[str, Callable[[], Any]] = {
    "another question": lambda: say(type="action", question=7, action="r1"),
    "another type": lambda: say(type="ready"),
    "unknown type": lambda: say(type="resign", question=1),
    "a number": lambda: say(type="action", question=1, action=3),
    "no action": lambda: say(type="action", question=1, action=None),
    "illegal": lambda: say(type="action", question=1, action="nothing"),
    "cannot": lambda: say(type="failed", question=1, reason="no \x1b[2J idea\n" * 100),
    "no json": lambda: write(b"e2e4\n"),
    "an empty line": lambda: write(b"\n"),
    "not utf-8": lambda: write(b'{"type":"\xff\xfe"}\n'),
    "nul": lambda: write(b"\0\0\0\n"),
    "deep": lambda: write(b"[" * 60_000 + b"\n"),
    "huge": lambda: write(b"x" * 10_000_000),
    "flood": flood,
    "complain": complain,
    "silent": lambda: time.sleep(600),
    "no newline": no_newline,
    "drip": drip,
    "close output": close_output,
    "close input": close_input,
    "exit": lambda: sys.exit("I have had enough"),
    "leave children": leave_children,
    "babble with children": babble_with_children,
    "hang with children": hang_with_children,
}

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=2 if sys.argv[1] == "newer" else 1)
    elif message["type"] == "game" and sys.argv[1] == "unwilling":
        say(type="refuse", reason="I only play at night")
    elif message["type"] == "game":
        say(type="ready")
    elif message["type"] == "choose":
        ANSWERS[sys.argv[1]]()
        if sys.argv[1] == "leave children":
            break
    elif message["type"] == "quit":
        break
