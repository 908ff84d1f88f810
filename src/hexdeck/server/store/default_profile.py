"""The profile of a person who has chosen neither name nor picture, and the name of one who was forgotten."""

from typing import Final
from zlib import crc32

from hexdeck.locale import language
from hexdeck.server.base.identity import language_of
from hexdeck.server.base.messages import PICTURES
from hexdeck.server.store.protocol import Profile
from hexdeck.text import house_words

NOBODY: Final = "…"


def unchosen(who: str, spoken: str | None = None) -> Profile:
    """Return a picture and its name in their language, for a person who has chosen neither."""
    picture = PICTURES[crc32(who.encode()) % len(PICTURES)]
    words = language(spoken or language_of(who))
    name = words.label(house_words.PICTURES, picture)
    return Profile(who, name[0].upper() + name[1:], picture, words.code)
