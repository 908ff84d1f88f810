"""A first game to learn from: always the same deal, and bots that do the same in the same position."""

from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple

from hexdeck.bots import make_bot
from hexdeck.bots.bot import Bot
from hexdeck.bots.heuristics import voodoo
from hexdeck.game import Choice

TEACHER: Final = "teacher"  # the bot at a lesson, which no other table can have
FORGETFUL: Final = 0.3  # a teacher's attention in Voodoo: there is something to call for the learner


class Lesson(NamedTuple):
    players: int
    options: dict[str, Choice]
    deal: int  # one of many in which the learner begins and meets every rule the lesson tells


LESSONS: Final = {
    "voodoo_prince": Lesson(3, {"rounds": 2}, deal=1161),
    "vampire_queen": Lesson(3, {"phases": 2}, deal=1051),
    "skull_queen": Lesson(4, {}, deal=977),
    "voodoo": Lesson(3, {}, deal=454),
}


def lesson_seed(game: str) -> bytes:
    return sha256(f"lesson {game} {LESSONS[game].deal}".encode()).digest()


def teacher(game: str, view: Any) -> Bot:
    """A bot whose chance is what it sees."""
    rng = Random(repr(view))
    if game == "voodoo":
        return voodoo.Heuristic(rng, attention=FORGETFUL)
    return make_bot("heuristic", game, rng)
