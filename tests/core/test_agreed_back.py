"""Going back because all agree: to before the last choice of whoever asks, never past a deal or a roll."""

from random import Random

import pytest

from hexdeck.core.cards import Seat
from hexdeck.core.chance import Roll
from hexdeck.core.errors import RecordRefused, SeatUnknown, UndoRefused
from hexdeck.core.game import View
from hexdeck.core.record import Acted, Chanced, Player, TakenBack, new_header
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.replay import Replay
from hexdeck.core.table import Table
from hexdeck.core.verify import verify

SEED = bytes(32)
FAR = 3  # actions that are taken back at once


def new_table(game: str) -> Table:
    players = [Player(f"Player {seat}") for seat in range(GAMES[game].players[-1])]
    table = Table(new_header(GAMES[game], players, seed=SEED, secret=True), SEED)
    table.open()
    return table


def views(table: Table) -> list[View]:
    return [table.view(seat) for seat in [*range(table.players), None]]


def play_on(table: Table, rng: Random) -> Seat:
    seat = rng.choice(table.to_move())
    table.submit(seat, rng.choice(table.view(seat).actions))
    return seat


def played_far(table: Table, rng: Random) -> tuple[Seat, list[View]]:
    """Until somebody's last choice was answered by some; who that is, and what all saw before it."""
    before: dict[int, list[View]] = {}
    for _ in range(1000):
        assert not table.is_over
        before[table.version] = views(table)
        play_on(table, rng)
        steps = table.record.steps
        if all(isinstance(step, Acted) for step in steps[-FAR:]):
            first = steps[-FAR]
            assert isinstance(first, Acted)
            if first.seat not in [step.seat for step in steps[1 - FAR :] if isinstance(step, Acted)]:
                return first.seat, before[table.version - FAR]
    raise AssertionError("nobody answers anybody in this game")


@pytest.mark.parametrize("game", GAMES)
def test_the_game_goes_back_and_its_record_tells_so(game: str) -> None:
    table, rng = new_table(game), Random(game)
    heard: list[object] = []
    seat, before = played_far(table, rng)
    table.watch(None, heard.extend)
    assert seat in table.may_go_back()
    table.answer_early(next(other for other in range(table.players) if other not in table.to_move()), 0)

    table.go_back(seat)

    assert views(table) == before
    assert heard == [TakenBack(seat, FAR)]
    assert table.early == {}
    assert table.record.text().splitlines()[-1] == f"undo {seat} agreed {FAR}"
    assert table.record.is_agreed_back
    record = read(table.record.text())
    assert record == table.record
    resumed = Table.resume(record, SEED)
    assert (views(resumed), resumed.version) == (before, table.version)
    assert Replay(record).view(table.version, None) == before[-1]
    assert Replay(record).events(table.version, 0) == (TakenBack(seat, FAR),)
    for one in (table, resumed):
        play_on(one, Random(1))
    assert views(table) == views(resumed)
    assert verify(table.record).wrong is None
    assert len(table.record.lasting()) == table.version - 1 - FAR


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_chance_gave_is_taken_back(game: str) -> None:
    """Whoever has acted since the last deal or roll may go back, and nobody else; after the end nobody."""
    table, rng = new_table(game), Random(game)
    while not table.is_over and table.version < 400:
        steps = table.record.steps
        last = max(at for at, step in enumerate(steps) if isinstance(step, Chanced))
        since = [step.seat for step in steps[last:] if isinstance(step, Acted)]
        assert table.may_go_back() == sorted(set(since), key=since.index)
        for seat in set(range(table.players)) - set(since):
            with pytest.raises(UndoRefused, match="nothing of yours came after the last deal or roll"):
                table.go_back(seat)
        play_on(table, rng)
    with pytest.raises(SeatUnknown):
        table.go_back(99)
    if table.is_over:
        assert table.may_go_back() == []
        with pytest.raises(UndoRefused, match="the game is over"):
            table.go_back(0)


def test_a_seat_goes_back_fifty_times_in_a_game_like_any_other_way() -> None:
    table = new_table("voodoo_prince")
    for _ in range(50):
        seat = play_on(table, Random(1))
        table.go_back(seat)
    play_on(table, Random(1))
    assert table.may_go_back() == []
    with pytest.raises(UndoRefused, match="has taken back 50 times"):
        table.go_back(seat)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "undo {seat} agreed 2",
            "2 actions cannot be taken back: the last one of this seat and all since are 3",
        ),
        ("undo {seat} agreed 4", "the last one of this seat and all since are 3"),
        ("undo {seat} agreed 0", "nothing is taken back by that line"),
        ("undo {seat} agreed", "is not a number"),
        ("undo {seat} agreed x", "'x' is not a number"),
        ("undo 99 agreed 1", "there is no seat 99"),
    ],
)
def test_a_record_that_goes_back_wrongly_is_refused(line: str, why: str) -> None:
    table = new_table("voodoo_prince")
    seat, _ = played_far(table, Random(1))
    with pytest.raises(RecordRefused, match=why):
        read(f"{table.record.text()}{line.format(seat=seat)}\n")


def test_dice_that_were_rolled_by_hand_stay_rolled_too() -> None:
    players = [Player(f"Player {seat}") for seat in range(3)]
    table = Table(new_header(GAMES["voodoo"], players, {"dice": "real"}, seed=SEED), SEED)
    table.open()
    rng = Random(1)
    while not table.waits_for_dice:
        play_on(table, rng)
    seat = table.may_go_back()[-1]
    table.go_back(seat)
    while not table.waits_for_dice:
        play_on(table, rng)
    needs = table._course.state.needs
    assert isinstance(needs, Roll)
    table.supply(" ".join(["bat"] * needs.dice))
    assert seat not in table.may_go_back()
