"""The door: what it lets in, what it refuses, what it writes and tells."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.core.chance import Roll, Stream, commitment
from hexdeck.core.errors import (
    ChanceIsDue,
    ChanceRefused,
    GameIsOver,
    IllegalAction,
    NotYourTurn,
    RecordRefused,
    SeatUnknown,
    SetupRefused,
    UndoRefused,
)
from hexdeck.core.record import Acted, Advised, Player, TakenBack, new_header
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.replay import Replay, views_at, walk
from hexdeck.core.table import Table
from hexdeck.core.verify import verify
from hexdeck.games.skull_queen.law.events import PlanksRevealed
from hexdeck.games.voodoo_prince.law.events import Dealt, Played

SEED = bytes(range(32))


def seen(at: Table | Replay, *where: Any) -> Any:
    """A view with all that its game has."""
    return at.view(*where)


def table_of(
    game: str, players: int, *, write: Callable[[str], None] | None = None, **options: int | str
) -> Table:
    seats = [Player(f"seat {seat}") for seat in range(players)]
    table = Table(new_header(GAMES[game], seats, options, seed=SEED), SEED, write)
    table.open()
    return table


def play_through(table: Table) -> None:
    bots = {seat: make_bot("random", table.game.name, Random(seat)) for seat in range(table.players)}
    for _seat in let_bots_play(table, bots):
        pass


def first_legal(table: Table) -> tuple[int, int]:
    seat = table.to_move()[0]
    return seat, table.view(seat).actions[0]


def test_opening_draws_everything_that_must_be_drawn() -> None:
    table = table_of("voodoo_prince", 3)

    assert table.version == 3  # dealer, trump, deal
    assert len(table.to_move()) == 1
    assert not table.is_over
    assert table.scores == (0, 0, 0)


def test_a_legal_action_is_played_and_recorded() -> None:
    table = table_of("voodoo_prince", 3)
    seat, action = first_legal(table)

    table.submit(seat, action)

    assert table.record.steps[-1] == Acted(seat, action)
    assert seen(table, None).trick == ((seat, action),)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = table_of("voodoo_prince", 3)
    seat, _action = first_legal(table)
    before = table.view(seat)

    with pytest.raises(IllegalAction, match=r"not trump blue now: choose one of .* and 1 more") as refused:
        table.submit(seat, table.game.action_named("trump blue"))

    assert refused.value.code == "action.illegal"
    assert table.view(seat) == before


def test_a_number_that_is_no_action_is_refused() -> None:
    table = table_of("voodoo_prince", 3)
    with pytest.raises(IllegalAction, match="not action 10000 now"):
        table.submit(table.to_move()[0], 10_000)


def test_out_of_turn_is_refused_without_a_word_about_cards() -> None:
    table = table_of("voodoo_prince", 3)
    other = (table.to_move()[0] + 1) % 3

    with pytest.raises(NotYourTurn) as refused:
        table.submit(other, seen(table, other).hand[0])

    assert str(refused.value) == f"seat {other} cannot play now: it is seat {table.to_move()[0]}'s turn"


def test_while_others_choose_in_secret_the_refusal_names_them() -> None:
    table = table_of("skull_queen", 3)
    action = table.view(0).actions[0]
    table.submit(0, action)

    with pytest.raises(NotYourTurn, match=r"seat 0 cannot play now: seats 1, 2 are choosing"):
        table.submit(0, action)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    table = table_of("voodoo_prince", 3)
    with pytest.raises(SeatUnknown, match=r"there is no seat -?\d+: choose one of 0 to 2"):
        table.submit(seat, 0)
    with pytest.raises(SeatUnknown):
        table.answer_early(seat, 0)
    with pytest.raises(SeatUnknown):
        table.undo(seat)


def test_after_the_game_everything_is_refused() -> None:
    table = table_of("voodoo_prince", 2, rounds=1)
    play_through(table)

    with pytest.raises(GameIsOver):
        table.submit(0, 0)
    assert table.record.result == table.scores
    assert not table.may_act(0)


def test_what_cannot_be_written_has_not_happened() -> None:
    full = False

    def write(line: str) -> None:
        if full:
            raise OSError(28, f"No space left on device for {line}")

    table = table_of("voodoo_prince", 3, write=write)
    seat, action = first_legal(table)
    before, full = table.view(seat), True

    with pytest.raises(OSError, match="No space left"):
        table.submit(seat, action)

    assert table.view(seat) == before
    full = False
    table.submit(seat, action)
    assert table.version == 4


def test_every_line_is_written_before_anybody_is_told() -> None:
    order: list[str] = []
    table = table_of("voodoo_prince", 3, write=lambda line: order.append(f"wrote {line}"))
    table.watch(None, lambda events: order.append(f"told {type(events[0]).__name__}"))
    seat, action = first_legal(table)

    table.submit(seat, action)

    assert order[-2:] == [f"wrote {seat} {table.game.action_name(action)}", "told Played"]


def test_a_table_that_is_read_again_is_written_on_elsewhere() -> None:
    first = table_of("voodoo_prince", 3)
    table = Table.resume(first.record, SEED)
    lines: list[str] = []

    table.write_to(lines.append)

    seat, action = first_legal(table)
    table.submit(seat, action)
    assert lines == [f"{seat} {table.game.action_name(action)}"]


def test_watchers_hear_what_their_seat_may_know() -> None:
    seats = [Player(f"seat {seat}") for seat in range(3)]
    table = Table(new_header(GAMES["voodoo_prince"], seats, seed=SEED), SEED)
    heard: dict[int | None, list[object]] = {None: [], 1: []}
    table.watch(None, heard[None].extend)
    table.watch(1, heard[1].extend)

    table.open()

    assert heard[1][-1] == Dealt(1, ((), seen(table, 1).hand, ()))
    assert heard[None][-1] == Dealt(1, ((), (), ()))


@pytest.mark.parametrize("game", GAMES)
def test_whoever_watches_all_hears_what_every_seat_hears_and_what_is_public_once(game: str) -> None:
    seats = [Player(f"seat {seat}") for seat in range(GAMES[game].players[0])]
    table = Table(new_header(GAMES[game], seats, seed=SEED), SEED)
    one_by_one: list[tuple[object, ...]] = []
    at_once: list[tuple[tuple[object, ...], ...]] = []
    for seat in (*range(table.players), None):
        table.watch(seat, one_by_one.append)
    table.watch_all(at_once.append)

    table.open()
    play_through(table)

    assert [heard for told in at_once for heard in told] == one_by_one
    assert any(told[0] is told[-1] for told in at_once), "much is public"
    assert any(told[0] != told[-1] for told in at_once), "and some is not"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_a_seats_own_is_part_of_its_view(game: str) -> None:
    table = table_of(game, GAMES[game].players[0])
    for seat in (*range(table.players), None):
        view, own = table.view(seat), table.own(seat)
        assert own == tuple(getattr(view, name) for name in own._fields)  # type: ignore[attr-defined]


def test_an_early_answer_is_played_when_its_turn_comes() -> None:
    table = table_of("voodoo_prince", 2)
    seat, action = first_legal(table)
    other = 1 - seat
    led = action // 16
    answer = next((card for card in seen(table, other).hand if card // 16 == led), seen(table, other).hand[0])
    before = table.view(seat)
    table.answer_early(other, answer)
    assert table.view(seat) == before  # nobody sees it
    assert table.early == {other: answer}

    table.submit(seat, action)

    assert Acted(other, answer) in table.record.steps
    assert table.early == {}


def test_an_early_answer_that_is_not_legal_then_is_forgotten() -> None:
    table = table_of("voodoo_prince", 2)
    seat, action = first_legal(table)
    table.answer_early(1 - seat, table.game.action_named("trump blue"))

    table.submit(seat, action)

    assert table.to_move() == (1 - seat,)
    assert table.record.steps[-1] == Acted(seat, action)


def test_an_early_answer_can_be_withdrawn_and_one_in_turn_is_played_at_once() -> None:
    table = table_of("voodoo_prince", 2)
    seat, action = first_legal(table)
    table.answer_early(1 - seat, seen(table, 1 - seat).hand[0])
    table.withdraw(1 - seat)
    assert table.early == {}
    table.withdraw(1 - seat)

    table.answer_early(seat, action)

    assert table.to_move() == (1 - seat,)


def test_an_action_can_be_taken_back_while_nothing_new_was_seen() -> None:
    table = table_of("voodoo_prince", 3)
    heard: list[object] = []
    table.watch(0, heard.extend)
    seat, action = first_legal(table)
    before = table.view(seat)
    assert table.undoable() is None
    table.submit(seat, action)
    assert table.undoable() == seat

    table.undo(seat)

    assert table.undoable() is None
    assert table.view(seat) == before
    assert heard == [Played(seat, action), TakenBack(seat)]
    table.submit(seat, table.view(seat).actions[1])
    assert [step.text(table.game) for step in table.record.steps[-3:-1]][1] == f"undo {seat}"


def test_nobody_takes_back_what_another_did_or_what_chance_gave() -> None:
    table = table_of("voodoo_prince", 3)
    with pytest.raises(UndoRefused, match="the last step was not yours"):
        table.undo(0)
    seat, action = first_legal(table)
    table.submit(seat, action)
    with pytest.raises(UndoRefused):
        table.undo((seat + 1) % 3)


@pytest.mark.parametrize("game", GAMES)
def test_the_record_tells_who_asked_the_coach(game: str) -> None:
    """Once for each choice; it changes nothing, can stand before what is taken back, and is read back."""
    table = table_of(game, GAMES[game].players[-1])
    heard: list[object] = []
    table.watch(None, heard.extend)
    while not _can_take_back(table, seat := table.to_move()[0]):
        pass
    before, steps = table.view(seat), table.version
    assert not table.record.is_advised
    heard.clear()
    table.advise(seat)
    table.advise(seat)
    assert (table.view(seat), heard, table.version) == (before, [Advised(seat)], steps + 1)
    assert _can_take_back(table, seat)
    table.advise(seat)
    assert table.record.steps[-1] == Advised(seat)
    waiting = [other for other in range(table.players) if other not in table.to_move()]
    for other in (waiting or [99])[:1]:
        with pytest.raises((NotYourTurn, SeatUnknown)):
            table.advise(other)
    record = read(table.record.text())
    assert record.is_advised
    assert record == table.record
    resumed = Table.resume(record, SEED)
    assert (resumed.view(seat), resumed.version) == (before, table.version)
    assert verify(record).moves == sum(isinstance(step, Acted | TakenBack) for step in record.steps)
    assert Replay(record).events(table.version, None) == (Advised(seat),)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_takes_back_fifty_times_in_a_game(game: str) -> None:
    table = table_of(game, GAMES[game].players[0])
    while not _can_take_back(table, seat := table.to_move()[0]):
        pass
    for _ in range(49):
        assert _can_take_back(table, seat)
    table.submit(seat, table.view(seat).actions[0])
    assert not table.may_undo(seat)
    with pytest.raises(UndoRefused, match=f"seat {seat} has taken back 50 times in this game: play on"):
        table.undo(seat)
    assert Table.resume(table.record, SEED).undoable() is None


def _can_take_back(table: Table, seat: int) -> bool:
    """Let the seat act, and take that back if it may."""
    table.submit(seat, table.view(seat).actions[0])
    if not table.may_undo(seat):
        return False
    table.undo(seat)
    return True


def test_four_actions_in_a_row_can_be_taken_back() -> None:
    table = table_of("voodoo_prince", 5)
    seats = []
    for _ in range(5):
        seat, action = first_legal(table)
        table.submit(seat, action)
        seats.append(seat)
    before = [table.view(seat) for seat in range(5)]
    for seat in reversed(seats[1:]):
        table.undo(seat)
    with pytest.raises(UndoRefused, match="the last step was not yours"):
        table.undo(seats[0])
    for _ in seats[1:]:
        table.submit(*first_legal(table))
    assert [table.view(seat) for seat in range(5)] == before


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_much_taken_back_is_resumed_in_one_pass(game: str) -> None:
    """Two thousand actions taken back: replaying the game for each would take minutes."""
    table = table_of(game, GAMES[game].players[0])
    while not _can_take_back(table, seat := table.to_move()[0]):
        pass
    views = [table.view(seat) for seat in range(table.players)]
    record = table.record
    record.steps += [record.steps[-2], TakenBack(seat)] * 2000

    began = time.monotonic()
    again = Table.resume(record, SEED)

    assert [again.view(seat) for seat in range(table.players)] == views
    assert again.record.steps == record.steps
    assert time.monotonic() - began < 20.0


def test_what_has_shown_something_new_cannot_be_taken_back() -> None:
    table = table_of("skull_queen", 3)
    heard: list[object] = []
    table.watch(0, heard.extend)
    placing = table.view(0).actions[0]
    table.submit(0, placing)
    table.undo(0)  # nobody has shown anything yet
    for seat in range(3):
        table.submit(seat, placing)
    assert any(isinstance(event, PlanksRevealed) for event in heard)

    with pytest.raises(UndoRefused, match="it has shown something new"):
        table.undo(2)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_can_be_taken_back_once_the_game_is_over(game: str) -> None:
    table = table_of(game, GAMES[game].players[0])
    play_through(table)
    last = table.record.steps[-1]
    assert isinstance(last, Acted)

    with pytest.raises(UndoRefused, match="the game is over"):
        table.undo(last.seat)
    with pytest.raises(GameIsOver, match="no advice"):
        table.advise(last.seat)

    assert read(table.record.text()).result == table.scores


def test_a_table_that_is_read_again_after_the_game_still_shows_its_seed() -> None:
    header = new_header(GAMES["voodoo_prince"], [Player("Marie"), Player("Leon")], seed=SEED, secret=True)
    table = Table(header, SEED)
    table.open()
    play_through(table)

    again = Table.resume(read(table.record.text()), SEED)

    assert again.record.text() == table.record.text()
    assert verify(again.record).is_proved


def test_a_table_goes_on_from_its_record() -> None:
    table = table_of("voodoo_prince", 3)
    for _ in range(5):
        table.submit(*first_legal(table))
    seat, action = first_legal(table)
    table.submit(seat, action)
    table.undo(seat)

    again = Table.resume(read(table.record.text()), SEED)
    again.open()

    assert [again.view(seat) for seat in range(3)] == [table.view(seat) for seat in range(3)]
    play_through(table)
    play_through(again)
    assert again.record.text() == table.record.text()


def test_a_finished_record_resumes_as_finished() -> None:
    lines: list[str] = []
    table = table_of("voodoo_prince", 2, rounds=1)
    play_through(table)

    again = Table.resume(table.record, SEED, lines.append)
    again.open()

    assert again.is_over
    assert lines == []


def test_a_record_whose_deal_was_changed_is_not_resumed() -> None:
    table = table_of("voodoo_prince", 3)
    text = table.record.text().replace("chance trump ", "chance trump blue\n#", 1).split("\n#")
    changed = text[0] + text[1][text[1].index("\n") :]
    if changed == table.record.text():
        changed = changed.replace("trump blue", "trump red")

    with pytest.raises(RecordRefused, match="the trump is not what the seed gives"):
        Table.resume(read(changed), SEED)


def test_a_secret_seed_is_revealed_at_the_end() -> None:
    players = [Player("Carsten"), Player("Ulrich")]
    header = new_header(
        GAMES["voodoo_prince"], players, {"rounds": 1}, seed=SEED, secret=True, salts=["sea salt"]
    )
    lines: list[str] = []
    table = Table(header, SEED, lines.append)
    table.open()
    assert table.record.seed is None
    assert verify(table.record).secret

    play_through(table)

    assert lines[-1] == f"seed {SEED.hex()}"
    assert commitment(SEED) in header.text()
    assert verify(read(table.record.text())).is_proved


def test_dice_rolled_by_hand_are_waited_for() -> None:
    table = table_of("voodoo", 3, dice="real")
    with pytest.raises(ChanceRefused, match="no dice are wanted"):
        table.supply("bat bat bat bat bat")
    table.submit(table.to_move()[0], table.game.action_named("roll"))
    assert table.waits_for_dice
    with pytest.raises(ChanceIsDue, match="the dice must come first"):
        table.submit(0, 0)
    with pytest.raises(ChanceRefused, match="5 dice are wanted, each of them once"):
        table.supply("bat bat")

    table.supply("bat bat star skull raven")

    assert not table.waits_for_dice
    assert table.record.steps[-1].text(table.game).startswith("rolled dice ")
    findings = verify(read(table.record.text()))
    assert findings.by_hand == 1
    again = Table.resume(read(table.record.text()), SEED)
    assert again.view(0) == table.view(0)


def test_dice_that_nobody_rolls_are_rolled_from_another_stream() -> None:
    table = table_of("voodoo", 3, dice="real")
    table.submit(table.to_move()[0], table.game.action_named("roll"))

    table.roll(Stream(bytes(32)))

    assert not table.waits_for_dice
    assert table.record.steps[-1].text(table.game).startswith("rolled dice ")
    assert len(seen(table, None).dice) == 5
    again = Table.resume(read(table.record.text()), SEED)
    assert again.view(0) == table.view(0)


def test_bots_wait_for_dice() -> None:
    table = table_of("voodoo", 3, dice="real")
    bots = {seat: make_bot("random", "voodoo", Random(seat)) for seat in range(3)}

    for _seat in let_bots_play(table, bots):
        pass

    assert table.waits_for_dice


def test_bots_wait_for_people() -> None:
    table = table_of("voodoo_prince", 3)
    person = (table.to_move()[0] + 2) % 3
    bots = {seat: make_bot("random", "voodoo_prince", Random(seat)) for seat in range(3) if seat != person}

    played = list(let_bots_play(table, bots))

    assert len(played) == 2
    assert table.to_move() == (person,)


def test_impossible_tables_are_refused() -> None:
    one = [Player("Marie")]
    with pytest.raises(SetupRefused, match="Voodoo Prince is not for 1 players: choose 2 to 5"):
        new_header(GAMES["voodoo_prince"], one, seed=SEED)
    with pytest.raises(SetupRefused, match="option rounds cannot be “11”: choose one of 1, 2, 3"):
        new_header(GAMES["voodoo_prince"], one * 3, {"rounds": 11}, seed=SEED)
    with pytest.raises(SetupRefused, match="Skull Queen has no option “rounds”: choose from none"):
        new_header(GAMES["skull_queen"], one * 3, {"rounds": 1}, seed=SEED)
    with pytest.raises(SetupRefused, match="cannot be a salt"):
        new_header(GAMES["skull_queen"], one * 3, seed=SEED, salts=["two\nlines"])


@pytest.mark.parametrize("name", ["", " Marie", "Ma\nrie", "x" * 41, "\x1b[2J"])
def test_names_that_would_spoil_a_record_are_refused(name: str) -> None:
    with pytest.raises(SetupRefused, match="cannot be a name"):
        Player(name)


def test_a_kind_of_player_is_a_word() -> None:
    with pytest.raises(SetupRefused, match="is no kind of player"):
        Player("Marie", "two words")


def test_a_replay_shows_any_position_to_any_seat() -> None:
    table = table_of("voodoo_prince", 2)
    seat, action = first_legal(table)
    table.submit(seat, action)
    table.undo(seat)

    replay = Replay(table.record)

    assert len(replay) == 5
    assert seen(replay, 0, 0).round == 0
    assert seen(replay, 4, None).trick == ((seat, action),)
    assert seen(replay, 5, None).trick == ()
    assert replay.events(4, None) == (Played(seat, action),)
    assert replay.events(5, None) == (TakenBack(seat),)
    assert replay.step_name(5) == f"undo {seat}"
    assert isinstance(table.record.steps[0].needs, Roll)  # type: ignore[union-attr]


def test_the_views_of_one_position_are_those_of_the_replay() -> None:
    table = table_of("voodoo_prince", 2)
    seat, action = first_legal(table)
    table.submit(seat, action)
    table.undo(seat)

    replay = Replay(table.record)

    for position in range(len(replay) + 1):
        assert views_at(table.record, position) == [replay.view(position, seat) for seat in (0, 1, None)]


@pytest.mark.parametrize("game", GAMES)
def test_a_walk_shows_what_a_replay_does(game: str) -> None:
    table = table_of(game, GAMES[game].players[0])
    rng = Random(1)
    while not table.is_over and table.version < 300:
        seat = table.to_move()[0]
        if rng.random() < 0.3:
            _can_take_back(table, seat)
        else:
            table.submit(seat, rng.choice(table.view(seat).actions))
    replay = Replay(table.record)

    for position, moment in enumerate(walk(table.record), start=1):
        assert moment.step == table.record.steps[position - 1]
        assert table.game.view(moment.state, 0) == replay.view(position, 0)
        assert moment.events(0) == replay.events(position, 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_follows_what_was_written_at_another(game: str) -> None:
    """Every seat hears the same there, up to the end."""
    lines: list[str] = []
    short = {option.name: 1 for option in GAMES[game].options if 1 in option.choices}
    first = table_of(game, GAMES[game].players[0], write=lines.append, **short)
    second = Table(first.header, SEED)
    heard: list[list[Any]] = [[], []]
    for table, events in zip((first, second), heard, strict=True):
        for seat in (*range(first.players), None):
            table.watch(seat, events.append)
    second.follow(lines)
    heard[1].clear()  # the first was opened before anybody watched
    followed = len(lines)
    play_through(first)
    for at in range(followed, len(lines), 3):
        second.follow(lines[at : at + 3])

    assert heard[0] == heard[1]
    assert second.record.text() == first.record.text()
    assert second.scores == first.scores


def test_what_chance_gave_elsewhere_must_be_what_the_seed_gives() -> None:
    lines: list[str] = []
    first = table_of("voodoo_prince", 3, write=lines.append)
    second = Table(first.header, bytes(32))
    with pytest.raises(RecordRefused, match="not what the seed gives"):
        second.follow(lines)
