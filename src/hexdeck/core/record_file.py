"""A record on disk, written as the game goes."""

import os
from pathlib import Path
from typing import Self

from hexdeck.core.record import Header


class RecordFile:
    """Every line is whole and on the disk before `write` returns, or it is not there at all."""

    def __init__(self, path: Path) -> None:
        """Go on with the record at `path`, without a last line that was cut off."""
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        self._size = path.read_bytes().rfind(b"\n") + 1
        os.ftruncate(self._file, self._size)

    @classmethod
    def create(cls, path: Path, header: Header) -> Self:
        write_whole(path, header.text())
        return cls(path)

    def write(self, line: str) -> None:
        raw = f"{line}\n".encode()
        try:
            written = os.write(self._file, raw)
            if written < len(raw):
                raise OSError(f"the disk took only part of a line: make room for {self.path}")
            os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, self._size)
            raise
        self._size += len(raw)

    def close(self) -> None:
        os.close(self._file)


def write_whole(path: Path, text: str) -> None:
    """Put `text` at `path` in one piece: a reader finds all of it, or what was there before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
