"""What can be chosen, said or refused, in the words of a language."""

from typing import Final

from hexdeck.locale import Language

ENGLISH: Final = "en"


def level_names(words: Language) -> dict[str, str]:
    _ = words._
    return {"novice": _("novice"), "casual": _("casual"), "club": _("club player"), "expert": _("expert")}


def option_names(words: Language) -> dict[str, str]:
    _ = words._
    return {
        "rounds": _("Rounds"),
        "variant": _("Variant"),
        "phases": _("Phases"),
        "mode": _("Where you play"),
        "dice": _("Dice"),
    }


def choice_names(words: Language) -> dict[str, str]:
    """The choices that are words; numbers speak for themselves."""
    _ = words._
    return {
        "prince": _("Voodoo Prince"),
        "marshmallow": _("Marshmallow Test"),
        "screen": _("everybody at a screen"),
        "table": _("together at one table"),
        "app": _("rolled by the app"),
        "real": _("real dice"),
    }


def clock_names(words: Language) -> dict[str, str]:
    _ = words._
    return {"casual": _("without a clock"), "timed": _("with a clock"), "slow": _("slow, over days")}


def pace_names(words: Language) -> dict[str, str]:
    _ = words._
    return {"instant": _("instant"), "quick": _("fast"), "normal": _("normal"), "calm": _("calm")}


def presence_names(words: Language) -> dict[str, str]:
    _ = words._
    return {"here": _("here"), "away": _("away"), "held": _("a bot plays for them")}


def picture_names(words: Language) -> dict[str, str]:
    _ = words._
    return {
        "bat": _("bat"), "candle": _("candle"), "cat": _("cat"), "crow": _("crow"), "doll": _("doll"),
        "eye": _("eye"), "ghost": _("ghost"), "hat": _("hat"), "key": _("key"), "lantern": _("lantern"),
        "moon": _("moon"), "owl": _("owl"), "pumpkin": _("pumpkin"), "ship": _("ship"), "skull": _("skull"),
        "snake": _("snake"), "spider": _("spider"), "star": _("star"),
    }  # fmt: skip


def phrase_names(words: Language) -> dict[str, str]:
    _ = words._
    return {
        "hello": _("Hello!"), "well_played": _("Well played!"), "thanks": _("Thank you!"),
        "sorry": _("Sorry!"), "oops": _("Oops!"), "hurry": _("Your turn …"),
        "one_moment": _("One moment, please."), "good_game": _("Good game!"), "again": _("Once more?"),
        "bye": _("Goodbye!"), "laugh": _("laughs"), "wow": _("is amazed"), "cry": _("weeps"),
        "angry": _("is cross"), "clap": _("applauds"), "skull": _("shows a skull"),
        "heart": _("sends a heart"), "ghost": _("plays ghost"),
    }  # fmt: skip


def refusal(words: Language, code: str, message: str) -> str:
    """Why not: exactly in English, in the other languages by the kind of refusal."""
    return message if words.code == ENGLISH else refusal_names(words)[code]


def refusal_names(words: Language) -> dict[str, str]:
    _ = words._
    return {
        "name.unknown": _("Nothing here is called that: use a number or a name from the list."),
        "setup.refused": _("It cannot be set up like that: choose something else."),
        "seat.unknown": _("There is no such seat."),
        "action.illegal": _("That cannot be played now: choose one of the numbered ones."),
        "action.not_your_turn": _("It is not your turn."),
        "action.chance_is_due": _("The dice must be rolled first."),
        "action.game_is_over": _("The game is over."),
        "action.undo_refused": _("That cannot be taken back: others have acted, or something new was seen."),
        "chance.refused": _("The dice cannot show that: type each die once."),
        "record.refused": _("This record cannot be used."),
        "cards.refused": _("These cards cannot be used."),
        "table.unknown": _("No table has this code: check it, or make a table of your own."),
        "table.refused": _("That cannot be done at this table now."),
        "seat.none": _("You only look on at this table: take a seat first."),
        "table.not_host": _("Only the host can do that: ask them."),
        "client.too_much": _("That was too much at once: wait a minute."),
        "message.refused": _("That could not be understood: go back and use the buttons of the page."),
        "identity.refused": _("This form or link is too old or not yours: reload the page and try again."),
        "identity.banned": _("Whoever keeps this house has closed it to you."),
        "store.failed": _("Nothing can be stored now: it is not done, try again later."),
        "house.failed": _("Something went wrong here: it is not done, try again."),
        "command.done": _("That is done already."),
    }
