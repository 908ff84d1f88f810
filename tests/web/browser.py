"""A real browser in front of the real server; whatever it complains about fails the test."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

ARGUMENTS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
PHONE: Final = {"width": 360, "height": 640}
TABLET: Final = {"width": 768, "height": 1024}
DESKTOP: Final = {"width": 1440, "height": 900}
SETTINGS: Final = "hexdeck.settings"


@contextmanager
def open_browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path, "the tests of the app need Debian's chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """One person with a browser of their own."""

    def __init__(self, browser: Browser, url: str, *, touch: bool = False, **more: Any) -> None:
        self.complaints: list[str] = []
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            has_touch=touch,
            **{"viewport": DESKTOP, "locale": "en-GB", "color_scheme": "dark", **more},
        )
        self.context.set_default_timeout(20_000)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def choose(self, **settings: Any) -> None:
        """Settings of the device, from the next page on."""
        self.context.add_init_script(
            f"localStorage.getItem('{SETTINGS}') ?? localStorage.setItem('{SETTINGS}',"
            f" JSON.stringify({_script(settings)}))"
        )

    def leave(self) -> None:
        self.context.close()
        assert self.complaints == []

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")


def _script(settings: dict[str, Any]) -> str:
    parts = (
        f"{name}: {str(value).lower() if isinstance(value, bool) else repr(value)}"
        for name, value in settings.items()
    )
    return "{" + ", ".join(parts) + "}"
