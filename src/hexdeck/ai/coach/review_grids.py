"""A review as tables for the terminal."""

from collections.abc import Callable, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from hexdeck.ai.coach.findings import Turn, player_name, step_name, turns
from hexdeck.ai.coach.luck import PARTS, Account
from hexdeck.ai.coach.missable_actions import choice_name
from hexdeck.ai.coach.outlook import WAIT
from hexdeck.ai.coach.review import Decision, Review
from hexdeck.text.sentences import digits

WORST: Final = 3  # mistakes of each player; the report and --json have all
HEADINGS: Final = {"luck": "luck", "seat": "the seat", "own": "own play", "others": "others' play"}
IN_POINTS: Final = "Points over the mean of the others."
IN_CHANCE: Final = "Chance to win; all begin with an equal one."
NOTHING_SURE: Final = "No single step for sure."
MISTAKE: Final = "A mistake cost at least one win in a hundred, even by the lower end of its 95 % interval."
LOST: Final = f"Points lost a decision, ± is 95 %. {MISTAKE}"


def show(review: Review, console: Console) -> None:
    header = review.record.header
    unfinished = (
        "" if review.moments[-1].after.is_over else " The game is not over: the result is what is expected."
    )
    console.print(f"{header.game.title}, {len(header.players)} players.{unfinished}")
    console.print(IN_POINTS, _accounts(review, review.luck.points, in_points))
    console.print(IN_CHANCE, _accounts(review, review.luck.chances, in_percent))
    console.print(LOST, _losses(review))
    mistakes = [one for seat in review.seats for one in review.mistakes(seat)[:WORST]]
    if mistakes:
        console.print("The dearest mistakes.", _mistakes(review, mistakes))
    turned = turns(review)
    console.print("What turned the game.", _turns(review, turned) if turned else NOTHING_SURE)


def in_points(number: float) -> str:
    return digits(number, "+.1f")


def in_percent(number: float) -> str:
    return digits(100 * number, "+.0f") + " %"


def _accounts(review: Review, accounts: Sequence[Account], written: Callable[[float], str]) -> Grid:
    grid = _grid(
        "player", "result", *(f"{sign} {HEADINGS[part]}" for sign, part in zip("=+++", PARTS, strict=True))
    )
    for seat, account in enumerate(accounts):
        parts = [account.result - account.start, *(account.parts[part] for part in PARTS)]
        grid.add_row(Text(player_name(review, seat)), *map(written, parts))
    return grid


def _losses(review: Review) -> Grid:
    grid = _grid("player", "points lost a decision", "decisions", "mistakes")
    for seat in review.seats:
        told = str(review.points_lost(seat) or "·")
        counts = len(review.decided(seat)), len(review.mistakes(seat))
        grid.add_row(Text(player_name(review, seat)), told, *map(str, counts))
    return grid


def _mistakes(review: Review, mistakes: Sequence[Decision]) -> Grid:
    grid = _grid("player", "step", review.game.round_word, "played", "better", "points", "chance")
    for one in mistakes:
        grid.add_row(
            Text(player_name(review, one.seat)),
            str(one.number),
            str(one.round),
            Text(played_name(review, one)),
            Text(better_name(review, one)),
            in_points(-one.points.mean),
            in_percent(-one.chance.mean),
        )
    return grid


def played_name(review: Review, one: Decision) -> str:
    """`pass, missed do tiny_drum`, or what was let go by out of turn: `missed call tiny_drum on 0`."""
    missed = [f"missed {review.game.action_name(action)}" for action in one.missed]
    return ", ".join(missed if one.action == WAIT else [review.game.action_name(one.action), *missed])


def better_name(review: Review, one: Decision) -> str:
    return "" if one.better is None else choice_name(review.game, one.better)


def _turns(review: Review, turned: Sequence[Turn]) -> Grid:
    grid = _grid("step", review.game.round_word, "what", "whose chance", "before", "after")
    for turn in turned:
        grid.add_row(
            str(turn.moment.number),
            str(turn.moment.round),
            Text(step_name(review, turn.moment)),
            Text(player_name(review, turn.seat)),
            f"{turn.before:.0%}",
            f"{turn.after:.0%}",
        )
    return grid


_WORDS: Final = ("player", "played", "better", "what", "whose chance")


def _grid(*headings: str) -> Grid:
    grid = Grid()
    for heading in headings:
        grid.add_column(heading, justify="left" if heading in _WORDS else "right")
    return grid
