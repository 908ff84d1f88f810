"""Lines of many parts, broken where a part ends."""

from collections.abc import Iterable

from rich.text import Text

from hexdeck.text.width import WIDTH

BETWEEN = "  "


def rows(
    template: str, parts: Iterable[Text | str], between: str = BETWEEN, *, width: int = WIDTH
) -> list[Text]:
    """`template` with `parts` in place of its only {name}; further rows begin below the first part."""
    head, _, rest = template.partition("{")
    return rows_after(Text(head), parts, Text(rest.partition("}")[2]), between, width=width)


def rows_after(
    head: Text, parts: Iterable[Text | str], rest: Text, between: str = BETWEEN, *, width: int = WIDTH
) -> list[Text]:
    """`parts` after `head`, and `rest` after the last of them."""
    indent = " " * head.cell_len
    lines = [head]
    for number, part in enumerate(parts):
        text = part if isinstance(part, Text) else Text(part)
        if number and lines[-1].cell_len + len(between) + text.cell_len > width:
            lines.append(Text(indent))
        elif number:
            lines[-1].append(between)
        lines[-1].append_text(text)
    lines[-1].append_text(rest)
    return lines
