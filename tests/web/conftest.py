"""One server and one browser for all tests of a process; for every module known positions anew."""

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from server.house_process import HouseProcess, open_house
from web.browser import Browsers, Visitor
from web.positions import QUICK_REVIEWS, become_marie, open_positions, write_positions

BROWSERS: Final = Browsers()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with open_house(tmp_path_factory.mktemp("house") / "data", *QUICK_REVIEWS) as house:
        yield house


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[HouseProcess]:
    """A house that may be killed."""
    with open_house(tmp_path / "data") as house:
        yield house


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """What comes next is of another folder and may need an event loop of its own."""
    result = yield
    if nextitem is None or nextitem.path.parent != item.path.parent:
        BROWSERS.close()
    return result


@pytest.fixture(scope="session")
def browsers() -> Browsers:
    return BROWSERS


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Browser:
    return browsers.get()


@pytest.fixture
def visitor(house: HouseProcess, browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; each must have nothing to complain about in the end."""
    made: list[Visitor] = []

    def come(**more: Any) -> Visitor:
        made.append(Visitor(browser, house.url, **more))
        return made[-1]

    yield come
    for one in made:
        one.leave()


@pytest.fixture(scope="session")
def written_positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Written once for all workers: bots play for seconds until they are reached."""
    own = tmp_path_factory.getbasetemp()
    path = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "positions.sqlite3"
    write_positions(path)
    return path


@pytest.fixture(scope="module")
def positions(written_positions: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house with a table at each known position."""
    with open_positions(tmp_path_factory.mktemp("positions") / "data", written_positions) as house:
        yield house


@pytest.fixture
def marie(positions: HouseProcess, browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Makes browsers of hers, who has a seat at every position."""
    made: list[Visitor] = []

    def come(**more: Any) -> Visitor:
        made.append(Visitor(browser, positions.url, **more))
        become_marie(made[-1].context, positions.url)
        return made[-1]

    yield come
    for one in made:
        one.leave()
