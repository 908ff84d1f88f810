"""A first game to learn from: always the same deal, and bots that do the same in the same position."""

from hashlib import sha256
from random import Random
from typing import Final

from hexdeck.ai import bots
from hexdeck.ai.bots.bot import Bot
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Lesson, View
from hexdeck.core.registry import game_named

TEACHER: Final = "teacher"  # the bot at a lesson, which no other table can have


def lesson_of(game: str) -> Lesson:
    """The game's lesson, or SetupRefused."""
    lesson = game_named(game).lesson
    if lesson is None:
        raise SetupRefused("{title} has no lesson: play it with bots instead", title=game_named(game).title)
    return lesson


def lesson_seed(game: str) -> bytes:
    return sha256(f"lesson {game} {lesson_of(game).deal}".encode()).digest()


def suggestion(game: str, view: View) -> str:
    """What the teacher would do in the place of a learner who is to move."""
    return game_named(game).action_name(teacher(game, view).choose(view))


def teacher(game: str, view: View) -> Bot:
    """A bot whose chance is what it sees."""
    return bots.teacher(game, Random(repr(view)))
