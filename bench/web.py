"""How light and how quick the browser app is, from the real server to a real browser, all in one run.

Run it with: hexdeck bench web
"""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final
from uuid import uuid4

from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from bench.chromium import MISSING, chromium
from bench.engine import check_plot
from bench.server_houses import on_sqlite
from bench.web_plot import svg
from hexdeck.core.errors import SetupRefused
from hexdeck.core.registry import GAMES

PLOT: Final = Path(__file__).parent / "results" / "web.svg"
WATCH: Final = Path(__file__).with_name("web_watch.js")
PHONE: Final = {"width": 360, "height": 640}
SLOWER: Final = 4  # times, the processor of a cheap phone
READY: Final = ".hand button.legal, .stage [data-first]"  # something can be played
MUSTS: Final = {"js_gzip_kb": 60.0, "first_load_kb": 200.0}  # of every game


@dataclass(frozen=True, slots=True)
class Effort:
    loads: int  # of each game
    cards: int  # played one after the other
    tricks: int  # watched at normal speed
    slower: int = SLOWER


FULL = Effort(loads=5, cards=40, tricks=8)
QUICK = Effort(loads=1, cards=3, tricks=1)


@dataclass(slots=True)
class Loaded:
    """A game opened by its link, with nothing kept from before."""

    js_gzip_kb: float
    first_load_kb: float
    requests: int
    interactive_ms: float


@dataclass(slots=True)
class Result:
    games: dict[str, Loaded] = field(default_factory=dict)
    input_to_paint: list[float] = field(default_factory=list)  # milliseconds, a card each
    frames: int = 0
    frames_dropped: int = 0

    def as_dict(self) -> dict[str, Any]:
        worst = {name: max(self._of(name)) for name in ("js_gzip_kb", "first_load_kb", "interactive_ms")}
        return {
            "js_gzip_kb": round(worst["js_gzip_kb"], 1),
            "first_load_kb": round(worst["first_load_kb"], 1),
            "interactive_ms": round(worst["interactive_ms"]),
            "input_to_paint_ms": round(median(self.input_to_paint), 1),
            "frames_dropped_share": round(self.frames_dropped / max(1, self.frames), 4),
            "games": {
                name: {
                    "js_gzip_kb": round(loaded.js_gzip_kb, 1),
                    "first_load_kb": round(loaded.first_load_kb, 1),
                    "requests": loaded.requests,
                    "interactive_ms": round(loaded.interactive_ms),
                }
                for name, loaded in self.games.items()
            },
            "cards": len(self.input_to_paint),
            "input_to_paint_worst_ms": round(max(self.input_to_paint), 1),
            "frames": self.frames,
            "frames_dropped": self.frames_dropped,
            "musts": {name: {"at_most": most, "met": worst[name] <= most} for name, most in MUSTS.items()},
        }

    def _of(self, name: str) -> list[float]:
        return [float(getattr(loaded, name)) for loaded in self.games.values()]


def run(*, as_json: bool, plot: Path | None, quick: bool) -> None:
    target = plot or (None if quick else PLOT)
    if target is not None:
        check_plot(target)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        facts = measure(QUICK if quick else FULL, progress).as_dict()
    if target is not None:
        target.write_text(svg(facts["games"], MUSTS))
    if as_json:
        print(json.dumps(facts))
        return
    show(facts)
    if target is not None:
        print(f"plot: {target}", file=sys.stderr)


def measure(effort: Effort, progress: Progress) -> Result:
    result = Result()
    task = progress.add_task("first load", total=len(GAMES) + 2)
    with on_sqlite() as servers, open_browser() as browser:
        [url] = servers.urls
        for game in GAMES:
            progress.update(task, description=f"first load: {game}")
            result.games[game] = first_load(browser, url, game, effort)
            progress.advance(task)
        progress.update(task, description="input to paint")
        result.input_to_paint = paints(browser, url, effort.cards)
        progress.update(task, description="frames", advance=1)
        result.frames, result.frames_dropped = frames(browser, url, effort.tricks)
        progress.advance(task)
    return result


@contextmanager
def open_browser() -> Iterator[Browser]:
    path = chromium(window=True)
    if path is None:
        raise SetupRefused(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visitor(browser: Browser, url: str, **settings: str) -> Iterator[BrowserContext]:
    """Somebody with a phone of their own, who has never been here."""
    context = browser.new_context(base_url=url, viewport=PHONE, has_touch=True, locale="en-GB")  # type: ignore[arg-type]
    kept = json.dumps(json.dumps(settings))
    context.add_init_script(f"localStorage.setItem('hexdeck.settings', {kept})")
    context.add_init_script(WATCH.read_text().replace("{ready}", READY))
    try:
        yield context
    finally:
        context.close()


def first_load(browser: Browser, url: str, game: str, effort: Effort) -> Loaded:
    """The sizes are the same each time; of the times, the median."""
    times: list[float] = []
    for _ in range(effort.loads):
        with visitor(browser, url, speed="instant") as context:
            code = table_to_play_at(context.request, game)
            page = context.new_page()
            sizes = Sizes(context, page, effort.slower)
            page.goto(f"/t/{code}", wait_until="commit")
            page.wait_for_selector(READY)
            times.append(float(page.evaluate("playable")))
            page.wait_for_load_state("networkidle")
    return Loaded(sizes.script / 1000, sizes.whole / 1000, sizes.requests, median(times))


class Sizes:
    """Bytes on the wire of everything that a page asks for, with its processor slowed down."""

    def __init__(self, context: BrowserContext, page: Page, slower: int) -> None:
        self.script = 0  # bodies, gzipped
        self.whole = 0  # of every kind, headers included
        self.requests = 0
        self._kinds: dict[str, str] = {}
        session = context.new_cdp_session(page)
        session.on("Network.responseReceived", self._began)
        session.on("Network.dataReceived", self._came)
        session.on("Network.loadingFinished", self._ended)
        session.send("Network.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})

    def _began(self, event: dict[str, Any]) -> None:
        self._kinds[event["requestId"]] = event["type"]

    def _came(self, event: dict[str, Any]) -> None:
        if self._kinds.get(event["requestId"]) == "Script":
            self.script += int(event["encodedDataLength"])

    def _ended(self, event: dict[str, Any]) -> None:
        self.whole += int(event["encodedDataLength"])
        self.requests += 1


def table_to_play_at(asker: APIRequestContext, game: str, *, pace: str = "instant") -> str:
    """A table of four, up to a choice with more than one card in it; of Voodoo one without a curse in force.

    What curses bring with them is loaded when they come, so a size would depend on the deal.
    """
    wish = {"game": game, "players": 4, "level": "novice", "pace": pace}
    code = str(asker.post("/api/play", data=wish).json()["code"])
    while True:
        view = asker.get(f"/api/tables/{code}").json()["view"]
        if view["seat"] not in view["to_move"]:
            time.sleep(0.02)
            continue
        actions = [
            action for action in view["actions"] if "?" not in action and not action.startswith("trump")
        ]
        if game == "voodoo" and view["in_force"]:
            code = str(asker.post("/api/play", data=wish).json()["code"])
            continue
        if game == "voodoo" or len(actions) > 1:
            return code
        choice = view["actions"][0].replace("?", "3")
        command = {"type": "act", "id": uuid4().hex, "action": choice}
        asker.post(f"/api/tables/{code}/commands", data=command)


def paints(browser: Browser, url: str, cards: int) -> list[float]:
    """How long after a tap on a card of Voodoo Prince its picture has changed, a figure for each card."""
    found: list[float] = []
    with visitor(browser, url, speed="instant", play="once") as context:
        page = context.new_page()
        while len(found) < cards:
            page.goto(f"/t/{table_to_play_at(context.request, 'voodoo_prince')}")
            while len(found) < cards and is_turn(page):
                tap_a_card(page)
                found.append(float(page.evaluate("painted")))
    return found


def frames(browser: Browser, url: str, tricks: int) -> tuple[int, int]:
    """Of tricks of Voodoo Prince at normal speed: all frames, and those that came too late."""
    shown, dropped, watched = 0, 0, 0
    with visitor(browser, url, speed="normal", play="once") as context:
        page = context.new_page()
        while watched < tricks:
            page.goto(f"/t/{table_to_play_at(context.request, 'voodoo_prince', pace='quick')}")
            while watched < tricks and is_turn(page):
                tap_a_card(page)
                of_all, late = page.evaluate("trick()")
                shown, dropped, watched = shown + of_all, dropped + late, watched + 1
    return shown, dropped


def is_turn(page: Page) -> bool:
    """Wait for a card that can be played; False when the round has ended first."""
    page.wait_for_selector("button.legal, .naming, dialog[open]")
    return page.locator("button.legal").count() > 0


def tap_a_card(page: Page) -> None:
    """The first that is allowed, at its corner: the rest of it may lie under the next one."""
    page.locator("button.legal").first.tap(position={"x": 12, "y": 12})


def show(facts: dict[str, Any]) -> None:
    console = Console(highlight=False)
    grid = Grid(title=f"First load, nothing kept, processor {SLOWER} times slower")
    for heading in ("game", "JavaScript kB", "all kB", "requests", "interactive ms"):
        grid.add_column(heading, justify="left" if heading == "game" else "right")
    for name, loaded in facts["games"].items():
        grid.add_row(name, *(str(loaded[key]) for key in loaded))
    console.print(grid)
    grid = Grid(title="Playing Voodoo Prince", show_header=False)
    grid.add_row("input to paint, median ms", str(facts["input_to_paint_ms"]))
    grid.add_row("worst of so many cards", f"{facts['input_to_paint_worst_ms']} of {facts['cards']}")
    grid.add_row("frames dropped", f"{facts['frames_dropped']} of {facts['frames']}")
    console.print(grid)
    for name, must in facts["musts"].items():
        console.print(f"{name} at most {must['at_most']:g}: {'met' if must['met'] else 'MISSED'}")
