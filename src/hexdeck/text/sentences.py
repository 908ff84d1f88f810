"""Sentences made from parts, as people read them: one mark at the end, and numbers with a minus sign.

The app does the same in web/src/shell/words.svelte.ts, web/src/shell/text.ts and web/src/shell/numbers.ts.
"""

import re
from collections.abc import Iterable
from typing import Final

MINUS: Final = "−"  # as wide as a plus, and screen readers say it; a hyphen they often skip
_ENDED: Final = re.compile(r"[.!?…][\s”“»’)]*\Z")
_MARK: Final = re.compile(r"\s?[.!?](?![.!?\w])")


def digits(value: float, form: str = "") -> str:
    """`−21`; never for records, JSON or the wire."""
    return f"{value:{form}}".replace("-", MINUS)


def signed(value: int) -> str:
    """`+2` or `−1`."""
    return digits(value, "+")


def is_ended(text: str) -> bool:
    """Whether no full stop may follow: `Who Lives in the Oak?`."""
    return _ENDED.search(text) is not None


def after(part: str, rest: str) -> str:
    """`rest` of a sentence after `part`, without a mark that `part` has already."""
    return _MARK.sub("", rest, count=1) if _MARK.match(rest) and is_ended(part) else rest


def fill(template: str, **parts: str | int) -> str:
    """`template` with every {name} replaced."""
    filled, rest = "", template
    while "{" in rest:
        before, _, rest = rest.partition("{")
        name, _, rest = rest.partition("}")
        part = part_text(parts[name])
        filled += before + part
        rest = after(part, rest)
    return filled + rest


def part_text(part: str | int) -> str:
    return part if isinstance(part, str) else digits(part)


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def text_of(sentences: Iterable[str]) -> str:
    """One after the other; each but the last ends with a mark."""
    *others, last = sentences
    return " ".join([*(one if is_ended(one) else f"{one}." for one in others), last])
