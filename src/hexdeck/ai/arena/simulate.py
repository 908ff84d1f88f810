"""Many games among bots, here or in several processes, and what they come to."""

import hashlib
import json
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import stdev
from typing import Any, Final, TypeVar
from warnings import simplefilter

from hexdeck.ai.arena.estimates import estimate, share
from hexdeck.ai.arena.seeds import Seed, keep_memory_private
from hexdeck.ai.arena.tallies import tally_of
from hexdeck.ai.bots import SECONDS, Named, check_bot, check_seconds, make_bot, one_per_seat, own_bots
from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.bot_seats import at_table, faults_of, let_bots_play
from hexdeck.ai.external_bots.faults import Faults, summed
from hexdeck.core.cards import Seat
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import AnyGame, Choice, Options, winners
from hexdeck.core.record import Acted, Header, Player, new_header
from hexdeck.core.registry import game_named
from hexdeck.core.table import Table
from hexdeck.kernel import NotCompiled

Done = TypeVar("Done")

AHEAD: Final = 4  # games that wait for each worker, so that none is ever idle


@dataclass(frozen=True, slots=True)
class Plan:
    """Which games are to be played; the same plan, the same games, on every machine."""

    game: str
    bots: tuple[str, ...]  # one for each seat
    options: dict[str, Choice]
    seed: Seed
    own: dict[str, str] = field(default_factory=dict)  # where those of one's own are found
    seconds: float = SECONDS  # for each choice of such a bot

    def header(self, number: int) -> Header:
        """Of game `number`, from 0."""
        return bots_header(game_named(self.game), self.bots, game_seed(self.seed, number), self.options)

    def bot(self, seat: Seat, rng: Random) -> Bot:
        label = self.bots[seat]
        name = Named(label, self.own.get(label, label)).text
        return make_bot(name, self.game, rng, options=self.options, seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a plan, whole."""

    number: int
    record: str
    scores: tuple[int, ...]
    actions: int
    seconds: float
    facts: Counter[str]
    faults: tuple[Faults, ...] = ()  # of bots of one's own

    def line(self, plan: Plan) -> str:
        """The game as a line of a .jsonl file."""
        whole = {
            "number": self.number,
            "game": plan.game,
            "bots": plan.bots,
            "options": plan.options,
            "scores": self.scores,
            "winners": winners(self.scores),
            "actions": self.actions,
            "record": self.record,
        }
        return json.dumps(whole)


@dataclass(slots=True)
class Summary:
    """What the games so far come to."""

    plan: Plan
    actions: int = 0
    seconds: float = 0.0  # of one processor
    points: list[tuple[int, ...]] = field(default_factory=list)  # by seat, of every game
    wins: list[tuple[float, ...]] = field(default_factory=list)  # so too; a shared win counts its share
    facts: Counter[str] = field(default_factory=Counter)
    faults: tuple[Faults, ...] = ()  # turns that bots of one's own have lost

    def add(self, played: PlayedGame) -> None:
        best = winners(played.scores)
        self.actions += played.actions
        self.seconds += played.seconds
        self.points.append(played.scores)
        self.wins.append(tuple((seat in best) / len(best) for seat in range(len(played.scores))))
        self.facts.update(played.facts)
        self.faults = summed((*self.faults, *played.faults))

    @property
    def games(self) -> int:
        return len(self.points)

    def as_dict(self) -> dict[str, Any]:
        points, wins = list(zip(*self.points, strict=True)), list(zip(*self.wins, strict=True))
        means, shares = [estimate(seat) for seat in points], [share(seat) for seat in wins]
        return {
            "game": self.plan.game,
            "players": len(self.plan.bots),
            "options": self.plan.options,
            "bots": list(self.plan.bots),
            "seed": self.plan.seed,
            "games": self.games,
            "actions": self.actions,
            "actions_per_second": round(self.actions / max(self.seconds, 1e-9)),
            "mean_points": [round(mean.mean, 3) for mean in means],
            "sd_points": [round(stdev(seat), 3) if self.games > 1 else None for seat in points],
            "points_95": [mean.interval() for mean in means],
            "win_share": [round(one.mean, 4) for one in shares],
            "win_share_95": [one.interval() for one in shares],
            "facts": tally_of(self.plan.game).means(self.facts),
            "faults": [one.as_dict() for one in self.faults],
        }


def new_plan(
    game: AnyGame,
    players: int,
    seed: Seed,
    bots: Sequence[str],
    options: Options | None = None,
    seconds: float = SECONDS,
) -> Plan:
    """A checked plan, or SetupRefused."""
    game.set_up(players, options)
    chosen = game.complete_for_bots(options or {})
    check_seconds(seconds)
    known = {
        bot: check_bot(bot, game.name, players=players, options=chosen)
        for bot in dict.fromkeys(one_per_seat(bots, players))
    }
    named = [known[bot] for bot in one_per_seat(bots, players)]
    own = own_bots(named)
    return Plan(game.name, tuple(one.label for one in named), chosen, seed, own, seconds)


def simulate(plan: Plan, games: int, workers: int = 1) -> Iterator[PlayedGame]:
    """The first `games` games of the plan in their order, whoever plays them."""
    if games < 1:
        raise SetupRefused("{n} games cannot be played: ask for 1 or more", n=games)
    if workers < 1:
        raise SetupRefused("{n} workers play nothing: ask for 1 or more", n=workers)
    play = partial(_played, plan)
    return shared_out(play, range(games), min(workers, games))


def game_seed(seed: Seed, number: int) -> bytes:
    """The seed of game `number`: as good as any, and the same on every machine."""
    return hashlib.sha256(f"{seed}/{number}".encode()).digest()


def play_bots(
    game: AnyGame,
    kinds: Sequence[str],
    seed: bytes,
    options: Options | None = None,
    tell: Callable[[tuple[object, ...]], None] | None = None,
) -> Table:
    """A game between bots of these kinds, played to its end."""
    plan = Plan(game.name, tuple(kinds), game.complete(options or {}), seed=0)
    return _play(plan, seed, tell)[0]


def _play(
    plan: Plan, seed: bytes, tell: Callable[[tuple[object, ...]], None] | None
) -> tuple[Table, tuple[Faults, ...]]:
    table = Table(bots_header(game_named(plan.game), plan.bots, seed, plan.options), seed)
    if tell is not None:
        table.watch(None, tell)
    bots = {seat: plan.bot(seat, Random(f"{seed.hex()}/{seat}")) for seat in range(table.players)}
    table.open()
    with at_table(table, bots):
        for _seat in let_bots_play(table, bots):
            pass
    return table, faults_of(bots)


def bots_header(game: AnyGame, kinds: Sequence[str], seed: bytes, options: Options | None = None) -> Header:
    players = [Player(f"{kind} {seat}", kind) for seat, kind in enumerate(kinds)]
    return new_header(game, players, options, seed=seed)


def _played(plan: Plan, number: int) -> PlayedGame:
    facts: Counter[str] = Counter()
    count = tally_of(plan.game).count
    started = time.perf_counter()
    table, faults = _play(plan, game_seed(plan.seed, number), lambda events: count(facts, events))
    seconds = time.perf_counter() - started
    actions = sum(1 for step in table.record.steps if isinstance(step, Acted))
    return PlayedGame(number, table.record.text(), table.scores, actions, seconds, facts, faults)


def shared_out(play: Callable[[int], Done], numbers: Iterable[int], workers: int) -> Iterator[Done]:
    """What becomes of numbers, in their order: here, or in processes that end with us and at Ctrl-C."""
    if workers == 1:
        yield from map(play, numbers)
        return
    waiting: deque[Future[Done]] = deque()
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin_work)
    try:
        for number in numbers:
            waiting.append(pool.submit(play, number))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise SetupRefused("a worker was ended from outside: try again with fewer --workers") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _begin_work() -> None:
    """In a process of its own: Ctrl-C ends it at once, and what the first process said is not said again."""
    keep_memory_private()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    simplefilter("ignore", NotCompiled)
