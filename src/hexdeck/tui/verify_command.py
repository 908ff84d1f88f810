"""`hexdeck verify`: one recorded game or many, and what is proved of each."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hexdeck.console import with_progress
from hexdeck.errors import RecordRefused, visible
from hexdeck.reader import StoredGame, stored_games
from hexdeck.verify import Findings, verify

ABOUT: Final = "recompute every shuffle and roll of recorded games"
EXAMPLES: Final = (
    "  hexdeck verify game.hexdeck\n"
    "  hexdeck verify game.hexdeck --json\n"
    "  hexdeck verify games/*.hexdeck more.jsonl"
)
PROVED, NOT_PROVED, NOT_READ = 0, 1, 2  # exit codes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a .hexdeck record, or a .jsonl file of many"
    )
    parser.add_argument("--json", action="store_true", help="a JSON object for each game instead of lines")


def run(files: Sequence[Path], *, as_json: bool) -> int:
    """Say what is proved; the worst of it is the exit code."""
    games = [game for path in files for game in stored_games(path)]
    if len(games) == 1 and games[0].line is None:
        return _verify_one(games[0], as_json=as_json)
    verdicts = [(game.name, _verdict(game)) for game in with_progress(games, "verify", len(games))]
    for name, verdict in verdicts:
        print(
            json.dumps({"file": name} | _as_dict(verdict))
            if as_json
            else f"{visible(name)}: {_word(verdict)}"
        )
    proved = sum(_status(verdict) == PROVED for _, verdict in verdicts)
    if not as_json:
        print(f"{len(verdicts)} games: {proved} proved, {len(verdicts) - proved} not")
    return max((_status(verdict) for _, verdict in verdicts), default=PROVED)


def _verify_one(game: StoredGame, *, as_json: bool) -> int:
    findings = verify(game.record())
    for line in [json.dumps(findings.as_dict())] if as_json else findings.lines():
        print(line)
    return _status(findings)


def _verdict(game: StoredGame) -> Findings | RecordRefused:
    """What is found; a game that cannot be read keeps nobody from the next one."""
    try:
        return verify(game.record())
    except RecordRefused as error:
        return error


def _word(verdict: Findings | RecordRefused) -> str:
    return f"not a record: {verdict}" if isinstance(verdict, RecordRefused) else verdict.lines()[-1]


def _as_dict(verdict: Findings | RecordRefused) -> dict[str, object]:
    if isinstance(verdict, RecordRefused):
        return {"proved": False, "refused": str(verdict)}
    return verdict.as_dict()


def _status(verdict: Findings | RecordRefused) -> int:
    if isinstance(verdict, RecordRefused):
        return NOT_READ
    return PROVED if verdict.is_proved else NOT_PROVED
