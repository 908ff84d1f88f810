"""A real browser in front of the real server; whatever it complains about fails the test."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from bench.chromium import MISSING, chromium

ARGUMENTS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
    "--js-flags=--no-opt --no-maglev",  # pages are gone before that pays
    "--renderer-process-limit=1",  # else each visitor has one for the blank page and another for ours
)
PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
ON_ITS_SIDE: Final[ViewportSize] = {"width": 740, "height": 360}  # a phone
TABLET: Final[ViewportSize] = {"width": 768, "height": 1024}
DESKTOP: Final[ViewportSize] = {"width": 1440, "height": 900}
SETTINGS: Final = "hexdeck.settings"
CALM: Final = """{
    const calm = new CSSStyleSheet()
    calm.replaceSync(".turn::before { animation: none !important }")
    document.adoptedStyleSheets.push(calm)
}"""  # what breathes for ever is drawn sixty times a second, here without a graphics card
UNSEEN: Final = """{
    globalThis.unseen = new CSSStyleSheet()
    unseen.replaceSync("html, dialog, dialog::backdrop { opacity: 0 !important }")
    document.adoptedStyleSheets.push(unseen)
}"""  # all is laid out, can be pressed and counts as visible; to draw it would be a third of all work
UNFINISHED: Final = re.compile(r"^Failed to fetch dynamically imported module: (\S+)$")
UNREACHABLE: Final = re.compile(r"net::ERR_|WebSocket connection to|fetching the script")
DISCONNECTED: Final = "net::ERR_INTERNET_DISCONNECTED"  # only ever because a test has cut off the network
PATIENCE: Final = 60_000  # milliseconds for what must come; machines may be slow


def browser_path(*, window: bool = False) -> str:
    """Where the browser is; whoever needs one where there is none is skipped, but never in CI."""
    path = chromium(window=window)
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(MISSING)
    return path


class Browsers:
    """One with a window and one without, each opened when somebody wants it.

    As long as one is open nothing else in this thread may have an event loop.
    """

    def __init__(self) -> None:
        self._driver: Playwright | None = None
        self._open: dict[bool, Browser] = {}

    def get(self, *, window: bool = False) -> Browser:
        if window not in self._open or not self._open[window].is_connected():
            path = browser_path(window=window)
            self._driver = self._driver or sync_playwright().start()
            expect.set_options(timeout=PATIENCE)
            self._open[window] = self._driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        return self._open[window]

    def close(self) -> None:
        for browser in self._open.values():
            browser.close()
        self._open.clear()
        if self._driver:
            self._driver.stop()
        self._driver = None


@contextmanager
def open_browser() -> Iterator[Browser]:
    browsers = Browsers()
    try:
        yield browsers.get()
    finally:
        browsers.close()


class Visitor:
    """One person with a browser of their own; things move at once unless `settings` say otherwise.

    Nothing is drawn unless somebody `looks`, of whose page a picture is taken.  No service worker fetches the
    whole app for later unless it is somebody who `keeps_app`.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        touch: bool = False,
        looks: bool = False,
        keeps_app: bool = False,
        settings: dict[str, Any] | None = None,  # of the device
        **more: Any,
    ) -> None:
        self.complaints: list[str] = []
        self.is_cut_off = False  # then a server that cannot be reached is no fault of the app
        self.house = urlsplit(url).netloc
        chosen = {"speed": "instant", **(settings or {})}
        motion = "reduce" if chosen["speed"] == "instant" else "no-preference"
        usual = {"viewport": DESKTOP, "locale": "en-GB", "color_scheme": "dark", "reduced_motion": motion}
        self.context: BrowserContext = browser.new_context(base_url=url, has_touch=touch, **{**usual, **more})
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", lambda socket: self._asked(socket.url))
        self.context.on("request", lambda request: self._asked(request.url))
        kept = json.dumps(json.dumps(chosen))
        if motion != "reduce":  # else the app itself must be calm
            self.context.add_init_script(CALM)
        if not looks:
            self.context.add_init_script(UNSEEN)
        if not keeps_app:
            self.context.add_init_script("delete Navigator.prototype.serviceWorker")
        self.context.add_init_script(
            f"localStorage.getItem('{SETTINGS}') ?? localStorage.setItem('{SETTINGS}', {kept})"
        )

    def leave(self) -> None:
        self.context.unroute_all(behavior="wait")  # whatever is still answered by a test
        complaints = [one for one in self.complaints if not self._was_on_its_way(one)]
        self.context.close()
        assert complaints == [], complaints

    def _was_on_its_way(self, complaint: str) -> bool:
        """Tell whether a part of the app that could not be fetched is there: its page was left too soon."""
        part = UNFINISHED.search(complaint)
        return part is not None and self.context.request.get(part[1]).ok

    def _asked(self, url: str) -> None:
        """The house is all that anything may be asked of."""
        if urlsplit(url).netloc not in (self.house, ""):
            self.complaints.append(f"asked elsewhere: {url}")

    def _heard(self, message: ConsoleMessage) -> None:
        is_excused = DISCONNECTED in message.text or (self.is_cut_off and UNREACHABLE.search(message.text))
        if message.type in ("error", "warning") and not is_excused:
            self.complaints.append(f"{message.type}: {message.text} {message.location['url']}")


def resize(page: Page, size: ViewportSize) -> None:
    """Give the window another size and wait for two frames: in the first, scripts hear of it."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def wait_until_kept(page: Page) -> None:
    """The app is on this device, and will be there without a server."""
    until(
        page, "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"
    )


def until(page: Page, script: str) -> None:
    """What the page promises comes true."""
    for _ in range(PATIENCE // 100):
        if page.evaluate(script):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"it does not come true: {script}")
