"""Forms of the plain pages: what their fields mean, as commands of the protocol."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias, get_args
from urllib.parse import parse_qsl

from hexdeck.core.cards import Action
from hexdeck.core.errors import NameUnknown
from hexdeck.core.game import Choice, View
from hexdeck.core.record import LONGEST_SALT
from hexdeck.core.registry import game_named
from hexdeck.server.base import messages as protocol
from hexdeck.server.base.identity import new_token
from hexdeck.server.base.messages import Command
from hexdeck.server.base.refusals import MessageRefused
from hexdeck.text.screen import AnyScreen

MOST_FIELDS: Final = 30
LONGEST_CHOICE: Final = 100
PRESSED: Final = "="  # before the name of an action on a button: by then, its number may be another's
LONGEST_LEVEL: Final = 40

Form: TypeAlias = Mapping[str, str]


def read_form(raw: bytes) -> Form:
    """Its fields, as text that every store can keep."""
    try:
        fields = dict(parse_qsl(raw.decode(), max_num_fields=MOST_FIELDS, errors="strict"))
        if "\0" in "".join([*fields, *fields.values()]):
            raise ValueError("a text has the character U+0000 in it")
    except ValueError:
        raise MessageRefused("this form cannot be read: go back, reload the page and try again") from None
    return fields


def number(form: Form, name: str) -> int:
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise MessageRefused("“{text}” is no number: write digits, like 3", text=text[:20])
    return int(text)


def one_of(form: Form, name: str, known: Iterable[str]) -> Any:
    text = form.get(name, "")
    if text not in known:
        raise MessageRefused(
            "“{text}” cannot be chosen here: choose one of {known}", text=text[:20], known=", ".join(known)
        )
    return text


def level(form: Form) -> str:
    """Of bots; the house says whether it offers them."""
    return form.get("level", "")[:LONGEST_LEVEL]


def salt(form: Form) -> str | None:
    """A salt that a person left as the page proposed it, or changed."""
    return form.get("salt", "").strip()[:LONGEST_SALT] or None


def options(form: Form, game: str) -> dict[str, Choice]:
    """The game's options, as fields `option rounds` and the like have them; those left out stay as usual."""
    chosen: dict[str, Choice] = {}
    for option in game_named(game).options:
        text = form.get(f"option {option.name}")
        if text is not None:
            chosen[option.name] = {str(choice): choice for choice in option.choices}.get(text, text[:40])
    return chosen


def command(form: Form, game: str, screen: AnyScreen, view: View | None) -> Command:
    """The command that a form of a table stands for."""
    name = form.get("id", "")[:64] or new_token()
    match form.get("do", ""):
        case "act":
            return protocol.Act(name, _meant(form, game, screen, view))
        case "roll":
            return protocol.Roll(name, screen.rolled(form.get("text", "").strip().lower()[:LONGEST_CHOICE]))
        case word if word in _READ:
            return _READ[word](name, form, game)
    raise MessageRefused("this form is not ours: go back to the table and use its buttons")


def _change(name: str, form: Form, game: str) -> Command:
    return protocol.Change(
        name,
        players=number(form, "players"),
        options=options(form, game),
        clock=one_of(form, "clock", get_args(protocol.Clock)),
        pace=one_of(form, "pace", get_args(protocol.Pace)),
        public="public" in form,
    )


def _fill(name: str, form: Form) -> Command:
    seat = number(form, "seat") if "seat" in form else None
    return protocol.Fill(name, level(form), seat)


def _meant(form: Form, game: str, screen: AnyScreen, view: View | None) -> str:
    """The name of the action that was pressed, or typed: its number, its name or the game's own shorthand."""
    text = form.get("choice", "").strip().lower()[:LONGEST_CHOICE]
    if text.startswith(PRESSED):
        return text.removeprefix(PRESSED)
    offers = [] if view is None else list(screen.offers(view))
    rules = game_named(game)
    if text.isascii() and text.isdigit():
        if not 1 <= int(text) <= len(offers):
            raise NameUnknown(f"there is no choice {text[:6]}: choose 1 to {len(offers)}")
        return rules.action_name(offers[int(text) - 1])
    said: Action | None = None if view is None else screen.said(view, text)
    return text if said is None else rules.action_name(said)


_READ: Final[dict[str, Callable[[str, Form, str], Command]]] = {
    "sit": lambda name, form, _: protocol.Sit(name, number(form, "seat"), salt(form)),
    "salt": lambda name, form, _: protocol.Salt(name, salt(form) or name),
    "stand": lambda name, *_: protocol.Stand(name),
    "admit": lambda name, form, _: protocol.Admit(
        name, max(1, number(form, "asking")), one_of(form, "answer", ("yes", "no")) == "yes"
    ),
    "leave": lambda name, *_: protocol.Leave(name),
    "remove": lambda name, form, _: protocol.Remove(name, number(form, "seat")),
    "swap": lambda name, form, _: protocol.Swap(name, number(form, "seat"), number(form, "other")),
    "fill": lambda name, form, _: _fill(name, form),
    "change": _change,
    "start": lambda name, form, _: protocol.Start(name, level(form), salt(form)),
    "undo": lambda name, form, _: protocol.Undo(name, ask="ask" in form),
    "agree": lambda name, form, _: protocol.Agree(
        name, max(0, number(form, "version")), one_of(form, "answer", ("yes", "no")) == "yes"
    ),
    "reclaim": lambda name, *_: protocol.Reclaim(name),
    "rematch": lambda name, form, game: protocol.Rematch(name, options(form, game)),
    "say": lambda name, form, _: protocol.Say(name, one_of(form, "phrase", protocol.PHRASES)),
}
