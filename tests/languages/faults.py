"""What must not be in any sentence that people read."""

import re
from typing import Final

MARKS: Final = re.compile(r"[.!?…]\s*[.!?:;,]|[.!?…]\s*[”“»]\s*[.!?]|[:;,]\s*[:;,]")
HYPHEN: Final = re.compile(r"(?<![\w-])-\d")
HOLE: Final = re.compile(r"[{}]")
RAW_NAME: Final = re.compile(r"\bq\b|\b[a-z]+_[a-z_]+\b")  # a card as records write it
ENGLISH: Final = re.compile(
    r"\b(the|and|is|are|you|your|with|of|to|for|by|who|has|have|card|cards|trick|tricks|nobody|everybody|pass"
    r"|slayer|queen|mate|monkey|front|back|pumpkin|skull|raven|bat|star|broken|nothing|over)\b",
    re.IGNORECASE,
)
LOOSE: Final = re.compile(r" [;:!»]|\w \?|« |\w[;!?](?!\w)|\w:(?=\s)")  # where French has a no-break space
TITLES: Final = ("Voodoo Prince", "Vampire Queen", "Skull Queen", "Ahi Cho-Chos!")
OTHERWISE: Final = {"fr": {"pass", "bat"}, "it": {"over"}, "de": set[str]()}  # words that are ours too


def faults(text: str, code: str) -> list[str]:
    """What is wrong with a text in this language, without the names of players."""
    for title in TITLES:
        text = text.replace(title, "")
    found = [name for name, fault in _everywhere().items() if fault.search(text)]
    if code != "en":
        english = {match[1].lower() for match in ENGLISH.finditer(text)} - OTHERWISE[code]
        found += [f"English: {word}" for word in sorted(english)]
    if code == "fr" and LOOSE.search(text):
        found.append("a space that can break")
    return found


def _everywhere() -> dict[str, re.Pattern[str]]:
    return {"two marks": MARKS, "a hyphen for a minus": HYPHEN, "a hole": HOLE, "a raw name": RAW_NAME}
