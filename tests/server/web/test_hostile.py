"""A siege in short; `make soak` lays one of a hundred thousand frames."""

from server.fuzz_run import harm_done, hostile_run


def test_bad_input_breaks_nothing_and_nobodys_game() -> None:
    found = hostile_run(1500, seed=1)
    assert found["sent"] >= 1500
    assert harm_done(found) == []
