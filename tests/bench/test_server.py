"""The load on a server is real, and its figures have the promised names."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.progress import Progress

from bench import server, server_plan, server_sockets
from bench.server_figures import Figures
from bench.server_figures import figures as measured
from bench.server_houses import missing_store, on_postgres
from bench.server_load import Plan, reached
from bench.server_plot import svg
from server.postgres_process import UNSAFE, running_postgres

PAGE = (Path(__file__).parents[2] / "docs" / "bench.md").read_text()
# With fewer busy tables their games would be over before anything is counted.
FEW = server.Effort(tables=2, seconds=1.0, busy_tables=20, busy_seconds=1.0, think=0.2, settle=0.3)


def figures(**changed: float) -> Figures:
    usual = dict.fromkeys(Figures.__struct_fields__, 1) | {"load_busy": 0.5}
    return Figures(**usual | changed)  # type: ignore[arg-type]


def test_a_small_load_is_carried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "missing_store", lambda: "no store")
    monkeypatch.setattr(server, "missing_peer", lambda: "no peer")

    result = server.measure(FEW, Progress(disable=True))
    facts = result.as_dict()

    assert [name for name in facts if f"`{name}`" not in PAGE] == []
    assert facts["sockets"] == 10
    assert facts["moves_per_s"] > 0
    assert facts["moves_per_s_saturated"] > 0
    assert facts["cpu_us_per_move"] > 0
    assert facts["bytes_per_move"] > 1000, "five views"
    assert facts["vs_boardgameio"] is None
    assert facts["scaling_2"] is None
    assert facts["musts"]["scaling_2"] == {"at_least": 1.7, "met": None}
    assert facts["musts"]["rss_mb"] == {"at_most": 300.0, "met": True}
    assert facts["notes"] == ["no store", "no peer"]
    assert ">SQLite<" in svg(result.titles, result.held, result.busy)


@pytest.mark.skipif(missing_store() is not None, reason=str(missing_store()))
def test_two_processes_on_postgres_share_tables() -> None:
    plan = Plan(tables=10, think=0.1, seconds=1.0, spread=True, settle=0.3)

    with running_postgres(*UNSAFE) as postgres, on_postgres(postgres, 2) as servers:
        found = measured(servers, plan)

    assert found.processes == 2
    assert found.tables_lost == 0
    assert found.moves_per_s > 0
    assert found.database_cpu_us > 0


def test_a_table_is_spread_over_all_servers_or_at_one() -> None:
    plan = Plan(tables=2, think=0, seconds=1, urls=["a", "b"])
    spread = replace(plan, spread=True)

    assert reached(plan, 0) == ["a"] * 5
    assert reached(plan, 1) == ["b"] * 5
    assert reached(spread, 1) == ["b", "a", "b", "a", "b"]


def test_scaling_is_told_by_moves_only_where_all_have_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    result = server.Result(
        turns=[
            {
                "postgres": figures(cpu_us=400, moves_per_s=2000),
                "postgres_2": figures(cpu_us=420, moves_per_s=3800, processes=2),
            }
        ]
    )

    monkeypatch.setattr(server, "cores", lambda: [0, 1, 2])
    assert (result.scaling_by, result.scaling(2)) == ("moves a second", 1.9)
    monkeypatch.setattr(server, "cores", lambda: [0, 1])
    assert (result.scaling_by, result.scaling(2)) == ("processor time", 1.9)
    result.turns[0]["postgres_2"] = figures(cpu_us=800, processes=2)
    assert result.scaling(2) == 1.0


def test_ratios_are_of_the_same_minutes() -> None:
    """Ours is twice as fast whenever both are measured, also in the minutes that were bad for all."""
    fast, slow = {"ours": figures(moves_per_s=4000), "theirs": figures(moves_per_s=2000)}, figures()
    bad = {"ours": figures(moves_per_s=2000), "theirs": figures(moves_per_s=1000)}
    result = server.Result(turns=[bad, fast, {"ours": slow}])

    assert result.ratio("moves_per_s", "ours", "theirs") == 2.0
    assert result.ratio("moves_per_s", "ours", "nobody") is None
    assert result.busy["ours"].moves_per_s == 4000


def test_sockets_are_measured_at_rest_and_playing() -> None:
    found, notes = server_sockets.measure((50,), Progress(disable=True), think=0.5, seconds=1.0, settle=0.3)

    [one] = found
    assert (one.sockets, notes) == (50, [])
    assert 0 < one.idle_rss_mb <= one.rss_mb + 1
    assert one.moves_per_s > 0


def test_more_sockets_than_files_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_sockets, "getrlimit", lambda _: (1024, 10_000))

    assert server_sockets.fitting((5_000, 10_000, 20_000)) == (
        [5_000, 9_900],
        ["at most 9900 sockets instead of 20000: a process may open 10000 files (ulimit -n)"],
    )


def test_fifty_thousand_follow_from_a_line() -> None:
    found = [figures(sockets=5_000, rss_mb=300, cpu_share=0.1)]
    found.append(figures(sockets=15_000, rss_mb=700, cpu_share=0.3))

    assert server_sockets.planned(found) == {"rss_mb": 2100, "cores": pytest.approx(1.0)}


def test_the_plan_is_made_of_what_was_measured_and_put_into_its_page() -> None:
    playing = figures(cpu_us=900, database_cpu_us=200, stored_bytes=230, logged_bytes=500)
    result = server.Result(
        held={"sqlite": figures(), "postgres": playing},
        turns=[
            {
                "sqlite": figures(bytes_per_move=3100),
                "postgres_2": figures(cpu_us=400),
                "postgres_2_spread": figures(cpu_us=700),
            }
        ],
        bus={"publish_us": 20.04, "deliver_us": 7.77, "news_us": 0.2},
    )
    assert result.as_dict()["plan"] is None, "nobody has looked at sockets"
    result.sockets = [
        figures(sockets=5_000, rss_mb=250),
        figures(sockets=15_000, rss_mb=650, idle_cpu_share=0.6),
    ]
    plan = result.as_dict()["plan"]

    assert {name: round(figure, 2) for name, figure in plan.items()} == {
        "server_us": 900, "database_us": 200, "follow_us": 300, "received": 3100, "socket_kb": 40.96,
        "process_mb": 50, "idle_us": 40, "stored": 230, "logged": 500,
        "publish_us": 20.04, "deliver_us": 7.77, "news_us": 0.2,
    }  # fmt: skip
    page = server_plan.renewed(server_plan.PAGE.read_text(), plan)
    assert "\n| `received` | 3,100 bytes |" in page
    assert "\nserver_us, database_us, follow_us = 900, 200, 300  #" in page
    assert "\npublish_us, deliver_us, news_us = 20, 7.8, 0.2\n" in page
    assert "\nservers: 5.5 cores of work, 12 processes, 4.5 GB of memory\n" in page
    assert server_plan.renewed(page, plan) == page
