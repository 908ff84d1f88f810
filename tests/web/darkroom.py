"""Pictures of a page that are the same on every machine, and how much two of them differ."""

from base64 import b64decode, b64encode
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page

SCRIPTS: Final = Path(__file__).parent / "scripts"
RESTLESS: Final = 200  # pictures of which no two in a row are alike


class Darkroom:
    """A blank page of the same browser, which can read and write pictures."""

    def __init__(self, browser: Browser) -> None:
        self._page = browser.new_page()

    def taken(self, page: Page) -> bytes:
        """What a page shows once nothing changes any more, at half its size."""
        page.evaluate(_script("calm"))
        before = _shot(page)
        for _ in range(RESTLESS):
            page.wait_for_timeout(100)
            now = _shot(page)
            if now == before:
                return self._halved(now)
            before = now
        raise AssertionError(f"{page.url} does not come to rest")

    def difference(self, one: bytes, other: bytes) -> float:
        """The share of points that differ by more than one would see; 1 where the sizes do."""
        return float(self._page.evaluate(_script("difference"), [_text(one), _text(other)]))

    def read(self, picture: bytes) -> dict[str, float]:
        """How well a picture can be read: its `contrast`, and the `strength` of its colours."""
        return dict(self._page.evaluate(_script("dimness"), _text(picture)))

    def close(self) -> None:
        self._page.close()

    def _halved(self, picture: bytes) -> bytes:
        return b64decode(str(self._page.evaluate(_script("halved"), _text(picture))))


def _script(name: str) -> str:
    return (SCRIPTS / f"{name}.js").read_text()


def _shot(page: Page) -> bytes:
    return page.screenshot(animations="disabled", caret="hide")


def _text(picture: bytes) -> str:
    return b64encode(picture).decode()
