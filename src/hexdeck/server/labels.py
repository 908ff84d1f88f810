"""What is refused, in the words of a language."""

from typing import Final

from hexdeck.locale import Language

ENGLISH: Final = "en"


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
