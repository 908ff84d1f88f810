"""The writability of the store: the storage notes here why nothing can be stored; all others read it here."""

import logging
from enum import StrEnum
from typing import Final

from hexdeck.server.base.logs import log
from hexdeck.server.base.refusals import StoreFailed

RETRY_SECONDS: Final = 5  # after which clients may try again
PROBE_SECONDS: Final = 1.0  # between two attempts of the house itself to store something


class Cause(StrEnum):
    """Why nothing can be stored, in words for machines."""

    DISK_FULL = "disk_full"
    READ_ONLY = "read_only"
    LOCKED = "locked"
    UNREACHABLE = "unreachable"
    FAILED = "failed"


class Writability:
    """One for each storage.  It may be written and read by any thread."""

    def __init__(self) -> None:
        self.cause: Cause | None = None  # None while changes can be stored

    def note(self, cause: Cause | None, reason: str = "") -> None:
        """Remember how the latest attempt to store something ended, and log it if that has changed.

        A database that cannot be reached is a warning: the house connects again by itself.
        """
        before, self.cause = self.cause, cause
        if cause is before:
            return
        if cause is None:
            log("can_store_again")
        else:
            level = logging.WARNING if cause is Cause.UNREACHABLE else logging.ERROR
            log("cannot_store", level=level, cause=cause.value, reason=reason)


def cannot_store(cause: Cause) -> StoreFailed:
    """Return the refusal of every change while nothing can be stored."""
    match cause:
        case Cause.DISK_FULL:
            return StoreFailed(
                "nothing can be stored now, because the disk of this server is full: it is not done; it works"
                " again by itself once there is room, so try again in {n} s",
                n=RETRY_SECONDS,
                cause=cause.value,
            )
        case Cause.READ_ONLY:
            return StoreFailed(
                "nothing can be stored now, because this server may only read its data: it is not done; it"
                " works again by itself once it may write, so try again in {n} s",
                n=RETRY_SECONDS,
                cause=cause.value,
            )
        case Cause.LOCKED:
            return StoreFailed(
                "nothing can be stored now, because another program has locked the database: it is not done,"
                " try again in {n} s",
                n=RETRY_SECONDS,
                cause=cause.value,
            )
        case Cause.UNREACHABLE:
            return StoreFailed(
                "nothing can be stored now, because the database cannot be reached: it is not done, try again"
                " in {n} s",
                n=RETRY_SECONDS,
                cause=cause.value,
            )
        case Cause.FAILED:
            return StoreFailed(
                "nothing can be stored now, because the database fails: it is not done; the keeper of this"
                " server finds the reason in the log, try again in {n} s",
                n=RETRY_SECONDS,
                cause=cause.value,
            )


def cannot_read() -> StoreFailed:
    """Return the refusal of what must be read first."""
    return StoreFailed(
        "nothing can be read now, because the database does not answer: try again in {n} s", n=RETRY_SECONDS
    )


def not_stored() -> StoreFailed:
    """Return the refusal of one change that cannot be stored while others can."""
    return StoreFailed("that cannot be stored: it is not done, try again in {n} s", n=RETRY_SECONDS)


def in_doubt() -> StoreFailed:
    """Return the refusal of a change that may have been stored: the connection was lost before the answer."""
    return StoreFailed("nobody can tell whether that is done: look again in {n} s", n=RETRY_SECONDS)
