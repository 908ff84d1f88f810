"""What the house says that belongs to no game; terminal, plain pages and browser take it from here."""

from collections.abc import Iterable, Mapping
from typing import Final

from hexdeck.core.errors import GameError
from hexdeck.core.record import Advised, TakenBack
from hexdeck.core.registry import GAMES
from hexdeck.locale import Language
from hexdeck.text.game_texts import words_of
from hexdeck.text.game_words import Labels
from hexdeck.text.sayings import N_, N_n, Sayings, none, saying, seat, some
from hexdeck.text.sentences import capital, fill

SAYINGS: Final[Sayings] = {
    TakenBack: [
        saying("{who}: the last choice is taken back", when=[none("agreed")], who=seat()),
        saying("{who}: all agree to go back to before this choice", when=[some("agreed")], who=seat()),
    ],
    Advised: [saying("{who}: asks the coach", who=seat())],
}

LEVELS: Final[Labels] = {
    "novice": N_("novice"),
    "casual": N_("casual"),
    "club": N_("club player"),
    "expert": N_("expert"),
}
SETTINGS: Final[Labels] = {  # of a table, by their names in the protocol
    "players": N_("Players"),
    "level": N_("Bot strength"),
    "clock": N_("Clock"),
    "pace": N_("Pace of bots"),
    "public": N_("Everybody may find this table"),
    "advice": N_("The coach may be asked"),
    "memory": N_("Cards that were seen are shown as a memory aid"),
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
PRESENCES: Final[Labels] = {
    "here": N_("here"),
    "away": N_("away"),
    "held": N_("a bot plays for them"),
    "awaited": N_("not here yet"),
}
STANDINGS: Final[Labels] = {  # how a table stands
    "gathering": N_("waiting for players"),
    "playing": N_("in play"),
    "waiting": N_("Waiting for {who} …"),
    "rolling": N_("The dice are to be rolled."),
}
RATING_NOTES: Final[Labels] = {  # why a game counts less, by the reasons of server/results/standing.py
    "network": N_(
        "This game is not rated: {names} come from the same network. Games of people from different networks"
        " are rated."
    ),
    "newcomer": N_(
        "This game is not rated: {names} came here only lately. Games with other people are rated {hours} h"
        " after one’s first game."
    ),
    "repeated": N_(
        "This game is not rated: {names} have had {games} rated games together within a week. Games with"
        " other opponents are rated."
    ),
    "less": N_(
        "This game counts {share} for ratings: {names} have had rated games together within a week."
        " Games with other opponents count in full."
    ),
    "tried": N_(
        "This try is not ranked: another person from the same network has had this deal before. The first"
        " try of each network is ranked."
    ),
    "advice": N_("This game is not rated: the coach was asked."),
    "taken_back": N_("This game is not rated: all agreed to take back a choice."),
}
CANNOT_STORE: Final[Labels] = {  # while no change can be stored, by the causes of server/base/writability.py
    "disk_full": N_(
        "The disk of this server is full: nothing can be played or changed until there is room. All that is"
        " here can be looked at, and it goes on by itself."
    ),
    "read_only": N_(
        "This server may only read its data: nothing can be played or changed until it may write. All that"
        " is here can be looked at, and it goes on by itself."
    ),
    "locked": N_(
        "Another program has locked the database of this server: nothing can be played or changed until it"
        " lets go. It goes on by itself."
    ),
    "unreachable": N_(
        "The database of this server cannot be reached: nothing can be played or changed until it is back."
        " It goes on by itself."
    ),
    "failed": N_(
        "The database of this server fails: nothing can be played or changed until its keeper has seen to"
        " it. The reason is in the log."
    ),
}
FREE_SEATS: Final = N_n("{n} seat free", "{n} seats free")
COLORS: Final[Labels] = {
    "red": N_("red"),
    "yellow": N_("yellow"),
    "green": N_("green"),
    "blue": N_("blue"),
    "purple": N_("purple"),
}
NUMBERS: Final = (  # from 0, for names that are spoken
    *(N_("zero"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven")),
    *(N_("eight"), N_("nine"), N_("ten"), N_("eleven"), N_("twelve"), N_("thirteen"), N_("fourteen")),
    N_("fifteen"),
)
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

REFUSALS: Final[Labels] = {  # by the codes of core/errors.py and server/base/refusals.py
    "name.unknown": N_("Nothing here is called that: use a number or a name from the list."),
    "seat.unknown": N_("There is no such seat."),
    "action.illegal": N_("That cannot be played now."),
    "action.not_your_turn": N_("It is not your turn."),
    "action.chance_is_due": N_("The dice must be rolled first."),
    "action.game_is_over": N_("The game is over."),
    "cards.refused": N_("These cards cannot be used."),
    "table.unknown": N_("No table has this code: check it, or make a table of your own."),
    "tournament.unknown": N_("No tournament has this code: check it, or make one of your own."),
    "table.not_host": N_("Only the host can do that: ask them."),
    "seat.none": N_("You only look on at this table: take a seat first."),
    "identity.banned": N_("Whoever keeps this house has closed it to you."),
    "house.failed": N_("Something went wrong here: it is not done, try again."),
    "command.done": N_("That is done already."),
    "table.outdated": N_("Somebody else was faster. Try again."),
}
HAS_OWN_MESSAGE: Final = (  # each of these says more than its kind does; all of them are translated,
    "setup.refused",
    "message.refused",
    "table.refused",
    "client.too_much",
    "store.failed",
    "identity.refused",
    "action.undo_refused",
    "chance.refused",
    "advice.refused",
    "record.refused",
    "tournament.refused",
    "tournament.word",
)
IN_ENGLISH: Final = ("cards.refused",)  # but not these: whoever writes cards.toml reads English

JUST_NOW: Final = N_("just now")
AGO: Final = {  # by the seconds of each unit, the longest last
    60: N_n("{n} minute ago", "{n} minutes ago"),
    60 * 60: N_n("{n} hour ago", "{n} hours ago"),
    24 * 60 * 60: N_n("{n} day ago", "{n} days ago"),
    30 * 24 * 60 * 60: N_n("{n} month ago", "{n} months ago"),
    365 * 24 * 60 * 60: N_n("{n} year ago", "{n} years ago"),
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


def told(words: Language, error: GameError) -> str:
    """Why not, for people, with the reasons that it has itself."""
    return capital(_sentence(words, error))


def refused(words: Language, code: str, message: str, fields: Mapping[str, str | int]) -> str:
    """Why not, for people: the refusal's own sentence where it says more than its kind."""
    if code in HAS_OWN_MESSAGE or (words.code == "en" and code in IN_ENGLISH):
        return capital(_filled(words, message, fields))
    return words._(REFUSALS[code])


def _sentence(words: Language, error: GameError) -> str:
    if error.code not in HAS_OWN_MESSAGE:
        return refused(words, error.code, error.message, error.fields)
    reasons = {name: _sentence(words, reason) for name, reason in error.reasons.items()}
    return _filled(words, error.message, error.fields | reasons)


def _filled(words: Language, message: str, fields: Mapping[str, str | int]) -> str:
    return fill(words._(message), **fields) if fields else words._(message)


def number_word(number: int, words: Language) -> str:
    """Return the word for 0 to 15; digits beyond."""
    return words._(NUMBERS[number]) if number in range(len(NUMBERS)) else str(number)


def ago(seconds: float, words: Language) -> str:
    """`5 minutes ago`."""
    for unit, (one, many) in reversed(AGO.items()):
        if seconds >= unit:
            n = int(seconds // unit)
            return fill(words.ngettext(one, many, n), n=n)
    return words._(JUST_NOW)


def _merged(tables: Iterable[Labels]) -> dict[str, str]:
    return {name: message for table in tables for name, message in table.items()}
