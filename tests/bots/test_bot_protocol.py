"""docs/bot_protocol.md is true, and whatever a bot writes is read or dropped, never more."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from hexdeck.ai.external_bots import messages
from hexdeck.ai.external_bots.process import LONGEST_LINE

PAGE = (Path(__file__).parents[2] / "docs" / "bot_protocol.md").read_text()
[CONVERSATION] = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("line", CONVERSATION.splitlines())
def test_a_line_of_the_conversation_is_what_we_say_or_understand(line: str) -> None:
    raw = line[2:].replace("{…}", "{}").encode()
    message: Any = messages.read_to_bot(raw) if line.startswith("→") else messages.read_from_bot(raw)
    assert message is not None
    said = json.loads(messages.encoded(message))
    given = json.loads(raw)
    assert {name: said[name] for name in given} == given
    assert line.startswith("←") or list(given) == list(said)


def test_the_page_names_every_message_and_field() -> None:
    read, written = (
        PAGE.split(heading)[1].split("\n## ")[0]
        for heading in ("## What a program reads", "## What a program writes")
    )
    for part, kinds in ((read, messages.ToBot), (written, messages.FromBot)):
        for kind in get_args(kinds):
            [row] = re.findall(rf"^\| `{kind.__struct_config__.tag}` \|.*$", part, re.MULTILINE)
            private = ("fields", "hexdeck") if part is written else ()
            if "the same" not in row:
                named = [name for name in kind.__struct_fields__ if f"`{name}`" not in row]
                assert [name for name in named if name not in private] == []
    assert f"protocol, {messages.PROTOCOL}," in PAGE
    assert f"{LONGEST_LINE:,} bytes" in PAGE


def test_nothing_that_a_bot_writes_is_too_strange_to_read() -> None:
    rng = Random(12)
    good = [messages.encoded(messages.Act(7, "b5")), messages.encoded(messages.Refuse("why", {"a": 1}))]
    for _ in range(3000):
        line = bytearray(rng.choice(good))
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(line))
            line[at : at + rng.randrange(3)] = rng.choice(
                [rng.randbytes(2), b'"', b"{", b"[", b"\0", b"9" * 30]
            )
        found = messages.read_from_bot(bytes(line))
        assert found is None or isinstance(found, get_args(messages.FromBot))
    for strange in (b"", b"[" * 60_000, b'{"type":"action","question":' + b"9" * 5000 + b"}", b"\xff"):
        assert messages.read_from_bot(strange) is None


def test_fields_that_we_do_not_know_are_left_alone() -> None:
    line = msgspec.json.encode({"type": "ready", "interrupts": True, "mood": ["good"]})
    assert messages.read_from_bot(line) == messages.Ready(interrupts=True)
