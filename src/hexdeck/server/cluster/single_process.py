"""A house with one process: it looks after everything itself."""

from collections.abc import Collection


class SingleProcess:
    is_alone = True
    is_reachable = True

    async def open(self) -> None:
        pass

    async def leave(self) -> None:
        pass

    async def close(self) -> None:
        pass

    def tell_changed(self, code: str, revision: int) -> None:
        del code, revision

    def tell_spoken(self, code: str, who: str, command: str, phrase: str) -> None:
        del code, who, command, phrase

    def tell_people_changed(self) -> None:
        pass

    def note_people(self, code: str, people: Collection[str]) -> None:
        del code, people

    async def find_people(self, code: str) -> None:
        del code

    def people_at(self, code: str) -> Collection[str]:
        del code
        return ()

    async def take(self, key: str, per_second: float, burst: float, count: int) -> float:
        del key, per_second, burst, count
        return 0.0

    def cares_for(self, code: str) -> bool:
        del code
        return True
