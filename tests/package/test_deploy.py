"""The files for whoever runs a house on several machines: they name what is there."""

import json
import re
import shlex
from dataclasses import fields
from pathlib import Path
from typing import Final

import pytest

from hexdeck.cli import parser
from hexdeck.server.base.metrics import Metrics
from hexdeck.server.base.settings import Settings

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
SETTINGS: Final = {f"HEXDECK_{one.name.upper()}" for one in fields(Settings)}
SERVER: Final = (ROOT / "docs" / "server.md").read_text()
PAGE: Final = (ROOT / "docs" / "many_machines.md").read_text()
PORTS: Final = ("127.0.0.1:8765", "127.0.0.1:8766")


def test_the_page_leads_to_every_file() -> None:
    assert [file.name for file in sorted(DEPLOY.iterdir()) if f"deploy/{file.name}" not in PAGE] == []


def measured() -> set[str]:
    """Every name that /metrics can have, also where a system does not tell all of it."""
    ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"], "gauge": [""]}
    ours = {metric.name + end for metric in Metrics("house").registry.collect() for end in ends[metric.type]}
    return ours | set(re.findall(r"`(process_\w+)`", SERVER))


def test_the_board_shows_what_is_measured() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    named = {name for text in expressions for name in re.findall(r"\b(?:hexdeck|process)_\w+", text)}
    assert named <= measured()
    ours = {metric.name for metric in Metrics("house").registry.collect() if metric.name[:8] == "hexdeck_"}
    assert [name for name in sorted(ours) if not any(one.startswith(name) for one in named)] == []
    places = [tuple(panel["gridPos"].values()) for panel in board["panels"]]
    assert len(set(places)) == len(places) == len({panel["id"] for panel in board["panels"]})


@pytest.mark.parametrize("file", ["nginx.conf", "haproxy.cfg", "Caddyfile"])
def test_a_proxy_sends_people_to_both_processes_and_keeps_to_itself_what_is_private(file: str) -> None:
    text = (DEPLOY / file).read_text()
    for said in (*PORTS, "/metrics", "/readyz", "X-Forwarded-For"):
        assert said in text


def test_the_unit_sets_what_can_be_set() -> None:
    text = (DEPLOY / "hexdeck@.service").read_text()
    assert set(re.findall(r"HEXDECK_\w+", text)) <= SETTINGS
    [command] = re.findall(r"ExecStart=\S+/hexdeck (.*)", text)
    parser().parse_args(shlex.split(command.replace("%i", "8765")))
