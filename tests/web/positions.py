"""Tables at known positions, written into a house before it opens: the same cards every time.

Marie has the last seat and is to move; bots have the others, or Lukas the first.
"""

import asyncio
import fcntl
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from time import time
from typing import Any, Final

from playwright.sync_api import BrowserContext

from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.record import Acted, new_header
from hexdeck.core.registry import game_named
from hexdeck.core.replay import Replay
from hexdeck.core.table import Table
from hexdeck.games.vampire_queen.law.rules import SLAYERS
from hexdeck.games.voodoo_prince.law.rules import UNNAMED
from hexdeck.server.base.identity import COOKIE, SECRET_BYTES, Signer
from hexdeck.server.base.settings import RatingRule
from hexdeck.server.reviews.reviewing import Slice, put_together, seen_from
from hexdeck.server.store.documents import Chair, Document
from hexdeck.server.store.feats import Feats
from hexdeck.server.store.protocol import (
    GameResult,
    Loss,
    NewTable,
    Profile,
    Result,
    Storage,
    TableChange,
    TableSnapshot,
)
from hexdeck.server.store.sqlite import SqliteStorage
from hexdeck.server.tables.results import ended, rate
from server.edited import edited
from server.house_process import HouseProcess, open_house
from web.known_tournaments import write_tournaments

MARIE: Final = "marie"  # her id in the house
LUKAS: Final = "lukas"
PAST: Final = 24  # games that the two have played
THEN: Final = 1_700_000_000.0  # when the last of all games ended
A_DAY: Final = 86_400.0
SEED: Final = bytes(SEED_BYTES)
SECRET: Final = bytes(SECRET_BYTES)  # what the house signs with
COPIES: Final = 4  # of a round that is about to end
QUICK_REVIEWS: Final = ("--review-worlds", "4")  # flags of a house, so that one takes a second
LETTERS: Final = "ABCDEFGHJKMNPQRS"  # sixteen of those in a code


@dataclass(frozen=True)
class Position:
    """The first where Marie is to move, and `wanted` by her view and by what her move makes happen."""

    game: str
    players: int
    wanted: Callable[[Any, set[str]], bool] | None = None  # None: the game is over
    options: dict[str, int | str] = field(default_factory=dict)
    has_begun: bool = True
    copies: int = 1  # tables, where a test plays on
    with_lukas: bool = False  # who is not there, and may take days
    worlds: int = 20  # of the review of a game that is over

    @property
    def seat(self) -> int:
        """Marie's."""
        return self.players - 1


def _waits(view: Any, phase: str, spells: int) -> bool:
    return bool(view.phase == phase and len(view.in_force) >= spells)


def _burdens(view: Any) -> bool:
    """Somebody is bound by curses, has the Target and will have fewer dice."""
    return bool(view.target is not None and view.more_dice[view.target] < 0 and len(view.in_force) > 8)


def _slays(view: Any) -> bool:
    return any(card in SLAYERS for _, cards in view.round for card in cards)


POSITIONS: Final = {
    "prince": Position("voodoo_prince", 4, lambda view, _: len(view.trick) == 3 and sum(view.tricks) > 2),
    "prince naming": Position("voodoo_prince", 4, lambda view, _: bool(view.trump == UNNAMED)),
    "prince crowded": Position("voodoo_prince", 5, lambda view, _: len(view.left) > 0),
    "prince summary": Position("voodoo_prince", 4, lambda _, news: "RoundEnded" in news, copies=COPIES),
    "prince with Lukas": Position("voodoo_prince", 3, lambda view, _: not view.trick, with_lukas=True),
    "prince over": Position("voodoo_prince", 3, options={"rounds": 3}),
    "vampire": Position("vampire_queen", 5, lambda view, _: len(view.round) > 2 and len(view.crypt) > 4),
    "vampire slayer": Position("vampire_queen", 5, lambda view, _: _slays(view)),
    "vampire crowded": Position("vampire_queen", 12, lambda view, _: len(view.round) > 6),
    "vampire summary": Position("vampire_queen", 5, lambda _, news: "PhaseEnded" in news, copies=COPIES),
    "vampire over": Position("vampire_queen", 12, options={"phases": 2}, worlds=4),
    "skull placing": Position("skull_queen", 4, lambda view, _: not view.planks),
    "skull": Position("skull_queen", 4, lambda view, _: len(view.trick) > 2 and bool(view.last_trick)),
    "skull crowded": Position(
        "skull_queen", 6, lambda view, _: len(view.trick) > 3 and bool(view.last_trick)
    ),
    "skull ghost": Position("skull_queen", 2, lambda view, _: bool(view.last_trick)),
    "skull summary": Position("skull_queen", 4, lambda _, news: "RoundEnded" in news, copies=COPIES),
    "skull over": Position("skull_queen", 2, worlds=8),
    "voodoo": Position("voodoo", 4, lambda view, _: _waits(view, "acting", 3)),
    "voodoo keeping": Position("voodoo", 4, lambda view, _: _waits(view, "keeping", 3)),
    "voodoo crowded": Position("voodoo", 6, lambda view, _: _waits(view, "acting", 6)),
    "voodoo rolling": Position(
        "voodoo", 6, lambda view, _: _waits(view, "before_rolling", 6) and view.target == view.seat
    ),
    "voodoo paying": Position("voodoo", 6, lambda view, _: _waits(view, "paying", 6)),
    "voodoo at the table": Position(
        "voodoo", 4, lambda view, _: _waits(view, "acting", 2), {"mode": "table"}
    ),
    "voodoo burdened": Position("voodoo", 6, lambda view, _: _burdens(view), {"mode": "table"}),
    "voodoo over": Position("voodoo", 3),
}
LOBBY: Final = Position("skull_queen", 4, has_begun=False)


@contextmanager
def open_positions(data: Path, written: Path) -> Iterator[HouseProcess]:
    """A house with a table at each position; `written` is what `write_positions` wrote."""
    data.mkdir()
    shutil.copy(written, data / "hexdeck.sqlite3")
    _wait_from_now(data / "hexdeck.sqlite3")
    with open_house(data, *QUICK_REVIEWS) as house:
        yield house


def write_positions(path: Path) -> None:
    """The tables of every house with known positions; whoever comes second waits for the first."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            with ThreadPoolExecutor() as apart:  # a browser has a loop of its own in this thread
                apart.submit(asyncio.run, _write(path.with_suffix(".new"))).result()
            path.with_suffix(".new").rename(path)


def _wait_from_now(path: Path) -> None:
    """The tables may have been written minutes ago: else bots would play for people who were away so long."""
    with edited(path) as store:
        store.execute("UPDATE tables SET updated = ?", (time(),))
        store.execute("UPDATE changes SET at = ?", (time(),))


def code_of(name: str, copy: int = 0) -> str:
    """The code of the table at a position, or of the lobby."""
    digits = sha256(f"{name} {copy}".encode()).hexdigest()[:9]
    letters = "".join(LETTERS[int(digit, 16)] for digit in digits)
    return f"{letters[:3]}-{letters[3:6]}-{letters[6:]}"


@cache
def next_move(name: str) -> tuple[int, str]:
    """How many steps lead to a position, and what Marie does then."""
    position = POSITIONS[name]
    table, _ = _played(position.game, position.players, tuple(position.options.items()))
    steps = _found(table, position)
    step = table.record.steps[steps]
    assert isinstance(step, Acted)
    return steps, table.game.action_name(step.action)


def become_marie(context: BrowserContext, url: str) -> None:
    """Give a browser the cookie of hers."""
    context.add_cookies([{"name": COOKIE, "value": Signer(SECRET, {}).sign(MARIE), "url": url}])


async def _write(path: Path) -> None:
    storage = SqliteStorage(path)
    await storage.secret(SECRET)
    await storage.keep_profile(Profile(MARIE, "Marie", "cat"), 0.0)
    await storage.keep_profile(Profile(LUKAS, "Lukas", "owl"), 0.0)
    await storage.make_table(_new(_document(code_of("lobby"), LOBBY)))
    for name, position in POSITIONS.items():
        for copy in range(position.copies):
            await _write_position(storage, code_of(name, copy), position)
    for number in range(PAST):
        await _write_past(storage, number)
    await write_tournaments(storage, MARIE, LUKAS)
    await storage.close()


async def _write_position(storage: Storage, code: str, position: Position) -> None:
    table, lines = _played(position.game, position.players, tuple(position.options.items()))
    document = _document(code, position)
    if position.wanted is None:
        document.status, document.scores = "over", list(table.scores)
    else:
        document.status = "playing"
        lines = lines[: _found(table, position)]
    document.past = {MARIE: position.seat}
    over = ended(document, table.record, THEN, RatingRule()) if position.wanted is None else None
    await storage.make_table(_new(document))
    await storage.change_table(
        TableChange(code, 1, lines, total=len(lines), at=time(), header=table.header.text(), ended=over)
    )
    if over is not None:
        await storage.keep_review(code, *_reviewed(table.record.text(), position.worlds))


def _reviewed(text: str, worlds: int) -> tuple[bytes, list[Loss]]:
    """What the coach finds in a game: once, and not in every house that opens with these tables."""
    slices: list[Slice] = []
    while not slices or sum(one.moments for one in slices) < slices[-1].steps:
        slices.append(seen_from(text, worlds, sum(one.moments for one in slices)))
    return put_together(text, worlds, [one.seen for one in slices])


async def _write_past(storage: Storage, number: int) -> None:
    """What a game of Marie and Lukas has left, whose table is gone."""
    code = code_of("past", number)
    points = [3 + number % 4, 2 + number % 3, number % 5]
    marie, lukas = sum(points), 8
    feats = Feats(points, {"split": number % 3, "out": 2, "last": 1}).stored()
    results = [
        Result(0, MARIE, marie, 1 if marie >= lukas else 2, feats),
        Result(1, LUKAS, lukas, 1 if lukas >= marie else 2),
    ]
    best = {MARIE: marie, LUKAS: lukas}
    at = THEN - (PAST - number) * A_DAY
    over = GameResult("voodoo_prince", 2, "2", at, results, list(best), lambda known, _: rate(best, known))
    await storage.make_table(NewTable(code, TableSnapshot(b"{}", "over", public=False), SEED, at))
    await storage.change_table(TableChange(code, 1, ended=over))
    if number % 2:  # the coach has looked back on it
        await storage.keep_review(code, b"", [Loss(0, 20, 8 - number / 4, 12.0)])
    await storage.delete_tables([code])


def _new(document: Document) -> NewTable:
    """Of Marie's tables one stands on the first page."""
    people = document.people() if document.code == code_of("prince") else ()
    return NewTable(document.code, document.kept(), SEED, time(), people)


def _document(code: str, position: Position) -> Document:
    options = game_named(position.game).complete(position.options)
    document = Document(code, position.game, options, [], host=MARIE)
    document.chairs = [Chair() for _ in range(position.players)]
    document.chairs[position.seat] = Chair("person", who=MARIE, name="Marie", picture="cat", token=code)
    if position.with_lukas:
        document.chairs[0] = Chair("person", who=LUKAS, name="Lukas", picture="owl")
        document.clock = "slow"
    for seat in document.open_seats() if position.has_begun else ():
        document.put_bot(seat, "casual")
    return document


def _found(table: Table, position: Position) -> int:
    """How many steps lead to the position."""
    replay, seat = Replay(table.record), position.seat
    for at in range(len(replay)):
        view = replay.view(at, seat)
        news = {type(event).__name__ for event in replay.events(at + 1, seat)}
        if view.to_move == (seat,) and position.wanted and position.wanted(view, news):
            return at
    raise AssertionError("this game has no such position")


@cache
def _played(game: str, players: int, options: tuple[tuple[str, int | str], ...]) -> tuple[Table, list[str]]:
    """A game between bots that know what they do, and the lines of its record."""
    document = _document("", Position(game, players, options=dict(options)))
    header = new_header(game_named(game), document.record_players(), document.options, seed=SEED, secret=True)
    lines: list[str] = []
    table = Table(header, SEED, lines.append)
    bots = {seat: make_bot("heuristic", game, Random(seat)) for seat in range(players)}
    table.open()
    for _seat in let_bots_play(table, bots):
        pass
    return table, lines
