"""Everything that a house keeps, row by row, in a shape that every store can give and take."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from hexdeck.core.errors import SetupRefused

BATCH: Final = 1000  # rows that are in memory at once
Batch: TypeAlias = list[tuple[Any, ...]]


class Kind(NamedTuple):
    name: str
    keys: int  # of the columns, the first tell rows apart; in their order all are read
    columns: Sequence[str]


KINDS: Final = tuple(
    Kind(name, keys, columns.split())
    for name, keys, columns in (
        ("meta", 1, "key value"),  # the secret alone
        ("players", 1, "id name picture language seen"),
        ("sign_outs", 1, "who times"),
        ("bans", 1, "who at"),
        ("tables", 1, "code document status public seed header deadline away updated lines"),
        ("changes", 2, "code revision lines total version at who id"),
        ("sittings", 2, "who code"),
        (
            *("results", 2),
            "code seat who game players score place ended feats mu sigma decisions lost squares",
        ),
        ("reviews", 1, "code process until done steps findings"),
        ("glimpses", 2, "code start seen"),
        ("ratings", 3, "who game band mu sigma games"),
        ("tries", 3, "day game who code score ended story"),
        ("links", 1, "secret who path expires"),
        ("tournaments", 1, "code document status revision updated"),
        ("entries", 2, "who code"),
        ("invitations", 2, "who host code at expires declined"),
        ("unwelcome", 2, "who other"),
        ("handles", 1, "who handle at"),
        ("pads", 1, "code game revision document expires"),
    )
)


class Rows(Protocol):
    """A store that no house has open."""

    def transaction(self) -> AbstractAsyncContextManager[Any]:
        """Everything below happens in one."""

    def read(self, kind: Kind) -> AsyncIterator[Batch]: ...

    async def write(self, kind: Kind, batch: Batch) -> None: ...


async def copy(source: Rows, target: Rows) -> dict[str, int]:
    """How many rows of each kind; all of them are there, and the same, or none."""
    async with source.transaction(), target.transaction():
        for kind in KINDS:
            async for _ in target.read(kind):
                raise SetupRefused("a house is kept there already: copy into an empty place")
        copied = {kind.name: await _copy(kind, source, target) for kind in KINDS}
        for kind in KINDS:
            await _compare(kind, source, target)
    return copied


async def _copy(kind: Kind, source: Rows, target: Rows) -> int:
    rows = 0
    async for batch in source.read(kind):
        await target.write(kind, batch)
        rows += len(batch)
    return rows


async def _compare(kind: Kind, source: Rows, target: Rows) -> None:
    found = target.read(kind)
    async for batch in source.read(kind):
        if await anext(found, None) != batch:
            raise different()
    if await anext(found, None) is not None:
        raise different()


def different() -> SetupRefused:
    return SetupRefused("what was copied does not read back the same: do not use it, and tell us")
