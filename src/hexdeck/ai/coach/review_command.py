"""`hexdeck review`: how a game was won, decision by decision."""

import argparse
import json
import time
from typing import Final

from hexdeck.ai.arena.report import check_folder
from hexdeck.ai.coach.findings import as_dict
from hexdeck.ai.coach.review import Review
from hexdeck.ai.coach.review_grids import show
from hexdeck.ai.coach.review_page import write_review
from hexdeck.core.cards import Seat
from hexdeck.core.errors import SetupRefused
from hexdeck.core.record import Record
from hexdeck.core.record_reader import load
from hexdeck.text.console import Console, with_progress

MOST_WORLDS: Final = 100_000
MOST_SEED: Final = 1 << 63


def run(given: argparse.Namespace) -> None:
    _check_numbers(given.worlds, given.seed)
    record = load(given.file)
    seats = None if given.seats is None else seats_named(record, given.seats)
    review = Review(record, seats=seats, worlds=given.worlds, seed=given.seed)
    if given.report:
        check_folder(given.report)
    started = time.perf_counter()
    for moment in with_progress(review.moments, record.header.game.title, len(review.moments)):
        review.look(moment)
    seconds = time.perf_counter() - started
    page = write_review(review, given.report) if given.report else None
    if given.json:
        print(json.dumps(as_dict(review) | {"seconds": round(seconds, 3), "report": page and str(page)}))
        return
    console = Console()
    show(review, console)
    console.print(f"{len(review.moments)} steps, {len(review.decisions)} decisions: {seconds:.1f} s")
    if page:
        console.print(f"report: {page}", soft_wrap=True)


def _check_numbers(worlds: int | None, seed: int) -> None:
    if worlds is not None and not 2 <= worlds <= MOST_WORLDS:
        raise SetupRefused(
            "{n} worlds are not enough or too many: ask for 2 to {most}", n=worlds, most=MOST_WORLDS
        )
    if not 0 <= seed < MOST_SEED:
        raise SetupRefused(
            "“{seed}” is no seed: write a number from 0 to {most}", seed=seed, most=MOST_SEED - 1
        )


def seats_named(record: Record, text: str) -> list[Seat]:
    """`Marie` or `0,2`: of players of one name the first, unless a number says which; or SetupRefused."""
    names = [player.name for player in record.header.players]
    return [_seat(names, word.strip()) for word in text.split(",")]


def _seat(names: list[str], word: str) -> Seat:
    if word in names:
        return names.index(word)
    if word in map(str, range(len(names))):
        return int(word)
    raise SetupRefused(
        "nobody here is called “{word}”: choose from {names}, or seats from 0 to {last}",
        word=word,
        names=", ".join(names),
        last=len(names) - 1,
    )
