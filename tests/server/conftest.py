"""A house for each module that says nothing else, and people who come to it."""

import asyncio
from collections.abc import Iterator

import pytest

from hexdeck.server.base.settings import Settings
from hexdeck.server.store.choice import storage_of
from server.guest import Guest
from server.house_process import HouseProcess, open_house
from server.postgres_process import TEMPLATE, UNSAFE, PostgresProcess, programs, running_postgres
from server.redis_process import RedisProcess, redis_running


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Modules that name ENGINES have a house on each of them."""
    if "house" in metafunc.fixturenames and hasattr(metafunc.module, "ENGINES"):
        metafunc.parametrize("house", metafunc.module.ENGINES, indirect=True, scope="module")


@pytest.fixture(scope="module")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """With a file, or in PostgreSQL where that was asked for."""
    flags: tuple[str, ...] = ()
    if getattr(request, "param", "sqlite") == "postgres":
        flags = ("--database", request.getfixturevalue("postgres").new_database())
    with open_house(tmp_path_factory.mktemp("house") / "data", *flags) as house:
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


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresProcess]:
    """One for all tests of a worker that do not harm it."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed: apt install postgresql")

    async def bring_up_to_date(url: str) -> None:
        await (await storage_of(Settings(database=url))).close()

    with running_postgres(*UNSAFE) as server:
        server.ask("postgres", f"CREATE DATABASE {TEMPLATE}")
        asyncio.run(bring_up_to_date(server.url(TEMPLATE)))
        yield server


@pytest.fixture
def database(postgres: PostgresProcess) -> str:
    """The address of one that is empty, in today's format."""
    return postgres.new_database()


@pytest.fixture(scope="session")
def redis() -> Iterator[RedisProcess]:
    """One for all tests of a worker that do not harm it; what shares a channel there shares a house."""
    with redis_running() as server:
        yield server
