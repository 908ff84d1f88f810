"""The bus of a house with one process: there is nobody to tell."""

from hexdeck.server.bus.protocol import Hear, News


class NoBus:
    is_reachable = True

    async def open(self, hear: Hear) -> None:
        del hear

    def tell(self, news: News) -> None:
        del news

    async def close(self) -> None:
        pass
