"""Every named screen looks as it did when somebody last looked at its picture."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from server.house_process import HouseProcess
from web.darkroom import Darkroom
from web.named_screens import KEPT, SCREENS, Screen, taken

TOLERANCE = 0.01  # of all points: browsers of different age draw letters a little differently


@pytest.fixture(scope="module")
def darkroom(browser: Browser) -> Iterator[Darkroom]:
    room = Darkroom(browser)
    yield room
    room.close()


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.file.stem)
def test_a_screen_looks_as_it_did(
    screen: Screen, positions: HouseProcess, browser: Browser, darkroom: Darkroom, tmp_path: Path
) -> None:
    picture = taken(screen, browser, positions.url, darkroom)

    share = darkroom.difference(screen.file.read_bytes(), picture)

    (tmp_path / screen.file.name).write_bytes(picture)
    assert share <= TOLERANCE, f"look at {tmp_path / screen.file.name}; if it is right, run make screens"


def test_no_picture_is_left_over() -> None:
    assert {path.name for path in KEPT.glob("*")} == {screen.file.name for screen in SCREENS}


def test_another_screen_would_be_noticed(darkroom: Darkroom) -> None:
    """A card that lies elsewhere is more than the tolerance."""
    one, other = (
        screen.file.read_bytes()
        for screen in SCREENS
        if screen.name in ("prince", "vampire crowded") and screen.size == "desktop"
    )
    assert darkroom.difference(one, one) == 0
    assert darkroom.difference(one, other) > TOLERANCE
