"""Many games in one file: written, verified, shown and gone through."""

import json
from pathlib import Path

import pytest

from hexdeck.cli import main
from hexdeck.core.record import Acted
from hexdeck.core.record_reader import load, read, stored_games
from hexdeck.core.registry import GAMES

DOCS = Path(__file__).parents[2] / "docs" / "data.md"


def simulate(game: str, output: Path, *more: str) -> int:
    return main(["simulate", game, "--games", "3", "--seed", "5", "--output", str(output), *more])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of each kind in one file each."""
    folder = tmp_path_factory.mktemp("data")
    for game in GAMES:
        assert simulate(game, folder / f"{game}.jsonl") == 0
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_a_whole_game_with_its_result(game: str, folder: Path) -> None:
    lines = [json.loads(line) for line in (folder / f"{game}.jsonl").read_text().splitlines()]

    assert [line["number"] for line in lines] == [0, 1, 2]
    for line in lines:
        record = read(line["record"])
        assert record.header.game.name == line["game"] == game
        assert list(record.result or ()) == line["scores"]
        assert line["winners"] == [
            seat for seat, score in enumerate(line["scores"]) if score == max(line["scores"])
        ]
        assert line["actions"] == sum(isinstance(step, Acted) for step in record.steps)


def test_workers_play_the_same_games(folder: Path) -> None:
    shared = folder / "shared.jsonl"

    assert simulate("skull_queen", shared, "--workers", "2") == 0

    assert shared.read_text() == (folder / "skull_queen.jsonl").read_text()


def test_an_output_is_a_new_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "voodoo.jsonl"
    before = path.read_text()

    assert simulate("voodoo", path) == 2
    assert f"the file {path} exists already: choose another for these games" in capsys.readouterr().err
    assert path.read_text() == before


def test_the_summary_tells_its_spread(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "voodoo_prince", "-o", "rounds=1", "--games", "3", "--json"]
    assert main([*arguments, "--output", str(tmp_path / "games.jsonl")]) == 0
    told = json.loads(capsys.readouterr().out)
    scores = [json.loads(line)["scores"] for line in (tmp_path / "games.jsonl").read_text().splitlines()]

    assert len(scores) == 3
    assert told["games"] == 3
    for seat in (0, 1):
        points = [score[seat] for score in scores]
        mean = sum(points) / 3
        deviation = (sum((one - mean) ** 2 for one in points) / 2) ** 0.5
        assert told["mean_points"][seat] == pytest.approx(mean, abs=0.001)
        assert told["sd_points"][seat] == pytest.approx(deviation, abs=0.001)
        low, high = told["points_95"][seat]
        assert (high - low) / 2 == pytest.approx(4.303 * deviation / 3**0.5, abs=0.001)
        assert (
            0
            <= told["win_share_95"][seat][0]
            <= told["win_share"][seat]
            <= told["win_share_95"][seat][1]
            <= 1
        )


def test_one_game_has_no_spread(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "voodoo_prince", "--games", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sd_points"] == told["points_95"] == told["win_share_95"] == [None, None]


def test_many_games_are_verified_each(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(folder / f"{game}.jsonl") for game in GAMES]
    assert main(["verify", *files]) == 0
    *lines, total = capsys.readouterr().out.splitlines()
    assert total == "12 games: 12 proved, 0 not"
    assert lines[0].startswith(f"{files[0]}:1: proved: ")

    changed, broken = tmp_path / "changed.jsonl", tmp_path / "broken.jsonl"
    first = json.loads(Path(files[0]).read_text().splitlines()[0])
    seed = next(line for line in first["record"].splitlines() if line.startswith("seed "))
    first["record"] = first["record"].replace(seed, f"seed {'00' * 32}")
    changed.write_text(json.dumps(first) + "\n")
    broken.write_text('\n{"record": "hexdeck 1\\ngame chess 1\\n"}\n[1]\n{"rec')
    assert main(["verify", files[1], str(changed), str(broken), "--json"]) == 2
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["proved"] for one in found] == [True, True, True, False, False, False, False]
    assert found[3]["file"] == f"{changed}:1"
    assert found[3]["wrong"] == "the seed is not the one that was committed to before the game"
    assert (
        found[4]["refused"]
        == "line 2: in its record, line 2: no game is called 'chess': " + found[4]["refused"].split(": ")[-1]
    )
    assert found[5]["refused"].startswith("line 3: this is no game")
    assert found[6]["refused"].startswith("line 4: this is no game")
    assert main(["verify", str(changed)]) == 1


@pytest.mark.parametrize("game", GAMES)
def test_one_game_of_many_is_shown(game: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / f"{game}.jsonl"
    second = list(stored_games(path))[1].record()

    assert main(["replay", str(path), "--game", "2", "--all", "--language", "en"]) == 0
    shown = capsys.readouterr().out
    assert second.steps[-1].text(GAMES[game]) in shown
    assert main(["replay", str(path), "--game", "4"]) == 2
    assert "there is no game 4: choose 1 to 3" in capsys.readouterr().err


def test_all_games_of_several_files_are_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "voodoo_prince.jsonl"
    assert main(["replay", str(path), str(path), "--all", "--language", "en"]) == 0
    assert f"6/6 {path}:3" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_the_choices_of_a_game(game: str, folder: Path) -> None:
    record = next(stored_games(folder / f"{game}.jsonl")).record()
    positions = list(record.positions())

    acted = [step for step in record.steps if isinstance(step, Acted)]
    assert [(position.seat, position.action) for position in positions] == [
        (one.seat, one.action) for one in acted
    ]
    for position in positions:
        assert position.action in position.view.actions
        assert position.view.seat == position.seat
        assert GAMES[game].action_named(position.action_name) == position.action
    last = positions[-1].state
    last.apply(positions[-1].seat, positions[-1].action)
    assert tuple(last.scores) == record.result


def test_what_was_taken_back_is_no_position(tmp_path: Path) -> None:
    path = tmp_path / "undone.hexdeck"
    assert main(["simulate", "voodoo_prince", "--games", "1", "--records", str(tmp_path)]) == 0
    [played] = tmp_path.glob("*.hexdeck")
    lines = played.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line[:2] in ("0 ", "1 "))
    path.write_text("\n".join([*lines[: at + 1], f"undo {lines[at][0]}", *lines[at:]]) + "\n")

    assert [(p.seat, p.action) for p in load(path).positions()] == [
        (p.seat, p.action) for p in load(played).positions()
    ]


def test_the_pages_program_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    (folder / "games.jsonl").write_text((folder / "voodoo_prince.jsonl").read_text())
    program = DOCS.read_text().split("```python\n")[1].split("```")[0]

    exec(compile(program, "docs/data.md", "exec"), {})

    results = [str(game.record().result) for game in stored_games(folder / "games.jsonl")]
    assert capsys.readouterr().out.splitlines() == results


def test_the_page_names_every_field(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = json.loads((folder / "voodoo.jsonl").read_text().splitlines()[0])
    assert main(["simulate", "voodoo_prince", "--games", "1", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    asked_for = {"players", "seed", "games"}
    assert [name for name in {*line, *summary} - asked_for if f"`{name}`" not in DOCS.read_text()] == []
