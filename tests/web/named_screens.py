"""The screens whose pictures are kept in screens/.

Run this file (make screens) to take them anew, then look at every one that has changed.
"""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from playwright.sync_api import Browser, expect

from web.browser import DESKTOP, PHONE, TABLET, Visitor, open_browser
from web.darkroom import Darkroom
from web.known_tournaments import OVER, PAUSING
from web.positions import POSITIONS, become_marie, code_of, open_positions, write_positions
from web.walk import act, to_table

KEPT: Final = Path(__file__).parent / "screens"
SIZES: Final = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}


@dataclass(frozen=True)
class Screen:
    name: str  # of a position, or of a page around the games
    size: Literal["phone", "tablet", "desktop"]
    light: Literal["dark", "light"]

    @property
    def file(self) -> Path:
        return KEPT / f"{self.name} {self.size} {self.light}.png".replace(" ", "-")


SCREENS: Final = (
    Screen("home", "phone", "dark"),
    Screen("home", "desktop", "light"),
    Screen("lobby", "phone", "light"),
    Screen("lobby", "tablet", "dark"),
    Screen("prince", "phone", "dark"),
    Screen("prince", "desktop", "dark"),
    Screen("prince naming", "phone", "light"),
    Screen("prince crowded", "tablet", "light"),
    Screen("prince summary", "phone", "dark"),
    Screen("prince over", "desktop", "light"),
    Screen("voodoo over", "phone", "dark"),
    Screen("vampire", "desktop", "light"),
    Screen("vampire slayer", "phone", "dark"),
    Screen("vampire crowded", "phone", "dark"),
    Screen("vampire crowded", "tablet", "light"),
    Screen("vampire crowded", "desktop", "dark"),
    Screen("skull placing", "phone", "light"),
    Screen("skull", "desktop", "dark"),
    Screen("skull crowded", "phone", "dark"),
    Screen("skull crowded", "tablet", "light"),
    Screen("voodoo", "desktop", "light"),
    Screen("voodoo keeping", "tablet", "dark"),
    Screen("voodoo crowded", "phone", "dark"),
    Screen("tv", "desktop", "dark"),
    Screen("tv over", "desktop", "light"),
    Screen("replay", "phone", "dark"),
    Screen("replay", "tablet", "dark"),
    Screen("replay", "desktop", "light"),
    Screen("review", "phone", "dark"),
    Screen("review", "desktop", "light"),
    Screen("rules", "phone", "light"),
    Screen("games", "phone", "dark"),
    Screen("games", "desktop", "light"),
    Screen("honour", "phone", "light"),
    Screen("tournament", "phone", "dark"),
    Screen("tournament over", "desktop", "light"),
    Screen("tournament tv", "desktop", "dark"),
    Screen("tournament tv over", "desktop", "light"),
    Screen("puzzles", "phone", "light"),
    Screen("pad voodoo_prince", "phone", "dark"),
    Screen("pad vampire_queen", "phone", "light"),
    Screen("pad skull_queen", "phone", "dark"),
    Screen("pad voodoo", "phone", "light"),
)


def taken(screen: Screen, browser: Browser, url: str, darkroom: Darkroom) -> bytes:
    """A new picture of a screen, as Marie sees it."""
    marie = Visitor(browser, url, looks=True, viewport=SIZES[screen.size], color_scheme=screen.light)
    become_marie(marie.context, url)
    show(marie, screen.name)
    picture = darkroom.taken(marie.page)
    marie.leave()
    return picture


def show(marie: Visitor, name: str) -> None:
    page = marie.page
    if name in POSITIONS and POSITIONS[name].wanted:
        to_table(page, name)
        if POSITIONS[name].copies > 1:
            act(page, name)
            expect(page.locator("dialog[open]")).to_be_visible()
        return
    if name.startswith("pad "):
        page.goto(f"/pad/{name.removeprefix('pad ')}")
        page.get_by_role("button", name="Deal the cards").click()
        expect(page.locator("main .panel, main form").first).to_be_visible()
        return
    address, sign = {
        "home": ("/", ".me"),
        "lobby": (f"/t/{code_of('lobby')}", "main ol li"),
        "prince over": (f"/t/{code_of('prince over')}", "dialog[open] tbody"),
        "voodoo over": (f"/t/{code_of('voodoo over')}", "dialog[open] polyline"),
        "tv": (f"/tv/{code_of('vampire crowded')}", ".stage .seat"),
        "tv over": (f"/tv/{code_of('prince over')}", ".end li"),
        "replay": (f"/replay/{code_of('skull over')}#30", ".stage .seat"),
        "review": (f"/review/{code_of('voodoo over')}", ".decision .stage .seat"),
        "games": ("/games", "main figure"),
        "honour": ("/honour", "tbody tr"),
        "tournament": (f"/tournament/{PAUSING}", "tbody tr"),
        "tournament over": (f"/tournament/{OVER}", "tbody tr"),
        "tournament tv": (f"/tournament/{PAUSING}/tv", ".tables li"),
        "tournament tv over": (f"/tournament/{OVER}/tv", ".tables li"),
        "puzzles": ("/puzzles/skull_queen", "main section"),
        "rules": ("/rules/vampire_queen", "main section .card"),
    }[name]
    page.goto(address)
    expect(page.locator(sign).first).to_be_visible()


def main() -> None:
    with TemporaryDirectory() as folder, open_browser() as browser:
        written = Path(folder) / "positions.sqlite3"
        write_positions(written)
        darkroom = Darkroom(browser)
        with open_positions(Path(folder) / "data", written) as house:
            for screen in SCREENS:
                screen.file.parent.mkdir(exist_ok=True)
                screen.file.write_bytes(taken(screen, browser, house.url, darkroom))


if __name__ == "__main__":
    main()
