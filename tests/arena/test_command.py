"""`hexdeck arena` as a person or a program runs it."""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.arenas import DEALS, QUICK, arena, children, command, found, is_running, stored_deals, wait_for
from terminal.commands import environment, hexdeck, in_terminal

MANY = 100_000  # deals that no test sees the end of


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What an uninterrupted run with one worker finds out."""
    home = tmp_path_factory.mktemp("whole")
    return found(arena(home, home / "results.jsonl", "--workers", "1"))


def started(home: Path, path: Path, *more: str) -> "subprocess.Popen[str]":
    """A run in the background with a few deals done and very many to do."""
    pipe = subprocess.PIPE
    run = subprocess.Popen(
        command(path, "--deals", str(MANY), *more),
        stdout=pipe,
        stderr=pipe,
        text=True,
        env=environment(home),
        start_new_session=True,
    )
    wait_for(lambda: len(stored_deals(path)) >= 2)
    return run


def test_two_workers_find_out_the_same(whole: dict[str, Any], tmp_path: Path) -> None:
    answer = arena(tmp_path, tmp_path / "results.jsonl", "--workers", "2")
    assert found(answer) == whole
    assert answer["run"]["computed"] == DEALS
    assert answer["run"]["workers"] == 2


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run = started(tmp_path, path, "--workers", "2")
    hired = children(run.pid)
    run.kill()
    run.communicate()
    wait_for(lambda: not any(map(is_running, hired)))
    kept = stored_deals(path)
    deals = max(kept) + 4

    answer = arena(tmp_path, path, "--deals", str(deals))

    assert found(answer) == found(arena(tmp_path, tmp_path / "whole.jsonl", "--deals", str(deals)))
    assert answer["run"]["stored"] == len(kept)
    assert answer["run"]["computed"] == deals - len(kept)
    assert stored_deals(path)[: len(kept)] == kept
    assert sorted(stored_deals(path)) == list(range(deals))


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    run = started(tmp_path, tmp_path / "results.jsonl", "--workers", "2")
    before = children(run.pid)
    killed = before.pop()
    os.kill(killed, signal.SIGKILL)
    wait_for(lambda: children(run.pid) - before - {killed})  # another has its place
    os.killpg(run.pid, signal.SIGINT)
    _, complaints = run.communicate(timeout=60)
    assert "Traceback" not in complaints
    deals = len(stored_deals(tmp_path / "results.jsonl"))

    answer = arena(tmp_path, tmp_path / "results.jsonl", "--deals", str(deals))

    assert found(answer) == found(arena(tmp_path, tmp_path / "whole.jsonl", "--deals", str(deals)))


def test_ctrl_c_keeps_what_is_finished_and_leaves_nothing_running(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run = started(tmp_path, path, "--workers", "2")
    hired = children(run.pid)
    os.killpg(run.pid, signal.SIGINT)
    answer, complaints = run.communicate(timeout=60)
    assert run.returncode == 130
    assert answer == ""
    assert f"hexdeck: stopped; {len(stored_deals(path))} of {MANY} deals are kept in {path}" in complaints
    assert "Traceback" not in complaints
    assert hired
    assert not any(map(is_running, hired))


def test_results_are_kept_by_themselves_and_more_deals_cost_the_difference(tmp_path: Path) -> None:
    def run_of(deals: int) -> dict[str, Any]:
        ran = hexdeck(tmp_path, "arena", *QUICK, "--deals", str(deals), "--json")
        return dict(json.loads(ran.stdout)["run"])

    first, more, fewer = run_of(2), run_of(3), run_of(1)

    assert (first["stored"], first["computed"]) == (0, 2)
    assert (more["stored"], more["computed"]) == (2, 1)
    assert (fewer["stored"], fewer["computed"]) == (1, 0)
    assert len(list((tmp_path / "hexdeck" / "arena").glob("voodoo_prince-3p-*.jsonl"))) == 1


def test_the_shape_for_programs(whole: dict[str, Any]) -> None:
    names = (
        "game version players options bots against seed code own seconds deals games seeds unit fair_share"
    )
    assert sorted(whole) == sorted([*names.split(), "pairs", "ratings", "faults"])
    assert (whole["deals"], whole["games"], whole["unit"]) == (DEALS, DEALS * 6, "round")
    assert [(pair["bot"], pair["against"]) for pair in whole["pairs"]] == [
        ("heuristic", "random"),
        ("random", "heuristic"),
    ]
    for pair in whole["pairs"]:
        for measure in ("points", "points_per_round", "win_share", "lead", "lead_per_round"):
            assert pair[measure]["low"] <= pair[measure]["mean"] <= pair[measure]["high"]
    assert whole["pairs"][0]["lead"]["mean"] > 0 > whole["pairs"][1]["lead"]["mean"]
    assert [rating["bot"] for rating in whole["ratings"]] == ["heuristic", "random"]
    assert set(whole["ratings"][0]) == {"bot", "mu", "sigma"}


def test_tables_report_and_progress(tmp_path: Path) -> None:
    play = in_terminal(tmp_path, "arena", *QUICK, "--deals", "3", "--report", str(tmp_path / "report"))
    play.expect("Voodoo Prince .*0/3.*deals")
    play.expect("Voodoo Prince, 3 players: 3 deals, 18 games")
    play.expect("Row alone among columns: points per round")
    play.expect("Row over column")
    play.expect("OpenSkill ratings")
    play.expect("3 deals played now, 0 before")
    play.expect("report: .*index.html")
    play.wait()
    assert (tmp_path / "report" / "index.html").read_text().startswith("<!DOCTYPE html>")
    assert json.loads((tmp_path / "report" / "results.json").read_text())["deals"] == 3


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("voodoo_prince random deep_blue", "no bot is called “deep_blue”: choose one of random, heuristic"),
        ("voodoo_prince random", "1 bots cannot meet: name two or more"),
        ("voodoo_prince random random", "“random” is named more than once"),
        ("voodoo_prince random heuristic --against nobody", "“nobody” is not among the bots"),
        ("voodoo_prince random heuristic --players 9", "Voodoo Prince is not for 9 players: choose 2 to 5"),
        ("voodoo_prince random heuristic --deals -3", "-3 deals cannot be played: ask for 1 or more"),
        ("voodoo_prince random heuristic --deals many", "invalid int value: 'many'"),
        ("voodoo_prince random heuristic --workers 0", "0 workers play nothing: ask for 1 or more"),
        ("voodoo_prince random heuristic -o rounds=99", "option rounds cannot be “99”"),
        ("chess random heuristic", "invalid choice: 'chess'"),
        ("voodoo_prince random heuristic --report /proc/nowhere", "/proc/nowhere: "),
        ("voodoo_prince random heuristic --resume /proc/nowhere/file", "/proc/nowhere: "),
        ("voodoo_prince random heuristic --resume /proc", "/proc: Is a directory"),
        (
            "voodoo_prince random heuristic --ray nonsense",
            "no Ray cluster answers at “nonsense”: write HOST:PORT",
        ),
        ("voodoo_prince random heuristic --ray 127.0.0.1:1", "no Ray cluster answers at “127.0.0.1:1”"),
    ],
)
def test_bad_input_is_answered_clearly(arguments: str, answer: str, tmp_path: Path) -> None:
    ran = hexdeck(tmp_path, "arena", *arguments.split())
    assert ran.returncode == 2
    assert answer in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stdout == ""


def test_without_ray_a_message_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError('not here')")
    ran = hexdeck(tmp_path, "arena", *QUICK, "--ray", PYTHONPATH=str(tmp_path))
    assert ran.returncode == 2
    assert ran.stderr == "hexdeck: Ray is not installed: pip install 'hexdeck[ray]', or leave --ray out\n"


def test_a_full_disk_keeps_what_is_finished(whole: dict[str, Any], tmp_path: Path) -> None:
    """No file may grow beyond one block of 1024 bytes."""
    path = tmp_path / "results.jsonl"
    full = subprocess.run(
        ["bash", "-c", 'ulimit -f 1; exec "$@"', "bash", *command(path)],
        capture_output=True,
        text=True,
        env=environment(tmp_path, PYTHONDONTWRITEBYTECODE="1"),
        timeout=60,
        check=False,
    )
    kept = stored_deals(path)

    answer = arena(tmp_path, path)

    assert full.returncode == 2
    assert f"hexdeck: {path}: " in full.stderr
    assert "Traceback" not in full.stderr
    assert len(kept) >= 1
    assert answer["run"]["stored"] == len(kept)
    assert found(answer) == whole
