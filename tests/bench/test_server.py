"""The load on a server is real, and its figures have the promised names."""

from pathlib import Path

import pytest
from rich.progress import Progress

from bench import server

# With fewer busy tables their games would be over before anything is counted.
FEW = server.Effort(tables=2, seconds=1.0, busy_tables=20, busy_seconds=1.0)


def test_a_small_load_is_carried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "peer_is_there", lambda: False)
    monkeypatch.setattr(server, "THINK", 0.2)

    facts = server.measure(FEW, Progress(disable=True)).as_dict()

    page = (Path(__file__).parents[2] / "docs" / "bench.md").read_text()
    assert [name for name in facts if f"`{name}`" not in page] == []
    assert facts["sockets"] == 10
    assert facts["moves_per_s"] > 0
    assert facts["moves_per_s_saturated"] > 0
    assert facts["vs_boardgameio"] is None
    assert {"p99_ms", "rss_mb", "cold_start_ms"} <= facts.keys()
    assert facts["notes"] == [server.NO_PEER]
