"""`hexdeck verify`: recorded games and the seats of tournaments, and what is proved of each."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import DecodeError

from hexdeck.core.errors import RecordRefused, visible
from hexdeck.core.record_reader import StoredGame, stored_games
from hexdeck.core.verify import Findings, verify
from hexdeck.server.tournaments.proof import proved_rounds, read_look
from hexdeck.text.console import with_progress

ABOUT: Final = "recompute every shuffle and roll of recorded games, and the seats of tournaments"
EXAMPLES: Final = (
    "  hexdeck verify game.hexdeck\n"
    "  hexdeck verify game.hexdeck --json\n"
    "  hexdeck verify games/*.hexdeck more.jsonl\n"
    "  curl https://games.example/api/tournaments/K7Q-M3X-HPA > friday.json && hexdeck verify friday.json"
)
TOURNAMENT: Final = ".json"
PROVED, NOT_PROVED, NOT_READ = 0, 1, 2  # exit codes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a .hexdeck record, a .jsonl file of many, or a tournament's .json",
    )
    parser.add_argument("--json", action="store_true", help="a JSON object for each instead of lines")


def run(files: Sequence[Path], *, as_json: bool) -> int:
    """Say what is proved; the worst of it is the exit code."""
    tournaments = [path for path in files if path.suffix == TOURNAMENT]
    statuses = [_verify_tournament(path, as_json=as_json) for path in tournaments]
    if games := [game for path in files if path not in tournaments for game in stored_games(path)]:
        statuses.append(_verify_games(games, as_json=as_json))
    return max(statuses, default=PROVED)


def _verify_tournament(path: Path, *, as_json: bool) -> int:
    try:
        look = read_look(path.read_bytes())
        rounds, wrong = proved_rounds(look)
    except (DecodeError, ValueError, IndexError) as error:
        raise RecordRefused(
            "{file} is no tournament as the API shows it: save the answer of /api/tournaments/CODE ({error})",
            file=repr(path.name),
            error=error,
        ) from None
    if as_json:
        print(json.dumps({"file": path.name, "proved": wrong is None, "rounds": rounds, "wrong": wrong}))
    else:
        told = f"WRONG: {wrong}" if wrong else "proved: the seats are what the committed seeds draw"
        print(f"{visible(look.name)}: {rounds} rounds {told}")
    return PROVED if wrong is None else NOT_PROVED


def _verify_games(games: Sequence[StoredGame], *, as_json: bool) -> int:
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
