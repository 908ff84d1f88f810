"""The server is killed at random moments; the long form is part of `make soak`."""

from pathlib import Path

from server.kill_run import KillRun


def test_what_was_acknowledged_survives_every_kill_and_is_done_once(tmp_path: Path) -> None:
    figures = KillRun(tmp_path / "data", kills=6, seed=1).run()

    assert figures.kills == 6
    assert figures.games_ended >= 4
    assert figures.acknowledged > 100
    assert (figures.lost, figures.doubled, figures.unproved) == (0, 0, 0)
