"""Records: written, read back, cut off, damaged, impossible."""

import os
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.core.errors import RecordRefused
from hexdeck.core.record import Header, Player, new_header
from hexdeck.core.record_file import RecordFile, write_whole
from hexdeck.core.record_reader import load, read
from hexdeck.core.registry import GAMES
from hexdeck.core.replay import Replay
from hexdeck.core.table import Table
from hexdeck.core.verify import verify

SEED = bytes(range(32))


def header_of(game: str, players: int, **options: int | str) -> Header:
    seats = [Player(f"seat {seat}", "random") for seat in range(players)]
    return new_header(GAMES[game], seats, options, seed=SEED, salts=["a pinch"])


def finished(game: str, players: int, **options: int | str) -> str:
    table = Table(header_of(game, players, **options), SEED)
    bots = {seat: make_bot("random", game, Random(seat)) for seat in range(players)}
    table.open()
    for _seat in let_bots_play(table, bots):
        pass
    return table.record.text()


PRINCE = finished("voodoo_prince", 2, rounds=1)
SEED_LINE = "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
RECORDS = {
    "voodoo_prince": PRINCE,
    "vampire_queen": finished("vampire_queen", 3, phases=1),
    "skull_queen": finished("skull_queen", 2),
    "voodoo": finished("voodoo", 3),
}


@pytest.mark.parametrize("game", RECORDS)
def test_a_record_reads_back_and_proves_its_deals(game: str) -> None:
    record = read(RECORDS[game])

    assert record.text() == RECORDS[game]
    assert record.torn is None
    assert verify(record).is_proved


@pytest.fixture
def with_newer_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in list(GAMES.items()):
        monkeypatch.setitem(GAMES, name, replace(game, version=game.version + 1))


@pytest.mark.usefixtures("with_newer_rules")
@pytest.mark.parametrize("game", RECORDS)
def test_a_finished_game_of_older_rules_is_replayed_where_it_comes_to_the_same(game: str) -> None:
    record = read(RECORDS[game])
    assert record.text() == RECORDS[game]
    assert verify(record).is_proved
    assert Replay(record).view(len(record.steps), None).scores == record.result

    *lines, _, result = RECORDS[game].splitlines()
    running = "".join(f"{line}\n" for line in lines)
    why = f"; it was played by version {GAMES[game].version - 1} of {GAMES[game].title}, we play"
    for text in (running, running + result + "\n"):
        with pytest.raises(RecordRefused) as refused:
            read(text)
        assert why in str(refused.value)


def test_a_record_begins_like_this() -> None:
    lines = PRINCE.splitlines()
    assert lines[:10] == [
        "hexdeck 1",
        "game voodoo_prince 1",
        "option rounds 1",
        "option variant prince",
        "player 0 random seat 0",
        "player 1 random seat 1",
        "commitment 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        "salt a pinch",
        "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "",
    ]
    assert lines[10].startswith("chance dealer ")
    assert lines[-1].startswith("result ")


@pytest.mark.parametrize("cut", [1, 5, 40, 300])
def test_a_record_cut_off_loads_up_to_its_last_whole_line(cut: int) -> None:
    text = PRINCE[:-cut]
    whole, _, torn = text.rpartition("\n")

    record = read(text)

    assert record.torn == (torn or None)
    assert record.text() == whole + "\n"


def at(line: int, new: str, text: str = PRINCE) -> str:
    """`text` with its line number `line` replaced."""
    lines = text.split("\n")
    lines[line - 1] = new
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "cut off too early"),
        ("hexdeck 1\n", 2, "the record ends here: it was cut off too early"),
        (at(1, "hexdeck 2"), 1, "a record begins with “hexdeck 1”"),
        (at(2, "game chess 1"), 2, "no game is called 'chess'"),
        (at(2, "game voodoo_prince 7"), 2, "version 7 of Voodoo Prince is not known"),
        (at(2, "game voodoo_prince x"), 2, "is not a number"),
        (at(3, "option rounds 11"), 3, "option rounds cannot be “11”"),
        (at(3, "option colour red"), 3, "has no option “colour”"),
        (at(5, "player 1 random x"), 5, "player 0 is wanted here"),
        (at(5, "player 0 random "), 5, "cannot be a name"),
        (at(5, "player 0"), 5, "cannot be a name"),
        (at(5, "player 0 Random x"), 5, "is no kind of player"),
        (at(7, "commitment 12"), 7, "are not 64 hexadecimal digits"),
        (at(7, "promise 12"), 7, "a line “commitment” is wanted here"),
        (at(8, "salt \x07"), 8, "cannot be a salt"),
        (at(9, "seed xyz"), 9, "are not 64 hexadecimal digits"),
        (at(10, "0 b5"), 10, "an empty line is wanted here"),
        (at(6, "salt x"), 6, "a line “commitment” is wanted here"),
        (at(11, "chance dealer 2"), 11, "that cannot be the outcome of the dealer"),
        (at(11, "chance dealer two"), 11, "'two' is not a number"),
        (at(11, "chance trump blue"), 11, "no chance “trump” is due here: the dealer comes next"),
        (at(11, "rolled dealer 1"), 11, "no rolled “dealer” is due here"),
        (at(11, "0 b5"), 11, "nothing can be played now: the dealer must come first"),
        (at(13, "chance deal r1 r2"), 13, "each of its 55 cards is wanted once"),
        (at(13, "chance deal q1"), 13, "no card is called 'q1'"),
        (at(14, "0 z5"), 14, "no action is called 'z5'"),
        (at(14, "7 b5"), 14, "there is no seat 7"),
        (at(14, "undo 0"), 14, "the last step was not yours"),
        (at(14, "undo x"), 14, "'x' is not a number"),
        (at(14, "chance deal x"), 14, "is to move"),
        (at(14, "result 3 4"), 14, "the game is not over here"),
        (at(14, "0 trump red"), 14, "now"),
        (at(14, ""), 14, "'' is not a number"),
        (PRINCE + "0 b5\n", PRINCE.count("\n") + 1, "nothing is wanted after the result"),
        (
            PRINCE + SEED_LINE,
            PRINCE.count("\n") + 1,
            "nothing is wanted after the result",
        ),
        (PRINCE.rpartition("result")[0] + "result 1 1\n", PRINCE.count("\n"), "the result of these moves is"),
        (PRINCE.rpartition("result")[0] + "0 b5\n", PRINCE.count("\n"), "the game is over"),
        (PRINCE.rpartition("result")[0] + "chance deal\n", PRINCE.count("\n"), "the game is over"),
    ],
)
def test_a_damaged_or_impossible_record_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        read(text)
    assert refused.value.line == line
    assert str(refused.value).startswith(f"line {line}: ")
    assert reason in str(refused.value)


def test_a_seed_may_come_after_the_result_and_must_be_one() -> None:
    secret = PRINCE.replace(SEED_LINE, "")
    revealed = secret + SEED_LINE
    assert verify(read(secret)).lines()[-1].startswith("not proved: the seed is still secret")
    assert verify(read(revealed)).is_proved
    assert read(revealed).text() == revealed
    with pytest.raises(RecordRefused, match="64 hexadecimal digits"):
        read(secret + "seed 00\n")


def test_an_edited_deal_is_legal_but_not_proved() -> None:
    lines = PRINCE.splitlines(keepends=True)
    dealt = lines[12].split()
    dealt[-1], dealt[-2] = dealt[-2], dealt[-1]  # two cards that nobody got
    lines[12] = " ".join(dealt) + "\n"

    findings = verify(read("".join(lines)))

    assert not findings.is_proved
    assert findings.wrong == "the deal (number 3 of 3) is not what the seed gives"
    assert findings.lines()[-1] == "WRONG: the deal (number 3 of 3) is not what the seed gives"


def test_another_seed_than_the_committed_one_is_noticed() -> None:
    changed = at(9, "seed " + "00" * 32)
    assert verify(read(changed)).wrong == "the seed is not the one that was committed to before the game"


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.hexdeck"
    path.write_bytes(b"hexdeck 1\n\xff\xfe\x00")
    with pytest.raises(RecordRefused, match=r"line 2: this is not text"):
        load(path)


def test_a_file_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.hexdeck"
    write_whole(path, PRINCE)
    assert load(path).text() == PRINCE
    assert list(tmp_path.iterdir()) == [path]


def test_a_record_on_disk_grows_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "games" / "game.hexdeck"
    file = RecordFile.create(path, header_of("voodoo_prince", 2, rounds=1))
    table = Table(header_of("voodoo_prince", 2, rounds=1), SEED, file.write)
    table.open()
    assert path.read_text() == table.record.text()
    table.submit(table.to_move()[0], table.view(table.to_move()[0]).actions[0])
    assert path.read_text() == table.record.text()
    file.close()


def test_a_torn_line_is_dropped_when_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.hexdeck"
    lines = PRINCE.splitlines(keepends=True)
    path.write_text("".join(lines[:15]) + lines[15][:2])

    file = RecordFile(path)
    file.write(lines[15].strip())
    file.close()

    assert path.read_text() == "".join(lines[:16])


def test_a_line_that_was_taken_only_in_part_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.hexdeck"
    path.write_text("hexdeck 1\n")
    file = RecordFile(path)
    write = os.write
    monkeypatch.setattr("os.write", lambda where, raw: write(where, raw[:3]))

    with pytest.raises(OSError, match="only part of a line"):
        file.write("0 b5")

    monkeypatch.undo()
    file.write("0 b6")
    file.close()
    assert path.read_text() == "hexdeck 1\n0 b6\n"


LINES = sorted({line for text in RECORDS.values() for line in text.splitlines()})


@settings(max_examples=300, deadline=None)
@given(st.text())
def test_any_text_is_a_record_or_is_refused(text: str) -> None:
    with pytest.raises(RecordRefused):
        read(text)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(RECORDS)), st.data())
def test_a_record_with_any_line_changed_is_read_or_refused(game: str, data: st.DataObject) -> None:
    lines = RECORDS[game].split("\n")
    number = data.draw(st.integers(0, len(lines) - 1))
    lines[number] = data.draw(
        st.one_of(st.text(max_size=30), st.sampled_from(LINES), st.just(lines[number][:-1]))
    )
    refused = refusal("\n".join(lines))
    assert refused is None or 0 < (refused.line or 0) <= len(lines)


def refusal(text: str) -> RecordRefused | None:
    """Why `text` is no record; what is one must be written as it was read."""
    try:
        record = read(text)
    except RecordRefused as refused:
        return refused
    assert read(record.text()).text() == record.text()
    return None
