"""The messages in the app's source, read as web/plugins/messages.js reads them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

APP = Path(__file__).parents[2] / "web" / "src"
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TEXT = rf"({LITERAL}(?:\s*\+\s*{LITERAL})*)"
SINGLE = re.compile(rf"(?<![\w$.])_\(\s*{TEXT}")
PLURAL = re.compile(rf"(?<![\w$.])ngettext\(\s*{TEXT}\s*,\s*{TEXT}")


def web_messages() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Each with the file that asks for it."""
    for path in sorted(APP.rglob("*")):
        if path.suffix in (".svelte", ".ts"):
            yield from ((str(path.relative_to(APP)), message) for message in messages_in(path.read_text()))


def messages_in(source: str) -> Iterator[str | tuple[str, str]]:
    yield from (_joined(found[1]) for found in SINGLE.finditer(source))
    yield from ((_joined(found[1]), _joined(found[2])) for found in PLURAL.finditer(source))


def _joined(literals: str) -> str:
    """The text that "one" + "another" stand for."""
    return "".join(json.loads(literal) for literal in re.findall(LITERAL, literals))
