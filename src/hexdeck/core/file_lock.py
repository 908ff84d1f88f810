"""A lock on an open file; it ends with the process that holds it, however that ends."""

import os
from typing import Any, Final

fcntl: Any
msvcrt: Any
try:
    import fcntl
except ImportError:
    fcntl = None
try:
    import msvcrt
except ImportError:
    msvcrt = None

FAR: Final = 1 << 30  # Windows locks bytes, for everybody: one that nobody reads or writes


def is_ours(file: int) -> bool:
    """Whether the lock on `file` could be taken, or nothing can be locked on this system."""
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt:
            os.lseek(file, FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True
