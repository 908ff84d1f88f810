"""What the house says that belongs to no game; terminal, plain pages and browser take it from here."""

from collections.abc import Iterable
from typing import Final

from hexdeck.game_words import Labels
from hexdeck.games import GAMES, words_of
from hexdeck.locale import Language
from hexdeck.locale.sayings import N_, N_n, Sayings, saying, seat
from hexdeck.locale.sentences import fill
from hexdeck.record import TakenBack

SAYINGS: Final[Sayings] = {TakenBack: [saying("{who}: the last choice is taken back", who=seat())]}

LEVELS: Final[Labels] = {
    "novice": N_("novice"),
    "casual": N_("casual"),
    "club": N_("club player"),
    "expert": N_("expert"),
}
CLOCKS: Final[Labels] = {
    "casual": N_("without a clock"),
    "timed": N_("with a clock"),
    "slow": N_("slow, over days"),
}
PACES: Final[Labels] = {
    "instant": N_("instant"),
    "quick": N_("fast"),
    "normal": N_("normal"),
    "calm": N_("calm"),
}
PRESENCES: Final[Labels] = {"here": N_("here"), "away": N_("away"), "held": N_("a bot plays for them")}
COLORS: Final[Labels] = {
    "red": N_("red"),
    "yellow": N_("yellow"),
    "green": N_("green"),
    "blue": N_("blue"),
    "purple": N_("purple"),
}
PICTURES: Final[Labels] = {
    "bat": N_("bat"),
    "candle": N_("candle"),
    "cat": N_("cat"),
    "crow": N_("crow"),
    "doll": N_("doll"),
    "eye": N_("eye"),
    "ghost": N_("ghost"),
    "hat": N_("hat"),
    "key": N_("key"),
    "lantern": N_("lantern"),
    "moon": N_("moon"),
    "owl": N_("owl"),
    "pumpkin": N_("pumpkin"),
    "ship": N_("ship"),
    "skull": N_("skull"),
    "snake": N_("snake"),
    "spider": N_("spider"),
    "star": N_("star"),
}
PHRASES: Final[Labels] = {
    "hello": N_("Hello!"),
    "well_played": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "sorry": N_("Sorry!"),
    "oops": N_("Oops!"),
    "hurry": N_("Your turn …"),
    "one_moment": N_("One moment, please."),
    "good_game": N_("Good game!"),
    "again": N_("Once more?"),
    "bye": N_("Goodbye!"),
    "laugh": N_("laughs"),
    "wow": N_("is amazed"),
    "cry": N_("weeps"),
    "angry": N_("is cross"),
    "clap": N_("applauds"),
    "skull": N_("shows a skull"),
    "heart": N_("sends a heart"),
    "ghost": N_("plays ghost"),
}

JUST_NOW: Final = N_("just now")
AGO: Final = {  # by the seconds of each unit, the longest last
    60: N_n("{n} minute ago", "{n} minutes ago"),
    60 * 60: N_n("{n} hour ago", "{n} hours ago"),
    24 * 60 * 60: N_n("{n} day ago", "{n} days ago"),
}


def labels(words: Language, table: Labels) -> dict[str, str]:
    """A table in the words of a language."""
    return {name: words._(message) for name, message in table.items()}


def option_labels() -> dict[str, str]:
    """The options of all games."""
    return _merged(words_of(game).options for game in GAMES)


def choice_labels() -> dict[str, str]:
    """The choices that are words; numbers speak for themselves."""
    return _merged(words_of(game).choices for game in GAMES)


def ago(seconds: float, words: Language) -> str:
    """`5 minutes ago`."""
    for unit, (one, many) in reversed(AGO.items()):
        if seconds >= unit:
            n = int(seconds // unit)
            return fill(words.ngettext(one, many, n), n=n)
    return words._(JUST_NOW)


def _merged(tables: Iterable[Labels]) -> dict[str, str]:
    return {name: message for table in tables for name, message in table.items()}
