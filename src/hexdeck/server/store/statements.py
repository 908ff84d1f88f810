"""What parts of a store are made of that both databases understand.

`$1` stands for the first value of a statement, which SQLite calls `?1`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any


class Statements(ABC):
    @abstractmethod
    async def _looked_up(self, sql: str, *values: Any) -> Sequence[Any]: ...

    @abstractmethod
    async def _done(self, sql: str, *values: Any) -> Sequence[Any]:
        """The rows that a change returns, once it is safe."""
