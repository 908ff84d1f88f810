"""Makes puzzles: experts play, and of each third of a game a position that fits is kept.

Game `number` of a seed is always the same game, looked at in the same way: what is found depends neither on
how many processes look nor on whether somebody stopped in between.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from math import ceil
from random import Random
from typing import Final, NamedTuple

from hexdeck.ai.arena.simulate import bots_header, game_seed, shared_out
from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.ai.bots.levels import EXPERT
from hexdeck.ai.puzzles.finder import MANY_WORLDS, is_choice, is_missed, puzzle_at
from hexdeck.ai.puzzles.many import is_among_many, puzzle_among_many
from hexdeck.ai.puzzles.puzzle import STAGES, Puzzle, view_of
from hexdeck.core.cards import Action
from hexdeck.core.game import View
from hexdeck.core.registry import game_named
from hexdeck.core.table import Table

ROOM: Final = 3.0  # times as many of one stage and player count as would be even: some hardly have any
A_KIND: Final = 0.4  # of all, at most, ask for the same kind of choice, such as a roll
A_STEP: Final = 0.7  # and at most so many stand on one step of the ladder


class Decision(NamedTuple):
    """What somebody saw, and what they chose."""

    view: View
    action: Action


class Witness:
    """A bot that plays as another one does, and remembers what it saw when it had to choose."""

    def __init__(self, bot: Bot, seen: list[Decision]) -> None:
        self._bot, self._seen = bot, seen

    def interrupt(self, view: View) -> Action | None:
        return self._bot.interrupt(view)

    def choose(self, view: View) -> Action:
        self._seen.append(Decision(view, self._bot.choose(view)))
        return self._seen[-1].action


class Collection:
    """The puzzles so far, with room for more of each sort."""

    def __init__(self, game: str, wanted: int, puzzles: Iterable[Puzzle] = ()) -> None:
        self.game, self.wanted = game, wanted
        self.puzzles: list[Puzzle] = []
        self._room = ceil(ROOM * wanted / (len(STAGES) * len(game_named(game).players)))
        self._counts: Counter[object] = Counter()
        for puzzle in puzzles:
            self.offer(puzzle)

    @property
    def is_full(self) -> bool:
        return len(self.puzzles) >= self.wanted

    def has_room_for(self, players: int) -> bool:
        """Whether a game of so many can bring anything."""
        return any(self._counts[players, stage] < self._room for stage in STAGES)

    def offer(self, puzzle: Puzzle) -> None:
        """Keep it, if there is room and it is not there yet."""
        room: dict[object, int] = {
            (view_of(self.game, puzzle).players, puzzle.stage): self._room,
            puzzle.id: 1,
            f"step {puzzle.level}": ceil(A_STEP * self.wanted),
            **{kind: ceil(A_KIND * self.wanted) for kind in kinds_of(puzzle)},
        }
        if not self.is_full and all(self._counts[sort] < most for sort, most in room.items()):
            self.puzzles.append(puzzle)
            self._counts.update(room.keys())


def kinds_of(puzzle: Puzzle) -> list[str]:
    """What the best choice does, where its name begins with a word for that, as in `roll` or `cast …`."""
    word = puzzle.best.action.split()[0]
    return [word] if len(word) > 1 and word.isalpha() else []


def look_into_games(
    collection: Collection,
    seed: int,
    start: int = 0,
    workers: int = 1,
    *,
    worlds: int = MANY_WORLDS,
    many: bool = False,
) -> Iterator[int]:
    """Games from number `start` on until the collection is full; yields the number of the next one."""
    game = collection.game
    numbers = (number for number in count(start) if collection.has_room_for(players_of(game, number)))
    for number, puzzles in shared_out(partial(_numbered, game, seed, worlds, many), numbers, workers):
        for puzzle in puzzles:
            collection.offer(puzzle)
        yield number + 1
        if collection.is_full:
            return


def _numbered(game: str, seed: int, worlds: int, many: bool, number: int) -> tuple[int, list[Puzzle]]:
    return number, puzzles_in(game, seed, number, worlds=worlds, many=many)


def players_of(game: str, number: int) -> int:
    """Each player count in its turn."""
    players = game_named(game).players
    return players[number % len(players)]


def puzzles_in(
    game: str, seed: int, number: int, *, worlds: int = MANY_WORLDS, many: bool = False
) -> list[Puzzle]:
    """One at most of each third of game `number`."""
    seen = decisions(game, players_of(game, number), game_seed(seed, number))
    third = ceil(len(seen) / len(STAGES))
    parts = zip(STAGES, (seen[at * third : (at + 1) * third] for at in range(len(STAGES))), strict=True)
    found = (
        first_puzzle(*(game, stage, part, Random(f"{seed}/{number}/{stage}")), worlds=worlds, many=many)
        for stage, part in parts
    )
    return list(filter(None, found))


def first_puzzle(
    game: str, stage: str, seen: list[Decision], chance: Random, *, worlds: int, many: bool = False
) -> Puzzle | None:
    """The first, in any order, of those that players miss and the coach is sure about."""
    chance.shuffle(seen)
    seed = chance.getrandbits(32)
    fits, look = (is_among_many, puzzle_among_many) if many else (is_choice, puzzle_at)
    missed = (one.view for one in seen if fits(one.view) and is_missed(game, one.view, one.action, seed))
    found = (look(game, view, stage, seed, worlds=worlds) for view in missed)
    return next(filter(None, found), None)


def decisions(game: str, players: int, seed: bytes) -> list[Decision]:
    """What experts saw in a game among themselves whenever one of them had to choose, and what they did."""
    table = Table(bots_header(game_named(game), [EXPERT] * players, seed), seed)
    seen: list[Decision] = []
    bots = {
        seat: Witness(make_bot(EXPERT, game, Random(f"{seed.hex()}/{seat}")), seen) for seat in range(players)
    }
    table.open()
    for _seat in let_bots_play(table, bots):
        pass
    return seen
