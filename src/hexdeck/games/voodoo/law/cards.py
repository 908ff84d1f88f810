"""The cards of Voodoo: what stands on them [VO1], and the file that is read in."""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import chain, repeat, takewhile
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, get_args

from hexdeck.core.cards import Card
from hexdeck.core.errors import CardsRefused

T = TypeVar("T")
Read: TypeAlias = Callable[[Any], Any]  # of a field; ValueError says what is wrong with it

VERSION: Final = 1  # of the file format
CURSES: Final = 36  # [VO1]
PERMANENTS: Final = 10  # [VO1]
ARTEFACTS: Final = 13  # [VO1]
A_SCHOOL: Final = 12  # curses of each school [VO1]
STARTING_INGREDIENTS: Final = 2  # what a starting curse costs [VO2]
STARTING: Final = 6  # starting curses, at the least: one a player [VO2]

# A card is a number: curses first, then permanent curses, then artefacts, each in the order of the file.
FIRST_PERMANENT: Final[Card] = CURSES
FIRST_ARTEFACT: Final[Card] = FIRST_PERMANENT + PERMANENTS
CARDS: Final = FIRST_ARTEFACT + ARTEFACTS

Face: TypeAlias = Annotated[int, "face"]  # an index into FACES
FACES: Final = ("pumpkin", "skull", "ghost", "raven", "bat", "star")  # [VO1]
ASTERISK: Final = "any"  # a pinch of anything [VO5]
PAYABLE: Final = range(2, 6)  # ingredients that a curse may cost

School: TypeAlias = Literal["celtic", "egyptian", "haitian"]
Moment: TypeAlias = Literal["before_rolling", "before_passing", "always", "marker_moves"]  # [VO7]
Victims: TypeAlias = Literal["one", "all"]  # [VO6, VO9]
Penalty: TypeAlias = Literal["point", "die"]  # [VO11]
EFFECTS: Final = {  # and the moment of each
    "reroll": "preparing",
    "turn": "own_turn",
    "extra_die": "acting",
    "cancel": "acting",
    "hand_over": "acting",
    "move_target": "acting",
    "steal_point": "acting",
    "two_curses": "acting",
    "shield": "acting",
    "stinky_doll": "opponent_stops",
    "late_reroll": "acting",
    "two_artefacts": "acting",
    "fewer_dice": "acting",
}
TEXTS: Final = ("name", "act", "flavour")  # what every card has in every language
ENGLISH: Final = "en"  # every file speaks it


class Text(dict[str, str]):
    """One line in every language of the file."""

    def spoken(self, language: str) -> str:
        """In English where the file does not speak that language."""
        return self.get(language, self[ENGLISH])


@dataclass(frozen=True, slots=True)
class Curse:
    id: str
    name: Text
    act: Text  # what the victim does
    flavour: Text
    school: School
    cost: tuple[Face, ...]  # sorted, without the asterisk
    asterisk: bool  # one die of any face on top
    casting: int  # points
    breaking: int  # points
    moment: Moment
    victims: Victims
    gesture: str

    @property
    def ingredients(self) -> int:
        return len(self.cost) + self.asterisk


@dataclass(frozen=True, slots=True)
class Permanent:
    id: str
    name: Text
    act: Text
    flavour: Text
    moment: Moment
    penalty: Penalty
    gesture: str


@dataclass(frozen=True, slots=True)
class Artefact:
    id: str
    name: Text
    act: Text  # what it does
    flavour: Text
    moment: str
    effect: str


@dataclass(frozen=True, slots=True)
class Cards:
    curses: tuple[Curse, ...]
    permanents: tuple[Permanent, ...]
    artefacts: tuple[Artefact, ...]

    def ids(self) -> tuple[str, ...]:
        """The written name of every card, by its number."""
        cards: tuple[Curse | Permanent | Artefact, ...] = (*self.curses, *self.permanents, *self.artefacts)
        return tuple(card.id for card in cards)


@cache
def the_cards() -> Cards:
    """The set that comes with Hexdeck."""
    return load_cards(files("hexdeck.games.voodoo").joinpath("data", "cards.toml").read_text("utf-8"))


def curse(card: Card) -> Curse:
    return the_cards().curses[card]


def permanent(card: Card) -> Permanent:
    return the_cards().permanents[card - FIRST_PERMANENT]


def is_permanent(card: Card) -> bool:
    return FIRST_PERMANENT <= card < FIRST_ARTEFACT


def moment(card: Card) -> Moment:
    """When a curse or permanent curse wants its act."""
    return permanent(card).moment if is_permanent(card) else curse(card).moment


@cache
def card_with(effect: str) -> Card:
    """The artefact that does it."""
    effects = [artefact.effect for artefact in the_cards().artefacts]
    return FIRST_ARTEFACT + effects.index(effect)


def effect_of(card: Card) -> str:
    return the_cards().artefacts[card - FIRST_ARTEFACT].effect


@cache
def starting_curses() -> tuple[Card, ...]:
    """Those a player can be dealt at the start [VO2]."""
    return tuple(card for card in range(CURSES) if curse(card).ingredients == STARTING_INGREDIENTS)


def load_cards(text: str) -> Cards:
    """The cards that `text` describes, or CardsRefused."""
    content = _parsed(text)
    _check_top(content, _key_lines(text.splitlines(), 0))
    texts = _texts(content)
    entries = {kind: _entries(content, kind, texts, text.splitlines()) for kind in _READERS}
    _check_doubles([*chain.from_iterable(entries.values())])
    cards = Cards(
        curses=tuple(_curse(entry) for entry in entries["curse"]),
        permanents=tuple(Permanent(**entry.fields) for entry in entries["permanent"]),
        artefacts=tuple(_artefact(entry) for entry in entries["artefact"]),
    )
    _check_frame(cards)
    return cards


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else len(text.splitlines())
        raise CardsRefused(f"not TOML: {error}", line=number) from None
    except (ValueError, RecursionError) as error:  # numbers too long, lists too deep
        raise CardsRefused(f"not TOML that can be read: {error}") from None


def _check_top(content: dict[str, Any], lines: dict[str, int]) -> None:
    """That the file is of our version and holds nothing but cards."""
    for key in sorted(content.keys() - {"version", *_READERS}):
        reason = f"nothing here is called {key!r}: write {', '.join(_READERS)}"
        raise CardsRefused(reason, line=lines.get(key))
    version = content.get("version")
    if version != VERSION:
        reason = f"version {version!r} is not known: write version = {VERSION}"
        raise CardsRefused(reason, line=lines.get("version"))


@dataclass(frozen=True, slots=True)
class _Entry:
    """One card in the file, with the places of its lines."""

    kind: str
    fields: dict[str, Any]
    line: int | None  # of its header
    lines: dict[str, int]  # of its keys

    def refused(self, reason: str, key: str) -> CardsRefused:
        whose = self.fields.get("id", "without id")
        return CardsRefused(f"{self.kind} {whose!r}: {reason}", line=self.lines.get(key, self.line))


def _texts(content: dict[str, Any]) -> dict[str, Read]:
    """What every card has in every language, name.en and its like; the first one says which languages."""
    lists = [content[kind] for kind in _READERS if isinstance(content.get(kind), list)]
    first: dict[str, Any] = next((card for card in chain.from_iterable(lists) if isinstance(card, dict)), {})
    spoken = [first[name] for name in TEXTS if isinstance(first.get(name), dict)]
    languages = dict.fromkeys([ENGLISH, *chain.from_iterable(spoken)])
    return {f"{name}.{language}": _line_of_text for name in TEXTS for language in languages}


def _entries(
    content: dict[str, Any], kind: str, texts: dict[str, Read], lines: Sequence[str]
) -> list[_Entry]:
    found = content.get(kind, [])
    if not isinstance(found, list) or not all(isinstance(fields, dict) for fields in found):
        raise CardsRefused(f"{kind} is not a list of cards: write [[{kind}]] above each")
    headers = [number for number, line in enumerate(lines, start=1) if _header(line) == kind]
    places = chain(headers, repeat(None))  # cards written in another way have no line
    return [
        _read(_Entry(kind, _flat(fields), line, _key_lines(lines, line)), _READERS[kind] | texts)
        for fields, line in zip(found, places, strict=False)
    ]


def _header(line: str) -> str | None:
    header = re.fullmatch(r"\s*\[\[\s*(\w+)\s*\]\]\s*(#.*)?", line)
    return header[1] if header else None


def _key_lines(lines: Sequence[str], header: int | None) -> dict[str, int]:
    """The first line of each key below a header, dotted keys as written."""
    found: dict[str, int] = {}
    below = [] if header is None else lines[header:]
    for number, line in enumerate(takewhile(lambda line: not _header(line), below), start=(header or 0) + 1):
        if key := re.match(r"\s*([\w.]+)\s*=", line):
            found.setdefault(key[1], number)
    return found


def _identifier(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", value):
        raise ValueError(f"{value!r} is no name: write small letters and underscores")
    return value


def _one_of(choices: Sequence[T]) -> Callable[[object], T]:
    def read(value: object) -> T:
        if value not in choices:
            raise ValueError(f"{value!r} is not known: choose one of {', '.join(map(str, choices))}")
        return choices[choices.index(value)]

    return read


def _points(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{value!r} is not a number of points: write 1 or more")
    return value


def _cost(value: object) -> tuple[str, ...]:
    known = (*FACES, ASTERISK)
    if not isinstance(value, list) or not all(word in known for word in value):
        raise ValueError(f"{value!r} is not a cost: list some of {', '.join(known)}")
    if len(value) not in PAYABLE:
        raise ValueError(f"{len(value)} ingredients are not a cost: write {PAYABLE[0]} to {PAYABLE[-1]}")
    if ASTERISK in value[:-1]:
        raise ValueError(f"{ASTERISK!r} may stand only once, as the last ingredient")
    return tuple(value)


def _line_of_text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{value!r} is not a text: write a line")
    return value


_READERS: Final[dict[str, dict[str, Read]]] = {
    "curse": {
        "id": _identifier,
        "school": _one_of(get_args(School)),
        "cost": _cost,
        "casting": _points,
        "breaking": _points,
        "moment": _one_of(get_args(Moment)),
        "victims": _one_of(get_args(Victims)),
        "gesture": _identifier,
    },
    "permanent": {
        "id": _identifier,
        "moment": _one_of(get_args(Moment)[:-1]),
        "penalty": _one_of(get_args(Penalty)),
        "gesture": _identifier,
    },
    "artefact": {
        "id": _identifier,
        "moment": _one_of(tuple(dict.fromkeys(EFFECTS.values()))),
        "effect": _one_of(tuple(EFFECTS)),
    },
}


def _read(entry: _Entry, readers: dict[str, Read]) -> _Entry:
    """The same entry with every field in its right form."""
    for key in sorted(entry.fields.keys() - readers.keys()):
        raise entry.refused(f"no field is called {key!r}: choose from {', '.join(readers)}", key)
    fields = {}
    for key, read in readers.items():
        if key not in entry.fields:
            raise entry.refused(f"{key} is missing: write a line {key} = …", key)
        try:
            fields[key] = read(entry.fields[key])
        except ValueError as error:
            raise entry.refused(f"{key} {error}", key) from None
    return replace(entry, fields=_with_texts(fields))


def _flat(fields: dict[str, Any]) -> dict[str, Any]:
    """Tables of languages as dotted names: name.en and its like."""
    flat: dict[str, Any] = {}
    for key, value in fields.items():
        if isinstance(value, dict):
            flat |= {f"{key}.{name}": content for name, content in value.items()}
        else:
            flat[key] = value
    return flat


def _with_texts(fields: dict[str, Any]) -> dict[str, Any]:
    """Dotted names gathered into texts."""
    texts = {name: Text() for name in TEXTS}
    for key in [key for key in fields if "." in key]:
        name, _, language = key.partition(".")
        texts[name][language] = fields.pop(key)
    return fields | texts


def _curse(entry: _Entry) -> Curse:
    cost = entry.fields["cost"]
    faces = tuple(sorted(FACES.index(word) for word in cost if word != ASTERISK))
    return Curse(**entry.fields | {"cost": faces}, asterisk=ASTERISK in cost)


def _artefact(entry: _Entry) -> Artefact:
    artefact = Artefact(**entry.fields)
    wanted = EFFECTS[artefact.effect]
    if artefact.moment != wanted:
        raise entry.refused(f"{artefact.effect} has another moment: write {wanted!r}", "moment")
    return artefact


def _check_doubles(entries: Sequence[_Entry]) -> None:
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        for key, word in _unique_words(entry):
            if (key, word) in seen:
                raise entry.refused(f"{key} {word!r} is taken: choose another", key)
            seen.add((key, word))


def _unique_words(entry: _Entry) -> Iterator[tuple[str, str]]:
    for key in ("id", "gesture"):
        if key in entry.fields:
            yield key, entry.fields[key]
    for language, name in entry.fields["name"].items():
        yield f"name.{language}", name


def _check_frame(cards: Cards) -> None:
    """That the set is as large as the box says [VO1]."""
    schools = [card.school for card in cards.curses]
    effects = [card.effect for card in cards.artefacts]
    starting = [card for card in cards.curses if card.ingredients == STARTING_INGREDIENTS]
    frame = {
        "curses": (len(cards.curses), CURSES),
        "permanent curses": (len(cards.permanents), PERMANENTS),
        "artefacts": (len(cards.artefacts), ARTEFACTS),
        **{f"{school} curses": (schools.count(school), A_SCHOOL) for school in get_args(School)},
        **{f"artefacts that do {effect}": (effects.count(effect), 1) for effect in EFFECTS},
        "curses of two ingredients": (min(len(starting), STARTING), STARTING),
    }
    for what, (number, wanted) in frame.items():
        if number != wanted:
            raise CardsRefused(f"{number} {what} are not the set of a game: write {wanted}")
