"""Whether a review is sound, at length: luck is zero on average, and the better the level the less it loses.

PYTHONPATH=src:tests python -m coach.soundness voodoo_prince 100 --option rounds=1
PYTHONPATH=src:tests python -m coach.soundness voodoo 100 --kinds
"""

import argparse
import sys
import time
from collections import defaultdict
from statistics import fmean, stdev

from hexdeck.ai.arena.estimates import Estimate, estimate
from hexdeck.ai.arena.simulate import new_plan, simulate
from hexdeck.ai.bots.levels import LEVELS
from hexdeck.ai.coach.luck import LUCK
from hexdeck.ai.coach.missable_actions import choice_name
from hexdeck.ai.coach.review import Review, review
from hexdeck.core.game import Options
from hexdeck.core.record_reader import read
from hexdeck.core.registry import game_named


def reviewed(
    game: str, number: int, worlds: int | None = None, options: Options | None = None
) -> dict[str, tuple[Review, int]]:
    """A game of the four levels among each other, whose seats go round; by level its review and seat."""
    names = list(LEVELS)
    seats = [names[(seat + number) % len(names)] for seat in range(len(names))]
    [played] = simulate(new_plan(game_named(game), len(seats), number, seats, options), 1)
    found = review(read(played.record), worlds=worlds)
    return {level: (found, seat) for seat, level in enumerate(seats)}


def losses(games: list[dict[str, tuple[Review, int]]], level: str) -> Estimate:
    """Points lost a decision, over all decisions of the level."""
    return estimate([one.points.mean for game in games for one in game[level][0].decided(game[level][1])])


def lucks(games: list[dict[str, tuple[Review, int]]], level: str) -> list[float]:
    return [game[level][0].luck.points[game[level][1]].parts[LUCK] for game in games]


def results(games: list[dict[str, tuple[Review, int]]], level: str) -> list[float]:
    return [game[level][0].luck.points[game[level][1]].result for game in games]


def kinds(games: list[dict[str, tuple[Review, int]]], level: str) -> dict[str, list[float]]:
    """Points lost by each decision of the level, by what it chose and whether it missed something."""
    found: dict[str, list[float]] = defaultdict(list)
    for found_in, seat in (game[level] for game in games):
        for one in found_in.decided(seat):
            verb = choice_name(found_in.game, one.action).split()[0]
            found[f"{verb}, missed" if one.missed else verb].append(one.points.mean)
    return found


def show_kinds(games: list[dict[str, tuple[Review, int]]]) -> None:
    """What a level lost by each verb: a decision, and how many there were a game."""
    by_level = {level: kinds(games, level) for level in LEVELS}
    for verb in sorted({verb for found in by_level.values() for verb in found}):
        told = [
            f"{fmean(lost):6.3f} × {len(lost) / len(games):5.2f}"
            if (lost := found.get(verb))
            else "             ·"
            for found in by_level.values()
        ]
        print(f"{verb:14}", *told, sep="   ")


def run(game: str, count: int, options: Options, *, by_kind: bool) -> None:
    started, games = time.process_time(), []
    for number in range(count):
        games.append(reviewed(game, number, options=options))
        print(f"{number + 1} of {count}", end="\r", file=sys.stderr)
    seconds = (time.process_time() - started) / count
    print(f"{game}, {count} games, {seconds:.1f} s a game with playing it")
    for level in LEVELS:
        luck, result = lucks(games, level), results(games, level)
        rest = [all_of - part for all_of, part in zip(result, luck, strict=True)]
        print(f"{level:8} lost a decision {losses(games, level)}, luck {estimate(luck)}", end=", ")
        print(f"result {estimate(result)} spread {stdev(result):.1f}", end=", ")
        print(f"without luck {estimate(rest)} spread {stdev(rest):.1f}")
    if by_kind:
        show_kinds(games)


def main() -> None:
    parser = argparse.ArgumentParser(description="Review games of all levels among each other.")
    parser.add_argument("game")
    parser.add_argument("games", type=int, help="how many")
    parser.add_argument("--option", default="", metavar="NAME=NUMBER", help="of the game, to make it shorter")
    parser.add_argument("--kinds", action="store_true", help="also what each kind of choice lost")
    given = parser.parse_args()
    name, _, number = given.option.partition("=")
    run(given.game, given.games, {name: int(number)} if name else {}, by_kind=given.kinds)


if __name__ == "__main__":
    main()
