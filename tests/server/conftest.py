"""A house for each module that says nothing else, and people who come to it."""

from collections.abc import Iterator

import pytest

from server.guest import Guest
from server.house_process import HouseProcess, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with open_house(tmp_path_factory.mktemp("house") / "data") as house:
        yield house


@pytest.fixture
def marie(house: HouseProcess) -> Guest:
    return Guest.named(house.url, "Marie")


@pytest.fixture
def lukas(house: HouseProcess) -> Guest:
    return Guest.named(house.url, "Lukas")


@pytest.fixture
def nina(house: HouseProcess) -> Guest:
    return Guest.named(house.url, "Nina")
