"""Each game in short, in every language; the browser tells the same, with pictures."""

from hexdeck.locale import Language
from hexdeck.parts import part_of
from hexdeck.tui.rules.section import Section


def rules_of(game: str, words: Language) -> list[Section]:
    """The sections in the game's file here; none, where there is none."""
    own = part_of(__name__, game)
    return [] if own is None else own.sections(words)
