"""What the app weighs is within its budget, and the figures have the promised names."""

from dataclasses import replace
from pathlib import Path

from rich.progress import Progress

from bench import web
from bench.web_plot import svg
from web.browser import browser_path

PAGE = (Path(__file__).parents[2] / "docs" / "bench.md").read_text()
ONCE = replace(web.QUICK, cards=1, slower=1)  # nobody reads the times, and to be slow is work


def test_the_app_is_light_and_quick() -> None:
    browser_path(window=True)
    facts = web.measure(ONCE, Progress(disable=True)).as_dict()

    assert [name for name in facts if f"`{name}`" not in PAGE] == []
    assert facts["js_gzip_kb"] <= 60, facts["games"]
    assert facts["first_load_kb"] <= 200, facts["games"]
    assert facts["interactive_ms"] > 0
    assert facts["input_to_paint_ms"] > 0
    assert facts["frames"] > 0
    assert set(facts["games"]) == {"voodoo_prince", "vampire_queen", "skull_queen", "voodoo"}
    assert all(must["met"] for must in facts["musts"].values())


def test_the_chart_shows_each_game_and_its_limit() -> None:
    sizes = {"js_gzip_kb": 51.3, "first_load_kb": 120.0}

    chart = svg({"voodoo_prince": sizes, "voodoo": sizes}, web.MUSTS)

    assert chart.count(">51.3<") == 2
    assert ">60<" in chart
    assert ">200<" in chart
