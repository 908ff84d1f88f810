"""Settings for all tests: CI tries the same examples every time, a developer new ones."""

import gc
import os
import signal

import pytest
from hypothesis import settings

# Whoever is started in the background of a script has Ctrl-C ignored, under nohup the end of the terminal
# too, and so have those started by it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_xdist_auto_num_workers() -> int:
    """Three for two cores: tests wait for browsers and servers half of the time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + (cores + 1) // 2


LONG = (  # the longest first
    "test_journeys.py",
    "test_wheel.py",
    "test_in_the_browser.py",
    "test_hostile.py",
    "test_faults_kill.py",
    "test_every_screen.py",
    "test_people.py",
    "test_training.py",
    "test_told_games.py",
    "test_faults_clock.py",
    "test_voodoo.py",
    "test_home.py",
    "test_trust.py",
    "test_tournament.py",
    "test_faults_bots.py",
    "test_skull_queen.py",
    "test_together.py",
    "test_start_from_lobby.py",
    "test_history.py",
    "test_tv.py",
    "test_monkey.py",
    "test_vampire_queen.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: nobody waits for it in the end."""
    places = {name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: places.get(item.path.name, len(LONG)))


def pytest_collection_finish() -> None:
    """What is there by now stays to the end: nobody needs to search it for garbage."""
    gc.collect()
    gc.freeze()


settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
