"""One of each fault while people play; the long form is `make soak SOAK=history`."""

import time
from pathlib import Path

import pytest

from server.history.faults import KINDS
from server.history.history_run import HistoryRun
from server.postgres_process import programs
from server.redis_process import needs_redis

pytestmark = [needs_redis, pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")]


def test_what_was_said_is_true_whatever_breaks(tmp_path: Path) -> None:
    seed = int(time.time())
    print(f"seed {seed}")
    evening = HistoryRun(tmp_path, seed, people=12).run(each=1)

    assert evening.findings == [], seed
    assert evening.faults == {fault.__name__: 1 for kind in KINDS.values() for fault in kind}
    assert evening.figures["acknowledged"] > 50
    assert evening.figures["states_told"] > 50
    assert evening.figures["thought_by_workers"] > 0
