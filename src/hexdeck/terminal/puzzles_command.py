"""`hexdeck puzzles`, `hexdeck puzzles make` and `hexdeck puzzles check`."""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from hexdeck.ai.coach.outlook import require_kernel
from hexdeck.ai.puzzles.checking import Check, checks
from hexdeck.ai.puzzles.making import Collection, look_into_games
from hexdeck.ai.puzzles.puzzle import LEVELS, Puzzle, at_level, puzzles_of, read, view_of
from hexdeck.ai.puzzles.workbench import Progress, Workbench
from hexdeck.core.errors import SetupRefused
from hexdeck.core.registry import GAMES, game_named
from hexdeck.locale import Language
from hexdeck.terminal.puzzle_session import Enough, PuzzleSession, game_asked
from hexdeck.text.console import Console, with_progress

MOST: Final = 10_000  # puzzles, and worlds a tenfold
MOST_SEED: Final = 1 << 31
MOST_WORKERS: Final = 64
PATIENCE: Final = 200  # games for each puzzle that is wanted, before we give up


def solve(given: argparse.Namespace, words: Language) -> None:
    """One puzzle after the other, until somebody has enough."""
    if given.level is not None:
        _check("--level", given.level, LEVELS[0], LEVELS[-1])
    console = Console()
    with suppress(Enough):
        game = given.game or game_asked(console, words)
        if not puzzles_of(game):
            raise SetupRefused("nobody has collected puzzles of {game}: choose another game", game=game)
        PuzzleSession(game, at_level(puzzles_of(game), given.level), console, words).run()


def make(given: argparse.Namespace) -> None:
    _check("--count", given.count, 1, MOST)
    _check("--seed", given.seed, 0, MOST_SEED)
    _check("--workers", given.workers, 1, MOST_WORKERS)
    require_kernel(given.game)
    output = given.output or Path(f"{given.game}.jsonl")
    wanted = Progress(given.game, game_named(given.game).version, given.seed, given.count, given.many)
    bench = Workbench(output, wanted)
    for _ in with_progress(_made(bench, given.workers), game_named(given.game).title, given.count):
        pass
    bench.finish()
    told = summary(given.game, bench.puzzles) | {"games": bench.progress.next, "output": str(output)}
    if given.json:
        print(json.dumps(told))
        return
    print(f"{output}: {told['puzzles']} puzzles from {told['games']} games")
    if len(bench.puzzles) < given.count:
        print(f"no more were found in {PATIENCE * given.count} games: ask for fewer, or try another --seed")


def _made(bench: Workbench, workers: int) -> Iterator[Puzzle]:
    """Each puzzle once it is on the disk."""
    wanted = bench.progress
    collection = Collection(wanted.game, wanted.count, bench.puzzles)
    yield from bench.puzzles
    if collection.is_full:
        return
    games = look_into_games(collection, wanted.seed, wanted.next, workers, many=wanted.many)
    for following in games:
        new = collection.puzzles[len(bench.puzzles) :]
        bench.keep(collection.puzzles, following)
        yield from new
        if following >= PATIENCE * wanted.count:
            return


def summary(game: str, puzzles: Sequence[Puzzle]) -> dict[str, object]:
    """How many there are of each kind."""
    players = Counter(view_of(game, puzzle).players for puzzle in puzzles)
    return {
        "game": game,
        "puzzles": len(puzzles),
        "levels": {level: len(at_level(puzzles, level)) for level in LEVELS},
        "players": dict(sorted(players.items())),
        "stages": dict(Counter(puzzle.stage for puzzle in puzzles)),
    }


def check(given: argparse.Namespace) -> int:
    """How many answers do not stand."""
    _check("--worlds", given.worlds, 2, 10 * MOST)
    _check("--seed", given.seed, 0, MOST_SEED)
    if given.file and not given.game:
        raise SetupRefused("a file of puzzles belongs to a game: name it first")
    found: list[Check] = []
    for game in [given.game] if given.game else GAMES:
        puzzles = read(given.file.read_bytes()) if given.file else puzzles_of(game)
        looked = checks(game, puzzles, given.worlds, given.seed)
        found += with_progress(looked, game_named(game).title, len(puzzles))
    failed = [one for one in found if not one.holds]
    if given.json:
        told = [{"game": one.game} | one.as_dict() for one in found]
        print(json.dumps({"checked": len(found), "failed": len(failed), "puzzles": told}))
        return len(failed)
    for one in failed:
        print(f"{one.game} {one.puzzle.id}: {one.puzzle.best.action}; now {one.best}, lead {one.lead}")
    print(f"{len(found)} puzzles, {len(found) - len(failed)} answers stand")
    return len(failed)


def _check(name: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise SetupRefused(
            "{name} cannot be {n}: choose {least} to {most}", name=name, n=number, least=least, most=most
        )
