"""Writes what the app says and counts and which pages it has, from the games and the house: JSON files."""

import ast
import json
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import hexdeck
from hexdeck.core.game import AnyGame
from hexdeck.core.game_files import part_of
from hexdeck.core.registry import GAMES
from hexdeck.server.base.refusals import refusal_kinds
from hexdeck.server.store.feats import labels_of
from hexdeck.server.web.site import PAGES
from hexdeck.text import house_words
from hexdeck.text.game_texts import pad_of, rules_in_short, words_of
from hexdeck.text.sayings import Condition, Part, Saying, Sayings, Series

SOURCE: Final = Path(__file__).parent / "src"
AT_THE_COMMAND_LINE: Final = (  # what is refused here never comes to the app
    "ai/arena/",
    "ai/bots/__init__.py",
    "ai/bots/finding.py",
    "ai/external_bots/",
    "cli.py",
    "ai/coach/review",
    "library.py",
    "core/record_reader.py",
    "server/run/caretaker.py",
    "server/run/serve.py",
    "server/base/settings.py",
    "server/store/",
    "terminal/",
)


def tables() -> Iterator[tuple[Path, str]]:
    """Every file and what it holds."""
    yield SOURCE / "house_words.json", _json(_house())
    yield SOURCE / "setup_words.json", _json(_setup())
    yield SOURCE / "notice_words.json", _json(_notices())
    yield SOURCE / "refusals_words.json", _json(sorted(set(_refusals())))
    yield SOURCE / "coach_words.json", _json(sorted(set(_reasons())))
    yield SOURCE / "pages.json", _json(PAGES)
    for name, game in GAMES.items():
        yield SOURCE / "games" / name / "words.json", _json(_of_game(game))
        yield SOURCE / "games" / name / "feats_words.json", _json(labels_of(name))
        yield SOURCE / "games" / name / "rules.json", _json(_rules(name))
        if pad := pad_of(name):
            yield SOURCE / "games" / name / "pad.json", _json(pad)


def _json(table: Any) -> str:
    return json.dumps(table, ensure_ascii=False, indent=2) + "\n"


def _house() -> dict[str, Any]:
    return {
        "titles": {name: game.title for name, game in GAMES.items()},
        "levels": house_words.LEVELS,
        "headings": {name: words_of(name).headings for name in GAMES},
        "presences": house_words.PRESENCES,
        "standings": house_words.STANDINGS,
        "phrases": house_words.PHRASES,
        "colors": house_words.COLORS,
        "numbers": house_words.NUMBERS,
        "refusals": house_words.REFUSALS,
        "of_their_own": house_words.HAS_OWN_MESSAGE,
        "in_english": house_words.IN_ENGLISH,
    }


def _setup() -> dict[str, Any]:
    """Before a game begins: nobody needs it at the table."""
    return {
        "options": house_words.option_labels(),
        "choices": house_words.choice_labels(),
        "settings": house_words.SETTINGS,
        "clocks": house_words.CLOCKS,
        "paces": house_words.PACES,
        "free_seats": dict(zip(("one", "many"), house_words.FREE_SEATS, strict=True)),
        "just_now": house_words.JUST_NOW,
        "ago": [{"unit": unit, "one": one, "many": many} for unit, (one, many) in house_words.AGO.items()],
    }


def _notices() -> dict[str, Any]:
    """Return the words of notices that a game does without at first."""
    return {"ratings": house_words.RATING_NOTES, "cannot_store": house_words.CANNOT_STORE}


def _refusals() -> Iterator[str]:
    """What is refused in sentences of their own, as the house writes them: the app only translates them."""
    kinds = {kind.__name__ for kind in refusal_kinds() if kind.code in house_words.HAS_OWN_MESSAGE}
    package = Path(hexdeck.__file__).parent
    for path in package.rglob("*.py"):
        if path.relative_to(package).as_posix().startswith(AT_THE_COMMAND_LINE):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(ast.Name(name), [ast.Constant(str(message)), *_]) if name in kinds:
                    yield message


def _reasons() -> Iterator[str]:
    """What the coach counts: the house sends these sentences, and the app only translates them."""
    for name in GAMES:
        part = part_of(name, "ai.reasons")
        if part is not None:
            yield from (*(fact.message for fact in part.FACTS), part.POINTS)


def _of_game(game: AnyGame) -> dict[str, Any]:
    words = words_of(game.name)
    return {"sayings": _Export(game).table({**words.sayings, **house_words.SAYINGS}), "names": words.names}


def _rules(game: str) -> list[dict[str, Any]]:
    return [
        {
            "title": section.title,
            "text": section.text,
            "cards": [_filled(name=card, top=card == section.highest) for card in section.cards],
        }
        for section in rules_in_short(game)
    ]


class _Export:
    """The sayings of a game under the names that the wire has for its cards."""

    def __init__(self, game: AnyGame) -> None:
        self._names = {"card": game.card_name}

    def table(self, sayings: Sayings) -> dict[str, Any]:
        return {kind.__name__: self._all(kind, said) for kind, said in sayings.items() if said}

    def _all(self, kind: type, sayings: Sequence[Saying | Series]) -> list[Any]:
        return [self._one(kind, saying) for saying in sayings]

    def _one(self, kind: type, one: Saying | Series) -> dict[str, Any]:
        if isinstance(one, Series):
            return {"each": one.each, "says": self._all(kind, one.sayings), **_filled(between=one.between)}
        return _filled(
            say=one.message,
            many=one.plural,
            n=one.n,
            parts={name: self._part(kind, part) for name, part in one.parts.items()},
            when=[self._condition(kind, condition) for condition in one.when],
        )

    def _part(self, kind: type, part: Part | Series) -> Any:
        if isinstance(part, Series):
            return self._one(kind, part)
        if part.path:
            return f"{part.kind} {part.path}"
        return {"kind": part.kind, "value": self._named(part.kind, part.value)}

    def _condition(self, kind: type, condition: Condition) -> dict[str, Any]:
        mark = _mark(kind, condition.path)
        among = [self._named(mark, value) for value in condition.among]
        return _filled(path=condition.path, unless=not condition.wanted, among=among, below=condition.below)

    def _named(self, mark: str, value: Any) -> Any:
        return self._names[mark](value) if mark in self._names and value is not None else value


def _filled(**fields: Any) -> dict[str, Any]:
    """What is not empty."""
    return {name: value for name, value in fields.items() if value}


def _mark(kind: Any, path: str) -> str:
    """What the type at the end of a path is marked with: `card` where cards are; else nothing."""
    for step in path.split("."):
        if is_dataclass(kind):
            kind = get_type_hints(kind, include_extras=True)[step]
        elif get_origin(kind) is tuple:
            kinds = get_args(kind)
            kind = kinds[int(step)] if step.isdecimal() and Ellipsis not in kinds else kinds[0]
        else:
            return ""
        if get_origin(kind) in (Union, UnionType):
            [kind] = [inner for inner in get_args(kind) if inner is not type(None)]
    return str(get_args(kind)[1]) if get_origin(kind) is Annotated else ""


if __name__ == "__main__":
    for path, text in tables():
        path.write_text(text)
