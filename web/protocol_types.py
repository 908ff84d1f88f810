"""Writes src/protocol.ts: the server's messages, views and events as TypeScript, from its JSON Schema."""

from pathlib import Path
from typing import Any, Final

from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import PHRASES, PICTURES, PROTOCOL
from hexdeck.server.web.api.schema import protocol_schema

TARGET: Final = Path(__file__).parent / "src" / "protocol.ts"
HEADER: Final = "// Made by web/protocol_types.py from the server's JSON Schema: do not edit."
WIDTH: Final = 120
_SIMPLE: Final = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "boolean": "boolean",
    "null": "null",
}


def typescript() -> str:
    schema = protocol_schema()
    parts = [HEADER, f"export const PROTOCOL = {PROTOCOL};"]
    parts += [_list("PHRASES", PHRASES), _list("PICTURES", PICTURES), _list("GAMES", list(GAMES))]
    parts += ["export type GameName = (typeof GAMES)[number];"]
    parts += [_interface(name, kind) for name, kind in schema["$defs"].items()]
    parts += [_union(name.capitalize(), schema["properties"][name]) for name in ("incoming", "outgoing")]
    for game, kind in schema["properties"]["events"]["properties"].items():
        parts.append(_union(f"{GAMES[game].title.replace(' ', '')}Event", kind))
    parts.append(_by_game("Views", schema["properties"]["views"]["properties"].values()))
    return "\n\n".join(parts) + "\n"


def _list(name: str, values: Any) -> str:
    lines = [f"  {_quoted(value)}," for value in values]
    return "\n".join([f"export const {name} = [", *lines, "] as const;"])


def _by_game(name: str, kinds: Any) -> str:
    lines = [f"  {game}: {_type(kind)};" for game, kind in zip(GAMES, kinds, strict=True)]
    return "\n".join([f"export interface {name} {{", *lines, "}"])


def _interface(name: str, kind: dict[str, Any]) -> str:
    lines = [
        _within_width(f"  {field}{'' if _is_always_there(kind, field) else '?'}: {_type(about)};")
        for field, about in kind["properties"].items()
    ]
    about = [f"/** {kind['description']} */"] if "description" in kind else []
    return "\n".join([*about, f"export interface {name} {{", *lines, "}"])


def _within_width(line: str) -> str:
    return line if len(line) <= WIDTH else line.replace(": ", ":\n    | ", 1).replace('" | ', '"\n    | ')


def _is_always_there(kind: dict[str, Any], field: str) -> bool:
    """A client may leave out what has a default; what the server says is whole."""
    is_sent = kind.get("additionalProperties") is False
    return field in kind.get("required", []) or ("default" in kind["properties"][field] and not is_sent)


def _union(name: str, kind: dict[str, Any]) -> str:
    return f"export type {name} =\n  | " + "\n  | ".join(_type(part) for part in kind["anyOf"]) + ";"


def _type(about: dict[str, Any]) -> str:
    if "$ref" in about:
        return str(about["$ref"].rsplit("/", 1)[1])
    if "enum" in about:
        return " | ".join(_quoted(value) for value in about["enum"])
    if "anyOf" in about:
        return " | ".join(_type(part) for part in about["anyOf"])
    if about.get("type") == "array":
        return _array(about)
    if about.get("type") == "object":
        return f"Record<string, {_type(about.get('additionalProperties') or {})}>"
    return _SIMPLE.get(about.get("type", ""), "unknown")


def _array(about: dict[str, Any]) -> str:
    if "prefixItems" in about:
        return f"[{', '.join(_type(part) for part in about['prefixItems'])}]"
    inner = _type(about.get("items") or {})
    return f"({inner})[]" if "|" in inner else f"{inner}[]"


def _quoted(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


if __name__ == "__main__":
    TARGET.write_text(typescript())
