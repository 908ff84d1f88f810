"""Settings for all tests: CI tries the same examples every time, a developer new ones."""

import os

import pytest
from hypothesis import settings

COVERING = ("rulebook", "table")  # they alone reach every branch; tracing the others would take minutes

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent.name not in COVERING:
            item.add_marker("no_cover")
