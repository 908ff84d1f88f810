"""Cards and other things as coloured text that reads without colour too: symbol, letter, value."""

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from hexdeck.core.cards import LETTERS, Color
from hexdeck.text.sentences import after, part_text

SYMBOLS: Final = ("▲", "✶", "§", "☾", "◉")  # flame, sun, snake, moon, eye
STYLES: Final = ("#f0604a", "#f2c230", "#2fbf86", "#5aa2f0", "#b98be0")
STRONG: Final = "bold #f4c15d"  # candle light: what matters now
FAINT: Final = "dim"
DANGER: Final = "bold #ff6b5e"


def colored_card(color: Color, value: int) -> Text:
    """`☾b5`, in blue."""
    return Text(f"{SYMBOLS[color]}{LETTERS[color]}{value}", f"bold {STYLES[color]}")


def colored_word(color: Color, word: str) -> Text:
    """`☾ blue`, in blue."""
    return Text(f"{SYMBOLS[color]} {word}", f"bold {STYLES[color]}")


def joined(parts: Iterable[Text | str], between: str = "  ") -> Text:
    return Text(between).join(part if isinstance(part, Text) else Text(part) for part in parts)


def filled(template: str, **parts: Text | str | int) -> Text:
    """`template` with every {name} replaced, colours kept; as `sentences.fill`."""
    line = Text()
    rest = template
    while "{" in rest:
        before, _, rest = rest.partition("{")
        name, _, rest = rest.partition("}")
        given = parts[name]
        part = given if isinstance(given, Text) else Text(part_text(given))
        line.append(before).append_text(part)
        rest = after(part.plain, rest)
    return line.append(rest)


def not_now(what: str) -> Text:
    """`·☾b2`, for what is there but cannot be chosen."""
    return Text(f"·{what}", FAINT)
