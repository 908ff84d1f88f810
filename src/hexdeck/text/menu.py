"""What can be chosen, row by row: the terminal writes it in lines, the plain pages make buttons of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from rich.text import Text

from hexdeck.core.cards import Action
from hexdeck.text.paint import STRONG
from hexdeck.text.rows import BETWEEN, rows_after


@dataclass(frozen=True, slots=True)
class Choice:
    number: int  # which is typed for it, from 1
    label: Text
    action: Action

    @property
    def text(self) -> Text:
        """`3:☾b5`; in one piece, so that no line breaks inside."""
        return Text.assemble((f"{self.number}:", STRONG), self.label)


Piece: TypeAlias = Text | Choice


@dataclass(frozen=True, slots=True)
class Row:
    """Choices of one kind, with what stands before, between and after them; or text alone."""

    head: Text
    pieces: Sequence[Piece] = ()
    rest: Text = field(default_factory=Text)
    between: str = BETWEEN

    def lines(self, width: int) -> list[Text]:
        parts = (piece.text if isinstance(piece, Choice) else piece for piece in self.pieces)
        return rows_after(self.head.copy(), parts, self.rest, self.between, width=width)

    @property
    def choices(self) -> list[Choice]:
        return [piece for piece in self.pieces if isinstance(piece, Choice)]

    def runs(self) -> Iterator[str | Choice]:
        """The row as choices and the words around them."""
        words = self.head.plain
        for number, piece in enumerate(self.pieces):
            words += self.between if number else ""
            if isinstance(piece, Choice):
                yield words
                yield piece
                words = ""
            else:
                words += piece.plain
        yield words + self.rest.plain


def row(template: str, pieces: Iterable[Piece], between: str = BETWEEN) -> Row:
    """`template` with `pieces` in place of its only {name}."""
    head, _, rest = template.partition("{")
    return Row(Text(head), tuple(pieces), Text(rest.partition("}")[2]), between)
