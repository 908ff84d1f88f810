"""What happened, as lines of a log: a game's sayings, filled in with coloured symbols."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final, TypeAlias

from rich.text import Text

from hexdeck.locale import Language
from hexdeck.text.house_words import SAYINGS as HOUSE_SAYINGS
from hexdeck.text.paint import DANGER, FAINT, STRONG, filled
from hexdeck.text.rows import BETWEEN, rows_after
from hexdeck.text.sayings import Saying, Sayings, Series
from hexdeck.text.sentences import signed
from hexdeck.text.telling import Told, tell
from hexdeck.text.width import WIDTH

Paint: TypeAlias = Callable[[Any], Text | str | int]

_STYLES: Final = {"heading": STRONG, "faint": FAINT, "danger": DANGER}


class Teller:
    """Tells a game to one table; `paints` shows the kinds of parts that this game has."""

    def __init__(
        self,
        sayings: Sayings,
        names: Sequence[str],
        words: Language,
        paints: Mapping[str, Paint],
        width: int = WIDTH,
    ) -> None:
        self._sayings = {**sayings, **HOUSE_SAYINGS}
        self._words = words
        self._paints: dict[str, Paint] = {
            "seat": names.__getitem__,
            "number": int,
            "signed": signed,
            **paints,
        }
        self._width = width

    def lines(self, event: object) -> list[Text]:
        """None if the event needs no words."""
        return self.lines_of(self._sayings[type(event)], event)

    def lines_of(self, sayings: Sequence[Saying | Series], event: object) -> list[Text]:
        """Some of what can be said about the event."""
        return [line for told in tell(sayings, event, self._words) for line in self._lines(told)]

    def _lines(self, told: Told) -> list[Text]:
        if told.saying.tone == "card":
            return folded(self._filled(told).plain.strip(), indent=4, width=self._width)
        lines = self._rows(told)
        for line in lines:
            line.stylize_before(_STYLES.get(told.saying.tone, ""))
        return lines

    def _rows(self, told: Told) -> list[Text]:
        """One line, or more where its list is long."""
        for name, listed in told.lists.items():
            head, _, rest = told.text.partition(f"{{{name}}}")
            return rows_after(
                self._filled(told, head),
                [self._filled(piece) for piece in listed.pieces],
                self._filled(told, rest),
                listed.between or BETWEEN,
                width=self._width,
            )
        return [self._filled(told)]

    def _filled(self, told: Told, text: str | None = None) -> Text:
        """All of what is told, or this much of its text."""
        parts = {name: self._paints[part.kind](part.value) for name, part in told.parts.items()}
        if told.saying.stress:
            parts[told.saying.stress] = Text(str(parts[told.saying.stress]), STRONG)
        return filled(told.text if text is None else text, **parts)


def folded(text: str, *, indent: int, width: int) -> list[Text]:
    """Lines of `text`, all indented."""
    margin = " " * indent
    return [Text(line) for line in wrap(text, width, initial_indent=margin, subsequent_indent=margin)]
